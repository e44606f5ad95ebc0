"""
The table of all rules: the kind of each, the sentence for the student, and the exemptions.

``{name}`` is the student's name that the finding is about. Exempt is code of the assignment, and code that reads well
all the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from grader.capabilities.quality.capability import LACK_OF_COMMENTS
from grader.capabilities.quality.outline import CodeBlock, CountedFile
from grader.model.reason import Reason, Said
from grader.model.spec import ModuleSpec
from grader.text.reasons import filled, said


class Rule(NamedTuple):
    kind: str
    """One of the keys of `grader.capabilities.quality.capability.KIND_TITLES`."""
    message: str
    exempts: Callable[[Reported], bool] | None = None
    """Tells that a finding costs nothing; None for a rule without exemptions."""


MAX_LINE_LENGTH = 120
MAX_COMPLEXITY = 12
MAX_STATEMENTS = 60
STATEMENT_IN_COMMENT = re.compile(
    r"""(?:
        [\w.\[\], ]+\s(?:[-+*/]|//)?=\s                          # an assignment
        | (?:return|raise|assert|del)\b.*[(\[=]                  # of a single word it may be a sentence
        | (?:import|from|for|while|if|elif|def|class|with)\b
        | (?:try|else|finally)\s*:\s*\S
        | \w+\.\w+\(
        | print\s*\(
        | (?:pass|break|continue)\s*$
    )""",
    re.VERBOSE,
)
"""
The signs after the ``#`` of comments that are surely code.

ruff also takes drawings of boards, such as ``# [X, O, EMPTY]``, headings, such as ``# minimax(board)``, and sentences,
such as ``# return winner``, for code.
"""
EMPTY_BODY = re.compile(r":\s*(?:pass|\.\.\.)\s*(?:#.*)?\Z")


class Reported(NamedTuple):
    """A finding of ruff, with the facts that may exempt it."""

    row: int
    name: str
    """The name that the finding is about, empty without one."""
    counted: CountedFile
    spec: ModuleSpec
    silent: frozenset[str]
    """The top-level functions and classes that must not print, because the search asks them for values."""


def _expected_name(reported: Reported) -> bool:
    # The file may import from a helper module what it must define.
    functions = {function.name for function in reported.spec.functions}
    return reported.name in {*reported.spec.handed_out.names, *functions} or _cell_name(reported)


def _cell_name(reported: Reported) -> bool:
    return any(reported.name in {cell.symbol, cell.attribute} for cell in reported.spec.cells)


def _constant(reported: Reported) -> bool:
    return reported.name.isupper()


def _in_notebook(reported: Reported) -> bool:
    # A cell may end in a value to be shown, and cells are written again.
    return bool(reported.counted.file.cells)


def _in_stub(reported: Reported) -> bool:
    block = reported.counted.block(reported.row)
    return block is not None and block.stub


def _prints_on_purpose(reported: Reported) -> bool:
    block = reported.counted.block(reported.row)
    return block is None or not block.is_function or block.name not in reported.silent


def _only_text(reported: Reported) -> bool:
    comment = reported.counted.outline.comments.get(reported.row, "")
    return STATEMENT_IN_COMMENT.match(comment.lstrip("# \t")) is None


def _empty_body(reported: Reported) -> bool:
    return EMPTY_BODY.search(reported.counted.lines[reported.row - 1]) is not None


def _commented(reported: Reported) -> bool:
    return reported.counted.has_comment(reported.row, reported.row + 1)


RULES_BY_CODES = {
    "F401": Rule("unused", "{name} is imported but never used. Remove the import.", _expected_name),
    "F811": Rule(
        "unused", "{name} is defined again, and the first one was never used. Remove one of the two.", _in_notebook
    ),
    "F841": Rule("unused", "{name} gets a value that is never used. Remove it."),
    "A001 A002 A004": Rule(
        "shadowing", "{name} hides something built into Python that has the same name. Choose another name."
    ),
    "E741": Rule(
        "naming",
        "{name} is easily taken for a digit or another letter. Choose a name that says what it is.",
        _cell_name,
    ),
    "E742 E743": Rule(
        "naming", "{name} is easily taken for a digit or another letter. Choose a name that says what it is."
    ),
    "N801": Rule("naming", "the class {name} should be written in CapWords, such as GameState."),
    "N802": Rule("naming", "the function {name} should be written in lower case, such as max_value."),
    "N803": Rule("naming", "the parameter {name} should be written in lower case, such as best_score.", _constant),
    "N804 N805": Rule(
        "naming", "the first parameter of this method is not called 'self' (in a class method 'cls'). Call it that."
    ),
    "N806": Rule("naming", "the variable {name} should be written in lower case, such as best_score.", _constant),
    "N807": Rule("naming", "{name} has two underscores on both sides: such names are Python's own. Remove them."),
    "N811 N812 N813 N814": Rule(
        "naming", "the name after 'as' is written in another case than the imported one. Keep the case."
    ),
    "N815 N816": Rule("naming", "{name} mixes small and capital letters. Write it in lower case, such as best_score."),
    "E711": Rule("comparisons", "a comparison with None. Write 'is None' or 'is not None'."),
    "E712": Rule("comparisons", "a comparison with True or False. Write 'if x' or 'if not x' instead."),
    "E713": Rule("comparisons", "'not x in y' reads badly. Write 'x not in y'."),
    "E714": Rule("comparisons", "'not x is y' reads badly. Write 'x is not y'."),
    "E721": Rule("comparisons", "types are compared with each other. Write isinstance(x, T)."),
    "F632": Rule("comparisons", "'is' asks for the same object, not for an equal value. Write '==' here."),
    "PLR0124": Rule("comparisons", "a value is compared with itself, which says nothing. Correct or remove it."),
    "E722": Rule("exceptions", "a bare 'except' hides every mistake. Name the exception that you expect."),
    "BLE001": Rule("exceptions", "this catches every exception and hides mistakes. Name the one that you expect."),
    "F901": Rule("exceptions", "NotImplemented is no exception. Raise NotImplementedError."),
    "B006": Rule("pitfalls", "all calls share this default value, and changes stay in it. Use None as the default."),
    "B023": Rule("pitfalls", "this function uses a loop variable, and sees its last value later. Pass it in."),
    "F403": Rule("pitfalls", "'import *' hides where names come from. Import the names that you need."),
    "PLW0602": Rule("pitfalls", "a 'global' that changes nothing. Remove it."),
    "PLW0603": Rule(
        "pitfalls", "a global variable is changed, which makes calls depend on each other. Return a value."
    ),
    "B015": Rule(
        "dead_code",
        "this comparison is made and its result thrown away. Did you mean '='? Else remove it.",
        _in_notebook,
    ),
    "B018": Rule("dead_code", "this expression has no effect. Use its value, or remove it.", _in_notebook),
    "PIE790": Rule("dead_code", "this statement does nothing here. Remove it.", _in_stub),
    "PLR1711": Rule("dead_code", "a 'return' at the end of a function does nothing. Remove it.", _in_stub),
    "PLW0127": Rule("dead_code", "a variable is assigned to itself. Remove it."),
    "PLW0129": Rule("dead_code", "this 'assert' can never fail or always does. Correct or remove it."),
    "F631": Rule("dead_code", "this 'assert' tests a tuple, so it never fails. Remove the brackets."),
    "F634": Rule("dead_code", "this 'if' tests a tuple, so it is always true. Remove the brackets."),
    "ERA001": Rule("commented_code", "code that is commented out. Remove it.", _only_text),
    "T201": Rule(
        "debug_prints", "a leftover 'print': this function is asked for a value. Remove it.", _prints_on_purpose
    ),
    "T203": Rule(
        "debug_prints", "a leftover 'pprint': this function is asked for a value. Remove it.", _prints_on_purpose
    ),
    "T100": Rule("debug_prints", "a leftover breakpoint or debugger. Remove it."),
    "FIX001 FIX002 FIX004": Rule("todo", "a comment says that something is still to do. Do it, or remove the comment."),
    "C901": Rule("complexity", f"{{name}} has more than {MAX_COMPLEXITY} branches. Use a loop, or split it."),
    "PLR0915": Rule("complexity", f"{{name}} has more than {MAX_STATEMENTS} statements. Split it."),
    "E101": Rule("layout", "tabs and spaces are mixed at the beginning of lines. Use spaces."),
    "E401": Rule("layout", "several imports stand in one line. Give each its own line."),
    "E501": Rule("layout", f"the line has more than {MAX_LINE_LENGTH} characters. Break it."),
    "E701": Rule("layout", "several statements stand in one line. Give each its own line.", _empty_body),
    "E702": Rule("layout", "several statements stand in one line. Give each its own line."),
    "E703": Rule("layout", "a semicolon ends the line. Remove it."),
    "D101 D102 D103": Rule(
        "docstrings",
        "{name} has neither a docstring nor a comment that says what it does. Add one below its first line.",
        _commented,
    ),
}
"""By ruff's codes, which may share a row."""
RULES = {code: rule for codes, rule in RULES_BY_CODES.items() for code in codes.split()}

OWN_RULES = {
    "unreachable": Rule("dead_code", "this is never reached: the statement above always leaves. Remove it."),
    "no_comments": Rule(
        LACK_OF_COMMENTS, "there is no comment and no docstring of your own. Say what the search does, and why."
    ),
    "few_comments": Rule(
        LACK_OF_COMMENTS, "{bare} of {all} functions have neither a docstring nor a comment. Say what they do, and why."
    ),
}
"""The rules without ruff, from `grader.capabilities.quality.outline`."""

EVERY_RULE = {**RULES, **OWN_RULES}


def rule_text(why: Said) -> str:
    """Return the sentence of a rule, with the student's name in it; other reasons keep their sentences."""
    return "".join(_sentence(EVERY_RULE[one.code], one) if one.code in EVERY_RULE else said((one,)) for one in why)


def _sentence(rule: Rule, why: Reason) -> str:
    text = filled(rule.message, {"name": "this", **why.values})
    return f"{text[0].upper()}{text[1:]}"


RUFF_OPTIONS = (
    f"--select={','.join(RULES)}",
    "--target-version=py314",  # the newest: no code is refused as too new
    f"--config=line-length={MAX_LINE_LENGTH}",
    f"--config=lint.mccabe.max-complexity={MAX_COMPLEXITY}",
    f"--config=lint.pylint.max-statements={MAX_STATEMENTS}",
)


def silent_blocks(files: Sequence[CountedFile], spec: ModuleSpec) -> frozenset[str]:
    """Return the assignment's functions with values, and all functions and classes that they mention."""
    blocks: dict[str, list[CodeBlock]] = {}
    for one in files:
        for block in one.outline.blocks:
            blocks.setdefault(block.name, []).append(block)
    printing = {function.name for function in spec.functions if function.prints or function.is_dialogue}
    found = [function.name for function in spec.functions if function.name not in printing]
    known = {*found, *printing}
    for name in found:  # it grows
        mentioned = {other for block in blocks.get(name, ()) for other in block.names if other in blocks} - known
        known |= mentioned
        found += sorted(mentioned)
    return frozenset(found)
