"""Sample results, one per verdict."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Callable, Mapping
from decimal import Decimal

from grader.capabilities.by_hand.marks import with_manual
from grader.capabilities.causes.judge import judged
from grader.capabilities.lateness.capability import LateRules, with_lateness
from grader.capabilities.quality.capability import QualityFinding, QualityKind, QualityReport
from grader.model.counterexample import Answered, AnswerKind, Counterexample, Question, TranscriptPart, Wanted
from grader.model.reason import reason
from grader.model.result import (
    CheckResult,
    GraderInfo,
    ItemResult,
    ManualMark,
    Observed,
    Output,
    Result,
    RubricInfo,
    Score,
    SubmissionInfo,
    Timing,
)
from grader.model.source import LinesRun, SourceCopy
from grader.model.verdict import Verdict
from tests.capabilities.alpha_beta.prunings import edited
from tests.sandbox.isolations import FULL
from tests.words import words

HOSTILE = '\x1b[31m[red]<script>|`_*&@everyone\n=1+1"\x00\ud800``` # [a](javascript:x)'

SOURCE = SourceCopy(
    path="tictactoe.py",
    text="""\
X, O, EMPTY = "X", "O", None


def winner(board):
    \"\"\"Say who has won.\"\"\"
    for row in board:  # rows only
        if row.count(row[0]) == 3:
            return None
    return EMPTY""",
    lines=9,
)
SHEET = "Return X if X has three in a row (horizontal, vertical, or diagonal)"
START = 'python -c "import tictactoe as t; X,O,E=t.X,t.O,t.EMPTY; '


SAID = {"message": "reasons", "pattern": "pattern"}
"""What a test may state as a text, and the field that says it."""


def check(name: str, points: str, verdict: Verdict = Verdict.PASS, **more: object) -> CheckResult:
    """Return a check's result; it earns its points when it passes."""
    share = Decimal(points)
    plain = CheckResult(
        id=name,
        title=TITLES[name],
        points=share,
        earned=share if verdict is Verdict.PASS else Decimal(0),
        verdict=verdict,
        sheet=SHEET,
    )
    told = {
        SAID.get(name, name): words(value) if name in SAID and isinstance(value, str) else value
        for name, value in more.items()
    }
    return dataclasses.replace(plain, **told)  # type: ignore[arg-type]


TITLES = {
    "files.readme": "write a README in your own words",
    "winner.rows": "detect a full row",
    "winner.columns": "detect a full column",
    "winner.board_unchanged": "leave the board as it was",
    "minimax.legal_move": "always return a legal move",
    "minimax.never_loses_as_o": "never lose as O",
    "play_game.refuses_occupied": "raise an exception for an occupied cell",
    "play_game.ends_with_input": "ends when the input ends",
}


def line(name: str, *checks: CheckResult, verdict: Verdict = Verdict.PASS) -> ItemResult:
    """Return a rubric line with these checks."""
    return ItemResult(
        id=name,
        title=f"{name}(board)",
        points=sum((one.points for one in checks), Decimal(0)),
        earned=sum((one.earned for one in checks), Decimal(0)),
        verdict=verdict,
        checks=checks,
    )


QUALITY = ItemResult(
    id="quality",
    title="Code quality",
    points=Decimal(5),
    earned=Decimal(0),
    verdict=Verdict.PENDING,
    by_hand=True,
)
BONUS = ItemResult(
    id="alpha_beta",
    title="Bonus: alpha-beta pruning",
    points=Decimal(10),
    earned=Decimal(0),
    verdict=Verdict.PENDING,
    by_hand=True,
    bonus=True,
)
WINNER = line(
    "winner", check("winner.rows", "4.5"), check("winner.columns", "4"), check("winner.board_unchanged", "0.5")
)
MINIMAX = line("minimax", check("minimax.legal_move", "3"), check("minimax.never_loses_as_o", "4"))


