"""Every file, folder, name of code and setting that the documentation names exists."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import firestep

ROOT = Path(__file__).parents[2]
SOURCE = Path(firestep.__file__).parent
PAGES = [
    *("README.md", "CONTRIBUTING.md", "bench/README.md", "tools/mapmaker/README.md"),
    *sorted(str(p.relative_to(ROOT)) for p in (ROOT / "docs").glob("*.md")),
]
FENCE = re.compile(r"^( *)```.*?^ *```$", re.S | re.M)
#: a path that begins with one of these is written in full, wherever it stands
FOLDERS = ("src/", "tests/", "tools/", "docs/", "bench/", "deploy/")
#: a path between backticks that begins with one of these is a path below src/firestep, or below its folder web
PACKAGES = ("engine/", "hexmap/", "games/", "bots/", "sim/", "server/", "commands/", "web/", "js/", "css/")
SUFFIXES = ("py", "js", "css", "csv", "md", "toml", "txt", "svg", "json", "html", "sh")
#: files that a reader makes, and addresses of a server
MADE = {
    *("mybot.py", "my.toml", "./my.toml", "war.json", "deploy/.env", "firestep.db.serve", "NAME_control.csv", "NAME_design.py"),
    *("security.txt", "/.well-known/security.txt", "/api/openapi.json"),
}
#: words before a dot that are values, not modules of the project
VALUES = {"s", "session", "state", "decision", "about", "battle", "element", "standing"}


@cache
def files() -> list[str]:
    """Returns the files of the project, each with a slash before its path."""
    folders = [ROOT / f for f in FOLDERS if f != "src/"] + [SOURCE]
    found = [p for folder in folders for p in folder.rglob("*") if p.is_file() and "__pycache__" not in p.parts]
    return [f"/{p.relative_to(ROOT)}" for p in found] + [f"/{p.name}" for p in ROOT.iterdir() if p.is_file()]


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def quoted(page: str) -> list[str]:
    """Returns the texts between backticks, outside of blocks."""
    return [" ".join(m[1].split()) for m in re.finditer(r"`([^`]+)`", FENCE.sub("", text_of(page)))]


def there(base: Path, path: str) -> bool:
    """Tells whether a path exists. `<game>` and the like stand for any name, `*` for any text."""
    pattern = re.sub(r"<\w+>", "*", path.rstrip("/").partition(":")[0])
    return bool(list(base.glob(pattern))) if "*" in pattern else (base / pattern).exists()


@pytest.mark.parametrize("page", PAGES)
def test_paths_exist(page: str) -> None:
    names = "|".join(FOLDERS)
    full = re.findall(rf"(?<![\w/.])(?:{names})[\w./<>*-]*[\w>*/]", FENCE.sub("", text_of(page)))
    missing = {p for p in full if p not in MADE and not there(ROOT, p)}
    for words in quoted(page):
        for p in words.split():
            if p.startswith(PACKAGES) and not any(c in p for c in "{…"):
                base = SOURCE / "web" if p.startswith(("js/", "css/")) else SOURCE
                if not (there(base, p) or there(base, f"{p}.py") or there(ROOT, p)):
                    missing.add(p)
    assert not missing


@pytest.mark.parametrize("page", PAGES)
def test_files_between_backticks_exist(page: str) -> None:
    words = [w for q in quoted(page) for w in q.split() if re.fullmatch(rf"[\w./-]*[\w-]\.(?:{'|'.join(SUFFIXES)})", w)]
    assert not {w for w in words if w not in MADE and not any(f.endswith(f"/{w.removeprefix('./')}") for f in files())}


def headings(page: Path) -> set[str]:
    """Returns the headings of a page in the form in which links name them."""
    found = re.findall(r"^#+ (.*)$", FENCE.sub("", page.read_text(encoding="utf-8")), re.M)
    return {re.sub(r"[^\w -]", "", h).strip().lower().replace(" ", "-") for h in found}


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_to_pages_and_headings(page: str) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", FENCE.sub("", text_of(page))):
        path, _, heading = link.partition("#")
        if ":" in path:
            continue
        target = (ROOT / page).parent / path if path else ROOT / page
        assert target.exists(), link
        assert not heading or heading in headings(target), link


@cache
def modules() -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = {}
    for p in SOURCE.rglob("*.py"):
        found.setdefault(p.parent.name if p.stem == "__init__" else p.stem, []).append(p)
    return found


@cache
def defined(path: Path) -> set[str]:
    """Returns the names that a module or its classes define or import."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.attr)
        elif isinstance(node, ast.ImportFrom | ast.Import):
            found |= {a.asname or a.name for a in node.names}
    if path.stem == "__init__":
        found |= {p.stem for p in path.parent.iterdir()}
    return found


@pytest.mark.parametrize("page", PAGES)
def test_names_of_modules_exist(page: str) -> None:
    """`control.enter(…)` on a page: a module `control` defines `enter`."""
    wrong = set()
    for words in quoted(page):
        m = re.match(r"([a-z_][\w.]*)\.([A-Za-z_]\w*)(?=$|[(\[ ])", words)
        if not m or words in MADE or m[1].split(".")[0] in VALUES or m[2] in SUFFIXES:
            continue
        if not any(m[2] in defined(p) for p in modules().get(m[1].split(".")[-1], ())):
            wrong.add(words)
    assert not wrong


@pytest.mark.parametrize("page", PAGES)
def test_settings_exist(page: str) -> None:
    sources = [p for p in (*SOURCE.rglob("*.py"), *(ROOT / "tools").rglob("*.py"), *(ROOT / "tests").rglob("*.py"))]
    known = {w for p in (*sources, ROOT / "Makefile") for w in re.findall(r"FIRESTEP_\w+", p.read_text(encoding="utf-8"))}
    known |= {f"FIRESTEP_{w}" for w in re.findall(r"\"([A-Z_]+)\"", (SOURCE / "server/settings.py").read_text(encoding="utf-8"))}
    assert not {w for w in re.findall(r"FIRESTEP_[A-Z_]*[A-Z]", text_of(page)) if w not in known}


def test_the_table_of_tgw_names_every_module_of_rules() -> None:
    """Refusals are said once for all folders; `meta.py` and `game.py` are the same in every game."""
    text = text_of("docs/tgw.md")
    package = SOURCE / "games" / "tgw"
    own = [p for p in package.rglob("*.py") if "refusals" not in p.stem and p.name not in ("__init__.py", "meta.py", "game.py")]
    assert len(own) > 70
    assert not [str(p.relative_to(package)) for p in own if f"`{p.name}`" not in text and f"/{p.name}`" not in text]
