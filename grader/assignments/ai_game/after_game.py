"""What a person types at a question after the end of a game, such as whether to play again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from grader.assignments.ai_game.choices import Manner

NO_NAMED = ("n", "no", "0")
NO = (*NO_NAMED, "", "q", "quit", "exit", "2")
YES = ("y", "yes", "1")
"""These come last: they may begin another game, or answer a question whether to quit."""
ENTER = frozenset({"enter", "return", "key"})
FIRST_ANSWERS = ("n", "", "0", "2", "y", "1")
"""What is typed first in further dialogues, one after the other, if a program is not content with what it was told."""
LOOKED_AT = 500
"""Characters before a question in which its answers may be named."""
WORD = re.compile(r"\w+")
AROUND = "()[]{}<>:;?.,!\"'"


class AnswersAfterGame:
    """Answers the questions after the end of one game, each question in the ways that it names before any other."""

    def __init__(self, manner: Manner) -> None:
        """Answer a program that talks in this `manner`."""
        self._manner = manner
        self._typed: list[tuple[str, str]] = []
        """Each question, which is its last line, with the answer."""

    def answer(self, text: str) -> str | None:
        """Return what is typed after `text`, what was printed since the last input; None if all was in vain."""
        asked = text[-LOOKED_AT:]
        question = asked.strip().rpartition("\n")[2]
        first = self._manner.first_answer
        forced: list[str] = [] if first is None or self._typed else [first]
        line = next((one for one in (*forced, *_answers(asked)) if (question, one) not in self._typed), None)
        if line is None or len(self._typed) >= self._manner.patience:
            return None
        self._typed.append((question, line))
        return line


def _answers(asked: str) -> Iterator[str]:
    """Yield what may be typed at a question, the likeliest first."""
    words: list[str] = WORD.findall(asked)
    lower = [word.lower() for word in words]
    yield from _spelled(NO_NAMED, words, lower)
    if not ENTER.isdisjoint(lower):
        yield ""
    yield from _spelled(NO, words, lower)
    choices = [piece.strip(AROUND).split("/") for piece in asked.split() if "/" in piece]
    yield from (one[-1] for one in choices if len(one) == 2 and one[0].lower() not in NO)  # noqa: PLR2004 - ja/nein
    yield from NO
    yield from _spelled(YES, words, lower)
    yield from YES


def _spelled(answers: Sequence[str], words: Sequence[str], lower: Sequence[str]) -> Iterator[str]:
    """Yield those of `answers` that are among the `words`, in the case in which the question names them."""
    return (words[lower.index(answer)] for answer in answers if answer in lower)
