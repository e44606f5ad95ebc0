"""Causes before consequences: what is told first, what is folded under it, and what fails as a whole."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from decimal import Decimal

import pytest

from grader.capabilities.causes.judge import judged
from grader.capabilities.causes.report import Cause
from grader.model.answer import Call
from grader.model.counterexample import Answered, AnswerKind, Counterexample, Question, RaisedText, Wanted
from grader.model.reason import Reason, reason
from grader.model.result import CheckResult, ItemResult, Result
from grader.model.verdict import Verdict
from grader.story.failures import headline, sentences
from grader.story.findings import ToldFinding, findings, fix_first
from grader.text.reasons import said
from tests.render.samples import SAMPLES
from tests.words import words

BLOCKED = "not judged: fails on more than half of its calls"


def check(name: str, verdict: Verdict = Verdict.FAIL, message: str = "", got: str = "", **more: object) -> CheckResult:
    """Return a check of two points, failed unless `verdict` says otherwise; with `got` on all its boards."""
    function = name.partition(".")[0]
    example = Counterexample(
        function=function, board="." * 9, call=f"{function}(board)", got=words(got), expected=words("X")
    )
    message = message or (BLOCKED if verdict is Verdict.BLOCKED else f"{name} is wrong")
    made = CheckResult(
        id=name,
        title=f"title of {name}",
        points=Decimal(2),
        earned=Decimal(2 if verdict is Verdict.PASS else 0),
        verdict=verdict,
        reasons=words(message),
        counterexample=example if got else None,
    )
    return dataclasses.replace(made, **more)  # type: ignore[arg-type]


def result(
    *checks: CheckResult,
    causes: tuple[Cause, ...] = (),
    calls: Mapping[str, Call] | None = None,
    source: str = "",
) -> Result:
    """Return a result with one item for each function."""
    functions = dict.fromkeys(one.id.partition(".")[0] for one in checks)
    items = []
    for name in functions:
        own = tuple(one for one in checks if one.id.startswith(f"{name}."))
        earned = sum((one.earned for one in own), Decimal(0))
        items.append(
            ItemResult(
                id=name, title=name, points=Decimal(2 * len(own)), earned=earned, verdict=own[0].verdict, checks=own
            )
        )
    found = judged(items, causes, calls or {}, source=source)
    return dataclasses.replace(SAMPLES["pass"](), criteria=tuple(items), found={"causes": found})


def cause(function: str, *checks: str) -> Cause:
    """Return a cause of which one function must be right."""
    return Cause(functions=(function,), checks=checks)


def titles(groups: list[ToldFinding]) -> dict[str, list[str]]:
    """Return the checks of each group by the first of them."""
    return {found.check.id: [one.check.id for one in found.folded] for found in groups}


CHAIN = (
    check("winner.rows", message="wrong on 3 boards", pattern=words("misses the top row")),
    check("winner.diagonals"),
    check("terminal.won"),
    check("terminal.returns_bool", Verdict.BLOCKED),
    check("minimax.keeps_win"),
    check("minimax.keeps_draw"),
)


def test_consequences_are_folded_under_the_first_finding_about_their_cause() -> None:
    """With what could not be judged because of them; what they cost, is said once."""
    groups = findings(result(*CHAIN, causes=(cause("winner", "terminal.won", "minimax.keeps_win"),)))

    assert titles(groups) == {
        "winner.rows": ["terminal.won", "terminal.returns_bool", "minimax.keeps_win"],
        "winner.diagonals": [],
        "minimax.keeps_draw": [],
    }
    assert sentences(groups[0]) == ("2 further failures follow from this (-6 points): they pass with a right winner.",)
    assert [sentences(group) for group in groups[1:]] == [(), ()]


def test_a_cause_that_stands_below_its_consequences_comes_in_their_place() -> None:
    """The order of a rubric is no order of causes."""
    made = result(check("terminal.won"), check("winner.rows"), causes=(cause("winner", "terminal.won"),))

    assert titles(findings(made)) == {"winner.rows": ["terminal.won"]}


def test_the_group_to_begin_with_is_the_one_that_most_may_follow_from() -> None:
    """Its headline says what is wrong."""
    causes = cause("winner", "minimax.keeps_win", "minimax.keeps_draw"), cause("player", "terminal.won")
    groups = findings(result(check("player.first_move"), *CHAIN, causes=causes))
    first = fix_first(groups)

    assert first is not None
    assert headline(first) == "winner: misses the top row"


def test_the_group_to_begin_with_is_the_one_that_costs_most() -> None:
    """One check of a point does not come before a function that is worth a quarter of all points."""
    cheap, dear = check("player.first_move"), check("minimax.keeps_win", points=Decimal(25))
    first = fix_first(findings(result(cheap, dear)))

    assert first is not None
    assert first.function == "minimax"


def test_which_boards_are_wrong_is_said_in_a_clause() -> None:
    """As the answers of a function that is wrong for one player, with the check, whose boards they are."""
    first = fix_first(findings(result(check("player.alternates", pattern=(reason("when_o_moves"),)))))

    assert first is not None
    assert headline(first) == f"player: wrong whenever O is to move (of the check: {first.check.title})"


def test_without_a_cause_the_first_finding_that_costs_points_comes_first() -> None:
    """A remark that costs nothing does not."""
    free = check("player.first_move", points=Decimal(0))
    first = fix_first(findings(result(free, check("winner.rows"))))

    assert first is not None
    assert headline(first) == "winner: winner.rows is wrong (check: title of winner.rows)"
    assert fix_first([]) is None


def test_what_was_not_judged_is_folded_under_a_finding_of_its_function() -> None:
    """It says nothing by itself."""
    (group,) = findings(result(check("terminal.won"), check("terminal.returns_bool", Verdict.BLOCKED)))

    assert [one.check.id for one in group.unjudged] == ["terminal.returns_bool"]
    assert sentences(group) == ("Not judged because of this (-2 points): title of terminal.returns_bool.",)


def test_a_rubric_without_the_function_that_is_the_cause_folds_nothing() -> None:
    """There is nothing to fold it under."""
    groups = findings(result(check("terminal.won"), causes=(cause("winner", "terminal.won"),)))

    assert titles(groups) == {"terminal.won": []}


def test_a_finding_is_folded_only_if_all_its_checks_may_follow() -> None:
    """Checks that failed alike are one finding; one of them may have a fault of its own."""
    alike = {"message": "answers None on every board"}
    checks = check("winner.rows"), check("terminal.won", **alike), check("terminal.full", **alike)  # type: ignore[arg-type]

    assert titles(findings(result(*checks, causes=(cause("winner", "terminal.won"),)))) == {
        "winner.rows": [],
        "terminal.won": [],
    }


def test_a_causes_chain_that_somebody_wrote_into_a_file_by_hand_is_no_endless_one() -> None:
    """Two functions that explain each other are shown; nothing is lost from the report."""
    causes = cause("winner", "terminal.won"), cause("terminal", "winner.rows")
    groups = findings(result(check("winner.rows"), check("terminal.won"), causes=causes))

    shown = [one for group in groups for one in (group, *group.folded)]
    assert sorted(one.check.id for one in shown) == ["terminal.won", "winner.rows"]


EVERY = {"wrong": 9, "of": 9}


def raising(name: str, exception: str, **more: object) -> CheckResult:
    """Return a check that fails with one exception on all boards."""
    made = check(name, Verdict.ERROR, got=words(f"raised {exception}"), **EVERY)  # type: ignore[arg-type]
    assert made.counterexample is not None
    example = dataclasses.replace(made.counterexample, answered=raised(exception))
    return dataclasses.replace(made, **{"counterexample": example, **more})  # type: ignore[arg-type]


def raised(exception: str) -> Answered:
    """Return an answer that is this exception."""
    kind, _, message = exception.partition(": ")
    return Answered(kind=AnswerKind.RAISED, raised=RaisedText(type=kind, message=message))


def always_none(name: str) -> CheckResult:
    """Return a check of a function that returns None on every board."""
    why = reason("always_answers", answer="None")
    made = check(name, got="None", reasons=(why,))
    assert made.counterexample is not None
    nothing = Answered(kind=AnswerKind.NOTHING)
    return dataclasses.replace(made, counterexample=dataclasses.replace(made.counterexample, answered=nothing))


def test_an_untouched_skeleton_is_one_finding() -> None:
    """Whether its functions raise or return nothing; what was not judged is part of it."""
    (found,) = findings(
        result(
            raising("player.first_move", "NotImplementedError"),
            raising("player.alternates", "NotImplementedError"),
            check("player.board_unchanged", Verdict.BLOCKED),
            always_none("winner.rows"),
            check("winner.board_unchanged", Verdict.BLOCKED),
        )
    )

    assert (found.title, found.lost) == ("every function", Decimal(10))
    assert said(found.check.reasons) == "not written yet: player, winner. Write player next"
    assert (found.check.counterexample, found.check.wrong) == (None, None)


def test_one_function_that_returns_none_is_not_called_unwritten() -> None:
    """It may be a search that forgets its return statement."""
    found = findings(
        result(
            check("player.first_move", Verdict.PASS),
            always_none("winner.rows"),
        )
    )

    assert [said(one.check.reasons) for one in found] == ["answers None on every board"]


@pytest.mark.parametrize(
    ("exception", "call", "message"),
    [
        (
            "TypeError: minimax() missing 1 required positional argument: 'depth'",
            "minimax(board)",
            "takes 2 parameters; it is called with 1, without 'depth': minimax(board); give it a default",
        ),
        (
            "TypeError: minimax() missing 2 required positional arguments: 'depth' and 'player'",
            "minimax(board)",
            "takes 3 parameters; it is called with 1, without 'depth' and 'player': minimax(board); give them defaults",
        ),
        (
            "TypeError: minimax() takes 0 positional arguments but 1 was given",
            "minimax(board)",
            "takes no parameters; it is called with 1: minimax(board)",
        ),
        (
            "TypeError: minimax() takes 2 positional arguments but 3 were given",
            "minimax(board, 0, True)",
            "takes 2 parameters; it is called with 3: minimax(board, 0, True)",
        ),
        (
            "TypeError: other() takes 2 positional arguments but 3 were given",
            "minimax(board)",
            "TypeError: other() takes 2 positional arguments but 3 were given, on every call",
        ),
    ],
)
def test_a_function_with_other_parameters_is_one_finding(exception: str, call: str, message: str) -> None:
    """However many checks fail by it."""
    example = Counterexample(
        function="minimax",
        board="." * 9,
        call=call,
        got=words(f"raised {exception}"),
        expected=words("a move"),
        answered=raised(exception),
    )
    checks = [raising(f"minimax.{name}", exception, counterexample=example) for name in ("keeps_win", "keeps_draw")]
    made = Call(function="minimax", board="." * 9, extra=(0, True)[: call.count(",")])
    blocked = check("minimax.in_time", Verdict.BLOCKED)
    (found,) = findings(result(*checks, blocked, calls={one.id: made for one in checks}))

    assert said(found.check.reasons) == message
    assert found.check.counterexample == example


def test_a_type_error_inside_a_function_says_nothing_about_its_parameters() -> None:
    """The function that it calls itself may have its name."""
    text = "TypeError: minimax() missing 1 required positional argument: 'depth'"
    example = Counterexample(
        function="minimax",
        board="." * 9,
        call="minimax(board)",
        got=words(f"raised {text}"),
        expected=words(""),
        at="tictactoe.py:9",
        answered=raised(text),
    )
    (found,) = findings(result(raising("minimax.keeps_win", text, counterexample=example)))

    assert said(found.check.reasons) == f"{text}, on every call"


def test_functions_that_fail_by_the_same_exception_are_one_finding() -> None:
    """Such as a name that the whole file lacks."""
    (found,) = findings(
        result(raising("player.alternates", "NameError: name 'X'"), raising("winner.rows", "NameError: name 'X'"))
    )

    assert said(found.check.reasons) == "NameError: name 'X', on every call"


def test_what_an_edit_needs_at_the_top_of_the_file_is_told_with_it() -> None:
    """The exception alone would be ended by one of both."""
    edit = reason("edit_part", place="line 9", new="copy.deepcopy(board)", old="board.deepcopy()")
    both = (reason("edit_import", new="import copy", old="", place="line 9"), reason("and_edit"), edit)

    (found,) = findings(result(raising("result.new_board", "AttributeError", pattern=both)))

    top = "result: write `import copy` at the top of the file"
    assert headline(found) == f"{top}; and line 9: write `copy.deepcopy(board)`, not `board.deepcopy()`"


def test_wrong_moves_without_a_name_are_one_finding() -> None:
    """Nothing tells whether they have several reasons, and together they cost what they cost."""
    asked = Wanted(question=Question.MOVE)
    made = [check(f"minimax.{name}", message=f"wrong: {name}", got="X") for name in ("keeps_win", "keeps_draw")]
    examples = [dataclasses.replace(one.counterexample, wanted=asked) for one in made if one.counterexample]
    moves = [dataclasses.replace(one, counterexample=shown) for one, shown in zip(made, examples, strict=True)]

    (found,) = findings(result(*moves))

    assert (found.check.id, found.lost) == ("minimax.keeps_win", Decimal(4))


def test_an_exception_in_a_helper_that_fails_by_it_itself_follows_from_that() -> None:
    """What else is known of the helper is told first."""
    source = "def player(board):\n    return xs.count(X)\n\n\ndef minimax(board):\n    return player(board)\n"
    known = (reason("edit_part", place="line 2", new="row", old="xs"), reason("and_then"), reason("player_always_o"))
    checks = [
        raising("player.alternates", "AttributeError", pattern=known),
        raising("minimax.keeps_win", "AttributeError"),
    ]
    shown = [dataclasses.replace(one.counterexample, at="tictactoe.py:2") for one in checks if one.counterexample]
    made = [dataclasses.replace(one, counterexample=example) for one, example in zip(checks, shown, strict=True)]

    (found,) = findings(result(*made, source=source))

    assert (found.check.id, [one.check.id for one in found.following]) == ("player.alternates", ["minimax.keeps_win"])


def test_what_is_missing_at_the_top_of_the_file_is_one_finding_that_says_what_to_write() -> None:
    """More than the name of the exception that it causes in several functions."""
    added = (reason("edit_import", new="rows = 3", old="", place="line 9"),)
    (found,) = findings(
        result(
            raising("player.alternates", "NameError: name 'rows'", pattern=added),
            raising("winner.rows", "NameError: name 'rows'", pattern=added),
        )
    )

    assert said(found.check.reasons) == "write `rows = 3` at the top of the file"


def test_a_mistake_that_stays_with_a_right_helper_is_not_shown_by_the_helpers_exception() -> None:
    """After the mistake is mended the exception would come as before."""
    source = "def result(board, action):\n    raise ValueError\n\n\ndef minimax(board):\n    return best(board)\n"
    stays = (reason("minimax_value_and_move"), reason("with_right", functions="result"))

    def shown(line: int, pattern: tuple[Reason, ...]) -> bool:
        failed = raising("minimax.keeps_win", "ValueError", pattern=pattern)
        assert failed.counterexample is not None
        example = dataclasses.replace(failed.counterexample, at=f"tictactoe.py:{line}")
        made = dataclasses.replace(failed, counterexample=example)
        (found, *_) = findings(result(made, check("result.new_board", Verdict.PASS), source=source))
        return found.check.counterexample is not None

    assert not shown(2, stays)
    assert shown(6, stays)
    assert shown(2, stays[:1])


def test_an_exception_on_every_call_is_no_more_than_the_mistake_that_explains_it() -> None:
    """Such as a test that is turned round."""
    inverted = (reason("result_inverted"),)

    (found,) = findings(result(raising("result.new_board", "ValueError", pattern=inverted)))

    assert headline(found) == "result: refuse occupied cells; free cells are refused instead"


def test_a_function_that_fails_because_it_calls_another_one_stays_a_finding_of_its_own() -> None:
    """So it can be folded under its cause."""
    checks = raising("winner.rows", "IndexError"), raising("terminal.won", "IndexError")

    (group,) = findings(result(*checks, causes=(cause("winner", "terminal.won"),)))

    assert (group.check.id, [one.check.id for one in group.following]) == ("winner.rows", ["terminal.won"])


@pytest.mark.parametrize(
    "other",
    [
        raising("winner.columns", "KeyError: 5"),
        raising("winner.columns", "IndexError", wrong=8),
        check("winner.columns", Verdict.PASS),
        check("winner.columns", Verdict.TIMEOUT),
        check("winner.columns"),
    ],
    ids=["another exception", "not everywhere", "passed", "too slow", "without an example"],
)
def test_a_function_that_fails_in_several_ways_has_several_findings(other: CheckResult) -> None:
    """Nothing is said about every call then."""
    found = findings(result(raising("winner.rows", "IndexError"), other))

    assert said(found[0].check.reasons) == "winner.rows is wrong"


@pytest.mark.parametrize("hint", [(), (reason("file_is_empty"),)], ids=["", "empty"])
def test_a_file_without_any_of_the_functions_is_one_finding(hint: tuple[Reason, ...]) -> None:
    """Such as an empty one, or the file of something else."""
    names = ("player", "winner", "minimax")
    gone = [
        check(f"{name}.a", Verdict.MISSING, reasons=(reason("no_function", function=name), *hint)) for name in names
    ]

    (only,) = findings(result(*gone))
    assert said(only.check.reasons) == f"the file has none of the functions that are asked for{said(hint)}"
    assert only.title == "every function"


def test_functions_that_are_missing_for_several_reasons_are_told_apart() -> None:
    """One of them may only have another name."""
    meant = reason("did_you_mean", name="plyer", place="line 3", function="player")
    player = check("player.a", Verdict.MISSING, reasons=(reason("no_function", function="player"), meant))
    winner = check("winner.a", Verdict.MISSING, "the file has no function winner")

    assert [said(one.check.reasons) for one in findings(result(player, winner))] == [
        said(player.reasons),
        said(winner.reasons),
    ]
    assert len(findings(result(winner, check("player.a")))) == 2


def test_all_checks_that_fail_by_one_mistake_are_one_finding() -> None:
    """Its headline is what to do, without the numbers of one check."""
    mistake = (reason("winner_only_one_player", mark="O"),)
    rows, columns = check("winner.rows", pattern=mistake), check("winner.columns", pattern=mistake)
    (found,) = findings(result(rows, columns))

    assert [one.check.id for one in found.members] == ["winner.rows", "winner.columns"]
    assert headline(found) == "winner: look for lines of O too"
