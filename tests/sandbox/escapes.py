"""
The escapes that the battery tries, as a submission would: never imported, sent inside as source text.

Each function returns when it got through and raises when it was held back; `PLACES` is filled in by the test. Nothing here
harms more than the victims that the test made for it, however open the wall is.
"""

from __future__ import annotations

import ctypes
import errno
import mmap
import os
import platform
import resource
import signal
import socket
import threading

PLACES = {}  # filled in by the test
LIBC = ctypes.CDLL(None, use_errno=True)
NUMBERS = {
    "x86_64": {"bpf": 321, "keyctl": 250, "io_uring_setup": 425, "pidfd_open": 434, "fork": 57, "clone3": 435},
    "aarch64": {"bpf": 280, "keyctl": 219, "io_uring_setup": 425, "pidfd_open": 434, "fork": 220, "clone3": 435},
}.get(platform.machine(), {})


FUTEX = {"x86_64": 202, "aarch64": 98}.get(platform.machine(), 0)


def called(result):
    """Raise what the C library reports."""
    if result is None or result == -1:
        raise OSError(ctypes.get_errno(), "refused")
    return result


def direct(name, *arguments):
    """Make a system call by its number."""
    whole = [ctypes.c_long(one) if isinstance(one, int) else one for one in arguments]
    LIBC.syscall.restype = ctypes.c_long
    return called(LIBC.syscall(ctypes.c_long(NUMBERS[name]), *whole))


def opened(path, flags=os.O_RDONLY):
    """Open and close a file."""
    os.close(os.open(path, flags))


def finished(pid):
    """In a forked child, end; in its parent, wait for it."""
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)


def read_secret():
    with open(PLACES["secret"]) as file:
        file.read()


def list_secret_folder():
    os.listdir(PLACES["folder"])


def stat_secret():
    os.stat(PLACES["secret"])


def read_link():
    os.readlink(PLACES["link"])


def read_passwd():
    opened("/etc/passwd")


def read_environment_of_parent():
    opened(f"/proc/{PLACES['marker']}/environ")


def read_site_packages():
    opened(PLACES["package"])


def read_grader():
    opened(PLACES["agent"])


def write_new_file():
    opened(PLACES["folder"] + "/new", os.O_CREAT | os.O_WRONLY)


def overwrite_result():
    opened(PLACES["victim"], os.O_WRONLY)


def open_and_truncate_result():
    opened(PLACES["victim"], os.O_WRONLY | os.O_TRUNC)


def truncate_result():
    os.truncate(PLACES["victim"], 0)


def change_mode():
    os.chmod(PLACES["victim"], 0o666)


def change_times():
    os.utime(PLACES["victim"], (1, 1))


def set_attribute():
    os.setxattr(PLACES["victim"], "user.x", b"1")


def unlink():
    os.unlink(PLACES["doomed"])


def rename():
    os.rename(PLACES["folder"] + "/moving", PLACES["folder"] + "/moved")


def hard_link():
    os.link(PLACES["victim"], PLACES["folder"] + "/hard")


def symbolic_link():
    os.symlink("/etc/passwd", PLACES["folder"] + "/soft")


def make_folder():
    os.mkdir(PLACES["folder"] + "/made")


def make_pipe():
    os.mkfifo(PLACES["folder"] + "/pipe")


def fill_disk():
    with open(PLACES["folder"] + "/big", "wb", buffering=0) as file:
        for _ in range(8):
            file.write(bytes(1 << 20))


def tcp_connect():
    with socket.socket() as one:
        one.settimeout(1)
        one.connect(("127.0.0.1", PLACES["port"]))


def udp_send():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.sendto(b"x", ("127.0.0.1", PLACES["port"]))


def unix_socket():
    with socket.socket(socket.AF_UNIX) as one:
        one.connect(PLACES["socket"])


def abstract_socket():
    with socket.socket(socket.AF_UNIX) as one:
        one.connect("\0" + PLACES["abstract"])


def netlink_socket():
    socket.socket(socket.AF_NETLINK, socket.SOCK_RAW).close()


def internet_socket():
    socket.socket().close()


def socket_pair():
    for one in socket.socketpair():
        one.close()


def signal_marker():
    os.kill(PLACES["marker"], 0)


def signal_sibling():
    os.kill(PLACES["sibling"], 0)


def signal_everyone():
    os.kill(-1, 0)


def own_signals_to_marker():
    import fcntl

    reading, writing = os.pipe()
    f_setown = 8
    try:
        fcntl.fcntl(reading, f_setown, PLACES["marker"])
        if fcntl.fcntl(reading, 9) != PLACES["marker"]:
            raise OSError(errno.ESRCH, "not taken")
        fcntl.fcntl(reading, f_setown, 0)
    finally:
        os.close(reading)
        os.close(writing)


def flags_of_the_null_device():
    import fcntl

    fcntl.fcntl(0, fcntl.F_SETFL, fcntl.fcntl(0, fcntl.F_GETFL) | os.O_APPEND)


