"""The ground of the Ourcq, 5-9 September 1914, in degrees. Positions from maps and general knowledge, good to half a kilometre or so."""

NOTE = """The Ourcq, September 1914: hexes of 2 km, from Senlis and Claye in the west to Chateau-Thierry in the east.
Rivers, roads, railways, villages and large woods follow the real ground; which hex is woods or high ground is our judgement.
Made by tools/battles/lay.py from tools/battles/ourcq.py; it may be edited by hand."""

CORNER = (49.255, 2.60)
HEX_KM = 2.0
COLUMNS, ROWS = 35, 26

PLACES = {
    "Meaux": (48.960, 2.883, "c"), "Dammartin": (49.054, 2.683, "v"), "Nanteuil": (49.140, 2.813, "v"), "Betz": (49.155, 2.955, "v"),
    "Acy": (49.098, 2.963, "v"), "Etrepilly": (49.029, 2.938, "v"), "Barcy": (49.014, 2.884, "v"), "Chambry": (48.993, 2.906, "v"),
    "Varreddes": (49.003, 2.926, "v"), "Marcilly": (49.035, 2.871, "v"), "Monthyon": (49.005, 2.828, "v"), "Penchard": (48.984, 2.856, "v"),
    "Saint-Soupplets": (49.039, 2.803, "v"), "Puisieux": (49.066, 2.935, "v"), "Vincy": (49.081, 2.967, "v"), "Lizy": (49.024, 3.020, "v"),
    "May": (49.073, 3.015, "v"), "Crouy": (49.089, 3.078, "v"), "La Ferte-sous-Jouarre": (48.949, 3.130, "v"), "Trilport": (48.955, 2.952, "v"),
    "Etavigny": (49.118, 2.995, "v"), "Bouillancy": (49.105, 2.910, "v"), "Silly-le-Long": (49.105, 2.795, "v"),
    "Plessis-Belleville": (49.097, 2.756, "v"), "Ermenonville": (49.127, 2.696, "v"), "Senlis": (49.207, 2.604, "c"),
    "Crepy": (49.234, 2.889, "v"), "Villers-Cotterets": (49.250, 3.091, "v"), "La Ferte-Milon": (49.177, 3.125, "v"),
    "Mareuil": (49.139, 3.080, "v"), "Antilly": (49.168, 2.990, "v"), "Boissy": (49.165, 2.867, "v"), "Levignen": (49.195, 2.920, "v"),
    "Claye": (48.944, 2.690, "v"), "Lagny": (48.878, 2.708, "v"), "Coulommiers": (48.815, 3.085, "c"), "Crecy": (48.858, 2.910, "v"),
    "Rebais": (48.847, 3.233, "v"), "Chateau-Thierry": (49.046, 3.395, "c"), "Charly": (48.977, 3.284, "v"), "Nogent": (48.966, 3.325, "v"),
    "Montreuil": (49.025, 3.195, "v"), "Changis": (48.957, 3.022, "v"), "Mary": (49.013, 3.040, "v"), "Cocherel": (49.019, 3.115, "v"),
    "Gandelu": (49.084, 3.187, "v"), "Neuilly-Saint-Front": (49.170, 3.262, "v"), "Jouarre": (48.926, 3.130, "v"), "Doue": (48.864, 3.165, "v"),
    "Esbly": (48.904, 2.815, "v"), "Saacy": (48.958, 3.212, "v"), "Coulombs": (49.070, 3.130, "v"), "Saint-Jean": (48.945, 3.018, "-"),
    "Juilly": (49.012, 2.705, "v"), "Saint-Mard": (49.040, 2.700, "-"), "Oissery": (49.070, 2.820, "v"), "Azy": (49.008, 3.365, "v"),
    "Bezu": (49.058, 3.335, "v"), "Pierre-Levee": (48.902, 3.040, "v"), "Villiers": (48.865, 2.985, "v"), "Viels-Maisons": (48.895, 3.395, "v"),
    "Sablonnieres": (48.875, 3.290, "v"), "Orbais road": (48.800, 3.42, "-"), "Brumetz": (49.100, 3.155, "v"), "Chezy": (48.990, 3.370, "v"),
    "Congis": (49.008, 2.972, "v"), "Germigny": (48.990, 2.945, "-"), "Isles": (48.913, 2.838, "-"), "Quincy": (48.900, 2.880, "v"),
    "Neufchelles": (49.112, 3.062, "-"), "Troesnes": (49.203, 3.190, "v"), "Villenoy": (48.955, 2.858, "-"), "Fresnes": (48.945, 2.750, "-"),
    "Silly bridge": (49.193, 3.27, "-"),
    "Couilly": (48.880, 2.857, "v"), "Mouroux": (48.820, 3.040, "-"),
}

