"""The decisions for the map of wwi that sampling cannot take: what the rulebook says, and what we had to design.

Each entry says why. The generated map.txt is meant to be edited by hand afterwards; run this again only to start over.
"""

from __future__ import annotations

COUNTRIES = [
    # code, name, status in the historical game, VP printed after the name, note
    ("FR", "France", "allied", 0, ""),
    ("BL", "Belgium", "neutral", 5, "already violated by Germany in the historical game"),
    ("NE", "Netherlands", "neutral", 25, ""),
    ("GE", "Germany", "central", 0, ""),
    ("AH", "Austria-Hungary", "central", 0, ""),
    ("IT", "Italy", "neutral", 15, "pro-Allied"),
    ("SB", "Serbia", "allied", 0, ""),
    ("MN", "Montenegro", "allied", 0, "belligerent without an army"),
    ("AB", "Albania", "neutral", 5, "no army"),
    ("GK", "Greece", "neutral", 5, ""),
    ("BU", "Bulgaria", "neutral", 5, "pro-Central"),
    ("TU", "Turkey", "neutral", 15, "pro-Central"),
    ("RM", "Rumania", "neutral", 5, "pro-Allied"),
    ("RS", "Russia", "allied", 0, ""),
    ("SW", "Switzerland", "closed", 0, "never named in the rules: nobody may enter"),
    ("DK", "Denmark", "closed", 0, "never named in the rules: nobody may enter"),
    ("SE", "Sweden", "closed", 0, "never named in the rules: nobody may enter"),
    ("TA", "Franco-Italian Transit Area", "closed", 0, "Savoy; entered only as a box through its two doors"),
]

#: hex -> (country, reason). '' = sea or off the map.
COUNTRY: dict[str, tuple[str, str]] = {
    "0507": ("GE", "set-up of the German 4th; Luxembourg is too small for a hex and was German-held from 2 August 1914"),
    "0508": ("GE", "set-up of the German 5th"),
    "0406": ("BL", "German 1st stands in Belgium; keeps Germany and France apart in the free game"),
    "0111": ("TA", "Savoy: France's edge must be 7 to 9 hexes long and 0110 is its last, the door"),
    "0112": ("TA", "Savoy"),
    "0211": ("FR", "Jura"),
    "0212": ("SW", "Mont Blanc and Valais: France and Italy touch only through the Transit Area"),
    "0313": ("SW", "Ticino"),
    "0514": ("AH", "western Tyrol: joins the Stelvio to Trent"),
    "0805": ("NE", "Arnhem, the wall before the Ruhr"),
    "1430": ("TU", "Adrianople was Turkish again in 1913"),
    "1230": ("GK", "Kavala"),
    "2310": ("GE", "Memel"),
    "1716": ("AH", "Cracow"),
    "2127": ("RS", "southern Bessarabia"),
    "0825": ("AB", "Scutari"),
}

#: land too thin to see by share of the hex, but needed
LAND = {
    "0103": "FR",
    "0304": "FR",
    "0617": "AH",
    "0618": "AH",
    "2330": "RS",
    "1332": "TU",
    "1432": "TU",
    "1532": "TU",
    "1632": "TU",
    "1733": "TU",
    "0727": "AB",
    "2427": "RS",
}

#: mostly islands, far shores, or coasts nobody could use: drawn as art only
SEA = [
    "0102",
    "0203",
    "0504",
    "0704",
    "0904",
    "1004",
    "1105",
    "1205",
    "0520",
    "0523",
    "0524",
    "0626",
    "0627",
    "0222",
    "0223",
    "0226",
    "0127",
    "0128",
    "0328",
    "0426",
    "0116",
    "0117",
    "0118",
    "0119",
    "0120",
    "0630",
    "0631",
    "0531",
    "0532",
    "0534",
    "0834",
    "0932",
    "0933",
    "0934",
    "1031",
    "1034",
    "1131",
    "1132",
    "1133",
    "1134",
    "1231",
    "1232",
    "0723",
    "1533",
    "1630",
    "1607",
    "1507",
    "1829",
    "1929",
    "2128",
    "2009",
    "2210",
    "2328",
    "2608",
    "2708",
    "2709",
    "2808",
    "2908",
    "2630",
    "2628",
    "2430",
]

