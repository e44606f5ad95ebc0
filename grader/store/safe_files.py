"""
Reads and writes files in a folder of reports that others may have changed, in one run at a time.

Reports lie beside the submissions, never among them, where a student can put forged reports. A read follows no link and
waits for nothing. It takes only regular files, in real folders, of trusted owners: the user of the grader, root, and
the owner of the named folder (so a container run by root reads the folder of its user). Files are written whole or not
at all.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from grader.errors import UserError
from grader.intake.safe_read import read_examined
from grader.model.sanitize import shell_command, shown_path


def student_folder(out: Path, identity: str, record: str) -> Path:
    """
    Return the folder in `out` for the reports on the submission `identity`, which may be missing yet.

    UserError if a link or a file has its place, or if it or its file `record` belongs to a stranger: such a file may
    hold marks by hand that must be neither used nor silently lost.
    """
    folder = out / identity
    try:
        status = folder.lstat()
    except OSError:
        return folder  # missing, or writing to it reports the problem
    if not stat.S_ISDIR(status.st_mode) or getattr(os.path, "isjunction", lambda _: False)(folder):
        raise _refused(folder, "not a folder but a link or a file, which is never followed or replaced; remove it")
    _refuse_stranger(folder, status, out)
    with contextlib.suppress(OSError):  # missing, or reading it reports the problem
        _refuse_stranger(folder / record, (folder / record).lstat(), folder)
    return folder


def read_file(path: Path, limit: int, *, of_anybody: bool = False) -> bytes:
    """
    Return the bytes of the regular file at `path`; OSError if it is missing or cannot be opened.

    UserError, one line that begins with the path, for a link, a pipe or the like, for more than `limit` bytes, and for
    a stranger's file, unless the file may be `of_anybody` because the user has named it.
    """

    def examine(status: os.stat_result) -> None:
        _refuse_other_kinds(path, status)
        if not of_anybody:
            _refuse_stranger(path, status, path.parent)

    _refuse_other_kinds(path, path.lstat())  # a device must not even be opened
    data = read_examined(path, limit + 1, examine)
    if len(data) > limit:
        raise _refused(path, f"larger than {limit >> 20} MiB, so it is no file of ours")
    return data


def _refuse_other_kinds(path: Path, status: os.stat_result) -> None:
    if stat.S_ISLNK(status.st_mode):
        raise _refused(path, "a symbolic link, which is never followed; put the file itself there")
    if not stat.S_ISREG(status.st_mode):
        raise _refused(path, "not a regular file; put the file itself there")


def _refuse_stranger(path: Path, status: os.stat_result, folder: Path) -> None:
    """Raise UserError if `path` belongs neither to us, nor to root, nor to the owner of its `folder`."""
    user = getattr(os, "geteuid", None)  # Windows has no such owners
    if user is not None and status.st_uid not in {user(), 0, folder.stat().st_uid}:
        raise _refused(path, "belongs to another user, so it is not used; remove it, or choose another folder")


def _refused(path: Path, problem: str) -> UserError:
    return UserError(f"{shown_path(path)}: {problem}")


DISK_FULL = {getattr(errno, name, None) for name in ("ENOSPC", "EDQUOT")}


def require_writable(folder: Path) -> None:
    """Make `folder` if it is missing (UserError if no file can be written there)."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _new_file(folder, b"").unlink()
    except OSError as error:
        raise _unwritable(folder, error) from error


def write_file(path: Path, data: bytes | Iterable[bytes]) -> None:
    """
    Replace the file `path` by `data`, or by parts of it, in one step (UserError on failure).

    A reader, or the next run after a crash, finds the old content or the new one, never a part of it.
    """
    new = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = _new_file(path.parent, data)
        new.replace(path)
    except OSError as error:
        if new is not None:
            with contextlib.suppress(OSError):
                new.unlink()
        raise _unwritable(path, error) from error


def remove_file(path: Path) -> None:
    """Remove the file `path` if it exists (UserError on failure)."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise _unwritable(path, error) from error


def append_lines(path: Path, lines: bytes) -> None:
    """
    Add whole `lines` to the file `path` and wait until they are on the disk (UserError on failure).

    An incomplete last line of a killed process is ended first, so that it cannot spoil a new line.
    """
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    try:
        if os.path.lexists(path):  # a device or a pipe must not even be opened
            _refuse_other_kinds(path, path.lstat())
        is_new = not path.exists()
        with open(os.open(path, flags, 0o666), "r+b", buffering=0) as file:  # noqa: PTH123 - of a descriptor
            status = os.fstat(file.fileno())
            _refuse_other_kinds(path, status)
            _refuse_stranger(path, status, path.parent)
            if status.st_size:
                file.seek(-1, os.SEEK_END)
                lines = lines if file.read(1) == b"\n" else b"\n" + lines
            while lines:
                lines = lines[file.write(lines) :]
            os.fsync(file.fileno())
        if is_new and os.name != "nt":
            _sync_folder(path.parent)
    except OSError as error:
        raise _unwritable(path, error) from error


def _sync_folder(folder: Path) -> None:
    """Wait until the name of a new file in `folder` is on the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_new_file(path: Path, data: bytes) -> None:
    """Write `data` to the file `path`, which must not exist yet (UserError on failure)."""
    refuse_existing(path)
    try:
        with path.open("xb") as file:
            try:
                file.write(data)
                file.flush()
            except OSError:
                path.unlink()
                raise
    except OSError as error:
        raise _unwritable(path, error) from error


