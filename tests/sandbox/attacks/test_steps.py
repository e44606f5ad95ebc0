"""What a probe can do to its marker, at every step of its life: each call gets an end, never a fault of the grader."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Sequence

import pytest

from grader.model.answer import Answer
from grader.model.verdict import ChildEnd
from grader.sandbox.launching.launcher import FreshProcess, Launcher
from grader.sandbox.student import Student
from tests.fixture_folders import EVERY, SLOW, sampled
from tests.sandbox.attacks.attacking import (
    IN_CALLS,
    all_in_place,
    at,
    attacking,
    in_game,
    require_ends,
    script_ran,
    shorten_waits,
    student_of,
    surroundings_of,
)
from tests.sandbox.sandbox_helpers import calls

BYTES = {
    "garbage": "send(b'garbage' * 100)",
    "lengths of 4 GiB": "send(b'\\xff' * 8)",
    "lengths at both caps": "send(struct.pack('<II', 4 << 20, 1 << 20))",
    "a message at its cap": "send(struct.pack('<II', 4 << 20, 0) + b' ' * (4 << 20))",
    "lengths of zero": "send(bytes(8))",
    "lengths of zero without end": "while True: send(bytes(8 * 4096))",
    "half a header": "send(b'\\x05\\x00')",
    "half a header and exit": "send(b'\\x05\\x00'); os._exit(0)",
    "a list for a message": "send(frame([]))",
    "a type that is a list": "send(frame({'type': []}))",
    "a number of a million digits": (
        "send(struct.pack('<II', 10**6 + 22, 0) + b'{\"type\":\"answers\",\"x\":' + b'9' * 10**6 + b'}')"
    ),
    "brackets without end": "send(struct.pack('<II', 10**6, 0) + b'[' * 10**6)",
    "done": "send(done())",
    "ready": "send(frame({'type': 'ready'}))",
    "failed": "send(frame({'type': 'failed', 'raised': ['exception', 'E', '', None], 'tail': '', 'characters': 0}))",
    "confined": "send(frame({'type': 'confined', 'layers': {}, 'attempts': {}}))",
    "an answer not asked for": "send(answers(3))",
    "twelve answers": "send(answers(*range(12)))",
    "an answer and done": "send(answers(0) + done())",
    "no answer": "send(frame({'type': 'answers', 'fresh': []}))",
    "the number of no answer": "send(frame({'type': 'answers', 'fresh': []}, struct.pack('<I', 7)))",
    "answers without end": "while True: send(answers(0))",
    "a drip": "[(send(b' '), pause(0.03)) for _ in iter(int, 1)]",
    "a drip that computes": "[(send(b' '), burn(0.01)) for _ in iter(int, 1)]",
    "every frame twice": "w = os.write; State.write_with(lambda to, data: (w(to, data), w(to, data))[0])",
    "every frame half": "w = os.write; State.write_with(lambda to, data: w(to, data[: len(data) >> 1]) and 99)",
    "no frame at all": "State.write_with(lambda to, data: len(data))",
    "frames to nowhere": "State.write_with(lambda to, data: 0)",
    "frames byte by byte": "w = os.write; State.write_with(lambda to, data: w(to, bytes(data[:1])))",
}
PIPES = {
    "requests closed": "os.close(REQUESTS)",
    "answers closed": "os.close(ANSWERS)",
    "answers closed, then busy": "os.close(ANSWERS); burn(60)",
    "answers closed, then idle": "os.close(ANSWERS); pause(60)",
    "output closed": "os.close(1); os.close(2)",
    "requests, answers, output closed": "[os.close(fd) for fd in (REQUESTS, ANSWERS, 1, 2)]",
    "output, answers, requests closed": "[os.close(fd) for fd in (2, 1, ANSWERS, REQUESTS)]",
    "answers, output, requests closed": "[os.close(fd) for fd in (ANSWERS, 2, 1, REQUESTS)]",
    "everything closed": "os.closerange(0, 64)",
    "output over answers": "os.dup2(1, ANSWERS)",
    "answers over output": "os.dup2(ANSWERS, 1); os.write(1, b'printed')",
    "answers over requests": "os.dup2(ANSWERS, REQUESTS)",
    "requests over answers": "os.dup2(REQUESTS, ANSWERS)",
    "requests over everything": "[os.dup2(REQUESTS, fd) for fd in (0, 1, 2, ANSWERS)]",
    "answers held open elsewhere": "os.dup(ANSWERS); os.close(ANSWERS)",
    "requests not waited for": "os.set_blocking(REQUESTS, False)",
    "answers not waited for": "os.set_blocking(ANSWERS, False)",
    "the next request read": "os.read(REQUESTS, 1 << 16)",
    "the next request read by the way": (
        "os.set_blocking(REQUESTS, False); [os.read(REQUESTS, 9)]; os.set_blocking(REQUESTS, True)"
    ),
    "requests left alone": "State.codec['read'] = lambda *_: pause(60)",
    "requests read as others": "State.codec['read'] = lambda fd, size: bytes(size)",
}
ENDS = {
    "exit 0": "os._exit(0)",
    "exit 255": "os._exit(255)",
    "sys.exit": "sys.exit(3)",
    "KeyboardInterrupt": "raise KeyboardInterrupt",
    "an abort": "os.abort()",
    "a segmentation fault": "import faulthandler; faulthandler._sigsegv()",
    "SIGKILL": "os.kill(os.getpid(), 9)",
    "SIGSTOP": "os.kill(os.getpid(), signal.SIGSTOP)",
    "a loop": "while True: pass",
    "a wait": "pause(60)",
    "memory": "fill()",
    "memory, then silence about it": "try: fill()\nexcept MemoryError: pass",
    "memory, all of it": (
        "fill_ = fill\nfor size in (1 << 20, 1 << 10, 64):\n  try:\n"
        "    while True: HOG.append(bytearray(size))\n  except MemoryError: pass"
    ),
    "a flood of output": "while True: os.write(1, bytes(65536))",
    "a flood of errors": "while True: os.write(2, bytes(65536))",
    "3 GB printed": "text = 'x' * (1 << 20)\nfor _ in range(3000): print(text)",
    "recursion without a limit": "sys.setrecursionlimit(10**9)\ndef f(n): return [f(n + 1)]\nf(0)",
    "no recursion": "import traceback; sys.setrecursionlimit(len(traceback.extract_stack()) + 12)",
    "every signal ignored": (
        "[signal.signal(s, signal.SIG_IGN) for s in set(signal.Signals) - {9, 19}]\nwhile True: pass"
    ),
    "an alarm for later": ("import _signal; signal.signal(26, lambda *_: send(b'late')); _signal.setitimer(1, 0.001)"),
    "a loop that swallows": "while True:\n  try:\n    while True: pass\n  except BaseException: pass",
}
HOOKS = {
    "settrace": "def t(*_): raise OSError('traced')\nsys.settrace(t)",
    "setprofile": "def t(*_): os._exit(5)\nsys.setprofile(t)",
    "threads traced": (
        "import threading; threading.settrace(lambda *_: os._exit(1)); threading.setprofile(lambda *_: os._exit(1))"
    ),
    "gc callbacks": "gc.callbacks.append(lambda *_: send(b'collected')); gc.set_threshold(1)",
    "__del__": "class D:\n  def __del__(self): send(b'deleted'); 1 / 0\nHOG.append(D()); HOG.clear()",
    "atexit": "import atexit; atexit.register(lambda: send(b'bye'))",
    "an audit hook": "def h(*_): raise RuntimeError('audited')\nsys.addaudithook(h)",
    "excepthook": "sys.excepthook = sys.unraisablehook = lambda *_: os._exit(6)",
    **{
        f"builtins.{name} replaced": f"builtins.{name} = State.codec['__builtins__']['{name}'] = lambda *_, **__: 1 / 0"
        for name in (
            "isinstance",
            "repr",
            "BaseException",
            "__import__",
            "type",
            "str",
        )
    },
    "builtins gone": "builtins.__dict__.clear(); State.codec['__builtins__'].clear()",
    "os._exit replaced": "os._exit = lambda code: None; raise SystemExit(1)",
    "os.write replaced": "State.write_with(lambda *_: 1 / 0)",
    "os.write longer": "w = os.write; State.write_with(lambda to, data: w(to, data) * 9)",
    "the writer of JSON replaced": "State.codec['_parts'] = lambda *_: '{\"type\":\"done\"}'",
    "JSON that is huge": "State.codec['_parts'] = lambda *_: ' ' * (5 << 20)",
    "the reader of JSON replaced": "State.codec['_scan'] = lambda *_: ({'functions': [], 'boards': ''}, 0)",
    "marshal.dumps replaced": "marshal.dumps = lambda *_: b'the same'",
    "perf_counter replaced": "time.perf_counter = lambda: float('nan')",
    "struct replaced": "struct.Struct = struct.pack = struct.unpack = None",
    "codecs gone": "import codecs; codecs.lookup = codecs.encode = None; sys.modules.clear()",
    "the encoder replaced": "State.codec['Encoder'].encode = lambda *_: ['l', ['l', [0]]] * 3",
    "the header replaced": "State.codec['HEADER'] = struct.Struct('>HH')",
    "the agent's answers added to": "agent('pending').extend([0, 0, 0])",
    "the agent's answers turned round": "agent('pending').reverse()",
    "the agent's outcomes forgotten": "agent('outcomes')._index.clear()",
    "the agent's outcomes made up": "agent('outcomes').fresh.extend(b',{\"value\":9}')",
    "the agent's boards gone": "agent('boards').clear()",
    "the agent's channel turned": "c = agent('channel'); c._requests, c._answers = c._answers, c._requests",
}
RAISED = {
    "a text that raises": "class E(Exception):\n  def __str__(self): raise self\nraise E",
    "a text that is none": "class E(Exception):\n  def __str__(self): return 5\nraise E",
    "a text without end": "class E(Exception):\n  def __str__(self):\n    while True: pass\nraise E",
    "a huge text": "raise ValueError('x' * (1 << 24))",
    "a huge name": "raise type('E' * (1 << 20), (Exception,), {})",
    "a hostile name": "raise type('\\x1b[2J\\u202e\\n::error::', (Exception,), {})('\\ud800\\0')",
    "a class that lies": "class E(Exception):\n  @property\n  def __class__(self): os._exit(4)\nraise E",
    "a metaclass": (
        "class M(type):\n  def __getattribute__(cls, name): raise MemoryError\n"
        "class E(Exception, metaclass=M): pass\nraise E"
    ),
    "a base of all": "class E(BaseException): pass\nraise E",
    "a syntax error": "raise SyntaxError('x', (['tictactoe.py'], {}, [], b''))",
    "a line that is none": (
        "error = SyntaxError('x'); error.filename = 'tictactoe.py'; error.lineno = 'x' * (1 << 20)\nraise error"
    ),
    "a group": "raise RuntimeError from RuntimeError",
    "StopIteration": "raise StopIteration",
    "GeneratorExit": "raise GeneratorExit",
}
ATTACKS = {**BYTES, **PIPES, **ENDS, **HOOKS, **RAISED}
MAY_CHANGE_ANSWERS = {*BYTES, *HOOKS}
"""Attacks that may replace right answers of their own submission by wrong ones."""
WITHOUT_TARGET = {name for name in HOOKS if name.startswith("the agent's")}
"""Attacks that fail at the steps at which their target does not exist yet."""


@pytest.mark.parametrize("attack", sampled(ATTACKS, 8))
def test_every_call_has_an_end_and_the_next_submission_its_mark(
    zygote: Launcher, monkeypatch: pytest.MonkeyPatch, attack: str
) -> None:
    """For every attack at every step, in lists of calls and in games; in the quick run at one step each."""
    shorten_waits(monkeypatch, 0.03)
    before, script = surroundings_of(zygote), ATTACKS[attack]
    importing, ready = (student_of(attacking({step: script}), zygote) for step in ("import", "ready"))
    calling = student_of(attacking(dict.fromkeys(IN_CALLS, script)), zygote)
    ways: list[tuple[Student, Callable[[], Sequence[Answer]]]] = [
        (importing, lambda: importing.sweep(calls("ask")).answers),
        (calling, lambda: calling.sequence(at("first"))),
        (calling, lambda: calling.sweep(at("middle")).answers),
        (calling, lambda: calling.sweep(at("done")).answers),
        (calling, lambda: in_game(calling, at("between"))),
        (ready, lambda: ready.sweep(calls("ask")).answers),
    ]
    # An attack that raises or waits for the next call is tried at three steps; any other at all six.
    places = [0, 1, 4] if attack in {**HOOKS, **RAISED} else range(6)
    one = [*ATTACKS].index(attack) % len(places)
    for place in places if EVERY in os.environ else places[one : one + 1]:
        student, answers = ways[place]
        began = time.monotonic()
        got = answers()
        require_ends(got, began)
        assert attack in MAY_CHANGE_ANSWERS or all_in_place(got)
        assert place > 1 or attack in WITHOUT_TARGET or script_ran(student, got)
    before.require_unharmed()


@SLOW
@pytest.mark.parametrize("attack", ["lengths of 4 GiB", "everything closed", "SIGSTOP", "exit 0", "os.write replaced"])
def test_a_probe_that_is_a_process_of_its_own_ends_the_same(monkeypatch: pytest.MonkeyPatch, attack: str) -> None:
    """Without a zygote between them the marker is as safe."""
    shorten_waits(monkeypatch, 0.03)
    with contextlib.closing(FreshProcess()) as launcher:
        before = surroundings_of(launcher)
        behind = student_of(attacking({"middle": ATTACKS[attack]}), launcher, import_seconds=1, call_seconds=0.3)
        began = time.monotonic()
        answers = behind.sequence(calls("ask"))
        require_ends(answers, began)

        assert [0, 1, 2] == [answer.value for answer in answers[:3]]
        assert ChildEnd.RETURNED is not answers[3].end
        before.require_unharmed()
