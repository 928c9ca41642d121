"""The commands of `firestep`. A command is a module with `add_parser(subparsers)`; it sets `run`, a function of the arguments.

A game that brings its own command has it in `commands.py`.
"""

from __future__ import annotations

from types import ModuleType

from firestep.commands import bench, draw, games, legal, new, odds, play, replay, rules, show, simulate, verify, why_not
from firestep.games import parts
from firestep.server.admin import commands, serve

#: in the order in which `firestep --help` lists them
COMMANDS: list[ModuleType] = [
    serve,
    games,
    new,
    show,
    legal,
    why_not,
    odds,
    play,
    replay,
    verify,
    simulate,
    rules,
    draw,
    bench,
    *parts("commands"),
    commands,
]
