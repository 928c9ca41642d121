from typing import Any


def report(*a: Any) -> Any: return []
