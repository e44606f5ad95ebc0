"""The files of each platform, read as the platform reads them."""

from __future__ import annotations

import ast
import io
import json
import re
import zipfile
from typing import Any

import pytest
import yaml

from grader.errors import UserError
from grader.model.isolation import Level
from grader.platforms import classroom50
from grader.platforms.installation.bundle import CourseFiles, Target
from grader.platforms.registry import SETUPS
from tests.fixture_folders import ROOT
from tests.platforms.installation.made_wheels import Index, order, wheel

PINNED = re.compile(r"[\w-]+/[\w-]+@[0-9a-f]{40}")
EXECUTABLE = 0o111 << 16


def made(platform: str, *targets: Target, **changes: object) -> CourseFiles:
    """Return the files of a platform, with packages made by hand."""
    index = Index([wheel("needed", version="1.2"), wheel("pip", version="26.0")])
    return SETUPS[platform].make(order(*targets, **changes), index.download)


def read(data: bytes) -> Any:  # noqa: ANN401 - YAML
    """Return a YAML file's content; `on`, which YAML takes for true, is a word to GitHub."""
    return yaml.load(data, Loader=yaml.BaseLoader)  # noqa: S506 - makes nothing but texts, lists and mappings


def test_gradescope_gets_a_zip_with_its_two_programs_at_the_top_and_every_package() -> None:
    """For both systems that one can choose there."""
    files = made("gradescope", Target("3.10", "x86_64"), Target("3.12", "x86_64"))
    with zipfile.ZipFile(io.BytesIO(files.files["autograder.zip"])) as archive:
        names = archive.namelist()
        assert [name for name in names if archive.getinfo(name).external_attr & EXECUTABLE] == [
            "setup.sh",
            "run_autograder",
        ]
        for name in ("setup.sh", "run_autograder"):
            assert archive.read(name).startswith(b"#!/usr/bin/env bash\n")
            assert b"\r" not in archive.read(name)
    wanted = {f"wheels/{name}-py3-none-any.whl" for name in ("tictactoe_grader-1.0", "needed-1.2", "pip-26.0")}
    wanted |= {"requirements-3.10.txt", "requirements-3.12.txt", "install.py", "rubric/rubric.yaml"}
    assert {*wanted, "setup.sh", "run_autograder"} == set(names)
    assert "Ubuntu 22.04 or Ubuntu 24.04" in files.steps[0]


def test_only_our_own_wheel_is_committed_and_the_rest_is_pinned_by_hash() -> None:
    """Ours is named by its path: no index has to have it."""
    files = made("github").files
    own = "wheels/tictactoe_grader-1.0-py3-none-any.whl"
    assert [name for name in files if name.endswith(".whl")] == [f".github/grader/{own}"]
    lines = files[".github/grader/requirements-3.12.txt"].decode().splitlines()[1:]
    assert lines[0].startswith(f"./{own} --hash=sha256:")
    assert f"needed==1.2 --hash=sha256:{wheel('needed', version='1.2').sha256}" == lines[1]
    assert 2 == len(lines)


def test_the_workflow_may_only_read_is_pinned_and_ends() -> None:
    """Never on `pull_request_target`, which has rights."""
    workflow = read(made("github").files[".github/workflows/grader.yml"])
    assert {"contents": "read"} == workflow["permissions"]
    assert {"push": "", "workflow_dispatch": ""} == workflow["on"]  # never pull_request_target, which has rights
    [job] = workflow["jobs"].values()
    assert int(job["timeout-minutes"]) <= 20
    require_safe_steps(job["steps"])
    assert {"persist-credentials": "false"} == job["steps"][0]["with"]


@pytest.mark.parametrize(("limit", "minutes"), [(300.0, 20), (5.0, 10), (1000.0, 67)])
def test_a_submission_that_uses_up_its_limit_is_waited_for(limit: float, minutes: int) -> None:
    """It gets its marks: an end from outside would leave it without any."""
    files = {name: made(name, submission_seconds=limit).files for name in SETUPS}
    with zipfile.ZipFile(io.BytesIO(files["gradescope"]["autograder.zip"])) as archive:
        assert f"60 * {minutes} - 60" in archive.read("run_autograder").decode()
    assert f'LIMIT_MINUTES = "{minutes}"' in files["classroom50"]["autograder/autograder.py"].decode()
    assert str(minutes) == read(files["github"][".github/workflows/grader.yml"])["jobs"]["grade"]["timeout-minutes"]
    assert f"{minutes} minutes" == read(files["gitlab"][".gitlab-ci.yml"])["grader"]["timeout"]


