"""
Runs a command as a container does: Docker's namespaces, capabilities, device files and default system call filter.

``python -m tests.containers.docker_like --user 1000 -- grader doctor`` shows what a platform that runs containers would
show. It needs root, x86_64 and no Docker. ``--root`` is the folder of another system; `fresh_root.sh` makes one. With
``--landlock old-kernel`` the kernel seems to have no Landlock, with ``old-docker`` Docker's filter refuses it.
"""

from __future__ import annotations

import argparse
import ctypes
import errno
import os
import signal
import struct
import sys
from collections.abc import Sequence
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
sys.path.insert(0, str(CHECKOUT))
from grader.sandbox.inside.wall import kernel, namespaces, seccomp  # noqa: E402 - this file is run by its path too

sys.path.pop(0)

HOST_NAME, CONTROL_GROUPS = 0x04000000, 0x02000000
"""CLONE_NEWUTS, CLONE_NEWCGROUP (linux/sched.h)."""
READ_ONLY, NO_PROGRAMS, REMOUNT = 1, 8, 32
"""MS_RDONLY, MS_NOEXEC, MS_REMOUNT (linux/mount.h)."""
DROP_FROM_BOUNDING_SET = 24
"""PR_CAPBSET_DROP (linux/prctl.h)."""
CAPABILITIES = (0, 1, 3, 4, 5, 6, 7, 8, 10, 13, 18, 27, 29, 31)
"""What Docker leaves to root, by number (linux/capability.h), such as 18, CAP_SYS_CHROOT, and not 21, CAP_SYS_ADMIN."""
CAPABILITY_COUNT = 41
ENVIRONMENT = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"}
"""Nothing of the caller's."""
DEVICES = ("null", "zero", "full", "random", "urandom", "tty")
HIDDEN = ("/proc/kcore", "/proc/keys", "/proc/timer_list", "/sys/firmware")
PROTECTED = ("/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger")

REFUSED = (
    *(103, 134, 136, 139, 153, 155, 156, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175, 176, 177),
    *(178, 179, 180, 181, 182, 183, 184, 185, 212, 227, 236, 237, 238, 239, 246, 248, 249, 250, 256, 272, 279, 298),
    *(300, 304, 308, 312, 313, 320, 321, 323, 428, 429, 430, 431, 432, 433, 438, 440, 442, 443, 450),
)
"""
The calls of x86_64 that Docker's default profile does not allow without further capabilities, by number: among them
unshare (272), setns (308), mount (165), pivot_root (155), bpf (321), keyctl (250), userfaultfd (323).
"""
CLONE, CLONE3, PERSONALITY, SOCKET = 56, 435, 135, 41
NEW_NAMESPACES = 0x7E020000
"""The flags of `clone` that make namespaces: the profile refuses calls with any of them."""
PERSONALITIES = (0, 8, 0x20000, 0x20008, 0xFFFFFFFF)
VIRTUAL_MACHINE_SOCKETS = 40
LANDLOCK = (444, 445, 446)
NEWEST_CALL = 461
"""Calls above this number are unknown to the profile; the runtime answers ENOSYS, so that programs use older ones."""
LANDLOCK_ANSWERS = {"works": 0, "old-kernel": errno.ENOSYS, "old-docker": errno.EPERM}


