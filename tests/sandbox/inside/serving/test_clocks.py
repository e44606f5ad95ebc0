"""Clocks and chance as a student's code finds them: fixed at the start, moved by looks and by sleep alone."""

from __future__ import annotations

import textwrap

import pytest

from grader.marking.notes import module_notes
from grader.sandbox.student import Student
from tests.sandbox.sandbox_helpers import BOARDS, Make, calls, value_of

EVERY_CLOCK = """
import datetime, os, time, timeit
from time import time as wall, perf_counter
BEGAN = time.time()
NAMES = ["time", "monotonic", "perf_counter", "process_time", "thread_time"]
def ask(board):
    looks = [repr(getattr(time, name)()) for name in NAMES] + [getattr(time, name + "_ns")() for name in NAMES]
    system = [repr(time.clock_gettime(clock)) for clock in (0, 1, 2, 3)] + [tuple(map(repr, os.times()))]
    shown = [time.ctime(), time.asctime(), time.strftime("%c"), tuple(time.gmtime()), tuple(time.localtime())]
    dates = [*map(str, [datetime.datetime.now(), datetime.datetime.today(), datetime.datetime.utcnow()])]
    dates.append(str(datetime.date.today()))
    others = [repr(timeit.default_timer()), repr(wall() - BEGAN), repr(perf_counter()), os.getpid()]
    return [looks, system, shown, dates, others]
"""


def test_every_clock_shows_the_same_in_every_run(behind_either: Make) -> None:
    """And in every call, whatever was called before."""
    first = value_of(behind_either(EVERY_CLOCK))
    answers = behind_either(EVERY_CLOCK).sweep(calls("ask", BOARDS[:3])).answers

    assert [first] * 3 == [answer.value for answer in answers]


def test_time_passes_with_looks_and_with_sleep(student: Make) -> None:
    """Never backwards, by less than a millisecond for a look, and exactly as much as was slept."""
    behind = student("""
        import time
        BEGAN = time.time()
        def ask(board):
            looks = [time.monotonic() for _ in range(1000)]
            steps = [after - before for before, after in zip(looks, looks[1:])]
            before, cpu = time.time_ns(), time.process_time_ns()
            time.sleep(1.5)
            slept, worked = time.time_ns() - before, time.process_time_ns() - cpu
            return [0 < min(steps) <= max(steps) < 1e-3, 0 <= slept - 1.5e9 < 1e6, worked < 1e6, before / 1e9 > BEGAN]
    """)
    assert value_of(behind) == [True] * 4


def test_a_search_that_stops_at_a_deadline_makes_the_same_steps_each_time(student: Make) -> None:
    """With five seconds as with a tenth, and without taking five."""
    source = """
        import time
        from datetime import datetime, timedelta
        def ask(board):
            def steps(now, end):
                count = 0
                while now() < end:
                    count += 1
                return count
            return [
                steps(time.time, time.time() + 0.1),
                steps(time.process_time, time.process_time() + 5),
                steps(datetime.now, datetime.now() + timedelta(seconds=0.05)),
            ]
    """
    first, again = value_of(student(source)), value_of(student(source))

    assert first == again
    assert isinstance(first, list)
    assert 5_000 < int(str(first[0])) < 20_000
    assert 50_000 < int(str(first[1])) < 200_000


def test_dates_are_what_programs_take_them_for(student: Make) -> None:
    """Their classes, names, texts and copies are as always."""
    behind = student("""
        import copy, datetime, pickle
        from datetime import date, datetime as When, timedelta, timezone
        class Mine(When):
            pass
        def ask(board):
            now, today = When.now(), date.today()
            return [
                isinstance(now, When), isinstance(now, date), isinstance(today, date), not isinstance(today, When),
                type(now) is When, type(now.date()) is date, now.date() == today, type(Mine.now()) is Mine,
                pickle.loads(pickle.dumps(now)) == now, copy.deepcopy(today) == today, issubclass(When, date),
                repr(When(2020, 1, 2, 3)) == "datetime.datetime(2020, 1, 2, 3, 0)",
                repr(Mine(2020, 1, 2))[:5] == "Mine(",
                repr(date(2020, 1, 2)) == "datetime.date(2020, 1, 2)", str(When) == "<class 'datetime.datetime'>",
                isinstance(When.max, When), date.max.year == 9999, When.max.hour == 23, type(now - now) is timedelta,
                type(now + timedelta(1)) is When, When.now(timezone.utc).tzinfo is timezone.utc,
                When.strptime("1999", "%Y").year == 1999, type(When.combine(today, now.time())) is When,
            ]
    """)
    assert value_of(behind) == [True] * 23