def pipe_of_packets():
    import fcntl

    reading, writing = os.pipe()
    try:
        fcntl.fcntl(writing, fcntl.F_SETFL, os.O_DIRECT)
    finally:
        os.close(reading)
        os.close(writing)


def lock_file():
    import fcntl

    with open(os.__file__) as file:
        fcntl.flock(file, fcntl.LOCK_SH)


def flush_to_disk():
    with open(os.__file__) as file:
        os.fsync(file.fileno())


def ask_by_futex():
    word = ctypes.c_int(PLACES["sibling"])
    lock_with_owner, private = 6, 128
    called(LIBC.syscall(FUTEX, ctypes.byref(word), lock_with_owner | private, 0, ctypes.byref((ctypes.c_long * 2)(0, 1)), 0, 0))


def process_group_of_marker():
    os.getpgid(PLACES["marker"])


def clock_of_marker():
    import sys
    import time

    del sys.modules["time"]  # its functions were replaced: another import makes another module, with Python's own
    time = __import__("time")
    time.clock_gettime(((~PLACES["marker"]) << 3) | 2)


def descriptor_of_sibling():
    os.close(direct("pidfd_open", PLACES["sibling"], 0))


def trace_sibling():
    attach, detach = 16, 17
    called(LIBC.ptrace(attach, PLACES["sibling"], 0, 0))
    LIBC.ptrace(detach, PLACES["sibling"], 0, 0)


def read_memory_of_sibling():
    class Part(ctypes.Structure):
        _fields_ = [("base", ctypes.c_void_p), ("size", ctypes.c_size_t)]

    buffer = ctypes.create_string_buffer(1)
    ours, theirs = Part(ctypes.addressof(buffer), 1), Part(PLACES["address"], 1)
    called(LIBC.process_vm_readv(PLACES["sibling"], ctypes.byref(ours), 1, ctypes.byref(theirs), 1, 0))


def environment_of_sibling():
    opened(f"/proc/{PLACES['sibling']}/environ")


def memory_file_of_sibling():
    opened(f"/proc/{PLACES['sibling']}/mem")


def memory_file_of_marker():
    opened(f"/proc/{PLACES['marker']}/mem", os.O_RDWR)


def see_processes():
    if not any(name.isdigit() for name in os.listdir("/proc")):
        raise OSError(errno.ENOENT, "none")


def limit_sibling():
    resource.prlimit(PLACES["sibling"], resource.RLIMIT_CORE, (0, 0))


def slow_down_sibling():
    os.setpriority(os.PRIO_PROCESS, PLACES["sibling"], 1)


def move_sibling():
    os.sched_setaffinity(PLACES["sibling"], PLACES["cores"])


def fork():
    finished(os.fork())


def raw_fork():
    flags = (signal.SIGCHLD, 0, 0, 0, 0) if NUMBERS["fork"] == 220 else ()
    finished(direct("fork", *flags))


def raw_clone3():
    arguments = (ctypes.c_uint64 * 11)()
    arguments[4] = signal.SIGCHLD
    finished(direct("clone3", arguments, ctypes.sizeof(arguments)))


def threads():
    started = [threading.Thread(target=int) for _ in range(4)]
    for one in started:
        one.start()
    for one in started:
        one.join()


def three_gigabytes():
    mmap.mmap(-1, 3 << 30).close()


def shared_memory_segment():
    private, remove = 0, 0
    LIBC.shmctl(called(LIBC.shmget(private, 4096, 0o1600)), remove, None)


def memory_file():
    os.close(os.memfd_create("x"))


def io_uring():
    os.close(direct("io_uring_setup", 1, ctypes.create_string_buffer(256)))


def load_into_kernel():
    os.close(direct("bpf", 0, ctypes.create_string_buffer(bytes([1, 0, 0, 0, 4, 0, 0, 0, 8, 0, 0, 0, 1]), 64), 64))


def keyring():
    direct("keyctl", 0, -3, 1)


def mount():
    target = os.fsencode(PLACES["folder"])
    called(LIBC.mount(b"none", target, b"tmpfs", 0, None))
    LIBC.umount(target)


def namespace_of_its_own():
    new_user = 0x10000000
    called(LIBC.unshare(new_user))


def watch_files():
    os.close(called(LIBC.inotify_init()))


def raise_limit():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard + 1))


def start_program():
    os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0)


def become_program():
    # The arguments have an invalid address: only a process that may make the call gets that error.
    LIBC.execve(b"/bin/true", ctypes.c_void_p(1), None)
    if ctypes.get_errno() != errno.EFAULT:
        raise OSError(ctypes.get_errno(), "refused")


def be_traced_again():
    called(LIBC.prctl(4, 1, 0, 0, 0))


def outlive_the_grader():
    called(LIBC.prctl(1, 0, 0, 0, 0))


def tried(name):
    """Return whether `name` got through."""
    try:
        globals()[name]()
    except (OSError, RuntimeError, ValueError, MemoryError):
        return False
    return True


def ask(board):
    return [name for name in PLACES["names"] if tried(name)]
