"""
YAML text to a `Document`.

It builds on the parser's events rather than on a YAML loader, because a loader makes binary floats of ``0.1``, reads
``no`` as false, overwrites the first of two equal keys without a word, and follows anchors and tags.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import yaml

from grader.rubric_file.document import Address, Data, Document
from grader.rubric_file.nodes import fault, scalar
from grader.rubric_file.problems import START, Place, Problem, quoted
from grader.rubric_file.syntax import SYNTAX_FAILURES, syntax_problem

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_DEPTH = 10
"""A rubric needs five levels; the cap keeps nonsense away from Python's own recursion limit."""
MAX_EVENTS = 5_000
"""A rubric has some hundred; the cap keeps nonsense from taking minutes to be refused."""


class Reading(NamedTuple):
    """What could be read; no document when what is left of it would mislead."""

    document: Document | None
    problems: tuple[Problem, ...]


class _UnreadableError(Exception):
    """The rest of the file makes no sense after this."""

    def __init__(self, place: Place, text: str) -> None:
        super().__init__(text)
        self.problem = Problem(place, text)


def read_document(text: str) -> Reading:
    """Read the one YAML document in `text`."""
    reader = _Reader(text)
    try:
        data = reader.document()
    except _UnreadableError as error:
        return Reading(None, (*reader.problems, error.problem))
    except SYNTAX_FAILURES as error:
        return Reading(None, (*reader.problems, syntax_problem(error, text, reader.last)))
    document = Document(data=data, values=reader.values, keys=reader.keys)
    return Reading(document if reader.trusted else None, tuple(reader.problems))


class _Reader:
    """Turns the parser's events into data, and keeps the book on places and problems."""

    def __init__(self, text: str) -> None:
        self.problems: list[Problem] = []
        self.values: dict[Address, Place] = {}
        self.keys: dict[Address, Place] = {}
        self.last = START
        self.trusted = True
        self._events = self._parsed(text)

    def _parsed(self, text: str) -> Iterator[yaml.Event]:
        for count, event in enumerate(yaml.parse(text, Loader=yaml.SafeLoader)):
            mark = event.start_mark
            self.last = START if mark is None else Place(mark.line + 1, mark.column + 1)
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
        return scalar(event) if isinstance(event, yaml.ScalarEvent) else None

    def _refuse(self, event: yaml.Event) -> None:
        text = fault(event)
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
            key, place = event.value, self.last
            if key in mapping:
                where = self.keys[(*address, key)].line
                text = f"the key {quoted(key)} stands here a second time, first in line {where}; remove one of the two"
                self.problems.append(Problem(place, text))
                self._node(next(self._events), (*address, key, "again"))
                continue
            self.keys[(*address, key)] = place
            mapping[key] = self._node(next(self._events), (*address, key))
        return mapping
