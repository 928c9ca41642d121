"""Everything about the map of ditt that the rulebook says or that we had to decide. `stated` = the book says so, `implied` = it
follows from the book, `designed` = ours; what is not here comes from geography. Line numbers are those of the rulebook's text."""

from __future__ import annotations

#: country -> (name, nation that holds it at the start)
COUNTRIES: dict[str, tuple[str, str]] = {
    "great-britain": ("Great Britain", "br"),
    "france": ("France", "fr"),
    "belgium": ("Belgium", "bl"),
    "germany": ("Germany", "ge"),
    "austria-hungary": ("Austria-Hungary", "ah"),
    "switzerland": ("Switzerland", "ch"),
    "italy": ("Italy", "it"),
    "serbia": ("Serbia", "sb"),
    "montenegro": ("Montenegro", "mt"),
    "albania": ("Albania", "al"),
    "macedonia": ("Macedonia", "mc"),
    "greece": ("Greece", "gk"),
    "bulgaria": ("Bulgaria", "bu"),
    "roumania": ("Roumania", "rm"),
    "denmark": ("Denmark", "dk"),
    "norway": ("Norway", "no"),
    "sweden": ("Sweden", "sw"),
    "russia": ("Russia", "rs"),
    "finland": ("Finland", "rs"),
    "baltic-states": ("Baltic States", "rs"),
    "poland": ("Poland", "rs"),
    "white-russia": ("White Russia", "rs"),
    "ukraine": ("Ukraine", "rs"),
    "georgia": ("Georgia", "rs"),
    "azerbaijan": ("Azerbaijan", "rs"),
    "armenia": ("Armenia", "tu"),
    "ottoman-turkey": ("Ottoman Turkey", "tu"),
    "turkish-arabia": ("Turkish Arabia", "tu"),
    "mesopotamia": ("Mesopotamia", "tu"),
    "hedjaz": ("Hedjaz", "tu"),
    "arabian-desert": ("Arabian Desert", "ab"),
    "aden": ("Aden", "br"),
    "cyprus": ("Cyprus", "br"),
    "north-persia": ("North Persia", "rs"),
    "south-persia": ("South Persia", "br"),
    "egypt": ("Egypt", "br"),
    "malta": ("Malta", "br"),
    "libya": ("Libya", "it"),
    "tunisia": ("Tunisia", "fr"),
    "box": ("Colonial boxes", "br"),
    "kamerun": ("Kamerun", "br"),
    "sued-west-afrika": ("Süd-West Afrika", "br"),
    "ost-afrika": ("Ost-Afrika", "br"),
    "india": ("India", "br"),
}

#: hexes whose country geography gets wrong or leaves open: country -> hexes
MEMBERS = {
    # 16.1 (l.816): four hexes of Armenia are Russian; Armenia is the state of 1918 "in full flower"
    "armenia": "1123 1222 1321 1322",
    "serbia": "2310",  # l.834: a Serb Army stands there, and Serbs may not enter Austria-Hungary
    "france": "3207",  # the French 5th Army stands there; holds Belgian soil (10.5)
    "macedonia": "1810 1910 1911",  # ruling Z-05
    "greece": "1310 1409",  # Crete
    "italy": "1311",  # Rhodes, Italian since 1912
    "cyprus": "1113 1114 1115",
    "malta": "1904",
    "hedjaz": "0117",  # Yemen: the Turkish VII starts there, and Turkey rules no other land on the strip (16.1)
    "egypt": "0109 0111 0112",  # the Sudan
    "south-persia": "0123 0222 0223 0322 0323 0324 0422 0423 0424 0425 0522 0523 0524 0525",
    "baltic-states": "2917 3016 3017 3018 3116 3117 3118 3216 3217 3218 3317 3318 3319",
    "white-russia": "2617 2618 2715 2716 2718 2719 2815 2816 2817 2818 2916 2918",
    "finland": "3619",
}

