"""
Tells a class to its instructor, by the answers to five questions.

Who needs a person? How did the class do? Which mistakes are common? Who is suspicious? What is exported?
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from grader.blocks import (
    Bar,
    Block,
    Bullets,
    Detail,
    DoneBox,
    Facts,
    FilterButton,
    Fold,
    PageLink,
    Say,
    Section,
    Status,
    Story,
    Table,
    Text,
    Verbatim,
)
from grader.capabilities.by_hand.journal import Journal
from grader.model.class_row import NOTHING_KNOWN, ClassInfo, ClassRow, student_of
from grader.story.classes.attention import (
    BY_MARKS,
    DOUBLE_CLAIMS,
    NO_JOURNAL,
    URGENT,
    AttentionCase,
    Need,
    attention,
    by_reason,
)
from grader.story.classes.mistakes import CommonMistake, joined, mistakes, tell_mistakes
from grader.story.classes.release import release_state, tell_release
from grader.story.classes.statistics import ClassStatistics, PassRate, class_statistics, marks_chart
from grader.story.classes.student_table import student_links, student_table
from grader.story.marking import markable_items
from grader.text.mark_text import changes
from grader.text.number_text import count_text, decimal_text, points_text
from grader.widgets import MarkingForm, short_text

Links: TypeAlias = Mapping[int, PageLink]
"""The links with the students' names, by the identity of the row."""
SUMMARY = "summary.md"
FIRST, FEW = 10, 5
"""The visible items of a closed list. A list of so few urgent items stays open."""
MOST = 1_000
"""The items, or names of one item, in a list. The filters of the student table find all."""
SUSPICIOUS = (Need.SAME_CODE,)  # reasons to ask who wrote the file
COMPARE: Text = ("Whose files are alike without being the same: ", Verbatim("grader similar DIR"), " compares them.")
LEFT_OUT = "Left out: not marked yet"
SAID = {Need.SAME_CODE, Need.MISSING}  # reasons that need no further words
HOW_TO_FILL: Text = (
    "Neither lost nor earned until marked. Fill them in on the page ",
    Verbatim("index.html"),
    " and save ",
    Verbatim("marks.csv"),
    " there, or let ",
    Verbatim("grader report DIR --template marks.csv"),
    " write that file; DIR is the folder with the results. ",
    Verbatim("ok"),
    " as points takes those that are proposed. Then run ",
    Verbatim("grader report DIR --manual marks.csv"),
    ".",
)


def tell_class(  # noqa: PLR0913 - what is told, and how
    rows: Sequence[ClassRow],
    info: ClassInfo = NOTHING_KNOWN,
    journal: Journal = NO_JOURNAL,
    exports: Sequence[tuple[str, str]] = (),
    parts: Sequence[PageLink] = (),
    *,
    pages: bool = True,
) -> Story:
    """
    Return the story of a class, whose `rows` may have any order.

    The `journal` is that of the marks by hand; `exports` are the commands that export marks, each with a title. The
    pages of a class too large for one page are `parts`. Without `pages` no student is linked.
    """
    statistics = class_statistics(rows)
    found, cases = mistakes([row.result for row in statistics.graded]), attention(statistics, journal)
    links, state = student_links(statistics.rows, pages=pages), release_state(statistics, journal)
    graded = [links[id(row.result)] for row in statistics.graded]
    told = [
        ("Who needs you?", "attention", (*_needed(cases, links, info), *_pending(statistics))),
        ("How did the class do?", "charts", _charts(statistics)),
        ("Students", "students", _students(statistics, cases, found, parts, pages=pages)),
        ("What did most get wrong?", "mistakes", tell_mistakes(found, graded)),
        ("Checks that most did not pass", "checks", _checks(statistics)),
        ("Who is suspicious?", "suspicious", _suspicious(cases, links) if len(graded) > 1 else ()),
        ("What do you export?", "export", tell_release(state, links, exports) if statistics.rows else ()),
        ("Points changed by hand", "changed", _changed(statistics, links)),
        ("About the class", "about", _about(info)),
        ("How this was graded", "graded", (Say(one, Status.MUTED, ours=True) for one in statistics.isolation)),
    ]
    return Story(
        title=f"Class report: {short_text(statistics.rubrics[0])}" if len(statistics.rubrics) == 1 else "Class report",
        about=" ".join(_about_line(statistics, info)),
        answer=tuple(_answer(statistics)),
        closing=tuple(_closing(statistics, cases)),
        blocks=tuple(_sections(told)),
    )


