"""What players see: views, maps, texts, hints, charts and reports."""
