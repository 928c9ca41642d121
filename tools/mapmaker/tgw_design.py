"""What the rulebook of tgw says about hexes, and what we chose where it is silent: used by `tgw.py`.

Hexes are named by sheet and number (`W6819`, `N1728`); Western and Italian Front share the letter W, the three Near East fronts the
letter N. Marks are written `hex "name"`, one line a group; the word before a group says where it comes from:
stated = the book says so, implied = it follows from the book, designed = ours.
"""

from __future__ import annotations

#: front: name, first and last (row, column), which edge of the printed sheet is north, shown name
FRONTS = {
    "W": ("Western Front", (36, 1), (70, 34), "up"),
    "WI": ("Italian Front", (17, 8), (33, 34), "up"),
    "E": ("Eastern Front", (10, 1), (70, 34), "up"),
    "NC": ("Caucasus Front", (28, 31), (48, 54), "up"),
    "NI": ("Iraqi Front", (10, 31), (26, 54), "left"),
    "NE": ("Egyptian Front", (10, 1), (48, 30), "right"),
}

#: code: name, nation whose soil it is
COUNTRIES = {
    "france": ("France", "fr"),
    "belgium": ("Belgium", "be"),
    "luxembourg": ("Luxembourg", "lx"),
    "germany": ("Germany", "ge"),
    "netherlands": ("Holland", "nl"),
    "switzerland": ("Switzerland", "ch"),
    "england": ("England", "gb"),
    "italy": ("Italy", "it"),
    "austria-hungary": ("Austria-Hungary", "ah"),
    "russia": ("Russia", "ru"),
    "russian-poland": ("Russian Poland", "ru"),
    "serbia": ("Serbia", "sr"),
    "montenegro": ("Montenegro", "mn"),
    "albania": ("Albania", "al"),
    "greece": ("Greece", "gk"),
    "bulgaria": ("Bulgaria", "bu"),
    "romania": ("Romania", "ro"),
    "ottoman-empire": ("Ottoman Empire", "tu"),
    "egypt": ("Egypt", "br"),
    "persia": ("Persia", "pn"),
    "nejd": ("Nejd", "ab"),
    "sweden": ("Sweden", "se"),
    "denmark": ("Denmark", "dk"),
    "norway": ("Norway", "no"),
}
#: names in the draft
ORIGIN = {
    "France": "france",
    "Belgium": "belgium",
    "Luxembourg": "luxembourg",
    "Germany": "germany",
    "Netherlands": "netherlands",
    "Switzerland": "switzerland",
    "Great Britain": "england",
    "Italy": "italy",
    "Austria-Hungary": "austria-hungary",
    "Russia": "russia",
    "Serbia": "serbia",
    "Montenegro": "montenegro",
    "Albania": "albania",
    "Greece": "greece",
    "Bulgaria": "bulgaria",
    "Rumania": "romania",
    "Ottoman Empire": "ottoman-empire",
    "Egypt": "egypt",
    "Persia": "persia",
    "Nejd and Jabal Shammar": "nejd",
    "Kuwait": "ottoman-empire",
    "Sweden": "sweden",
    "Denmark": "denmark",
    "Norway": "norway",
}
#: nobody enters: Holland and Switzerland (17.4), and land that is only scenery
CLOSED = ("netherlands", "switzerland", "england", "nejd", "sweden", "denmark", "norway")

#: hexes whose country the draft takes from a polygon that a town on the border contradicts, or that the book settles
MEMBERS = {
    "france": "W6217 W5622",
    "germany": "W3833 W3834 E5601 E5701",
    "belgium": "W6424 W6524",
    "serbia": "E2512 E1416",
    "bulgaria": "E2218 E2223",
    "romania": "E2727",
    "greece": "E1417",
    "persia": "N2940 N2841 N2941",
    "italy": "W2629 W2024",
}

