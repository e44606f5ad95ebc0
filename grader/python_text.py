"""
What a Python text defines, imports and uses.

The text is searched and never parsed, because hostile text can crash a parser.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from grader.model.submission import SourceFile, Submission

DEFINITION = re.compile(
    r"(?P<indent>[ \t\f]*)"
    r"(?:(?:async[ \t]+)?def[ \t]+(?P<function>\w+)[ \t]*[\[(]"
    r"|class[ \t]+(?P<of_class>\w+)"
    r"|(?P<guard>if[ \t(]+__name__[ \t]*==)"
    r"|(?P<lambda>\w+)[ \t]*(?::[^=\n]{0,200})?=[ \t]*lambda\b"
    r"|(?P<code>[^ \t\f\n]))"
)
MAX_DEFINITIONS = 1000

CLASS = "class"
FUNCTION = "function"
GUARD = "guard"
"""The block that an import skips: ``if __name__ == "__main__":``."""
NO_FUNCTION = "no_function"
"""The code of the reason that a function is missing. Other reasons may follow."""


class Definition(NamedTuple):
    name: str
    line: int  # counted from 1
    within: str = ""
    """`CLASS`, `FUNCTION` or `GUARD`; empty at the top level, also inside an ``if``, a ``try`` or a loop."""
    container: str = ""
    """The name of that class or function."""


class _Block(NamedTuple):
    indent: int
    kind: str
    name: str


@lru_cache(maxsize=64)
def definitions_in(source: str) -> tuple[Definition, ...]:
    """Return the definitions in the Python text `source`, in order, at most 1000."""
    found: list[Definition] = []
    blocks: list[_Block] = []
    for number, line in enumerate(without_strings(source).split("\n"), 1):
        statement = DEFINITION.match(line)
        if statement is None:
            continue
        indent = len(statement["indent"].expandtabs())
        while blocks and indent <= blocks[-1].indent:
            blocks.pop()
        inner = blocks[-1] if blocks else _Block(0, "", "")
        name = statement["function"] or statement["lambda"]
        if name is not None and len(found) < MAX_DEFINITIONS:
            found.append(Definition(name, number, inner.kind, inner.name))
        if statement["function"] is not None:
            blocks.append(_Block(indent, FUNCTION, statement["function"]))
        elif statement["of_class"] is not None:
            blocks.append(_Block(indent, CLASS, statement["of_class"]))
        elif statement["guard"] is not None:
            blocks.append(_Block(indent, GUARD, ""))
    return tuple(found)


def function_at(source: str, line: int) -> str:
    """Return the function around `line` of `source`, the outer one of two; nothing if none is above."""
    above = [one for one in definitions_in(source) if one.line <= line]
    if not above:
        return ""
    return above[-1].container if above[-1].within == FUNCTION else above[-1].name


NO_CODE = re.compile(r"pass\b|\.\.\.|return(?: None)?[ \t;]*$|raise NotImplementedError\b|print\(")
"""How each line begins of a function that is not written yet."""


def has_no_code(source: str, function: str) -> bool:
    """Tell whether the last `function` at the top level does nothing, or whether there is none."""
    lines = without_strings(source).split("\n")
    start = max((one.line for one in definitions_in(source) if one.name == function and not one.within), default=0)
    end = next((at for at in range(start, len(lines)) if GOES_ON.match(lines[at] or " ") is None), len(lines))
    statements = [lines[start - 1].rpartition(":")[2], *lines[start:end]] if start else []
    return all(NO_CODE.match(line.strip()) for line in statements if line.strip())


def names_at_top_level(source: str) -> frozenset[str]:
    """Return the names of the functions that an importer of the Python text `source` probably gets."""
    return frozenset(one.name for one in definitions_in(source) if not one.within)


STRING_OR_COMMENT = re.compile(
    r"#[^\n]*"
    r"|\"\"\"(?:[^\"\\]|\\(?:.|\Z)|\"(?!\"\"))*(?:\"\"\"|\Z)"
    r"|'''(?:[^'\\]|\\(?:.|\Z)|'(?!''))*(?:'''|\Z)"
    r"|\"(?:[^\"\\\n]|\\(?:.|\Z))*\"?"
    r"|'(?:[^'\\\n]|\\(?:.|\Z))*'?",
    re.DOTALL,
)
VISIBLE = re.compile(r"[^\n]")
IMPORT = re.compile(
    r"(?<![\w.])(?:from[ \t]+(?P<module>[\w.]+)[ \t]+)?import(?!\w)[ \t]*(?P<names>\([^)]{0,2000}\)|[^\n;]*)"
)
"""The only places of the word ``import`` outside strings and comments."""
WORD = re.compile(r"(?<![\w.])[^\W\d]\w*")  # a name that is not an attribute
CONTINUED = "\\\n"


class Import(NamedTuple):
    module: str  # first part of the module's name
    line: int  # counted from 1
    used: bool
    """Whether the text uses the name that the import binds."""


@lru_cache(maxsize=64)
def imports_in(source: str) -> tuple[Import, ...]:
    """Return the imports in the Python text `source`, in order, without those from the student's own package."""
    text = without_strings(source)
    code = text.replace(CONTINUED, " " * len(CONTINUED))
    words = set(WORD.findall(IMPORT.sub(" ", code)))
    found: list[Import] = []
    line, at = 1, 0
    for statement in IMPORT.finditer(code):
        line += text.count("\n", at, statement.start())
        at = statement.start()
        found += [
            Import(module, line, used=not name or name in words)
            for module, name in _bindings(statement["module"], statement["names"])
            if module.isidentifier()
        ]
    return tuple(found)


