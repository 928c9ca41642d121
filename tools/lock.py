"""Write requirements.lock anew: every pinned version with the hashes of all its files that Python 3.11 and later can use.

The versions are those of the file itself; raise one there, run this, look at the difference. Hashes come from the package
index, so that an installation gets what was published or nothing; no address of any machine is written.

    python tools/lock.py
"""

from __future__ import annotations

import html
import re
import sys
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

LOCK = Path(__file__).parent.parent / "requirements.lock"
INDEX = "https://pypi.org/simple/"


def pins() -> list[tuple[str, str]]:
    return re.findall(r"^([A-Za-z0-9_.-]+)==(\S+?)(?:\s|$)", LOCK.read_text(), re.M)


def usable(file: str) -> bool:
    """Source, or a wheel for a Python that is not too old."""
    if not file.endswith(".whl"):
        return file.endswith((".tar.gz", ".zip"))
    python, abi = file[:-4].split("-")[-3:-1]
    if "py3" in python or "py2.py3" in python:
        return True
    found = re.fullmatch(r"cp3(\d+)", python.split(".")[0])
    return bool(found) and (int(found[1]) >= 11 or abi == "abi3") and not abi.endswith("t")


def hashes(name: str, version: str) -> list[str]:
    page = urllib.request.urlopen(f"{INDEX}{re.sub(r'[-_.]+', '-', name).lower()}/", timeout=60).read().decode()
    found = []
    for link, file in re.findall(r'<a href="([^"]+)"[^>]*>([^<]+)</a>', page):
        plain = re.sub(r"[-_.]+", "-", name).lower()
        start = re.sub(r"[-_.]+", "-", file[: len(name)]).lower()
        rest = file[len(name) + 1 :]
        digest = re.search(r"#sha256=([0-9a-f]{64})", html.unescape(link))
        if start == plain and re.match(rf"{re.escape(version)}(-|\.tar|\.zip)", rest) and usable(file) and digest:
            found.append(digest[1])
    return sorted(set(found))


def main() -> int:
    wanted = pins()
    with ThreadPoolExecutor(8) as pool:
        all_of_them = list(pool.map(lambda p: hashes(*p), wanted))
    lines = []
    for (name, version), found in zip(wanted, all_of_them, strict=True):
        if not found:
            print(f"the index has no file of {name} {version}; choose another version", file=sys.stderr)
            return 2
        lines.append(" \\\n    ".join([f"{name}=={version}", *(f"--hash=sha256:{h}" for h in found)]))
    LOCK.write_text("\n".join(lines) + "\n")
    print(f"{len(wanted)} packages, {sum(map(len, all_of_them))} files")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