#: terrain that the book or the lie of the land settles: hex -> (terrain, source, why)
TERRAIN = {
    "E2717": ("pass", "stated", "8.33"),
    "E2618": ("pass", "stated", "8.33"),
    "E2617": ("mountain", "implied", "8.33"),
    "W3318": ("mountain", "designed", "the Brenner"),
    "W3219": ("mountain", "designed", "Pustertal"),
    "W3222": ("mountain", "designed", "Pustertal"),
    "W3223": ("mountain", "designed", "Pustertal"),
    "W3224": ("mountain", "designed", "Pustertal"),
    "W2608": ("mountain", "designed", "the road to Valtellina"),
    "N2147": ("clear", "designed", "Amara: a British force stands there"),
    "N1949": ("clear", "designed", "Nasiriya"),
    "N2149": ("clear", "designed", "Qurna road: a British force stands there"),
    "N2252": ("clear", "designed", "Basra"),
    "N2552": ("clear", "designed", "Abadan"),
} | dict.fromkeys(
    ("N4012", "N4011", "N3911", "N3812", "N3811", "N3711", "N3611", "N3511", "N3411", "N3311"),
    ("clear", "implied", "the coast road: lines follow the pipeline in hot weather (11.53, 12.2)"),
)
#: hexes that flood when it is Wet (12.2); a choice, the book names none
FLOOD = "W6811 W6812 W6712 W6711 W6512 W6411 W2123 W2024 W2124 W2223 W2325 W1921 W1821 E2427 E2526 E2527 E2626 E2627 E2728"
#: marsh besides the draft's Pripet
MARSH = ""
#: forest besides the draft's, which has only the named ones
FOREST = (
    "E5120 E5019 E5020 E5119 E5320 E5321 E5420 E5421 E5526 E5527 E5627 E5628 E6022 E6023 E6123 E6122 E6224 E4517 E4416 E4417 "
    "E4224 E4225 E4325 E4326 E4426 E5108 E5208 E5109 E5309 E5110 E5725 E5726 E5825 E5929 E5930 E6030 E6127 E6128 E6229 E6228 "
    "E6330 E6331 E6429 E6430 E6528 E6529 E6628 E6725 E6726 E6823 E6824 E6724"
)
#: passes: both hexes of a pass and the side between them (8.33); chosen but for the Vulkan pass, which is the book's example
PASSES = {"E2717/E2618": ("Vulkan Pass", "stated")} | {
    side: (name, "designed")
    for name, sides in {
        "Uzsok Pass": "E3618/E3718",
        "Verecke Pass": "E3619/E3719",
        "Wyszkow Pass": "E3519/E3620",
        "Tartar Pass": "E3520/E3521",
        "Jablunka Pass": "E3910/E4011",
        "Borgo Pass": "E3221/E3321 E3321/E3322",
        "Gyimes Pass": "E3023/E3123",
        "Oituz Pass": "E2923/E2924",
        "Predeal Pass": "E2822/E2722",
        "Red Tower Pass": "E2820/E2719",
        "Shipka Pass": "E1823/E1922 E1823/E1722",
        "Isker gorge": "E1918/E2019",
        "Dragoman Pass": "E1917/E1818 E2017/E1917",
        "Kacanik defile": "E1713/E1813 E1713/E1614",
    }.items()
    for side in sides.split()
}

#: sides of which the book speaks
HAFFS = {
    "E5304/E5405": "Stettin",
    "E5404/E5405": "Stettin",
    "E5405/E5406": "Stettin",
    "E5615/E5715": "Königsberg",
    "E5715/E5816": "Königsberg",
}
#: sides that must be open although the water there is wide: the ground the book needs for Danzig
OPEN_SIDES = "E5512/E5412 E5512/E5511"
#: land where the ground is water: the CP edge runs to E5701 (11.32)
MORE_LAND = "E5601"
SEA_SIDES = {"E5512/E5413": ("not a haff (8.35)", "stated")}
#: 6.51: no movement or combat between the landings, and no way out of them but into E1023
IMPASSABLE = {"E1022/E1122": ("6.51", "stated")}

