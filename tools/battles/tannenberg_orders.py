"""Tannenberg, August 1914: who was there. Facts from the official histories and the published orders of battle, from memory."""

NOTE = """Orders of battle: Reichsarchiv (Der Weltkrieg, II), Golovin (The Russian Campaign of 1914), Showalter (Tannenberg), for which
formations fought, where and when. Regiment numbers and names are theirs; strengths are ours: one point for about 900 rifles, batteries by
weight of fire, ranges 85 per cent of the greatest at 2.5 km a hex.
Simplified: artillery regiments and brigades are one or two counters; the third Guards division is the two regiments that came; garrison
and Landsturm units are left out; the Landwehr stands as brigades of two regiments."""

KINDS = {
    "ir": ("inf", "regiment", 4, 2, 6, 0, 0, 0, ""), "rir": ("inf", "regiment", 3, 2, 6, 0, 0, 0, ""), "lir": ("inf", "regiment", 2, 1, 6, 0, 0, 0, ""),
    "pp": ("inf", "regiment", 4, 2, 6, 0, 0, 0, ""), "sp": ("inf", "regiment", 2, 1, 6, 0, 0, 0, ""), "jb": ("jaeger", "battalion", 1, 1, 7, 0, 0, 0, ""),
    "kb": ("cav", "brigade", 2, 1, 8, 0, 0, 0, ""), "rb": ("cav", "brigade", 2, 1, 8, 0, 0, 0, ""),
    "f77": ("art", "regiment", 4, 0, 6, 3, 1, 2, ""), "f105": ("art", "regiment", 5, 0, 6, 3, 0, 0, ""), "rfar": ("art", "regiment", 3, 0, 6, 3, 1, 2, ""),
    "f76": ("art", "brigade", 4, 0, 6, 3, 1, 2, ""), "ha": ("art", "battery", 1, 0, 8, 3, 1, 2, ""),
    "h150": ("art", "battalion", 5, 0, 5, 3, 0, 0, "corps"), "h122": ("art", "battalion", 2, 0, 5, 3, 0, 0, "corps"),
}

