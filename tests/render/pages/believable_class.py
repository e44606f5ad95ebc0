"""
A class of 60 as an instructor may have it: ``python -m tests.render.pages.believable_class FOLDER``.

The files are like each other, the names are of many scripts, and some things went wrong: brackets that are missing,
questions that are asked when the file is imported, two files of which one is meant, files that are the same. Then
`grader batch FOLDER` grades it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from benchmarks.corpus.classroom import ALWAYS_RIGHT, BLOCK, classroom
from benchmarks.corpus.handwriting import MISTAKES

NAMES = """
Åsa Lindström|Øyvind Bjørnstad|Zoë de Vries|Müller, Jürgen|Łukasz Wójcik|Nguyễn Thị Hương|山田 太郎|王小明|김민준
Иван Петров|Ольга Соколова|Γιώργος Παπαδόπουλος|محمد الأحمد|فاطمة حسن|דוד לוי|अर्जुन शर्मा|ประสิทธิ์ ใจดี|José Núñez
Renée O'Connor|Ana-María Ruiz|Søren Kjær|Dvořák Antonín|Ümit Öztürk|İpek Şahin|Björk Jónsdóttir|François Lefèvre
Chloé Dubois|Ștefan Ionescu|Gülşen Çelik|Māris Bērziņš|Ana|Ana Silva|Bo Li|bo li jr.
Charlotte Anne Elizabeth Smith-Featherstonehaugh
Deng Xi|Emma Brown|Finn Murphy|Gita Rao|Hana Kim|Ibrahim Diallo|Julia Kowalska|Kwame Mensah|Lena Fischer|Mateo García
Nia Jones|Omar Haddad|Priya Nair|Quentin Martin|Rosa Marino|Sam Taylor|Tara Singh|Uma Patel|Vera Novak
Wei Zhang|Xenia Ivanova
Yusuf Demir|Zanele Dube|student 9|student 10
"""
FOLDER_NAMES = [name.strip() for line in NAMES.split("\n") for name in line.split("|") if name.strip()]

Edit = Callable[[str], str]


def _without_bracket(source: str) -> str:
    return source.replace("def terminal(board):", "def terminal(board:", 1)


def _asking(source: str) -> str:
    return f'{source}\n\nname = input("Your name? ")\nprint("Hello", name)\n'


def _unknown_name(source: str) -> str:
    return f"{source}\n\nBOARD = initial_sate()\n"


def _hanging(source: str) -> str:
    return f"{source}\n\nboard = initial_state()\nwhile not terminal(board):\n    pass\n"


EDITS: dict[int, Edit] = dict.fromkeys((3, 11, 19, 27, 35), _without_bracket)
EDITS |= dict.fromkeys((7, 42), _asking) | {50: _unknown_name, 31: _hanging}
"""By the place in `NAMES`."""
MISTAKES_MADE = {
    "counter-diagonal forgotten": range(4, 60, 9),
    "moves as a list": (1, 25, 44),
    "negative cells accepted": range(2, 60, 7),
    "no check of the move": (0, 33, 47, 52),
    "no value for a tie": (10, 38),
}
"""Who made an ordinary mistake, if it fits the file."""
COPIES = {22: 21, 23: 21, 57: 14}
"""Who handed in the file of somebody else."""
TWO_FILES, NO_CODE = 20, 29


def _with_mistake(source: str, mistake: str) -> str:
    """Return `source` with the mistake where it fits."""
    found = next(((old, new) for old, new in MISTAKES[mistake] if old in source), ("", ""))
    return source.replace(*found, 1)


def write_class(folder: Path) -> None:
    """Write the files of the class into `folder`, one folder for each student."""
    right = (one for one in classroom(BLOCK).values() if not one.mistake and not one.idioms & ALWAYS_RIGHT)
    sources = [handed_in.source for handed_in in islice(right, len(FOLDER_NAMES))]
    for mistake, places in MISTAKES_MADE.items():
        for at in places:
            sources[at] = _with_mistake(sources[at], mistake)
    for at, edit in EDITS.items():
        sources[at] = edit(sources[at])
    for at, origin in COPIES.items():
        sources[at] = sources[origin]
    for at, (name, source) in enumerate(zip(FOLDER_NAMES, sources, strict=True)):
        own = folder / name
        own.mkdir(parents=True)
        if at == TWO_FILES:
            (own / "tictactoe_old.py").write_text(source, encoding="utf-8")
        if at == NO_CODE:
            (own / "essay.pdf").write_bytes(b"%PDF-1.4")
        else:
            (own / ("ttt_final.py" if at == TWO_FILES else "tictactoe.py")).write_text(source, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != len(("", "FOLDER")):
        sys.exit("usage: python -m tests.render.pages.believable_class FOLDER")
    write_class(Path(sys.argv[1]))
