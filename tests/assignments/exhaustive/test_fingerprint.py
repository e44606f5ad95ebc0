"""Equal mistakes have equal fingerprints."""

from __future__ import annotations

from grader.assignments.exhaustive.explanation import canonical_text, fingerprint
from grader.model.answer import Answer, Call, Opaque, Value, unordered
from grader.model.verdict import ChildEnd


def test_equal_mistakes_have_one_hash_and_others_another() -> None:
    """The time of a call and the order of a set's texts do not matter."""
    call = Call(function="winner", board="XXX......")
    texts = [f"cell {at}" for at in range(20)]

    def of(value: Value, seconds: float = 0) -> str:
        return fingerprint(canonical_text([(call, Answer(end=ChildEnd.RETURNED, value=value, seconds=seconds))]))

    assert of(None) == of(None, 7)
    assert of(unordered("set", texts)) == of(unordered("set", [*texts[10:], *texts[:10]]))
    different: list[Value] = [
        None,
        "X",
        1,
        1.5,
        True,
        [1],
        (1,),
        unordered("dict", [(1, unordered("set", ["a"]))]),
        unordered("set", ["a"]),
        unordered("frozenset", ["a"]),
        Opaque("a thing"),
        "\ud800",
    ]
    assert len(set(map(of, different))) == len(different)
    assert of(None) != fingerprint(canonical_text([(call, Answer(end=ChildEnd.CPU_LIMIT))]))
