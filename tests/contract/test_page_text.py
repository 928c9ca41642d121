"""The page recognises nothing by its English text: it gets ids, kinds and numbers beside every sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import firestep
from firestep.engine.page_data import PRICE_KINDS

WEB = Path(firestep.__file__).parent / "web"
FILES = sorted([*WEB.glob("js/**/*.js"), *WEB.glob("games/*.js")])

#: fields, variables and functions that hold or return sentences or names for people
SENTENCES = {"text", "textContent", "title", "prompt", "reason", ".name", "level", "season", "message", "victory", "say"}
SENTENCES |= {"label", "nationName", "pieceName", "placeName", "seatTitle", "theSeat"}
#: an action of the game is a line of words that are no English: `attack 0406`
ACTIONS = {"o.text", "order.text", "first.text"}

_REGEX = r"/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\[\n])+/[a-z]*"
_WORDS = rf"(?P<words>{_REGEX}|\"[^\"\n]*\"|`[^`\n]*`)"
#: `x.text`, also behind a call or in brackets: `title(x)`, `x.text.toLowerCase()`, `(x.text ?? "")`
_WHOSE = r"(?P<whose>[\w.?\[\]\"]*?(?:\((?:[^()\n]|\([^()\n]*\))*\)|\w)(?:\?*\.\w+|\.\w+\(\))*?)"
MATCHES = (
    re.compile(rf"{_WHOSE}\??\.(?:match|matchAll|search|split|replace|replaceAll|startsWith|endsWith|includes|indexOf)\({_WORDS}"),
    re.compile(rf"(?P<words>{_REGEX})\.(?:test|exec)\((?P<whose>[^()\n]*(?:\([^()\n]*\))?[^()\n]*)\)"),
    re.compile(rf"{_WHOSE} [!=]== {_WORDS}"),
)

#: What is left, to be made fewer. These shorten a name or look for whom a line is about; none recognises an order.
KNOWN = {
    ("js/map/map-image.js", "text"): "the source of a drawing",
    ("games/wwi.js", "nationName(t, n)"): "the name without its article",
    ("games/wwi.js", "nationName(t, r.id)"): "the name without its article",
    ("js/net/api.js", "(e).name"): "an error of the browser",
    ("js/panels/log-subjects.js", "text"): "the first words of the line name the nation; with secrets only the line is sent",
    ("js/pages/result.js", "o.level"): "the level of a result is a word of the record",
    ("js/pages/result.js", '(o.level ?? "")'): "the level of a result is a word of the record",
    ("js/pages/setup.js", "o.title"): "the title of an option without its group and ruling",
}


def spoken(words: str) -> bool:
    """Whether a pattern names a word of three letters or more."""
    if words.startswith("`"):
        words = re.sub(r"\$\{[^}]*\}", " ", words)
    elif words.startswith("/"):
        words = re.sub(r"/[a-z]*$", "", re.sub(r"\\.|\[(?:\\.|[^\]\\])*\]", " ", words))
    return bool(re.search(r"[A-Za-z]{3}", words))


def found_in(source: str) -> Iterator[tuple[str, str]]:
    """Yields where a text for people is compared with words: the text, and the words."""
    for pattern in MATCHES:
        for m in pattern.finditer(source):
            whose = m["whose"].strip()
            bare = re.sub(r"( \?\? \"\")?\)$|\.\w+\(\)$", "", whose)
            last = re.search(r"(\.?\w+)(?:\([^()]*)?$", bare)
            if last and {last[1], last[1].strip(".")} & SENTENCES and whose not in ACTIONS and spoken(m["words"]):
                yield whose, m["words"]


def test_the_page_compares_no_sentence_with_words() -> None:
    found = {
        (path.relative_to(WEB).as_posix(), whose): words
        for path in FILES
        for whose, words in found_in(path.read_text(encoding="utf-8"))
    }
    assert {k: v for k, v in found.items() if k not in KNOWN} == {}, "let the server send a kind, an id or a number instead"
    assert set(KNOWN) <= set(found), "take these out of KNOWN: they are gone"


@pytest.mark.parametrize(
    "line",
    [
        'price.text.startsWith("attack")',
        '(t.orders.price(o)?.text ?? "").startsWith("attack")',
        'results.find((r) => r.text === "0 levels")',
        "/moved|guns/i.test(g.title)",
        r"/\bdie (\d)\b/.exec(e.text)?.[1]",
        'r.title.includes("Revolution")',
        'r.title.replace("Ottoman ", "")',
        "if (prompt.includes(`choose ${n} units`))",
    ],
)
def test_such_comparisons_are_found(line: str) -> None:
    assert list(found_in(line))


@pytest.mark.parametrize(
    "line",
    [
        "o.text === `attack ${place}`",
        r"/^(\d+)-(\d+)$/.exec(text)",
        'e.key === "turn"',
        'text.split(" ")',
        r"o.text.endsWith(`-${n}`)",
    ],
)
def test_commands_figures_and_ids_may_be_compared(line: str) -> None:
    assert not list(found_in(line))


def test_page_and_games_use_the_same_kinds_of_prices() -> None:
    used = {
        kind for path in FILES for kind in re.findall(r"price\([^()]*\)\?\.kind === \"([\w-]+)\"", path.read_text(encoding="utf-8"))
    }
    assert used == set(PRICE_KINDS)
