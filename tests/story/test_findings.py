"""Every format tells a student the same."""

from __future__ import annotations

import dataclasses
import io
from collections.abc import Mapping
from decimal import Decimal

import pytest
from rich.console import Console

from grader.blocks import Failure, Section, Status, Text
from grader.capabilities.causes.judge import judged
from grader.capabilities.causes.report import Cause
from grader.model.counterexample import RaisedText
from grader.model.reason import Said, reason
from grader.model.result import ItemResult, Result
from grader.model.verdict import Verdict
from grader.story.failures import failures, headline
from grader.story.findings import findings, fix_first, fix_next
from grader.story.student import items_block
from grader.text.reasons import said
from tests.render.rendering import render_terminal, student_markdown
from tests.render.samples import check, line, result, with_items
from tests.words import words


def test_the_points_of_all_findings_are_the_points_lost(sample: tuple[str, Result]) -> None:
    """No finding is left out, none is counted twice."""
    _, result = sample
    lines = [item for item in result.criteria if not item.by_hand and item.manual is None and item.deduction is None]

    assert sum(one.lost for found in findings(result) for one in (found, *found.folded)) == sum(
        item.points - item.earned for item in lines
    )


def test_checks_with_the_same_reason_are_one_finding(samples: Mapping[str, Result]) -> None:
    """Everything, a whole line, or some checks of a line."""
    assert [finding.title for finding in findings(samples["error"])] == ["every function"]
    assert [finding.title for finding in findings(samples["missing"])] == ["minimax"]
    some = samples["missing"].criteria[0]
    failed = [
        dataclasses.replace(check, verdict=samples["missing"].criteria[1].verdict, earned=Decimal(0))
        for check in some.checks[:2]
    ]
    partly = dataclasses.replace(some, checks=(*failed, some.checks[2]))

    titles = [finding.title for finding in findings(with_items(samples["pass"], partly))]

    assert titles == ["winner: detect a full row, detect a full column"]


def test_a_finding_without_a_message_is_still_told(samples: Mapping[str, Result]) -> None:
    """The verdict stands for it."""
    line = samples["fail"].criteria[0]
    silent = dataclasses.replace(line.checks[0], reasons=(), counterexample=None, reproduce=None)
    result = with_items(samples["fail"], dataclasses.replace(line, checks=(silent,)))
    console = Console(file=io.StringIO(), width=80)
    with console.capture() as capture:
        render_terminal(result, console)

    assert "**fail**: no more is known" in student_markdown(result)
    assert "winner: detect a full row  4.5 of the 5 points lost" in capture.get()


def test_a_failure_begins_with_what_is_wrong_and_then_says_what_was_checked() -> None:
    """With how often. Words of the student never begin it."""
    wrong = {"message": "wrong on 3 of 9 boards", "pattern": words("misses the top row")}
    two = [check(f"winner.{name}", "1", Verdict.FAIL, **wrong) for name in ("rows", "columns")]
    crashed = [
        check(name, "1", Verdict.ERROR, message="needs helpers.py") for name in ("winner.rows", "minimax.legal_move")
    ]
    one_function = result(line("winner", *two, check("winner.board_unchanged", "1"), verdict=Verdict.FAIL))
    two_functions = result(
        line("winner", crashed[0], check("winner.columns", "1"), verdict=Verdict.ERROR),
        line("minimax", crashed[1], verdict=Verdict.ERROR),
    )

    told = [_first_failure(one) for one in (one_function, two_functions)]

    assert told == [
        ("winner: misses the top row", "checks: detect a full row, detect a full column (wrong on 3 of 9 boards)"),
        ("several functions: needs helpers.py", "winner: detect a full row; minimax: always return a legal move"),
    ]


def test_what_follows_stands_below_the_costliest_finding_of_its_function() -> None:
    """And not below the first one: it is the headline."""
    cheap = check("winner.rows", "1", Verdict.FAIL, message="wrong on one board")
    dear = check("winner.columns", "4", Verdict.FAIL, message="wrong on 9 boards")
    follows = check("minimax.legal_move", "2", Verdict.FAIL, message="wrong on 3 boards")
    cause = Cause(functions=("winner",), checks=("minimax.legal_move",))
    items = (line("winner", cheap, dear, verdict=Verdict.FAIL), line("minimax", follows, verdict=Verdict.FAIL))
    told = dataclasses.replace(result(*items), found={"causes": judged(items, (cause,))})

    first = fix_first(findings(told))

    assert first is not None
    assert [each.check.id for each in first.members] == ["winner.columns"]
    assert (first.cause, first.failures) == (cause, 1)


