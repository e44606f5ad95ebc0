"""What most of a class got wrong: a card for each mistake of several students, a line for each of one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from grader.blocks import (
    Beside,
    Block,
    Bullets,
    Detail,
    Facts,
    Failure,
    FilterButton,
    Fold,
    PageLink,
    Say,
    Status,
    Text,
    Verbatim,
    Word,
)
from grader.model.counterexample import Counterexample
from grader.model.result import CheckResult
from grader.story.boards import boards_of
from grader.story.classes.mistakes import CommonMistake, general_message, short_answer
from grader.text.mark_text import verdict_word
from grader.text.move_explanation import move_explanation
from grader.text.number_text import count_text, points_text
from grader.widgets import short_text

TOP_MISTAKES, MAX_DRAWN = 12, 60
"""Mistakes that are shown before somebody opens the rest, and those with a board; of others there is a line each."""
FIRST = 10
"""Students whom a card names before it is opened."""


def tell_mistakes(found: Sequence[CommonMistake], students: Sequence[PageLink]) -> Iterator[Block]:
    """Yield the mistakes of the most students, with a board; of the others a line each."""
    several = sum(len(mistake.students) > 1 for mistake in found)
    drawn = min(max(TOP_MISTAKES, several), MAX_DRAWN)
    parts = (
        (found[:TOP_MISTAKES], "Identical wrong answers are grouped."),
        (found[TOP_MISTAKES:drawn], "More mistakes"),
    )
    for part, summary in parts:
        if cards := tuple(_mistake(one, students) for one in part):
            yield Fold(summary, cards, open=part is parts[0][0], level=Detail.ALL)
    if brief := tuple(_brief(one, students) for one in found[drawn:]):
        yield Fold(f"Mistakes of one student: {len(brief):,}", (Bullets(brief),), level=Detail.ALL)


def _mistake(mistake: CommonMistake, students: Sequence[PageLink]) -> Failure:
    count, example = len(mistake.students), mistake.check.counterexample
    percent = f"{count * 100 / len(students):.0f} %" if count * 100 >= len(students) else "under 1 %"
    below: list[Block] = []
    if example is not None:
        below.append(_example(example))
    if mistake.also:
        below.append(Say(f"The same students also: {'; '.join(_also(mistake.also))}"))
    below += _people([students[at] for at in mistake.students])
    details: list[Word] = [" · ".join(_details(mistake))]
    if count > 1:
        details += [
            " ",
            FilterButton("Show", "mistake", mistake.key, f"the {count:,} in the table: {short_text(mistake.name)}"),
            " ",
            FilterButton(
                "Give points", "mistake", mistake.key, f"to the {count:,}", tuple(map(short_text, mistake.checks))
            ),
        ]
    return Failure(
        short_text(mistake.name),
        Status.FAIL,
        f"{count_text(count, 'student')}, {percent}",
        verdict_word(mistake.check.verdict),
        tuple(details),
        children=tuple(below),
    )


def _example(example: Counterexample) -> Block:
    facts = Facts(
        (
            ("call", Verbatim(short_text(example.call))),
            ("got", Verbatim(short_answer(example.got))),
            ("expected", Verbatim(short_answer(example.expected))),
        )
    )
    boards = boards_of(example, move_explanation(example))
    if boards is None:
        return facts
    # What is the student's own there is that of several here.
    plain = tuple(replace(one, caption=one.caption.removeprefix("your ")) for one in boards.boards)
    return Beside(replace(boards, boards=plain, legend=(), small=True), facts)


def _people(links: Sequence[PageLink]) -> Iterator[Block]:
    yield Say(joined(links[:FIRST]))
    if len(links) > FIRST:
        yield Fold(f"and {len(links) - FIRST:,} more", (Say(joined(links[FIRST:])),))


def _brief(mistake: CommonMistake, students: Sequence[PageLink]) -> Text:
    also = f"; also {'; '.join(_also(mistake.also))}" if mistake.also else ""
    return (f"{short_text(mistake.name)}{also}: ", *joined(students[at] for at in mistake.students))


def _details(mistake: CommonMistake) -> Iterator[str]:
    check, message = mistake.check, general_message(mistake.check)
    if len(mistake.checks) > 1:
        yield count_text(len(mistake.checks), "check")
    else:
        yield short_text(_check_title(check) if check.id != mistake.subject else check.title)
    if message not in mistake.title:
        yield short_text(message)
    if mistake.lost is not None:
        yield f"costs {points_text(mistake.lost)}{' each' if len(mistake.students) > 1 else ''}"


def _check_title(check: CheckResult) -> str:
    return f"{check.id}: {check.title}"


def _also(others: Sequence[CommonMistake]) -> Iterator[str]:
    """Yield what else the same students got wrong, one text per function."""
    by_function: dict[str, list[str]] = {}
    for other in others:
        for check in other.checks if not other.subject else [other.check.id]:
            function, _, name = check.partition(".")
            title = other.title if other.subject == function else name
            by_function.setdefault(short_text(function), []).append(short_text(title))
    for function, titles in by_function.items():
        yield f"{function}: {', '.join(dict.fromkeys(titles))}"


def joined(links: Iterable[PageLink]) -> tuple[Word, ...]:
    """Return names in one line."""
    # Not commas: a platform may write the family name first, with a comma behind it.
    return tuple(word for link in links for word in ("; ", link))[1:]
