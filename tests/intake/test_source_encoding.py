"""What Python imports becomes text, and anything else one line that says what to do about it."""

from __future__ import annotations

import ast
import codecs
import io
import json
import subprocess
import tokenize
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.errors import UserError
from grader.intake.code_file import decode_source
from tests.other_pythons import OTHER_PYTHONS

SHOWN = "ada/tictactoe.py"
CODE = b"x = 1\n"

ACCENTS = {
    "a comment": b"# caf\xe9\n" + CODE,
    "a comment behind code": b"x = 1 # caf\xe9\n",
    "a comment without a line end": b"x = 1\n# caf\xe9",
    "a comment far down": CODE * 3000 + b"# 90\xb0\n",
    "a comment in a function": b"def f():\n    # 90\xb0\n    return 1\n",
    "a comment in brackets": b"x = (1, # \xb0\n2)\n",
    "a comment behind a continued line": b"x = 1 + \\\n2 # \xb0\n",
    "a comment behind strings": b"x = '#', \"\\\"#\", '''#'#''', r'\\' # \xb0\n",
    "a comment behind an apostrophe in a comment": b"# don't\n# \xb0\n" + CODE,
    "a comment behind a quote in a string": b"x = '\"'  # \xb0\n",
    "a comment behind a continued string": b"x = 'a\\\nb' # \xb0\n",
    "a comment behind a continued string of Windows": b"x = 'a\\\r\nb' # \xb0\r\n",
    "a comment with the marks of a docstring": b'# """ \xb0\nx = 1\n# """\n',
    "old line ends": b"x = 1\r# \xe9\ry = 2\r",
    "the line ends of Windows": b"x = 1\r\n# \xe9\r\ny = 2\r\n",
    "a form feed": b"x = 1\n\x0c# \xe9\n" + CODE,
    "an encoded surrogate": b"# \xed\xa0\x80\n" + CODE,
    "an overlong character": b"# \xc0\x80\n" + CODE,
    "a character cut off by the end": b"x = 1\n# \xe2\x82",
    "a character cut off by a line end": b"# \xe2\x82\n" + CODE,
    "marks of UTF-16 in a comment": b"# \xff\xfe\n" + CODE,
    "a docstring": b'"""caf\xe9"""\n' + CODE,
    "a comment sign in a docstring": b'"""\n# caf\xe9\n"""\n',
    "a docstring behind one": b'""""""\n"""\n# caf\xe9\n"""\n',
    "a string": b'x = "\xe9"\n',
    "a comment sign in a string": b'x = "# \xe9"\n',
    "a comment sign in a raw string": b'x = r"\\"# \xe9"\n',
    "bytes": b'x = b"\xe9"\n',
    "an f-string": b'x = f"\xe9"\n',
    "a name": b"caf\xe9 = 1\n",
    "a number": b"x = 1\xb0\n",
    "an operator": b"x = 2 \xd7 3\n",
    "nothing else": b"\xe9",
    "a string that never ends": b'x = """\n# \xe9\n',
    "a mark and a comment": codecs.BOM_UTF8 + CODE + b"# caf\xe9\n",
    "a mark and a string": codecs.BOM_UTF8 + b"x = '\xe9'\n",
}
DECLARED = {
    "cp1252": b'# -*- coding: cp1252 -*-\nx = "\xe9"\n',
    "latin-1": b'# coding: latin-1\nx = "\xe9"\n',
    "latin-1 of Emacs": b'# coding: latin-1-unix\nx = "\xe9"\n',
    "on the second line": b'#!/usr/bin/python\n# coding: cp1252\nx = "\xe9"\n',
    "for Vim": b'# vim: set fileencoding=cp1252 :\nx = "\xe9"\n',
    "behind a bad byte": b'# \xe9\n# coding: cp1252\nx = "\xe9"\n',
    "behind a bad byte in its line": b'# \xe9 coding: cp1252\nx = "\xe9"\n',
    "Chinese": '# coding: gbk\nx = "中文"\n'.encode("gbk"),
    "Japanese": '# coding: shift_jis\nx = "表示"\n'.encode("shift_jis"),
    "Russian": "# coding: koi8-r\n# игра\nx = 1\n".encode("koi8-r"),
    "UTF-8 with a bad comment": b"# coding: utf-8\n# \xe9\nx = 1\n",
    "UTF-8 with a bad string": b'# coding: utf-8\nx = "\xe9"\n',
    "UTF_8 with a bad comment": b"# coding: UTF_8\n# \xe9\nx = 1\n",
    "utf8 with a bad comment": b"# coding: utf8\n# \xe9\nx = 1\n",
    "UTF-8 twice": b'# coding: utf-8\n# coding: cp1252\nx = "\xe9"\n',
    "ascii with a bad comment": b"# coding: ascii\n# \xe9\nx = 1\n",
    "ascii with a comment in UTF-8": "# coding: ascii\n# é\nx = 1\n".encode(),
    "cp1252 with a byte that it lacks": b"# coding: cp1252\n# \x81\nx = 1\n",
    "on the third line": b'\n\n# coding: cp1252\nx = "\xe9"\n',
    "behind code": b'x = 1 # coding: cp1252\ny = "\xe9"\n',
    "on the second line behind code": b'x = 1\n# coding: cp1252\ny = "\xe9"\n',
    "an unknown one": b"# coding: foobar\nx = 1\n",
    "rot13": b"# coding: rot13\nk = 1\n",
    "UTF-16": b"# coding: utf-16\nx = 1\n",
    "a mark and cp1252": codecs.BOM_UTF8 + b"# coding: cp1252\nx = 1\n",
    "a mark and UTF-8": codecs.BOM_UTF8 + b"# coding: utf-8\nx = 1\n",
    "a mark and ascii": codecs.BOM_UTF8 + b"# coding: ascii\nx = 1\n",
    "saved as UTF-16": "x = 1\n".encode("utf-16"),
    "saved as UTF-32": "x = 1\n".encode("utf-32"),
}
CASES = {**ACCENTS, **{f"declared: {name}": data for name, data in DECLARED.items()}}
ESCAPES = ("utf-7", "unicode_escape", "raw_unicode_escape")
"""Python would read these; nobody reads their files as Python does."""