CHANCE = """
import os, random, secrets, tempfile, time, uuid
RANDOM = random.Random(int(time.time() * 1000)).random()
def ask(board):
    random.seed(time.time())
    return [
        RANDOM, random.random(), random.Random(time.time_ns()).random(), random.SystemRandom().random(),
        os.urandom(4).hex(), os.getrandom(4).hex() if hasattr(os, "getrandom") else "", secrets.token_hex(4),
        secrets.randbelow(10**9), str(uuid.uuid1()), str(uuid.uuid4()), os.getpid(),
        next(tempfile._get_candidate_names()),
    ]
"""


def test_chance_of_every_origin_is_the_same_in_every_run(behind_either: Make) -> None:
    """Seeded with the time, from the operating system, or from what names this process."""
    assert value_of(behind_either(CHANCE)) == value_of(behind_either(CHANCE))


def test_what_a_call_draws_from_the_system_does_not_depend_on_the_calls_before(student: Make) -> None:
    """Each call of a board draws the numbers of that board."""
    behind = student("import secrets\ndef ask(board): return secrets.token_hex(8)\n")
    first, *_others = behind.sweep(calls("ask", BOARDS[:1])).answers
    *_before, last = behind.sweep(calls("ask", BOARDS[5:8] + BOARDS[:1])).answers

    assert first.value == last.value


def test_a_third_party_generator_is_seeded_for_each_call_if_it_is_allowed(student: Make) -> None:
    """As `numpy.random`, which has seeds of its own."""
    source = """
        import sys, types, random
        sys.modules["numpy.random"] = types.SimpleNamespace(seed=lambda number: SEEDS.append(number))
        SEEDS = []
        def ask(board):
            return len(SEEDS)
    """
    assert value_of(student(source, allow=["numpy"])) == 1
    assert value_of(student(source)) == 0


def test_an_alarm_never_goes_off(student: Make) -> None:
    """A search that is to be interrupted after some time runs to its end; a note says so."""
    behind = student("""
        import signal
        def stop(*_):
            raise TimeoutError
        def ask(board):
            signal.signal(signal.SIGALRM, stop)
            signal.alarm(1)
            signal.setitimer(signal.ITIMER_REAL, 0.001)
            return sum(range(1_000_000)) and signal.alarm(0)
    """)
    assert value_of(behind) == 0
    assert "sets an alarm, which never goes off while grading" in [*module_notes(behind)]


LOOKED = "reads a clock, which moves only when it is read or slept on while grading"


@pytest.mark.parametrize(
    ("source", "noted"),
    [
        ("import time, datetime, logging\ndef ask(board): return 1", False),
        ("import time\ndef ask(board): return time.sleep(1)", False),
        ("import time\nBEGAN = time.time()\ndef ask(board): return 1", True),
        ("from time import perf_counter as now\ndef ask(board): return now() and 1", True),
        ("import datetime\ndef ask(board): return datetime.date.today().year", True),
        ("import timeit\ndef ask(board): return timeit.timeit('1', number=1) and 1", True),
    ],
)
def test_a_note_says_that_a_submission_reads_a_clock(student: Make, source: str, noted: bool) -> None:  # noqa: FBT001
    """At the import as in a call, but not if a module of the library does so when it is imported."""
    behind: Student = student(textwrap.dedent(source))
    value_of(behind)

    assert (LOOKED in [*module_notes(behind)]) is noted


def test_a_process_can_still_end_itself_by_its_number(student: Make) -> None:
    """The number that it sees is not its own."""
    behind = student("import os, signal\ndef ask(board): os.kill(os.getpid(), signal.SIGKILL)")
    (answer,) = behind.sweep(calls("ask", BOARDS[:1])).answers

    assert answer.end.value == "signalled"
