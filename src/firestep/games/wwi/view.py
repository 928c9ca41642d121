from typing import Any


def draw(*a: Any) -> Any: return []
def draw_text(*a: Any) -> Any: return []
def inspect(*a: Any) -> Any: return []
def view(*a: Any) -> Any: return []
overlays: Any = {}