IMPORT = """
import json, sys, warnings
warnings.simplefilter("ignore")
def taken(data):
    try:
        compile(bytes.fromhex(data), "tictactoe.py", "exec")
    except (SyntaxError, ValueError, LookupError):
        return False
    return True
print(json.dumps({name: taken(data) for name, data in json.load(sys.stdin).items()}))
"""


def _read(data: bytes) -> str | None:
    """Return our text of `data`; None if it is refused."""
    try:
        return decode_source(data, SHOWN).text
    except UserError:
        return None


def _tree(source: bytes | str) -> str | None:
    """Return what Python makes of `source`, as its import would; None if it refuses that."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(source, "tictactoe.py", "exec", dont_inherit=True)
            return ast.dump(ast.parse(source))
        except (SyntaxError, ValueError, LookupError):
            return None


def test_what_python_imports_is_read_as_python_reads_it() -> None:
    """What it refuses is refused, or is a syntax error of the text too."""
    for name, data in CASES.items():
        text = _read(data)

        assert _tree(data) == (None if text is None else _tree(text)), name
        assert text is None or text.encode(), name


@pytest.mark.parametrize("python", OTHER_PYTHONS)
def test_every_python_here_imports_the_same_files(python: str) -> None:
    """So the decision is the same whichever of them grades."""
    asked = json.dumps({name: data.hex() for name, data in CASES.items()})
    found = subprocess.run([python, "-I", "-c", IMPORT], input=asked, capture_output=True, text=True, check=True)

    assert json.loads(found.stdout) == {name: _tree(data) is not None for name, data in CASES.items()}


@settings(max_examples=300)
@given(
    st.lists(st.sampled_from([b"#", b"'", b'"', b'"""', b"\\", b"\n", b"\r", b"\xe9", b"x", b" ", b"(", b")", b";"]))
)
def test_a_comment_is_what_python_takes_for_one(parts: list[bytes]) -> None:
    """Whatever quotes, backslashes and line ends come before it."""
    data = b"".join(parts)
    tree = _tree(data)

    if tree is not None:
        text = _read(data)
        assert text is not None
        assert _tree(text) == tree


@pytest.mark.parametrize("codec", ESCAPES)
def test_an_encoding_that_hides_code_is_refused(codec: str) -> None:
    """What everybody sees in the file must be what runs."""
    with pytest.raises(UserError, match=f'declares the encoding "{codec}"; save it as UTF-8'):
        decode_source(b"# coding: " + codec.encode() + b"\nx = 1\n", SHOWN)


@pytest.mark.parametrize(
    ("data", "note", "comment"),
    [
        (b"x = 1\n# 90\xb0\n", "line 2 is not UTF-8 (it looks like cp1252)", "# 90°"),
        (b"x = 1\n# \x80 5\n", "line 2 is not UTF-8 (it looks like cp1252)", "# € 5"),
        ("# é\n".encode() + b"# \xe9\n# \xe9\n", "lines 2, 3 are not UTF-8 (it looks like cp1252)", "# é"),
        (b"# \xe9\n" * 5, "lines 1, 2, 3 and 2 more are not UTF-8 (it looks like cp1252)", "# é"),
        (b"# \x81\n", "line 1 is not UTF-8", "# \ufffd"),
        ("# игра\n".encode("cp1251"), "line 1 is not UTF-8", "# \ufffd\ufffd\ufffd\ufffd"),
    ],
)
def test_bytes_that_python_skips_are_named_with_their_line(data: bytes, note: str, comment: str) -> None:
    """And shown as what they were probably meant to be."""
    source = decode_source(data, SHOWN)

    advice = "Python takes no notice of that in a comment; save the file as UTF-8"
    assert source.note == f"{note}: {advice}"
    assert source.text.splitlines()[-1] == comment


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"# one\n# two\nx = 'caf\xe9'\n", "line 3 is not UTF-8 (it looks like cp1252); save the file as UTF-8"),
        (b"# \xe9\n\n'''\n\xe9'''\n", "line 4 is not UTF-8 (it looks like cp1252); save the file as UTF-8"),
        ("x = 'игра'\n".encode("cp1251"), "line 1 is not UTF-8; save the file as UTF-8"),
    ],
)
def test_what_is_not_utf8_is_refused_with_its_line(data: bytes, reason: str) -> None:
    """With the encoding that would fit, if there is one."""
    with pytest.raises(UserError) as caught:
        decode_source(data, SHOWN)

    assert str(caught.value) == f"{SHOWN}: {reason}"