def _sections(told: Iterable[tuple[str, str, Iterable[Block]]]) -> Iterator[Section]:
    """Yield a section for each title and anchor with blocks."""
    for title, anchor, blocks in told:
        if children := tuple(blocks):
            yield Section(title, children, anchor=anchor, level=min(one.level for one in children))


def _about_line(statistics: ClassStatistics, info: ClassInfo) -> Iterator[str]:
    yield f"{statistics.count}."
    if info.source:
        yield f"Read from: {short_text(info.source)}."
    if len(statistics.rubrics) > 1:
        yield f"These marks were given by different rubrics: {', '.join(map(short_text, statistics.rubrics))}."


def _suspicious(cases: Sequence[AttentionCase], links: Links) -> Iterator[Block]:
    yield from _of_reasons(cases, links, SUSPICIOUS)
    # A comparison of all files takes ten times as long as the rest of this page.
    yield Say(COMPARE, Status.MUTED, level=Detail.ALL)


def _answer(statistics: ClassStatistics) -> Iterator[Block]:
    graded, marks = statistics.graded, [mark.percent for mark in statistics.marks]
    of = " of automatic points" if statistics.are_marks_automatic else ""
    if len(graded) == 1:
        yield Facts(((f"Mark{of}", f"{decimal_text(marks[0])} %"),), level=Detail.BRIEF)
    elif graded:
        facts = (
            (f"Mean{of}", f"{decimal_text(statistics.mean)} %"),
            (f"Median{of}", f"{decimal_text(statistics.median)} %"),
            ("Lowest to highest", f"{decimal_text(min(marks))} to {decimal_text(max(marks))} %"),
            ("Nothing lost", f"{sum(not row.lost for row in graded):,} of {len(graded):,}"),
        )
        left_out = len(graded) - len(marks)
        unmarked = ((LEFT_OUT, f"{left_out:,}"),) if left_out else ()
        yield Facts((*facts, *unmarked), level=Detail.BRIEF)


def _closing(statistics: ClassStatistics, cases: Sequence[AttentionCase]) -> Iterator[tuple[str, Text]]:
    open_still = by_reason([case for case in cases if not case.done])
    needed = [f"{len(own):,} {reason.status}" for reason, own in open_still.items()]
    if needed:
        yield "Look at", ", ".join(needed)
    for pending in statistics.pending:
        yield "To be marked", f"{pending.item.title}: {pending.count}"


def _needed(cases: Sequence[AttentionCase], links: Links, info: ClassInfo) -> Iterator[Block]:
    if info.double_claims:
        claims = Bullets(tuple(map(short_text, info.double_claims)), enough=FIRST, whole=SUMMARY)
        yield _part(DOUBLE_CLAIMS.title, len(info.double_claims), (DOUBLE_CLAIMS.to_do,), claims, Status.FAIL)
    yield from _of_reasons(cases, links, [reason for reason in Need if reason not in SUSPICIOUS])
    if done := [case for case in cases if case.done]:
        listed = Bullets(tuple(_case(case, links) for case in done), enough=FIRST, whole=SUMMARY, level=Detail.ALL)
        yield Fold(f"Dealt with: {len(done):,}", (listed,), Status.MUTED, heading=True)


def _of_reasons(cases: Sequence[AttentionCase], links: Links, reasons: Collection[Need]) -> Iterator[Block]:
    """Yield the cases of `reasons` that nobody has dealt with, a part for each reason."""
    for reason, own in by_reason([case for case in cases if case.reason in reasons and not case.done]).items():
        words = reason.value
        title = words.title + (f", the first {MOST:,} here" if own[MOST:] else "")
        show = FilterButton("Show", "status", reason.code, f"in the table: {words.title}")
        listed = Bullets(tuple(_case(case, links) for case in own[:MOST]), enough=FIRST, whole=SUMMARY)
        status = Status.FAIL if reason in URGENT else Status.OPEN
        yield _part(title, len(own), (f"{words.to_do} ", show), listed, status)


def _part(title: str, count: int, to_do: Text, listed: Bullets, status: Status) -> Fold:
    children = (Say(to_do, Status.MUTED, level=Detail.ALL), listed)
    return Fold(
        f"{title}: {count:,}",
        children,
        status,
        inside=Detail.NORMAL,
        open=status is Status.FAIL and count <= FEW,
        heading=True,
    )


def _case(case: AttentionCase, links: Links) -> Text:
    names = joined([links[id(one)] for one in case.students])
    text = short_text(case.text) or ("" if case.reason in SAID else "no more is known")
    ids = tuple(short_text(student_of(one).id) for one in case.students)
    box = () if case.reason in BY_MARKS else (" ", DoneBox(case.reason.code, ids, case.done))
    return (*names, *((f": {text}",) if text else ()), *box)


