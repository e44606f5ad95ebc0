"""
The kernel's system calls by number, sorted by what a student's code may do with them.

Each entry is a name and its numbers on x86_64 and aarch64, ``-`` if the machine has no such call (the kernel's
``asm/unistd_64.h`` and ``asm-generic/unistd.h``). Any other call fails with ENOSYS, so that a newer C library falls
back to an older call.
"""

from __future__ import annotations

MACHINES = ("x86_64", "aarch64")

ALLOWED = """
read 0 63, readv 19 65, pread64 17 67, preadv 295 69, write 1 64, writev 20 66, pwrite64 18 68, pwritev 296 70,
lseek 8 62, close 3 57, close_range 436 436, dup 32 23, dup2 33 -, dup3 292 24, pipe 22 -, pipe2 293 59, poll 7 -,
ppoll 271 73, select 23 -, pselect6 270 72, epoll_create 213 -, epoll_create1 291 20, epoll_ctl 233 21,
epoll_wait 232 -, epoll_pwait 281 22, eventfd2 290 19,
stat 4 -, lstat 6 -, fstat 5 80, newfstatat 262 79, statx 332 291, access 21 -,
faccessat 269 48, faccessat2 439 439, getdents 78 -, getdents64 217 61,
getcwd 79 17, chdir 80 49, umask 95 166, mmap 9 222, munmap 11 215, mprotect 10 226, mremap 25 216, brk 12 214,
madvise 28 233, futex_waitv 449 449, set_robust_list 273 99,
rseq 334 293, sched_yield 24 124, sched_get_priority_max 146 125,
sched_get_priority_min 147 126, rt_sigaction 13 134, rt_sigprocmask 14 135, rt_sigreturn 15 139,
rt_sigpending 127 136, rt_sigsuspend 130 133, rt_sigtimedwait 128 137, sigaltstack 131 132,
restart_syscall 219 128, nanosleep 35 101, gettimeofday 96 169, time 201 -, times 100 153,
getitimer 36 102, pause 34 -, getpid 39 172, getppid 110 173, gettid 186 178, getuid 102 174,
geteuid 107 175, getgid 104 176, getegid 108 177, getresuid 118 148, getresgid 120 150, getgroups 115 158,
getpgrp 111 -, getrlimit 97 163, getrusage 98 165, sysinfo 99 179, uname 63 160, getrandom 318 278, wait4 61 260,
waitid 247 95, exit 60 93, exit_group 231 94
"""
"""Harmless, or calls that affect only the process itself."""

CHECKED = """
kill 62 129, tkill 200 130, tgkill 234 131, sched_getaffinity 204 123, getpgid 121 155, getsid 124 156,
prlimit64 302 261, open 2 -, openat 257 56, ioctl 16 29, fcntl 72 25, prctl 157 167, clock_gettime 228 113,
clock_getres 229 114, clock_nanosleep 230 115, futex 202 98, setitimer 38 103
"""
"""Allowed with some arguments: see `seccomp.rules`."""

