"""Effects of memoized calls: output, counters and last values are those of a plain run, or nothing is memoized."""

from __future__ import annotations

import copy
import sys
import types
from collections.abc import Callable, Iterable
from typing import NamedTuple

import pytest

from grader.model.answer import Call
from grader.model.rubric import Rubric
from grader.sandbox.inside import boards
from grader.sandbox.inside.memoizer import Meter, cache
from grader.sandbox.inside.serving.patched_runtime import TAIL, TailStream
from grader.sandbox.launching.launcher import Launcher
from grader.sandbox.student import Student
from tests.shortcut.adversarial import EFFECTS, modules, paths
from tests.shortcut.comparison import MODULE_SPEC, submission_of
from tests.shortcut.in_process import FUNCTIONS, SEARCH, answers_of, memoized, open_boards, plain, told

KEPT = {
    "carried_board",
    "carried_board_met_again",
    "counter_counts_down",
    "counter_in_two_functions",
    "counter_read_by_minimax",
    "last_move_in_a_global",
    "last_value_can_change",
    "last_value_in_failing_calls",
    "last_value_only_sometimes",
    "last_value_with_others",
    "nonlocal_and_global_of_one_name",
    "nonlocal_best_move",
    "nonlocal_by_a_helper",
    "nonlocal_counter_of_minimax",
    "nonlocal_without_a_first_value",
    "output_length_read_by_minimax",
    "print_raises_half_way",
    "prints_and_counts",
    "prints_at_every_node",
    "prints_before_raising",
    "prints_in_player",
    "prints_long_texts",
    "prints_on_import",
    "prints_with_options",
}
"""Modules that are memoized from the first board to the last."""
REJECTED = {
    "counter_becomes_a_fraction": "something the functions read has changed",
    "counter_deleted_by_minimax": "nodes is no whole number",
    "counter_is_a_list": "nodes is no whole number",
    "counter_is_a_text": "nodes is no whole number",
    "counter_is_true": "nodes is no whole number",
    "last_value_is_a_function": "the answers cannot be kept",
    "nonlocal_is_a_board": "the answers cannot be kept",
    "nonlocal_of_a_search_that_begins_again": "minimax.value changes the outer variable best",
    "nonlocal_of_one_name": "minimax.touch changes the outer variable nodes",
    "nonlocal_peeked_at": "the answers cannot be kept",
    "own_print": "print may change the global PRINTED",
    "stdout_collects_lines": "something the functions read has changed",
}
"""Modules that look as if their effects could be kept, and what shows that they cannot."""
REFUSED = {
    "counter_added_to_itself": "value changes the global nodes",
    "counter_deleted_inside": "value changes the global nodes",
    "counter_doubled": "value changes the global nodes",
    "counter_multiplied": "value changes the global nodes",
    "counter_printed": "value changes the global nodes",
    "counter_read_by_comprehension": "value changes the global nodes",
    "counter_read_by_default": "value changes the global nodes",
    "counter_read_by_helper": "value changes the global nodes",
    "counter_read_by_lambda": "value changes the global nodes",
    "counter_set_back": "value changes the global nodes",
    "counter_shown_by_an_object": "value changes the global nodes",
    "last_value_deleted": "value changes the global best",
    "last_value_is_a_builtin_name": "value changes the global max",
    "last_value_of_a_loop": "value changes the global best",
    "last_value_read_by_helper": "value changes the global best",
    "nonlocal_deleted": "minimax.value changes the outer variable best",
    "nonlocal_read_by_a_helper": "minimax.value changes the outer variable last",
    "output_length_read": "the file uses getattr",
    "print_called_by_map": "value uses print",
    "print_handed_on": "value uses print",
    "print_of_broken_object": "value goes by the addresses of objects, which are left to chance",
    "print_options_unknown": "value uses print",
    "prints_its_address": "value goes by the addresses of objects, which are left to chance",
    "prints_to_a_list": "value uses print",
    "stdout_redirected": "the file imports io",
    "stdout_replaced": "the file uses .stdout",
}
"""Modules whose effects other code sees, and the reason with which they are refused."""


Redirect = Callable[[], TailStream]


@pytest.fixture
def redirect(monkeypatch: pytest.MonkeyPatch) -> Redirect:
    """Return a function that lets files print to a stream as in the sandbox; pytest sets its own before each test."""

    def start() -> TailStream:
        stream = TailStream()
        monkeypatch.setattr(sys, "stdout", stream)
        monkeypatch.setattr(sys, "stderr", stream)
        return stream

    monkeypatch.setattr(copy, "deepcopy", boards.deepcopy)
    return start


class Seen(NamedTuple):
    """What is seen after one call of the search."""

    answer: list[str]
    characters: int
    tail: str
    variables: dict[str, str]


def seen(module: types.ModuleType, output: TailStream, asked: Iterable[str], meter: Meter | None = None) -> list[Seen]:
    """Return what is seen after each call of the search on the boards `asked`, up to where the memo is rejected."""
    found = []
    for board in asked:
        output.forget()
        answer = answers_of(module, [board], meter)
        if not answer:
            break
        variables = {name: repr(value) for name, value in vars(module).items() if type(value) in {int, list, tuple}}
        found.append(Seen(answer, output.characters, output.tail(), variables))
    return found


