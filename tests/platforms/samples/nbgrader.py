"""nbgrader: its course folder, or only what was collected."""

from __future__ import annotations

from tests.platforms.samples.download import NOTEBOOK, RIGHT, Download

WORK: dict[str, str | bytes] = {
    "ada/tictactoe/tictactoe.py": RIGHT,
    "ada/tictactoe/tictactoe.ipynb": NOTEBOOK,
    "ada/tictactoe/timestamp.txt": "2026-09-01 14:22:32.365935 UTC",
    "bitdiddle/tictactoe/tictactoe.py": RIGHT,
    "bitdiddle/tictactoe/timestamp.txt": "2026-09-01 14:22:32.365935 CEST\n",
    "Jürgen/tictactoe/src/tictactoe.py": RIGHT,
    "Jürgen/tictactoe/timestamp.txt": "2026-09-02T00:10:00+02:00",
    "301/tictactoe/timestamp.txt": b"\xff\xfe\0",
}

NBGRADER = {
    "nbgrader": Download(
        layout="nbgrader",
        root="ai2026",
        files={
            **{f"submitted/{path}": content for path, content in WORK.items()},
            "submitted/ada/ps1/problem1.ipynb": NOTEBOOK,
            "submitted/eve/ps1/problem1.ipynb": NOTEBOOK,
            "submitted/eve/tictactoe.py": RIGHT,
            "submitted/readme.txt": "",
            "source/tictactoe/tictactoe.py": RIGHT,
            "release/tictactoe/tictactoe.py": RIGHT,
            "gradebook.db": b"SQLite",
            "nbgrader_config.py": "c = get_config()\n",
        },
        folders=("submitted/nobody",),
    ),
    "nbgrader-submitted": Download(layout="nbgrader", root="submitted", files=WORK),
}