MARNE = [(49.05, 3.45), (49.043, 3.400), (49.030, 3.385), (49.012, 3.372), (48.995, 3.352), (48.972, 3.325), (48.974, 3.290), (48.980, 3.262),
         (48.967, 3.235), (48.985, 3.210), (48.974, 3.185), (48.958, 3.165), (48.947, 3.130), (48.957, 3.100), (48.966, 3.065), (48.956, 3.040),
         (48.949, 3.020), (48.960, 3.008), (48.972, 3.005), (48.985, 3.030), (49.000, 3.042), (49.011, 3.035), (49.015, 3.020), (49.000, 3.003),
         (49.000, 2.975), (48.996, 2.948), (48.984, 2.935), (48.970, 2.942), (48.958, 2.942), (48.948, 2.925), (48.950, 2.890), (48.946, 2.870),
         (48.925, 2.860), (48.908, 2.840), (48.908, 2.815), (48.935, 2.805), (48.941, 2.790), (48.925, 2.735), (48.908, 2.742), (48.897, 2.765),
         (48.884, 2.735), (48.873, 2.690), (48.873, 2.55)]

RIVERS = [
    ("river", "Marne", MARNE),
    ("river", "Ourcq", [(49.19, 3.30), (49.195, 3.24), (49.205, 3.19), (49.190, 3.140), (49.174, 3.128), (49.155, 3.098), (49.137, 3.086),
                        (49.112, 3.062), (49.092, 3.068), (49.070, 3.045), (49.045, 3.028), (49.025, 3.026), (49.014, 3.018)]),
    ("canal", "Canal de l'Ourcq", [(48.950, 2.890), (48.965, 2.868), (48.948, 2.850), (48.935, 2.815), (48.952, 2.760), (48.950, 2.690), (48.945, 2.63), (48.94, 2.55)]),
    ("stream", "Therouanne", [(49.075, 2.790), (49.062, 2.830), (49.050, 2.860), (49.038, 2.905), (49.025, 2.945), (49.001, 2.975)]),
    ("stream", "Gergogne", [(49.125, 2.870), (49.112, 2.920), (49.102, 2.960), (49.095, 3.000), (49.082, 3.055)]),
    ("stream", "Grivette", [(49.165, 2.930), (49.158, 2.960), (49.150, 3.010), (49.148, 3.050), (49.140, 3.086)]),
    ("stream", "Nonette", [(49.150, 2.830), (49.160, 2.770), (49.175, 2.700), (49.195, 2.60), (49.20, 2.55)]),
    ("stream", "Grand Morin", [(48.780, 3.30), (48.800, 3.220), (48.805, 3.150), (48.818, 3.088), (48.815, 3.030), (48.835, 2.960), (48.857, 2.915),
                               (48.868, 2.880), (48.882, 2.855), (48.898, 2.835), (48.908, 2.828)]),
    ("stream", "Petit Morin", [(48.870, 3.43), (48.868, 3.350), (48.870, 3.290), (48.885, 3.230), (48.905, 3.180), (48.930, 3.145), (48.947, 3.128)]),
    ("stream", "Clignon", [(49.075, 3.36), (49.085, 3.28), (49.088, 3.200), (49.095, 3.140), (49.105, 3.064)]),
    ("stream", "Automne", [(49.245, 3.06), (49.262, 2.98), (49.270, 2.90)]),
]

