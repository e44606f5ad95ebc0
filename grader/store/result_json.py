"""Writes and reads `result.json`, the record from which all other reports are made."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Any, TypeVar, cast

import msgspec

from grader.capabilities.registry import payload_of
from grader.errors import UserError
from grader.model.result import GRADED, Result
from grader.model.sanitize import sanitize
from grader.text.number_text import decimal_text

SCHEMA = "grader/result/v2"
FIRST_SCHEMA = "grader/result/v1"
NOTE = "Graded by an earlier version, so that explanations are missing; they come back when it is graded again."
IN_WORDS = ("message", "pattern", "counterexample", "pruning", "quality", "late")
"""Keys with sentences of the first version, and the keys of its capabilities."""
RETIRED = ("tree",)
"""Keys of an earlier build that no report shows any more."""
MAX_FILE_BYTES = 4 * 1024 * 1024
"""The grader writes far smaller results."""
PLAIN_JSON = json.JSONEncoder(ensure_ascii=False)
ESCAPED_CHARACTERS = re.compile(
    r"(?<=#)#|[\x7f-\x9f\xad\u061c\u200b\u200e-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ue000-\uf8ff\U000e0000-\U0010ffff]"
)
"""
Characters that are written as escapes, because they move the cursor, or hide or reorder text.

