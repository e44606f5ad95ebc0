"""`result.json` holds the whole result, exactly, and nothing else is taken for one."""

from __future__ import annotations

import dataclasses
import json
import operator
from collections.abc import Mapping
from decimal import Decimal
from typing import TYPE_CHECKING

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.capabilities.by_hand.marks import with_manual
from grader.capabilities.lateness.capability import Lateness, LateRules, late_item
from grader.errors import UserError
from grader.model.counterexample import Answered, AnswerKind, Counterexample, Question, RaisedText, Wanted
from grader.model.identity import Identity
from grader.model.isolation import EscapeAttempt, Isolation, Layer, Level, ProcStatus
from grader.model.reason import Reason
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
from grader.model.verdict import Verdict
from grader.store.result_json import MAX_FILE_BYTES, NOTE, from_json, to_json
from tests.store.result_schema import result_schema

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

# A pair of surrogates is one character in JSON, so two lone ones in a row do not come back as two.
texts = st.text(st.characters(exclude_categories=["Cs"]) | st.just("\ud800"), max_size=12)
amounts = st.decimals(min_value=0, max_value=1000, places=3)
counts = st.integers(min_value=0, max_value=10**6)
seconds = st.floats(min_value=0, allow_infinity=False)


def maybe(strategy: SearchStrategy[object]) -> SearchStrategy[object]:
    """Return a strategy that draws None too."""
    return st.none() | strategy


def several(strategy: SearchStrategy[object]) -> SearchStrategy[tuple[object, ...]]:
    """Return a strategy for short tuples."""
    return st.lists(strategy, max_size=2).map(tuple)


reasons = st.builds(Reason, texts, st.dictionaries(texts, texts | counts, max_size=2))
examples = st.builds(
    Counterexample,
    function=texts,
    board=texts,
    call=texts,
    got=several(reasons),
    expected=several(reasons),
    at=maybe(texts),
    after=maybe(texts),
    action=maybe(st.tuples(st.integers(-3, 3), st.integers(-3, 3))),
    played=maybe(st.integers(0, 8)),
    wanted=st.builds(Wanted, question=st.sampled_from(Question), cells=several(st.integers(0, 8))),
    answered=st.builds(
        Answered,
        kind=st.sampled_from(AnswerKind),
        cells=several(st.integers(0, 8)),
        raised=maybe(st.builds(RaisedText, type=texts, message=texts)),
    ),
    moves=several(st.integers(0, 8)),
)
manual_marks = st.builds(ManualMark, points=amounts, comment=texts, by=texts, when=texts)
checks = st.builds(
    CheckResult,
    id=texts,
    title=texts,
    points=amounts,
    earned=amounts,
    verdict=st.sampled_from(Verdict),
    reasons=several(reasons),
    pattern=several(reasons),
    sheet=texts,
    wrong=maybe(counts),
    of=maybe(counts),
    counterexample=maybe(examples),
    reproduce=maybe(texts),
    manual=maybe(manual_marks),
    was=maybe(amounts),
)
criteria = st.builds(
    ItemResult,
    id=texts,
    title=texts,
    points=amounts,
    earned=amounts,
    verdict=st.sampled_from(Verdict),
    by_hand=st.booleans(),
    bonus=st.booleans(),
    manual=maybe(manual_marks),
    was=maybe(amounts),
    checks=several(checks),
)
deductions = st.builds(
    ItemResult,
    id=texts,
    title=texts,
    points=st.just(Decimal(0)),
    earned=amounts.map(operator.neg),
    verdict=st.sampled_from(Verdict),
    capability=st.just("lateness"),
    found=st.builds(Lateness, due=texts, submitted_at=texts),
    deduction=amounts,
)
scores = st.builds(
    Score,
    earned=amounts,
    possible=amounts,
    automatic_earned=amounts,
    automatic_possible=amounts,
    pending=amounts,
    bonus=amounts,
    bonus_possible=amounts,
    bonus_pending=amounts,
    scaled=maybe(amounts),
    scaled_possible=maybe(amounts),
    scaled_pending=maybe(amounts),
)

isolations = st.builds(
    Isolation,
    level=st.sampled_from(Level),
    layers=several(st.builds(Layer, name=texts, on=st.booleans(), detail=texts)),
    self_test=several(st.builds(EscapeAttempt, name=texts, blocked=st.booleans())),
    seen=st.builds(ProcStatus, no_new_privs=maybe(counts), seccomp=maybe(counts), capabilities=maybe(counts)),
)


