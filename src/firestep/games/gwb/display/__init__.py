"""What players see: views, maps, texts, hints and reports."""