def test_what_follows_from_several_functions_stands_below_the_costliest_of_them() -> None:
    """No fault of one point is fixed first while others cost more."""
    cheap = check("winner.rows", "1", Verdict.FAIL, message="wrong on one move")
    dear = check("play_game.refuses_occupied", "4", Verdict.FAIL, message="wrong on 9 boards")
    follows = check("minimax.legal_move", "2", Verdict.FAIL, message="wrong on 3 boards")
    cause = Cause(functions=("winner", "play_game"), checks=("minimax.legal_move",))
    items = tuple(line(one.function, one, verdict=Verdict.FAIL) for one in (cheap, dear, follows))
    told = dataclasses.replace(result(*items), found={"causes": judged(items, (cause,))})

    first = fix_first(findings(told))

    assert first is not None
    assert [each.check.id for each in first.members] == ["play_game.refuses_occupied"]


def test_what_follows_stands_below_the_cause_and_not_below_what_may_be_a_consequence() -> None:
    """A winner without a line comes of values that add up to three X: that is the headline, whatever it costs."""
    vague = check("winner.rows", "4", Verdict.FAIL, pattern=(reason("winner_without_line"),))
    cause = check("winner.columns", "1", Verdict.FAIL, pattern=(reason("winner_loser"),))
    follows = check("minimax.legal_move", "2", Verdict.FAIL, message="wrong on 3 boards")
    of_winner = Cause(functions=("winner",), checks=("minimax.legal_move",))
    items = (line("winner", vague, cause, verdict=Verdict.FAIL), line("minimax", follows, verdict=Verdict.FAIL))
    items = (items[0], line("minimax", dataclasses.replace(follows, points=Decimal(8)), verdict=Verdict.FAIL))
    told = dataclasses.replace(result(*items), found={"causes": judged(items, (of_winner,))})

    first = fix_first(findings(told))

    assert first is not None
    assert ([each.check.id for each in first.members], first.failures) == (["winner.columns"], 1)


def test_one_answer_for_all_boards_is_said_beside_the_checks() -> None:
    """On the boards of some of them it is right, and still earns nothing."""
    always, named = (reason("always_answers", answer="X"),), (reason("winner_always", answer="X"),)
    both = [
        dataclasses.replace(check(f"winner.{name}", "1", Verdict.FAIL), reasons=always, pattern=named)
        for name in ("rows", "columns")
    ]

    _, text = _first_failure(result(line("winner", *both, check("winner.board_unchanged", "1"), verdict=Verdict.FAIL)))

    assert text == "checks (one answer for all boards passes no check): detect a full row, detect a full column"


def _first_failure(result: Result) -> tuple[str, Text]:
    block = next(failures(result))
    assert isinstance(block, Section)
    first = block.children[0]
    assert isinstance(first, Failure)
    return first.title, first.text


def test_the_points_of_a_finding_fit_those_of_its_item() -> None:
    """Where an item lost more by other findings, both numbers are said; a bonus and what waits are no loss."""
    failed = check("winner.rows", "1", Verdict.FAIL, message="wrong")
    other = check("winner.columns", "2", Verdict.FAIL, message="wrong in another way")
    both, alone = line("winner", failed, other, verdict=Verdict.FAIL), line("winner", failed, verdict=Verdict.FAIL)
    waits = dataclasses.replace(both, verdict=Verdict.PENDING)

    told = [findings(result(one))[0].cost_text for one in (both, alone, waits)]

    assert told == ["1 of the 3 points lost", "1 point lost", "1 point lost"]


def test_a_finding_names_its_checks_with_their_lines(samples: Mapping[str, Result]) -> None:
    """In rubric order."""
    (everything,) = findings(samples["error"])
    (function,) = findings(samples["missing"])

    assert [(line.id, check.id) for line, check in everything.members] == [
        ("winner", "winner.rows"),
        ("winner", "winner.columns"),
        ("minimax", "minimax.legal_move"),
    ]
    assert len(function.members) == 2


def test_checks_with_different_patterns_are_different_findings(samples: Mapping[str, Result]) -> None:
    """What the wrong answers have in common is part of the reason."""
    line = samples["error"].criteria[0]
    checks = tuple(
        dataclasses.replace(check, pattern=words(pattern))
        for check, pattern in zip(line.checks, ("a", "b"), strict=True)
    )
    result = with_items(samples["error"], dataclasses.replace(line, checks=checks))

    assert [said(finding.check.pattern) for finding in findings(result)] == ["a", "b"]


