"""Supply and attrition (chapter 11)."""