ROUGH = {"0509": "printed: Metz is rough", "0507": "Ardennes", "0606": "Eifel", "0410": "Vosges"} | {
    # no height to measure, but the greatest bog of Europe: the front bent round it for four years
    n: "Pripet Marshes"
    for n in ("2317", "2318", "2319", "2417", "2418", "2419", "2517", "2518", "2519")
}
CLEAR = {
    "1029": "Salonika: a landing coast of Greece",
    "0833": "Attica: a landing coast of Greece",
    "1629": "Burgas: a landing coast of Bulgaria",
    "1729": "Varna: a landing coast of Bulgaria",
    "1332": "Gallipoli: first hex of the Straits, a landing coast",
    "1432": "Rodosto: second hex of the Straits",
    "1733": "Constantinople",
    "0310": "the gap of Belfort",
    "0314": "plain of Lombardy",
    "0516": "plain of Venetia",
    "1123": "plain of Belgrade",
    "1226": "basin of Sofia",
    "0616": "plain of Friuli",
    "0220": "the Campagna",
}

#: sides no army passes, with reason and source; those divided by the sea are found by sampling
BLOCKED = [
    ("0616", "0617", "head of the Adriatic", "printed"),
    ("0618", "0719", "the Quarnero", "printed"),
    ("0517", "0617", "Gulf of Venice", "geography"),
    ("0414", "0514", "Ortler and Bernina", "designed"),
    ("0614", "0615", "crest of the eastern Alps", "designed"),
    ("1332", "1333", "the Dardanelles", "geography"),
    ("1333", "1432", "Sea of Marmara", "geography"),
    ("1432", "1433", "Sea of Marmara", "geography"),
    ("1632", "1633", "Sea of Marmara", "geography"),
]
#: sides that sampling calls wet but an army may pass
OPEN = [
    ("1632", "1733"),
    ("1633", "1733"),
    ("1532", "1632"),
    ("1432", "1532"),
    ("1332", "1432"),
    ("0617", "0618"),
    ("0617", "0717"),
    ("0617", "0718"),
    ("0618", "0718"),
    ("1233", "1234"),
    ("2010", "2111"),
    ("2529", "2629"),
    ("1331", "1332"),
    ("1405", "1406"),
]

#: sea of a coast where the sampled name would mislead the rules
COAST = {"1733": "marmara", "1332": "aegean"}

