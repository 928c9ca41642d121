"""Serves the browser client: the files of one folder, and a few named files from elsewhere."""

from __future__ import annotations

import hashlib
import logging
import mimetypes
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from firestep.server.errors import Refused
from firestep.server.http import bundle
from firestep.server.http.web import tagged

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
JOIN = {".js": bundle.script, ".css": bundle.sheet}
#: the first module of each page: at its full address it is bundled with all its imports, unless `?apart` is given
ENTRY = re.compile(rb'(<script type="module" src=|<link rel="stylesheet" href=)"/([\w./-]+)"')
FOR_EVER = "public, max-age=31536000, immutable"
log = logging.getLogger("firestep.server")


def changed(file: Path) -> int:
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return 0  # the file no longer exists


@dataclass(frozen=True, slots=True)
class Bundle:
    """A file bundled with all its imports."""

    content: bytes
    mark: str
    #: its source files and their modification times
    files: dict[Path, int]


class Pages:
    def __init__(self, root: Path, more: Mapping[str, Path] | None = None) -> None:
        self.root = root.resolve()
        #: files in other places, by address
        self.more = dict(more or {})
        #: by path: modification time and bytes
        self._kept: dict[Path, tuple[int, bytes]] = {}
        #: first modules of pages, bundled with all their imports
        self._bundles: dict[Path, Bundle] = {}

    def find(self, path: str) -> Path | None:
        """Returns the file of a path: the `index.html` of a folder, or that of the root for addresses of the page. Returns None if
        there is no file."""
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
            return RedirectResponse(f"/{file.parent.relative_to(self.root).as_posix()}/")  # so that relative links work
        kind = KINDS.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        asked = request.query_params.get("joined")
        if asked is not None and file in self._bundles and (whole := self.bundled(file)):
            return tagged(request, whole.content, kind, FOR_EVER if asked == whole.mark else "no-cache")
        content = self.read(file)
        if file.suffix == ".html" and "apart" not in request.query_params:
            content = ENTRY.sub(self._marked, content)
        # the name does not change with the content, so a browser asks each time and gets a short "not modified"
        return tagged(request, content, kind, "no-cache" if file.suffix != ".woff2" else FOR_EVER)

    def read(self, file: Path) -> bytes:
        when = changed(file)
        kept = self._kept.get(file)
        if kept is None or kept[0] != when:
            kept = self._kept[file] = (when, file.read_bytes())
        return kept[1]

    def bundled(self, entry: Path) -> Bundle | None:
        """Returns a module or stylesheet bundled with all its imports, or None if it must be served file by file."""
        kept = self._bundles.get(entry)
        if kept and all(changed(file) == when for file, when in kept.files.items()):
            return kept
        files: dict[Path, int] = {}

        def read(name: str) -> str:
            file = self.find(name)
            if file is None or file.suffix != entry.suffix:
                raise ValueError(f"there is no {name}")
            files[file] = changed(file)
            return self.read(file).decode()

        try:
            content = JOIN[entry.suffix](entry.relative_to(self.root).as_posix(), read).encode()
        except (ValueError, OSError) as e:
            log.warning("%s is served file by file: %s", entry.name, e)
            return None
        whole = self._bundles[entry] = Bundle(content, hashlib.sha256(content).hexdigest()[:16], files)
        return whole

    def _marked(self, m: re.Match[bytes]) -> bytes:
        """Puts a hash of the content into the address of a bundled file. So browsers can keep it for ever."""
        file = self.find(m[2].decode())
        whole = self.bundled(file) if file and file.suffix in JOIN else None
        return b'%s"/%s?joined=%s"' % (m[1], m[2], whole.mark.encode()) if whole else m[0]
