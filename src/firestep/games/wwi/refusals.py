from typing import Any


def candidates(*a: Any) -> Any: return []
def why_not(*a: Any) -> Any: return []