def result(*criteria: ItemResult, student: str = "student-07", **more: object) -> Result:
    """Return a graded result with these lines, and totals that agree with them."""
    regular = [one for one in criteria if not one.bonus]
    extra = [one for one in criteria if one.bonus]
    automatic = [one for one in regular if not one.by_hand]
    earned, possible = total(regular, "earned"), total(regular, "points")
    bonus, waiting = total(extra, "earned"), [one for one in criteria if one.verdict is Verdict.PENDING]
    so_far, at_most = (scaled(earned + bonus + more, possible) for more in (Decimal(0), total(waiting, "points")))
    plain = Result(
        submission=SubmissionInfo(
            id=student,
            student=student,
            sha256=hashlib.sha256(student.encode()).hexdigest(),
            main="tictactoe.py",
            files=("tictactoe.py",),
        ),
        rubric=RubricInfo(title="CS3081 Assignment 1", assignment="tictactoe", sha256="b" * 64, scale_decimals=2),
        grader=GraderInfo(version="0.1.0", python="3.11", isolation=FULL, key="c" * 64),
        status="graded",
        score=Score(
            earned=earned,
            possible=possible,
            automatic_earned=total(automatic, "earned"),
            automatic_possible=total(automatic, "points"),
            pending=total([one for one in regular if one.verdict is Verdict.PENDING], "points"),
            bonus=bonus,
            bonus_possible=total(extra, "points"),
            bonus_pending=total([one for one in extra if one.verdict is Verdict.PENDING], "points"),
            scaled=so_far,
            scaled_possible=Decimal(10),
            scaled_pending=at_most - so_far,
        ),
        criteria=criteria,
        observed=Observed(),
        timing=Timing(cpu_seconds=0.5, wall_seconds=0.75),
    )
    made = dataclasses.replace(plain, **more)  # type: ignore[arg-type]
    return with_items(made, *made.criteria)


def with_items(whole: Result, *items: ItemResult) -> Result:
    """Return `whole` with other items, and what failed in them for one reason."""
    return dataclasses.replace(whole, criteria=items, found={"causes": judged(items)})


def scaled(points: Decimal, possible: Decimal) -> Decimal:
    """Return points on the scale of 10."""
    return (points * 10 / possible).quantize(Decimal("0.01"))


def total(items: list[ItemResult], name: str) -> Decimal:
    """Return the sum of a field over items."""
    return sum((Decimal(getattr(one, name)) for one in items), Decimal(0))


def failing() -> Result:
    """Return a result with a wrong answer, a changed board and a lost game."""
    wrong = check(
        "winner.rows",
        "4.5",
        Verdict.FAIL,
        reasons=(reason("failing_boards", wrong=18, of=5478),),
        wrong=18,
        of=5478,
        counterexample=Counterexample(
            function="winner", board="XXXOO....", call="winner(board)", got=words("None"), expected=words("X")
        ),
        reproduce=START + "print('Got:',t.winner([[X,X,X],[O,O,E],[E,E,E]]),'  Expected: X')\"",
        lines_run=(LinesRun(file="tictactoe.py", lines=(6, 7, 8)),),
    )
    changed = check(
        "winner.board_unchanged",
        "0.5",
        Verdict.FAIL,
        message="changed the board on 4,520 of 5,478 boards",
        sheet="Do not modify the original board!",
        counterexample=Counterexample(
            function="winner",
            board=".........",
            call="winner(board)",
            got=words("the board was changed"),
            expected=words("the board as it was"),
            after="X........",
        ),
    )
    lost = check(
        "minimax.never_loses_as_o",
        "4",
        Verdict.FAIL,
        message="lost 12 of 569 games as O",
        sheet="you should never be able to beat the AI",
        counterexample=Counterexample(
            function="minimax",
            board="X........",
            call="minimax(board)",
            got=words("(0, 1)"),
            expected=words("(1, 1)"),
            played=1,
            wanted=Wanted(question=Question.MOVE, cells=(4,)),
            answered=Answered(kind=AnswerKind.PAIR, cells=(1,)),
            moves=(0, 1, 4, 2, 8),
        ),
        reproduce=START + "print('Got:',t.minimax([[X,E,E],[E,E,E],[E,E,E]]),'  Expected: (1, 1)')\"",
    )
    return result(
        line("winner", wrong, check("winner.columns", "4"), changed, verdict=Verdict.FAIL),
        line("minimax", check("minimax.legal_move", "3"), lost, verdict=Verdict.FAIL),
        QUALITY,
        BONUS,
        notes=("the constant EMPTY is ' ' here; the boards were built with it",),
        observed=Observed(output=(Output(where="import", tail="Tic-Tac-Toe\nyour move?\n", characters=1234),)),
        source=(SOURCE,),
    )


