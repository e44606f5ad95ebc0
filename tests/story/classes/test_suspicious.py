"""The page of a class names files that are alike, those of one source as a group, and nobody twice."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from grader.batch.compact import compact
from grader.blocks import Bullets, Say, Section, plain
from grader.model.result import Result
from grader.model.source import SourceCopy
from grader.story.classes.report import tell_class
from tests.render.samples import WINNER, result
from tests.similarity.disguises import DISGUISES, renamed
from tests.similarity.planted import independent


def handed_in(sources: Mapping[str, str]) -> list[Result]:
    """Return results with this code."""
    return [
        dataclasses.replace(
            result(WINNER, student=name),
            submission=dataclasses.replace(
                result(WINNER, student=name).submission, id=name, sha256=text, code_sha256=text
            ),
            source=(SourceCopy(path="tictactoe.py", text=text, lines=text.count("\n") + 1),),
        )
        for name, text in sources.items()
    ]


def told(sources: Mapping[str, str]) -> list[str]:
    """Return the sentences of the section."""
    story = tell_class([compact(one) for one in handed_in(sources)])  # as a batch has them
    section = next(one for one in story.blocks if isinstance(one, Section) and one.anchor == "suspicious")
    lists = [plain(item) for one in section.children if isinstance(one, Bullets) for item in one.items]
    return lists or [plain(one.text) for one in section.children if isinstance(one, Say)]


def test_a_renamed_copy_is_named_with_its_place() -> None:
    """It stands out from a class of programs that were written apart."""
    sources = {f"student {at}": text for at, text in enumerate(independent()[:12])}
    sentences = told({**sources, "copy": renamed(sources["student 3"])})

    assert len(sentences) == 1
    assert sentences[0].startswith("copy; student 3: ")
    assert "the most alike of 78 pairs" in sentences[0]


def test_six_files_of_one_source_are_one_sentence() -> None:
    """They are a group, not fifteen pairs."""
    sources = {f"student {at}": text for at, text in enumerate(independent()[:30])}
    shared = {f"member {name}": disguise(independent()[40]) for name, disguise in [*DISGUISES.items()][:6]}
    sentences = [one for one in told(sources | shared) if "member" in one]

    assert len(sentences) == 1
    assert sentences[0].startswith("6 students, ")


def test_the_same_file_is_not_called_alike_as_well() -> None:
    """It stands under the same code; of the others the two most alike are told."""
    sources = {f"student {at}": text for at, text in enumerate(independent()[::5])}
    sentence = told({**sources, "copy": sources["student 0"]})[-1]

    assert "100 % in common" not in sentence


def test_without_copies_nobody_is_named() -> None:
    """Only how alike the two most alike are is said."""
    (sentence,) = told({f"student {at}": text for at, text in enumerate(independent()[::5])})

    assert sentence.startswith("No two files stand out: ")