def _pending(statistics: ClassStatistics) -> Iterator[Block]:
    listed: list[Text] = []
    for pending in statistics.pending:
        item = pending.item
        bonus = " of bonus" if item.bonus else ""
        points = f", {points_text(item.points)}{bonus}" if item.points else ""
        show = FilterButton("Show", "item", f"pending:{short_text(item.id)}", f"who waits for {short_text(item.title)}")
        mark = FilterButton("Mark", "marks", short_text(item.id), short_text(item.title))
        listed.append((f"{short_text(item.title)}{points}: {pending.count} ", show, " ", mark))
    if listed:
        how = Fold("How to give these points", (Say(HOW_TO_FILL, Status.MUTED),), level=Detail.ALL)
        children = (Bullets(tuple(listed)), how)
        yield Fold("To be marked by hand", children, Status.OPEN, inside=Detail.NORMAL, open=True, heading=True)


def _about(info: ClassInfo) -> Iterator[Block]:
    """Yield the facts from before the grading, so that a terminal can leave them out afterwards."""
    if info.notes:
        yield Bullets(tuple(map(short_text, info.notes)), enough=FIRST, level=Detail.ALL)
    if info.skipped:
        skipped = tuple(f"{short_text(one.name)}: {short_text(one.reason)}" for one in info.shown_skipped)
        files = (Bullets(skipped, enough=FIRST),)
        yield Fold(
            f"Skipped files: {len(info.skipped):,}", files, heading=True, open=len(skipped) <= FEW, level=Detail.ALL
        )


def _checks(statistics: ClassStatistics) -> Iterator[Block]:
    rates, imported = statistics.pass_rates, len(statistics.imported)
    left_out = len(statistics.graded) - imported
    failed = tuple(_rate(rate) for rate in rates if rate.passed < rate.of)
    if failed and left_out:
        are = "is" if left_out == 1 else "are"
        said = f"Of the {imported:,} that could be imported; {left_out:,} could not, and {are} in none of these rates."
        yield Say(said, Status.MUTED, ours=True)
    if failed:
        yield Table("Not passed", ("students", "passed", "check"), failed, right=(0, 1), enough=FIRST, whole=SUMMARY)
    passed = tuple((f"{rate.title} ", Verbatim(rate.check)) for rate in rates if rate.passed == rate.of)
    if passed:
        yield Fold(f"{count_text(len(passed), 'check')} passed by everyone", (Bullets(passed),), level=Detail.ALL)


def _rate(rate: PassRate) -> tuple[Text, ...]:
    percent, failed = decimal_text(rate.percent), rate.of - rate.passed
    show = FilterButton("Show", "check", short_text(rate.check), f"who failed {short_text(rate.check)}")
    check = (f"{short_text(rate.title)} ", Verbatim(short_text(rate.check)), " ", show, Bar(float(rate.percent)))
    return f"{failed:,} of {rate.of:,}", f"{percent} %", check


def _changed(statistics: ClassStatistics, links: Links) -> Iterator[Block]:
    lines = tuple(
        (links[id(row.result)], f": {change.item.id} {change.change_text}")
        for row in statistics.graded
        for change in changes(row.result)
    )
    if lines:
        yield Bullets(lines, enough=FIRST, whole=SUMMARY)


def _charts(statistics: ClassStatistics) -> Iterator[Block]:
    graded = statistics.graded
    if len(graded) > 1:
        header = ("percent", "students", "mean", "lowest", "1st quartile", "median", "3rd quartile", "highest")
        rows = (
            (one.name, f"{one.students:,}", *map(decimal_text, (one.mean, *one.parts))) for one in statistics.spreads
        )
        of = "automatic points" if statistics.are_marks_automatic else "marks"
        yield Table(f"How the {of} are spread", header, tuple(rows), right=tuple(range(1, len(header))))
        yield marks_chart(statistics)


def _students(
    statistics: ClassStatistics,
    cases: Sequence[AttentionCase],
    found: Sequence[CommonMistake],
    parts: Sequence[PageLink],
    *,
    pages: bool,
) -> Iterator[Block]:
    if parts:
        yield Bullets(tuple(parts))
    elif statistics.rows:
        table = student_table(statistics, [case for case in cases if not case.done], found, pages=pages)
        yield from (Say(note, Status.MUTED) for note in table.notes)
        yield table
        if items := markable_items([row.result for row in statistics.graded]):
            yield MarkingForm(items=tuple(items), level=Detail.ALL)
