"""What cannot be read as one plain YAML document."""

from __future__ import annotations

import pytest

from tests.rubric_file.toy import SMALL, problems_of

UNREADABLE: dict[str, tuple[str | bytes, list[str]]] = {
    "bytes that are no text": (b"title: caf\xc3\xa9\nx: \xff", ["2:4: byte 0xff is not UTF-8; save the file as UTF-8"]),
    "another encoding": (
        b"\xff\xfe" + SMALL.encode("utf-16-le"),
        ["1:1: byte 0xff is not UTF-8; save the file as UTF-8"],
    ),
    "a file that is too big": (b"#" * 262_145, ["1:1: the file has 262,145 bytes; a rubric may have 256 KiB at most"]),
    "an empty file": ("", ["1:1: the file is empty; copy the default rubric and edit it"]),
    "comments only": ("# nothing yet\n", ["1:1: the file is empty; copy the default rubric and edit it"]),
    "a document of nothing": ("---\n", ["1:1: the file is empty; copy the default rubric and edit it"]),
    "a list": ("- title", ["1:1: a rubric must be a mapping of keys to values, not a list"]),
    "a word": ("title", ["1:1: a rubric must be a mapping of keys to values, not the text 'title'"]),
    "a colon in a title": (
        "title: Assignment 1: Tic-Tac-Toe",
        ["1:20: YAML cannot read this (mapping values are not allowed here); check indentation, quotes and brackets"],
    ),
    "a control character": ("title: \x07", ["1:8: the character U+0007 is not allowed in YAML; remove it"]),
    "an escape beyond Unicode": (
        'a: 1\nb: "\\UFFFFFFFF"',
        ["2:1: an escape or a directive after this makes no sense to YAML; write the text without it"],
    ),
    "two documents": ("a: 1\n---\nb: 2\n", ["2:1: a second YAML document starts here; make a file of its own of it"]),
    "anchors, aliases and tags": (
        "a: &x 1\nb: *x\nc: !!str 3\nd: !x 4",
        [
            "1:4: the anchor &x is not allowed in a rubric; remove it",
            "2:4: the alias *x is not allowed in a rubric; write the value out",
            "3:4: the tag !!str is not allowed in a rubric; remove it, or put the text in quotes",
            "4:4: the tag !x is not allowed in a rubric; remove it, or put the text in quotes",
        ],
    ),
    "halves of characters": (
        '"\\ud800": "\\udfff"',
        [
            "1:1: '\\ud800' holds half of a character; write the character itself",
            "1:11: '\\udfff' holds half of a character; write the character itself",
        ],
    ),
    "a mapping in braces as a key": (
        "{a: {b: 1}}: c",
        ["1:1: a key must be a single word; put a text with braces in quotes"],
    ),
    "a mapping as a key": ("? [a, b]\n: c", ["1:3: a key must be a single word; put a text with braces in quotes"]),
    "deep brackets": ("[" * 100_000, ["1:12: nested more than 10 levels deep; a rubric needs five"]),
    "deep dashes": ("- " * 100_000, ["1:23: nested more than 10 levels deep; a rubric needs five"]),
    "deep braces": ("{a: " * 60_000, ["1:45: nested more than 10 levels deep; a rubric needs five"]),
    "too many entries": (
        "- 1\n" * 10_000,
        ["4998:3: the file goes on and on; a rubric has some hundred entries at most"],
    ),
}


class TestAFileThatIsNoYaml:
    """What cannot be read as one plain YAML document."""

    @pytest.mark.parametrize(("data", "expected"), UNREADABLE.values(), ids=UNREADABLE)
    def test_it_is_refused_with_its_place(self, data: str | bytes, expected: list[str]) -> None:
        """Each problem is one line without control characters."""
        assert expected == problems_of(data)
