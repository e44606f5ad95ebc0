"""Every known attack has a fixture."""

from __future__ import annotations

from tests.hostile.corpus import ATTACKS

KNOWN = {
    "reading what it must not": """read-hidden-tests read-oracle-direct frame-walk gc-walk-oracle sys-modules-oracle
        proc-parent proc-mem-parent inherited-fds""",
    "lying about values and patching the harness": """always-equal str-subclass-lies module-swap patch-builtins
        patch-pytest-unittest import-hook pickle-payload pickle-parent-patch mutating-args""",
    "forging the result": """os-exit-forged os-exit-in-call atexit-forge sys-exit-import sys-exit-in-call
        keyboardinterrupt baseexception generatorexit-skip pipe-forge-flood pipe-close stdout-forge overwrite-submission
        chmod-grader""",
    "time": """loop-import loop-call sleep-forever swallow-baseexception swallow-signals bigint-in-C sum-range-in-C
        regex-catastrophe""",
    "crashes": "recursion c-stack-overflow segfault-ctypes abort self-sigkill",
    "resources": """fork-bomb thread-bomb daemon-left subprocess-shell memory-list memory-huge memory-string disk-fill
        fd-exhaust stdout-flood stderr-flood-call""",
    "other processes and the network": "kill-parent net-exfil unix-socket",
    "hostile values and messages": """val-nan val-inf val-bigint val-bool-for-int val-ansi val-html val-csv val-bidi
        val-nul val-deep val-generator val-infinite-gen val-infinite-repr val-megabyte exc-ansi-message""",
    "source files": """src-coding-rot13 src-parens-bomb src-fold-bomb src-syntax-error src-nul src-latin1 src-huge
        src-symlink src-device""",
}
KEYS = {
    *("story", "points", "verdicts", "says", "notes", "never", "refused"),
    *("limits", "needs", "allow", "waits", "slow", "make"),
}


def test_every_known_attack_has_a_fixture() -> None:
    """None of the attacks that were tried on other graders is missing."""
    assert set() == set(" ".join(KNOWN.values()).split()) - set(ATTACKS)


def test_an_attack_states_no_key_that_nothing_reads() -> None:
    """A misspelt one would compare nothing."""
    assert set() == {key for attack in ATTACKS.values() for key in attack.expect} - KEYS