def erring() -> Result:
    """Return a result whose import failed, so that everything failed alike."""
    same = {
        "reasons": (reason("cannot_be_imported", raised="NameError: name 'deepcopy' is not defined"),),
        "counterexample": None,
        "reproduce": 'python -c "import tictactoe"',
    }
    return result(
        line(
            "winner",
            check("winner.rows", "4.5", Verdict.ERROR, **same),
            check("winner.columns", "4", Verdict.ERROR, **same),
            verdict=Verdict.ERROR,
        ),
        line("minimax", check("minimax.legal_move", "3", Verdict.ERROR, **same), verdict=Verdict.ERROR),
        QUALITY,
        BONUS,
    )


def slow() -> Result:
    """Return a result with a call over its time limit and another that crashed."""
    late = check(
        "minimax.legal_move",
        "3",
        Verdict.TIMEOUT,
        message="over 60 CPU seconds on 2 of 4,520 boards; 4,511 were not reached",
        counterexample=Counterexample(
            function="minimax",
            board=".........",
            call="minimax(board)",
            got=words("no answer within 60 CPU seconds"),
            expected=words("a legal move"),
        ),
        reproduce=START + "print('Got:',t.minimax([[E,E,E],[E,E,E],[E,E,E]]),'  Expected: a legal move')\"",
    )
    crash = check(
        "winner.columns",
        "4",
        Verdict.ERROR,
        message="crashed on 4,520 of 5,478 boards",
        counterexample=Counterexample(
            function="winner",
            board="X........",
            call="winner(board)",
            got=words("IndexError: list index out of range"),
            expected=words("None"),
            at="tictactoe.py:41",
        ),
    )
    return result(
        line("winner", check("winner.rows", "4.5"), crash, verdict=Verdict.ERROR),
        line("minimax", late, verdict=Verdict.TIMEOUT),
        timing=Timing(cpu_seconds=130.25, wall_seconds=131.0, near_limit=("minimax(.........)",)),
    )


def lacking() -> Result:
    """Return a result without `minimax`."""
    gone = {"message": "there is no function minimax in tictactoe.py"}
    return result(
        WINNER,
        line(
            "minimax",
            check("minimax.legal_move", "3", Verdict.MISSING, **gone),
            check("minimax.never_loses_as_o", "4", Verdict.MISSING, **gone),
            verdict=Verdict.MISSING,
        ),
    )


def blocked() -> Result:
    """Return a result with a check that could not be judged, and one that fails and costs nothing."""
    return result(
        line(
            "winner",
            check("winner.rows", "4.5"),
            check("winner.columns", "0", Verdict.FAIL, message="wrong on 1 of 5,478 boards"),
            check(
                "winner.board_unchanged",
                "0.5",
                Verdict.BLOCKED,
                message="not judged: winner answered less than half of its calls rightly",
            ),
            verdict=Verdict.BLOCKED,
        )
    )


def filled() -> Result:
    """Return a result on which a person has marked every line."""
    quality = dataclasses.replace(
        QUALITY,
        earned=Decimal("3.5"),
        verdict=Verdict.FAIL,
        manual=ManualMark(points=Decimal("3.5"), comment="names like `a1` say little"),
    )
    bonus = dataclasses.replace(BONUS, earned=Decimal(10), verdict=Verdict.PASS, manual=ManualMark(points=Decimal(10)))
    return result(WINNER, MINIMAX, quality, bonus)


def proposed() -> ItemResult:
    """Return the line for code quality with points that a person is to confirm."""
    unused = QualityFinding(at="tictactoe.py:3", why=(reason("F401", name="'copy'"),))
    prints = tuple(
        QualityFinding(at=f"tictactoe.py:{row}", why=words("A leftover 'print'. Remove it.")) for row in (41, 52, 107)
    )
    return dataclasses.replace(
        QUALITY,
        proposed=Decimal("3.5"),
        reasons=(reason("findings_of_kinds", count=9, kinds=3),),
        capability="quality",
        found=QualityReport(
            tool="ruff 0.17.6",
            files=("tictactoe.py",),
            functions=7,
            written=7,
            kinds=(
                QualityKind(id="unused", cost=Decimal("0.5"), count=1, findings=(unused,)),
                QualityKind(id="debug_prints", cost=Decimal(0), count=7, findings=prints),
                QualityKind(
                    id="comments",
                    cost=Decimal(1),
                    count=1,
                    findings=(QualityFinding(at="", why=words("There is no comment of your own.")),),
                ),
            ),
        ),
    )


