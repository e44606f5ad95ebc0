"""
Writes the function that stands in for a memoized one: same parameters, a look into its cache before the call.

It is written as source text, for each function its own, since it is what a search calls hundreds of thousands of times:
unpacking arguments of any number would cost more than looking them up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .cache import Memo

TAKEN = "_memo_"
"""What our own names in it begin with."""

WRAPPER = """
def {t}bind({t}function, {t}outer, {t}cache, {t}names):
    {t}get = {t}cache.get
    {t}call = ({t}function, {t}outer, {t}names)
    def {t}wrapper({signature}):
        global {t}calls, {t}below, {t}spent
        if {t}outside:
            {t}look(({arguments}))
        {surroundings}
        if {t}here is not None and {t}type({first}) is {t}list and {t}len({first}) == 3:
            {t}a, {t}b, {t}c = {first}
            if (
                {t}type({t}a) is {t}list and {t}type({t}b) is {t}list and {t}type({t}c) is {t}list
                and {t}len({t}a) == 3 and {t}len({t}b) == 3 and {t}len({t}c) == 3
                and {t}a is not {t}b and {t}b is not {t}c and {t}a is not {t}c{scalars}
            ):
                {t}key = (*{t}a, *{t}b, *{t}c{rest})
                try:
                    {t}known = {t}get({t}key)
                except TypeError:  # a cell that is a list
                    return {t}slow({t}cache, {t}call, ({arguments}))
                if {t}known is None:
                    return {t}miss({t}cache, {t}key, {t}call, ({arguments}))
                {t}value, {t}count, {t}copied, {t}height, {t}seconds = {t}known
                {t}calls += {t}count
                {t}spent += {t}seconds
                if {t}height > {t}below:
                    {t}below = {t}height
                return {t}value if {t}copied is None else {t}copied({t}value)
        return {t}slow({t}cache, {t}call, ({arguments}))
    return {t}wrapper
"""


class Wrapping:
    """How one function of the file is wrapped, each time it is defined."""

    def __init__(self, memo: Memo) -> None:
        """Keep answers in a cache of its own."""
        self._memo = memo
        self._cache: dict[Any, Any] = {}
        self._bind: Any = None
        self.refused = False
        """Whether it has parameters that cannot be part of a key, such as ``*args``."""

    def wrap(self, function: Any, outer: Callable[[], tuple[Any, ...]] | None) -> Any:
        """Return `function` with its answers kept; `outer` gives the outer variables they depend on."""
        code = function.__code__
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        if code.co_flags & 0xC or any(name.startswith(TAKEN) for name in names):
            self.refused = True
            return function
        if self._bind is None:
            text = _text_of(names, _signature(function, names), inner=outer is not None)
            exec(compile(text, "<memo>", "exec"), self._memo.space)
            self._bind = self._memo.space.pop(f"{TAKEN}bind")
        wrapper = self._bind(function, outer, self._cache, names[code.co_argcount :])
        wrapper.__name__, wrapper.__qualname__ = function.__name__, function.__qualname__
        wrapper.__doc__, wrapper.__module__ = function.__doc__, function.__module__
        return wrapper


def _signature(function: Any, names: tuple[str, ...]) -> list[str]:
    """Write the parameters down as they stand in the definition, defaults taken from the function itself."""
    code, defaults = function.__code__, function.__defaults__ or ()
    parts = []
    for at, name in enumerate(names):
        place = at - (code.co_argcount - len(defaults))
        default = ""
        if at < code.co_argcount and place >= 0:
            default = f"={TAKEN}function.__defaults__[{place}]"
        elif at >= code.co_argcount and name in (function.__kwdefaults__ or {}):
            default = f"={TAKEN}function.__kwdefaults__[{name!r}]"
        parts += ["*"] if at == code.co_argcount else []
        parts.append(name + default)
        parts += ["/"] if at + 1 == code.co_posonlyargcount else []
    return parts


def _text_of(names: tuple[str, ...], signature: list[str], *, inner: bool) -> str:
    t = TAKEN
    rest = [part for name in names[1:] for part in (name, f"{t}type({name})")] + ([f"{t}here"] if inner else [])
    number = "{t}type({name}) is {t}float and {name} and {name} == {name}"
    scalar = "\n                and ({t}type({name}) in {t}SCALARS or " + number + ")"
    scalars = [scalar.format(t=t, name=name) for name in names[1:]]
    return WRAPPER.format(
        t=t,
        signature=", ".join(signature),
        surroundings=f"{t}here = {t}surroundings({t}outer)" if inner else f"{t}here = True",
        first=names[0] if names else "None",
        scalars="".join(scalars),
        rest="".join(f", {part}" for part in rest),
        arguments="".join(f"{name}, " for name in names),
    )
