"""The ground of Tannenberg, 26-30 August 1914, in degrees. Positions from maps and general knowledge, good to a kilometre or so."""

NOTE = """Tannenberg, August 1914: hexes of 2.5 km, from Lautenburg and Osterode in the west to Ortelsburg and Willenberg in the east.
Lakes, rivers, towns, railways and the great woods follow the real ground; which hex is woods or lake is our judgement at this scale.
Made by tools/battles/lay.py from tools/battles/tannenberg.py; it may be edited by hand."""

CORNER = (53.86, 19.84)
HEX_KM = 2.5
COLUMNS, ROWS = 38, 31

PLACES = {
    "Hohenstein": (53.584, 20.283, "v"), "Allenstein": (53.780, 20.490, "c"), "Neidenburg": (53.360, 20.425, "v"), "Soldau": (53.236, 20.178, "v"),
    "Usdau": (53.300, 20.160, "v"), "Gilgenburg": (53.433, 20.035, "v"), "Tannenberg": (53.496, 20.135, "v"), "Muhlen": (53.520, 20.200, "v"),
    "Waplitz": (53.510, 20.330, "v"), "Orlau": (53.475, 20.500, "v"), "Lahna": (53.455, 20.445, "v"), "Ortelsburg": (53.563, 20.990, "v"),
    "Passenheim": (53.650, 20.790, "v"), "Willenberg": (53.400, 20.950, "v"), "Wartenburg": (53.830, 20.690, "v"), "Osterode": (53.697, 19.965, "c"),
    "Lautenburg": (53.262, 19.860, "v"), "Jedwabno": (53.530, 20.725, "v"), "Kurken": (53.555, 20.480, "v"), "Muschaken": (53.370, 20.560, "v"),
    "Seythen": (53.435, 20.165, "v"), "Frankenau": (53.460, 20.370, "v"), "Grosskosel": (53.330, 20.280, "v"), "Skottau": (53.390, 20.290, "v"),
    "Bischofsburg road": (53.870, 20.950, "-"), "Mensguth": (53.680, 20.930, "v"), "Grieslienen": (53.640, 20.330, "v"), "Reichenau": (53.600, 20.090, "v"),
    "Heinrichsdorf": (53.230, 20.010, "v"), "Borchersdorf": (53.270, 20.230, "v"), "Kahlborn": (53.800, 20.820, "-"), "Malga": (53.440, 20.750, "v"),
    "Puchallowken": (53.400, 20.680, "v"), "Wallendorf": (53.430, 20.610, "v"), "Kannwiesen": (53.470, 20.880, "v"), "Roggen": (53.330, 20.680, "v"),
    "Napiwoda": (53.425, 20.510, "v"), "Thurau": (53.400, 20.380, "v"), "Rontzken": (53.400, 20.170, "v"), "Gross Purden": (53.700, 20.650, "v"),
    "Stabigotten": (53.680, 20.460, "v"), "Locken": (53.770, 20.100, "v"), "Dohringen": (53.630, 20.050, "v"), "Klein Koslau": (53.290, 20.320, "v"),
    "Narzym": (53.200, 20.290, "v"), "Kownatken": (53.320, 20.500, "v"), "Janow": (53.300, 20.640, "v"), "Chorzele": (53.260, 20.880, "v"),
    "Bergling": (53.650, 19.990, "-"), "Faulen": (53.580, 20.190, "v"), "Mispelsee": (53.570, 20.330, "-"), "Theerwisch": (53.620, 21.020, "-"),
}

RIVERS = [
    ("river", "Alle", [(53.555, 20.505), (53.60, 20.515), (53.665, 20.525), (53.72, 20.500), (53.780, 20.475), (53.82, 20.46), (53.88, 20.40)]),
    ("stream", "Neide", [(53.43, 20.32), (53.405, 20.38), (53.374, 20.418), (53.345, 20.395), (53.301, 20.378), (53.255, 20.33), (53.243, 20.273), (53.225, 20.19), (53.20, 20.14)]),
    ("stream", "Soldau", [(53.20, 20.14), (53.218, 20.033), (53.215, 19.982), (53.228, 19.927), (53.221, 19.896), (53.195, 19.80)]),
    ("stream", "Drewenz", [(53.545, 20.18), (53.58, 20.14), (53.62, 20.11), (53.66, 20.06), (53.69, 20.00), (53.70, 19.92), (53.69, 19.80)]),
    ("stream", "Omulef", [(53.53, 20.66), (53.49, 20.70), (53.43, 20.77), (53.40, 20.90), (53.36, 20.97), (53.30, 21.02)]),
    ("stream", "Orschutz", [(53.345, 20.60), (53.31, 20.70), (53.28, 20.82), (53.25, 20.90), (53.20, 20.95)]),
    ("stream", "Waldpusch", [(53.60, 20.92), (53.52, 20.90), (53.45, 20.93), (53.40, 20.955)]),
    ("stream", "Passarge", [(53.60, 20.30), (53.66, 20.27), (53.73, 20.21), (53.80, 20.17), (53.88, 20.14)]),
    ("stream", "Wadang", [(53.79, 20.85), (53.80, 20.72), (53.81, 20.60), (53.81, 20.50)]),
    ("stream", "Maranse", [(53.57, 20.34), (53.555, 20.40), (53.545, 20.47), (53.555, 20.505)]),
]