def regraded() -> Result:
    """Return a result on which a person changed the points of a line and of a check; a proposal waits for a person."""
    plain = failing()
    graded = dataclasses.replace(
        plain, criteria=tuple(proposed() if one.id == QUALITY.id else one for one in plain.criteria)
    )
    whole = ManualMark(
        points=Decimal(8), comment="regraded, row order clarified", by="Dr. May", when="Friday, 20 November"
    )
    part = ManualMark(points=Decimal(4), comment="the game was lost on purpose")
    return with_manual(graded, {"winner": whole, "minimax.never_loses_as_o": part})


def faulty() -> Result:
    """Return a harness fault."""
    return result(
        WINNER,
        student="student-13",
        status="harness_fault",
        score=None,
        fault="the check winner.rows did not finish within 20 seconds",
    )


ROWS = " X |   |   \n-----------\n   | O |   \n-----------\n   |   |   \n"


def talking() -> Result:
    """Return a result with two failed dialogues: a short one with a board, and a long one without."""
    short = (
        TranscriptPart(who="program", text=ROWS),
        TranscriptPart(who="program", text="Your move (row column): "),
        TranscriptPart(who="you", text="0 0"),
        TranscriptPart(who="program", text="O has won!\n"),
    )
    again = (TranscriptPart(who="program", text="Your move (row column): "), TranscriptPart(who="you", text=""))
    occupied = check(
        "play_game.refuses_occupied",
        "1",
        Verdict.FAIL,
        message="it took an occupied cell",
        counterexample=Counterexample(
            function="play_game",
            board="X...O....",
            call="play_game()",
            got=words("the game went on"),
            expected=words("it asks again"),
            transcript=short,
        ),
    )
    endless = check(
        "play_game.ends_with_input",
        "1",
        Verdict.FAIL,
        message="it goes on asking when the input has ended",
        counterexample=Counterexample(
            function="play_game",
            board=".........",
            call="play_game()",
            got=words("it asked 20 times"),
            expected=words("it ends"),
            transcript=again * 60,
        ),
        reproduce="python -c \"import io,sys; sys.stdin=io.StringIO(''); import AI_game as t; t.play_game()\"",
    )
    return result(line("play_game", occupied, endless, verdict=Verdict.FAIL))


def hostile() -> Result:
    """Return a result with hostile text in every place that a student can write to."""
    bad = check(
        "winner.rows",
        "4.5",
        Verdict.FAIL,
        message=f"wrong: {HOSTILE}",
        counterexample=Counterexample(
            function="winner",
            board="X\n|```...",
            call=HOSTILE,
            got=words(HOSTILE),
            expected=words("X"),
            at=HOSTILE,
            after=HOSTILE,
            transcript=(TranscriptPart(who="program", text=HOSTILE), TranscriptPart(who="you", text=HOSTILE)),
        ),
        reproduce=HOSTILE,
    )
    plain = result(line("winner", bad, verdict=Verdict.FAIL), edited(HOSTILE), notes=(HOSTILE, f"=cmd{HOSTILE}"))
    return dataclasses.replace(
        plain,
        submission=dataclasses.replace(plain.submission, student=f"={HOSTILE}", main=HOSTILE, id="-hostile"),
        observed=Observed(output=(Output(where="import", tail=f"{HOSTILE}\n```\n# top\n{HOSTILE}", characters=9),)),
    )


def late() -> Result:
    """Return the result of a perfect file that came two days late."""
    before = result(WINNER, MINIMAX)
    info = dataclasses.replace(before.submission, submitted_at="2026-09-03T02:09:00+02:00")
    rules = LateRules(per_day=Decimal(2), grace="15 min", due="2026-09-01 23:59:00 +02:00")
    return with_lateness(dataclasses.replace(before, submission=info), rules)


SAMPLES: Mapping[str, Callable[[], Result]] = {
    "pass": lambda: result(WINNER, MINIMAX),
    "pending": lambda: result(WINNER, MINIMAX, proposed(), BONUS),
    "marked": filled,
    "fail": failing,
    "error": erring,
    "timeout": slow,
    "missing": lacking,
    "blocked": blocked,
    "harness_fault": faulty,
    "dialogue": talking,
    "changed": regraded,
    "late": late,
    "hostile": hostile,
}