#: trunk lines taken over from the railway list by name
LINES = """Paris-Arras-Lille;Amiens-Boulogne-Calais;Paris-Rouen-Le Havre;Paris-Maubeuge-Cologne;Lille-Thionville rocade
Paris-Strasbourg;Paris-Belfort-Basel;Paris-Lyon-Marseille;Chalons-Verdun-Metz;Toul-Chaumont-Dijon;Nancy-Epinal-Belfort
Belfort-Besancon-Dijon;Nancy-Metz-Luxembourg;Paris-Soissons-Laon-Hirson;Reims-Mezieres
Ostend-Brussels-Liege;Antwerp-Brussels-Mons;Brussels-Namur-Luxembourg;Brussels-Tournai-Lille
Antwerp-Rotterdam-Amsterdam;Amsterdam-Emmerich-Ruhr;Amsterdam-Bentheim-Osnabruck
Luxembourg-Trier-Coblenz;Metz-Saarbrucken-Mannheim;Metz-Strasbourg;Cologne-Mainz-Basel (Rhine)
Strasbourg-Kehl-Stuttgart-Munich
Ruhr-Hannover-Berlin;Kassel-Halle-Berlin;Coblenz-Giessen-Kassel;Frankfurt-Erfurt-Leipzig
Frankfurt-Wurzburg-Nuremberg-Passau
Munich-Nuremberg-Leipzig;Hamburg-Berlin;Hamburg-Bremen-Munster-Ruhr;Hannover-Kassel-Frankfurt;Hamburg-Kiel-Fredericia
Berlin-Stettin-Danzig;Berlin-Konigsberg (Ostbahn);Berlin-Posen-Thorn-Insterburg;Berlin-Breslau-Kattowitz-Cracow
Leipzig-Dresden-Gorlitz-Breslau;Berlin-Dresden-Prague-Vienna;Posen-Breslau;Insterburg-Tilsit-Memel
Hamburg-Lubeck-Stettin
Konigsberg-Lyck-Bialystok;Marienburg-Mlava-Warsaw
Passau-Linz-Vienna;Munich-Salzburg-Linz;Munich-Innsbruck-Brenner-Verona;Salzburg-Villach (Tauern)
Prague-Pilsen-Eger-Nuremberg;Prague-Brunn-Vienna;Vienna-Cracow-Lemberg;Lemberg-Tarnopol-Volochisk
Lemberg-Czernowitz-Jassy
Lemberg-Stryj-Munkacs;Budapest-Miskolc-Kaschau;Przemysl-Lupkow-Homonna;Kaschau-Oderberg;Vienna-Budapest (left bank)
Budapest-Szolnok-Debrecen-Szatmar;Budapest-Klausenburg-Kronstadt-Bucharest;Budapest-Temesvar-Orsova-Bucharest
Budapest-Semlin-Belgrade;Budapest-Agram-Fiume;Agram-Brod-Semlin;Agram-Steinbruck;Brod-Sarajevo-Mostar-Ragusa
Sudbahn Vienna-Trieste;Bruck-Villach;Marburg-Villach-Lienz-Franzensfeste;Villach-Pontebba-Udine;Istria (St Peter-Pola)
Turin-Milan-Venice;Venice-Udine-Cormons-Trieste;Milan-Bologna-Brindisi;Bologna-Florence-Rome-Naples;Genoa-Pisa-Rome
Genoa-Alessandria-Turin;Padua-Bologna;Naples-Reggio-Messina;Taranto-Bari;Naples-Foggia
Belgrade-Nish-Uskub-Salonika;Nish-Sofia-Adrianople-Constantinople;Salonika-Dedeagach (Jonction);Adrianople-Dedeagach
Salonika-Monastir;Sofia-Plevna-Varna;Plovdiv-Burgas;Rustchuk-Varna
Bucharest-Jassy / Suczawa;Bucharest-Constanta;Jassy-Kishinev-Odessa;Buzeu-Braila-Galatz
Warsaw-Minsk-Moscow;Warsaw-Petrograd;Vilna-Kovno-Wirballen;Warsaw-Ivangorod-Kovel-Kiev;Warsaw-Vienna line
Skierniewice-Thorn;Brest-Kovel;Brest-Bialystok;Brest-Gomel-Bryansk-Moscow;Polesian Rovno-Vilna
Libau-Romny;Riga-Orel;Riga-Walk-Pskov;Petrograd-Vitebsk-Zhlobin;Kazatin-Zhmerinka-Odessa
Zhmerinka-Proskurov-Volochisk;Kharkov-Kremenchug-Elizavetgrad-Odessa;Fastov-Znamenka-Ekaterinoslav
Moscow-Kharkov-Sevastopol;Znamenka-Nikolaev-Kherson;Kiev-Kursk-Voronezh;Kiev-Poltava-Kharkov
Ivangorod-Radom-Kielce-Dombrowa;Anatolian Railway;Smyrna-Cassaba-Afion;Manissa-Panderma"""

#: hexes no railway reaches although a line clips them
NO_RAIL = {"1332", "0824"}

