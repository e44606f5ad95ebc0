"""Trims a story to the reader's level of detail, before any format gets it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from grader.blocks import Block, Detail, Failure, Fold, Items, Lines, Section, Story, Widget


def shown_at(level: Detail, story: Story) -> Story:
    """Return the story with the blocks for a reader at `level`."""
    blocks = _shown(level, story.blocks) if level > Detail.BRIEF else ()
    left_out = _findings(story.blocks) - _findings(blocks)
    closing = story.closing if level < Detail.ALL else ()
    answer = _shown(level, story.answer)
    return replace(story, answer=answer, blocks=blocks, closing=closing, left_out=left_out, level=level)


def _shown(level: Detail, blocks: Iterable[Block]) -> tuple[Block, ...]:
    return tuple(_trimmed(level, block) for block in blocks if block.level <= level)


def _trimmed(level: Detail, block: Block) -> Block:
    if isinstance(block, Fold) and block.inside > level:
        return replace(block, children=())
    if isinstance(block, Items) and level < Detail.ALL:
        return replace(block, items=tuple(replace(one, children=()) for one in block.items))
    if isinstance(block, Lines) and block.enough and level < Detail.ALL:
        return replace(block, lines=tuple(one for one in block.lines if one.text.strip())[-block.enough :])
    if isinstance(block, Section | Failure | Fold):
        return replace(block, children=_shown(level, block.children))
    if isinstance(block, Widget):
        return replace(block, otherwise=_shown(level, block.otherwise))
    return block


def _findings(blocks: Iterable[Block]) -> int:
    return sum(
        isinstance(block, Failure) + _findings(block.children)
        for block in blocks
        if isinstance(block, Section | Failure | Fold)
    )