def test_a_bonus_that_was_not_earned_is_neither_a_fault_nor_a_success(samples: Mapping[str, Result]) -> None:
    """A perfect file gets no cross for it, and no file a tick for nothing."""
    bonus = dataclasses.replace(samples["pending"].criteria[-1], verdict=Verdict.FAIL, by_hand=False)
    result = dataclasses.replace(samples["pass"], criteria=(*samples["pass"].criteria, bonus))
    out = io.StringIO()
    render_terminal(result, Console(file=out, width=100))
    assert "-  not earned" in out.getvalue()
    assert "| not earned |" in student_markdown(result)
    assert items_block(result).items[-1].status is Status.MUTED


def test_a_fault_of_each_other_function_is_to_be_fixed_next(samples: Mapping[str, Result]) -> None:
    """Of one function a second one only where both are known mistakes: else it may be the same fault once more."""
    winner, *others = samples["fail"].criteria
    rows, *rest = winner.checks
    boards = next(one for one in rest if one.id == "winner.board_unchanged")

    def next_faults(first: str, second: str) -> list[str]:
        checks = (
            dataclasses.replace(rows, pattern=(reason(first),)),
            dataclasses.replace(boards, pattern=(reason(second),)),
        )
        result = with_items(samples["fail"], dataclasses.replace(winner, checks=checks), *others)
        found = findings(result)
        leading = fix_first(found)
        assert leading is not None
        return [one.function for one in fix_next(result, found, leading)]

    assert next_faults("winner_loser", "board_not_left") == ["winner", "minimax"]  # a known mistake first
    assert next_faults("where_x_won", "board_not_left") == ["minimax"]


def test_an_edit_that_is_told_beside_a_mistake_is_no_other_fault(samples: Mapping[str, Result]) -> None:
    """Another one of the same function is."""
    winner, *others = samples["fail"].criteria
    rows, *rest = winner.checks
    boards = next(one for one in rest if one.id == "winner.board_unchanged")
    there, elsewhere = ({"place": f"line {number}", "new": "x", "old": "y"} for number in (3, 4))
    beside = (reason("winner_loser"), reason("edit_part_there", **there))

    def next_faults(edit: Said) -> list[str]:
        checks = dataclasses.replace(rows, pattern=beside), dataclasses.replace(boards, pattern=edit)
        found = findings(one := with_items(samples["fail"], dataclasses.replace(winner, checks=checks), *others))
        leading = fix_first(found)
        assert leading is not None
        return [one.function for one in fix_next(one, found, leading)]

    assert next_faults((reason("edit_part", **there),)) == ["minimax"]
    assert next_faults((reason("edit_part", **elsewhere),)) == ["winner", "minimax"]


def test_an_edit_is_told_once_with_the_mistake_if_that_comes_next(samples: Mapping[str, Result]) -> None:
    """One that is told alone first is not told again with a mistake of the same function."""
    winner, *others = samples["fail"].criteria
    rows = winner.checks[0]
    boards = next(one for one in winner.checks if one.id == "winner.board_unchanged")
    there = {"place": "line 3", "new": "x", "old": "y"}
    alone, named = (reason("edit_part", **there),), (reason("winner_loser"), reason("edit_part_there", **there))

    def next_codes(*patterns: Said) -> list[str]:
        checks = [dataclasses.replace(one, pattern=each) for one, each in zip((rows, boards), patterns, strict=True)]
        result = with_items(samples["fail"], dataclasses.replace(winner, checks=tuple(checks)), *others)
        found = findings(result)
        other = next(one for one in found if one.function != "winner")
        leading = fix_first(found)
        assert leading is not None
        told = fix_next(result, found, leading), fix_next(result, found, other)
        return [
            " ".join(code.code for one in each if one.function == "winner" for code in one.check.pattern)
            for each in told
        ]

    assert next_codes(alone, named) == ["", "winner_loser edit_part_there"]


