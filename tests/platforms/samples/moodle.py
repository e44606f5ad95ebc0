"""Moodle: a folder per participant, or flat names, as `mod/assign` makes them in several versions."""

from __future__ import annotations

from tests.platforms.samples.download import HTML, NOTEBOOK, RIGHT, Download, zipped

FILE = "_assignsubmission_file"
TEXT = "_assignsubmission_onlinetext"

MOODLE = {
    "moodle": Download(
        layout="moodle",
        root="AI-2026-Tic-Tac-Toe-8123",
        files={
            f"Ada Lovelace_301{FILE}/tictactoe.py": RIGHT,
            # folders and helper files of their own, a zip, a notebook, two that could be meant
            f"Grace Hopper_302{FILE}/project/src/tictactoe.py": RIGHT,
            f"Grace Hopper_302{FILE}/project/src/board_tools.py": RIGHT,
            f"Grace Hopper_302{FILE}/requirements.txt": "pygame\n",
            f"Alan Turing_303{FILE}/tictactoe.zip": zipped({"tictactoe.py": RIGHT}),
            f"Leslie Lamport_304{FILE}/tictactoe.ipynb": NOTEBOOK,
            f"Radia Perlman_305{FILE}/tictactoe.py": RIGHT,
            f"Radia Perlman_305{FILE}/tic_tac_toe.py": RIGHT,
            # names: other scripts, "_" became a space, an apostrophe is gone, one number at the end, two alike
            f"Jürgen Müller_306{FILE}/tictactoe.py": RIGHT,
            f"Анна Иванова_307{FILE}/tictactoe.py": RIGHT,
            f"王 小明_308{FILE}/tictactoe.py": RIGHT,
            f"Shaun ONeill_309{FILE}/tictactoe.py": RIGHT,
            f"Team 5_310{FILE}/tictactoe.py": RIGHT,
            f"Anna Berg_311{FILE}/tictactoe.py": RIGHT,
            f"Anna Berg_312{FILE}/tictactoe.py": RIGHT,
            # text beside a file, text alone, a kind of submission of a plugin
            f"Dennis Ritchie_313{FILE}/tictactoe.py": RIGHT,
            f"Dennis Ritchie_313{TEXT}/onlinetext.html": HTML,
            f"Ken Thompson_314{TEXT}/onlinetext.html": HTML,
            "Tony Hoare_315_assignsubmission_recordrtc/answer.webm": b"\0",
            # a student who handed in another student's folder of the same download
            f"Niklaus Wirth_316{FILE}/Ada Lovelace_301{FILE}/tictactoe.py": RIGHT,
            # what instructors and systems put beside it
            "Grades-AI-2026-Tic-Tac-Toe-8123.csv": "Identifier\n",
            "bob/tictactoe.py": RIGHT,
            f"eve{FILE}/tictactoe.py": RIGHT,
            ".DS_Store": b"\0\0\0\1Bud1",
            "__MACOSX/._bob": b"\0",
        },
        folders=(f"Edsger Dijkstra_317{FILE}",),
    ),
    "moodle-4.0": Download(  # one more underscore
        layout="moodle",
        root="AI-2026-Tic-Tac-Toe-8123",
        files={
            f"Ada Lovelace_301{FILE}_/tictactoe.py": RIGHT,
            f"Dennis Ritchie_313{FILE}_/tictactoe.py": RIGHT,
            f"Dennis Ritchie_313{TEXT}_/onlinetext.html": HTML,
            f"Ken Thompson_314{TEXT}_/onlinetext.html": HTML,
        },
    ),
    "moodle-flat": Download(
        layout="moodle",
        root="AI-2026-Tic-Tac-Toe-8123",
        files={
            f"Ada Lovelace_301{FILE}_tictactoe.py": RIGHT,
            f"Ada Lovelace_301{FILE}_board_tools.py": RIGHT,
            f"Alan Turing_303{FILE}_tictactoe.zip": zipped({"tictactoe.py": RIGHT}),
            f"Dennis Ritchie_313{FILE}_tictactoe.py": RIGHT,
            f"Dennis Ritchie_313{TEXT}_onlinetext.html": HTML,
            f"Ken Thompson_314{TEXT}_onlinetext.html": HTML,
            f"Niklaus Wirth_316{FILE}_Ada Lovelace_301{FILE}_tictactoe.py": RIGHT,
        },
    ),
    "moodle-blind": Download(
        layout="moodle",
        root="AI-2026-Tic-Tac-Toe-8123",
        files={f"Participant_{number}{FILE}/tictactoe.py": RIGHT for number in (41, 57)},
    ),
    "moodle-blind-german": Download(  # "Teilnehmer/in" without what no file's name may have
        layout="moodle",
        root="KI-2026-Tic-Tac-Toe-8123",
        files={f"Teilnehmerin_{number}{FILE}/tictactoe.py": RIGHT for number in (41, 57)},
    ),
    "moodle-groups": Download(
        layout="moodle",
        root="AI-2026-Tic-Tac-Toe-8123",
        files={
            f"Enigma_12{FILE}/tictactoe.py": RIGHT,
            f"Lab partners_15{FILE}/tictactoe.py": RIGHT,
            f"Default group{FILE}/tictactoe.py": RIGHT,
        },
    ),
    "moodle-groups-spanish": Download(
        layout="moodle",
        root="IA-2026-Tic-Tac-Toe-8123",
        files={f"Enigma_12{FILE}/tictactoe.py": RIGHT, f"Grupo por defecto{FILE}/tictactoe.py": RIGHT},
    ),
    "moodle-numbered-groups": Download(
        layout="moodle",
        root="KI-2026-Tic-Tac-Toe-8123",
        files={f"KI-Gruppe {number}_{90 + number}{FILE}/tictactoe.py": RIGHT for number in (1, 2, 10)},
    ),
}


def large_moodle(students: int, program: str = RIGHT) -> Download:
    """Return the download of a large course; each student's `program` differs in its first line."""
    names = ("Ada Lovelace", "Jürgen Müller", "Анна Иванова", "王 小明", "Shaun ONeill")
    files = {}
    for number in range(students):
        folder = f"{names[number % len(names)]}_{3000 + number}{FILE}"
        files[f"{folder}/tictactoe.py"] = f"# student {number}\n{program}"
        if number % 10 == 0:
            files[f"{folder}/board_tools.py"] = RIGHT
    return Download(layout="moodle", root="AI-2026-Tic-Tac-Toe-8123", files=files)