#: lines laid by hand: name and the hexes to pass, filled up by the shortest way. The list of lines carries the Greek one on to
#: Salonika, which it reached in May 1916, and the one of Brody only to Dubno. Giurgevo falls into the hex of Rustchuk, so its
#: line would be a bridge over the Danube, which came in 1954: left out. The railways of Reval run just beyond the east edge.
HAND_LINES = [
    ("Paris - Dijon - Transit Area", ["0106", "0209", "0110"]),
    ("Transit Area - Turin", ["0113", "0114", "0214"]),
    ("Athens - Larissa - Papapouli", ["0833", "0832", "0831", "0931", "0930"]),
    ("Lemberg - Brody - Dubno - Rovno", ["2019", "2120", "2219"]),
    ("Adrianople - Dedeagach", ["1431", "1331"]),
    ("Krivoi Rog - Alexandrovsk", ["2726", "2725", "2824"]),
]

FORTS = [  # hex, owner, strength, name, source; only Metz is printed with its strength, 1733 without
    ("0509", "GE", 3, "Metz", "printed"),
    ("1733", "TU", 2, "Bosporus", "printed"),
    ("0106", "FR", 2, "Paris", "geography"),
    ("0408", "FR", 2, "Verdun", "geography"),
    ("0409", "FR", 2, "Toul", "geography"),
    ("0310", "FR", 2, "Belfort", "geography"),
    ("0210", "FR", 1, "Besancon", "geography"),
    ("0308", "FR", 1, "Reims", "geography"),
    ("0505", "BL", 2, "Antwerp", "geography"),
    ("0705", "NE", 1, "Amsterdam", "geography"),
    ("0510", "GE", 2, "Strassburg", "geography"),
    ("0410", "GE", 1, "Neu-Breisach", "geography"),
    ("0806", "GE", 1, "Cologne", "geography"),
    ("0808", "GE", 1, "Mainz", "geography"),
    ("1712", "GE", 2, "Posen", "geography"),
    ("1912", "GE", 2, "Thorn", "geography"),
    ("2111", "GE", 2, "Konigsberg", "geography"),
    ("2212", "GE", 1, "Lotzen", "geography"),
    ("2010", "GE", 1, "Danzig", "geography"),
    ("1514", "GE", 1, "Breslau", "geography"),
    ("1716", "AH", 2, "Cracow", "geography"),
    ("1918", "AH", 2, "Przemysl", "geography"),
    ("0515", "AH", 1, "Trent", "geography"),
    ("0618", "AH", 1, "Pola", "geography"),
    ("1318", "AH", 1, "Komorn", "geography"),
    ("1222", "AH", 1, "Peterwardein", "geography"),
    ("0415", "IT", 1, "Verona", "geography"),
    ("0517", "IT", 1, "Venice", "geography"),
    ("1123", "SB", 1, "Belgrade", "geography"),
    ("1430", "TU", 2, "Adrianople", "geography"),
    ("1727", "RM", 2, "Bucharest", "geography"),
    ("2025", "RM", 1, "Focsani", "geography"),
    ("2014", "RS", 2, "Novogeorgievsk", "geography"),
    ("2015", "RS", 1, "Ivangorod", "geography"),
    ("2316", "RS", 2, "Brest-Litovsk", "geography"),
    ("2512", "RS", 2, "Kovno", "geography"),
    ("2413", "RS", 1, "Grodno", "geography"),
    ("2314", "RS", 1, "Osovets", "geography"),
    ("2812", "RS", 1, "Dvinsk", "geography"),
    ("2219", "RS", 1, "Rovno", "geography"),
    ("2710", "RS", 1, "Riga", "geography"),
    ("2720", "RS", 1, "Kiev", "geography"),
    ("2330", "RS", 2, "Sevastopol", "geography"),
]