CLASS_HEAD = re.compile(r"class[ \t]+(\w+)")


def names_used(source: str) -> dict[str, set[str]]:
    """Return the names in each function and each class at the top level of the Python text `source`."""
    lines = without_strings(source).split("\n")
    classes = ((number, head[1]) for number, line in enumerate(lines, 1) if (head := CLASS_HEAD.match(line)))
    tops = sorted([*((one.line, one.name) for one in definitions_in(source) if not one.within), *classes])
    ends = [*(line - 1 for line, _ in tops[1:]), len(lines)]
    texts = (lines[first - 1 : end] for (first, _), end in zip(tops, ends, strict=False))
    return {
        name: set(WORD.findall("\n".join([head.partition(name)[2], *body])))
        for (_, name), (head, *body) in zip(tops, texts, strict=True)
    }


ASSIGNED = re.compile(r"(\w{1,40})[ \t]*(?::[^=\n]{0,80})?=(?!=)")


NOT_CALLED = re.compile(r"(?<![\w.])[^\W\d]\w*\b(?![ \t]*\()")


def names_assigned(source: str) -> dict[str, set[str]]:
    """
    Return the names in the values of each variable that is assigned at the top level of the Python text `source`.

    A function that is called there is used by the file, and by nobody who uses the variable, unless that is a lambda.
    """
    lines = without_strings(source).split("\n")
    found: dict[str, set[str]] = {}
    for first, last in top_level_statements(source):
        if assigned := ASSIGNED.match(lines[first - 1]):
            names = WORD if assigned.string[assigned.end() :].lstrip().startswith("lambda") else NOT_CALLED
            found.setdefault(assigned[1], set()).update(names.findall("\n".join(lines[first - 1 : last])))
    return found


def reached_from(name: str, uses: Mapping[str, set[str]]) -> set[str]:
    """Return all names that `name` uses, directly or through other names; `uses` has the direct ones."""
    found: set[str] = set()
    left = [name]
    while left:
        new = uses.get(left.pop(), set()) - found
        found |= new
        left += new
    return found


def functions_used(submission: Submission) -> Mapping[str, frozenset[str]]:
    """
    Return by function at the top level of a file, or other global, the names that it uses, itself or through others.

    A function may be a lambda that was assigned. Functions in a global dictionary or list are used where that is.
    """
    direct: dict[str, set[str]] = {}
    functions: set[str] = set()
    for file in submission.files:
        used_in, assigned = names_used(file.text), names_assigned(file.text)
        functions |= used_in.keys() | {name for name, used in assigned.items() if used - {name}}
        for name, used in (*used_in.items(), *assigned.items()):
            direct.setdefault(name, set()).update(used)
    return {name: frozenset(reached_from(name, direct)) for name in functions}


