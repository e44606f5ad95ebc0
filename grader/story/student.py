"""Tells a result to the student in reading order. The format decides whether the answer comes first or last."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grader.blocks import (
    Block,
    Bullets,
    Detail,
    Item,
    Items,
    Line,
    Lines,
    Link,
    Row,
    Say,
    Section,
    Status,
    Story,
    Text,
    Verbatim,
)
from grader.capabilities.registry import tell_item, tell_whole, widgets
from grader.model.class_row import NotGraded
from grader.model.identity import Identity
from grader.model.instant import instant_text, parse_instant
from grader.model.isolation import Level
from grader.model.reason import reason
from grader.model.result import CheckResult, ItemResult, Result, Shortcut
from grader.model.sanitize import quoted, sanitize
from grader.model.spec import START
from grader.model.verdict import Verdict
from grader.story.answer import answer, percent_of
from grader.story.boards import playable_board
from grader.story.failures import anchor_of, failures, status_of
from grader.story.findings import findings
from grader.text.isolation_text import isolation_sentence
from grader.text.mark_text import earned_text, is_filled_in, is_unearned_bonus, item_word, verdict_word, was_text
from grader.text.number_text import decimal_text, join_words, points_text, score_text
from grader.text.reasons import each_said, said
from grader.widgets import CodeListing


def items_block(result: Result) -> Items:
    anchors = {
        member.check.id: anchor_of(finding.members[0].check)
        for found in findings(result)
        for finding in (found, *found.folded)
        for member in finding.members
    }
    # One screen has no room for the items beside the first correction.
    level = Detail.ALL if any(one.costs for one in findings(result)) else Detail.NORMAL
    return Items("Item by item", tuple(_item(one, anchors) for one in result.criteria), level=level)


def decided_text(item: ItemResult) -> str:
    """Return the points of an item, and who decides: ``proposed 4.5 of 5, to be confirmed by hand``."""
    pending = item.verdict is Verdict.PENDING
    by_hand = ", marked by hand" if not pending and (item.manual is not None or item.by_hand) else ""
    if item.deduction is not None:
        was = f" ({was})" if (was := was_text(item)) else ""
        return "to be marked by hand" if pending else f"{points_text(item.earned)}{was}{by_hand}"
    if item.gives_back:
        return f"{points_text(item.earned)}{by_hand}"
    of = f"of {decimal_text(item.points)}"
    if not pending:
        return f"{earned_text(item)} {of}{by_hand}"
    if item.proposed is None:
        return f"{decimal_text(item.points)} to be marked by hand"
    return f"proposed {decimal_text(item.proposed)} {of}, to be confirmed by hand"


def _item(item: ItemResult, anchors: Mapping[str, str]) -> Item:
    pending = item.verdict is Verdict.PENDING
    word = "by hand" if is_filled_in(item) else item_word(item)
    why: tuple[Block, ...] = (Say(said(item.reasons)),) if item.reasons else ()
    return Item(
        item.title,
        Status.MUTED if is_unearned_bonus(item) else status_of(item.verdict),
        word if item.was is None else "changed",
        "" if pending else decimal_text(item.earned),
        "" if item.deduction is not None or item.gives_back else decimal_text(item.points),
        note=was_text(item) or ("" if item.proposed is None else f"{decimal_text(item.proposed)} proposed"),
        decided=decided_text(item),
        bonus=item.bonus,
        share=percent_of(item.earned, item.points),
        rows=tuple(_row(check, anchors.get(check.id, "")) for check in item.checks),
        functions=tuple(dict.fromkeys(check.function for check in item.checks)),
        children=(*why, *tell_item(item)),
        widgets=tuple(widgets(item)),
    )


def _row(check: CheckResult, anchor: str) -> Row:
    earned = "" if check.verdict is Verdict.PENDING and check.manual is None else f"{earned_text(check)} "
    return Row(
        Link(check.title, anchor) if anchor else check.title,
        status_of(check.verdict),
        verdict_word(check.verdict),
        f"{earned}of {decimal_text(check.points)}" if check.points else "costs nothing",
    )


HASH_SHOWN = 12  # characters of a hash
FEW_LINES = 12
LAST_LINES = 3
MIN_SECONDS = 0.1
MAX_TEXT = 100  # characters of a fact about the hand-in
NO_README = said((reason("no_readme"),))
SHORT = 60  # characters of a text in one line
MAX_NAMES = 4


def tell_student(result: Result, *, timed: bool = True, in_class: bool = False) -> Story:
    """
    Return the story of a result, with facts that differ between runs only if `timed`.

    With `in_class` the page links to the page of the class, one folder above, and to the other students.
    """
    blocks = [*_judged(result), *_rest(result, timed=timed)]
    if in_class:
        from grader.story.marking import links_in_class

        blocks += links_in_class(result)
    return _story(result, blocks)


def tell_overview(result: Result) -> Story:
    """Return the story of the whole submission, for a platform that shows each check by itself."""
    return _story(result, list(_rest(result, timed=False)))


def _story(result: Result, blocks: list[Block]) -> Story:
    who = result.submission
    handed_in = hand_in_text(who)
    return Story(
        title=result.rubric.title,
        who=who.student,
        about=(Verbatim(who.main), *([f". {handed_in}"] if handed_in else [])),
        mark=score_text(result.score) if result.score else "no mark",
        answer=tuple(answer(result)),
        closing=tuple(_in_short(result)) if result.score else (),
        blocks=tuple(blocks),
    )


def _in_short(result: Result) -> Iterator[tuple[str, Text]]:
    for item in result.criteria:
        if not item.checks and not item.bonus:
            yield item.title, sanitize(f"{decided_text(item)}. {said(item.reasons)}".strip(), SHORT)
    notes = [note for note in result.notes if note != NO_README and not note.startswith(START)]
    if notes:
        more = f" (and {len(notes) - 1} more)" if len(notes) > 1 else ""
        yield "Notes", f"{sanitize(notes[0], SHORT - len(more))}{more}"
    if result.observed.output:
        printed = "; ".join(f"{one.characters:,} characters in {one.where}" for one in result.observed.output)
        yield "Printed", sanitize(printed, SHORT)
    isolation = result.grader.isolation
    if isolation is not None and not isolation.level.reaches(Level.FULL):
        yield "Sandbox", f"{isolation.level.value}; run only code you trust (see grader doctor)"


def _judged(result: Result) -> Iterator[Block]:
    if result.score is not None:
        yield from failures(result)
        yield items_block(result)
        yield from tell_whole(result)
        yield CodeListing(source=result.source)
        yield playable_board(result)


def _rest(result: Result, *, timed: bool) -> Iterator[Block]:
    near_limit = result.timing.near_limit if timed else ()
    notes = (
        *([f"Decided by a person: {result.submission.decided}."] if result.submission.decided else []),
        *result.notes,
        *each_said(result.marks_to_check),
        *(f"near its limit: {call}" for call in near_limit),
    )
    remarks = (*([Bullets(notes)] if notes else []), *_printed(result))
    if remarks:
        yield Section("Notes", remarks, level=Detail.ALL)
    yield Section("How this was graded", tuple(_origin(result, timed=timed)), level=Detail.ALL)


def _printed(result: Result) -> Iterator[Block]:
    for one in result.observed.output:
        lines = one.tail.rstrip("\n").split("\n")
        yield Lines(
            ("Printed in ", Verbatim(one.where), f": {one.characters:,} characters in all; the end"),
            tuple(map(Line, lines)),
            enough=LAST_LINES,
            folded=len(lines) > FEW_LINES,
        )


def _origin(result: Result, *, timed: bool) -> Iterator[Block]:
    grader, rubric = result.grader, result.rubric
    versions = f"grader {grader.version}, Python {grader.python}"
    yield Say(f"{rubric.title} ({rubric.sha256[:HASH_SHOWN]}); {versions}", Status.MUTED)
    if search := shortcut_sentence(result.shortcut):
        yield Say(search, Status.MUTED)
    yield Say(isolation_sentence(grader.isolation), Status.MUTED, ours=True)
    told = [f"Submission {result.submission.sha256[:HASH_SHOWN]}"]
    if timed:
        first = result.timing.first_move_seconds
        told.append(f"computing time: {_seconds(result.timing.cpu_seconds)} in all")
        told += [f"the first move of a game takes {_seconds(first)}"] if first is not None else []
    yield Say(f"{'; '.join(told)}.", Status.MUTED)


def _seconds(value: float) -> str:
    return f"{value:.1f} s" if value >= MIN_SECONDS else f"less than {MIN_SECONDS} s"


def hand_in_text(who: Identity) -> str:
    """Return such as ``Handed in 2026-09-02 01:10:00 +02:00, late.``; empty if nothing is known."""
    facts = [
        _instant(who.submitted_at),
        "late" if who.late else "",
        f"by the group {sanitize(who.group, MAX_TEXT)}" if who.group else "",
    ]
    known = ", ".join(filter(None, facts))
    return f"Handed in {known}." if known else ""


def _instant(text: str) -> str:
    try:
        return instant_text(parse_instant(text))
    except ValueError:
        return sanitize(text, MAX_TEXT)  # somebody may have edited the result file


def shortcut_sentence(shortcut: Shortcut) -> str:
    """Return the sentence about `shortcut`; empty if no search was run."""
    if shortcut.functions:
        more = len(shortcut.functions) - MAX_NAMES
        names = [*map(quoted, shortcut.functions[:MAX_NAMES]), *([f"{more} more"] if more > 0 else [])]
        kept = join_words(names)
        return f"Search: answers of {kept} were kept instead of computed again; a sample of plain runs agrees."
    return f"Search: run in full ({shortcut.why})." if shortcut.why else ""


NOT_READ = (
    "Put right what is named here, and hand in again if you still can.",
    "If you cannot, or if this is wrong, write to your instructor.",
)
NOT_THERE = (
    "If you did hand in, write to your instructor: when, where, under which name of the file.",
    "If you did not, ask whether you still can.",
)


def tell_not_graded(row: NotGraded) -> Story:
    # The name of the submission stands above the reason, and begins many reasons.
    why = row.reason.removeprefix(f"{row.student}: ").removeprefix(f"{row.id}: ")
    title = "Nothing was handed in" if row.missing else "Not graded"
    said = f"Your files could not be graded: {why.removesuffix('.')}."
    if row.missing:
        said = "Nothing that was handed in is yours."
    elif row.for_instructor:
        said = "It is not clear which of the files that were handed in are yours."
    return Story(
        title=title,
        who=row.student or row.id,
        mark="no mark",
        answer=(
            Say("There is no mark yet. That is no zero.", Status.OPEN, ours=True),
            Say(said, Status.FAIL),
            Bullets(NOT_THERE if row.missing else NOT_READ),
        ),
    )
