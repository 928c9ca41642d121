"""The pocket umpire as files: the page with its data, to be served as it is, or as one self-contained HTML file.

firestep dgk export app.html          one file, works from a phone's storage
firestep dgk export --site FOLDER     the page as a folder for any web server
"""

from __future__ import annotations

import re
from pathlib import Path

from firestep.engine.errors import FirestepError
from firestep.games.dgk.umpire import DATA

#: the page's sources; data is added under `data/`
WEB = Path(__file__).parents[2] / "web" / "umpire"
#: modules in the order in which they can stand in one file
MODULES = ("dom.js", "store.js", "umpire.js", "armies.js", "rosters.js", "words.js", "ask.js", "turn.js", "builder.js", "app.js")
#: modules that others import as a whole, with the name they use
SPACES = {"words.js": "words", "rosters.js": "rosters"}
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


def files() -> dict[str, bytes]:
    """Every file of the page by its address below the page's folder; what a server needs to serve."""
    out = {p.name: p.read_bytes() for p in sorted(WEB.iterdir()) if p.is_file()}
    out |= {f"data/{name}": (DATA / name).read_bytes() for name in ("armies.json", "model.json")}
    return out


def single_file() -> str:
    """The whole page as one HTML text."""
    page = (WEB / "index.html").read_text(encoding="utf-8")
    css = (WEB / "umpire.css").read_text(encoding="utf-8")
    code = "\n".join(_plain(name) for name in MODULES)
    data = "".join(
        f'<script type="application/json" id="data-{n}">{_safe((DATA / f"{n}.json").read_text(encoding="utf-8"))}</script>\n'
        for n in ("model", "armies")
    )
    page = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>\n', "", page)
    page = re.sub(r'<link rel="(manifest|icon)"[^>]*>\n', "", page)
    page = page.replace('<link rel="stylesheet" href="umpire.css">', f"<style>\n{css}</style>")
    return page.replace('<script type="module" src="app.js"></script>', f'{data}<script type="module">\n{_safe(code)}\n</script>')


def _plain(name: str) -> str:
    """A module without its imports and exports, for standing beside the others."""
    text = (WEB / name).read_text(encoding="utf-8")
    text = re.sub(r"^import [^;]*;\n", "", text, flags=re.M)
    exported = re.findall(r"^export (?:const|function|class|async function) (\w+)", text, flags=re.M)
    text = re.sub(r"^export ", "", text, flags=re.M)
    if name in SPACES:  # its short names are used through the name of the module
        space = f"const {SPACES[name]} = (() => {{\n{text}\nreturn {{ {', '.join(exported)} }};\n}})();"
        return f"{space}\nconst {{ SIDE }} = words;" if name == "words.js" else space
    return text


def _safe(text: str) -> str:
    return text.replace("</", "<\\/")


def export(target: Path, site: bool = False) -> str:
    """Write the page and say what was written."""
    try:
        if not site:
            text = single_file()
            target.write_text(text, encoding="utf-8")
            return f"{target}: the pocket umpire in one file ({len(text) // 1024} KiB); open it in any browser"
        for name, content in files().items():
            path = target / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        return f"{target}: the pocket umpire as a folder; serve it with any web server"
    except OSError as e:
        raise FirestepError(f"cannot write {target}: {e.strerror or e}; choose a place you may write to") from None
