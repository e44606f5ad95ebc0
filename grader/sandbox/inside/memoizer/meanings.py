"""
The table of meanings: what each kind of expression and statement may do to the answers of a function.

A node that no rule objects to is pure. All others get a treatment, which makes them harmless unless they are reached.
"""

from __future__ import annotations

import ast
import enum
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from .expression_rules import ExpressionRules
from .function_rules import FunctionRules
from .reasons import Reason
from .scopes import Function


class Treatment(enum.Enum):
    """What is written into our copy of the code because of a doubt."""

    TRIPWIRE = "the expression or statement rejects the memo before it does anything else"
    AT_ENTRY = "the function rejects the memo as soon as it runs"
    CAUGHT = "a handler or `finally` first rejects the memo if the exception is a limit of Python or our own signal"
    ATOMS = "the comparison rejects the memo if an operand is not the only object of its value"


SELF_TESTING = {Treatment.CAUGHT, Treatment.ATOMS}
"""Treatments that reject the memo only if the doubt turns out to be right."""


class Doubt(NamedTuple):
    """A place in a function where its answer may depend on more than its arguments, or where it may keep state."""

    function: Function
    node: ast.AST
    why: Reason
    """Without the function, its first parameter."""
    treatment: Treatment

    @property
    def reason(self) -> Reason:
        """The whole reason."""
        return Reason(self.why.code, (self.function.qualified, *self.why.parameters))


Rule = Callable[[Function, Any], "Reason | None"]


class Meaning(NamedTuple):
    """A rule for one kind of node, and what is done where it objects."""

    rule: Rule
    treatment: Treatment = Treatment.TRIPWIRE


class Meanings:
    """Judges each function of a file, node by node, once."""

    def __init__(
        self, text: FunctionRules, values: ExpressionRules, name: Rule, method: Callable[[Function], Reason | None]
    ) -> None:
        """
        Judge by the rules for `text` and for `values`.

        `name` judges what a name that is read stands for, `method` the class of a function that is a method.
        """
        self._whole = (text.of_decorators, method)
        self._judged: dict[Function, list[Doubt]] = {}
        at_entry, caught = Treatment.AT_ENTRY, Treatment.CAUGHT
        self._table: dict[Any, tuple[Meaning, ...]] = {
            ast.Name: (Meaning(text.of_name), Meaning(text.of_binding), Meaning(name)),
            ast.Attribute: (Meaning(text.of_attribute), Meaning(values.of_attribute)),
            ast.Subscript: (Meaning(text.of_subscript),),
            ast.Call: (Meaning(text.of_call),),
            ast.BinOp: (Meaning(text.of_binop),),
            ast.FormattedValue: (Meaning(text.of_formatted_value),),
            ast.Set: (Meaning(text.of_set),),
            ast.SetComp: (Meaning(text.of_setcomp),),
            ast.Compare: (Meaning(values.of_identity, Treatment.ATOMS),),
            ast.Lambda: (Meaning(values.of_defaults),),
            ast.FunctionDef: (Meaning(values.of_defaults), Meaning(text.of_binding)),
            ast.NamedExpr: (Meaning(text.of_binding),),
            ast.Import: (Meaning(text.of_binding),),
            ast.ImportFrom: (Meaning(text.of_binding),),
            ast.MatchAs: (Meaning(text.of_binding),),
            ast.MatchStar: (Meaning(text.of_binding),),
            ast.MatchMapping: (Meaning(text.of_binding),),
            ast.MatchClass: (Meaning(_always("matches-classes")),),
            ast.ClassDef: (Meaning(_always("defines-class")),),
            ast.With: (Meaning(_always("with-statement")),),
            ast.Raise: (Meaning(text.of_raise),),
            ast.Try: (Meaning(text.of_finally, caught),),
            ast.ExceptHandler: (Meaning(text.of_binding), Meaning(values.of_handler, caught)),
            ast.Yield: (Meaning(text.of_yield, at_entry),),
            ast.YieldFrom: (Meaning(text.of_yield, at_entry),),
            **dict.fromkeys(
                (ast.Await, ast.AsyncFor, ast.AsyncWith, ast.AsyncFunctionDef), (Meaning(_always("coroutine")),)
            ),
        }
        if hasattr(ast, "TryStar"):  # from Python 3.11 on
            self._table[ast.TryStar] = (Meaning(_always("catches-groups")),)

    def doubts(self, function: Function) -> list[Doubt]:
        """Return all doubts about `function`, in the order of its nodes."""
        if function not in self._judged:
            self._judged[function] = [*self._doubts(function)]
        return self._judged[function]

    def _doubts(self, function: Function) -> Iterator[Doubt]:
        for rule in self._whole:
            why = rule(function)
            if why is not None:
                yield Doubt(function, function.node, why, Treatment.AT_ENTRY)
        for node in function.nodes:
            for meaning in self._table.get(type(node), ()):
                why = meaning.rule(function, node)
                if why is not None:
                    yield Doubt(function, node, why, meaning.treatment)


def _always(code: str) -> Rule:
    return lambda _function, _node: Reason(code)
