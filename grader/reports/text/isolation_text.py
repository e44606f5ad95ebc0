"""How far apart a submission's code ran, in one plain sentence made from what the self-test found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from grader.model.isolation import Isolation, Layer, Level
from grader.reports.text.number_text import counted

REACH = {
    "read_outside": "read the files of whoever grades",
    "write": "write files",
    "socket": "use the network",
    "fork": "start processes",
    "signal_parent": "end the grader's own processes",
    "exec": "run programs",
}
"""What an attempt of the self-test shows to be possible where it is not blocked."""
NAMES = {
    "landlock": "Landlock",
    "seccomp": "seccomp",
    "namespaces": "namespaces",
    "limits": "limits",
}
"""The layers that a sentence names; the others serve these."""
UNTRIED = "The code ran with the rights of whoever grades; what it could reach was not tried. Run only code you trust."


def sentence(isolation: Isolation | None) -> str:
    """Return what every report says of `isolation`; it promises nothing that the self-test did not find blocked."""
    if isolation is None:
        return "Isolation: not known, since none of the code was run."
    return f"Isolation: {isolation.level.value}. {_reach(isolation)}"


def sentences(isolations: Iterable[Isolation | None]) -> list[str]:
    """Return what is to be said of a class: one sentence, or several with how many each of them is about."""
    known = [one for one in isolations if one is not None]
    found = Counter(sentence(one) for one in sorted(known, key=lambda one: list(Level).index(one.level)))
    if len(found) == 1:
        return list(found)
    return [f"{counted(number, 'submission')}: {said}" for said, number in found.items()]


def what_is_open(isolation: Isolation) -> list[str]:
    """Return what the self-test found to be possible, as verbs: ``write files``."""
    return [REACH.get(one.name, one.name.replace("_", " ")) for one in isolation.self_test if not one.blocked]


def listed(words: Sequence[str]) -> str:
    """Return words as a sentence has them: ``one, two and three``."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _reach(isolation: Isolation) -> str:
    if not isolation.self_test:
        return UNTRIED
    possible, basis = listed(what_is_open(isolation)), _basis(isolation)
    if isolation.level is Level.BASIC:
        could = f"; it COULD {possible}" if possible else ""
        return f"The code ran with the rights of whoever grades{could} ({basis}). Run only code you trust."
    if possible:
        return f"The code COULD {possible} ({basis}). Grade only code you trust."
    if isolation.level is Level.PARTIAL:
        off = ", ".join(NAMES[one.name] for one in isolation.layers if _matters(one) and not one.on)
        but = f"but not every layer holds{f' (off: {off})' if off else ''}"
        return f"What was tried was blocked ({basis}), {but}. Grade only code you trust."
    apart = ", and ran in namespaces of its own" if isolation.level is Level.FULL_PLUS else ""
    return f"The code could reach no file, no network and no other program{apart} ({basis})."


def _basis(isolation: Isolation) -> str:
    """Say what the level rests on."""
    on = [name for key, name in NAMES.items() if any(one.name == key and one.on for one in isolation.layers)]
    blocked = sum(one.blocked for one in isolation.self_test)
    tried = len(isolation.self_test)
    verb = "was" if blocked == 1 else "were"
    test = f"{blocked} of {counted(tried, 'attempt')} in the self-test {verb} blocked"
    return f"{', '.join(on)}; {test}" if on else test


def _matters(layer: Layer) -> bool:
    # Namespaces are a bonus: without them nothing is missing.
    return layer.name in NAMES and layer.name != "namespaces"
