"""Adds pages that lie outside `docs/` to the documentation site: the front page, the guide for contributors, the changelog.

Links between them and the pages in `docs/` are written for readers of the repository. Here they are turned into links of the site.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
#: files of the repository, and their pages
PAGES = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}


def on_files(files: Files, config: Any) -> Files:
    for name, page in PAGES.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=_linked(text, "docs/")))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    return _linked(markdown, "../")


def _linked(text: str, prefix: str) -> str:
    """Returns a text whose links lead to pages of the site. Links to files without a page become plain text."""

    def link(m: re.Match[str]) -> str:
        target = m[2].removeprefix(prefix)
        if target.startswith(("http", "#")):
            return m[0]
        file, _, anchor = target.partition("#")
        file = PAGES.get(file, file)
        if not (ROOT / "docs" / file).exists() and (ROOT / file).exists():
            return m[1].strip("![]")  # a file of the repository that has no page
        return f"{m[1]}({file}{'#' + anchor if anchor else ''})"

    return re.sub(r"(!?\[[^\]]*\])\(([^)\s]+)\)", link, text)
