"""For every layer that is off: what it is good for, why it is off, how to get it."""

from __future__ import annotations

import pytest

from grader.model.isolation import Level
from grader.text.isolation_text import NOTHING_KNOWN, PURPOSES, advice
from tests.sandbox.isolations import LEVELS, ON, isolation

REASONS = [
    ("landlock", "landlock_create_ruleset: ENOSYS", "Linux", "has no Landlock", "Linux has it since 5.13"),
    ("landlock", "landlock_create_ruleset: ENOSYS", "Linux", "", "CONFIG_SECURITY_LANDLOCK"),
    ("landlock", "landlock_create_ruleset: EOPNOTSUPP", "Linux", "not switched on at boot", "lsm=landlock,"),
    ("landlock", "landlock_create_ruleset: EPERM", "Linux", "seccomp profile is older", "a newer Docker"),
    ("landlock", "no table for riscv64", "Linux", "no table for riscv64", "on such a processor"),
    ("landlock", "not on this system", "Darwin", "macOS has no such layer", "a container or a virtual machine"),
    ("landlock", "not on this system", "Windows", "Windows has no such layer", "use WSL2"),
    ("limits", "Windows confirms no job with CPU", "Windows", "no job with CPU", "use WSL2"),
    ("landlock", "not on this system", "FreeBSD", "FreeBSD has no such layer", "use a Linux machine"),
    ("seccomp", "seccomp: EINVAL", "Linux", "no seccomp filters", "CONFIG_SECCOMP_FILTER"),
    ("seccomp", "seccomp: EACCES", "Linux", "refuses filters", "a newer Docker"),
    ("seccomp", "no table for riscv64", "Linux", "x86_64 and aarch64 only", "on such a processor"),
    ("namespaces", "unshare: EPERM", "Linux", "Docker's default profile", "Not needed"),
    ("namespaces", "unshare: EPERM", "Linux", "AppArmor", "sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0"),
    ("namespaces", "unshare: ENOSPC", "Linux", "no more user namespaces", "sudo sysctl user.max_user_namespaces"),
    ("namespaces", "unshare: EINVAL", "Linux", "the kernel has none", "CONFIG_USER_NS"),
    ("namespaces", "mount: EBUSY", "Linux", "mount: EBUSY", "Not needed"),
    ("other_user", "not root", "Linux", "does not run as root", "nothing to do"),
    (
        "other_user",
        "the interpreter cannot be read by user 65534",
        "Linux",
        "no other user may read the interpreter",
        "use an interpreter outside /root, or grade as an ordinary user",
    ),
    ("no_new_privs", "prctl: not on this system", "Darwin", "macOS has no such layer", "virtual machine"),
    ("limits", "refused: AS, CPU", "Darwin", "refused: AS, CPU", NOTHING_KNOWN),
    ("capabilities", "", "Linux", "no reason was given", NOTHING_KNOWN),
]


@pytest.mark.parametrize(("layer", "detail", "system", "why", "remedy"), REASONS)
def test_a_reason_has_its_explanation_and_its_remedy(
    layer: str, detail: str, system: str, why: str, remedy: str
) -> None:
    """One advice for the one layer that is off."""
    (one,) = advice(isolation(Level.PARTIAL, {layer: detail}), system)

    assert (layer, PURPOSES[layer]) == (one.layer, one.good_for)
    assert why in one.why
    assert remedy in one.remedy


@pytest.mark.parametrize("system", ["Linux", "Darwin", "Windows"])
@pytest.mark.parametrize("detail", ["{braces} {0}", "%s", "EWHATEVER"])
def test_any_reason_is_passed_on(detail: str, system: str) -> None:
    """An unknown reason is shown as it is, with a request to report it."""
    found = advice(isolation(Level.BASIC, dict.fromkeys(ON, detail)), system)

    assert list(ON) == [one.layer for one in found]
    assert all(detail in one.why and one.remedy for one in found)


def test_what_is_on_needs_no_advice() -> None:
    """At full+ there is nothing to say."""
    assert () == advice(LEVELS[Level.FULL_PLUS], "Linux")


def test_every_layer_has_a_purpose() -> None:
    """Every layer has a purpose that the advice can name."""
    assert set(ON) <= set(PURPOSES)