def docker_filter(landlock: int) -> list[seccomp.Instruction]:
    """Return Docker's default filter for x86_64; Landlock's calls fail with the error `landlock`, unless that is 0."""
    permitted, refused = seccomp.answer(seccomp.ALLOW), seccomp.fail(errno.EPERM)
    flags = [seccomp.argument(0), seccomp.compare(seccomp.ANY_BIT, 0, 1, NEW_NAMESPACES), refused, permitted]
    family = [seccomp.argument(0), seccomp.compare(seccomp.EQUAL, 0, 1, VIRTUAL_MACHINE_SOCKETS), refused, permitted]
    rules = {
        **{number: [refused] for number in REFUSED},
        CLONE: flags,
        CLONE3: [seccomp.fail(errno.ENOSYS)],
        PERSONALITY: seccomp.one_of(0, PERSONALITIES, errno.EPERM),
        SOCKET: family,
        **{number: [seccomp.fail(landlock)] for number in (LANDLOCK if landlock else ())},
    }
    code = [seccomp.load(seccomp.NUMBER)]
    for number, body in rules.items():
        code += [seccomp.compare(seccomp.EQUAL, 0, len(body), number), *body]
    return [*code, seccomp.compare(seccomp.AT_LEAST, 0, 1, NEWEST_CALL), seccomp.fail(errno.ENOSYS), permitted]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command of the command line in a container, and return its exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", default="/")
    parser.add_argument("--user", type=int, default=0)
    parser.add_argument("--landlock", choices=LANDLOCK_ANSWERS, default="works")
    parser.add_argument("command", nargs="+")
    given = parser.parse_args(arguments)
    new = namespaces.MOUNTS | namespaces.PROCESSES | namespaces.IPC | HOST_NAME | CONTROL_GROUPS
    kernel.call_libc("unshare", new)
    pid = os.fork()
    if pid == 0:
        try:
            kernel.prctl(kernel.SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
            enter_root(given.root)
            seccomp.install(seccomp.packed(docker_filter(LANDLOCK_ANSWERS[given.landlock])))
            become(given.user)
            os.execvpe(given.command[0], given.command, ENVIRONMENT)  # noqa: S606 - the caller's command
        except (OSError, kernel.Unavailable) as error:
            sys.stderr.write(f"{error}\n")
        finally:
            os._exit(125)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def enter_root(root: str) -> None:
    """Make `root` the root of this mount namespace, with what Docker mounts in it."""
    folder = os.getcwd()  # noqa: PTH109 - of this process, and not of a path
    mount("none", "/", namespaces.PRIVATE | namespaces.RECURSIVE)
    if root != "/":
        mount(root, root, namespaces.BIND | namespaces.RECURSIVE)
        mount("/sys", f"{root}/sys", namespaces.BIND)
    devices = {name: os.open(f"/dev/{name}", os.O_PATH) for name in DEVICES}  # before the new /dev hides them
    os.chroot(root)
    os.chdir(folder if Path(folder).is_dir() else "/")
    locked = namespaces.NO_SUID | namespaces.NO_DEVICES | NO_PROGRAMS
    mount("proc", "/proc", locked, "proc")
    mount("tmpfs", "/dev", namespaces.NO_SUID, "tmpfs", "mode=755,size=65536k")
    for name, device in devices.items():
        Path(f"/dev/{name}").touch()
        mount(f"/proc/self/fd/{device}", f"/dev/{name}", namespaces.BIND)
        os.close(device)
    for name, target in (("fd", "/proc/self/fd"), ("stdin", "/proc/self/fd/0"), ("stdout", "/proc/self/fd/1")):
        Path(f"/dev/{name}").symlink_to(target)
    Path("/dev/shm").mkdir()  # noqa: S108 - the place of shared memory, and no temporary file
    mount("tmpfs", "/dev/shm", locked, "tmpfs", "mode=1777,size=65536k")  # noqa: S108 - the same
    for path in filter(os.path.exists, HIDDEN):
        if Path(path).is_dir():
            mount("tmpfs", path, READ_ONLY, "tmpfs")
        else:
            mount("/dev/null", path, namespaces.BIND)
    for path in filter(os.path.exists, ("/sys", *PROTECTED)):
        mount(path, path, namespaces.BIND)
        mount(path, path, namespaces.BIND | REMOUNT | READ_ONLY | locked)


def mount(source: str, target: str, flags: int, kind: str | None = None, options: str | None = None) -> None:
    """Mount as man 2 mount says (kernel.Unavailable if the kernel refuses)."""
    texts = [ctypes.c_char_p(os.fsencode(text)) if text else None for text in (source, target, kind, options)]
    try:
        kernel.call_libc("mount", texts[0], texts[1], texts[2], flags, texts[3])
    except kernel.Unavailable as error:
        raise kernel.Unavailable(f"{target}: {error}", error.number) from error


def become(user: int) -> None:
    """Keep Docker's capabilities as root, none as another `user`; nothing can bring back what is dropped."""
    for capability in set(range(CAPABILITY_COUNT)).difference(CAPABILITIES):
        kernel.prctl(DROP_FROM_BOUNDING_SET, capability)
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    if user:
        return
    kept = sum(1 << capability for capability in CAPABILITIES)
    header = ctypes.create_string_buffer(struct.pack("=Ii", 0x20080522, 0))
    # Two sets of 32 capabilities, each as effective, permitted and inheritable (man 2 capset).
    kernel.syscall("capset", header, ctypes.create_string_buffer(struct.pack("=6I", kept, kept, 0, 0, 0, 0)))


if __name__ == "__main__":
    sys.exit(main())