WAYS = [
    ("road", "Paris-Meaux-Chateau-Thierry", ["Claye", (48.950, 2.770), (48.958, 2.850), "Meaux", (48.957, 2.920), "Trilport", "Saint-Jean", (48.945, 3.075),
                                             "La Ferte-sous-Jouarre", (48.980, 3.150), "Montreuil", (49.040, 3.290), "Chateau-Thierry", (49.05, 3.45)]),
    ("road", "Paris road", [(48.935, 2.58), "Claye"]),
    ("road", "Paris-Soissons", [(49.01, 2.58), "Juilly", "Dammartin", "Plessis-Belleville", "Nanteuil", "Boissy", "Levignen", (49.225, 3.00), "Villers-Cotterets", (49.27, 3.12)]),
    ("road", "Meaux-Soissons", ["Meaux", "Varreddes", (49.02, 2.955), (49.045, 2.985), "May", (49.105, 3.05), "Mareuil", "La Ferte-Milon", "Villers-Cotterets"]),
    ("road", "Senlis-Mareuil", [(49.21, 2.56), "Senlis", (49.18, 2.72), "Nanteuil", "Betz", (49.150, 3.02), "Mareuil"]),
    ("road", "Meaux-Nanteuil", ["Meaux", "Penchard", "Monthyon", "Saint-Soupplets", "Oissery", "Silly-le-Long", "Nanteuil"]),
    ("road", "Dammartin-Saint-Soupplets", ["Dammartin", "Saint-Soupplets", "Marcilly", "Etrepilly", "Lizy"]),
    ("road", "Senlis-Crepy", ["Senlis", (49.215, 2.75), "Crepy", "Villers-Cotterets"]),
    ("road", "Acy", ["Silly-le-Long", "Bouillancy", "Acy", "May"]),
    ("road", "Betz-Acy", ["Crepy", "Levignen", "Betz", "Etavigny", "Acy", "Vincy", "Puisieux", "Etrepilly", "Varreddes"]),
    ("road", "Lizy-Coulombs", ["May", "Lizy", "Mary", "Cocherel", "Coulombs", "Gandelu", "Neuilly-Saint-Front"]),
    ("road", "Cocherel-Montreuil", ["Cocherel", "Montreuil"]),
    ("road", "La Ferte-Milon-Neuilly", ["La Ferte-Milon", "Neuilly-Saint-Front", (49.18, 3.45)]),
    ("road", "Lagny-Coulommiers", [(48.875, 2.58), "Lagny", "Couilly", "Crecy", (48.84, 2.99), "Mouroux", "Coulommiers", (48.805, 3.20), (48.79, 3.30)]),
    ("road", "Coulommiers-La Ferte", ["Coulommiers", (48.85, 3.10), (48.90, 3.12), "Jouarre", "La Ferte-sous-Jouarre"]),
    ("road", "Coulommiers-Meaux", ["Coulommiers", "Villiers", "Quincy", "Meaux"]),
    ("road", "Rebais", ["Coulommiers", "Doue", "Rebais", "Sablonnieres", "Viels-Maisons", (48.90, 3.45)]),
    ("road", "Rebais-Charly", ["Rebais", (48.895, 3.26), "Nogent", "Charly", "Montreuil"]),
    ("road", "Viels-Maisons-Chateau-Thierry", ["Viels-Maisons", (48.95, 3.385), "Chezy", "Azy", "Chateau-Thierry"]),
    ("road", "Crecy-Meaux", ["Crecy", "Quincy"]),
    ("road", "Jouarre-Saacy", ["Jouarre", "Saacy", "Charly"]),
    ("road", "Rozay", ["Crecy", (48.78, 2.93)]),
    ("road", "Rozay-Coulommiers", [(48.78, 3.03), "Coulommiers"]),
    ("road", "Lagny-Claye", ["Lagny", "Claye", "Juilly"]),
    ("road", "Pierre-Levee", ["Trilport", "Pierre-Levee", (48.86, 3.06), "Coulommiers"]),
    ("trail", "Retz", ["Crepy", (49.20, 3.02), "La Ferte-Milon"]),
    ("trail", "Bois de Meaux", ["Trilport", (48.92, 2.97), "Villiers"]),
    ("rail", "Est", [(48.875, 2.58), "Lagny", "Esbly", "Meaux", "Trilport", "Changis", "La Ferte-sous-Jouarre", "Saacy", "Nogent", "Azy", "Chateau-Thierry", (49.05, 3.45)]),
    ("rail", "Nord", [(49.00, 2.58), "Saint-Mard", "Plessis-Belleville", "Nanteuil", (49.19, 2.86), "Crepy", "Villers-Cotterets", (49.27, 3.12)]),
    ("rail", "Trilport-La Ferte-Milon", ["Trilport", (48.985, 2.985), "Lizy", "Crouy", "Mareuil", "La Ferte-Milon", "Villers-Cotterets"]),
    ("rail", "Morin", [(48.80, 2.76), (48.835, 2.80), "Couilly", "Crecy", "Coulommiers", (48.79, 3.25)]),
]

