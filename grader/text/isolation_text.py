"""How a submission's code was isolated, in one sentence made from the results of the self-test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from grader.model.isolation import Isolation, Layer, Level
from grader.text.number_text import count_text

REACH = {
    "read_outside": "read the files of whoever grades",
    "write": "write files",
    "socket": "use the network",
    "fork": "start processes",
    "signal_parent": "end the grader's own processes",
    "exec": "run programs",
}
"""What the code can do when this attempt of the self-test is not blocked."""
NAMES = {
    "landlock": "Landlock",
    "seccomp": "seccomp",
    "namespaces": "namespaces",
    "limits": "limits",
}
"""The layers that the sentence names; the other layers support these."""
UNTRIED = "The code ran with the rights of whoever grades; what it could reach was not tried. Run only code you trust."


def isolation_sentence(isolation: Isolation | None) -> str:
    """
    Return what every report says about `isolation`; None means that no code was run.

    Only what the self-test found blocked is called impossible.
    """
    if isolation is None:
        return "Isolation: not known, since none of the code was run."
    return f"Isolation: {isolation.level.value}. {_reach(isolation)}"


def short_isolation(isolation: Isolation | None) -> str:
    """Return the level alone, and below `full` what to do about it."""
    if isolation is None:
        return "not known, since none of the code was run"
    level = isolation.level
    return level.value if level.reaches(Level.FULL) else f"{level.value}; run only code you trust (see grader doctor)"


def isolation_sentences(isolations: Iterable[Isolation | None]) -> list[str]:
    """Return what the reports on a class say: one sentence, or several, each with the number of its submissions."""
    known = [isolation for isolation in isolations if isolation is not None]
    known.sort(key=lambda isolation: list(Level).index(isolation.level))
    counts = Counter(map(isolation_sentence, known))
    if len(counts) == 1:
        return list(counts)
    return [f"{count_text(count, 'submission')}: {sentence}" for sentence, count in counts.items()]


def possible_actions(isolation: Isolation) -> list[str]:
    """Return what the self-test found possible, as phrases such as ``write files``."""
    attempts = (attempt for attempt in isolation.self_test if not attempt.blocked)
    return [REACH.get(attempt.name, attempt.name.replace("_", " ")) for attempt in attempts]


def join_words(words: Sequence[str]) -> str:
    """Return words as an English list: ``one, two and three``."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _reach(isolation: Isolation) -> str:
    if not isolation.self_test:
        return UNTRIED
    possible, basis = join_words(possible_actions(isolation)), _basis(isolation)
    if isolation.level is Level.BASIC:
        could = f"; it COULD {possible}" if possible else ""
        return f"The code ran with the rights of whoever grades{could} ({basis}). Run only code you trust."
    if possible:
        return f"The code COULD {possible} ({basis}). Grade only code you trust."
    if isolation.level is Level.PARTIAL:
        off = ", ".join(NAMES[layer.name] for layer in isolation.layers if _is_needed(layer) and not layer.on)
        but = f"but not every layer holds{f' (off: {off})' if off else ''}"
        return f"What was tried was blocked ({basis}), {but}. Grade only code you trust."
    in_namespaces = ", and ran in namespaces of its own" if isolation.level is Level.FULL_PLUS else ""
    return f"The code could reach no file, no network and no other program{in_namespaces} ({basis})."


def _basis(isolation: Isolation) -> str:
    """Return the evidence for the level: the layers that are on, and what the self-test found."""
    active = {layer.name for layer in isolation.layers if layer.on}
    on = [name for key, name in NAMES.items() if key in active]
    blocked = sum(attempt.blocked for attempt in isolation.self_test)
    tried = len(isolation.self_test)
    verb = "was" if blocked == 1 else "were"
    test = f"{blocked} of {count_text(tried, 'attempt')} in the self-test {verb} blocked"
    return f"{', '.join(on)}; {test}" if on else test


def _is_needed(layer: Layer) -> bool:
    # Namespaces are an addition: the other layers are enough without them.
    return layer.name in NAMES and layer.name != "namespaces"
