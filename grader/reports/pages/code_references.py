"""Links what the page says about the code to the lines of the listing; equal lines are quoted once."""

from __future__ import annotations

from dataclasses import replace

from grader.model.result import CriterionResult
from grader.reports.pages.check_entries import CheckEntry
from grader.reports.pages.code_listing import CodeLink, CodeListing
from grader.reports.pages.evidence import Evidence
from grader.reports.pages.rubric_items import QualityEntry, RubricItem, RubricSection


class CodeReferences:
    """Adds links to the parts of a page, which must come in their order on the page."""

    def __init__(self, code: CodeListing) -> None:
        """Link to lines of `code`."""
        self._code = code
        self._ids: dict[object, str] = {}
        """The ids of what was quoted before."""

    def section(self, section: RubricSection, criteria: tuple[CriterionResult, ...]) -> RubricSection:
        """Return the rubric of the page, made from `criteria`, with links."""
        return RubricSection(
            shared=tuple(replace(one, entry=self._entry(one.entry)) for one in section.shared),
            items=tuple(map(self._item, section.items, criteria)),
            first=section.first,
        )

    def _item(self, item: RubricItem, criterion: CriterionResult) -> RubricItem:
        functions = dict.fromkeys(check.function for check in criterion.checks)
        found = [(function, self._code.definition(function)) for function in functions]
        return replace(
            item,
            definitions=tuple(CodeLink(f"{function}: {link.label}", link.target) for function, link in found if link),
            kinds=tuple(map(self._quality, item.kinds)),
            entries=tuple(map(self._entry, item.entries)),
            folded=tuple(map(self._entry, item.folded)),
        )

    def _quality(self, kind: QualityEntry) -> QualityEntry:
        return replace(kind, findings=tuple(one._replace(target=self._code.target(one.at)) for one in kind.findings))

    def _entry(self, entry: CheckEntry) -> CheckEntry:
        return entry if entry.evidence is None else replace(entry, evidence=self._evidence(entry.evidence))

    def _evidence(self, shown: Evidence) -> Evidence:
        """Return `shown` with links, and without lines that are quoted before it."""
        if shown.excerpt and shown.raised_at:
            known = shown.excerpt in self._ids
            excerpt_id = self._id_of(shown.excerpt, "excerpt")
            shown = replace(
                shown,
                excerpt=() if known else shown.excerpt,
                excerpt_id=excerpt_id,
                raised_target=self._code.target(shown.raised_at),
            )
        lines = self._code.lines_run(shown.run)
        if len(lines) <= 1:  # the line that raised, or that returned at once, shows nothing more
            return shown
        known = (lines, shown.stopped) in self._ids
        lines_run_id = self._id_of((lines, shown.stopped), "lines-run")
        return replace(shown, lines_run=() if known else lines, lines_run_id=lines_run_id)

    def _id_of(self, quoted: object, kind: str) -> str:
        return self._ids.setdefault(quoted, f"{kind}-{len(self._ids)}")
