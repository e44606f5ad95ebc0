"""
The closed table of reasons why answers are not kept; `grader/sandbox/shortcut/claim.py` holds their words.

Nothing in this process words a sentence for a report: whoever changes what is sent could speak in our name.
"""

from __future__ import annotations

import enum
from typing import NamedTuple


class Code(str, enum.Enum):
    """What a reason says; the comment says what its parameters name. Most begin with the function that it is about."""

    # No parameters.
    ANSWERS_NOT_KEPT = "answers-not-kept"
    FILE_IMPORTS_BESIDE = "file-imports-beside"
    GIVEN_OBJECTS = "given-objects"
    NOT_REWRITTEN = "not-rewritten"
    OBJECTS_AS_CELLS = "objects-as-cells"
    WORLD_CHANGED = "world-changed"
    # A number: of a line.
    LINE_LEFT_OUT = "line-left-out"
    # A name in the file.
    FILE_IMPORTS = "file-imports"
    FILE_USES = "file-uses"
    FILE_USES_ATTRIBUTE = "file-uses-attribute"
    NO_WHOLE_NUMBER = "no-whole-number"
    # A function.
    ADDRESSES = "addresses"
    ANY_ARGUMENTS = "any-arguments"
    ASKS_FOR_TYPE = "asks-for-type"
    CALLS_ITSELF = "calls-itself"
    CATCHES_ANY = "catches-any"
    CATCHES_GROUPS = "catches-groups"
    CHANGES_ARGUMENT = "changes-argument"
    CHANGES_UNNAMED = "changes-unnamed"
    CLOCK = "clock"
    COMPARES_IDENTITY = "compares-identity"
    COROUTINE = "coroutine"
    DECORATED = "decorated"
    DEFINES_CLASS = "defines-class"
    DEPTH_LIMIT = "depth-limit"
    HANDS_ON_TYPE = "hands-on-type"
    INNER_DEFAULT = "inner-default"
    MAKES_CLASS = "makes-class"
    MATCHES_CLASSES = "matches-classes"
    MEMORY_LIMIT = "memory-limit"
    NO_PLAIN_FUNCTION = "no-plain-function"
    NO_RECURSION = "no-recursion"
    PRINTS_TOO_MUCH = "prints-too-much"
    RECURSIVE_GENERATOR = "recursive-generator"
    SAME_LINE = "same-line"
    SWALLOWS_EXCEPTIONS = "swallows-exceptions"
    WITH_STATEMENT = "with-statement"
    # A function, and a number of calls.
    TOO_DEEP = "too-deep"
    # A function, and a name in the file.
    CALLS_ON_CLASS = "calls-on-class"
    CHANGES_GLOBAL = "changes-global"
    CHANGES_GLOBAL_VARIABLE = "changes-global-variable"
    CHANGES_OUTER_VARIABLE = "changes-outer-variable"
    CLASS_INHERITS = "class-inherits"
    HANDS_ON_CLASS = "hands-on-class"
    HANDS_ON_FUNCTION = "hands-on-function"
    HANDS_ON_MODULE = "hands-on-module"
    MAY_CHANGE_GLOBAL = "may-change-global"
    METHOD_OF_UNKNOWN = "method-of-unknown"
    MORE_THAN_DATA = "more-than-data"
    MORE_THAN_PRINT = "more-than-print"
    NOT_PYTHONS_OWN = "not-pythons-own"
    OUTPUT_UNKNOWN = "output-unknown"
    SETS_ATTRIBUTE = "sets-attribute"
    TWO_VARIABLES = "two-variables"
    USES = "uses"
    USES_ATTRIBUTE = "uses-attribute"
    USES_CARRYING = "uses-carrying"
    USES_CHANGEABLE_DEFAULT = "uses-changeable-default"
    USES_MODULE = "uses-module"
    USES_NO_PLAIN_FUNCTION = "uses-no-plain-function"
    USES_SET_FROM_OUTSIDE = "uses-set-from-outside"
    # A function, a class and a name in it.
    CLASS_HAS = "class-has"
    CLASS_PART_CARRIES = "class-part-carries"


class Reason(NamedTuple):
    """A reason, in the order of the wire."""

    code: Code
    parameters: tuple[str | int, ...] = ()
    """Names and numbers; of a rule about a function those after the function."""
