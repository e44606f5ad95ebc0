"""
Writes the function that stands in for a memoized one: the same parameters, and a lookup before the call.

A search calls it hundreds of thousands of times, so it is generated as source text for each signature: one function for
any number of arguments would spend more time on unpacking them than on the lookup.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .answers import Closure, KeptAnswer, MemoizedFunction
from .cache import Memo
from .effects import KeptEffects
from .recorder import EffectRecorder, recorder_of

PREFIX = "_memo_"
"""Every name that the generated text adds begins with it."""
STARRED = 0xC
"""Flags of a code object with ``*args`` or ``**kwargs``."""
REPEAT = """
                if {t}entry.effects is not None:
                    {t}repeat({t}target, {t}entry.effects)"""
"""What the wrapper of a function with effects does in addition."""

TEMPLATE = """
def {t}bind({t}target):
    {t}get = {t}target.entries.get
    {t}function = {t}target.function
    def {t}wrapper({signature}):
        global {t}calls, {t}depth_below, {t}cpu_plain
        if {t}from_outside:
            {t}check_world(({arguments}))
        {closure}
        if {t}outer is not None and {t}type({first}) is {t}list and {t}len({first}) == 3:
            {t}a, {t}b, {t}c = {first}
            if (
                {t}type({t}a) is {t}list and {t}type({t}b) is {t}list and {t}type({t}c) is {t}list
                and {t}len({t}a) == 3 and {t}len({t}b) == 3 and {t}len({t}c) == 3
                and {t}a is not {t}b and {t}b is not {t}c and {t}a is not {t}c{scalars}
            ):
                {t}key = (*{t}a, *{t}b, *{t}c{rest})
                try:
                    {t}entry = {t}get({t}key)
                except TypeError:  # a cell that is a list
                    return {t}lookup_any({t}target, ({arguments}))
                if {t}entry is None:
                    return {t}compute_board({t}target, {t}key, ({arguments}))
                {t}calls += {t}entry.calls
                {t}cpu_plain += {t}entry.seconds
                if {t}entry.depth > {t}depth_below:
                    {t}depth_below = {t}entry.depth{repeat}
                if {t}entry.copy is None:
                    return {t}entry.value
                return {t}entry.copy({t}entry.value)
        return {t}lookup_any({t}target, ({arguments}))
    return {t}wrapper
"""


class WrapperFactory:
    """Wraps the function objects of one definition, which is executed once or, inside another function, many times."""

    def __init__(self, memo: Memo, kept: KeptEffects | None = None) -> None:
        """Keep the answers of all of them together in `memo`, with the `kept` effects, if there may be any."""
        self._memo, self._kept = memo, kept
        self._entries: dict[Any, KeptAnswer] = {}
        self._bind: Callable[[MemoizedFunction], Any] | None = None
        self.refused = False
        """Whether the function has parameters that cannot be part of a key, such as ``*args``."""

    def wrap(self, function: Any, closure: Closure | None, changed: Closure | None = None) -> Any:
        """
        Return a wrapper of `function`.

        `closure` returns the outer variables that its answers depend on, `changed` those whose changes are kept.
        """
        code = function.__code__
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        if code.co_flags & STARRED or any(name.startswith(PREFIX) for name in names):
            self.refused = True
            return function
        if self._bind is None:
            has_effects = self._kept is not None
            text = _source(names, _signature(function, names), inner=closure is not None, has_effects=has_effects)
            exec(compile(text, "<memo>", "exec"), self._memo.wrapper_globals)
            self._bind = self._memo.wrapper_globals.pop(f"{PREFIX}bind")
        keyword_only, recorder = names[code.co_argcount :], self._recorder(function, changed)
        wrapper = self._bind(MemoizedFunction(function, closure, self._entries, keyword_only, recorder))
        wrapper.__name__, wrapper.__qualname__ = function.__name__, function.__qualname__
        wrapper.__doc__, wrapper.__module__ = function.__doc__, function.__module__
        return wrapper

    def _recorder(self, function: Any, changed: Closure | None) -> EffectRecorder | None:
        if self._kept is None:
            return None
        names = changed.__code__.co_freevars if changed is not None else ()
        cells = dict(zip(names, changed.__closure__ or (), strict=True)) if changed is not None else {}
        return recorder_of(self._kept, self._memo.output, self._memo.unread, function.__globals__, cells)


def _signature(function: Any, names: tuple[str, ...]) -> list[str]:
    """Return the parameters as in the definition, with the defaults of the function object."""
    code, defaults = function.__code__, function.__defaults__ or ()
    parts = []
    for at, name in enumerate(names):
        place = at - (code.co_argcount - len(defaults))
        default = ""
        if at < code.co_argcount and place >= 0:
            default = f"={PREFIX}function.__defaults__[{place}]"
        elif at >= code.co_argcount and name in (function.__kwdefaults__ or {}):
            default = f"={PREFIX}function.__kwdefaults__[{name!r}]"
        parts += ["*"] if at == code.co_argcount else []
        parts.append(name + default)
        parts += ["/"] if at + 1 == code.co_posonlyargcount else []
    return parts


def _source(names: tuple[str, ...], signature: list[str], *, inner: bool, has_effects: bool) -> str:
    """Return the text of a wrapper; an `inner` function has outer variables in its key."""
    t = PREFIX
    rest = [part for name in names[1:] for part in (name, f"{t}type({name})")] + ([f"{t}outer"] if inner else [])
    number = "{t}type({name}) is {t}float and {name} and {name} == {name}"
    scalar = "\n                and ({t}type({name}) in {t}SCALARS or " + number + ")"
    scalars = [scalar.format(t=t, name=name) for name in names[1:]]
    return TEMPLATE.format(
        t=t,
        signature=", ".join(signature),
        closure=f"{t}outer = {t}closure_key({t}target.closure)" if inner else f"{t}outer = True",
        first=names[0] if names else "None",
        repeat=REPEAT.format(t=t) if has_effects else "",
        scalars="".join(scalars),
        rest="".join(f", {part}" for part in rest),
        arguments="".join(f"{name}, " for name in names),
    )
