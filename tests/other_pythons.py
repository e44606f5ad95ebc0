"""
The interpreters of other versions that this machine has: tests that need one are skipped without.

``python -m tests.other_pythons`` prints the oldest and the newest, with our own, a path per line.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ASK = "import json, sys; print(json.dumps([sys.executable, *sys.version_info[:2], sys.implementation.name]))"
PLACES = {
    Path.home() / ".pyenv" / "versions": "3.*/bin/python3",
    Path("/opt/hostedtoolcache/Python"): "3.*/*/bin/python3",
}
OLDEST = (3, 10)


def _found() -> dict[str, str]:
    """Return one interpreter for each version but our own, by version."""
    named = [Path(folder) / f"python3.{minor}" for folder in ("/usr/bin", "/usr/local/bin") for minor in range(10, 20)]
    installed = [path for place, where in PLACES.items() for path in sorted(place.glob(where))]
    found: dict[str, str] = {}
    for path in (*named, *installed):
        if path.exists():
            asked = subprocess.run([path, "-I", "-S", "-c", ASK], capture_output=True, text=True, check=False)
            executable, major, minor, name = json.loads(asked.stdout) if asked.returncode == 0 else ("", 0, 0, "")
            if (major, minor) >= OLDEST and (major, minor) != sys.version_info[:2] and name == "cpython":
                found.setdefault(f"{major}.{minor}", executable)
    return found


BY_VERSION = _found()
OTHER_PYTHONS = tuple(BY_VERSION.values())

if __name__ == "__main__":
    own = f"{sys.version_info.major}.{sys.version_info.minor}"
    by_age = sorted({**BY_VERSION, own: sys.executable}.items(), key=lambda item: tuple(map(int, item[0].split("."))))
    print(by_age[0][1], by_age[-1][1], sep="\n")  # noqa: T201 - what the program is for
