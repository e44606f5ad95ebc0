"""Tells who may have worked together: hints for a person, each with its rank among all pairs of the class."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from grader.blocks import Block, Bullets, Detail, Facts, Fold, Say, Section, Story, Table, Text, Word
from grader.similarity.comparison import OWN_LEAST, RARE_MOST, STEPS, AlikePair, ComparedWork, Comparison, Group
from grader.similarity.fingerprints import side_by_side
from grader.text.number_text import count_text
from grader.widgets import SideBySide

HINT = "A hint for a person, not a verdict; no points depend on it. Read both files, and ask the students."
LISTED, EACH = 20, 3
"""The number of listed pairs by each likeness; the most pairs of one student in it."""

NameOf = Callable[[ComparedWork], Word]


def tell_similar(found: Comparison, name_of: NameOf, codes: Mapping[str, str], pairs: Sequence[AlikePair]) -> Story:
    """Return the story of `pairs`; `codes` has the code to show, by the id of a student of this class."""
    sections = [
        Section("Many alike: from one source?", tuple(_groups(found, name_of)), anchor="groups"),
        Section("Most alike", (_table(found, pairs, name_of),), anchor="pairs"),
        Section("Side by side", tuple(_files(found, pairs, name_of, codes)), anchor="files", level=Detail.ALL),
        Section("What was compared", tuple(_method(found)), anchor="method", level=Detail.ALL),
    ]
    return Story(
        title="Similar work",
        about=f"{HINT} {count_text(found.text.total(), 'pair')} compared.",
        answer=tuple(_answer(found)),
        blocks=tuple(one for one in sections if one.children),
    )


def _answer(found: Comparison) -> Iterator[Block]:
    if found.text.total():
        yield Facts(
            (
                ("Pairs", f"{found.text.total():,}"),
                ("Half of them have at most", f"{_percent(found.text.at(50))} in common"),
                ("95 % of them at most", _percent(found.text.at(95))),
                (
                    "More stand out from",
                    f"{_percent(found.text.outstanding)}: {count_text(len(found.outstanding), 'pair')}",
                ),
            ),
            level=Detail.BRIEF,
        )


def _groups(found: Comparison, name_of: NameOf) -> Iterator[Block]:
    if found.groups:
        yield Say("Five or more whose files are alike, perhaps by a source outside the class: a tutorial, an AI.")
        yield Bullets(tuple(_group_text(group, name_of) for group in found.groups))


def _group_text(group: Group, name_of: NameOf) -> Text:
    names = tuple(word for member in group.members for word in ("; ", name_of(member)))[1:]
    return (f"{len(group.members)} students, {_percent(group.least)} to {_percent(group.most)} in common: ", *names)


def _table(found: Comparison, pairs: Sequence[AlikePair], name_of: NameOf) -> Block:
    rows = tuple(
        (
            str(number),
            _percent(pair.text),
            f"{found.text.above(pair.text) + 1:,}",
            _units(pair.behaviour) if pair.behaviour else "",
            f"{found.behaviour.above(pair.behaviour) + 1:,}" if pair.behaviour else "",
            _names(pair, name_of),
        )
        for number, pair in enumerate(pairs, 1)
    )
    title = f"Each with its place among all {found.text.total():,} pairs"
    return Table(title, ("no.", "text", "place", "behaviour", "place", "students"), rows, right=(0, 1, 2, 3, 4))


def _files(found: Comparison, pairs: Sequence[AlikePair], name_of: NameOf, codes: Mapping[str, str]) -> Iterator[Block]:
    for number, pair in enumerate(pairs, 1):
        if not pair.second.source:
            first, second = codes[pair.first.id], codes[pair.second.id]
            files = side_by_side(first, second, found.common)
            shown = SideBySide(names=(name_of(pair.first), name_of(pair.second)), files=files)
            said = Say("; ".join(_details(pair, found)))
            summary = (f"{number}. ", *_names(pair, name_of))
            yield Fold(summary, (said, shown), level=Detail.ALL, open=len(pairs) == 1)


def _method(found: Comparison) -> Iterator[Block]:
    text = (
        "Text: fingerprints of eight tokens in a row. Names, literals, comments, type hints and the order of functions"
        " count as nothing. 100 % are files with the same fingerprints."
    )
    taken_out = (
        f"Taken out: {count_text(len(found.common), 'fingerprint')} that more than {found.common_from} files have, or"
        " that were handed out (--base)."
    )
    behaviour = (
        "Behaviour: wrong answers, and choices among three or more equally good moves, that at most"
        f" {RARE_MOST} students have. It is 1 more where half as many have the same."
    )
    nobody = (
        "Compared with nobody: the members of a group with each other, a student with an own earlier version, and the"
        f" text of files with fewer than {OWN_LEAST} fingerprints of their own ({len(found.too_short)} here)."
    )
    yield Bullets((text, taken_out, behaviour, nobody), level=Detail.ALL)


def _details(pair: AlikePair, found: Comparison) -> Iterator[str]:
    yield f"{_percent(pair.text)} of the text, {_place(found.text.above(pair.text), found.text.total())}"
    if pair.wrong:
        yield f"the same rare wrong answers in {count_text(pair.wrong, 'check')}"
    if pair.moves:
        yield f"the same rare choice of equally good moves on {pair.moves} % of the boards"


def _names(pair: AlikePair, name_of: NameOf) -> tuple[Word, ...]:
    # No commas: a name may have one, as in `Lovelace, Ada`.
    return name_of(pair.first), "; ", name_of(pair.second)


def _place(above: int, pairs: int) -> str:
    return f"the most alike of {pairs:,} pairs" if not above else f"number {above + 1:,} of {pairs:,} pairs"


def _percent(per_mille: int) -> str:
    return f"{per_mille // STEPS} %"


def _units(score: int) -> str:
    return f"{score // STEPS}.{score % STEPS}"