WAYS = [
    ("rail", "Deutsch Eylau-Soldau", [(53.33, 19.75), (53.275, 19.90), "Heinrichsdorf", "Soldau", "Narzym", (53.16, 20.33)]),
    ("rail", "Soldau-Neidenburg", ["Soldau", "Borchersdorf", "Klein Koslau", "Neidenburg"]),
    ("rail", "Neidenburg-Ortelsburg", ["Neidenburg", "Muschaken", "Puchallowken", "Willenberg", "Kannwiesen", "Ortelsburg"]),
    ("rail", "Neidenburg-Allenstein", ["Neidenburg", "Skottau", "Frankenau", "Waplitz", "Hohenstein", "Grieslienen", "Stabigotten", "Allenstein"]),
    ("rail", "Osterode-Allenstein", [(53.66, 19.80), "Osterode", (53.735, 20.10), (53.755, 20.28), "Allenstein", "Wartenburg", (53.87, 20.80)]),
    ("rail", "Osterode-Hohenstein", ["Osterode", "Dohringen", "Reichenau", "Faulen", "Hohenstein"]),
    ("rail", "Allenstein-Ortelsburg", ["Allenstein", (53.72, 20.60), "Gross Purden", "Passenheim", (53.61, 20.90), "Ortelsburg", (53.58, 21.10)]),
    ("road", "Gilgenburg-Hohenstein", [(53.35, 19.80), "Gilgenburg", "Tannenberg", "Muhlen", "Hohenstein"]),
    ("road", "Osterode-Tannenberg", ["Osterode", "Dohringen", "Reichenau", "Tannenberg"]),
    ("road", "Osterode-Hohenstein road", ["Reichenau", "Faulen", "Hohenstein"]),
    ("road", "Hohenstein-Allenstein", ["Hohenstein", "Grieslienen", "Stabigotten", "Allenstein", "Wartenburg"]),
    ("road", "Neidenburg-Hohenstein", ["Neidenburg", "Thurau", "Frankenau", "Waplitz", "Hohenstein"]),
    ("road", "Usdau-Neidenburg", ["Lautenburg", "Heinrichsdorf", "Usdau", "Grosskosel", "Neidenburg"]),
    ("road", "Gilgenburg-Usdau", ["Gilgenburg", "Seythen", "Rontzken", "Usdau", "Soldau"]),
    ("road", "Neidenburg-Willenberg", ["Neidenburg", "Muschaken", "Puchallowken", "Willenberg", "Kannwiesen", "Ortelsburg"]),
    ("road", "Neidenburg-Jedwabno", ["Neidenburg", "Napiwoda", "Wallendorf", (53.48, 20.66), "Jedwabno", "Passenheim"]),
    ("road", "Jedwabno-Ortelsburg", ["Jedwabno", (53.55, 20.85), "Ortelsburg", "Mensguth", "Bischofsburg road"]),
    ("road", "Hohenstein-Kurken", ["Hohenstein", "Kurken", "Orlau", "Lahna", "Neidenburg"]),
    ("road", "Allenstein-Passenheim", ["Allenstein", "Gross Purden", "Passenheim", "Ortelsburg"]),
    ("road", "Soldau-Mlawa", ["Soldau", "Narzym", (53.16, 20.33)]),
    ("road", "Neidenburg-Mlawa", ["Neidenburg", "Klein Koslau", "Narzym"]),
    ("road", "Janow", ["Kownatken", "Neidenburg"]),
    ("road", "Janow-Chorzele", [(53.17, 20.62), "Janow", "Chorzele", "Willenberg"]),
    ("road", "Chorzele south", [(53.17, 20.90), "Chorzele"]),
    ("road", "Janow-Muschaken", ["Janow", "Muschaken"]),
    ("road", "Osterode-Allenstein road", ["Osterode", "Locken", (53.775, 20.30), "Allenstein"]),
    ("trail", "Grunfliess", ["Kurken", (53.52, 20.58), "Jedwabno"]),
    ("trail", "Malga", ["Wallendorf", "Malga", "Kannwiesen"]),
    ("trail", "Lansk", ["Kurken", (53.60, 20.56), (53.66, 20.60), "Gross Purden"]),
]

BRIDGES = ["Kurken", "Allenstein", "Stabigotten"]
BLOWN: list[str] = []

