"""Joins the files of a page into one: seventy small modules need one request, and all have the same version.

The modules stay unchanged, and can be requested one by one. All modules write imports and exports in one way, a line each
(`import { a, b as c } from "./x.js";`, `export function f`, `import("./x.js")`), and no two modules import each other. So each
becomes a function that runs when it is first used and returns its exports. A stylesheet begins with those it imports.
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

#: returns the text of a file by its address
Read = Callable[[str], str]


def beside(name: str, other: str) -> str:
    return normpath(join(dirname(name), other))


def names(imported: str) -> str:
    """Returns the names of an import for a `const`: `{ a, b: c }`."""
    return imported.removeprefix("* as ").replace(" as ", ": ")


def script(entry: str, read: Read) -> str:
    """Returns a module bundled with all modules that it imports, at once or later. It runs at once, the others when they are first
    used."""
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
            raise ValueError(f"{name} imports or exports in a form that cannot be bundled: {other[0]}")
        return text if name == entry else f'$make["{name}"] = (() => {{\n{text}return {{ {", ".join(given)} }};\n}});\n'

    first, *others = (f"// {name}\n{module(name)}" for name in found)  # the list grows during the loop
    return HEAD + "".join(others) + first


def sheet(entry: str, read: Read) -> str:
    """Returns a stylesheet bundled with those that it imports."""
    return SHEET.sub(lambda m: f"/* {m[1]} */\n{sheet(beside(entry, m[1]), read)}", read(entry))
