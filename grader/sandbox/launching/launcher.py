"""Starts probes: forked from a zygote, or each as a fresh process on systems without `fork`."""

from __future__ import annotations

import os
import socket
import sysconfig
from collections.abc import Sequence
from pathlib import Path

from grader.sandbox.launching.fresh_process import FreshProcess
from grader.sandbox.launching.process import Launcher
from grader.sandbox.launching.zygote import Zygote

__all__ = ["FreshProcess", "Launcher", "Zygote", "launcher"]


def launcher(allow: Sequence[str] = ()) -> Launcher:
    """Return the fastest launcher for this system; its probes may read the third-party modules that `allow` names."""
    extra = third_party_paths(allow)
    return Zygote(extra) if hasattr(os, "fork") and hasattr(socket, "send_fds") else FreshProcess(extra)


def package_folders() -> list[Path]:
    """Return the folders that third-party modules are installed in."""
    return [Path(place) for place in sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})]


def third_party_paths(names: Sequence[str]) -> list[str]:
    """Return the files and folders of the modules `names`, with the ``.libs`` folders of libraries that some have."""
    parts = (
        place / f"{name}{ending}" for place in package_folders() for name in names for ending in ("", ".py", ".libs")
    )
    return [str(path) for path in parts if path.exists()]