SUPPLY = [
    ("0806", "GE", "dependent", "Essen"),
    ("0808", "GE", "dependent", "Frankfurt"),
    ("0813", "GE", "dependent", "Munich"),
    ("1307", "GE", "dependent", "Hamburg"),
    ("1409", "GE", "dependent", "Berlin"),
    ("1514", "GE", "dependent", "Breslau"),
    ("1216", "AH", "dependent", "Vienna"),
    ("1213", "AH", "dependent", "Prague"),
    ("1319", "AH", "dependent", "Budapest"),
    ("0919", "AH", "dependent", "Agram"),
    ("1722", "AH", "dependent", "Klausenburg"),
    ("0505", "BL", "independent", "Brussels"),
    ("0705", "NE", "independent", "Amsterdam"),
    ("0314", "IT", "independent", "Milan"),
    ("0220", "IT", "independent", "Rome"),
    ("0323", "IT", "independent", "Naples"),
    ("1123", "SB", "independent", "Belgrade"),
    ("1225", "SB", "independent", "Nish"),
    ("0833", "GK", "independent", "Athens"),
    ("1029", "GK", "independent", "Salonika"),
    ("1226", "BU", "independent", "Sofia"),
    ("1329", "BU", "independent", "Philippopolis"),
    ("1733", "TU", "independent", "Constantinople"),
    ("1234", "TU", "independent", "Smyrna"),
    ("1727", "RM", "independent", "Bucharest"),
    ("2123", "RM", "independent", "Jassy"),
]

CENTRES = [
    ("0305", "FR", "Lille"),
    ("0306", "FR", "Valenciennes"),
    ("0409", "FR", "Nancy"),
    ("0106", "FR", "Paris"),
    ("0109", "FR", "Le Creusot"),
    ("0505", "BL", "Antwerp"),
    ("0605", "BL", "Liege"),
    ("0604", "NE", "Rotterdam"),
    ("1814", "RS", "Lodz"),
    ("2014", "RS", "Warsaw"),
    ("2710", "RS", "Riga"),
    ("2725", "RS", "Krivoi Rog"),
    ("1124", "SB", "Kragujevac"),
    ("0314", "IT", "Milan"),
    ("0113", "IT", "Turin"),
    ("1726", "RM", "Ploesti"),
    ("0806", "GE", "Ruhr"),
    ("0508", "GE", "Diedenhofen"),
    ("0608", "GE", "Saarbrucken"),
    ("0709", "GE", "Mannheim"),
    ("1211", "GE", "Chemnitz"),
    ("1409", "GE", "Berlin"),
    ("1307", "GE", "Hamburg"),
    ("1615", "GE", "Kattowitz"),
    ("1113", "AH", "Pilsen"),
    ("1516", "AH", "Mahrisch-Ostrau"),
    ("1216", "AH", "Vienna"),
    ("1319", "AH", "Budapest"),
    ("1919", "AH", "Drohobycz"),
    ("1733", "TU", "Constantinople"),
]