#: cities. Russian ones stand for all cities of Russia and Russian Poland: their number is part of the revolutions' odds
CITIES = {
    "stated": """W6830 "Ruhr"|W6831 "Ruhr"|W6729 "Ruhr"|W6730 "Ruhr"|E5102 "Berlin"|E4304 "Prague"|E3606 "Vienna"|E3310 "Budapest"
E1328 "Constantinople"|E1819 "Sofia"|E2423 "Bucharest"|E4816 "Warsaw"|E4613 "Lodz"|E4129 "Kiev"|E7030 "Petrograd"|E6120 "Riga"
N2252 "Basra"|N2552 "Abadan"|N1728 "Damascus"|W5526 "Luxembourg"|E5205 "Stettin" """,
    "implied": """W5008 "Paris"|W5009 "Paris"|W4908 "Paris"|E4508 "Breslau"|E1116 "Salonika"|E3920 "Lemberg"|N3653 "Baku"
E3031 "Odessa" """,
    "designed": """W6819 "Antwerp"|W6518 "Brussels"|W6424 "Liège"|W6715 "Ghent"|W6413 "Lille"|W5123 "Verdun"|W5809 "Amiens"
W5217 "Reims"|W4726 "Nancy"|W3829 "Belfort"|W5603 "Rouen"|W5801 "Le Havre"|W3621 "Dijon"|W4206 "Orléans"|W4516 "Troyes"
W6526 "Aachen"|W6530 "Cologne"|W5027 "Metz"|W4633 "Strassburg"|W6033 "Coblenz"|W2022 "Venice"|W2014 "Verona"|W2020 "Padua"
W2230 "Trieste"|W2615 "Trent"|W2634 "Laibach"|E5514 "Königsberg"|E5412 "Danzig"|E4809 "Posen"|E4603 "Dresden"|E4801 "Leipzig"
E4013 "Cracow"|E3907 "Brünn"|E3303 "Graz"|E2904 "Agram"|E2814 "Temesvár"|E2208 "Sarajevo"|E3315 "Debreczen"|E1621 "Philippopolis"
E1524 "Adrianople"|E2512 "Belgrade"|E2015 "Nish"|E1614 "Üsküb"|E3226 "Jassy"|E5226 "Minsk"|E5522 "Vilna"|E5532 "Smolensk"
E6426 "Pskov"|N4243 "Tiflis"|N4039 "Kars"|N3331 "Diyarbekir"|N3045 "Tabriz"|N2436 "Hamadan"|N2416 "Jerusalem"|N2430 "Beirut"
N4213 "Port Said"|N4205 "Suez"|N4309 "Ismailia"|N4806 "Cairo" """,
}
#: towns by name where the draft has none or another, and places that are no town
TOWNS = {
    "stated": """W6316 "Mons"|W6312 "Lens"|W6310 "Béthune"|W5425 "Longwy"|W6912 "Ostend"|W6709 "Dunkirk"|W6707 "Calais"
W6606 "Boulogne"|E2623 "Ploesti"|E5620 "Kovno"|E4222 "Lutsk"|E3918 "Przemysl"|E6116 "Libau"|E6921 "Reval"|E6924 "Narva"
E7028 "Kronstadt"|E2328 "Constanta"|E2027 "Varna"|E1726 "Burgas"|E1210 "Valona"|E1709 "Scutari"|N2913 "Gaza"|N2711 "Beersheba"
N4011 "Romani"|N3611 "Pipeline Station"|N3311 "El Arish"|N3112 "Rafa"|N4208 "Bitter Lake"|N3338 "Van"|N4332 "Trebizond"
N1845 "Kut"|N1540 "Baghdad"|N2040 "Ilam" """,
    "implied": """W6111 "Arras"|W6221 "Namur"|E1023 "Gallipoli"|E1024 "Bulair"|N2941 "Urmia"|N2841 "Ushnu"|N2940 "Mergavar" """,
    "designed": """W6113 "Cambrai"|W6612 "Ypres"|N3835 "Erzurum"|N3931 "Erzinjan"|N4437 "Batum"|E5512 "Putzig"|E5816 "Memel"
E5403 "Greifswald"|E5219 "Osowiec"|E1124 "Keshan"|N1641 "Suwaira"|N1949 "Nasiriya"|N2149 "Qurna" """,
}
#: what the draft calls a city or town and is none, or lies beside the hex that the book gives it
NO_TOWN = (
    "W2413 N2241 N4105 E5218 "
    "W6320 W6731 W6829 W6929 W6932 W6930 W6931 W4634 E1022 E1122 E1123 E5405 N3012 N1850 N2150 N2452 N2553 N3836 N3935 "
    "N2931 N3233 N3752 N1541 N4209 N3038 N3040 N1645 N1642 N4608 N4808 W4907 W5106 "
    "N3209 N3403"  # 11.53 names every town of Sinai that may serve the Allies on the way
)