#: hex -> (terrain, source, why)
TERRAIN = {
    "3205": ("clear", "stated", "l.59"),
    "2012": ("rough", "stated", "l.60"),
    "2717": ("swamp", "stated", "l.61"),
    "3005": ("mountain", "stated", "l.62"),
    "1501": ("desert", "stated", "l.63"),
    "2807": ("alpine", "stated", "l.64"),
    "0812": ("desert", "stated", "6.2 (l.298)"),
    "0813": ("clear", "implied", "units driven from 0812 retreat here (6.2)"),
    "0612": ("desert", "implied", "else 0812 could be walked round"),
    "0712": ("desert", "implied", "else 0812 could be walked round"),
    **{
        h: ("desert", "designed", "oases of the Sahara; some Desert hex of Libya must be there for the Senussi (14.1)")
        for h in ["1006", "1007", "1104", "1105", "1106", "1107", "1202", "1203", "1302", "1303", "1401", "1402", "0908"]
    },
    **{
        h: ("clear", "designed", "the Nile, the Hedjaz railway and the coast are roads through the desert")
        for h in [
            "0109",
            "0110",
            "0209",
            "0214",
            "0310",
            "0314",
            "0410",
            "0414",
            "0514",
            "0614",
            "0715",
            "0810",
            "0815",
            "1008",
            "1108",
            "1701",
            "1601",
            "1502",
        ]
    },
    "1206": ("rough", "designed", "the Green Mountain"),
    "1306": ("rough", "designed", "the Green Mountain"),
}

#: in and around northern Italy (6.2); 2708 is stated (l.65), the others are the hexes through which Austria and Italy touch
SNOW = {
    "2708": "stated",
    "2807": "implied",
    "2707": "designed",
    "2709": "designed",
    "2808": "designed",
    "2608": "designed",
    "2508": "designed",
}

#: islands and shores: hexes of one piece of land; a side between two pieces is all sea
ISLANDS = (
    "3506 3507 3604 3605 3606 3607 3704 3705 3706 3707 3708 3805 3806 3807 3808 3907 3908",  # Great Britain
    "3904 3905 3906",  # Ireland
    "1905 2004 2005 2104 2105",  # Sicily
    "1904",
    "2302 2303 2402 2403 2503",
    "2504 2505 2604",
    "1310 1409",
    "1311",
    "1113 1114 1115",
    "3315 3316",  # Gotland
    "3317",
    "3417",
    "3312 3412",  # Dagö and Ösel; Aland; Falster and Zealand
)
#: sides of one shore that are water all the same: gulfs and straits
GULFS = (
    "1116/1215 1409/1510 1608/1609 1710/1810 1712/1811 1809/1810 1810/1811 1713/1812 1712/1812 1713/1813 1813/1914 1908/2007 "
    "1918/2018 1919/2018 1919/2019 1919/1920 1819/1919 1920/2019 2016/2116 2016/2117 2015/2016 2006/2007 2108/2109 2108/2208 "
    "2008/2108 2207/2208 2207/2308 2307/2308 2507/2508 2507/2607 2508/2607 2605/2705 2802/2803 3114/3115 3216/3217 "
    "3212/3313 3318/3418 3319/3418 3319/3419 3319/3320 3219/3320 3405/3505 3311/3411 3512/3513 3512/3612 3513/3612 3517/3518 "
    "3618/3718 3618/3719 3619/3719 3719/3720 3720/3819 3623/3624 3524/3624 3623/3724 3425/3526 3526/3625 3625/3626 3626/3726 "
    "0112/0113 3607/3708 3708/3808"
)
#: stated among them: l.76 (sea boundary at the Dardanelles)
STATED_SEA = {"1713/1812": "the Dardanelles, l.76"}

#: all-sea sides with a crossing arrow -> (sea, source, why)
CROSSINGS = {
    "2007/2008": ("adriatic", "stated", "Otranto, l.75 and the Sea Control Table"),
    "1714/1813": ("black-sea", "stated", "the Bosphorus, l.271"),
    "3406/3506": ("north-sea", "designed", "Dover; l.551 says arrows between Britain and France, in the plural"),
    "3505/3605": ("north-sea", "designed", "Cherbourg to Portsmouth"),
    "3313/3412": ("baltic", "designed", "the Sound"),
    "3411/3412": ("baltic", "designed", "the Great Belt"),
    "3217/3317": ("baltic", "designed", "Moon Sound"),
    "3416/3417": ("baltic", "designed", "Aland Sea"),
    "3417/3418": ("baltic", "designed", "the skerries of Abo"),
    "2005/2006": ("mediterranean", "designed", "Messina"),
}

BLOCKED = {
    "2511/2610": ("the Danube above Budapest", "stated"),
    "2311/2411": ("the Danube at Belgrade", "stated"),
    "1811/1911": ("the Rhodope: blocked sides of 1911 reach the sea", "implied"),
    "1911/1912": ("the Rhodope", "designed"),
}
GENEVA = "2905/3005"

#: where the sea zones meet (6.5): stated at the Dardanelles, ours between other seas
BOUNDARIES = {"1713/1812": ("mediterranean and black-sea", "stated")}

