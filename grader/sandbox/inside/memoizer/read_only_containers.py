"""
Lists, sets and dicts of plain data at module level: memoized functions may use them if no code ever changes them.

They may also append to a list that no code ever reads.

A container is followed from its name through subscripts and loops, to every use of the variables for its parts. Any
other use of the container refuses it; most files only loop over a table of lines.
"""

from __future__ import annotations

import ast
import builtins
import itertools
import types
from typing import Any

from .. import boards
from .call_graph import CallGraph
from .scopes import Use, Variable

CONTAINERS = (list, dict, set)
FROZEN = (tuple, frozenset)
MAX_PARTS = 400
"""The most parts of a container; a table of lines has fewer."""
READ_BY = {"all", "any", "enumerate", "len", "list", "max", "min", "set", "sorted", "sum", "tuple"}
"""Builtins that return a new value or a part of their only argument, never the argument itself."""
ANSWER_ABOUT = {"all", "any", "len"}
"""Those of them that return no part of it either."""
SET_METHODS = {"issubset", "issuperset", "isdisjoint"}
"""Methods of sets that answer True or False about another container."""
READ_METHODS = {"count", "get", "index", "items", "keys", "values", "difference", "intersection", "union"} | SET_METHODS
NEW_LISTS = {"list", "tuple", "sorted", "reversed", "iter", "chain"}
"""Functions whose result has the parts of their arguments; `chain` is that of `itertools`."""
NEW_PAIRS = {"enumerate": lambda part: (0, part), "zip": lambda part: (part,)}
"""Functions whose result has tuples with the parts of their arguments, and such a tuple; of zip's in any place."""
OURS = {name: getattr(builtins, name, itertools.chain) for name in READ_BY | NEW_LISTS | NEW_PAIRS.keys()}
"""By name the functions themselves, taken before the import of the submission: a file may give a name to another."""
MOST_MADE = 50
"""New containers for one use of a table; each name for one in another makes more."""
HARMLESS = {Use.READ, Use.ASSIGNED, Use.BOUND}
"""Uses of a variable that leave its value unchanged; a value that was read is followed."""