#: towns besides those of the draft, by their coordinates: where a unit finds its supply and its trains
EXTRA = """
W Vesoul 47.62 6.16|W Sens 48.20 3.28|W Neufchâteau 48.36 5.70|W Provins 48.56 3.30|W Saarburg 48.73 7.05|W Sézanne 48.72 3.72
W Bar-le-Duc 48.77 5.16|W Dieuze 48.81 6.72|W Ste-Menehould 49.09 4.90|W Château-Thierry 49.05 3.40|W Vouziers 49.40 4.70
W Stenay 49.49 5.19|W Rethel 49.51 4.37|W Hirson 49.92 4.08|W Bastogne 50.00 5.72|W Abbeville 50.11 1.83|W Marche 50.23 5.34
W Bourges 47.08 2.40|W Blois 47.59 1.33|W Vierzon 47.22 2.07|W Gien 47.69 2.63|W Vendôme 47.79 1.07|W Châteaudun 48.07 1.33
W Dreux 48.74 1.37|W Montargis 48.00 2.73|W Clamecy 47.46 3.52|W Tonnerre 47.86 3.97|W Chaumont 48.11 5.14|W Gray 47.45 5.59
W St-Dizier 48.64 4.95|W Soissons 49.38 3.32|W Péronne 49.93 2.93|W St-Omer 50.75 2.25|W Hazebrouck 50.72 2.54|W Dinant 50.26 4.91
W Arlon 49.68 5.82|W Prüm 50.21 6.42|W St-Pol 50.38 2.34|W Montdidier 49.65 2.57|W Lunéville 48.59 6.50
W Bitsch 49.05 7.43|W Cosne 47.41 2.93|W Montbard 47.62 4.34|W Sedan 49.70 4.94|W Commercy 48.76 5.59|W Altkirch 47.62 7.24
WI Pieve di Cadore 46.43 12.37|WI Flitsch 46.34 13.55|WI Toblach 46.73 12.22|WI Cavalese 46.29 11.46|WI Tione 46.04 10.73
WI Edolo 46.18 10.33|WI Sondrio 46.17 9.87|WI Bruneck 46.80 11.94|WI Tarvis 46.51 13.58|WI Pola 44.87 13.85|WI Agordo 46.28 12.03
E Zvanka 60.00 32.10|E Tikhvin 59.64 33.54
NE Akaba 29.53 35.01|NE Ain Sofar 33.83 35.67|NE Rayak 33.85 36.00|NE Kuneitra 33.13 35.82
NE Katrane 31.25 36.05|NE Ziza 31.71 36.01"""
#: the draft's names as the maps of the time have them
NAMES = {
    "E1029": "Inegöl",
    "E1331": "Adabazar",
    "N2838": "Akra",
    "N3135": "Shernakh",
    "N3449": "Parsabad",
    "N3538": "Arjish",
    "N3551": "Salyany",
    "N4335": "Atina",
    "N1638": "Shahraban",
    "N1744": "Bughaila",
    "N1846": "Kut el Hai",
    "N1847": "Kalat Sikar",
    "N1849": "Shatra",
    "N2353": "Umm Qasr",
    "N2541": "Burujird",
    "N2015": "Madeba",
    "N2020": "Ajlun",
    "N4413": "Matariya",
    "N4611": "Fakus",
    "N4613": "Minyet en Nasr",
    "N2836": "Dohuk",
    "N3035": "Jezire",
    "N3038": "Julamerk",
    "N3633": "Chevlik",
    "N3735": "Khinis",
    "N2137": "Kermanshah",
    "N2234": "Kurveh",
    "E6921": "Reval",
    "N4813": "Mansura",
    "W5106": "Pontoise",
    "W6524": "Visé",
    "W6927": "Kaldenkirchen",
    "N3233": "Batman",
    "N1917": "Amman",
    "N2022": "Irbid",
}
#: coordinates of places that the gazetteers write otherwise
COORDS = {
    "Ruhr": (51.45, 7.01),
    "Paris": (48.86, 2.35),
    "Gallipoli": (40.33, 26.50),
    "Bulair": (40.50, 26.76),
    "Keshan": (40.85, 26.63),
    "Pipeline Station": (31.03, 33.37),
    "Bitter Lake": (30.33, 32.38),
    "Mergavar": (37.30, 44.80),
    "Ushnu": (37.04, 45.10),
    "Ilam": (33.64, 46.42),
    "Qurna": (31.02, 47.43),
    "Suwaira": (32.92, 44.78),
    "Osowiec": (53.47, 22.65),
    "Visé": (50.735, 5.696),
    "Kaldenkirchen": (51.320, 6.205),
}

