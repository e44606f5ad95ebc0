"""The wheel that is made of the running grader."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import sys
import zipfile
from importlib import metadata

import pytest

from grader.errors import UserError
from grader.platforms.installation.bundle import own_wheel
from tests.fixture_folders import ROOT


def test_the_wheel_holds_this_package_and_a_record_of_each_file() -> None:
    """The same code is the same file, byte for byte."""
    made = own_wheel()
    with zipfile.ZipFile(io.BytesIO(made.data)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    about = f"tictactoe_grader-{made.version}.dist-info"
    assert (ROOT / "rubric.yaml").read_bytes() == members["grader/rubric.yaml"]
    modules = {path.relative_to(ROOT).as_posix() for path in (ROOT / "grader").rglob("*.py")}
    assert modules <= members.keys()
    assert not [name for name in members if "__pycache__" in name]
    assert b"grader.cli:main" in members[f"{about}/entry_points.txt"]
    rows = {row[0]: row[1:] for row in csv.reader(members[f"{about}/RECORD"].decode().splitlines())}
    assert members.keys() == rows.keys()
    for name, data in members.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        own = name == f"{about}/RECORD"
        assert (["", ""] if own else [f"sha256={digest}", str(len(data))]) == rows[name]
    assert made.sha256 == own_wheel().sha256  # the same code is the same file


@pytest.mark.skipif(sys.version_info < (3, 11), reason="Python 3.10 cannot read pyproject.toml")
def test_an_installation_that_is_older_than_its_checkout_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The files would lack a package, which shows only on the platform."""
    installed = type(metadata.distribution("tictactoe-grader"))  # another library may have brought its own class
    monkeypatch.setattr(installed, "requires", ["click"])
    with pytest.raises(UserError, match=r"needs .*jinja2>=.* install it again with `pip install -e \.`"):
        own_wheel()