@st.composite
def results(draw: st.DrawFn) -> Result:
    """Draw any result whose status agrees with its score."""
    score = draw(st.none() | scores)
    return Result(
        submission=draw(
            st.builds(SubmissionInfo, id=texts, student=texts, sha256=texts, main=texts, files=several(texts))
        ),
        rubric=draw(st.builds(RubricInfo, title=texts, assignment=texts, sha256=texts, scale_decimals=maybe(counts))),
        grader=draw(st.builds(GraderInfo, version=texts, python=texts, isolation=maybe(isolations), key=texts)),
        status="harness_fault" if score is None else "graded",
        score=score,
        criteria=draw(st.lists(criteria | deductions, max_size=3).map(tuple)),
        notes=draw(st.lists(texts, max_size=2).map(tuple)),
        fault=draw(texts),
        observed=Observed(
            policy=draw(texts),
            output=draw(st.lists(st.builds(Output, where=texts, tail=texts, characters=counts), max_size=2).map(tuple)),
        ),
        timing=draw(
            st.builds(
                Timing,
                cpu_seconds=seconds,
                wall_seconds=seconds,
                first_move_seconds=maybe(seconds),
                near_limit=several(texts),
            )
        ),
    )


RESULT_SCHEMA = jsonschema.Draft202012Validator(result_schema())


@settings(max_examples=40)
@given(results())
def test_a_result_comes_back_as_it_was(result: Result) -> None:
    """Any result is read back equal, written again to the same bytes, and accepted by the schema."""
    data = to_json(result)

    assert from_json(data, "result.json") == result
    assert to_json(from_json(data, "result.json")) == data
    RESULT_SCHEMA.validate(json.loads(data))


def test_points_are_exact_plain_numbers(samples: Mapping[str, Result]) -> None:
    """What is written is the decimal itself, never a float near it, and it is read as a Decimal."""
    data = to_json(samples["fail"]).decode()
    read = from_json(data.replace('"points": 4.5', '"points": 0.1').encode(), "result.json")

    assert '"points": 4.5,' in data
    assert '"possible": 21,' in data
    assert read.criteria[0].checks[0].points == Decimal("0.1")


def test_the_schema_comes_first_and_the_timing_last(samples: Mapping[str, Result]) -> None:
    """Two results of one submission differ in their last lines only."""
    keys = list(json.loads(to_json(samples["pass"])))

    assert keys[0] == "schema"
    assert keys[-1] == "timing"
    assert to_json(samples["pass"]).endswith(b"}\n")


def test_names_are_readable_in_the_file(samples: Mapping[str, Result], hostile_text: str) -> None:
    """Letters of any script are written as they are; only what UTF-8 cannot hold is escaped."""
    data = to_json(samples["hostile"])

    assert "\\ud800" in data.decode()
    assert from_json(data, "result.json").submission.student == f"={hostile_text}"
    assert "Zoë" in to_json(from_json(data.replace(b"CS3081", "Zoë".encode()), "x")).decode()


def test_a_file_of_the_first_version_is_read(samples: Mapping[str, Result]) -> None:
    """Its points and those by hand stay; what it said in words is left out."""
    mark = ManualMark(points=Decimal("3.5"), comment="read", by="Dr. May")
    who = Identity(id="ada", student="Ada", submitted_at="2026-09-02 00:00:00 +00:00")
    late = late_item(LateRules(per_day=Decimal(1), due="2026-09-01 00:00:00 +00:00"), who)
    assert late is not None
    result = with_manual(samples["pending"], {"quality": mark})
    result = dataclasses.replace(result, criteria=(*result.criteria, late))
    whole = json.loads(to_json(result)) | {"schema": "grader/result/v1"}
    for item in whole["criteria"]:
        del item["capability"], item["found"], item["reasons"]
        deduction = item.pop("deduction")
        item |= {"message": "why", "pruning": None, "late": deduction and {"penalty": deduction, "days": 1}}
        for check in item["checks"]:
            check["message"] = "why"

    read = from_json(json.dumps(whole).encode(), "result.json")

    assert read.notes == (*result.notes, NOTE)
    assert read.grader.key == "", "so that `grader batch` grades it again"
    assert [(one.id, one.earned, one.deduction, one.manual) for one in result.criteria] == [
        (one.id, one.earned, one.deduction, one.manual) for one in read.criteria
    ]
    assert read.score == result.score


def test_a_key_that_an_earlier_build_wrote_is_left_out(samples: Mapping[str, Result]) -> None:
    """The drawn tree of a search: the result is read as if it had never been there."""
    for result in samples.values():
        whole = json.loads(to_json(result))
        found = [
            item["found"] for item in whole["criteria"] if item.get("capability") == "alpha_beta" and item["found"]
        ]
        for one in found:
            one["tree"] = [{"board": ".........", "parent": None}]
        if found:
            assert result == from_json(json.dumps(whole).encode(), "result.json")
            return
    raise AssertionError("no sample has a recorded search")


@pytest.mark.parametrize("whole", [{}, {"criteria": [1]}, {"criteria": [], "grader": 1}])
def test_a_damaged_file_of_the_first_version_is_refused(whole: Mapping[str, object]) -> None:
    with pytest.raises(UserError, match=r"x: not a result of the first version; grade it again"):
        from_json(json.dumps({"schema": "grader/result/v1", **whole}).encode(), "x")


def test_the_published_schema_is_a_schema() -> None:
    """It is a valid schema and refuses unknown keys at every level."""
    schema = result_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    defs = schema["$defs"]

    assert isinstance(defs, dict)
    assert all(one["additionalProperties"] is False for one in [schema, *defs.values()] if one.get("type") == "object")


