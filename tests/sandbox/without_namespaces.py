"""
Runs a command, and all it starts, as containers do: under a filter that refuses new namespaces and mounts.

``python tests/sandbox/without_namespaces.py pytest tests/sandbox`` is how the suite is tried where user namespaces are
forbidden, as under Docker's default profile.
"""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
FORBIDDEN = ("unshare", "setns", "mount", "umount2", "pivot_root", "chroot")


def forbid() -> None:
    """Refuse `FORBIDDEN` to this process and all it starts, for good."""
    sys.path.insert(0, str(ROOT))
    from grader.sandbox.inside.wall import kernel, seccomp

    sys.path.pop(0)
    refused = [kernel.NUMBERS[name] for name in FORBIDDEN]
    code = [seccomp.load(seccomp.NUMBER)]
    code += [seccomp.compare(seccomp.EQUAL, len(refused) - at, 0, number) for at, number in enumerate(refused)]
    code += [seccomp.answer(seccomp.ALLOW), seccomp.fail(errno.EPERM)]
    kernel.prctl(kernel.SET_NO_NEW_PRIVS, 1)
    seccomp.install(seccomp.packed(code))


if __name__ == "__main__":
    forbid()
    os.execvp(sys.argv[1], sys.argv[1:])  # noqa: S606 - the caller's command