GLOBAL = re.compile(r"[ \t]*global[ \t]+(\w[\w, \t]*)")
MUTABLE_DEFAULT = re.compile(
    r"\b(?P<name>\w{1,40})[ \t]*(?::[^,()=\n]{0,60})?=[ \t]*(?P<value>\[\]|\{\}|(?:set|dict|list)\(\))[ \t]*[,)]"
)
GENERATOR = re.compile(
    r"(?P<name>\w{1,40})[ \t]{0,9}=[ \t]{0,9}(?:\((?=[^()\n]{1,80}[ \t]for\b)|(?:map|filter|zip|iter|reversed)\()"
)
"""A variable at the top level whose values can be taken once."""


COLLECTION = re.compile(r"^(\w{1,40})[ \t]{0,9}=[ \t]{0,9}(?:[\[{]|(?:set|dict|list)\()", re.MULTILINE)
"""A list, set or dictionary at the top level of a file."""
LOCAL = re.compile(r"^[ \t]+(\w{1,40})[ \t]{0,9}=(?!=)", re.MULTILINE)
CHANGED = re.compile(r"(?<![\w.])([^\W\d]\w{0,40})\.(?:append|add|extend|insert|update)\(")


@lru_cache(maxsize=64)
def kept_between_calls(source: str, function: str) -> tuple[str, list[str], int] | None:
    """
    Return what keeps values between calls of `function`: ``global``, ``default`` or ``generator``, names, and the line.

    Only what is reached from `function` by names is looked at; the first place counts. None if there is none.
    """
    reached = {function} | reached_from(function, names_used(source))
    text = without_strings(source)
    collections = {*COLLECTION.findall(text)} - {*LOCAL.findall(text)}
    for number, line in enumerate(text.split("\n"), 1):
        default = MUTABLE_DEFAULT.search(line) if line.lstrip().startswith("def ") else None
        named, changed = GLOBAL.match(line), {*CHANGED.findall(line)} & collections
        if (used_up := GENERATOR.match(line)) and used_up["name"] in reached:
            return "generator", [used_up["name"]], number
        if (named or default or changed) and function_at(source, number) in reached:
            names = [default[1]] if default else WORD.findall(named[1]) if named else sorted(changed)
            return "default" if default else "global", names, number
    return None


WHILE = re.compile(r"(?P<indent>[ \t]*)while\b(?P<condition>[^:\n]*):")
VARIABLE = re.compile(r"(?<![\w.])(?!(?:and|or|not|in|is|None|True|False|EMPTY|X|O)\b)[^\W\d]\w*\b(?![ \t]*\()")
MAY_CHANGE = re.compile(
    r"(?<![\w.])([^\W\d]\w*)[ \t]{0,9}(?=(?:\[[^\[\]\n]{0,80}\][ \t]{0,9}){0,3}(?:[-+*/%|&^<>:]{0,2}=(?!=)|[.,)]))"
    r"|\b(?:for|as|global|nonlocal|del)[ \t]+([^\W\d]\w*)"
)
"""A variable that is assigned, handed over, or asked to do something."""


def unchanged_in_loop(source: str, line: int) -> tuple[str, str]:
    """
    Return the first variable in the condition of the ``while`` at `line` that its body may leave unchanged for ever.

    And the code of the reason: nothing changes it (``stays_same``), or only what a ``continue`` may skip. Or nothing.
    """
    lines = without_strings(source).split("\n")
    head = WHILE.match(lines[line - 1]) if 0 < line <= len(lines) else None
    names = VARIABLE.findall(head["condition"]) if head else []
    depth = len(head["indent"].expandtabs()) if head else 0
    is_skipped = has_inner_loop = changes = False
    for below in lines[line:]:
        text = below.expandtabs()
        if text.strip() and len(text) - len(text.lstrip()) <= depth:
            break
        has_inner_loop |= text.split()[:1] in (["for"], ["while"])
        is_skipped |= text.strip() == "continue"
        if not {*names}.isdisjoint(name for found in MAY_CHANGE.findall(below) for name in found):
            if not is_skipped or has_inner_loop or len(names) > 1:
                return "", ""
            changes = True
    return (names[0], "skipped_by_continue" if changes else "stays_same") if names else ("", "")


