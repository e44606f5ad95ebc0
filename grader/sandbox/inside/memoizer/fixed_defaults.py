"""Tells whether an inner function has the same defaults each time the function around it runs."""

from __future__ import annotations

import ast

from .call_graph import CallGraph
from .scopes import Function, ImportedName
from .variables import Variable


def has_fixed_defaults(graph: CallGraph, function: Function) -> bool:
    """Tell whether all defaults are numbers or texts that never change."""
    own = function.node.args
    return all(default is None or _is_fixed(graph, default) for default in (*own.defaults, *own.kw_defaults))


def _is_fixed(graph: CallGraph, node: ast.AST) -> bool:
    """Tell whether an expression is a constant: written there, of `math`, or in a global that is assigned once."""
    if isinstance(node, ast.UnaryOp):
        return _is_fixed(graph, node.operand)
    if isinstance(node, ast.Attribute):
        return isinstance(node.value, ast.Name) and _global_value(graph, node.value) == ImportedName("math", None)
    if isinstance(node, ast.Call):
        converts = isinstance(node.func, ast.Name) and node.func.id == "float" and _is_builtin(graph, node.func)
        return converts and all(isinstance(one, ast.Constant) for one in node.args)
    if isinstance(node, ast.Name):
        value = _global_value(graph, node)
        return isinstance(value, ast.Constant) or (isinstance(value, ImportedName) and value.module == "math")
    return isinstance(node, ast.Constant)


def _is_builtin(graph: CallGraph, node: ast.Name) -> bool:
    return graph.is_global(node) and not graph.variables.bindings(Variable(None, node.id))


def _global_value(graph: CallGraph, node: ast.Name) -> ast.expr | ImportedName | None:
    """Return what a global stands for if only one statement at module level binds it, else None."""
    root = graph.root
    if not graph.is_global(node) or len(graph.variables.bindings(Variable(None, node.id))) != 1:
        return None
    if node.id in root.scope.imports:
        return root.scope.imports[node.id]
    assigned = [one for one in root.nodes if isinstance(one, ast.Assign)]
    return next((one.value for one in assigned if [*map(ast.unparse, one.targets)] == [node.id]), None)
