"""What a student reads who has no result: why there is no mark, and what to do."""

from __future__ import annotations

from grader.blocks import Bullets, Say, Status, Story
from grader.model.class_row import NotGraded

NOT_READ = (
    "Put right what is named here, and hand in again if you still can.",
    "If you cannot, or if this is wrong, write to your instructor.",
)
NOT_THERE = (
    "If you did hand in, write to your instructor: when, where, under which name of the file.",
    "If you did not, ask whether you still can.",
)


def tell_not_graded(row: NotGraded) -> Story:
    """Return the story of a student without a result."""
    # Many reasons begin with the name of what was handed in, which stands above.
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
        about="",
        mark="no mark",
        answer=(
            Say("There is no mark yet. That is no zero.", Status.OPEN, ours=True),
            Say(said, Status.FAIL),
            Bullets(NOT_THERE if row.missing else NOT_READ),
        ),
        blocks=(),
    )
