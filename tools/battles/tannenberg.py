"""The ground of Tannenberg, 26-30 August 1914, in degrees.

Towns and villages stand where a gazetteer puts them (GeoNames, PRNG; a few lost villages by German Wikipedia). Lakes above five
square kilometres follow the shoreline data of GSHHG, smaller ones, streams, roads, woods and heights rest on memory of the maps.
"""

NOTE = """\
Tannenberg, August 1914: hexes of 2.5 km, from Lautenburg and Osterode in the west to Ortelsburg and Willenberg in the
east, from Gross Bossau in the north to Chorzele in the south. Every named place stands in the hex of its true coordinates
(places.csv); lakes over five square kilometres follow shoreline data; the railways follow their stations. Smaller lakes, streams,
roads, woods and heights rest on memory, and which hex is woods is our judgement at this scale. Made by
tools/battles/lay.py from tools/battles/tannenberg.py; it may be edited by hand."""

SOURCES = """\
Every named place with its true position in degrees, so that a test can hold the map to it. Source: PRNG (the Polish
register of geographical names), GeoNames, or de.wikipedia for villages that are gone; German names from the same or memory."""

CORNER = (53.9499, 19.84)
HEX_KM = 2.5
COLUMNS, ROWS = 38, 35
SMOOTH = True

P, G, W = "PRNG", "GeoNames", "de.wikipedia"
PLACES = {
    "Hohenstein": (53.5833, 20.2853, "v", P),
    "Allenstein": (53.7789, 20.4800, "c", P),
    "Neidenburg": (53.3597, 20.4258, "v", P),
    "Soldau": (53.2386, 20.1825, "v", P),
    "Usdau": (53.3469, 20.1022, "v", P),
    "Gilgenburg": (53.4342, 20.0347, "v", P),
    "Tannenberg": (53.4961, 20.1342, "v", P),
    "Muhlen": (53.5103, 20.1964, "v", P),
    "Waplitz": (53.4981, 20.3233, "v", P),
    "Orlau": (53.4475, 20.4525, "v", P),
    "Lahna": (53.4392, 20.4081, "v", P),
    "Ortelsburg": (53.5633, 20.9953, "v", P),
    "Passenheim": (53.6503, 20.7919, "v", P),
    "Willenberg": (53.3983, 20.9469, "v", P),
    "Wartenburg": (53.8283, 20.6903, "v", P),
    "Osterode": (53.6994, 19.9639, "c", P),
    "Lautenburg": (53.2614, 19.8222, "v", P),
    "Jedwabno": (53.5286, 20.7261, "v", P),
    "Kurken": (53.5367, 20.4764, "v", P),
    "Muschaken": (53.3753, 20.6067, "v", P),
    "Frankenau": (53.4400, 20.3311, "v", P),
    "Gross Koslau": (53.3064, 20.2925, "v", P),
    "Skottau": (53.4019, 20.2806, "v", P),
    "Bischofsburg": (53.8644, 20.9553, "v", P),
    "Rothfliess": (53.916, 20.897, "v", G),
    "Gross Bossau": (53.933, 20.884, "v", P),
    "Mensguth": (53.7050, 20.9603, "v", P),
    "Grieslienen": (53.6158, 20.3406, "v", P),
    "Reichenau": (53.5861, 20.0867, "v", P),
    "Heinrichsdorf": (53.2725, 20.0100, "v", P),
    "Gross Tauersee": (53.308, 20.088, "v", P),
    "Grodtken": (53.231, 20.034, "v", P),
    "Borchersdorf": (53.2728, 20.1464, "v", P),
    "Malga": (53.4528, 20.7436, "v", W),
    "Puchallowen": (53.3633, 20.7378, "v", P),
    "Wallendorf": (53.4292, 20.6400, "v", P),
    "Kannwiesen": (53.4019, 20.7744, "v", W),
    "Roggen": (53.3403, 20.7539, "v", P),
    "Napiwoda": (53.4072, 20.4850, "v", P),
    "Thurau": (53.4381, 20.2100, "v", P),
    "Rontzken": (53.4083, 20.3317, "v", P),
    "Gross Purden": (53.7083, 20.7025, "v", P),
    "Stabigotten": (53.6575, 20.4000, "v", P),
    "Wuttrienen": (53.606, 20.581, "v", P),
    "Locken": (53.8053, 20.0844, "v", P),
    "Dietrichswalde": (53.746, 20.237, "v", G),
    "Biessellen": (53.722, 20.188, "v", P),
    "Dohringen": (53.6156, 20.0247, "v", P),
    "Narzym": (53.1847, 20.2578, "v", P),
    "Kownatken": (53.4161, 20.2594, "v", P),
    "Janow": (53.3161, 20.6731, "v", P),
    "Chorzele": (53.2586, 20.8972, "v", P),
    "Faulen": (53.4683, 20.1806, "v", P),
    "Grunfelde": (53.484, 20.094, "v", G),
    "Kobulten": (53.799, 21.029, "v", P),
    # only for roads and bridges
    "Reussen": (53.692, 20.494, "-", P),
    "Alle railway": (53.776, 20.462, "-"),
    "Alle north": (53.835, 20.440, "-"),
}