G8, R2 = "Eighth", "Second"
DIVISIONS = [
    # Germany
    ("GE", G8, "XX", "37 ID", "", ["ir IR 147 @1216", "ir IR 151 @1216", "ir IR 146 @1117", "ir IR 150 @1117", "f77 FAR 73 @1115", "f105 FAR 82 @1216"]),
    ("GE", G8, "XX", "41 ID", "", ["ir IR 18 @1018", "ir IR 59 @1018", "ir IR 148 @0920", "ir IR 152 @0920", "jb Jager 1 @1018", "f77 FAR 35 @0919", "f105 FAR 79 @0919",
                                   "h150 II Fussa 5 @1016"]),
    ("GE", G8, "3 R", "3 RD", "", ["rir RIR 2 @1213", "rir RIR 9 @1213", "rir RIR 34 @1112", "rir RIR 49 @1112", "rfar RFAR 3 @1112"]),
    ("GE", G8, "LW", "70 LB", "", ["lir LIR 5 @0821", "lir LIR 18 @0821"]),
    ("GE", G8, "LW", "Unger", "", ["lir LIR 19 @1014", "lir LIR 107 @1014", "rfar Unger Art @1014"]),
    ("GE", G8, "I", "1 ID", "", ["ir GR 1 @0725", "ir IR 41 @0725", "ir GR 3 @0626", "ir IR 43 @0626", "f77 FAR 16 @0725", "f105 FAR 52 @0626", "h150 I Fussa 1 @0525"]),
    ("GE", G8, "I", "2 ID", "1 west", ["ir GR 4", "ir IR 33", "ir IR 44", "ir IR 45", "f77 FAR 1", "f105 FAR 37"]),
    ("GE", G8, "I", "Kav", "1 west", ["kb Schmettau KB"]),
    ("GE", G8, "XVII", "35 ID", "1 northeast", ["ir IR 21", "ir IR 61", "ir IR 141", "ir IR 176", "f77 FAR 71", "f105 FAR 81"]),
    ("GE", G8, "XVII", "36 ID", "1 northeast", ["ir IR 129", "ir IR 175", "ir GR 5", "ir IR 128", "f77 FAR 36", "f105 FAR 72", "h150 I Fussa 11"]),
    ("GE", G8, "I R", "1 RD", "1 north", ["rir RIR 1", "rir RIR 3", "rir RIR 18", "rir RIR 59", "jb R Jager 1", "rfar RFAR 1"]),
    ("GE", G8, "I R", "36 RD", "1 north", ["rir RIR 21", "rir RIR 61", "rir RIR 54", "rir RIR 5", "rfar RFAR 36"]),
    ("GE", G8, "LW", "6 LB", "1 north", ["lir LIR 34", "lir LIR 49"]),
    ("GE", G8, "LW", "Goltz", "2 osterode", ["lir LIR 75", "lir LIR 76", "lir LIR 31", "lir LIR 84", "rfar Goltz Art"]),
    # Russia
    ("RU", R2, "I", "24 ID", "", ["pp 93 Irkutsk @1126", "pp 94 Yenisei @1126", "pp 95 Krasnoyarsk @1125", "pp 96 Omsk @1125", "f76 24 AB @1126"]),
    ("RU", R2, "I", "22 ID", "", ["pp 85 Vyborg @1027", "pp 86 Wilmanstrand @1027", "pp 87 Neishlot @1028", "pp 88 Petrov @1028", "f76 22 AB @1127", "h122 I MD @1127"]),
    ("RU", R2, "I", "1 Rifle", "", ["sp 1 Rifle @1128", "sp 2 Rifle @1128", "sp 3 Rifle @1128", "sp 4 Rifle @1128"]),
    ("RU", R2, "I", "6 KD", "", ["rb 1-6 KD @0828", "rb 2-6 KD @0828", "ha HA 6 @0828L"]),
    ("RU", R2, "I", "15 KD", "", ["rb 1-15 KD @0729", "rb 2-15 KD @0729", "ha HA 15 @0729L"]),
    ("RU", R2, "XXIII", "2 ID", "", ["pp 5 Kaluga @1320", "pp 6 Libau @1320", "pp 7 Reval @1420", "pp 8 Estland @1420", "f76 2 AB @1420"]),
    ("RU", R2, "XXIII", "3 Gd", "2 mlawa", ["pp Keksholm", "pp Lithuania", "f76 3 GAB"]),
    ("RU", R2, "XV", "8 ID", "", ["pp 29 Chernigov @1517", "pp 30 Poltava @1517", "pp 31 Alexei @1617", "pp 32 Kremenchug @1617", "f76 8 AB @1617", "h122 XV MD @1717"]),
    ("RU", R2, "XV", "6 ID", "", ["pp 21 Murom @1615", "pp 22 Nizhegorod @1615", "pp 23 Nizov @1715", "pp 24 Simbirsk @1715", "f76 6 AB @1716"]),
    ("RU", R2, "XIII", "1 ID", "", ["pp 1 Neva @2013", "pp 2 Sofia @2013", "pp 3 Narva @1915", "pp 4 Koporye @1915", "f76 1 AB @2014"]),
    ("RU", R2, "XIII", "36 ID", "", ["pp 141 Mozhaisk @2015", "pp 142 Zvenigorod @2015", "pp 143 Dorogobuzh @2114", "pp 144 Kashira @2114", "f76 36 AB @2115", "h122 XIII MD @2115"]),
    ("RU", R2, "VI", "4 ID", "", ["pp 13 Belozersk @3304", "pp 14 Olonets @3304", "pp 15 Schlusselburg @3404", "pp 16 Ladoga @3404", "f76 4 AB @3405"]),
    ("RU", R2, "VI", "16 ID", "", ["pp 61 Vladimir @3206", "pp 62 Suzdal @3206", "pp 63 Uglich @3306", "pp 64 Kazan @3306", "f76 16 AB @3307", "h122 VI MD @3307"]),
    ("RU", R2, "VI", "4 KD", "", ["rb 1-4 KD @3605", "rb 2-4 KD @3605", "ha HA 4 @3605L"]),
]
