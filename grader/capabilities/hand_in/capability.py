"""What is handed in beside the code as a capability."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.capabilities.capability import Capability
from grader.capabilities.hand_in.rules import FILE_CHECKS, FileRules
from grader.model.assessment import Payload
from grader.model.result import CheckOutcome
from grader.model.rubric import Rubric
from grader.model.submission import Submission
from grader.model.verdict import Verdict
from grader.text.reasons import said

if TYPE_CHECKING:
    from grader.capabilities.rubric_draft import RubricKey


class HandIn(Capability[Payload]):
    """Demands on the other files of a student, each of which is a check."""

    name = "hand_in"
    section_key = "files"
    checks = FILE_CHECKS

    def rubric_key(self) -> RubricKey:
        """Return what the key accepts."""
        from grader.capabilities.hand_in.rules import KEY

        return KEY

    def section(self, fields: Mapping[str, Any], total: Decimal, folder: Path | None) -> FileRules:
        """Read the demands, and the files that were handed out to students."""
        del total
        from grader.capabilities.hand_in.rules import file_rules

        return file_rules(fields, folder)

    def outcomes(self, submission: Submission, rubric: Rubric) -> Mapping[str, CheckOutcome]:
        """Judge the files that are there."""
        rules = rubric.section(FileRules)
        if rules is None:
            return {}
        from grader.capabilities.hand_in.judge import judge_files

        return judge_files(submission, rules)

    def notes(self, submission: Submission, rubric: Rubric, outcomes: Mapping[str, CheckOutcome]) -> Iterator[str]:
        """Yield what is wrong with other files and costs no points, since no item names its check, and their link."""
        rules = rubric.section(FileRules)
        if rules is None:
            return
        from grader.capabilities.hand_in.readme import CHECK, repository_of

        named = {share.check for item in rubric.criteria for share in item.shares}
        for entry in rules.checks:
            outcome = outcomes[entry.id]
            if entry.id not in named and outcome.verdict not in {Verdict.PASS, Verdict.PENDING}:
                yield said(outcome.reasons)
        link = outcomes.get(CHECK)
        if link is not None and link.verdict is Verdict.PASS:
            yield f"the repository: {repository_of(submission, rules)}"
