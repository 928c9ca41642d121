"""The page's files, without a browser: small modules that can be joined, nothing from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import firestep
from firestep.games import GAMES
from firestep.server.http import bundle

WEB = Path(firestep.__file__).parent / "web"
FILES = sorted(p for p in WEB.rglob("*") if p.suffix in (".js", ".css", ".html", ".svg"))


def read(name: str) -> str:
    return (WEB / name).read_text(encoding="utf-8")


def test_a_page_has_all_its_modules_in_one_file() -> None:
    whole = bundle.script("js/boot.js", read)
    assert {p.relative_to(WEB).as_posix() for folder in ("js", "games") for p in (WEB / folder).rglob("*.js")} == {
        "js/boot.js",
        *re.findall(r'^\$make\["(.*?)"\] = ', whole, re.M),
    }
    assert "editor/battle.js" in bundle.script("editor/editor.js", read)


def test_modules_import_what_is_exported_and_never_one_another() -> None:
    imports = {
        name: [(bundle.beside(name, m[2]), m[1].split(", ")) for m in bundle.IMPORT.finditer(read(name))]
        for name in (p.relative_to(WEB).as_posix() for p in FILES if p.suffix == ".js")
    }
    for name, wanted in imports.items():
        for other, names in wanted:
            given = {m[2] for m in bundle.EXPORT.finditer(read(other))}
            assert {n.split(" as ")[0].strip("{ }") for n in names} - {"*"} <= given, (name, other)
    left = dict(imports)
    while free := [name for name, wanted in left.items() if not any(other in left for other, _ in wanted)]:
        for name in free:
            del left[name]
    assert not left, "these wait for one another"


def test_the_hooks_of_each_game_are_checked_by_name() -> None:
    """`tsc` checks what has this type: a misspelt hook of a game is an error (web/games/game-ui.js)."""
    known = re.compile(
        r'^/\*\* @type \{import\("\./game-ui\.js"\)\.Known<(\w+)>\} \*/\nconst game = new \1\(\);\nexport default game;$', re.M
    )
    for name in re.findall(r'import\("\./(\w+\.js)"\)', read("games/index.js")):
        assert known.search(read(f"games/{name}")), name
    asked = [p.name for p in FILES if re.search(r"\bmodule\.\w+\?\.\(", p.read_text(encoding="utf-8"))]
    assert not asked, "every hook has a default"


#: how often the tests of a file use the page past `firestep.test`: make it fewer, never more
PRIVATE = {
    "table_page.py": 2,
    "test_absent_player.py": 1,
    "test_accessibility.py": 5,
    "test_battles.py": 1,
    "test_beginner_problems.py": 5,
    "test_beginners.py": 3,
    "test_confirmations.py": 8,
    "test_dgk.py": 7,
    "test_ditt.py": 2,
    "test_first_turn.py": 1,
    "test_highlights.py": 1,
    "test_history.py": 1,
    "test_large_games.py": 5,
    "test_map_readability.py": 10,
    "test_play.py": 1,
    "test_report.py": 7,
    "test_tgw.py": 7,
    "test_visibility.py": 11,
}


def test_browser_tests_use_only_the_test_api_of_the_page() -> None:
    """`js/pages/test-api.js` is all that they use: other names of the page may change without breaking a test."""
    page = re.compile(
        r"(?<![\w./-])(?:window\.)?firestep(?=\??[.;,)}\s])"
        r"(?!\??\.(?:test|engine|games|server|start|testing|web|__file__|tables|settings)\b)"
    )
    used = {}
    for path in sorted({*Path(__file__).parent.glob("*.py")} - {Path(__file__)}):
        lines = [x for x in path.read_text(encoding="utf-8").splitlines() if not re.match(r"\s*(?:import|from) ", x)]
        if n := sum(len(page.findall(x)) for x in lines):
            used[path.name] = n
    assert used == PRIVATE


def test_modules_stay_small() -> None:
    assert {p.name: n for p in FILES if (n := len(p.read_text(encoding="utf-8").splitlines())) > 400} == {}


def test_nothing_comes_from_other_hosts_and_nothing_is_inline() -> None:
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        foreign = [u for u in re.findall(r"https?://[\w.]+", text) if u != "http://www.w3.org"]
        assert not foreign, (path.name, foreign)
        assert "innerHTML" not in text and "eval(" not in text and "document.write" not in text, path.name
    page = (WEB / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=", page)


def test_every_import_names_a_file_that_is_there() -> None:
    for path in FILES:
        if path.suffix == ".js":
            for name in re.findall(r'(?:from|import\() ?"(\.[^"]+)"', path.read_text(encoding="utf-8")):
                assert (path.parent / name).is_file(), (path.name, name)


def luminance(colour: str) -> float:
    digits = colour.lstrip("#")
    digits = "".join(c * 2 for c in digits) if len(digits) == 3 else digits
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    r, g, b = (x / 12.92 if x <= 0.03928 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def test_the_print_on_every_counter_can_be_read() -> None:
    """WCAG AA for text: at least 4.5 to 1 between a nation's colour and what is printed on it."""
    pairs = [(f"{g.id} {code}", n.fill, n.ink) for g in GAMES.values() for code, n in g.nations.items()]
    assert len(pairs) >= 16
    for nation, fill, ink in pairs:
        dark, light = sorted((luminance(fill), luminance(ink)))
        assert (light + 0.05) / (dark + 0.05) >= 4.5, nation
