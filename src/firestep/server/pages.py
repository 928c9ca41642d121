"""The browser client: files of one folder, a few named ones from elsewhere, and nothing else."""

from __future__ import annotations

import mimetypes
from collections.abc import Mapping
from pathlib import Path

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from firestep.server.errors import Refused
from firestep.server.web import tagged

KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".json": "application/json",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
    ".toml": "text/plain; charset=utf-8",
}


class Pages:
    def __init__(self, root: Path, more: Mapping[str, Path] | None = None) -> None:
        self.root = root.resolve()
        #: files that lie elsewhere, by their address
        self.more = dict(more or {})
        #: by path: when the file was changed, its bytes
        self._kept: dict[Path, tuple[int, bytes]] = {}

    def find(self, path: str) -> Path | None:
        """The file that a path means: a folder's own `index.html`, or that of the root for the page's addresses; None if there
        is none."""
        parts = path.strip("/").split("/") if path.strip("/") else []
        if any(p.startswith(".") or "\\" in p or "\x00" in p or ":" in p or p.endswith((".py", ".pyc")) for p in parts):
            return None
        try:
            if found := self.more.get("/".join(parts)):
                return found
            file = self.root.joinpath(*parts).resolve()
            if file.is_relative_to(self.root) and file.is_file():
                return file
            if parts and file.is_relative_to(self.root) and (file / "index.html").is_file():
                return file / "index.html"
        except (OSError, ValueError):
            return None
        index = self.root / "index.html"
        return index if (not parts or "." not in parts[-1]) and index.is_file() else None

    def answer(self, request: Request, path: str) -> Response:
        file = self.find(path)
        if file is None:
            raise Refused(404, "there is no such page; go back to the first one")
        if file.name == "index.html" and file.parent != self.root and path.endswith(file.parent.name):
            return RedirectResponse(f"/{file.parent.relative_to(self.root).as_posix()}/")  # so that its own links are right
        changed = file.stat().st_mtime_ns
        kept = self._kept.get(file)
        if kept is None or kept[0] != changed:
            kept = self._kept[file] = (changed, file.read_bytes())
        kind = KINDS.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        # names do not change with contents, so a browser asks each time and is told "as before" in a few bytes
        return tagged(request, kept[1], kind, "no-cache" if file.suffix != ".woff2" else "public, max-age=31536000, immutable")
