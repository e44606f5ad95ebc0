"""Records searches of harmless sources here, without a sandbox; what is sent is read as the marker reads it."""

from __future__ import annotations

import gc
import json
import sys
import types
from collections import Counter
from collections.abc import Iterator

from grader.game.board import with_mark
from grader.game.tree import table
from grader.model.search_trace import SearchCall, SearchTrace
from grader.sandbox.inside.boards import boards_of
from grader.sandbox.inside.tracing.positions import PositionReader
from grader.sandbox.inside.tracing.recorder import CallRecorder
from grader.sandbox.inside.tracing.recording import Recording, record
from grader.sandbox.tracing.decoder import read_trace
from grader.sandbox.wire.frames import Frame
from grader.sandbox.wire.source_text import SourceText

FILE = "tictactoe.py"


class CutOff(BaseException):
    """The search became too much."""


def recorded(source: str, start: str, helpers: dict[str, str] | None = None) -> SearchTrace:
    """Return what is recorded of `minimax` in `source`, which may import the modules `helpers`."""
    texts = {f"{name}.py": text for name, text in (helpers or {}).items()} | {FILE: source}
    return read_trace(_sent(texts, start), start, SourceText(texts.values()), "minimax")


def _sent(texts: dict[str, str], start: str) -> Frame:
    modules = {}
    for path, text in texts.items():
        module = types.ModuleType(path.removesuffix(".py"))
        modules[module.__name__] = sys.modules[module.__name__] = module
        exec(compile(text, path, "exec", dont_inherit=True), module.__dict__)  # noqa: S102 - a source of our own
    namespace = vars(modules["tictactoe"])
    constants = {symbol: namespace[name] for symbol, name in (("X", "X"), ("O", "O"), (".", "EMPTY"))}
    recorder = CallRecorder([*texts], PositionReader(constants, start), "minimax")
    sent: list[Recording] = []

    def report(recording: Recording) -> None:
        sent.append(recording)
        raise CutOff

    try:
        closing = record(recorder, namespace["minimax"], boards_of(start, constants), report)
    finally:
        gc.unfreeze()
        for name in modules:
            del sys.modules[name]
    recording = sent[0] if sent else closing
    return Frame(json.loads(json.dumps(recording.message)), recording.numbers)


def nodes(trace: SearchTrace) -> Iterator[SearchCall]:
    """Yield the calls that are about another position than the call around them."""
    for call in trace.calls:
        if call.parent is None or trace.calls[call.parent].board != call.board:
            yield call


def full_tree(start: str) -> Counter[str]:
    """Return how often a search that tries every move comes to each position."""
    position = table()[start]
    below = (full_tree(with_mark(start, cell, position.turn)) for cell in position.moves)
    return sum(below, Counter([start]))
