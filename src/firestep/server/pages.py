"""The browser client: files of one folder, and nothing outside it."""

from __future__ import annotations

import hashlib
import mimetypes
from pathlib import Path

from fastapi import Request, Response

from firestep.games.dgk.umpire import DATA
from firestep.server.errors import Refused

KINDS = {".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
         ".html": "text/html; charset=utf-8", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json",
         ".json": "application/json", ".woff2": "font/woff2", ".txt": "text/plain; charset=utf-8"}


#: files that a page and a game share, by their address: the pocket umpire computes with the engine's own tables
SHARED = {f"umpire/data/{name}": DATA / name for name in ("model.json", "armies.json")}


class Pages:
    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        #: by path: when the file was changed, its tag, its bytes
        self._kept: dict[Path, tuple[int, str, bytes]] = {}

    def find(self, path: str) -> Path | None:
        """The file that a path means; `index.html` for the page's own addresses; None if there is none."""
        if path.strip("/") in SHARED:
            return SHARED[path.strip("/")]
        parts = path.strip("/").split("/") if path.strip("/") else []
        if any(p.startswith(".") or "\\" in p or "\x00" in p or ":" in p or p.endswith((".py", ".pyc")) for p in parts):
            return None
        try:
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
        if file.name == "index.html" and file.parent != self.root and not path.endswith(("/", ".html")):
            return Response(status_code=308, headers={"Location": f"/{path.strip('/')}/"})  # so that its own links are found
        changed = file.stat().st_mtime_ns
        kept = self._kept.get(file)
        if kept is None or kept[0] != changed:
            content = file.read_bytes()
            kept = self._kept[file] = (changed, f'"{hashlib.sha256(content).hexdigest()[:24]}"', content)
        _, tag, content = kept
        # names do not change with contents, so a browser asks each time and is told "as before" in a few bytes
        headers = {"ETag": tag, "Cache-Control": "no-cache" if file.suffix != ".woff2" else "public, max-age=31536000, immutable"}
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        kind = KINDS.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        return Response(content, 200, headers, kind)
