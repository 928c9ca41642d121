"""What players see: views, tables, texts, hints, overlays and reports."""