HEAVY = {
    "implied": "",
    "designed": """be W6819 "Antwerp"|be W6424 "Liège"|be W6221 "Namur"|fr W5123 "Verdun"|fr W4724 "Toul"
fr W4327 "Épinal"|fr W3829 "Belfort"|ge W5027 "Metz"|ge W5227 "Diedenhofen"|ge W4633 "Strassburg"|ge W6530 "Cologne"
ge E5514 "Königsberg"|ge E5012 "Thorn"|ge E4809 "Posen"|ah E3918 "Przemysl"|ah E4013 "Cracow"|ru E4815 "Novo-Georgievsk"
ru E4719 "Brest-Litovsk"|ru E5620 "Kovno"|ro E2423 "Bucharest"|tu N3835 "Erzurum"|ru N4039 "Kars"|it W2014 "Verona" """,
}
FORTS = {
    "stated": """ru E4222 "Lutsk"|tu N2913 "Gaza"|tu N2711 "Beersheba" """,
    "implied": """fr W6413 "Lille" """,
    "designed": """fr W6217 "Maubeuge"|fr W5217 "Reims"|fr W4122 "Langres"|fr W3621 "Dijon"|ge W6033 "Coblenz"|ge W7029 "Wesel"
ge E5112 "Graudenz"|ge E4508 "Breslau"|ge E5316 "Lötzen"|ge E5412 "Danzig"|ge E5005 "Küstrin"|ge E4707 "Glogau"
ru E5220 "Grodno"|ru E5219 "Osowiec"|ru E4517 "Ivangorod"|ru E5117 "Lomza"|ru E5016 "Rozan"|ru E4223 "Rovno"|ru E5824 "Dvinsk"
ru E7028 "Kronstadt"|ah W2615 "Trent"|ah E1808 "Cattaro"|ah E3409 "Komorn"|ah W3218 "Franzensfeste"|it W1813 "Mantua"
it W2022 "Venice"|ro E2826 "Focsani"|ro E2324 "Tutrakan"|ro E2325 "Silistria"|tu E1524 "Adrianople"|tu E1327 "Chatalja"
ru N4437 "Batum"|ru N4041 "Alexandropol" """,
}

PORTS = {
    "stated": "W6819 W5603 W6912 W6709 W6707 W6606 W5801 W2022 W2230 E5205 E5412 E5514 E6116 E6120 E6921 E6924 E7028 E7030 "
    "E1726 E2027 E2328 E3031 E1116 E1210 N2252 N2552 N4332",
    "designed": "W6004 E1328 E1319 N2718 N2624 N2430 N4437",
}
#: hexes that must be Allied for an inland port to serve (11.44); the letters are printed, the numbers not
PORT_WAYS = {"antwerp": "W6818 W6918", "rouen": "W5602 W5702 W5701 W5801"}
#: the three hexes beside Kut (14.22)
K_HEXES = "N1944 N1945 N1846"

