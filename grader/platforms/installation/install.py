"""
Installs the grader into a new virtual environment, from the files beside this one. `grader setup` wrote all of them.

``python3 -I install.py FOLDER`` makes FOLDER/bin/grader. If the folder ``wheels`` holds pip, nothing is downloaded.
Otherwise pip gets the packages from its index, and only such as have the hashes in the requirements.
"""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"
PREFIX = "requirements-"


def main() -> int:
    """Install into the folder that the command line names, and return the exit status."""
    if len(sys.argv) != 2:  # noqa: PLR2004 - the script and one folder
        sys.stderr.write("usage: python3 -I install.py FOLDER\n")
        return 2
    requirements = HERE / f"{PREFIX}{VERSION}.txt"
    if not requirements.is_file():
        known = sorted(path.stem[len(PREFIX) :] for path in HERE.glob(f"{PREFIX}*.txt"))
        sys.stderr.write(
            f"These files are for Python {' and '.join(known)}, and this is Python {VERSION}. Run another Python, or"
            f" make the files again: grader setup ... --python {VERSION}\n"
        )
        return 2
    folder = Path(sys.argv[1]).resolve()
    carried = sorted(HERE.glob("wheels/pip-*.whl"))
    # Without pip: the systems of some platforms lack the module that would install it.
    venv.create(folder, with_pip=not carried, symlinks=True)
    pip = [str(carried[-1] / "pip"), "install", "--isolated", "--no-index", "--find-links", "wheels"] if carried else []
    command = [
        *(str(folder / "bin" / "python"), "-I", *(pip or ("-m", "pip", "install"))),
        *("--quiet", "--disable-pip-version-check", "--require-hashes", "--no-deps", "-r", str(requirements)),
    ]
    return subprocess.run(command, cwd=HERE, check=False).returncode  # noqa: S603 - pip, with our own arguments


if __name__ == "__main__":
    sys.exit(main())
