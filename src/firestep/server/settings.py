"""Settings, read from the environment. docs/server.md lists them."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


def data_folder(env: Mapping[str, str]) -> Path:
    """Returns the folder for the data of this user."""
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
    #: address of this server for others, for links in notifications
    public_url: str = ""
    #: where drawn maps are kept between runs
    cache: Path | None = None
    #: draw all maps at the start, in a worker process
    draw_ahead: bool = True
    rate_limit: bool = True
    #: seconds a bot may use for one decision
    bot_seconds: float = 10.0
    #: processes for bots; for records, reports and earlier moments; for uploads
    workers: int = 2
    history_workers: int = 1
    upload_workers: int = 1
    #: megabytes that a process for uploads may use
    upload_megabytes: int = 2048
    #: seconds after which bots that play alone wait until a person looks
    rest_seconds: float = 60.0
    #: entries between two snapshots of a table
    snapshot_every: int = 50
    #: seconds after which a table without watchers leaves memory
    idle_seconds: float = 600.0
    smtp: Smtp | None = None
    #: seconds between two mails to one seat of one table
    mail_seconds: int = 3600
    #: maximum number of tables; 0: no limit
    most_tables: int = 0
    #: delete tables without changes: never played, still running, finished, each after so many days
    expire: bool = False
    untouched_days: int = 7
    running_days: int = 180
    finished_days: int = 365
    #: people on other machines use the server
    public: bool = False
    #: host names of this server besides its own; empty: any, if it is public
    hosts: tuple[str, ...] = ()
    #: proxies whose X-Forwarded-For is believed
    proxies: str = "127.0.0.1,::1"
    #: connections at once: of all, of one address
    most_connections: int = 900
    each_connections: int = 100
    #: seconds for the head of a request, for its body
    head_seconds: float = 10.0
    body_seconds: float = 30.0
    #: log a line for each request on standard error
    access_log: bool = False
    #: where faults are reported and deletion is requested: a web or mail address
    contact: str = ""
    #: the token that opens /metrics to other machines; empty: to none
    metrics_token: str = field(default="", repr=False)
    #: allow webhooks to this machine and to private networks; if on, anyone with a seat can reach what only the server can
    private_webhooks: bool = False
    #: accept records that begin in the middle of a game played elsewhere: on, because on a private machine nobody else is affected
    foreign_moments: bool = True
    #: Python files that are run at the start, here and in the workers; they can register further games
    plugins: tuple[str, ...] = ()

    @classmethod
    def from_env(cls, env: Mapping[str, str] | None = None, database_url: str | None = None) -> Settings:
        env = os.environ if env is None else env
        url, folder = database_url or env.get("FIRESTEP_DATABASE_URL") or "", data_folder(env)
        if not url:
            url = f"sqlite:///{folder / 'firestep.db'}"
        if url.startswith(("postgres://", "postgresql://")):
            url = "postgresql+psycopg://" + url.split("://", 1)[1]
        smtp = None
        if host := env.get("FIRESTEP_SMTP_HOST"):
            smtp = Smtp(
                host,
                int(env.get("FIRESTEP_SMTP_PORT", "587")),
                env.get("FIRESTEP_SMTP_USER", ""),
                env.get("FIRESTEP_SMTP_PASSWORD", ""),
                env.get("FIRESTEP_SMTP_FROM", "firestep@localhost"),
                env.get("FIRESTEP_SMTP_SECURITY", "starttls"),
            )
        public = env.get("FIRESTEP_PUBLIC", "on" if env.get("FIRESTEP_PUBLIC_URL") else "off") == "on"
        days = [int(d) for d in env.get("FIRESTEP_DAYS", "7,180,365").split(",")]
        return cls(
            url,
            cache=folder / "maps",
            public_url=env.get("FIRESTEP_PUBLIC_URL", "").rstrip("/"),
            rate_limit=env.get("FIRESTEP_RATE_LIMIT", "on") != "off",
            draw_ahead=env.get("FIRESTEP_DRAW_AHEAD", "on") != "off",
            web=Path(env["FIRESTEP_WEB"]) if env.get("FIRESTEP_WEB") else Path(__file__).parent.parent / "web",
            bot_seconds=float(env.get("FIRESTEP_BOT_SECONDS", "10")),
            workers=int(env.get("FIRESTEP_WORKERS", "2")),
            history_workers=int(env.get("FIRESTEP_HISTORY_WORKERS", "1")),
            upload_workers=int(env.get("FIRESTEP_UPLOAD_WORKERS", "1")),
            idle_seconds=float(env.get("FIRESTEP_IDLE_SECONDS", "600")),
            smtp=smtp,
            mail_seconds=int(env.get("FIRESTEP_MAIL_SECONDS", "3600")),
            most_tables=int(env.get("FIRESTEP_MOST_TABLES", "0")),
            public=public,
            foreign_moments=not public,
            expire=env.get("FIRESTEP_EXPIRE", "on" if public else "off") == "on",
            untouched_days=days[0],
            running_days=days[1],
            finished_days=days[2],
            hosts=tuple(h.strip().lower() for h in env.get("FIRESTEP_HOSTS", "").split(",") if h.strip()),
            proxies=env.get("FIRESTEP_PROXIES", "127.0.0.1,::1"),
            most_connections=int(env.get("FIRESTEP_CONNECTIONS", "900")),
            each_connections=int(env.get("FIRESTEP_CONNECTIONS_EACH", "100")),
            access_log=env.get("FIRESTEP_ACCESS_LOG", "off") == "on",
            metrics_token=env.get("FIRESTEP_METRICS_TOKEN", ""),
            contact=env.get("FIRESTEP_CONTACT", ""),
            private_webhooks=env.get("FIRESTEP_PRIVATE_WEBHOOKS", "off") == "on",
            plugins=tuple(p for p in env.get("FIRESTEP_PLUGINS", "").split(os.pathsep) if p),
        )


def run_plugins(files: tuple[str, ...]) -> None:
    """Runs the files that register further games, once in each process."""
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
