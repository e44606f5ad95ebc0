"""A class told to its instructor, in reading order: who needs a person, everybody's marks, what went wrong most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import median
from typing import TypeAlias

from grader.blocks import (
    Bar,
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
    Section,
    Status,
    Story,
    Table,
    Text,
    Verbatim,
    Word,
)
from grader.model.class_row import NOTHING_KNOWN, ClassInfo, ClassRow, student_of
from grader.model.counterexample import Counterexample
from grader.model.result import CheckResult
from grader.story.boards import boards_of
from grader.story.classes.attention import ADVICE, DOUBLE_CLAIMS, URGENT, AttentionCase, Need, attention, by_reason
from grader.story.classes.mistakes import CommonMistake, general_message, mistakes, short_answer
from grader.story.classes.statistics import ClassStatistics, PassRate, class_statistics, marks_chart, seconds_chart
from grader.story.classes.student_table import student_link, student_table
from grader.story.marking import markable_items
from grader.text.mark_text import changes, verdict_word
from grader.text.move_explanation import move_explanation
from grader.text.number_text import count_text, decimal_text, points_text
from grader.widgets import MarkingForm, short_text

Links: TypeAlias = Mapping[int, PageLink]
"""What each student is called here, by the identity of the row."""
SUMMARY = "summary.md"
FIRST, FEW = 10, 5
"""Items of a list that are seen before it is opened, and as many as need no click at all if they are urgent."""
TOP_MISTAKES, MAX_DRAWN = 12, 60
"""Mistakes that are shown before somebody opens the rest, and those with a board; of others there is a line each."""
SAID = {Need.SAME_CODE, Need.MISSING}
"""Reasons that say all there is to say."""
SLOWEST = 5
"""Students named beside the chart of CPU times."""
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


def tell_class(rows: Sequence[ClassRow], info: ClassInfo = NOTHING_KNOWN) -> Story:
    """Return the story of a class; the order of `rows` does not matter."""
    statistics = class_statistics(rows)
    found, cases = mistakes([row.result for row in statistics.graded]), attention(statistics)
    links = _links(statistics)
    about = [f"{statistics.count}.", f"Read from: {short_text(info.source)}." if info.source else ""]
    if len(statistics.rubrics) > 1:
        about.append(f"These marks were given by different rubrics: {', '.join(map(short_text, statistics.rubrics))}.")
    urgent = (*_needed(cases, links, info), *_pending(statistics))
    table = student_table(statistics, cases, found)
    told = [
        ("Needs your attention", "attention", urgent),
        ("About the class", "about", _about(info)),
        ("Students", "students", ((*map(_muted, table.notes), table) if rows else ())),
        ("What went wrong most", "mistakes", _mistakes(found, [links[id(row.result)] for row in statistics.graded])),
        ("Checks, worst first", "checks", _checks(statistics)),
        ("Points changed by hand", "changed", _changed(statistics, links)),
        ("Distribution", "charts", _charts(statistics, links)),
        ("How this was graded", "graded", (Say(one, Status.MUTED, ours=True) for one in statistics.isolation)),
    ]
    sections = tuple(
        Section(title, children, anchor=anchor, level=min(one.level for one in children))
        for title, anchor, blocks in told
        if (children := tuple(blocks))
    )
    return Story(
        title=f"Class report: {short_text(statistics.rubrics[0])}" if len(statistics.rubrics) == 1 else "Class report",
        who="",
        about=" ".join(filter(None, about)),
        mark="",
        answer=tuple(_answer(statistics)),
        closing=tuple(_closing(statistics, cases)),
        blocks=(*sections, *_form(statistics)),
    )


def _links(statistics: ClassStatistics) -> Links:
    """Return the name of each student, with the id where several have the same name."""
    links = {id(row): student_link(row) for row in statistics.rows}
    counts = Counter(link.text for link in links.values())
    told_apart = {
        id(row): PageLink(f"{links[id(row)].text} ({short_text(student_of(row).id)})", links[id(row)].href)
        for row in statistics.rows
        if counts[links[id(row)].text] > 1
    }
    return {**links, **told_apart}


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
        yield Facts(facts, level=Detail.BRIEF)


def _closing(statistics: ClassStatistics, cases: Sequence[AttentionCase]) -> Iterator[tuple[str, Text]]:
    needed = [f"{len(own):,} {ADVICE[reason].status}" for reason, own in by_reason(cases).items()]
    if needed:
        yield "Look at", ", ".join(needed)
    for pending in statistics.pending:
        yield "To be marked", f"{pending.item.title}: {pending.count}"


def _needed(cases: Sequence[AttentionCase], links: Links, info: ClassInfo) -> Iterator[Block]:
    """Yield everything that needs a person, a part for each reason."""
    if info.double_claims:
        claims = Bullets(tuple(map(short_text, info.double_claims)), enough=FIRST, whole=SUMMARY)
        yield _part(DOUBLE_CLAIMS.title, len(info.double_claims), (DOUBLE_CLAIMS.to_do,), claims, Status.FAIL)
    for reason, own in by_reason(cases).items():
        advice = ADVICE[reason]
        show = FilterButton("Show", "status", reason.value, f"in the table: {advice.title}")
        listed = Bullets(tuple(_case(case, links) for case in own), enough=FIRST, whole=SUMMARY)
        status = Status.FAIL if reason in URGENT else Status.OPEN
        yield _part(advice.title, len(own), (f"{advice.to_do} ", show), listed, status)


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
    names = _joined(links[id(one)] for one in case.students)
    text = short_text(case.text) or ("" if case.reason in SAID else "no more is known")
    return (*names, f": {text}") if text else names


def _joined(links: Iterable[PageLink]) -> tuple[Word, ...]:
    # Not commas: a platform may write the family name first, with a comma behind it.
    return tuple(word for link in links for word in ("; ", link))[1:]


def _pending(statistics: ClassStatistics) -> Iterator[Block]:
    """Yield what a person has still to mark, and how."""
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
    """Yield what is said about the class before it is graded, so that it is left out afterwards on a terminal."""
    if info.notes:
        yield Bullets(tuple(map(short_text, info.notes)), enough=FIRST, level=Detail.ALL)
    if info.skipped:
        skipped = tuple(f"{short_text(one.name)}: {short_text(one.reason)}" for one in info.shown_skipped)
        files = (Bullets(skipped, enough=FIRST),)
        yield Fold(
            f"Skipped files: {len(info.skipped):,}", files, heading=True, open=len(skipped) <= FEW, level=Detail.ALL
        )


def _mistakes(found: Sequence[CommonMistake], students: Sequence[PageLink]) -> Iterator[Block]:
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
    yield Say(_joined(links[:FIRST]))
    if len(links) > FIRST:
        yield Fold(f"and {len(links) - FIRST:,} more", (Say(_joined(links[FIRST:])),))


def _brief(mistake: CommonMistake, students: Sequence[PageLink]) -> Text:
    also = f"; also {'; '.join(_also(mistake.also))}" if mistake.also else ""
    return (f"{short_text(mistake.name)}{also}: ", *_joined(students[at] for at in mistake.students))


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


def _checks(statistics: ClassStatistics) -> Iterator[Block]:
    rates, imported = statistics.pass_rates, len(statistics.imported)
    left_out = len(statistics.graded) - imported
    if rates and left_out:
        are = "is" if left_out == 1 else "are"
        said = f"Of the {imported:,} that could be imported; {left_out:,} could not, and {are} in none of these rates."
        yield Say(said, Status.MUTED, ours=True)
    failed = tuple(_rate(rate) for rate in rates if rate.passed < rate.of)
    if failed:
        yield Table("Passed", ("rate", "passed", "check"), failed, right=(0, 1), enough=FIRST, whole=SUMMARY)
    passed = tuple((f"{rate.title} ", Verbatim(rate.check)) for rate in rates if rate.passed == rate.of)
    if passed:
        yield Fold(f"{count_text(len(passed), 'check')} passed by everyone", (Bullets(passed),), level=Detail.ALL)


def _rate(rate: PassRate) -> tuple[Text, ...]:
    percent, failed = decimal_text(rate.percent), rate.of - rate.passed
    show = FilterButton(f"Show {failed:,}", "check", short_text(rate.check), f"who failed {short_text(rate.check)}")
    check = (f"{short_text(rate.title)} ", Verbatim(short_text(rate.check)), " ", show, Bar(float(rate.percent)))
    return f"{percent} %", f"{rate.passed:,} of {rate.of:,}", check


def _changed(statistics: ClassStatistics, links: Links) -> Iterator[Block]:
    lines = tuple(
        (links[id(row.result)], f": {change.item.id} {change.change_text}")
        for row in statistics.graded
        for change in changes(row.result)
    )
    if lines:
        yield Bullets(lines, enough=FIRST, whole=SUMMARY)


def _charts(statistics: ClassStatistics, links: Links) -> Iterator[Block]:
    graded = statistics.graded
    if len(graded) > 1:
        yield marks_chart(statistics)
        seconds = {row: row.result.timing.cpu_seconds for row in graded}
        times = list(seconds.values())
        overview = f"Median {median(times):.2f} s, longest {max(times):.2f} s, together {sum(times):,.0f} s. Slowest: "
        slowest = sorted(graded, key=lambda row: -seconds[row])[:SLOWEST]
        named = [(links[id(row.result)], f" {seconds[row]:.2f} s") for row in slowest]
        words = tuple(word for link, text in named for word in ("; ", link, text))[1:]
        yield seconds_chart(times, (overview, *words))


def _form(statistics: ClassStatistics) -> Iterator[Block]:
    if items := markable_items([row.result for row in statistics.graded]):
        yield MarkingForm(items=tuple(items), level=Detail.ALL)


def _muted(text: str) -> Say:
    return Say(text, Status.MUTED)