def test_the_same_exception_in_the_same_line_is_no_other_fault(samples: Mapping[str, Result]) -> None:
    """A function that calls the first one fails by it, also where it was not asked again with a right one."""
    winner, *others = samples["fail"].criteria
    search = next(one for one in others if one.id == "minimax")

    def next_faults(at: str) -> list[str]:
        raised = RaisedText(type="NameError", message="name 'deepcopy' is not defined")

        def crashed(item: ItemResult, line: str) -> ItemResult:
            one = next(each for each in item.checks if each.counterexample is not None)
            example = one.counterexample
            assert example is not None
            answered = dataclasses.replace(example.answered, raised=raised)
            return dataclasses.replace(
                item,
                checks=(
                    dataclasses.replace(one, counterexample=dataclasses.replace(example, answered=answered, at=line)),
                ),
            )

        result = with_items(samples["fail"], crashed(winner, "tictactoe.py:47"), crashed(search, at))
        found = findings(result)
        leading = fix_first(found)
        assert leading is not None
        return [one.function for one in fix_next(result, found, leading)]

    assert next_faults("tictactoe.py:47") == []
    assert len(next_faults("tictactoe.py:90")) == 1


def test_a_known_mistake_is_another_fault_in_whatever_line_its_example_stops(samples: Mapping[str, Result]) -> None:
    """The example of a search stops in the line of the function that it calls; its mistake is its own."""
    winner, *others = samples["fail"].criteria
    search = next(one for one in others if one.id == "minimax")

    def stopped(item: ItemResult, pattern: Said) -> ItemResult:
        one = next(each for each in item.checks if each.counterexample is not None)
        example = one.counterexample
        assert example is not None
        raised = RaisedText(type="KeyError", message="None")
        example = dataclasses.replace(
            example, answered=dataclasses.replace(example.answered, raised=raised), at="tictactoe.py:34"
        )
        return dataclasses.replace(item, checks=(dataclasses.replace(one, counterexample=example, pattern=pattern),))

    result = with_items(
        samples["fail"], stopped(winner, ()), stopped(search, (reason("minimax_second_best"), reason("with_right")))
    )
    found = findings(result)
    leading = fix_first(found)
    assert leading is not None
    assert leading.function == "winner"  # until it is mended, nobody sees the mistake of the other
    assert [one.function for one in fix_next(result, found, leading)] == ["minimax"]


@pytest.mark.parametrize(("wrong", "crashed", "is_told"), [(54, 261, True), (261, 54, False), (200, 100, False)])
def test_an_exception_on_most_wrong_boards_is_the_headline(
    samples: Mapping[str, Result], wrong: int, crashed: int, *, is_told: bool
) -> None:
    """The other boards mostly are wrong by the same line, or by another function."""
    item = next(one for one in samples["fail"].criteria if one.id == "minimax")
    one = next(each for each in item.checks if each.counterexample is not None)
    example = one.counterexample
    assert example is not None
    raised = RaisedText(type="TypeError", message="'float' object is not callable")
    answered = dataclasses.replace(example.answered, raised=raised)
    example = dataclasses.replace(example, answered=answered, at="tictactoe.py:116")
    counts = (reason("failing_boards", wrong=wrong, crashed=crashed, of=958),)
    failed = dataclasses.replace(one, counterexample=example, pattern=(), reasons=counts)
    result = with_items(samples["fail"], dataclasses.replace(item, checks=(failed,)))

    (found,) = findings(result)

    assert ("'float' object is not callable at tictactoe.py:116" in headline(found)) is is_told


def test_a_name_that_is_overwritten_comes_before_what_costs_more(samples: Mapping[str, Result]) -> None:
    """Other functions fail where they call it."""
    gone = dataclasses.replace(
        check("winner.rows", "1", Verdict.MISSING), reasons=(reason("name_is_gone", place="line 5"),)
    )
    dear = check("minimax.legal_move", "20", Verdict.FAIL)
    items = line("minimax", dear, verdict=Verdict.FAIL), line("winner", gone, verdict=Verdict.FAIL)
    whole = with_items(samples["fail"], *items)

    leading = fix_first(findings(whole))

    assert leading is not None
    assert [one.code for one in leading.check.reasons] == ["name_is_gone"]


def test_of_a_function_with_a_known_mistake_nothing_is_told_that_may_be_the_same(samples: Mapping[str, Result]) -> None:
    """Such as players without a full line, beside a line that is read wrongly."""
    winner, *others = samples["fail"].criteria
    first, second, *rest = winner.checks
    checks = (
        dataclasses.replace(first, pattern=(reason("winner_loser"),)),
        dataclasses.replace(second, pattern=(reason("winner_without_line"),)),
    )
    whole = with_items(samples["fail"], dataclasses.replace(winner, checks=(*checks, *rest)), *others)
    found = findings(whole)
    leading = fix_first(found)
    assert leading is not None

    assert "winner_without_line" not in {
        one.code for next_one in fix_next(whole, found, leading) for one in next_one.check.pattern
    }