SEAS = {
    "north-sea": ("North Sea", "with the Atlantic and the Arctic"),
    "baltic": ("Baltic Sea", ""),
    "black-sea": ("Black Sea", ""),
    "mediterranean": ("Mediterranean Sea", ""),
    "adriatic": ("Adriatic Sea", ""),
    "red-sea": ("Red Sea", "EP for good"),
    "caspian": ("Caspian Sea", "EP for good"),
    "persian-gulf": ("Persian Gulf", "EP for good"),
}
#: rules that say something about a single hex; the map file cites them beside it
RULES = {
    "0119": "ditt.8.3c: on the Persian Gulf",
    "1911": "ditt.err.a: no coast",
    "2311": "ditt.err.b: the name",
    "2314": "ditt.15.11c: in Austria-Hungary",
    "2405": "ditt.err.d: the name",
    "2512": "ditt.15.11c: in Austria-Hungary",
    "2614": "ditt.err.e: the name",
    "2709": "ditt.err.e: the name",
    "3305": "ditt.err.e: the name",
    "3706": "ditt.err.e: the name",
    "3707": "ditt.err.e: the name",
    "3916": "ditt.8.3c: on the North Sea",
}
#: hexes of mostly water that the catalogue does not name
MORE_SEA = ["0211", "0221", "0512", "1510", "1717", "3525", "3909"]
#: seas that a hex touches, where sampling the shifted coast goes wrong; '' = it does not touch the sea
COASTS = {
    "1911": "",
    "0119": "persian-gulf",
    "3916": "north-sea",
    "1812": "mediterranean",
    "1712": "mediterranean",
    "1713": "black-sea",
    "1714": "black-sea",
    "1813": "black-sea",
    "1910": "mediterranean",
    "0711": "red-sea",
    "0812": "mediterranean",
    "0612": "red-sea",
    "0712": "red-sea",
    "0613": "red-sea",
    "0112": "red-sea",
    "0113": "red-sea",
    "0116": "red-sea",
    "0117": "red-sea",
    "0213": "red-sea",
    "0313": "red-sea",
    "0321": "persian-gulf",
    "0322": "persian-gulf",
    "0222": "persian-gulf",
    "0123": "persian-gulf",
    "0814": "",
    "0223": "",
    "3512": "north-sea,baltic",
    "2007": "adriatic,mediterranean",
    "2008": "adriatic",
    "1908": "mediterranean",
    "3311": "baltic",
    "3410": "baltic,north-sea",
    "3411": "baltic",
    "3513": "baltic,north-sea",
    "3015": "",
    "3612": "north-sea",
    "3613": "north-sea",
    "3312": "baltic",
    "3412": "baltic",
    "3309": "",
    "3310": "north-sea",
    "2708": "",
    "2608": "adriatic",
    "2509": "",
    "2606": "",
    "2709": "",
    "1921": "",
    "0811": "",
    "2107": "mediterranean",
    "2308": "adriatic",
    "2309": "adriatic",
    "2009": "",
    "2406": "adriatic",
    "1818": "",
    "2108": "adriatic",
    "2109": "adriatic",
    "2207": "adriatic",
    "2208": "adriatic",
    "2307": "adriatic",
    "2407": "adriatic",
    "2408": "adriatic",
    "2507": "adriatic",
    "2508": "adriatic",
    "2607": "adriatic",
    "1810": "mediterranean",
    "1811": "mediterranean",
    "0111": "",
    "1913": "black-sea",
    "3924": "north-sea",
    "3419": "baltic",
    "3220": "baltic",
    "1216": "mediterranean",
    "3914": "north-sea",
    "3721": "baltic",
    "3807": "north-sea",
    "3326": "north-sea",
    "3523": "north-sea",
    "3723": "north-sea",
    "2001": "mediterranean",
    "3112": "baltic",
}

