"""Gradescope: a folder per submission and the metadata, as Ruby's YAML library writes them."""

from __future__ import annotations

from tests.platforms.samples.download import NOTEBOOK, RIGHT, Download, zipped

METADATA = """---
submission_31415:
  :submitters:
  - :name: Ada Lovelace
    :email: ada@x.edu
    :sid: '3031'
  :created_at: 2026-09-01 21:22:32.365935000 Z
  :score: 17.5
  :status: processed
  :results:
    :tests:
    - :name: winner
      :output: |
        submission_99999:
          :submitters:
          - :name: Mallory
    :output: ! "a\\nb"
  :history:
  - :id: 31000
    :created_at: 2026-08-30 09:00:00.000000000 Z
    :score: 3.0
submission_31416:
  :submitters:
  - :name: Grace Hopper
    :email: grace@x.edu
    :sid: '3032'
  - :name: Jürgen Müller
    :email: juergen@x.edu
    :sid: "0033"
  - :name: "\\u738B \\u5C0F\\u660E"
    :email: wang@x.edu
    :sid:
  :created_at: 2026-09-02 01:10:00.000000000 +02:00
  :score: !ruby/object:BigDecimal 18:0.1e2
submission_31417:
  :submitters:
  - :name: &1 Alan Turing
    :email: alan@x.edu
    :sid: ''
  - :name: *1
    :email: alan.turing@x.edu
    :sid: ~
  :created_at: !ruby/object:ActiveSupport::TimeWithZone
    utc: 2026-09-01 12:00:00.000000000 Z
    zone: !ruby/object:ActiveSupport::TimeZone
      name: Etc/UTC
    time: 2026-09-01 12:00:00.000000000 Z
submission_31418:
  :submitters: []
  :created_at:
submission_31419:
  :submitters:
  - :name: '=cmd|calc!A1'
    :email: mallory@x.edu
    :sid: ../../etc
  :created_at: yesterday
submission_31420:
  :submitters:
  - :name: Radia Perlman
    :email: radia@x.edu
    :sid: '3040'
  :created_at: 2026-09-01 12:00:00.000000000 Z
submission_31421: {}
submission_31422:
  :submitters:
  - :name: Leslie Lamport
    :email: leslie@x.edu
    :sid: '3042'
  :created_at: 2026-09-01 12:00:00.000000000 Z
"""

OLD = """---
31415.py:
  :submitters:
  - :name: Ada Lovelace
    :email: ada@x.edu
    :sid: '3031'
  :original_filename: tictactoe.py
  :created_at: 2016-09-01 21:22:32.365935000 Z
31416.py:
  :submitters:
  - :name: Grace Hopper
    :email: grace@x.edu
    :sid: '3032'
  :original_filename: C:\\fakepath\\tictactoe.py
31417.py:
  submitters:
  - name: Alan Turing
    email: alan@x.edu
    sid: '3033'
31418.py:
  :submitters:
  - :name: Radia Perlman
    :sid: '3034'
"""

ONLINE = (
    "\ufeffFirst Name,Last Name,SID,Email,Sections,Submission ID,Question 1 Response\r\n"
    'Ada,Lovelace,3031,ada@x.edu,A,31415,"def winner(board):\r\n    return None"\r\n'
    "Grace,Hopper,3032,grace@x.edu,A,31416,see file\r\n"
    "Jürgen,Müller,0033,juergen@x.edu,B,31416,see file\r\n"
    ",,,nobody@x.edu,,,\r\n"
)

GRADESCOPE = {
    "gradescope": Download(
        layout="gradescope",
        root="assignment_25828_export",
        files={
            "submission_metadata.yml": METADATA,
            "submission_31415/tictactoe.py": RIGHT,
            "submission_31416/src/tictactoe.py": RIGHT,
            "submission_31416/src/board_tools.py": RIGHT,
            "submission_31417/tictactoe.zip": zipped({"tictactoe.py": RIGHT}),
            "submission_31418/tictactoe.py": RIGHT,
            "submission_31419/tictactoe.py": RIGHT,
            "submission_31421/tictactoe.py": RIGHT,
            "submission_31422/tictactoe.ipynb": NOTEBOOK,
            "submission_31499/tictactoe.py": RIGHT,  # not listed
            "submission_31422.pdf": b"%PDF-1.4",
            "bob/tictactoe.py": RIGHT,
            ".DS_Store": b"\0",
        },
    ),
    "gradescope-old": Download(
        layout="gradescope",
        root="assignment_25828_export",
        files={"submission_metadata.yml": OLD, **{f"{number}.py": RIGHT for number in (31415, 31416, 31417, 31499)}},
    ),
    "gradescope-online": Download(
        layout="gradescope",
        root="assignment_25829_export",
        files={"submission_metadata.csv": ONLINE, "submission_31416/tictactoe.py": RIGHT},
    ),
}