def refuse_existing(path: Path) -> None:
    """Raise UserError if `path` exists: it may be somebody's work."""
    if os.path.lexists(path):
        raise _refused(path, "is there already and is not overwritten; choose another name")


def _new_file(folder: Path, data: bytes | Iterable[bytes]) -> Path:
    """Write `data` to a new file with a name that nobody can guess, so that no planted link is followed."""
    new = folder / f".{secrets.token_hex(8)}.new"
    # An ordinary `open` respects the user's umask: marks must not be readable for everybody.
    try:
        with new.open("xb") as file:
            file.writelines([data] if isinstance(data, bytes) else data)
    except OSError:
        with contextlib.suppress(OSError):
            new.unlink()
        raise
    return new


def _unwritable(path: Path, error: OSError) -> UserError:
    is_full = error.errno in DISK_FULL
    remedy = "make room on the disk" if is_full else "choose a folder where files can be written"
    return UserError(f"{shown_path(path)}: cannot be written ({error.strerror}); {remedy}")


REPORTS = "reports"


def require_beside_submissions(folder: Path, out: Path) -> None:
    """
    Raise UserError if `out` is the class's `folder`, lies in it or holds it, as written or behind links.

    A result in that folder could be forged by a student, a link could lead elsewhere. Above that folder, the report of
    a student with the folder's name would lie among the submissions.
    """
    if lies_in(out, folder) or any(lies_in(out, linked) for linked in _linked_folders(folder)):
        problem = "lies among the submissions, where students may have put forged results"
    elif lies_in(folder, out):
        problem = "holds the submissions, and reports belong in a folder of their own"
    else:
        return
    better = shell_command([_beside(folder, out)])
    raise UserError(f"--out {shown_path(out)}: {problem}; use --out {better}")


def refuse_links_in(folder: Path, out: Path) -> None:
    """Raise UserError if `out` lies in the submission's own `folder`, behind a link there."""
    for step in _steps_in(_as_written(out), folder):
        if step.is_symlink():
            raise UserError(
                f"--out {shown_path(out)}: a link in the submission's folder, which is never followed; choose another"
                " folder"
            )


def lies_in(place: Path, folder: Path) -> bool:
    """Return whether `place` is `folder` or below it, as written or behind links."""
    return any(_steps_in(path, folder) or _same(path, folder) for path in (_as_written(place), place.resolve()))


def _linked_folders(folder: Path) -> list[Path]:
    """Return the targets of links to folders in the class's `folder`: students' work, though no link is followed."""
    try:
        return [path.resolve() for path in folder.iterdir() if path.is_symlink() and path.is_dir()]
    except OSError:
        return []  # reading the class reports the problem


def _steps_in(path: Path, folder: Path) -> list[Path]:
    """Return the folders on the way from `folder` down to `path`; none if `path` is not below."""
    steps = [path]
    for above in path.parents:
        if _same(above, folder):
            return steps
        steps.append(above)
    return []


def _same(one: Path, other: Path) -> bool:
    # One folder may have two names: mounted twice, or where the case of letters does not matter.
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return one == other.resolve()


def _as_written(path: Path) -> Path:
    return Path(os.path.abspath(path))  # noqa: PTH100 - `resolve` would follow the links


def _beside(folder: Path, out: Path) -> str:
    """Return a path for reports beside `folder`, relative if `folder` is."""
    real = folder.resolve()
    written = _as_written(out)
    name = REPORTS if _same(written, folder) or lies_in(folder, out) else written.name
    place = real.parent / (name if name != real.name else f"{name}-{REPORTS}")
    try:
        return str(place) if folder.is_absolute() else os.path.relpath(place)
    except ValueError:  # on another drive
        return str(place)


FILE_NAME = ".lock"
TAKEN = {errno.EACCES, errno.EAGAIN, errno.EDEADLK}


RELEASED = "released.sha256"


class _TakenError(Exception):
    """Another process has the lock."""


@contextlib.contextmanager
def only_run_in(folder: Path) -> Iterator[None]:
    """Keep other runs out of `folder`, which is made if it is missing; UserError while another run has it."""
    path = folder / FILE_NAME
    if os.path.lexists(folder / RELEASED):
        problem = "a copy of what was released, which nothing changes; name the folder that it was made from"
        raise _refused(folder, problem)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = _locked(path)
    except _TakenError:
        raise _refused(folder, "another run of grader is writing there; wait until it has ended") from None
    except OSError as error:
        raise UserError(
            f"{shown_path(path)}: cannot be written ({error.strerror}); choose a folder where files can be written"
        ) from error
    try:
        yield
    finally:
        if os.name != "nt":  # Windows cannot remove an open file
            with contextlib.suppress(OSError):
                path.unlink()
        os.close(descriptor)


def _locked(path: Path) -> int:
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    while True:
        descriptor = os.open(path, flags, 0o666)
        try:
            _lock(descriptor)
            # The run with the lock may have removed its file: then this lock holds nothing.
            with contextlib.suppress(FileNotFoundError):
                if os.name == "nt" or os.path.samestat(os.fstat(descriptor), path.stat()):
                    return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def _lock(descriptor: int) -> None:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        # A file system without locks gives no reason to refuse.
        if error.errno in TAKEN:
            raise _TakenError from None
