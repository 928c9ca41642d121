"""What can be set, from the environment. docs/server.md lists it."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


def data_folder(env: Mapping[str, str]) -> Path:
    """Where a program keeps what belongs to its user."""
    if given := env.get("FIRESTEP_DATA"):
        return Path(given)
    if sys.platform == "win32":
        return Path(env.get("LOCALAPPDATA", str(Path.home()))) / "firestep"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "firestep"
    return Path(env.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "firestep"


@dataclass(frozen=True, slots=True)
class Smtp:
    host: str
    port: int = 587
    user: str = ""
    password: str = field(default="", repr=False)
    sender: str = "firestep@localhost"
    #: "starttls", "tls" or "none"
    security: str = "starttls"


@dataclass(frozen=True, slots=True)
class Settings:
    database_url: str
    #: folder of the browser client
    web: Path = Path(__file__).parent.parent / "web"
    #: address of this server as others see it, for the links in notifications
    public_url: str = ""
    #: where drawn maps are kept between runs
    cache: Path | None = None
    #: draw all maps at the start, beside the server
    draw_ahead: bool = True
    rate_limit: bool = True
    #: seconds a bot may think about one decision
    bot_seconds: float = 10.0
    #: processes in which bots think and long work is done
    workers: int = 2
    #: entries between two snapshots of a table
    snapshot_every: int = 50
    #: seconds after which a table nobody watches is put away from memory
    idle_seconds: float = 600.0
    smtp: Smtp | None = None
    #: webhooks to this machine and to private networks: off, or anyone with a seat could reach what only the server can
    private_webhooks: bool = False
    #: records that begin in the middle of a game made elsewhere: on, because on one's own machine they harm nobody else
    foreign_moments: bool = True
    #: files of Python run at the start, here and in the workers; they can register further games
    plugins: tuple[str, ...] = ()

    @classmethod
    def from_env(cls, env: Mapping[str, str] | None = None, database_url: str | None = None) -> Settings:
        env = os.environ if env is None else env
        url, folder = database_url or env.get("FIRESTEP_DATABASE_URL") or "", data_folder(env)
        if not url:
            folder.mkdir(parents=True, exist_ok=True)
            url = f"sqlite:///{folder / 'firestep.db'}"
        if url.startswith(("postgres://", "postgresql://")):
            url = "postgresql+psycopg://" + url.split("://", 1)[1]
        smtp = None
        if host := env.get("FIRESTEP_SMTP_HOST"):
            smtp = Smtp(host, int(env.get("FIRESTEP_SMTP_PORT", "587")), env.get("FIRESTEP_SMTP_USER", ""),
                        env.get("FIRESTEP_SMTP_PASSWORD", ""), env.get("FIRESTEP_SMTP_FROM", "firestep@localhost"),
                        env.get("FIRESTEP_SMTP_SECURITY", "starttls"))
        return cls(
            url, cache=folder / "maps", public_url=env.get("FIRESTEP_PUBLIC_URL", "").rstrip("/"),
            rate_limit=env.get("FIRESTEP_RATE_LIMIT", "on") != "off", draw_ahead=env.get("FIRESTEP_DRAW_AHEAD", "on") != "off",
            web=Path(env["FIRESTEP_WEB"]) if env.get("FIRESTEP_WEB") else Path(__file__).parent.parent / "web",
            bot_seconds=float(env.get("FIRESTEP_BOT_SECONDS", "10")), workers=int(env.get("FIRESTEP_WORKERS", "2")),
            idle_seconds=float(env.get("FIRESTEP_IDLE_SECONDS", "600")), smtp=smtp,
            private_webhooks=env.get("FIRESTEP_PRIVATE_WEBHOOKS", "off") == "on",
            plugins=tuple(p for p in env.get("FIRESTEP_PLUGINS", "").split(os.pathsep) if p),
        )


def run_plugins(files: tuple[str, ...]) -> None:
    """Run the files that register further games; once a process."""
    import importlib.util

    for file in files:
        name = Path(file).stem
        if name not in sys.modules:
            spec = importlib.util.spec_from_file_location(name, file)
            if spec is None or spec.loader is None:
                raise FileNotFoundError(f"there is no plugin {file}")
            module = importlib.util.module_from_spec(spec)
            sys.modules[name] = module
            spec.loader.exec_module(module)
