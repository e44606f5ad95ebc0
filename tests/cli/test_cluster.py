"""`grader batch --cluster`: the command line on a Dask cluster of this machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.batch.sources import BROKEN, without_timing, write_class
from tests.cli.commands import Run
from tests.fixture_folders import ROOT, SLOW

pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
pytestmark = pytest.mark.filterwarnings("default")  # those of Dask are its own


@SLOW
def test_a_class_on_a_cluster_is_that_of_one_process(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the command line, with all that it tells the workers."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    write_class(tmp_path / "class", {"ada": BROKEN, "bob": "import this"})
    words = ("batch", tmp_path / "class", "--require-isolation", "basic", "--pages", "none", "--out")

    on_dask = run(*words, tmp_path / "dask", "--cluster", "local:1")
    here = run(*words, tmp_path / "here", "--jobs", "1")

    assert (0, 0) == (on_dask.code, here.code)
    for name in ("ada", "bob"):
        one, other = ((tmp_path / way / name / "result.json").read_bytes() for way in ("dask", "here"))
        assert without_timing(one) == without_timing(other)
