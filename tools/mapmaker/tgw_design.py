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
    "france": ("France", "fr"), "belgium": ("Belgium", "be"), "luxembourg": ("Luxembourg", "lx"), "germany": ("Germany", "ge"),
    "netherlands": ("Holland", "nl"), "switzerland": ("Switzerland", "ch"), "england": ("England", "gb"), "italy": ("Italy", "it"),
    "austria-hungary": ("Austria-Hungary", "ah"), "russia": ("Russia", "ru"), "russian-poland": ("Russian Poland", "ru"),
    "serbia": ("Serbia", "sr"), "montenegro": ("Montenegro", "mn"), "albania": ("Albania", "al"), "greece": ("Greece", "gk"),
    "bulgaria": ("Bulgaria", "bu"), "romania": ("Romania", "ro"), "ottoman-empire": ("Ottoman Empire", "tu"),
    "egypt": ("Egypt", "br"), "persia": ("Persia", "pn"), "nejd": ("Nejd", "ab"), "sweden": ("Sweden", "se"),
    "denmark": ("Denmark", "dk"), "norway": ("Norway", "no"),
}
#: names in the draft
ORIGIN = {
    "France": "france", "Belgium": "belgium", "Luxembourg": "luxembourg", "Germany": "germany", "Netherlands": "netherlands",
    "Switzerland": "switzerland", "Great Britain": "england", "Italy": "italy", "Austria-Hungary": "austria-hungary",
    "Russia": "russia", "Serbia": "serbia", "Montenegro": "montenegro", "Albania": "albania", "Greece": "greece",
    "Bulgaria": "bulgaria", "Rumania": "romania", "Ottoman Empire": "ottoman-empire", "Egypt": "egypt", "Persia": "persia",
    "Nejd and Jabal Shammar": "nejd", "Kuwait": "ottoman-empire", "Sweden": "sweden", "Denmark": "denmark", "Norway": "norway",
}
#: nobody enters: Holland and Switzerland (17.4), and land that is only scenery
CLOSED = ("netherlands", "switzerland", "england", "nejd", "sweden", "denmark", "norway")

#: hexes whose country the draft takes from a polygon that a town on the border contradicts, or that the book settles
MEMBERS = {
    "france": "W6217 W5622",
    "germany": "W3833 W3834 E5701",
    "belgium": "W6424 W6524",
    "serbia": "E2512 E1416",
    "bulgaria": "E2218 E2223",
    "romania": "E2727",
    "greece": "E1417",
    "persia": "N2940 N2841 N2941",
    "italy": "W2629 W2024",
    "austria-hungary": "W2413",
}

#: terrain that the book or the lie of the land settles: hex -> (terrain, source, why)
TERRAIN = {
    "E2717": ("pass", "stated", "8.33"), "E2618": ("pass", "stated", "8.33"), "E2617": ("mountain", "implied", "8.33"),
    "N2147": ("clear", "designed", "Amara: a British force stands there"), "N1949": ("clear", "designed", "Nasiriya"),
    "N2149": ("clear", "designed", "Qurna road: a British force stands there"),
    "N2252": ("clear", "designed", "Basra"), "N2552": ("clear", "designed", "Abadan"),
}
#: hexes that flood when it is Wet (12.2); a choice, the book names none
FLOOD = "W6811 W6812 W6712 W6711 W6512 W6411 W2123 W2024 W2124 W2223 W2325 W1921 W1821 E2427 E2526 E2527 E2626 E2627 E2728"
#: marsh besides the draft's Pripet
MARSH = ""
#: forest besides the draft's, which has only the named ones
FOREST = ("E5220 E5320 E5120 E5019 E5526 E5527 E5728 E6022 E6123 E6224 E4516 E4517 E4224 E4325 E5108 E5208 E5110 E5605 "
          "E5725 E5929 E6127 E6229 E6330 E6429 E6528 E6725 E6823")
#: passes: both hexes of a pass and the side between them (8.33); chosen but for the Vulkan pass, which is the book's example
PASSES = {
    "E2717/E2618": ("Vulkan Pass", "stated"),
}

#: sides of which the book speaks
HAFFS = {"E5304/E5405": "Stettin", "E5404/E5405": "Stettin", "E5405/E5406": "Stettin", "E5615/E5715": "Königsberg",
         "E5715/E5816": "Königsberg"}
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
N4213 "Port Said"|N4105 "Suez"|N4309 "Ismailia"|N4810 "Zagazig" """,
}
#: towns by name where the draft has none or another, and places that are no town
TOWNS = {
    "stated": """W6316 "Mons"|W6312 "Lens"|W6310 "Béthune"|W5425 "Longwy"|W6912 "Ostend"|W6709 "Dunkirk"|W6707 "Calais"