RIVERS = [
    # lakes too narrow for a hex part the hexes on their shores
    ("lake", "Damerau lake", [(53.468, 20.043), (53.440, 20.050), (53.424, 20.075)]),
    ("lake", "Muhlen lake", [(53.507, 20.207), (53.480, 20.235)]),
    ("lake", "Schilling lake", [(53.772, 19.965), (53.755, 19.995), (53.735, 20.025), (53.715, 20.045), (53.700, 20.060)]),
    ("lake", "Drewenz lake", [(53.692, 19.800), (53.697, 19.900)]),
    ("lake", "Pausen lake", [(53.737, 19.895), (53.715, 19.930), (53.704, 19.930)]),
    ("lake", "Isang lake", [(53.804, 20.118), (53.788, 20.135), (53.771, 20.155)]),
    ("lake", "Wulping lake", [(53.706, 20.320), (53.704, 20.360), (53.710, 20.380), (53.697, 20.415)]),
    ("lake", "Plautzig lake", [(53.625, 20.405), (53.600, 20.395), (53.585, 20.400), (53.578, 20.445)]),
    ("lake", "Lansk lake", [(53.640, 20.465), (53.612, 20.475), (53.590, 20.475), (53.571, 20.485), (53.553, 20.495)]),
    ("lake", "Wadang lake", [(53.848, 20.565), (53.838, 20.590), (53.828, 20.562), (53.818, 20.560)]),
    ("lake", "Okull lake", [(53.802, 20.400), (53.787, 20.430), (53.776, 20.448)]),
    ("lake", "Daddai lake", [(53.898, 20.865), (53.880, 20.845), (53.862, 20.850), (53.836, 20.850)]),
    ("lake", "Kosno lake", [(53.672, 20.690), (53.650, 20.685), (53.638, 20.680), (53.621, 20.665)]),
    ("lake", "Calben lake", [(53.682, 20.730), (53.677, 20.780), (53.662, 20.785)]),
    ("lake", "Schoben lake", [(53.690, 20.910), (53.663, 20.905), (53.640, 20.920), (53.620, 20.910), (53.604, 20.900)]),
    ("lake", "Lelesken lake", [(53.648, 20.815), (53.638, 20.860)]),
    ("lake", "Narien lake", [(53.950, 19.980), (53.920, 20.000), (53.890, 20.020)]),
    ("lake", "Mahrung lake", [(53.862, 20.050), (53.837, 20.090)]),
    ("lake", "Omulef lake", [(53.527, 20.580), (53.512, 20.600), (53.507, 20.630)]),
    ("lake", "Maransen lake", [(53.540, 20.400), (53.513, 20.415)]),
    ("lake", "Waldpusch lake", [(53.625, 21.060), (53.585, 21.075)]),
    ("stream", "Upper Alle", [(53.436, 20.405), (53.455, 20.435), (53.480, 20.455), (53.510, 20.470), (53.553, 20.495)]),
    (
        "river",
        "Alle",
        [
            (53.640, 20.465),
            (53.665, 20.480),
            (53.692, 20.490),
            (53.716, 20.476),
            (53.755, 20.480),
            (53.778, 20.468),
            (53.815, 20.460),
            (53.842, 20.400),
            (53.872, 20.385),
            (53.908, 20.411),
            (53.960, 20.405),
        ],
    ),
    (
        "stream",
        "Neide",
        [
            (53.423, 20.263),
            (53.420, 20.340),
            (53.401, 20.389),
            (53.374, 20.418),
            (53.339, 20.393),
            (53.301, 20.378),
            (53.243, 20.318),
            (53.243, 20.273),
            (53.225, 20.190),
            (53.200, 20.142),
        ],
    ),
    (
        "stream",
        "Soldau",
        [(53.200, 20.142), (53.218, 20.033), (53.215, 19.982), (53.228, 19.927), (53.221, 19.896), (53.195, 19.800)],
    ),
    (
        "stream",
        "Drewenz",
        [
            (53.545, 20.210),
            (53.560, 20.160),
            (53.600, 20.110),
            (53.640, 20.070),
            (53.680, 20.000),
            (53.697, 19.940),
            (53.697, 19.900),
        ],
    ),
    (
        "stream",
        "Omulef",
        [
            (53.507, 20.630),
            (53.490, 20.670),
            (53.470, 20.705),
            (53.450, 20.755),
            (53.415, 20.785),
            (53.390, 20.800),
            (53.375, 20.860),
            (53.385, 20.930),
            (53.360, 20.980),
            (53.300, 21.020),
        ],
    ),
    ("stream", "Orschutz", [(53.270, 20.580), (53.310, 20.665), (53.290, 20.760), (53.262, 20.880), (53.200, 20.950)]),
    ("stream", "Schobenfluss", [(53.604, 20.900), (53.550, 20.900), (53.500, 20.910), (53.450, 20.930), (53.385, 20.940)]),
    ("stream", "Waldpusch", [(53.585, 21.075), (53.500, 21.020), (53.440, 21.000), (53.370, 20.990)]),
    (
        "stream",
        "Passarge",
        [
            (53.615, 20.330),
            (53.650, 20.300),
            (53.700, 20.230),
            (53.740, 20.205),
            (53.771, 20.155),
            (53.804, 20.118),
            (53.850, 20.100),
            (53.960, 20.100),
        ],
    ),
    (
        "stream",
        "Wadang",
        [(53.828, 20.690), (53.845, 20.630), (53.838, 20.590), (53.818, 20.560), (53.820, 20.500), (53.815, 20.460)],
    ),
    ("stream", "Maranse", [(53.513, 20.415), (53.540, 20.400), (53.556, 20.425), (53.578, 20.445)]),
]

