"""The files for administrators name settings that exist and commands that run. No container is built here."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
SETTINGS = set(re.findall(r'"(FIRESTEP_[A-Z_]+)"', (ROOT / "src/firestep/server/settings.py").read_text()))


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return found


def test_every_setting_that_is_named_exists() -> None:
    known = SETTINGS | {"FIRESTEP_NAME", "FIRESTEP_SMTP_", "FIRESTEP_BATTLES"}
    for file in [*DEPLOY.iterdir(), ROOT / "docs/running-a-server.md", ROOT / "docs/server.md"]:
        for name in re.findall(r"FIRESTEP_[A-Z_]+", file.read_text()):
            assert name in known or any(k.startswith(name) for k in SETTINGS), f"{file.name} names {name}"


def test_every_setting_is_described() -> None:
    text = (ROOT / "docs/server.md").read_text()
    for name in SETTINGS:
        assert name in text or name.replace("FIRESTEP_SMTP", "") in text, f"docs/server.md says nothing of {name}"


def test_compose_is_whole() -> None:
    found = compose()
    services = found["services"]
    assert set(services) == {"caddy", "firestep", "postgres"}
    for service in services.values():
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert source in found["volumes"] or (DEPLOY / source).exists(), volume
        for other in service.get("depends_on", {}):
            assert other in services
        for network in service["networks"]:
            assert network in found["networks"]
    assert (DEPLOY / services["firestep"]["build"]["context"] / services["firestep"]["build"]["dockerfile"]).resolve().exists()
    assert found["networks"]["back"]["internal"] and "ports" not in services["firestep"], "only the proxy is reached from outside"


def test_the_image_copies_what_is_there_and_runs_as_nobody_in_particular() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    for line in re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.M):
        for name in line.split():
            assert (ROOT / name).exists(), name
    assert "USER firestep" in text and "--require-hashes" in text


def test_braces_of_the_proxys_file_match() -> None:
    text = re.sub(r"#.*", "", (DEPLOY / "Caddyfile").read_text())
    assert text.count("{") == text.count("}") and "reverse_proxy firestep:8765" in text


def test_units_are_units() -> None:
    tool = shutil.which("systemd-analyze")
    if tool is None:
        for file in DEPLOY.glob("firestep*.*"):
            section = ""
            for line in file.read_text().splitlines():
                if line.startswith("["):
                    section = line
                elif line and not line.startswith("#"):
                    assert section and re.match(r"[A-Z][A-Za-z]+=", line), f"{file.name}: {line}"
        return
    subprocess.run([tool, "verify", "--man=no", *map(str, DEPLOY.glob("firestep*.service"))], check=False)


@pytest.mark.parametrize(
    "words",
    [
        ["serve", "--help"],
        ["backup", "--help"],
        ["restore", "--help"],
        ["check-database", "--help"],
        ["carry-over", "--help"],
        ["tables", "--help"],
    ],
)
def test_commands_that_are_named_are_there(words: list[str]) -> None:
    assert subprocess.run([sys.executable, "-m", "firestep.cli", *words], capture_output=True, timeout=60).returncode == 0


def test_every_pin_has_hashes() -> None:
    pins = re.split(r"\n(?=\S)", (ROOT / "requirements.lock").read_text().strip())
    assert len(pins) > 40 and all("--hash=sha256:" in pin and "==" in pin.split()[0] for pin in pins)
    assert "://" not in (ROOT / "requirements.lock").read_text()
