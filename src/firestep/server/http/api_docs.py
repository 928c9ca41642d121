"""The list of requests as a page: no script, no content from other servers."""

from __future__ import annotations

import html
from typing import Any

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Firestep: calls</title>
<link rel="stylesheet" href="/css/docs.css">
<h1>What the server understands</h1>
<p>The same for machines: <a href="/api/openapi.json">openapi.json</a>. A token goes into the header
<code>Authorization: Bearer TOKEN</code>. What can be left out has a question mark.</p>
<table><tr><th>call</th><td>what it does</td><td>takes</td><td>answers</td></tr>{rows}</table></html>
"""


def docs_page(api: dict[str, Any]) -> str:
    calls = [(path, method, call) for path, methods in api["paths"].items() for method, call in methods.items()]
    return PAGE.format(rows="".join(_row(api, *call) for call in calls))


def _row(api: dict[str, Any], path: str, method: str, call: dict[str, Any]) -> str:
    given = [p["name"] + ("" if p.get("required") else "?") for p in call.get("parameters", []) if p["in"] != "path"]
    body = call.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    if name := body.get("$ref", "").rsplit("/", 1)[-1]:
        schema = api["components"]["schemas"][name]
        given += [k + ("" if k in schema.get("required", []) else "?") for k in schema.get("properties", {})]
    cells = (call.get("summary", ""), ", ".join(given), ", ".join(call.get("responses", {})))
    return (
        f"<tr><th><code>{method.upper()} {html.escape(path)}</code></th>"
        + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells)
        + "</tr>\n"
    )
