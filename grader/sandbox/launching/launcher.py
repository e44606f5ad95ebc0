"""Starts probes: forked from a zygote, or each as a fresh process on systems without `fork`."""

from __future__ import annotations

import os
import socket
from collections.abc import Sequence
from pathlib import Path

from grader.sandbox.launching.fresh_process import FreshProcess
from grader.sandbox.launching.interpreter import OWN, Interpreter
from grader.sandbox.launching.process import Launcher
from grader.sandbox.launching.zygote import Zygote

__all__ = ["FreshProcess", "Launcher", "Zygote", "launcher"]


def launcher(allow: Sequence[str] = (), python: Interpreter = OWN) -> Launcher:
    """Return the fastest launcher for this system; its probes, of `python`, may read the modules that `allow` names."""
    extra = third_party_paths(allow, python)
    is_unix = hasattr(os, "fork") and hasattr(socket, "send_fds")
    return Zygote(extra, python=python) if is_unix else FreshProcess(extra, python=python)


def third_party_paths(names: Sequence[str], python: Interpreter = OWN) -> list[str]:
    """Return the files and folders of the modules `names`, with the ``.libs`` folders of libraries that some have."""
    endings = ("", ".py", ".libs")
    parts = (Path(place, f"{name}{ending}") for place in python.package_folders for name in names for ending in endings)
    return [str(path) for path in parts if path.exists()]
