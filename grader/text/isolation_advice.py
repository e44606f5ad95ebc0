"""The purpose of each layer of the isolation; for a layer that is off, the reason and the remedy."""

from __future__ import annotations

from dataclasses import dataclass

from grader.model.isolation import Isolation, Layer

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
    """What a person should know about a layer that is off."""

    layer: str
    good_for: str
    why: str
    remedy: str


@dataclass(frozen=True, slots=True)
class AdviceRule:
    """Explains the reason that a layer gives for being off; the first rule that matches is used."""

    layer: str
    """Its name, or ``*`` for any."""
    reason: str
    """A part of the layer's `detail`, or several such parts with ``|`` between them."""
    why: str
    remedy: str


RULES = (
    AdviceRule("*", "not on this system", "{system} has no such layer", "{elsewhere}"),
    AdviceRule(
        "*",
        "no table for",
        "the numbers of the system calls are known for x86_64 and aarch64 only: {detail}",
        "grade other people's code on such a processor",
    ),
    AdviceRule(
        "landlock",
        "ENOSYS",
        "the kernel has no Landlock, or whoever runs this container hides it",
        "Linux 5.13 or newer, built with CONFIG_SECURITY_LANDLOCK=y",
    ),
    AdviceRule(
        "landlock",
        "EOPNOTSUPP",
        "the kernel has Landlock, but it was not switched on at boot",
        "boot with lsm=landlock,... on the kernel's command line, the dots being what"
        " /sys/kernel/security/lsm lists already",
    ),
    AdviceRule(
        "landlock",
        "EPERM|EACCES",
        "the container's seccomp profile is older than Landlock and refuses it",
        "a newer Docker (since 23), or its current profile: docker run --security-opt seccomp=default.json",
    ),
    AdviceRule(
        "seccomp", "EINVAL|ENOSYS", "the kernel has no seccomp filters", "a kernel built with CONFIG_SECCOMP_FILTER=y"
    ),
    AdviceRule(
        "seccomp",
        "EPERM|EACCES",
        "whoever runs this container refuses filters to it",
        "a newer Docker, or its current profile: docker run --security-opt seccomp=default.json",
    ),
    AdviceRule(
        "namespaces",
        "EPERM|EACCES",
        "user namespaces are refused here, as by Docker's default profile and by Ubuntu's AppArmor since 24.04",
        f"on Ubuntu: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0. {BONUS}",
    ),
    AdviceRule(
        "namespaces",
        "ENOSPC",
        "no more user namespaces are allowed here",
        f"sudo sysctl user.max_user_namespaces=1000. {BONUS}",
    ),
    AdviceRule("namespaces", "EINVAL|ENOSYS", "the kernel has none", f"a kernel built with CONFIG_USER_NS=y. {BONUS}"),
    AdviceRule("namespaces", "", "they could not be had here: {detail}", f"nothing to do. {BONUS}"),
    AdviceRule(
        "other_user", "not root", "the grader does not run as root, so there are no rights to give up", "nothing to do"
    ),
    AdviceRule(
        "other_user",
        "interpreter cannot be read",
        "no other user may read the interpreter that root grades with, for example because it lies below /root",
        "use an interpreter outside /root, or grade as an ordinary user",
    ),
    AdviceRule(
        "fixed_addresses",
        "EPERM|EACCES",
        "address layout: random. The container's seccomp profile refuses to fix it, as Docker's default one does",
        "nothing to do, unless a mark depends on addresses: docker run --security-opt seccomp=unconfined",
    ),
    AdviceRule("*", "", "it could not be had here: {detail}", NOTHING_KNOWN),
)


def advice(isolation: Isolation, system: str) -> tuple[LayerAdvice, ...]:
    """Return advice on each layer that is off; `system` is the name from ``platform.system()``."""
    return tuple(_advice(layer, system) for layer in isolation.layers if not layer.on)


def _explains(rule: AdviceRule, detail: str) -> bool:
    return any(part in detail for part in rule.reason.split("|"))


def _advice(layer: Layer, system: str) -> LayerAdvice:
    rule = next(one for one in RULES if one.layer in {"*", layer.name} and _explains(one, layer.detail))
    facts = {
        "detail": layer.detail or "no reason was given",
        "system": SYSTEMS.get(system, system),
        "elsewhere": ELSEWHERE.get(system, LINUX),
    }
    return LayerAdvice(
        layer=layer.name,
        good_for=PURPOSES.get(layer.name, "a part of what holds the code back"),
        why=rule.why.format(**facts),
        remedy=rule.remedy.format(**facts),
    )