def test_the_matrix_grades_each_shard_once_and_merges_what_there_is() -> None:
    """Also when a shard fails; it may only read, and only what is pinned runs."""
    workflow = read(made("github-matrix").files[".github/workflows/grader-class.yml"])
    grade, merge = workflow["jobs"]["grade"], workflow["jobs"]["merge"]
    assert ({"contents": "read"}, "false") == (workflow["permissions"], grade["strategy"]["fail-fast"])
    assert ("grade", "always()") == (merge["needs"], merge["if"])
    assert '--shard "$SHARD/$SHARDS" --out "shards/$SHARD"' in grade["steps"][3]["run"]
    for job in (grade, merge):
        require_safe_steps(job["steps"])
        # Without it GitHub refuses the artifact of a job that is run again.
        assert "true" == job["steps"][-1]["with"]["overwrite"]


@pytest.mark.parametrize(("name", "file"), [("slurm", "grade.sbatch"), ("gnu-parallel", "grade.sh")])
def test_a_shard_has_the_same_number_whichever_are_graded_now(name: str, file: str) -> None:
    """It is out of a fixed number, not of those that one starts."""
    text = made(name).files[file].decode()
    assert "SHARDS=20\n" in text
    assert '/$SHARDS"' in text


def test_the_action_takes_its_inputs_as_variables_and_is_pinned() -> None:
    """Each input is used, and none is undeclared."""
    action = read((ROOT / "action.yml").read_bytes())
    assert "composite" == action["runs"]["using"]
    require_safe_steps(action["runs"]["steps"])
    used = set(re.findall(r"\$\{\{ inputs\.([\w-]+) \}\}", (ROOT / "action.yml").read_text(encoding="utf-8")))
    assert set(action["inputs"]) == used


def require_safe_steps(steps: list[dict[str, Any]]) -> None:
    """Fail for an action of others that can change, or for a value that would be read as a part of a script."""
    for step in steps:
        if "uses" in step:
            assert PINNED.fullmatch(step["uses"]), step["uses"]
        assert "${{" not in step.get("run", "")


def test_the_pipeline_shows_lost_points_as_a_warning_and_always_keeps_the_report() -> None:
    """A pipeline that fails says that something is broken."""
    job = read(made("gitlab").files[".gitlab-ci.yml"])["grader"]
    assert {"exit_codes": "1"} == job["allow_failure"]
    assert "always" == job["artifacts"]["when"]
    assert {"junit": "grader-junit.xml"} == job["artifacts"]["reports"]
    assert "> grader-junit.xml" in job["script"][-1]
    assert "python:3.12-slim" == job["image"]


def test_classroom50_gets_a_folder_and_the_python_that_it_is_for() -> None:
    """The requirements are for one Python."""
    files = made("classroom50", Target("3.13", "x86_64")).files
    assert {"python": "3.13"} == json.loads(files["runtime.json"])
    assert "autograder/requirements-3.13.txt" in files
    ast.parse(files["autograder/autograder.py"])


def test_classroom50_is_given_nothing_that_its_runner_would_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    """It fetches 10 MB at most."""
    monkeypatch.setattr(classroom50, "LARGEST_BUNDLE", 1000)
    with pytest.raises(UserError, match="at most 10 MB"):
        made("classroom50")


@pytest.mark.parametrize("platform", SETUPS)
def test_no_placeholder_is_left_and_the_level_stands_in_the_files(platform: str) -> None:
    """The level is that of ``--require-isolation``."""
    found = made(platform, level=Level.PARTIAL).files
    if platform == "gradescope":
        with zipfile.ZipFile(io.BytesIO(found["autograder.zip"])) as archive:
            found = {name: archive.read(name) for name in archive.namelist()}
    texts = {name: data.decode() for name, data in found.items() if not name.endswith(".whl")}
    assert not [name for name, text in texts.items() if re.search("@[A-Z]+@", text)]
    assert any("partial" in text for text in texts.values())
    assert not any("--require-isolation full" in text for text in texts.values())


def test_files_that_the_rubric_names_go_with_it() -> None:
    """They lie in a folder of their own, where they replace nothing of ours."""
    files = made("github", handed_out={"given/runner.py": b"run\n"}).files
    assert b"run\n" == files[".github/grader/rubric/given/runner.py"]
    with pytest.raises(UserError, match="give that file another name"):
        made("github", handed_out={"rubric.yaml": b""})