The second character of ``##[`` is among them: there Azure Pipelines begins a command in a log.
"""
MAX_EXPONENT = 400
"""The largest power of ten: above any float, and too small to fill the memory with digits."""


def to_json(result: Result) -> bytes:
    """
    Return `result` as UTF-8 JSON: equal bytes for equal results.

    Points are exact decimals: 0.1 as 0.1, 7 as 7.
    """
    whole = {"schema": SCHEMA, **to_plain(result)}
    # A lone surrogate has no UTF-8 form. Its Python escape is also its JSON escape.
    return (_json(whole, "\n") + "\n").encode("utf-8", "backslashreplace")


def from_json(data: bytes, source: str) -> Result:
    """Return the result in `data` (UserError, one line that begins with `source`, if it has none)."""
    try:
        return _result(_parsed(data))
    except RecursionError:
        problem = "nested too deeply"
    except UnicodeDecodeError:
        problem = "not UTF-8 text"
    except json.JSONDecodeError as error:
        problem = f"not JSON ({error.msg}, line {error.lineno})"
    except ValueError as error:
        problem = str(error)
    raise UserError(f"{source}: {problem}")


def _parsed(data: bytes) -> object:
    if len(data) > MAX_FILE_BYTES:
        raise ValueError(f"larger than {MAX_FILE_BYTES // 1024 // 1024} MiB, so it is no result of ours")
    return json.loads(
        data.decode(), parse_float=_number, parse_int=_integer, parse_constant=_constant, object_pairs_hook=_object
    )


def _result(whole: object) -> Result:
    if not isinstance(whole, dict):
        raise PlainDataError("", "not a result: expected an object")
    schema = whole.pop("schema", None)
    if schema == FIRST_SCHEMA:
        whole = _of_first_version(whole)
    elif schema != SCHEMA:
        shown = f"schema {sanitize(str(schema), 40)!r}" if schema is not None else "no schema"
        raise PlainDataError("", f"{shown}, expected {SCHEMA!r}: written by something else, or by another version")
    result = from_plain(Result, _with_payloads(whole))
    if (result.score is None) is not (result.status != GRADED):
        raise PlainDataError("score", "a graded result has one, any other has none")
    _require_no_debts(to_plain(result), "")
    return result


def _of_first_version(whole: dict[str, Any]) -> dict[str, Any]:
    """
    Return a plain result of the first version with its points and marks by hand, without its sentences.

    Its key, the hash of what a mark rests on, is removed, so that `grader batch` grades it again.
    """
    try:
        for item in whole["criteria"]:
            late = item.get("late") or {}
            item.update({"deduction": late["penalty"]} if "penalty" in late else {})
            for one in (item, *item.get("checks", ())):
                for key in IN_WORDS:
                    one.pop(key, None)
        whole.pop("causes", None)
        return whole | {"grader": whole["grader"] | {"key": ""}, "notes": [*whole.get("notes", ()), NOTE]}
    except (AttributeError, KeyError, TypeError):
        raise PlainDataError("", "not a result of the first version; grade it again") from None


def _with_payloads(whole: dict[str, Any]) -> dict[str, Any]:
    whole = dict(whole)
    if isinstance(items := whole.get("criteria"), list):
        whole["criteria"] = [
            {**item, "found": _payload(item.get("capability"), item.get("found"), f"criteria[{index}].found")}
            if isinstance(item, dict)
            else item
            for index, item in enumerate(items)
        ]
    if isinstance(found := whole.get("found"), dict):
        whole["found"] = {name: _payload(name, plain, f"found.{sanitize(name, 40)}") for name, plain in found.items()}
    return whole


def _payload(name: object, plain: object, place: str) -> object:
    kind = payload_of(str(name))
    if isinstance(plain, dict):
        plain = {key: value for key, value in plain.items() if key not in RETIRED}
    return plain if kind is None or plain is None else from_plain(kind, plain, place)


def _require_no_debts(plain: object, place: str) -> None:
    """Raise PlainDataError for a negative number outside an item that takes points off."""
    if isinstance(plain, dict) and plain.get("deduction") is None:
        for key, item in plain.items():
            _require_no_debts(item, f"{place}.{key}" if place else key)
    elif isinstance(plain, tuple):
        for index, item in enumerate(plain):
            _require_no_debts(item, f"{place}[{index}]")
    elif isinstance(plain, Decimal) and plain < 0:
        raise PlainDataError(place, "only an item that takes points off can have less than 0 points")


def _number(text: str) -> Decimal:
    value = Decimal(text)
    if not -MAX_EXPONENT <= cast("int", value.as_tuple().exponent) <= MAX_EXPONENT or value.adjusted() > MAX_EXPONENT:
        raise ValueError("a number is out of range")
    return value


def _integer(text: str) -> int:
    if len(text) > MAX_EXPONENT:
        raise ValueError("a number is out of range")
    return int(text)


def _constant(text: str) -> Decimal:
    raise ValueError(f"{text} is no number")


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("an object has the same key twice")
    return found


def _json(value: object, newline: str) -> str:
    """Return `value` as JSON; `newline` is a line feed with the indentation of the value."""
    deeper = newline + " "
    if isinstance(value, dict):
        return _container("{}", [f"{_text(key)}: {_json(item, deeper)}" for key, item in value.items()], newline)
    if isinstance(value, tuple):
        inline = all(isinstance(item, int) for item in value)
        items = [_json(item, deeper) for item in value]
        return f"[{', '.join(items)}]" if inline else _container("[]", items, newline)
    if isinstance(value, Decimal):
        return decimal_text(value)
    # `repr` of a float is the shortest text for the same float. As a decimal it has no exponent.
    return decimal_text(Decimal(repr(value))) if isinstance(value, float) else _text(value)


def _container(brackets: str, items: list[str], newline: str) -> str:
    deeper = newline + " "
    return f"{brackets[0]}{deeper}{f',{deeper}'.join(items)}{newline}{brackets[1]}"


def _text(value: object) -> str:
    # Terminals and logs of CI jobs show the file, whose text somebody may have edited. Effective characters are JSON
    # escapes, which read back as the same characters.
    shown = PLAIN_JSON.encode(value)
    if shown.isascii() and shown.isprintable() and "##" not in shown:
        return shown
    return ESCAPED_CHARACTERS.sub(_escape, shown)


def _escape(found: re.Match[str]) -> str:
    return json.dumps(found[0])[1:-1] if found[0] != "#" else "\\u0023"


LARGEST_MARK = 10**12
"""Far above any mark, and small enough for exact sums with the 28 digits of a Decimal."""

Value = TypeVar("Value")


class PlainDataError(ValueError):
    """Plain data of the wrong shape. The message names the place."""

    def __init__(self, place: str, problem: str) -> None:
        """Report `problem` at `place`, a path such as ``criteria[3].points``; empty for the whole."""
        super().__init__(f"{place}: {problem}" if place else problem)


def to_plain(value: object) -> Any:  # noqa: ANN401 - dicts, lists and scalars, as JSON has them
    """Return `value` as dicts, tuples, strings, numbers (a Decimal stays one), booleans and None."""
    return msgspec.to_builtins(value, builtin_types=(Decimal,))


def from_plain(kind: type[Value], plain: object, place: str = "") -> Value:
    """
    Return the plain data at `place` of a file as a value of type `kind` (else PlainDataError).

    Parts of the data may be values already.
    """
    try:
        value = msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        inner, problem = _place_and_problem(str(error))
        raise PlainDataError(f"{place}.{inner}" if place and inner else place or inner, problem) from None
    _require_kept(plain, to_plain(value), place)
    return value


def _place_and_problem(message: str) -> tuple[str, str]:
    """Return the parts of ``Expected `int`, got `str` - at `$.wrong` ``; the place is empty for the whole."""
    problem, found, place = message.rpartition(" - at `$")
    if not found:
        problem, place = message, ""
    # The problem may quote the file. The place has only our names and numbers.
    return place.rstrip("`").removeprefix("."), sanitize(problem[:1].lower() + problem[1:])


def _require_kept(plain: object, kept: Any, place: str) -> None:  # noqa: ANN401 - the plain form of a value
    """Raise PlainDataError if `plain` has a key that its value `kept` lacks: msgspec skips unknown keys."""
    if isinstance(plain, dict):
        for key, item in plain.items():
            if key not in kept:
                raise PlainDataError(place, f"unknown key {sanitize(str(key), 40)!r}")
            _require_kept(item, kept[key], f"{place}.{key}" if place else key)
    elif isinstance(plain, list):
        for index, item in enumerate(plain):
            _require_kept(item, kept[index], f"{place}[{index}]")
    elif isinstance(kept, Decimal) and (isinstance(plain, str) or not abs(kept) < LARGEST_MARK):
        raise PlainDataError(place, "expected a number no larger than any mark")