W6606 "Boulogne"|E2623 "Ploesti"|E5620 "Kovno"|E4222 "Lutsk"|E3918 "Przemysl"|E6116 "Libau"|E6921 "Reval"|E6924 "Narva"
E7028 "Kronstadt"|E2328 "Constanta"|E2027 "Varna"|E1726 "Burgas"|E1210 "Valona"|E1709 "Scutari"|N2913 "Gaza"|N2711 "Beersheba"
N4011 "Romani"|N3611 "Pipeline Station"|N3311 "El Arish"|N3112 "Rafa"|N4208 "Bitter Lake"|N3338 "Van"|N4332 "Trebizond"
N1845 "Kut"|N1540 "Baghdad"|N2040 "Gilan" """,
    "implied": """W6111 "Arras"|W6221 "Namur"|E1023 "Gallipoli"|E1024 "Bulair"|N2941 "Urmia"|N2841 "Ushnu"|N2940 "Mergavar" """,
    "designed": """W6113 "Cambrai"|W6612 "Ypres"|N3835 "Erzurum"|N3931 "Erzinjan"|N4437 "Batum"|E5512 "Putzig"|E5816 "Memel"
E5403 "Greifswald"|E1124 "Keshan"|N1336 "Tekrit"|N1641 "Suwaira"|N1949 "Nasiriya"|N2149 "Qurna" """,
}
#: what the draft calls a city or town and is none, or lies beside the hex that the book gives it
NO_TOWN = ("W6320 W6731 W6829 W6929 W6932 W6930 W6931 W4634 E1022 E1122 E1123 E5405 N3012 N1850 N2150 N2452 N2553 N3836 N3935 "
           "N2931 N3233 N3752 N1541 N4209 N3038 N3040 N1645 N1642 N4608 N4808 W4907 W5106")

HEAVY = {"implied": "", "designed": """be W6819 "Antwerp"|be W6424 "Liège"|be W6221 "Namur"|fr W5123 "Verdun"|fr W4724 "Toul"
fr W4327 "Épinal"|fr W3829 "Belfort"|ge W5027 "Metz"|ge W5227 "Diedenhofen"|ge W4633 "Strassburg"|ge W6530 "Cologne"
ge E5514 "Königsberg"|ge E5012 "Thorn"|ge E4809 "Posen"|ah E3918 "Przemysl"|ah E4013 "Cracow"|ru E4815 "Novo-Georgievsk"
ru E4719 "Brest-Litovsk"|ru E5620 "Kovno"|ro E2423 "Bucharest"|tu N3835 "Erzurum"|ru N4039 "Kars"|it W2014 "Verona" """}
FORTS = {"stated": """ru E4222 "Lutsk"|tu N2913 "Gaza"|tu N2711 "Beersheba" """, "implied": """fr W6413 "Lille" """,
         "designed": """fr W6217 "Maubeuge"|fr W5217 "Reims"|fr W4122 "Langres"|fr W3621 "Dijon"|ge W6033 "Coblenz"|ge W7029 "Wesel"
ge E5112 "Graudenz"|ge E4508 "Breslau"|ge E5316 "Lötzen"|ge E5412 "Danzig"|ge E5005 "Küstrin"|ge E4707 "Glogau"
ru E5220 "Grodno"|ru E5218 "Osowiec"|ru E4517 "Ivangorod"|ru E5117 "Lomza"|ru E5016 "Rozan"|ru E4223 "Rovno"|ru E5824 "Dvinsk"
ru E7028 "Kronstadt"|ah W2615 "Trent"|ah E1808 "Cattaro"|ah E3409 "Komorn"|ah W3218 "Franzensfeste"|it W1813 "Mantua"
it W2022 "Venice"|ro E2826 "Focsani"|ro E2324 "Tutrakan"|ro E2325 "Silistria"|tu E1524 "Adrianople"|tu E1327 "Chatalja"
ru N4437 "Batum"|ru N4041 "Alexandropol" """}

PORTS = {"stated": "W6819 W5603 W6912 W6709 W6707 W6606 W5801 W2022 W2230 E5205 E5412 E5514 E6116 E6120 E6921 E6924 E7028 E7030 "
         "E1726 E2027 E2328 E3031 E1116 E1210 N2252 N2552 N4332",
         "designed": "W6004 E1328 E1319 N2718 N2624 N2430 N4437"}
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
KEEP = "E5405 E5715 E5512"
LABELS = {
    "W": """6502 "Channel" 1 sea|5205 "FRANCE" 1 country|6517 "BELGIUM" 1 country|6030 "GERMANY" 1 country|7022 "HOLLAND" 2 country
5924 "Ardennes" 2 range|4331 "Vosges" 2 range|5719 "Meuse" 3 river|4911 "Seine" 3 river|5014 "Marne" 3 river
6231 "Rhine" 3 river""",
    "WI": """1816 "ITALY" 1 country|3222 "AUSTRIA-HUNGARY" 1 country|1926 "Adriatic" 1 sea|3019 "Dolomites" 2 range
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