WAYS = [
    (
        "rail",
        "Deutsch Eylau-Soldau",
        [(53.42, 19.78), (53.383, 19.932), (53.33, 19.975), "Heinrichsdorf", (53.25, 20.09), "Soldau"],
    ),
    ("rail", "Soldau-Mlawa", ["Soldau", "Narzym", (53.13, 20.36)]),
    ("rail", "Lautenburg-Soldau", ["Lautenburg", "Grodtken", "Soldau"]),
    ("rail", "Soldau-Gilgenburg", ["Soldau", (53.28, 20.13), "Gross Tauersee", "Usdau", (53.39, 20.065), "Gilgenburg"]),
    ("rail", "Soldau-Neidenburg", ["Soldau", (53.27, 20.24), "Gross Koslau", "Neidenburg"]),
    ("rail", "Neidenburg-Ortelsburg", ["Neidenburg", "Muschaken", "Puchallowen", "Willenberg", (53.48, 20.955), "Ortelsburg"]),
    (
        "rail",
        "Neidenburg-Allenstein",
        ["Neidenburg", (53.43, 20.38), "Waplitz", "Hohenstein", "Grieslienen", "Stabigotten", (53.72, 20.44), "Allenstein"],
    ),
    (
        "rail",
        "Osterode-Allenstein",
        [
            (53.66, 19.80),
            "Osterode",
            (53.71, 20.08),
            "Biessellen",
            "Dietrichswalde",
            (53.765, 20.38),
            "Alle railway",
            "Allenstein",
            "Wartenburg",
            (53.875, 20.80),
            "Rothfliess",
            (53.96, 20.95),
        ],
    ),
    ("rail", "Rothfliess-Sensburg", ["Rothfliess", "Bischofsburg", (53.87, 21.10)]),
    ("rail", "Bischofsburg-Ortelsburg", ["Bischofsburg", (53.78, 20.97), "Mensguth", "Ortelsburg"]),
    ("rail", "Osterode-Hohenstein", ["Osterode", (53.621, 20.068), "Reichenau", "Hohenstein"]),
    (
        "rail",
        "Allenstein-Ortelsburg",
        [
            "Allenstein",
            (53.73, 20.58),
            (53.698, 20.676),
            (53.700, 20.765),
            "Passenheim",
            (53.61, 20.89),
            "Ortelsburg",
            (53.60, 21.10),
        ],
    ),
    (
        "road",
        "Gilgenburg-Hohenstein",
        [(53.37, 19.80), "Gilgenburg", (53.455, 20.005), (53.478, 20.030), "Grunfelde", "Tannenberg", "Muhlen", "Hohenstein"],
    ),
    ("road", "Gilgenburg east", ["Gilgenburg", (53.43, 20.12), "Thurau", "Kownatken", "Skottau", "Neidenburg"]),
    ("road", "Osterode-Tannenberg", ["Osterode", "Dohringen", "Reichenau", (53.54, 20.11), "Tannenberg"]),
    ("road", "Osterode-Hohenstein road", ["Reichenau", "Hohenstein"]),
    ("road", "Hohenstein-Allenstein", ["Hohenstein", "Grieslienen", "Stabigotten", "Reussen", "Allenstein", "Wartenburg"]),
    ("road", "Neidenburg-Hohenstein", ["Neidenburg", "Rontzken", "Frankenau", "Waplitz", "Hohenstein"]),
    ("road", "Usdau-Neidenburg", [(53.30, 19.80), "Heinrichsdorf", "Gross Tauersee", "Usdau", (53.35, 20.25), "Neidenburg"]),
    ("road", "Gilgenburg-Soldau", ["Gilgenburg", "Usdau", "Borchersdorf", "Soldau"]),
    ("road", "Lautenburg-Soldau road", [(53.25, 19.80), "Lautenburg", "Grodtken", "Soldau"]),
    ("road", "Neidenburg-Willenberg", ["Neidenburg", "Muschaken", "Puchallowen", "Willenberg", (53.48, 20.96), "Ortelsburg"]),
    (
        "road",
        "Neidenburg-Jedwabno",
        ["Neidenburg", "Napiwoda", (53.45, 20.59), (53.48, 20.66), "Jedwabno", (53.60, 20.72), "Passenheim"],
    ),
    (
        "road",
        "Jedwabno-Ortelsburg",
        ["Jedwabno", (53.545, 20.86), "Ortelsburg", "Mensguth", "Bischofsburg", "Rothfliess", (53.96, 20.88)],
    ),
    ("road", "Hohenstein-Kurken", ["Hohenstein", (53.555, 20.40), "Kurken", "Orlau", "Lahna", "Neidenburg"]),
    ("road", "Allenstein-Passenheim", ["Allenstein", "Gross Purden", "Passenheim", "Ortelsburg"]),
    ("road", "Wartenburg-Bischofsburg", ["Wartenburg", (53.85, 20.80), "Bischofsburg", (53.87, 21.10)]),
    ("road", "Wartenburg-Passenheim", ["Wartenburg", "Gross Purden"]),
    ("road", "Allenstein north", ["Allenstein", "Alle north", (53.96, 20.38)]),
    ("road", "Soldau-Mlawa road", ["Soldau", "Narzym", (53.13, 20.36)]),
    ("road", "Neidenburg-Mlawa", ["Neidenburg", (53.25, 20.40), (53.13, 20.38)]),
    ("road", "Neidenburg-Janow", ["Neidenburg", (53.335, 20.56), "Janow"]),
    ("road", "Janow-Chorzele", [(53.16, 20.60), "Janow", (53.28, 20.80), "Chorzele", "Willenberg"]),
    ("road", "Chorzele south", [(53.13, 20.90), "Chorzele"]),
    ("road", "Janow-Muschaken", ["Janow", "Muschaken"]),
    (
        "road",
        "Osterode-Allenstein road",
        ["Osterode", "Biessellen", "Dietrichswalde", (53.765, 20.38), "Alle railway", "Allenstein"],
    ),
    ("road", "Locken", ["Osterode", (53.76, 20.06), "Locken", (53.88, 20.02), (53.96, 20.00)]),
    ("trail", "Grunfliess", ["Kurken", (53.52, 20.56), "Jedwabno"]),
    ("trail", "Malga", ["Wallendorf", "Malga", (53.45, 20.85), "Willenberg"]),
    ("trail", "Kommusin", ["Muschaken", "Wallendorf", (53.45, 20.59)]),
    ("trail", "Lansk", ["Reussen", (53.65, 20.54), "Wuttrienen", (53.56, 20.66), "Jedwabno"]),
]

