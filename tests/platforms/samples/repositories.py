"""Folders of repositories: GitHub Classroom, Classroom 50, submit50. Of what git keeps in them only HEAD is here."""

from __future__ import annotations

from tests.platforms.samples.download import NOTEBOOK, RIGHT, Download

MAIN = "ref: refs/heads/main\n"
SLUG = "ref: refs/heads/ai50/projects/2024/x/tictactoe\n"
GRADES = (
    "assignment_name,assignment_url,starter_code_url,github_username,roster_identifier,student_repository_name,"
    "student_repository_url,submission_timestamp,points_awarded,points_available,group_name\n"
    "Tic-Tac-Toe,,,ada,Lovelace; Ada,tictactoe-enigma,,2026-09-01 12:22:32 UTC,0,10,enigma\n"
    "Tic-Tac-Toe,,,Alan-T,,tictactoe-enigma,,2026-09-01 12:22:32 UTC,0,10,enigma\n"
    "Tic-Tac-Toe,,,grace,grace@x.edu,tictactoe-grace,,,0,10,\n"
    "Tic-Tac-Toe,,,late-joiner,,tictactoe-late-joiner,,,0,10,\n"
)
SCORES = (
    "username,first_name,last_name,email,section,score,max_score,datetime,submission_tag,submitted_by,review_url,late,"
    "override\n"
    "Ada-L,Ada,Lovelace,ada@x.edu,A,3,5,2026-09-01T12:22:32Z,submit/1,Ada-L,"
    "https://github.com/org/ai-2026-tictactoe-ada-l/pull/1,false,\n"
    "grace,Grace,Hopper,grace@x.edu,B,3,5,2026-09-02T12:22:32Z,submit/2,alan,"
    "https://github.com/org/ai-2026-tictactoe-grace/pull/1,true,\n"
    "alan,Alan,Turing,alan@x.edu,B,3,5,2026-09-02T12:22:32Z,submit/2,alan,"
    "https://github.com/org/ai-2026-tictactoe-grace/pull/1,true,false\n"
    "nobody,,,,,,,,,,,,\n"
    "uncloned,,,,,3,5,2026-09-01T12:22:32Z,submit/3,uncloned,,false,\n"
    "quiet,,,quiet@x.edu,A,,,,,,,,\n"
)
CLASSROOM50 = {
    "ai-2026-tictactoe-ada-l/tictactoe.py": RIGHT,
    "ai-2026-tictactoe-ada-l/result.json": "{}",
    "ai-2026-tictactoe-ada-l/results.json": "[]",
    "ai-2026-tictactoe-ada-l/.git/HEAD": MAIN,
    "ai-2026-tictactoe-grace/tictactoe.py": RIGHT,
    "ai-2026-tictactoe-quiet/README.md": "",
}

REPOSITORIES = {
    "github-classroom": Download(
        layout="github-classroom",
        root="tictactoe-submissions",
        files={
            "tictactoe-ada/tictactoe.py": RIGHT,
            "tictactoe-ada/.git/HEAD": MAIN,
            "tictactoe-ada-m/tictactoe.py": RIGHT,
            "tictactoe-Alan-T/src/tictactoe.py": RIGHT,
            "tictactoe-empty/README.md": "",
            "tictactoe-notebook/tictactoe.ipynb": NOTEBOOK,
            "classroom_roster.csv": '"identifier","github_username","github_id","name"\n',
            "solution/tictactoe.py": RIGHT,
        },
    ),
    "github-classroom-teams": Download(
        layout="github-classroom",
        root="tictactoe-submissions",
        files={
            "grades.csv": GRADES,
            "tictactoe-enigma/tictactoe.py": RIGHT,
            "tictactoe-grace/tictactoe.py": RIGHT,
            "tictactoe-new/tictactoe.py": RIGHT,
        },
    ),
    "classroom50": Download(
        layout="classroom50",
        root="ai-2026-tictactoe_submissions_2026_09_02_T_08_00_00",
        files={"scores.csv": SCORES, **CLASSROOM50},
    ),
    "classroom50-by-pattern": Download(
        layout="classroom50", root="ai-2026-tictactoe_submissions_2026_09_02_T_08_00_00", files=CLASSROOM50
    ),
    "classroom50-elsewhere": Download(  # gh teacher download -d handed-in
        layout="classroom50", root="handed-in", files={"scores.csv": SCORES, **CLASSROOM50}
    ),
    "submit50": Download(
        layout="submit50",
        root="me50",
        files={
            "ada/tictactoe.py": RIGHT,
            "Alan-T/tictactoe.py": RIGHT,
            "grace/ai50/projects/2024/x/tictactoe/tictactoe.py": RIGHT,
            "submissions.csv": "",
        },
    ),
    "submit50-clones": Download(
        layout="submit50",
        root="tictactoe",
        files={
            "ada/tictactoe.py": RIGHT,
            "ada/.git/HEAD": SLUG,
            "Alan-T/tictactoe.py": RIGHT,
            "Alan-T/.git/HEAD": SLUG,
            "no_login/tictactoe.py": RIGHT,
        },
    ),
}
