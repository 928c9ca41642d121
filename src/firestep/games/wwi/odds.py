from typing import Any


def odds(*a: Any) -> Any: return []
