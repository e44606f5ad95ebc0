"""Blackboard: flat names, each attempt with a receipt."""

from __future__ import annotations

from tests.platforms.samples.download import NOTEBOOK, RIGHT, Download, zipped

NOTHING = "There is no student submission text data for this assignment."


def _receipt(who: str, when: str, *files: str, typed: str = NOTHING, start: str = "") -> str:
    listed = "".join(f"\tOriginal filename: {name}\n\tFilename: {start}_{name}\n\n" for name in files)
    none = "No files were attached to this submission.\n"
    return (
        f"Name: {who}\nAssignment: Tic-Tac-Toe\nDate Submitted: {when}\nCurrent Grade: Needs Grading\n\n"
        f"Submission Field:\n{typed}\n\nComments:\nThere are no student comments for this assignment.\n\n"
        f"Files:\n{listed or none}"
    )


def _attempt(student: str, time: str, receipt: str, files: dict[str, str | bytes]) -> dict[str, str | bytes]:
    start = f"Tic_Tac_Toe_{student}_attempt_{time}"
    return {f"{start}.txt": receipt, **{f"{start}_{name}": content for name, content in files.items()}}


FORGED = "Submission Field:\nName: Mallory (eve)\nFiles:\n\tOriginal filename: x.py\n\tFilename: y.py\n"

BLACKBOARD = {
    "blackboard": Download(
        layout="blackboard",
        root="gradebook_AI-2026_Tic-Tac-Toe_2026-09-02-08-00-00",
        files={
            **_attempt(
                "ada01",
                "2026-09-01-14-22-32",
                _receipt("Ada Lovelace (ada01)", "Tuesday, September 1, 2026 2:22:32 PM CEST", "tictactoe.py"),
                {"tictactoe.py": RIGHT, "board_tools.py": RIGHT},
            ),
            # three attempts, of which the newest counts
            **_attempt("ghopper", "2026-08-30-09-00-00", _receipt("Grace Hopper (ghopper)", "x"), {"a.py": RIGHT}),
            **_attempt("ghopper", "2026-08-31-09-00-00", _receipt("Grace Hopper (ghopper)", "x"), {}),
            **_attempt(
                "ghopper",
                "2026-09-01-09-00-00",
                _receipt("Grace Hopper (ghopper)", "Tuesday, 1 September 2026 09:00:00 o'clock BST", "tictactoe.py"),
                {"tictactoe.py": RIGHT},
            ),
            # a name in another script, with brackets; a zone that means two times; a user name with "_"
            **_attempt(
                "jmueller",
                "2026-12-01-09-00-00",
                _receipt("Jürgen (Jo) Müller (jmueller)", "Tuesday, December 1, 2026 9:00:00 AM CST"),
                {"tictactoe.ipynb": NOTEBOOK},
            ),
            **_attempt(
                "wang_x", "2026-09-01-09-00-00", _receipt("王 小明 (wang_x)", "?"), {"t.zip": zipped({"t.py": RIGHT})}
            ),
            # text alone; a student who writes what Blackboard writes; a receipt that is not text; none at all
            **_attempt(
                "dmr",
                "2026-09-01-09-00-01",
                _receipt("Dennis Ritchie (dmr)", "Tuesday, September 1, 2026 9:00:01 AM EDT", typed="<p>def</p>"),
                {},
            ),
            **_attempt(
                "eve2",
                "2026-09-01-09-00-02",
                _receipt("Eve (eve2)", "Tuesday, September 1, 2026 9:00:02 AM UTC", typed=FORGED),
                {"tictactoe.py": RIGHT},
            ),
            "Tic_Tac_Toe_ken_attempt_2026-09-01-09-00-03.txt": b"\xff\xfe\0",
            "Tic_Tac_Toe_ken_attempt_2026-09-01-09-00-03_tictactoe.py": RIGHT,
            "Tic_Tac_Toe_tony_attempt_2026-09-01-09-00-04_my_attempt_2026-01-01-00-00-00_tictactoe.py": RIGHT,
            "gc_AI-2026_column_2026-09-02.csv": "Last Name\n",
            "bob.py": RIGHT,
        },
    ),
    "blackboard-without-receipts": Download(
        layout="blackboard",
        root="gradebook",
        files={
            "Tic-Tac-Toe_s1234_attempt_2026-09-01-09-00-00_tictactoe.py": RIGHT,
            "Tic-Tac-Toe_s1299_attempt_2026-09-01-09-00-01_tictactoe.py": RIGHT,
        },
    ),
}