class LineSpan(NamedTuple):
    """The first and the last line of a part of a text, counted from 1."""

    first: int
    last: int


BEGINS = re.compile(r"@|(?:async[ \t]+)?(?:def|class|import|from|while|for|if|with)\b")
"""A line without indentation that begins a statement even after an unclosed bracket."""
GOES_ON = re.compile(r"\s|(?:else|elif|except|finally)\b|[)\]}]")
OPEN, CLOSED = re.compile(r"[(\[{]"), re.compile(r"[)\]}]")


def top_level_statements(source: str) -> tuple[LineSpan, ...]:
    """
    Return the lines of each statement at the top level of `source`, with the indented lines below it.

    The text need not be valid: what is not Python belongs to the statement around it.
    """
    starts: list[int] = []
    depth, is_continued, is_decorated = 0, False, False
    for number, line in enumerate(without_strings(source).split("\n"), 1):
        if not line.strip():
            continue
        if BEGINS.match(line):
            depth = 0
        if not (depth or is_continued or is_decorated or GOES_ON.match(line)) or not starts:
            starts.append(number)
        is_decorated = line.startswith("@") or (is_decorated and not line.startswith(("def", "class", "async")))
        is_continued = line.endswith("\\")
        depth = max(0, depth + len(OPEN.findall(line)) - len(CLOSED.findall(line)))
    lines = source.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return tuple(_trimmed(lines, first, end) for first, end in zip(starts, [*starts[1:], len(lines) + 1], strict=False))


def _trimmed(lines: Sequence[str], first: int, end: int) -> LineSpan:
    while end - 1 > first and (not lines[end - 2].strip() or lines[end - 2].startswith("#")):
        end -= 1
    return LineSpan(first, end - 1)


def without_strings(source: str) -> str:
    """Return the Python text `source` with blanks in place of strings and comments: lines and columns stay."""
    text = source.replace("\r\n", "\n").replace("\r", "\n")
    return STRING_OR_COMMENT.sub(lambda found: VISIBLE.sub(" ", found[0]), text)


def code_sha256(submission: Submission) -> str:
    """Return a hash of the code. Comments, blanks and line ends do not change the hash."""
    digest = hashlib.sha256()
    for file in submission.files:
        code = STRING_OR_COMMENT.sub(lambda found: "" if found[0].startswith("#") else found[0], file.text)
        digest.update("".join(code.split()).encode() + b"\0")
    return digest.hexdigest()


def _bindings(module: str | None, names: str) -> Iterator[tuple[str, str]]:
    """Yield the imported modules of an import statement, each with the bound name, or with "" for an unknown name."""
    if module is not None and module.startswith("."):
        return
    for words in (part.split() for part in names.strip("() \t\n").split(",")):
        if not words:  # a comma at the end
            continue
        first, name = words[0], words[-1]
        if module is None:
            yield first.partition(".")[0], name.partition(".")[0]
        else:
            yield module.partition(".")[0], "" if first == "*" else name


def own_modules_used(submission: Submission) -> list[SourceFile]:
    """Return the student's own files that the graded file imports, directly or through others."""
    used: list[SourceFile] = []
    waiting, names = [submission.files[0]], set[str]()
    while waiting:
        # Python searches the standard library first: it never imports a file named like a standard module.
        names |= {one.module for one in imports_in(waiting.pop().text)} - sys.stdlib_module_names
        for file in submission.files[1:]:
            if file not in used and module_of(file.path) in names:
                used.append(file)
                waiting.append(file)
    return used


def module_of(path: str) -> str:
    """Return the name by which a program imports the file at `path`, or the package of the file."""
    first, slash, _ = path.partition("/")
    return first if slash else first.rpartition(".")[0]