def test_every_module_about_effects_has_its_place() -> None:
    """It is memoized, rejected or refused."""
    names = {name for name, path in paths().items() if path.parent == EFFECTS}

    assert names == (KEPT | {*REJECTED} | {*REFUSED}) - {"prints_at_every_node"}


@pytest.mark.parametrize("name", sorted(KEPT))
def test_effects_are_repeated_exactly(name: str, redirect: Redirect) -> None:
    """Answers, output and variables are those of a plain run, and most modules get answers from memory."""
    output = redirect()
    one = memoized(modules()[name], output=output)
    asked = open_boards(9, 40)

    assert seen(one.module, output, asked, one.meter) == seen(plain(modules()[name]), output, asked)
    assert one.meter.inconsistency is None
    assert one.meter.cpu_saved > 0


@pytest.mark.parametrize(("name", "inconsistency"), REJECTED.items())
def test_effects_that_cannot_be_kept_end_the_memo(name: str, inconsistency: str, redirect: Redirect) -> None:
    """Up to there all is as in a plain run."""
    output = redirect()
    one = memoized(modules()[name], output=output)
    asked = open_boards(9, 5)
    found = seen(one.module, output, asked, one.meter)
    sys.stdout = output  # where the memo was rejected, the module may have left another stream

    assert inconsistency == told(one.meter.inconsistency)
    assert found == seen(plain(modules()[name]), output, asked[: len(found)])


@pytest.mark.parametrize(("name", "reason"), REFUSED.items())
def test_effects_that_other_code_sees_are_refused(name: str, reason: str, redirect: Redirect) -> None:
    """With a reason, and the function that sees them is not claimed to keep no state."""
    claim = memoized(modules()[name], output=redirect()).claim

    assert (reason, ()) == (told(claim.reason), claim.memoized)
    assert "value" not in claim.stateless


@pytest.mark.parametrize(("name", "stateful"), [("prints_in_player", set()), ("counter_read_by_minimax", {SEARCH})])
def test_who_prints_keeps_no_state_and_who_counts_in_a_global_does(
    name: str, stateful: set[str], redirect: Redirect
) -> None:
    """What is printed is no state."""
    assert {*FUNCTIONS} - stateful == {*memoized(modules()[name], output=redirect()).claim.stateless}


def test_a_search_that_prints_is_refused_where_the_output_is_not_known() -> None:
    """Also if the file prints to another stream than the one that is recorded."""
    source = modules()["prints_at_every_node"]

    for output in (None, TailStream()):
        reason = memoized(source, output=output).claim.reason
        assert told(reason) == "value uses print"


def test_a_listener_hears_all_that_is_repeated_or_ends_the_memo(redirect: Redirect) -> None:
    """Only the end of a long text is kept, and who listens may need its beginning."""
    output, heard = redirect(), list[str]()
    one, few = memoized(modules()["prints_at_every_node"], output=output), open_boards(3, 20)
    output.listener = heard.append
    answers_of(one.module, few, one.meter)
    once = "".join(heard)
    heard.clear()
    answers_of(one.module, few, one.meter)

    assert once
    assert once == "".join(heard)
    assert one.meter.inconsistency is None

    one = memoized(modules()["prints_long_texts"], output=output)
    output.listener = None
    answers_of(one.module, few, one.meter)
    output.listener = heard.append
    answers_of(one.module, few, one.meter)

    assert told(one.meter.inconsistency) == "value prints more than is kept"


def test_texts_beyond_a_limit_are_not_kept(monkeypatch: pytest.MonkeyPatch, redirect: Redirect) -> None:
    """The calls that print them are made again, so that the output stays the same."""
    monkeypatch.setattr(cache, "MAX_PRINTED", 5_000)
    source, asked, output = modules()["prints_in_player"], open_boards(6, 200), redirect()
    one = memoized(source, output=output)
    first, again = (seen(one.module, output, asked, one.meter) for _time in range(2))

    assert first == again == seen(plain(source), output, asked)
    assert one.meter.inconsistency is None
    assert 0 < one.meter.cpu_saved < one.meter.cpu_taken


def test_the_stream_returns_the_end_of_what_was_written() -> None:
    """As much as is asked for, at most what it keeps."""
    output = TailStream()
    written = ""
    for number in range(3000):
        output.write(f"{number},")
        written += f"{number},"
        assert output.recent(number % 9) == written[len(written) - number % 9 :]
    output.repeat("x" * 5, 7)

    assert output.recent(10 * TAIL) == (written + "xxxxx")[-TAIL:]
    assert output.characters == len(written) + 7


def test_the_output_that_is_reported_is_that_of_a_plain_run(default_rubric: Rubric, zygote: Launcher) -> None:
    """For the search that is memoized, and for functions that print and are called only once for each board."""
    students = []
    for shortcut in (True, False):
        submission = submission_of("prints", modules()["prints_in_player"])
        student = Student(submission, MODULE_SPEC, default_rubric.limits, zygote, (), shortcut=shortcut)
        student.import_module()
        for function in ("player", SEARCH):
            student.sweep([Call(function=function, board=board) for board in open_boards(9, 10)])
        student.finish()
        students.append(student)
    with_memo, plainly = students

    assert ("value",) == with_memo.shortcut.functions
    assert with_memo.usage.output == plainly.usage.output
    assert ["player", SEARCH] == [output.where for output in with_memo.usage.output]
    assert min(output.characters for output in with_memo.usage.output) > TAIL
