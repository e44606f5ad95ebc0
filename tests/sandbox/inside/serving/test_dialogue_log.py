"""The log of a dialogue: what is sent depends on the text that is printed, not on the pieces in which it comes."""

from __future__ import annotations

from typing import Any

import pytest

from grader.sandbox.inside.serving.codec import Channel
from grader.sandbox.inside.serving.dialogues import SEND_SIZE, DialogueLog


class SentFrames(Channel):
    """A channel that keeps the messages."""

    def __init__(self) -> None:
        """Start with none."""
        self.messages: list[dict[str, Any]] = []

    def send(self, message: dict[str, Any], numbers: bytes = b"") -> None:
        """Keep `message`."""
        assert not numbers
        self.messages.append(message)


def sent(pieces: list[str]) -> list[dict[str, Any]]:
    """Return the messages about a dialogue that prints `pieces` and ends."""
    channel = SentFrames()
    log = DialogueLog(channel, None, channel.send, [])
    for piece in pieces:
        log.add_printed(piece)
    log.close({"value": None})
    return channel.messages


@pytest.mark.parametrize("characters", [SEND_SIZE - 1, SEND_SIZE, SEND_SIZE + 1, 3 * SEND_SIZE, 9 * SEND_SIZE])
@pytest.mark.parametrize("size", [1, 7, SEND_SIZE - 1, SEND_SIZE])
def test_the_pieces_of_a_text_do_not_show(characters: int, size: int) -> None:
    """The memo repeats in one piece what a call printed in many."""
    text = ("abcdefghij" * characters)[:characters]
    pieces = [text[at : at + size] for at in range(0, characters, size)]

    assert sent([text]) == sent(pieces)
    assert len(sent([text])) == 1 + (characters >= SEND_SIZE)