class ReadOnlyContainers:
    """Tells whether all code only reads a container of plain data."""

    def __init__(self, graph: CallGraph, module: types.ModuleType) -> None:
        self._graph, self._globals = graph, vars(module)
        self._followed: set[tuple[Variable, frozenset[int]]] = set()
        """The variables already examined, each with the ids of its possible values."""
        self._made: list[Any] = []
        """New containers with parts of old ones, kept so that no other one gets the id."""

    def allows(self, node: ast.Name, value: Any) -> bool:
        """Tell whether nothing can change `value`, which `node` names."""
        self._followed.clear()
        self._made.clear()
        return self._is_read(node, [value])

    def is_never_read(self, node: ast.Name, value: Any) -> bool:
        """Tell whether all code only appends to the list `value`, which `node` names: then it changes no answer."""
        variable = self._graph.variable(node)
        places = self._graph.variables.places(variable)
        bound = [one for one in places if one.use is not Use.READ]
        is_own = len(bound) == 1 and bound[0].function is self._graph.root and self._is_new_list(bound[0].node)
        appended = all(self._is_append(one.node) for one in places if one.use is Use.READ)
        return type(value) is list and is_own and appended and not self._is_named_otherwise(variable.name)

    def _is_new_list(self, node: ast.AST) -> bool:
        """Tell whether `node`, a name, is assigned a list that has no other name and is in no other container."""
        parent: Any = self._graph.parents[node]
        is_alone = isinstance(parent, ast.AnnAssign) or (isinstance(parent, ast.Assign) and len(parent.targets) == 1)
        return is_alone and isinstance(parent.value, ast.List) and not parent.value.elts

    def _is_append(self, node: ast.expr) -> bool:
        """Tell whether something is appended to the list that `node` names, in a statement of its own."""
        method = self._graph.parents[node]
        call = self._graph.parents[method]
        is_call = isinstance(call, ast.Call) and call.func is method and len(call.args) == 1 and not call.keywords
        is_statement = is_call and isinstance(self._graph.parents[call], ast.Expr)
        return is_statement and isinstance(method, ast.Attribute) and method.attr == "append"

    def _is_named_otherwise(self, name: str) -> bool:
        """Tell whether an attribute, an import or a text may stand for the variable, as where a file imports itself."""
        given = ("attr", "value", "name", "asname")
        return any(name in [getattr(node, one, None) for one in given] for node in self._graph.parents)

    def _is_read(self, node: ast.expr, values: list[Any]) -> bool:
        """Tell whether nothing can change the containers `values`; the expression `node` gives one of them."""
        parent, parts = self._graph.parents[node], _mutable_parts(values)
        match parent:
            case ast.Compare() | ast.UnaryOp():
                only_read = True
            case ast.Subscript(ctx=ast.Load()):
                takes_part = parent.value is node and not isinstance(parent.slice, ast.Slice)
                only_read = takes_part and self._is_read(parent, parts)
            case ast.For() | ast.comprehension():
                gone_through = _mutable_parts([one for one in values if type(one) is not dict])
                only_read = parent.iter is node and self._is_target_read(parent.target, gone_through)
            case ast.Attribute(ctx=ast.Load()):
                only_read = (parent.attr in READ_METHODS and not parts) or self._is_dict_read(parent, values, parts)
            case _:
                only_read = self._is_taken_over(node, parent, values, parts)
        return only_read or not values

    def _is_dict_read(self, method: ast.Attribute, values: list[Any], parts: list[Any]) -> bool:
        """Tell whether nothing can change `parts` of the dicts `values` after the call of their `method`."""
        call = self._graph.parents[method]
        if not (isinstance(call, ast.Call) and call.func is method and all(type(one) is dict for one in values)):
            return False
        if method.attr == "get":
            return self._is_read(call, parts)
        view = {"keys": [], "values": parts, "items": [(0, part) for part in parts]}.get(method.attr)
        if view is None:
            return False
        self._made.append(view)
        return len(self._made) < MOST_MADE and self._is_read(call, [view])

    def _is_taken_over(self, node: ast.expr, parent: ast.AST, values: list[Any], parts: list[Any]) -> bool:
        """Tell whether `parent` reads the containers, or puts their parts into a new one that nothing changes."""
        match parent:
            case ast.Call(func=ast.Name() as called, keywords=[]):
                reads = called.id in (ANSWER_ABOUT if parts else READ_BY) and parent.args == [node]
                is_ours = self._value_of(called) is OURS.get(called.id, parent)
                return is_ours and (reads or self._is_new_read(parent, called.id, parts))
            case ast.Call(func=ast.Attribute(value=ast.Name() as module, attr="chain"), keywords=[]):
                is_ours = self._value_of(module) is itertools and itertools.chain is OURS["chain"]
                return is_ours and self._is_new_read(parent, "chain", parts)
            case ast.Call(func=ast.Attribute(attr=method), args=[_], keywords=[]):
                return method in SET_METHODS and not parts and method not in self._graph.methods
            case ast.BinOp(op=ast.Add()):
                return all(type(one) is list for one in values) and self._is_new_read(parent, "list", parts)
            case ast.Starred() if isinstance(display := self._graph.parents[parent], (ast.List, ast.Tuple)):
                return isinstance(display.ctx, ast.Load) and self._is_new_read(display, "list", parts)
        return False

    def _value_of(self, name: ast.Name) -> object:
        """Return the value of a global name, or of one of Python's own; None of any other."""
        known = self._globals.get(name.id, vars(builtins).get(name.id))
        return known if self._graph.is_global(name) else None

    def _is_new_read(self, node: ast.expr, function: str, parts: list[Any]) -> bool:
        """Tell whether nothing can change `parts` in the new container that `node`, a call of `function`, makes."""
        pair = NEW_PAIRS.get(function)
        made = [*map(pair, parts)] if pair is not None else [*parts]
        self._made.append(made)
        is_known = (pair is not None or function in NEW_LISTS) and len(self._made) < MOST_MADE
        return is_known and self._is_read(node, [made])

    def _is_target_read(self, target: ast.expr, values: list[Any]) -> bool:
        """Tell whether nothing can change `values` after a loop binds them to `target`."""
        if isinstance(target, (ast.Tuple, ast.List)):
            parts = _parts_for(target.elts, values)
            return all(map(self._is_target_read, target.elts, parts))
        if not values or not isinstance(target, ast.Name):
            return not values
        variable = self._graph.variable(target)
        key = (variable, frozenset(map(id, values)))
        if key in self._followed:
            return True
        self._followed.add(key)
        places = self._graph.variables.places(variable)
        if variable.owner is None or not {one.use for one in places} <= HARMLESS:
            return False
        return all(self._is_read(one.node, values) for one in places if one.use is Use.READ)


def _mutable_parts(values: list[Any]) -> list[Any]:
    """Return the direct parts of `values` that can change or contain changeable values."""
    return [part for value in values for part in _parts(value) if _can_change(part)]


def _parts_for(targets: list[ast.expr], values: list[Any]) -> list[list[Any]]:
    """Return for each of `targets` the mutable parts of `values` that it may get."""
    has_places = all(type(one) in (list, tuple) and len(one) == len(targets) for one in values)
    if has_places and not any(isinstance(one, ast.Starred) for one in targets):
        return [[one[at] for one in values if _can_change(one[at])] for at in range(len(targets))]
    return [_mutable_parts(values)] * len(targets)


def _can_change(value: Any) -> bool:
    return type(value) in CONTAINERS or (type(value) in FROZEN and any(map(_can_change, value)))


def _parts(value: Any) -> list[Any]:
    return [*value.keys(), *value.values()] if type(value) is dict else list(value)


def is_data_container(value: Any) -> bool:
    """Tell whether `value` is a container of plain data, nested or not, of a reasonable size."""
    rest, quota = [value], MAX_PARTS
    while rest and quota > 0:
        part = rest.pop()
        quota -= 1
        if type(part) in CONTAINERS or type(part) in FROZEN:
            rest.extend(_parts(part))
        elif type(part) not in boards.ATOMS:
            return False
    return quota > 0
