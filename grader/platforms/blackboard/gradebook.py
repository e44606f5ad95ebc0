"""Blackboard's gradebook, downloaded to work offline and uploaded again."""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.model.csv_file import read_csv
from grader.model.identity import FileRow, IdKind, row_keys
from grader.platforms.gradebooks.grade_file import (
    ColumnNames,
    FeedbackColumn,
    GradeFile,
    named_column,
    read_number,
    required_column,
    the_column,
)

COLUMN = re.compile(r"(.*)\[([^\[\]]*)\]\s*\|\s*([0-9]+)", re.ASCII | re.DOTALL)
"""The title of a column, its points and its id, by which Blackboard finds it: ``Lab 1 [Total Pts: 20 Score] |981``."""
POINTS = re.compile(r":\s*([0-9.,]+)", re.ASCII)
"""The points of a column that Blackboard computes are ``up to 100``: no mark can be entered there."""
FEEDBACK = ("Feedback to Learner", "Feedback to User", "Feedback to Student")
FEEDBACK_FORMAT = ("Feedback Format",)
PLAIN_TEXT = "SMART_TEXT"
"""What the platform calls a text without markup."""


def read_gradebook(data: bytes, names: ColumnNames) -> GradeFile:
    """Return the gradebook; ValueError, with the remedy, if it is none or the column is not clear."""
    csv = read_csv(data, _is_header)
    if csv is None:
        raise ValueError(
            "not a gradebook of Blackboard: its first row has the column Username and columns such as"
            ' "Lab 1 [Total Pts: 20 Score] |981"; download it in Blackboard by Work Offline, Download'
        )
    header = csv.header
    columns = {at: found for at, name in enumerate(header) if (found := COLUMN.fullmatch(name))}
    candidates = {at: (found[1].strip(), found[3]) for at, found in columns.items() if POINTS.search(found[2])}
    column = the_column(header, candidates, names.marks)
    points = POINTS.search(columns[column][2])
    login, number = named_column(header, ["Username"]), named_column(header, ["Student ID"])
    feedback = required_column(header, names.feedback) if names.feedback else named_column(header, FEEDBACK)
    form = named_column(header, FEEDBACK_FORMAT)
    return GradeFile(
        csv=csv,
        column=column,
        rows=tuple(
            FileRow(
                row=at,
                shown=row.beginning,
                keys=row_keys([(IdKind.LOGIN, row.text(login)), (IdKind.STUDENT_NUMBER, row.text(number))]),
            )
            for at, row in enumerate(csv.rows)
            if at
        ),
        possible=(read_number(points[1]) or None) if points else None,
        feedback=None
        if feedback is None
        else FeedbackColumn(column=feedback, html=False, format=form, format_name=PLAIN_TEXT),
    )


def _is_header(names: Sequence[str]) -> bool:
    return "Username" in names and any(map(COLUMN.fullmatch, names))
