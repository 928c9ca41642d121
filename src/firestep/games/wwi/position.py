from typing import Any
def check(*a: Any) -> Any: return []
def position_from(*a: Any) -> Any: return []
def position_to(*a: Any) -> Any: return []