@pytest.mark.parametrize(
    "data",
    [
        b"X = 'X'\r\nO = 'O'\r\n",
        b"X = 'X'\rO = 'O'\r",
        b"if X:\n\tpass\n",
        b"",
        "name = 'Zoë 李'\n".encode(),
        b"x = '\x1b[31m'\x0c\n",
    ],
)
def test_text_is_kept_as_it_was_written(data: bytes) -> None:
    """Line ends, tabs, control characters and an empty file pass unchanged."""
    assert decode_source(data, SHOWN) == (data.decode(), "")


def test_a_utf8_byte_order_mark_is_dropped_once() -> None:
    """Windows editors write one; a second is text."""
    assert decode_source(b"\xef\xbb\xbfX = 1\n", SHOWN).text == "X = 1\n"
    assert decode_source(b"\xef\xbb\xbf\xef\xbb\xbfX", SHOWN).text == "\ufeffX"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"])
def test_other_unicode_encodings_are_refused_by_name(encoding: str) -> None:
    """With their byte order mark, in either byte order; the message says what to do."""
    text = "import math\n" if encoding in {"utf-16", "utf-32"} else "\ufeffimport math\n"

    with pytest.raises(UserError, match=rf"^ada/tictactoe\.py: saved as {encoding[:6].upper()}; save it as UTF-8$"):
        decode_source(text.encode(encoding), SHOWN)


def test_utf16_without_its_mark_is_refused_for_its_nul_bytes() -> None:
    """NUL bytes are never part of a Python file."""
    with pytest.raises(UserError, match="NUL bytes"):
        decode_source("import math\n".encode("utf-16-le"), SHOWN)


@pytest.mark.parametrize(
    "head",
    [
        "# -*- coding: rot13 -*-\n",
        "\n# coding=undefined\n",
        "\t \f# coding: utf-7\r\n",
        "# one\r# coding: utf-16\r",
        "# coding: utf8x\n",
    ],
)
def test_a_declaration_of_what_is_no_encoding_of_python_files_is_refused(head: str) -> None:
    """On the first line, or on the second after a blank line or a comment, with any line ends."""
    with pytest.raises(UserError, match=r"declares the encoding \".*\"; save it as UTF-8"):
        decode_source(head.encode(), SHOWN)


@pytest.mark.parametrize(
    "head",
    [
        "# -*- coding: utf-8 -*-\n",
        "# coding: UTF8\n",
        "# coding: utf-8-sig\n",
        "# -*- coding: utf_8 -*-\n",
        "# -*- coding: utf-8-unix -*-\n",
        "# coding: utf-8\n# coding: latin-1\n",
        "# coding: ascii\n",
        "# coding: us-ascii\n",
        "import math\n# coding: latin-1\n",
        "# one\n# two\n# coding: latin-1\n",
        "x = 1  # coding: latin-1\n",
        '"""\n# coding: latin-1\n"""\n',
    ],
)
def test_a_declaration_that_python_reads_as_utf8_or_not_at_all_is_accepted(head: str) -> None:
    """All spellings of UTF-8 and ASCII; a comment behind code or further down declares nothing."""
    found, _ = tokenize.detect_encoding(io.BytesIO(head.encode()).readline)

    assert codecs.lookup(found).name in {"utf-8", "ascii"}, "Python itself thinks otherwise"
    assert decode_source(head.encode(), SHOWN).text == head


def test_an_encoding_declaration_cannot_colour_the_terminal() -> None:
    """The name is cleaned and clipped before it is shown."""
    with pytest.raises(UserError) as caught:
        decode_source(b"# coding: " + b"x" * 5000 + b"\x1b[31m\n", SHOWN)

    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200


@given(st.binary() | st.text().map(str.encode) | st.binary().map(lambda data: b"# coding: " + data))
def test_any_bytes_become_text_or_one_printable_line(data: bytes) -> None:
    """No other exception, and text in UTF-8 is what the bytes say."""
    text = refusal = note = ""
    try:
        text, note = decode_source(data, SHOWN)
    except UserError as error:
        refusal = str(error)

    assert refusal.startswith(f"{SHOWN}: ") or not refusal
    assert refusal.isprintable()
    assert note.isprintable()
    encoded = text.encode()
    assert refusal or note or encoded == data.removeprefix(b"\xef\xbb\xbf") or b"coding" in data[:10]
