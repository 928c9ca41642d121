"""The Ourcq, September 1914: who was there. Formations from memory of the histories, corrected where a page was at hand."""

NOTE = """\
Orders of battle. Which formations fought, where and when: from memory of the histories (Reichsarchiv, the French
official history, Edmonds), not copied from them; checked or corrected by a page in hand: 62 DR (AFGG as quoted at
1914ancien.free.fr), 61 DR, the cavalry corps (Palat), the bridges (Edmonds ch. XVII), 365 RI, which was elsewhere.
The chasseurs of the 56 DR and the regiments of the 37 DI rest on memory alone. Strengths are ours: one point for
about 800 rifles with the losses of August taken off (a German active regiment 3, a British brigade 4), batteries by
weight of fire, ranges 85 per cent of the greatest, to the nearest hex of 2 km. Simplified: artillery regiments are
one counter; the BEF has one heavy battery a corps; the march regiments of the African divisions bear the number of
the regiment they came from; the cavalry corps Richthofen counts as First Army; the French Fifth Army and the cavalry
corps Conneau are off the map."""

KINDS = {
    "ir": ("inf", "regiment", 3, 2, 6, 0, 0, 0, ""),
    "rir": ("inf", "regiment", 3, 2, 6, 0, 0, 0, ""),
    "rr": ("inf", "regiment", 2, 1, 6, 0, 0, 0, ""),
    "ri": ("inf", "regiment", 3, 2, 6, 0, 0, 0, ""),
    "bde": ("inf", "brigade", 4, 2, 6, 0, 0, 0, ""),
    "jb": ("jaeger", "battalion", 1, 1, 7, 0, 0, 0, ""),
    "kb": ("cav", "brigade", 2, 1, 8, 0, 0, 0, ""),
    "bc": ("cav", "brigade", 1, 1, 7, 0, 0, 0, ""),
    "cb": ("cav", "brigade", 2, 1, 8, 0, 0, 0, ""),
    "f77": ("art", "regiment", 3, 0, 6, 4, 1, 2, ""),
    "f105": ("art", "regiment", 4, 0, 6, 3, 0, 0, ""),
    "f75": ("art", "regiment", 3, 0, 6, 4, 1, 2, ""),
    "f18": ("art", "regiment", 4, 0, 6, 3, 1, 2, ""),
    "ha": ("art", "battery", 1, 0, 8, 3, 1, 2, ""),
    "h150": ("art", "battalion", 4, 0, 5, 3, 0, 0, "corps"),
    "h60": ("art", "battery", 2, 0, 5, 4, 0, 0, "corps"),
    "off": ("art", "group", 4, 0, 5, 5, 0, 0, "off"),
}

