"""Files of the page joined: what a module becomes, by which address it is kept, and that a page is never half old, half new."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from server_conftest import Running

from firestep.server.http import bundle

PAGE = '<link rel="stylesheet" href="/css/page.css"><script type="module" src="/js/boot.js"></script>'
FILES = {
    "js/boot.js": 'import { a, b as c } from "./x.js";\nimport * as x from "./x.js";\nimport("../games/g.js").then(c);\n',
    "js/x.js": 'export const a = 1;\nexport function b() {}\n/** @typedef {import("./boot.js").T} T */\n',
    "games/g.js": 'import { a } from "../js/x.js";\nexport default { run() { return a; } };\n',
    "css/page.css": '@import "base.css";\nb { color: red; }\n',
    "css/base.css": "a { color: blue; }\n",
}


def test_modules_become_functions_that_run_once() -> None:
    whole = bundle.script("js/boot.js", FILES.__getitem__)
    assert 'const { a, b: c } = $use("js/x.js");\nconst x = $use("js/x.js");\n$later("games/g.js").then(' in whole
    assert whole.count('$make["js/x.js"] =') == 1
    assert "const a = 1;\nfunction b() {}\n" in whole and "return { a, b };" in whole
    assert 'const { a } = $use("js/x.js");\nconst $default = { run()' in whole and "return { default: $default };" in whole
    assert not re.search(r"^(import|export)\b", whole, re.M) and whole.index("boot.js\nconst") > whole.index("return { default")


@pytest.mark.parametrize("line", ['import x from "./x.js";', "export { a };", "export let a = 1;", 'export * from "./x.js";'])
def test_what_is_written_otherwise_is_not_joined(line: str) -> None:
    with pytest.raises(ValueError, match="a form that cannot be bundled"):
        bundle.script("js/boot.js", {**FILES, "js/boot.js": line}.__getitem__)


def test_a_stylesheet_begins_with_those_it_imports() -> None:
    assert bundle.sheet("css/page.css", FILES.__getitem__) == "/* base.css */\na { color: blue; }\nb { color: red; }\n"


@pytest.fixture
def web(sqlite_server: Running) -> Path:
    folder = sqlite_server.settings.web
    for name, text in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    (folder / "joined").mkdir(exist_ok=True)
    (folder / "joined" / "index.html").write_text(PAGE)
    return folder


def test_a_joined_file_is_kept_for_ever_and_another_content_has_another_address(sqlite_server: Running, web: Path) -> None:
    def named() -> list[str]:
        return re.findall(r'="(/[^"]+)"', sqlite_server.http.get("/joined/").text)

    sheet, script = named()
    assert re.fullmatch(r"/js/boot\.js\?joined=[0-9a-f]{16}", script)
    first = sqlite_server.http.get(script)
    assert "immutable" in first.headers["cache-control"] and first.headers["content-type"].startswith("text/javascript")
    assert "a { color: blue; }" in sqlite_server.http.get(sheet).text
    assert sqlite_server.http.get("/js/boot.js").text == FILES["js/boot.js"], "and each file can be had alone"
    assert 'src="/js/boot.js"' in sqlite_server.http.get("/joined/?apart").text
    (web / "games" / "g.js").write_text("export default { run() { return 2; } };\n")
    assert named()[0] == sheet and named()[1] != script
    late = sqlite_server.http.get(script)  # asked for by a page from before
    assert late.headers["cache-control"] == "no-cache" and "return 2" in late.text
    assert late.text == sqlite_server.http.get(named()[1]).text, "all of it is new"


def test_a_page_that_cannot_be_joined_is_served_file_by_file(sqlite_server: Running, web: Path) -> None:
    (web / "js" / "x.js").write_text("export let a = 1, b = 2;\n")
    assert 'src="/js/boot.js"' in sqlite_server.http.get("/joined/").text
    (web / "js" / "x.js").unlink()
    assert 'src="/js/boot.js"' in sqlite_server.http.get("/joined/").text
    assert sqlite_server.http.get("/js/boot.js?joined=0123456789abcdef").text == FILES["js/boot.js"]
