"""The files of a page in one: seventy small modules come with one request instead of seventy, and all of one moment.

The modules stay as they are, and can be asked for one by one. The house writes imports and exports in one way, a line each
(`import { a, b as c } from "./x.js";`, `export function f`, `import("./x.js")`), and no module is imported by what it imports: so
each becomes a function that runs when it is first used and returns what it exports. A stylesheet begins with those it imports.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from posixpath import dirname, join, normpath

HEAD = """const $made = new Map(), $make = {};
const $use = (name) => $made.get(name) ?? $made.set(name, $make[name]()).get(name);
const $later = async (name) => $use(name);
"""
IMPORT = re.compile(r'^import (\{ [^}\n]+ \}|\* as \w+) from "(\.[^"\n]+)";$', re.M)
LATER = re.compile(r'\bimport\("(\.[^"\n]+)"\)(?!\.[A-Z])')  # `import("…").Name` is a type in a comment
EXPORT = re.compile(r"^export ((?:async function|function\*?|class|const) ([\w$]+))", re.M)
DEFAULT = re.compile(r"^export default (?=\{|\w+;$)", re.M)
OTHER = re.compile(r"^(?:import|export)\b.*$", re.M)
SHEET = re.compile(r'^@import "([^"\n]+)";\n', re.M)

#: gives the text of a file by its address
Read = Callable[[str], str]


def beside(name: str, other: str) -> str:
    return normpath(join(dirname(name), other))


def names(imported: str) -> str:
    """What stands in an import, for a `const`: `{ a, b: c }`."""
    return imported.removeprefix("* as ").replace(" as ", ": ")


def script(entry: str, read: Read) -> str:
    """A module with all that it imports, now or later. It runs itself; the others when they are used."""
    found = [entry]

    def needed(name: str, other: str) -> str:
        if (full := beside(name, other)) not in found:
            found.append(full)
        return f'"{full}"'

    def module(name: str) -> str:
        text = IMPORT.sub(lambda m: f"const {names(m[1])} = $use({needed(name, m[2])});", read(name))
        text = LATER.sub(lambda m: f"$later({needed(name, m[1])})", text)
        given = [m[2] for m in EXPORT.finditer(text)] + ["default: $default"] * bool(DEFAULT.search(text))
        text = DEFAULT.sub("const $default = ", EXPORT.sub(r"\1", text))
        if other := OTHER.search(text):
            raise ValueError(f"{name} imports or exports in another way than the house: {other[0]}")
        return text if name == entry else f'$make["{name}"] = (() => {{\n{text}return {{ {", ".join(given)} }};\n}});\n'

    first, *others = (f"// {name}\n{module(name)}" for name in found)  # which grows meanwhile
    return HEAD + "".join(others) + first


def sheet(entry: str, read: Read) -> str:
    """A stylesheet with those that it imports."""
    return SHEET.sub(lambda m: f"/* {m[1]} */\n{sheet(beside(entry, m[1]), read)}", read(entry))