#: fort kinds are the book's: fort 0-15-20, colonial 0-2-9 (8.4). nation hex name source line
FORTS = """
ge 3114 Danzig stated|ge 3014 Königsberg stated|ge 2915 Tannenberg stated|ge 3013 Thorn stated|ge 3012 Posen stated
ge 2912 Breslau stated|ge 3108 Metz designed|ge 3007 Straßburg designed|fr 3107 Verdun designed|fr 3006 Belfort designed
ah 2613 Przemysl designed|ah 2712 Cracow designed|bl 3308 Liège designed|bl 3407 Antwerp designed
rs 2914 Novo-Georgievsk designed|rs 2813 Ivangorod designed|rs 2715 Brest-Litovsk designed|rs 2916 Grodno designed
rs 3016 Kovno designed|rs 3018 Dünaburg designed|rs 1917 Sevastopol designed|rs 1322 Kars designed"""
COLONIAL_FORTS = "fr 2102 Tunis implied|it 1702 Tripoli implied|it 1405 Benghazi implied|br 0119 Aden stated"
#: nation hex count name source
CITIES = """
ah 2710 1 Vienna stated|ah 2511 1 Budapest designed|ah 2810 1 Prague designed|ah 2508 1 Trieste designed
fr 3305 2 Paris stated|fr 3202 1 Bordeaux designed|ge 3111 1 Berlin designed|ge 3309 1 The Ruhr designed|ge 2909 1 Munich designed
ge 3010 1 Leipzig designed|br 3506 1 London designed|br 3706 1 Birmingham designed|br 3707 1 Manchester designed
br 0811 1 Cairo implied|br 0911 1 Alexandria implied|br 0711 1 Suez implied|it 2607 1 Venice implied|it 2806 1 Milan designed
it 2405 1 Rome designed|sb 2311 1 Belgrade designed|sb 2111 1 Nish designed|sb 2010 1 Üsküb designed|bu 2011 1 Sophia designed
gk 1710 1 Athens designed|sw 3416 1 Stockholm designed|no 3613 1 Christiania designed|dk 3412 1 Copenhagen designed
tu 1813 1 Constantinople stated|tu 1611 1 Smyrna designed|tu 1515 1 Angora designed|tu 1319 1 Erzurum designed
tu 0920 1 Mosul designed|tu 0916 1 Damascus designed|tu 0720 1 Baghdad designed|tu 0814 1 Jerusalem designed
rs 2814 1 Warsaw designed|rs 3117 1 Riga designed|rs 2817 1 Minsk designed|rs 2417 1 Kiev designed|rs 2116 1 Odessa designed
rs 3220 1 Petrograd designed|rs 2722 1 Moscow designed|rs 1422 1 Tiflis designed|rs 1125 1 Baku designed
rs 3419 1 Helsingfors designed"""
#: kind nation hex name source
MARKS = """
see mr 0915 Beirut stated|see as 1020 Van stated|centre ar 1222 Erevan stated|centre ar 1020 Van stated
centre ar 1216 Alexandretta stated|centre ar 1319 Erzurum stated|centre ar 1417 Sivas stated
entry it 2512 Miskolc stated|entry rm 2314 Kronstadt stated"""

#: the Arabian Desert is one area: the catalogue names no hex of it (19.0), and only Arabs may enter it (14.1). Its doors are
#: the hexes of these countries that touch Arabian ground without a name
DESERT_NEIGHBOURS = ("hedjaz", "turkish-arabia", "aden")

#: labels for the eye: hex text rank kind
LABELS = """
3203 France 1 country|3109 Germany 1 country|2611 Austria-Hungary 1 country|2921 Russia 1 country|1514 Ottoman Turkey 1 country
3706 Great Britain 2 country|2706 Italy 2 country|2218 Ukraine 2 country|3520 Finland 2 country|3716 Sweden 2 country
3814 Norway 2 country|2113 Roumania 2 country|2012 Bulgaria 3 country|2210 Serbia 3 country|1809 Greece 3 country
2814 Poland 2 country|2717 White Russia 2 country|3117 Baltic States 2 country|1421 Georgia 3 country|1124 Azerbaijan 3 country
1220 Armenia 2 country|0723 North Persia 2 country|0424 South Persia 2 country|0819 Mesopotamia 2 country
0916 Turkish Arabia 2 country|0314 Hedjaz 3 country|0810 Egypt 2 country|1204 Libya 2 country|2101 Tunisia 3 country
2906 Switzerland 3 country|3308 Belgium 3 country|3411 Denmark 3 country|3905 Ireland 3 country|0111 Sudan 3 country
3710 "North Sea" 1 sea|3215 "Baltic Sea" 2 sea|1816 "Black Sea" 1 sea|1606 "Mediterranean Sea" 1 sea|2407 Adriatic 3 sea
0412 "Red Sea" 2 sea|1225 "Caspian Sea" 2 sea|3301 "Bay of Biscay" 3 sea|2304 Tyrrhenian 3 sea|1610 Aegean 3 sea
0221 "Persian Gulf" 3 sea|3525 "White Sea" 3 sea"""
