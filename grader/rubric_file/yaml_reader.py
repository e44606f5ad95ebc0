"""
Turns bytes into a `Document`: decodes them, reads the YAML, and refuses what a rubric must not hold.

The reader uses the parser's events and no YAML loader: a loader makes binary floats of ``0.1``, reads ``no`` as false,
silently overwrites the first of two equal keys, and follows anchors and tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

import yaml

from grader.model.sanitize import quoted, sanitize
from grader.yaml_document import START, Address, Data, Document, Problem, TextPosition

MAX_KIB = 256
MAX_DEPTH = 10
"""A rubric has five levels. The limit keeps hostile files away from Python's recursion limit."""
MAX_EVENTS = 5_000
"""A rubric has some hundred events. The limit refuses a hostile file before minutes have passed."""

# PyYAML raises the last two for an escape such as "\UFFFFFFFF", and for a version directive of five thousand digits.
SYNTAX_ERRORS = (yaml.YAMLError, ValueError, OverflowError)
# Plain digits only: ``010``, ``1_000``, ``1:30`` and ``1e3`` mean different numbers in different YAML versions.
NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?")
SURROGATE = re.compile("[\ud800-\udfff]")
CONSTANTS: dict[str, bool | None] = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("null", "Null", "NULL", "~", ""), None),
}


class _UnreadableError(Exception):
    def __init__(self, position: TextPosition, text: str) -> None:
        super().__init__(text)
        self.problem = Problem(position, text)


def read_document(data: bytes) -> tuple[Document | None, list[Problem]]:
    """
    Read the one YAML document in `data`, the bytes of a file; return it with its problems.

    Without the document if a part is forbidden and the rest would mislead.
    """
    reader = _Reader(data)
    try:
        content = reader.document()
    except _UnreadableError as error:
        return None, [*reader.problems, error.problem]
    except SYNTAX_ERRORS as error:
        return None, [*reader.problems, _syntax_problem(error, _decode(data), reader.last)]
    document = Document(data=content, values=reader.values, keys=reader.keys)
    return document if reader.trusted else None, reader.problems


class _Reader:
    """Turns the parser's events into data, and collects places and problems."""

    def __init__(self, data: bytes) -> None:
        self.problems: list[Problem] = []
        self.values: dict[Address, TextPosition] = {}
        self.keys: dict[Address, TextPosition] = {}
        self.last = START
        self.trusted = True
        """Whether the file has nothing forbidden; otherwise the data may differ from the author's intention."""
        self._events = self._parse(data)

    def _parse(self, data: bytes) -> Iterator[yaml.Event]:
        for count, event in enumerate(yaml.parse(_decode(data), Loader=yaml.SafeLoader)):
            start = event.start_mark
            self.last = START if start is None else TextPosition(start.line + 1, start.column + 1)
            if count == MAX_EVENTS:
                raise _UnreadableError(self.last, "the file goes on and on; a rubric has some hundred entries at most")
            yield event

    def document(self) -> Data:
        next(self._events)  # the start of the stream
        nothing = isinstance(next(self._events), yaml.StreamEndEvent)
        data = None if nothing else self._node(next(self._events), ())
        if data is None and self.trusted:
            raise _UnreadableError(START, "the file is empty; copy the default rubric and edit it")
        next(self._events)  # the end of the document
        if isinstance(next(self._events), yaml.DocumentStartEvent):
            raise _UnreadableError(self.last, "a second YAML document starts here; make a file of its own of it")
        return data

    def _node(self, event: yaml.Event, address: Address) -> Data:
        self.values[address] = self.last
        self._refuse(event)
        if len(address) > MAX_DEPTH:
            raise _UnreadableError(self.last, f"nested more than {MAX_DEPTH} levels deep; a rubric needs five")
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(address)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(address)
        return _scalar_value(event) if isinstance(event, yaml.ScalarEvent) else None

    def _refuse(self, event: yaml.Event) -> None:
        text = _forbidden(event)
        if text is not None:
            self.trusted = False
            self.problems.append(Problem(self.last, text))

    def _sequence(self, address: Address) -> list[Data]:
        items: list[Data] = []
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            items.append(self._node(event, (*address, len(items))))
        return items

    def _mapping(self, address: Address) -> dict[str, Data]:
        mapping: dict[str, Data] = {}
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            self._refuse(event)
            if not isinstance(event, yaml.ScalarEvent):
                raise _UnreadableError(self.last, "a key must be a single word; put a text with braces in quotes")
            key, position = event.value, self.last
            if key in mapping:
                first = self.keys[(*address, key)].line
                text = f"the key {quoted(key)} stands here a second time, first in line {first}; remove one of the two"
                self.problems.append(Problem(position, text))
                self._node(next(self._events), (*address, key, "again"))
                continue
            self.keys[(*address, key)] = position
            mapping[key] = self._node(next(self._events), (*address, key))
        return mapping


def _scalar_value(event: yaml.ScalarEvent) -> Data:
    """Return the value of a scalar. A scalar in quotes is always a text."""
    text: str = event.value
    if not event.implicit[0]:
        return text
    if text in CONSTANTS:
        return CONSTANTS[text]
    return Decimal(text) if NUMBER.fullmatch(text) else text


def _forbidden(event: yaml.Event) -> str | None:
    """Return a message about an alias, an anchor, a tag or a lone surrogate (no report can encode it), else None."""
    anchor, tag = getattr(event, "anchor", None), getattr(event, "tag", None)
    if isinstance(event, yaml.AliasEvent):
        return f"the alias *{sanitize(str(anchor))} is not allowed in a rubric; write the value out"
    if anchor is not None:
        return f"the anchor &{sanitize(anchor)} is not allowed in a rubric; remove it"
    if tag is not None:
        name = sanitize(tag).replace("tag:yaml.org,2002:", "!!")
        return f"the tag {name} is not allowed in a rubric; remove it, or put the text in quotes"
    if isinstance(event, yaml.ScalarEvent) and SURROGATE.search(event.value):
        return f"{quoted(event.value)} holds half of a character; write the character itself"
    return None


def _decode(data: bytes) -> str:
    if len(data) > MAX_KIB * 1024:
        text = f"the file has {len(data):,} bytes; a rubric may have {MAX_KIB} KiB at most"
        raise _UnreadableError(START, text)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig", errors="replace")
        text = f"byte 0x{data[error.start]:02x} is not UTF-8; save the file as UTF-8"
        raise _UnreadableError(_end_of(before), text) from None


def _syntax_problem(error: Exception, text: str, last: TextPosition) -> Problem:
    """Describe the parser's error in one line; `last` is the start of the last parsed event."""
    if isinstance(error, yaml.MarkedYAMLError):
        mark = error.problem_mark or error.context_mark
        position = last if mark is None else TextPosition(mark.line + 1, mark.column + 1)
        reason = ", ".join(part for part in (error.context, error.problem) if part)
        return Problem(position, f"YAML cannot read this ({sanitize(reason)}); check indentation, quotes and brackets")
    if isinstance(error, yaml.reader.ReaderError):
        position = _end_of(text[: error.position])
        code = ord(text[error.position])
        return Problem(position, f"the character U+{code:04X} is not allowed in YAML; remove it")
    return Problem(last, "an escape or a directive after this makes no sense to YAML; write the text without it")


def _end_of(text: str) -> TextPosition:
    return TextPosition(text.count("\n") + 1, len(text) - text.rfind("\n"))