BRIDGES = ["Lizy", "Mary", "Germigny", "Crouy", "Nogent", "Azy", "Chateau-Thierry", "Saacy", "Charly", "Changis", "Neufchelles", "Mareuil",
           "La Ferte-Milon", "Troesnes", "Claye", "Villenoy", "Fresnes", "Silly bridge"]
BLOWN = ["Meaux", "Trilport", "La Ferte-sous-Jouarre", "Isles", "Lagny"]

WOODS = {
    "Retz": [(49.27, 2.99), (49.235, 3.01), (49.215, 3.06), (49.20, 3.12), (49.215, 3.18), (49.235, 3.22), (49.27, 3.24)],
    "Bois du Roi": [(49.19, 2.87), (49.18, 2.93), (49.165, 2.92), (49.175, 2.86)],
    "Ermenonville": [(49.19, 2.60), (49.185, 2.66), (49.15, 2.70), (49.125, 2.66), (49.14, 2.60)],
    "Montceaux": [(48.945, 2.965), (48.94, 3.02), (48.915, 3.02), (48.905, 2.97), (48.925, 2.94)],
    "Crecy": [(48.84, 2.82), (48.835, 2.90), (48.79, 2.92), (48.79, 2.80)],
    "Choqueuse": [(48.905, 3.05), (48.90, 3.09), (48.875, 3.09), (48.875, 3.05)],
    "Montrolles": [(49.12, 3.01), (49.115, 3.04), (49.095, 3.035), (49.10, 3.005)],
    "Nanteuil": [(49.165, 2.74), (49.16, 2.79), (49.145, 2.78), (49.15, 2.73)],
    "Belleau": [(49.09, 3.26), (49.085, 3.31), (49.065, 3.30), (49.07, 3.25)],
    "Jouarre": [(48.93, 3.17), (48.93, 3.21), (48.905, 3.20), (48.905, 3.17)],
    "Dammartin": [(49.04, 2.71), (49.035, 2.76), (49.02, 2.76), (49.02, 2.72)],
    "Cerfroid": [(49.13, 3.11), (49.125, 3.16), (49.105, 3.15), (49.11, 3.11)],
    "Nogentel": [(49.02, 3.40), (49.0, 3.42), (48.97, 3.40), (48.98, 3.37)],
    "Claye": [(48.975, 2.70), (48.975, 2.74), (48.96, 2.74), (48.96, 2.70)],
    "Vaucourtois": [(48.92, 2.90), (48.92, 2.93), (48.90, 2.93), (48.90, 2.90)],
}
HIGH = {
    "Montge": [(49.045, 2.70), (49.035, 2.78), (49.02, 2.78), (49.015, 2.72)],
    "Monthyon": [(49.015, 2.81), (49.01, 2.85), (48.98, 2.87), (48.975, 2.84), (49.0, 2.81)],
    "Trocy": [(49.065, 2.95), (49.055, 3.00), (49.035, 3.00), (49.035, 2.965)],
    "Jouarre": [(48.94, 3.10), (48.93, 3.15), (48.91, 3.14), (48.915, 3.09)],
    "Dhuis": [(49.045, 3.14), (49.04, 3.24), (49.01, 3.24), (49.01, 3.16)],
    "Bezu": [(49.075, 3.30), (49.07, 3.37), (49.05, 3.36), (49.05, 3.31)],
    "Doue": [(48.875, 3.15), (48.87, 3.185), (48.85, 3.18), (48.855, 3.15)],
    "Hondevilliers": [(48.925, 3.25), (48.92, 3.33), (48.895, 3.33), (48.90, 3.26)],
}
HILLS = [(49.054, 2.683)]
MARSH = {"Ourcq": [(49.10, 3.055), (49.10, 3.075), (49.075, 3.06), (49.075, 3.04)]}
LAKES: dict[str, list[tuple[float, float]]] = {}
