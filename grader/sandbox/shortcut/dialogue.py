"""Runs dialogues with the search memoized; their frames report what a plain run would have taken."""

from __future__ import annotations

from grader.model.dialogue import Dialogue
from grader.model.verdict import ENDED_ITSELF
from grader.sandbox.dialogue.runner import DialogueRunner, KnownAnswers
from grader.sandbox.running.submission_probes import SubmissionProbes
from grader.sandbox.running.usage import is_near_limit
from grader.sandbox.shortcut.claim import inconsistency_of
from grader.sandbox.shortcut.prediction import CallCost
from grader.sandbox.wire.frames import Frame, MalformedFrame
from grader.sandbox.wire.source_text import SourceText
from grader.sandbox.wire.value_decoder import MAX_INT


class DialogueCost:
    """CPU seconds that dialogues would have taken without the memo."""

    def __init__(self, source: SourceText, call_cost: CallCost | None = None) -> None:
        """Trust the memo's own estimate if no `call_cost` was measured; `source` is the text of the submission."""
        self._source = source
        self._call_cost = call_cost
        self._part_seconds = 0.0
        self.longest_part = 0.0
        """The longest part between two questions that went over the wall, by the larger estimate."""
        self.inconsistent = False
        """Whether a frame reported that something contradicted the memo."""

    def read(self, frame: Frame) -> None:
        """Add the cost that a frame of a dialogue reports (MalformedFrame if it reports none)."""
        self.inconsistent = self.inconsistent or inconsistency_of(frame, self._source) is not None
        real, saved, calls = (_read_number(frame.message.get(name)) for name in ("real", "saved", "calls"))
        upper = (real + saved) / 1000
        if self._call_cost is not None:
            counted = real / 1000 + calls * self._call_cost.plain
            upper = max(counted, upper - calls * self._call_cost.overhead)
        self._part_seconds += upper
        if frame.message["type"] != "said":
            self.longest_part, self._part_seconds = max(self.longest_part, self._part_seconds), 0.0


class ShortcutDialogueRunner(DialogueRunner):
    """Runs dialogues until one ends its probe, contradicts the memo or would come near a limit in a plain run."""

    def __init__(self, probes: SubmissionProbes, known: KnownAnswers, call_cost: CallCost | None) -> None:
        """Run dialogues in `probes`."""
        super().__init__(probes, known, max_ends=1)
        self._cost = DialogueCost(probes.source, call_cost)

    def _read_cost(self, frame: Frame) -> None:
        self._cost.read(frame)

    def _is_acceptable(self, dialogue: Dialogue, limit: float) -> bool:
        near = is_near_limit(self._cost.longest_part, limit)
        return not (near or self._cost.inconsistent) and dialogue.answer.end in ENDED_ITSELF


def _read_number(entry: object) -> int:
    if type(entry) is not int or not 0 <= entry < MAX_INT:
        raise MalformedFrame("not what it would have taken")
    return entry