REFUSED = """
alarm 37 -, fork 57 -, vfork 58 -, clone 56 220, execve 59 221, execveat 322 281, unshare 272 97, setns 308 268,
setsid 112 157, setpgid 109 154, ptrace 101 117, process_vm_readv 310 270, process_vm_writev 311 271,
process_madvise 440 440, process_mrelease 448 448, kcmp 312 272, pidfd_open 434 434, pidfd_getfd 438 438,
pidfd_send_signal 424 424, rt_sigqueueinfo 129 138, rt_tgsigqueueinfo 297 240, socket 41 198, socketpair 53 199,
bind 49 200, connect 42 203, listen 50 201, accept 43 202, accept4 288 242, getsockname 51 204, getpeername 52 205,
getsockopt 55 209, setsockopt 54 208, shutdown 48 210, sendto 44 206, sendmsg 46 211, sendmmsg 307 269,
recvfrom 45 207, recvmsg 47 212, recvmmsg 299 243, readlink 89 -, readlinkat 267 78,
fsync 74 82, fdatasync 75 83, fadvise64 221 223, msync 26 227, membarrier 324 283,
creat 85 -, truncate 76 45, ftruncate 77 46, fallocate 285 47,
link 86 -, linkat 265 37, symlink 88 -, symlinkat 266 36, unlink 87 -, unlinkat 263 35, rename 82 -,
renameat 264 38, renameat2 316 276, mkdir 83 -, mkdirat 258 34, rmdir 84 -, mknod 133 -, mknodat 259 33,
chmod 90 -, fchmod 91 52, fchmodat 268 53, chown 92 -, fchown 93 55, lchown 94 -, fchownat 260 54, utime 132 -,
utimes 235 -, utimensat 280 88, futimesat 261 -, setxattr 188 5, lsetxattr 189 6, fsetxattr 190 7,
removexattr 197 14, lremovexattr 198 15, fremovexattr 199 16, fchdir 81 50, chroot 161 51, pivot_root 155 41,
mount 165 40, umount2 166 39, open_tree 428 428, move_mount 429 429, fsopen 430 430, fsconfig 431 431,
fsmount 432 432, fspick 433 433, mount_setattr 442 442, swapon 167 224, swapoff 168 225, quotactl 179 60,
quotactl_fd 443 443, name_to_handle_at 303 264, open_by_handle_at 304 265, inotify_init 253 -,
inotify_init1 294 26, inotify_add_watch 254 27, fanotify_init 300 262, fanotify_mark 301 263, statfs 137 43,
fstatfs 138 44, sync 162 81, syncfs 306 267, sync_file_range 277 84,
flock 73 32, copy_file_range 326 285, sendfile 40 71,
splice 275 76, tee 276 77, vmsplice 278 75, memfd_create 319 279, memfd_secret 447 447, userfaultfd 323 282,
shmget 29 194, shmat 30 196, shmctl 31 195, shmdt 67 197, semget 64 190, semop 65 193, semctl 66 191,
semtimedop 220 192, msgget 68 186, msgsnd 69 189, msgrcv 70 188, msgctl 71 187, mq_open 240 180, mq_unlink 241 181,
mq_timedsend 242 182, mq_timedreceive 243 183, mq_notify 244 184, mq_getsetattr 245 185, io_setup 206 0,
io_submit 209 2, io_getevents 208 4, io_uring_setup 425 425, io_uring_enter 426 426, io_uring_register 427 427,
setuid 105 146, setgid 106 144, setreuid 113 145, setregid 114 143, setresuid 117 147, setresgid 119 149,
setfsuid 122 151, setfsgid 123 152, setgroups 116 159, capset 126 91, personality 135 92, seccomp 317 277,
landlock_create_ruleset 444 444, landlock_add_rule 445 445, landlock_restrict_self 446 446, setrlimit 160 164,
setpriority 141 140, getpriority 140 141, ioprio_set 251 30, ioprio_get 252 31, sched_setaffinity 203 122,
sched_setparam 142 118, sched_setscheduler 144 119, sched_setattr 314 274, sched_getattr 315 275,
sched_getparam 143 121, sched_getscheduler 145 120, mbind 237 235, set_mempolicy 238 237, move_pages 279 239,
migrate_pages 256 238, mincore 27 232, mlock 149 228, mlock2 325 284, mlockall 151 230, add_key 248 217,
request_key 249 218, keyctl 250 219, bpf 321 280, perf_event_open 298 241, acct 163 89, syslog 103 116,
reboot 169 142, settimeofday 164 170, clock_settime 227 112, clock_adjtime 305 266, adjtimex 159 171,
sethostname 170 161, setdomainname 171 162, init_module 175 105, finit_module 313 273, delete_module 176 106,
kexec_load 246 104, kexec_file_load 320 294, iopl 172 -, ioperm 173 -, vhangup 153 58
"""
"""Calls that fail with EPERM, in Python PermissionError."""

MISSING = "clone3 435 435"
"""Fails with ENOSYS on purpose: the C library then tries `clone`, which is refused."""


def numbers(table: str, machine: str) -> dict[str, int]:
    """Return the numbers of the calls in `table` that `machine` has, by name."""
    column = 1 + MACHINES.index(machine)
    entries = [entry.split() for entry in table.replace("\n", " ").split(",")]
    return {entry[0]: int(entry[column]) for entry in entries if entry[column] != "-"}