#: CP victory hexes (18.11); the French map edge and the bank of the canal are added by rule
VICTORY = {
    "stated": "E4816 E4613 E1709 N3653",
    "implied": "W5008 W5009 W4908 W5123 W6111 E2423 E6120",
    "designed": "W6819 W6518 W6424 W6715 W6413 W5809 W5217 W4726 W3829 W6707 W6709 W6606 W5603 W5801 W2022 W2014 E2512 E7030 E4129 "
    "E3031 E5226 E1116 N4243 N2252 N2552",
}
#: Turkish Surrender hexes
SURRENDER = {"implied": "N3338", "designed": "N1540 N2416 N1728 N2430 N3931 N3331"}
#: cities of the Central Powers that 18.13 does not count: Basra is British from the first day
NOT_COUNTED = "N2252"
RESOURCES = {"W6316": 1, "W6312": 1, "W6310": 1, "W5425": 1, "E2623": 1, "E4129": 2}
#: CP sources on the edges of the Near East maps: marked on the print, hexes ours
CP_EDGE = {"designed": "N4331 N4031 N3731 N3331 N3031 N2831 N2833 N1031 N1231 N1331 N1531 N1530 N1730 N1930 N2130 N2330 N2430"}
#: Persian towns marked CP (7.12)
CP_PERSIA = {"implied": "N2941 N2841 N2940", "designed": "N2040"}
#: where the 1,400 km of the Straits lie: Gallipoli
LANDINGS = "E1022 E1122"

#: islands and other land that nobody reaches are not in play unless the book needs them
KEEP = "E5405 E5715 E5512 E5601 E5701"
LABELS = {
    "W": """6502 "Channel" 1 sea|5205 "FRANCE" 1 country|6517 "BELGIUM" 1 country|6030 "GERMANY" 1 country|7022 "HOLLAND" 2 country
5924 "Ardennes" 2 range|4331 "Vosges" 2 range|5719 "Meuse" 3 river|4911 "Seine" 3 river|5014 "Marne" 3 river
6231 "Rhine" 3 river""",
    "WI": """1816 "ITALY" 1 country|3222 "AUSTRIA-HUNGARY" 1 country|2027 "Adriatic" 2 sea|3019 "Dolomites" 2 range
3028 "Julian Alps" 2 range""",
    "E": """5006 "GERMANY" 1 country|3308 "AUSTRIA-HUNGARY" 1 country|5829 "RUSSIA" 1 country|4716 "RUSSIAN POLAND" 2 country
2521 "ROMANIA" 1 country|2113 "SERBIA" 1 country|1920 "BULGARIA" 1 country|1129 "OTTOMAN EMPIRE" 2 country|1114 "GREECE" 2 country
1511 "ALBANIA" 3 country|5910 "Baltic Sea" 1 sea|2031 "Black Sea" 1 sea|1803 "Adriatic" 1 sea|4725 "Pripet Marshes" 2 range
3517 "Carpathians" 2 range|2819 "Transylvanian Alps" 3 range""",
    "NC": """4544 "RUSSIA" 1 country|3634 "OTTOMAN EMPIRE" 1 country|3045 "PERSIA" 1 country|4534 "Black Sea" 1 sea
4153 "Caspian" 1 sea|4741 "Caucasus" 2 range""",
    "NI": """1338 "OTTOMAN EMPIRE" 1 country|2342 "PERSIA" 1 country|2138 "Zagros" 2 range|1744 "Tigris" 3 river
1548 "Euphrates" 3 river""",
    "NE": """4506 "EGYPT" 1 country|3507 "SINAI" 1 country|2220 "PALESTINE" 1 country|1825 "SYRIA" 1 country
3620 "Mediterranean" 1 sea""",
}
