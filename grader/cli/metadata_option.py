"""The option `--metadata`: who handed in and when, as Gradescope says it beside the submission."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.cli.message import say
from grader.cli.parameters import given_path, path_option

if TYPE_CHECKING:
    from decimal import Decimal

    from grader.model.rubric import Rubric
    from grader.model.submission import Submission

OPTION = "--metadata"


metadata_option = path_option(OPTION, "FILE", "Gradescope's submission_metadata.json: who handed in, and when.")
"""The option as a decorator."""


def with_given_metadata(submission: Submission, rubric: Rubric) -> Submission:
    """Return `submission` with what the file of `--metadata` says (UserError if it cannot be read)."""
    path = given_path(OPTION)
    if path is None:
        return submission
    from grader.platforms.gradescope.submission_metadata import read_metadata, with_metadata

    metadata = read_metadata(path)
    _compare_points(metadata.total_points, rubric)
    return with_metadata(submission, metadata)


def _compare_points(points: Decimal | None, rubric: Rubric) -> None:
    """Tell the instructor, who alone reads standard error there, if the assignment has other points than the rubric."""
    if points is None or points in (rubric.total, rubric.automatic):
        return
    from grader.text.number_text import decimal_text

    own = " or ".join(dict.fromkeys(map(decimal_text, (rubric.automatic, rubric.total))))
    say(
        f"warning: the assignment has {decimal_text(points)} points on Gradescope, and the rubric gives {own}:"
        " change the assignment's points, or those of the rubric"
    )