G1, F6, B = "First", "Sixth", "BEF"
DIVISIONS = [
    # Germany
    (
        "GE",
        G1,
        "IV R",
        "7 RD",
        "",
        ["rir RIR 27 @1314", "rir RIR 36 @1314", "rir RIR 66 @1415", "rir RIR 72 @1415", "jb R Jager 4 @1314", "f77 RFAR 7 @1415"],
    ),
    ("GE", G1, "IV R", "22 RD", "", ["rir RIR 32 @1213", "rir RIR 82 @1213", "f77 RFAR 22 @1312"]),
    ("GE", G1, "IV R", "4 KD", "", ["kb 3 KB @1210", "kb 17 KB @1210", "kb 18 KB @1110", "ha RA 3 @1210L"]),
    ("GE", G1, "IV R", "43 RB", "5 northwest", ["rir RIR 71", "rir RIR 94", "jb R Jager 11"]),
    ("GE", G1, "II", "3 ID", "1 morin", ["ir GR 2", "ir GR 9", "ir FR 34", "ir IR 42", "f77 FAR 2", "f105 FAR 38"]),
    (
        "GE",
        G1,
        "II",
        "4 ID",
        "1 morin",
        ["ir IR 14", "ir IR 149", "ir IR 49", "ir IR 140", "f77 FAR 17", "f105 FAR 53", "h150 I Fussa 15"],
    ),
    ("GE", G1, "IV", "7 ID", "1 rebais", ["ir IR 26", "ir IR 66", "ir IR 27", "ir IR 165", "f77 FAR 4", "f105 FAR 40"]),
    (
        "GE",
        G1,
        "IV",
        "8 ID",
        "1 rebais",
        ["ir FR 36", "ir IR 93", "ir IR 72", "ir IR 153", "f77 FAR 74", "f105 FAR 75", "h150 I Fussa 4"],
    ),
    (
        "GE",
        G1,
        "III",
        "5 ID",
        "4 southeast",
        ["ir LGR 8", "ir IR 48", "ir GR 12", "ir IR 52", "jb Jager 3", "f77 FAR 18", "f105 FAR 54"],
    ),
    (
        "GE",
        G1,
        "III",
        "6 ID",
        "4 southeast",
        ["ir IR 20", "ir FR 35", "ir IR 24", "ir IR 64", "f77 FAR 3", "f105 FAR 39", "h150 I Fussa 2"],
    ),
    ("GE", G1, "IX", "17 ID", "4 east", ["ir IR 75", "ir IR 76", "ir GR 89", "ir FR 90", "f77 FAR 24", "f105 FAR 60"]),
    (
        "GE",
        G1,
        "IX",
        "18 ID",
        "4 east",
        ["ir FR 86", "ir IR 84", "ir IR 85", "ir IR 31", "f77 FAR 9", "f105 FAR 45", "h150 II Fussa 20"],
    ),
    ("GE", G1, "HKK 2", "2 KD", "", ["kb 5 KB @1824", "kb 8 KB @1824", "kb LHB @1924", "ha RA 35 @1824L", "jb Jager 4 @2024"]),
    ("GE", G1, "HKK 2", "9 KD", "", ["kb 13 KB @2225", "kb 14 KB @2225", "kb 19 KB @2125", "ha RA 10 @2225L", "jb Jager 9 @2225"]),
    ("GE", G1, "HKK 1", "GKD", "2 southeast", ["kb 1 GKB", "kb 2 GKB", "kb 3 GKB", "ha GRA", "jb G Jager"]),
    ("GE", G1, "HKK 1", "5 KD", "2 southeast", ["kb 9 KB", "kb 11 KB", "kb 12 KB", "ha RA 5"]),
    # France
    (
        "FR",
        F6,
        "5 GDR",
        "55 DR",
        "",
        [
            "rr 204 RI @0814",
            "rr 282 RI @0814",
            "rr 289 RI @0814",
            "rr 231 RI @0914",
            "rr 246 RI @0914",
            "rr 276 RI @0914",
            "f75 AD 55 @0714",
        ],
    ),
    (
        "FR",
        F6,
        "5 GDR",
        "56 DR",
        "",
        [
            "rr 294 RI @0811",
            "rr 354 RI @0811",
            "rr 355 RI @0811",
            "rr 350 RI @0812",
            "rr 361 RI @0812",
            "rr 65-69 BCP @0812",
            "f75 AD 56 @0711",
        ],
    ),
    ("FR", F6, "5 GDR", "Maroc", "", ["ri 1 Maroc @0915", "ri 2 Maroc @0915", "ha AD Maroc @0815"]),
    ("FR", F6, "5 GDR", "Gillet", "", ["cb Gillet @0910"]),
    (
        "FR",
        F6,
        "VII",
        "14 DI",
        "",
        ["ri 35 RI @0709", "ri 42 RI @0709", "ri 44 RI @0709", "ri 60 RI @0709", "f75 47 RAC @0710", "f75 AC 7 @0610"],
    ),
    (
        "FR",
        F6,
        "VII",
        "63 DR",
        "",
        [
            "rr 216 RI @0610",
            "rr 238 RI @0610",
            "rr 292 RI @0610",
            "rr 298 RI @0509",
            "rr 305 RI @0509",
            "rr 321 RI @0509",
            "f75 AD 63 @0509",
        ],
    ),
    ("FR", F6, "45", "45 DI", "2 claye", ["ri 1 Zouaves", "ri 3 Zouaves", "ri 2 Zouaves", "ri 2 Tirailleurs", "f75 AD 45"]),
    (
        "FR",
        F6,
        "6 GDR",
        "61 DR",
        "3 north",
        ["rr 264 RI", "rr 265 RI", "rr 316 RI", "rr 219 RI", "rr 262 RI", "rr 318 RI", "f75 AD 61"],
    ),
    (
        "FR",
        F6,
        "6 GDR",
        "62 DR",
        "2 paris",
        ["rr 263 RI", "rr 278 RI", "rr 338 RI", "rr 250 RI", "rr 307 RI", "rr 308 RI", "f75 AD 62"],
    ),
    ("FR", F6, "37", "37 DI", "5 paris", ["ri 2 Zouaves M", "ri 3 Zouaves M", "ri 2 Tir M", "ri 3 Tir M", "f75 AD 37"]),
    ("FR", F6, "IV", "7 DI", "4 paris", ["ri 101 RI", "ri 102 RI", "ri 103 RI", "ri 104 RI", "f75 26 RAC"]),
    ("FR", F6, "IV", "8 DI", "3 lagny", ["ri 124 RI", "ri 130 RI", "ri 115 RI", "ri 117 RI", "f75 31 RAC", "f75 AC 4"]),
    ("FR", F6, "CC 1", "1 DC", "3 north", ["bc 2 BC", "bc 5 BD", "bc 11 BD", "ha A 1 DC"]),
    ("FR", F6, "CC 1", "3 DC", "3 north", ["bc 4 BC", "bc 13 BD", "bc 3 BL", "ha A 3 DC"]),
    ("FR", F6, "CC 1", "5 DC", "3 north", ["bc 3 BD", "bc 7 BD", "bc 5 BL", "ha A 5 DC"]),
    ("FR", F6, "Paris", "Paris", "3 paris", ["off Camp retranche"]),
    # Britain
    ("BR", B, "I", "1 Div", "2 rozay", ["bde 1 Guards Bde", "bde 2 Bde", "bde 3 Bde", "f18 1 Div RFA", "h60 26 Hvy Bty"]),
    ("BR", B, "I", "2 Div", "2 rozay", ["bde 4 Guards Bde", "bde 5 Bde", "bde 6 Bde", "f18 2 Div RFA"]),
    ("BR", B, "II", "3 Div", "2 crecy", ["bde 7 Bde", "bde 8 Bde", "bde 9 Bde", "f18 3 Div RFA"]),
    ("BR", B, "II", "5 Div", "2 crecy", ["bde 13 Bde", "bde 14 Bde", "bde 15 Bde", "f18 5 Div RFA", "h60 108 Hvy Bty"]),
    (
        "BR",
        B,
        "III",
        "4 Div",
        "2 tournan",
        ["bde 10 Bde", "bde 11 Bde", "bde 12 Bde", "bde 19 Bde", "f18 4 Div RFA", "h60 31 Hvy Bty"],
    ),
    (
        "BR",
        B,
        "Cav",
        "Cav Div",
        "2 rozay",
        ["cb 1 Cav Bde", "cb 2 Cav Bde", "cb 4 Cav Bde", "cb 3 Cav Bde", "cb 5 Cav Bde", "ha RHA 3", "ha RHA 7"],
    ),
]