def broken(good: bytes, old: str, new: str) -> bytes:
    """Return the file with one thing changed."""
    assert old in good.decode()
    return good.decode().replace(old, new, 1).encode()


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("grader/result/v2", "grader/result/v3", r"schema 'grader/result/v3', expected 'grader/result/v2'"),
        ('"schema": "grader/result/v2",', "", "no schema, expected"),
        ('"status": "graded"', '"status": "great"', "status: invalid enum value 'great'"),
        ('"status": "graded"', '"status": "harness_fault"', "score: a graded result has one"),
        ('"wrong": 18', '"wrong": true', r"criteria\[0\].checks\[0\].wrong: expected `int.*, got `bool`"),
        ('"wrong": 18', '"wrong": 1.5', r"criteria\[0\].checks\[0\].wrong: expected `int.*, got `decimal`"),
        ('"points": 4.5', '"points": "4.5"', r"criteria\[0\].checks\[0\].points: expected a number"),
        ('"points": 4.5', '"points": -1', r"criteria\[0\].checks\[0\].points: only an item that takes"),
        ('"points": 4.5', '"points": "1e999999999"', r"criteria\[0\].checks\[0\].points: expected a number"),
        ('"points": 4.5', '"points": "NaN"', r"criteria\[0\].checks\[0\].points: expected a number"),
        ('"verdict": "fail"', '"verdict": "\\u001b[31m##[error]\\u202e"', r"value '\\x1b\[31m#\\x23\[error\]\\u202e'"),
        ('"verdict": "fail"', '"verdict": "- at `$.x"', r"verdict: invalid enum value '- at `\$.x'"),
        ('"points": 4.5', '"points": 1e999999999', "a number is out of range"),
        ('"points": 4.5', '"points": 1e300', r"checks\[0\].points: expected a number no larger than any mark"),
        ('"wrong": 18', f'"wrong": {10**500}', "a number is out of range"),
        ('"points": 4.5', '"points": NaN', "NaN is no number"),
        ('"verdict": "fail"', '"verdict": "fine"', r"verdict: invalid enum value 'fine'"),
        ('"fault": ""', '"fault": "", "fault": "x"', "the same key twice"),
        ('"fault": ""', '"fault": "", "blame": "x"', "unknown key 'blame'"),
        ('"fault": ""', '"fault": null', "fault: expected `str`, got `null`"),
        ('"version": "0.1.0",', "", "grader: object missing required field `version`"),
        ('"level": "full"', '"level": "fullest"', "grader.isolation.level: invalid enum value 'fullest'"),
        ('"blocked": true', '"blocked": 1', r"grader.isolation.self_test\[0\].blocked: expected `bool`, got `int`"),
        ('"moves": []', '"moves": [1.5]', r"moves\[0\]: expected `int`, got `decimal`"),
        ('"action": null', '"action": [1]', "action: expected `array.* of length 2, got 1"),
        ('"cpu_seconds": 0.5', '"cpu_seconds": "fast"', "timing.cpu_seconds: expected `float`, got `str`"),
        ("{", "", r"not JSON \(.*line"),
    ],
)
def test_a_broken_file_is_refused_in_one_line(samples: Mapping[str, Result], old: str, new: str, problem: str) -> None:
    """The line names the file, the place and what was expected there."""
    with pytest.raises(UserError, match=problem) as caught:
        from_json(broken(to_json(samples["fail"]), old, new), "out/ada/result.json")

    assert str(caught.value).startswith("out/ada/result.json: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"[]", "expected an object"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b" " * (MAX_FILE_BYTES + 1), "larger than 4 MiB"),
        (b'{"schema": "grader/result/v2", "x": ' + b"9" * 5000 + b"}", "out of range"),
        (b"", "not JSON"),
    ],
)
def test_what_is_no_result_at_all_is_refused(data: bytes, problem: str) -> None:
    """A file that is too large or nested too deeply is refused."""
    with pytest.raises(UserError, match=problem):
        from_json(data, "result.json")


@pytest.mark.parametrize(
    ("key", "value", "problem"),
    [
        ("notes", 3, "notes: expected `array`, got `int`"),
        ("observed", 3, "observed: expected `object`, got `int`"),
        (
            "grader",
            {"version": "0.1.0", "python": "3.11", "isolation": "basic", "key": ""},
            "grader.isolation: expected",
        ),
    ],
)
def test_a_part_of_another_kind_is_refused(
    samples: Mapping[str, Result], key: str, value: object, problem: str
) -> None:
    """Lists are lists and objects are objects."""
    whole = json.loads(to_json(samples["pass"]))
    whole[key] = value

    with pytest.raises(UserError, match=problem):
        from_json(json.dumps(whole).encode(), "result.json")


def test_a_key_that_has_a_default_may_be_left_out(samples: Mapping[str, Result]) -> None:
    """A file written before the key existed can still be read."""
    whole = json.loads(to_json(samples["pass"]))
    del whole["notes"]

    assert from_json(json.dumps(whole).encode(), "result.json").notes == ()