WOODS = {
    "Grunfliess": [(53.46, 20.47), (53.50, 20.55), (53.51, 20.63), (53.47, 20.66), (53.41, 20.62), (53.40, 20.54)],
    "Kommusin": [(53.42, 20.62), (53.44, 20.72), (53.41, 20.78), (53.37, 20.72), (53.37, 20.62)],
    "Lansk": [(53.57, 20.52), (53.62, 20.56), (53.67, 20.57), (53.68, 20.65), (53.62, 20.68), (53.56, 20.63)],
    "Purden": [(53.72, 20.56), (53.74, 20.64), (53.70, 20.72), (53.67, 20.66), (53.68, 20.57)],
    "Corpellen": [(53.52, 20.92), (53.54, 21.02), (53.48, 21.08), (53.44, 21.00), (53.46, 20.93)],
    "Willenberg": [(53.42, 20.80), (53.43, 20.90), (53.37, 20.92), (53.34, 20.84), (53.37, 20.78)],
    "Hohenstein": [(53.60, 20.30), (53.66, 20.34), (53.66, 20.44), (53.61, 20.46), (53.58, 20.38)],
    "Jablonken": [(53.64, 20.05), (53.68, 20.12), (53.66, 20.22), (53.61, 20.20), (53.61, 20.10)],
    "Taber": [(53.72, 19.98), (53.78, 20.02), (53.78, 20.10), (53.73, 20.10)],
    "Usdau": [(53.36, 20.10), (53.37, 20.17), (53.34, 20.18), (53.33, 20.11)],
    "Ramuck": [(53.70, 20.38), (53.75, 20.40), (53.75, 20.47), (53.70, 20.47)],
    "Wartenburg": [(53.80, 20.52), (53.85, 20.56), (53.84, 20.64), (53.79, 20.60)],
    "Soldau": [(53.30, 19.94), (53.32, 20.04), (53.28, 20.06), (53.27, 19.96)],
    "Mensguth": [(53.62, 20.84), (53.64, 20.92), (53.60, 20.96), (53.58, 20.88)],
    "Janow": [(53.32, 20.70), (53.32, 20.80), (53.28, 20.80), (53.28, 20.72)],
}
HIGH = {
    "Tannenberg": [(53.51, 20.08), (53.51, 20.15), (53.47, 20.15), (53.47, 20.09)],
    "Usdau": [(53.31, 20.12), (53.31, 20.20), (53.28, 20.20), (53.28, 20.13)],
    "Muhlen": [(53.54, 20.24), (53.54, 20.29), (53.50, 20.29), (53.50, 20.25)],
    "Kernsdorf": [(53.58, 19.96), (53.58, 20.05), (53.53, 20.06), (53.53, 19.98)],
    "Lahna": [(53.48, 20.39), (53.48, 20.44), (53.44, 20.44), (53.44, 20.40)],
}
HILLS: list[tuple[float, float]] = []
MARSH = {
    "Omulef": [(53.42, 20.95), (53.42, 21.06), (53.36, 21.06), (53.36, 20.98)],
    "Maranse": [(53.55, 20.36), (53.55, 20.41), (53.53, 20.41), (53.53, 20.37)],
    "Neide": [(53.27, 20.36), (53.27, 20.40), (53.24, 20.38), (53.24, 20.33)],
}
LAKES = {
    "Damerau": [(53.455, 20.075), (53.475, 20.09)], "Damerau north": [(53.48, 20.06)], "Muhlen": [(53.535, 20.215), (53.55, 20.235)],
    "Plautzig": [(53.595, 20.395), (53.61, 20.42)], "Plautzig east": [(53.59, 20.43)], "Lansk": [(53.58, 20.495), (53.60, 20.50)],
    "Lansk north": [(53.62, 20.51)], "Maransen": [(53.56, 20.44)], "Omulef": [(53.52, 20.64), (53.535, 20.62)], "Sawitz": [(53.475, 20.80)],
    "Schoben": [(53.60, 20.86)], "Calben": [(53.645, 20.85), (53.645, 20.90)], "Wadang": [(53.815, 20.57)], "Okull": [(53.765, 20.44)],
    "Schilling": [(53.71, 20.03), (53.735, 20.03)], "Drewenz": [(53.72, 19.87)], "Gross Bossau": [(53.86, 20.86)], "Dluszek": [(53.55, 20.64)],
    "Kosno": [(53.66, 20.70)], "Gimmen": [(53.63, 20.62)], "Waldpusch": [(53.545, 20.95)], "Mispel": [(53.565, 20.30)], "Ruhm": [(53.33, 20.06)],
    "Lautenburg": [(53.28, 19.87)], "Narien south": [(53.85, 20.00)], "Ustrich": [(53.65, 20.42)],
}