BRIDGES = ["Allenstein", "Alle railway", "Reussen", "Alle north"]
BLOWN: list[str] = []

WOODS = {
    "Grunfliess": [(53.46, 20.47), (53.50, 20.55), (53.51, 20.63), (53.47, 20.66), (53.41, 20.62), (53.40, 20.50)],
    "Kommusin": [(53.43, 20.62), (53.46, 20.72), (53.42, 20.78), (53.38, 20.72), (53.38, 20.62)],
    "Lansk": [(53.57, 20.50), (53.62, 20.50), (53.68, 20.52), (53.68, 20.65), (53.62, 20.68), (53.56, 20.63)],
    "Purden": [(53.72, 20.56), (53.74, 20.64), (53.72, 20.68), (53.67, 20.66), (53.68, 20.57)],
    "Corpellen": [(53.52, 20.92), (53.54, 21.02), (53.48, 21.08), (53.44, 21.00), (53.46, 20.93)],
    "Willenberg": [(53.44, 20.80), (53.44, 20.90), (53.37, 20.92), (53.34, 20.84), (53.37, 20.80)],
    "Hohenstein": [(53.62, 20.30), (53.67, 20.32), (53.67, 20.40), (53.62, 20.42), (53.59, 20.36)],
    "Jablonken": [(53.62, 20.12), (53.68, 20.12), (53.68, 20.22), (53.61, 20.24)],
    "Taber": [(53.74, 19.98), (53.80, 20.00), (53.78, 20.06), (53.72, 20.10)],
    "Ramuck": [(53.70, 20.38), (53.75, 20.40), (53.75, 20.45), (53.70, 20.45)],
    "Wartenburg": [(53.80, 20.52), (53.85, 20.52), (53.84, 20.56), (53.79, 20.60)],
    "Mensguth": [(53.62, 20.84), (53.64, 20.90), (53.60, 20.96), (53.58, 20.88)],
    "Janow": [(53.32, 20.70), (53.33, 20.80), (53.28, 20.80), (53.28, 20.72)],
    "Sadlowo": [(53.82, 20.86), (53.84, 20.92), (53.80, 20.94), (53.78, 20.88)],
}
HIGH = {
    "Tannenberg": [(53.51, 20.08), (53.51, 20.15), (53.47, 20.15), (53.47, 20.09)],
    "Usdau": [(53.36, 20.08), (53.36, 20.125), (53.335, 20.125), (53.335, 20.08)],
    "Muhlen": [(53.54, 20.24), (53.54, 20.29), (53.50, 20.29), (53.50, 20.25)],
    "Kernsdorf": [(53.58, 19.91), (53.58, 20.00), (53.53, 20.00), (53.53, 19.92)],
    "Lahna": [(53.48, 20.38), (53.48, 20.43), (53.44, 20.43), (53.44, 20.39)],
}
HILLS: list[tuple[float, float]] = []
MARSH = {
    "Omulef": [(53.42, 20.97), (53.42, 21.06), (53.34, 21.06), (53.34, 20.99)],
    "Maranse": [(53.56, 20.38), (53.56, 20.43), (53.53, 20.43), (53.53, 20.39)],
    "Neide": [(53.28, 20.34), (53.28, 20.38), (53.24, 20.36), (53.24, 20.31)],
}
#: hexes that are water for the greater part
LAKES = {
    "Drewenz": [(53.691, 19.873)],
    "Narien": [(53.916, 20.004)],
    "Damerau": [(53.455, 20.036)],
    "Wulping": [(53.703, 20.364), (53.714, 20.397)],
    "Plautzig": [(53.601, 20.397)],
    "Lansk": [(53.590, 20.495)],
    "Calben": [(53.680, 20.757)],
    "Daddai": [(53.871, 20.855)],
    "Schoben": [(53.646, 20.920), (53.624, 20.920)],
}
