"""One sentence on how a submission's code was isolated; for each missing layer the reason and the remedy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from grader.model.isolation import Isolation, Layer, Level
from grader.text.number_text import count_text, join_words

REACH = {
    "read_outside": "read the files of whoever grades",
    "write": "write files",
    "socket": "use the network",
    "fork": "start processes",
    "signal_parent": "end the grader's own processes",
    "exec": "run programs",
}
"""The ability of the code when this attempt of the self-test is not blocked."""
NAMES = {"landlock": "Landlock", "seccomp": "seccomp", "namespaces": "namespaces", "limits": "limits"}
"""The layers that the sentence names. The other layers support these."""
UNTRIED = "The code ran with the rights of whoever grades; what it could reach was not tried. Run only code you trust."


def isolation_sentence(isolation: Isolation | None) -> str:
    """
    Return the sentence of all reports about `isolation`; None means that no code ran.

    The sentence calls impossible only what the self-test found blocked.
    """
    if isolation is None:
        return "Isolation: not known, since none of the code was run."
    return f"Isolation: {isolation.level.value}. {_reach(isolation)}"


def isolation_sentences(isolations: Iterable[Isolation | None]) -> list[str]:
    """Return one sentence for a class, or several sentences, each with the number of its submissions."""
    known = [isolation for isolation in isolations if isolation is not None]
    known.sort(key=lambda isolation: list(Level).index(isolation.level))
    counts = Counter(map(isolation_sentence, known))
    if len(counts) == 1:
        return list(counts)
    return [f"{count_text(count, 'submission')}: {sentence}" for sentence, count in counts.items()]


def possible_actions(isolation: Isolation) -> list[str]:
    """Return the actions that the self-test found possible, as phrases such as ``write files``."""
    attempts = (attempt for attempt in isolation.self_test if not attempt.blocked)
    return [REACH.get(attempt.name, attempt.name.replace("_", " ")) for attempt in attempts]


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
        # Namespaces are optional: the other layers are enough.
        needed = NAMES.keys() - {"namespaces"}
        off = ", ".join(NAMES[layer.name] for layer in isolation.layers if layer.name in needed and not layer.on)
        but = f"but not every layer holds{f' (off: {off})' if off else ''}"
        return f"What was tried was blocked ({basis}), {but}. Grade only code you trust."
    in_namespaces = ", and ran in namespaces of its own" if isolation.level is Level.FULL_PLUS else ""
    return f"The code could reach no file, no network and no other program{in_namespaces} ({basis})."


def _basis(isolation: Isolation) -> str:
    active = {layer.name for layer in isolation.layers if layer.on}
    on = [name for key, name in NAMES.items() if key in active]
    blocked = sum(attempt.blocked for attempt in isolation.self_test)
    tried = len(isolation.self_test)
    verb = "was" if blocked == 1 else "were"
    test = f"{blocked} of {count_text(tried, 'attempt')} in the self-test {verb} blocked"
    return f"{', '.join(on)}; {test}" if on else test


PURPOSES = {
    "namespaces": "hides other processes, the network and the rest of the disk from the code",
    "landlock": "keeps the code from files, and from TCP where the kernel is new enough",
    "seccomp": "keeps the code from processes, programs, sockets, signals and every other call it does not need",
    "session": "cuts the code off from the terminal",
    "limits": "bounds memory, processor time, files and processes",
    "other_user": "where root grades, the code runs as a user without rights",
    "capabilities": "gives up for good what root may do beyond others",
    "dies_with_parent": "ends the code with the grader, even when that is killed",
    "not_dumpable": "keeps other processes out of the memory of this one",
    "no_new_privs": "keeps the code from gaining rights by starting a program",
    "fixed_addresses": "gives objects the same addresses in every run, and so sets of objects the same order",
}
BONUS = "Not needed where there is Landlock; where there is none, they can stand in for it."
NOTHING_KNOWN = "nothing is known for this case; please report what `grader doctor --format json` prints"
SYSTEMS = {"Darwin": "macOS"}
ELSEWHERE = {
    "Darwin": "for other people's code use a Linux machine, a container or a virtual machine: nothing of macOS's own"
    " keeps the code from files as the Linux kernel does",
    "Windows": "for other people's code use WSL2: the same commands in its Linux shell",
}
LINUX = "for other people's code use a Linux machine"


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerAdvice:
    layer: str
    good_for: str
    why: str
    remedy: str


RULES = (
    ("*", "not on this system", "{system} has no such layer", "{elsewhere}"),
    ("*", "Windows confirms no", "{detail}", "{elsewhere}"),
    (
        "*",
        "no table for",
        "the numbers of the system calls are known for x86_64 and aarch64 only: {detail}",
        "grade other people's code on such a processor",
    ),
    (
        "landlock",
        "ENOSYS",
        "the kernel has no Landlock, or whoever runs this container hides it",
        (
            "a kernel built with CONFIG_SECURITY_LANDLOCK=y; Linux has it since 5.13, but some distributions left it"
            " out of kernels with a higher number"
        ),
    ),
    (
        "landlock",
        "EOPNOTSUPP",
        "the kernel has Landlock, but it was not switched on at boot",
        (
            "boot with lsm=landlock,... on the kernel's command line, the dots being what"
            " /sys/kernel/security/lsm lists already"
        ),
    ),
    (
        "landlock",
        "EPERM|EACCES",
        "the container's seccomp profile is older than Landlock and refuses it",
        "a newer Docker (since 23), or its current profile: docker run --security-opt seccomp=default.json",
    ),
    ("seccomp", "EINVAL|ENOSYS", "the kernel has no seccomp filters", "a kernel built with CONFIG_SECCOMP_FILTER=y"),
    (
        "seccomp",
        "EPERM|EACCES",
        "whoever runs this container refuses filters to it",
        "a newer Docker, or its current profile: docker run --security-opt seccomp=default.json",
    ),
    (
        "namespaces",
        "EPERM|EACCES",
        "user namespaces are refused here, as by Docker's default profile and by Ubuntu's AppArmor since 24.04",
        f"on Ubuntu: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0. {BONUS}",
    ),
    (
        "namespaces",
        "ENOSPC",
        "no more user namespaces are allowed here",
        f"sudo sysctl user.max_user_namespaces=1000. {BONUS}",
    ),
    ("namespaces", "EINVAL|ENOSYS", "the kernel has none", f"a kernel built with CONFIG_USER_NS=y. {BONUS}"),
    ("namespaces", "", "they could not be had here: {detail}", f"nothing to do. {BONUS}"),
    ("other_user", "not root", "the grader does not run as root, so there are no rights to give up", "nothing to do"),
    (
        "other_user",
        "interpreter cannot be read",
        "no other user may read the interpreter that root grades with, for example because it lies below /root",
        "use an interpreter outside /root, or grade as an ordinary user",
    ),
    (
        "fixed_addresses",
        "EPERM|EACCES",
        "address layout: random. The container's seccomp profile refuses to fix it, as Docker's default one does",
        "nothing to do, unless a mark depends on addresses: docker run --security-opt seccomp=unconfined",
    ),
    ("*", "", "it could not be had here: {detail}", NOTHING_KNOWN),
)
"""
Explanations for a layer that is off: layer (``*`` for any), a part of its `detail`, reason, remedy.

``|`` separates several parts. The first row that fits counts.
"""


def advice(isolation: Isolation, system: str) -> tuple[LayerAdvice, ...]:
    """Return advice on each layer that is off; `system` is the name from ``platform.system()``."""
    return tuple(_advice(layer, system) for layer in isolation.layers if not layer.on)


def _advice(layer: Layer, system: str) -> LayerAdvice:
    fitting = (
        (why, remedy)
        for name, reason, why, remedy in RULES
        if name in {"*", layer.name} and any(part in layer.detail for part in reason.split("|"))
    )
    why, remedy = next(fitting)
    facts = {
        "detail": layer.detail or "no reason was given",
        "system": SYSTEMS.get(system, system),
        "elsewhere": ELSEWHERE.get(system, LINUX),
    }
    return LayerAdvice(
        layer=layer.name,
        good_for=PURPOSES.get(layer.name, "a part of what holds the code back"),
        why=why.format(**facts),
        remedy=remedy.format(**facts),
    )