CITIES = [  # hex, country, name, rank (1 capital, 2 city, 3 town), source
    ("2014", "RS", "Warsaw", "collapse", "printed"),
    ("2316", "RS", "Brest-Litovsk", "collapse", "printed"),
    ("2720", "RS", "Kiev", "collapse", "printed"),
    ("2713", "RS", "Vilna", "collapse", "printed"),
    ("2710", "RS", "Riga", "surrender", "printed"),
    ("2718", "RS", "Gomel", "surrender", "printed"),
    ("2326", "RS", "Odessa", "surrender", "printed"),
]
#: plain towns for the eye (and for orders given by name): hex, country, name
TOWNS = """0304 FR Calais;0103 FR Le_Havre;0204 FR Rouen;0305 FR Lille;0307 FR Laon;0407 FR Mezieres;0209 FR Dijon
0404 BL Ostend;0406 BL Mons;0506 BL Namur;0605 BL Liege;0507 GE Luxembourg;0607 GE Trier;0707 GE Coblenz
0711 GE Stuttgart
0912 GE Nuremberg;1008 GE Kassel;1107 GE Bremen;1108 GE Hannover;1210 GE Leipzig;1312 GE Dresden;1406 GE Kiel
1609 GE Stettin
2112 GE Allenstein;2311 GE Tilsit;2310 GE Memel;1816 RS Kielce;1916 RS Lublin;2017 RS Cholm;2218 RS Kovel;2517 RS Pinsk
2715 RS Minsk;2409 RS Libau;2609 RS Mitau;2909 RS Reval;2816 RS Mogilev;2520 RS Zhitomir;2421 RS Vinnitsa
2224 RS Kishinev
2425 RS Nikolaev;2824 RS Ekaterinoslav;2923 RS Poltava;2429 RS Simferopol;2120 RS Dubno;2220 RS Proskurov
2019 AH Lemberg;2020 AH Tarnopol;2021 AH Czernowitz;1717 AH Tarnow;1618 AH Kaschau;1316 AH Brunn;1015 AH Linz
0614 AH Innsbruck
1017 AH Graz;0716 AH Villach;0817 AH Laibach;0717 AH Trieste;0718 AH Fiume;0720 AH Zara;0922 AH Sarajevo;0822 AH Mostar
1322 AH Temesvar;1623 AH Hermannstadt;1824 AH Kronstadt;1520 AH Debrecen;0924 SB Uzice;1026 SB Uskub;0928 SB Monastir
0825 AB Scutari;0826 AB Durazzo;0727 AB Valona;0824 MN Cetinje;1230 GK Kavala;0931 GK Larissa;0732 GK Patras
1331 BU Dedeagach
1629 BU Burgas;1729 BU Varna;1426 BU Plevna;1627 BU Rustchuk;1332 TU Gallipoli;1532 TU Rodosto;1633 TU Brusa
1425 RM Craiova;1928 RM Constanza;2026 RM Galatz;0113 IT Turin;0215 IT Genoa;0417 IT Bologna;0318 IT Florence
0616 IT Udine;0525 IT Bari;0526 IT Brindisi;0419 IT Ancona;0804 NE Helder;0905 NE Leeuwarden;0604 NE Rotterdam
1006 GE Osnabruck;1513 GE Glogau;1005 GE Emden;1809 GE Kolberg;1714 RS Kalisch;1914 RS Plock;2115 RS Siedlce
2615 RS Baranovichi;2717 RS Bobruisk;2420 RS Berdichev;2522 RS Uman;2722 RS Cherkassy;2823 RS Kremenchug;2914 RS Polotsk
2911 RS Walk;1321 AH Szeged;1121 AH Esseg;0921 AH Banjaluka;1217 AH Pressburg;1415 AH Olmutz;1115 AH Budweis
0918 AH Marburg"""

LABELS = [  # hex, text, rank, kind; rank 1 shows first
    ("0207", "France", 1, "country"),
    ("0809", "Germany", 1, "country"),
    ("1016", "Austria", 1, "country"),
    ("1420", "Hungary", 1, "country"),
    ("2617", "Russia", 1, "country"),
    ("0320", "Italy", 1, "country"),
    ("1125", "Serbia", 2, "country"),
    ("1428", "Bulgaria", 2, "country"),
    ("1626", "Rumania", 2, "country"),
    ("0730", "Greece", 2, "country"),
    ("1534", "Turkey", 2, "country"),
    ("0405", "Belgium", 3, "country"),
    ("0805", "Netherlands", 3, "country"),
    ("0412", "Switzerland", 2, "country"),
    ("0826", "Albania", 3, "country"),
    ("0824", "Montenegro", 3, "country"),
    ("1504", "Denmark", 3, "country"),
    ("2004", "Sweden", 2, "country"),
    ("0802", "North Sea", 1, "sea"),
    ("2107", "Baltic", 1, "sea"),
    ("0521", "Adriatic", 2, "sea"),
    ("2130", "Black Sea", 1, "sea"),
    ("1032", "Aegean", 2, "sea"),
    ("0124", "Tyrrhenian Sea", 3, "sea"),
    ("0529", "Ionian Sea", 2, "sea"),
    ("0203", "Channel", 3, "sea"),
    ("0613", "Alps", 2, "range"),
    ("0111", "Transit", 3, "range"),
    ("0112", "Area", 3, "range"),
    ("1819", "Carpathians", 2, "range"),
    ("2417", "Pripet Marshes", 3, "range"),
]
