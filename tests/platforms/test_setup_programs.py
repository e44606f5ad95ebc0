"""The programs that platforms and git start, run here with a grader that does what each test needs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from grader.platforms.installation.bundle import HOOKS, template

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="these programs are for bash")

GOOD = """echo '{"score": 7}'"""


def put(path: Path, text: str | bytes) -> Path:
    """Write a program."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    path.chmod(0o755)
    return path


class Gradescope:
    """A folder like /autograder."""

    def __init__(self, root: Path, grader: str) -> None:
        """Let the grader be a shell script."""
        self.root = root
        put(root / "grader" / "bin" / "grader", f'#!/bin/sh\necho "$@" >{root}/called\n{grader}\n')
        put(root / "source" / "rubric" / "rubric.yaml", "title: mine\n")
        (root / "submission").mkdir()
        self.program = put(
            root / "run_autograder",
            template("gradescope_run_autograder", LEVEL="full", MINUTES="20"),
        )

    def run(self) -> dict[str, object]:
        """Run the autograder as Gradescope does, and return what it left."""
        environment = {**os.environ, "AUTOGRADER_ROOT": str(self.root), "GRADER_SECONDS": "0.5"}
        done = subprocess.run([self.program], env=environment, capture_output=True, check=False)
        assert 0 == done.returncode
        [only] = (self.root / "results").iterdir()  # no half-written file beside it
        assert "results.json" == only.name
        assert not only.is_symlink()
        left = json.loads(only.read_text(encoding="utf-8"))
        assert isinstance(left, dict)
        return left


@pytest.mark.parametrize("status", [0, 3])
def test_what_the_grader_prints_is_the_result_whatever_its_exit_status(tmp_path: Path, status: int) -> None:
    """Lost points and files that cannot be read are results, too."""
    platform = Gradescope(tmp_path, f"{GOOD}; exit {status}")
    assert {"score": 7} == platform.run()
    called = (tmp_path / "called").read_text(encoding="utf-8")
    assert f"check {tmp_path}/submission --rubric {tmp_path}/source/rubric/rubric.yaml --format gradescope" in called
    assert "--require-isolation full" in called
    assert "--metadata" not in called


def test_the_metadata_is_passed_on_if_there_is_some(tmp_path: Path) -> None:
    """A run by hand in the container has none."""
    platform = Gradescope(tmp_path, GOOD)
    put(tmp_path / "submission_metadata.json", "{}")
    platform.run()
    assert f"--metadata {tmp_path}/submission_metadata.json" in (tmp_path / "called").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("grader", "reason"),
    [
        ("exit 3", "the grader ended with exit status 3"),
        ("sleep 30", "it took more than 0.5 seconds"),
        ("""printf '{"score": 7'""", "the grader ended with exit status 0"),
        ("echo 7", "the grader ended with exit status 0"),
        ("kill -9 $$", "it was ended from outside"),
    ],
)
def test_a_fault_of_ours_leaves_a_file_without_a_score(tmp_path: Path, grader: str, reason: str) -> None:
    """No score: a zero would be a mark."""
    left = Gradescope(tmp_path, grader).run()
    assert {"output", "output_format", "stdout_visibility", "tests"} == left.keys()
    assert [] == left["tests"]
    assert reason in str(left["output"])


def test_an_older_result_is_replaced_and_a_link_is_not_followed(tmp_path: Path) -> None:
    """What stands at its place is replaced in one step."""
    platform = Gradescope(tmp_path, GOOD)
    victim = put(tmp_path / "victim", "kept")
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "results.json").symlink_to(victim)
    assert {"score": 7} == platform.run()
    assert "kept" == victim.read_text(encoding="utf-8")


def run_classroom50(tmp_path: Path, grader: str, install: str = "") -> subprocess.CompletedProcess[bytes]:
    """Run the autograder of Classroom 50 in a checkout; its install.py makes a grader that is a shell script."""
    bundle, checkout = tmp_path / "bundle", tmp_path / "checkout"
    checkout.mkdir(exist_ok=True)
    made = f"#!/bin/sh\n{grader}\n"
    put(
        bundle / "install.py",
        f"import pathlib, sys\n{install}\npath = pathlib.Path(sys.argv[1]) / 'bin' / 'grader'\n"
        f"path.parent.mkdir(parents=True)\npath.write_text({made!r})\npath.chmod(0o755)\n",
    )
    program = put(bundle / "autograder.py", template("classroom50_autograder.py", LEVEL="full", MINUTES="20"))
    environment = {**os.environ, "CLASSROOM50_BUNDLE_DIR": str(bundle)}
    return subprocess.run([sys.executable, program], cwd=checkout, env=environment, capture_output=True, check=False)


def test_classroom50_gets_the_result_and_status_0_if_it_was_graded(tmp_path: Path) -> None:
    """What a student planted at its place, a link to a file or a folder with one, prevents nothing."""
    victim = put(tmp_path / "victim" / "file", "kept")
    for number, planted in enumerate((victim, victim.parent, None)):
        checkout = tmp_path / str(number) / "checkout"
        checkout.mkdir(parents=True)
        if planted is None:
            put(checkout / "result.json" / "file", "in the way")
        else:
            (checkout / "result.json").symlink_to(planted)
        done = run_classroom50(checkout.parent, GOOD)
        assert 0 == done.returncode, done.stderr
        assert {"score": 7} == json.loads((checkout / "result.json").read_bytes())
    assert "kept" == victim.read_text(encoding="utf-8")


def test_classroom50_gets_the_report_that_students_read(tmp_path: Path) -> None:
    """It says what is wrong; the platform's own table names only the items."""
    make = 'while [ "$1" != --out ]; do shift; done; mkdir -p "$2"; echo "# Report" >"$2/report.md"'
    (tmp_path / "checkout").mkdir()
    victim = put(tmp_path / "victim", "kept")
    (tmp_path / "checkout" / "release-body.md").symlink_to(victim)
    done = run_classroom50(tmp_path, f"{make}; {GOOD}")
    assert 0 == done.returncode, done.stderr
    assert "# Report\n" == (tmp_path / "checkout" / "release-body.md").read_text(encoding="utf-8")
    assert "kept" == victim.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("grader", "install", "status"),
    [("exit 4", "", 4), ("echo x", "", 1), (f"{GOOD}; exit 2", "", 2), (GOOD, "sys.exit(9)", 9)],
)
def test_classroom50_gets_no_result_from_a_fault_of_ours(
    tmp_path: Path, grader: str, install: str, status: int
) -> None:
    """Another status than 0 says that nothing was graded."""
    done = run_classroom50(tmp_path, grader, install)
    assert status == done.returncode
    assert [] == list((tmp_path / "checkout").iterdir())


class Clone:
    """A repository with the hook, and a remote one to push to."""

    def __init__(self, folder: Path, grader: str | None) -> None:
        """Let the grader be a shell script, or none."""
        self.folder = folder / "clone"
        self.git(folder, "init", "-q", "--bare", "remote.git")
        self.git(folder, "init", "-q", "-b", "main", "clone")
        for name in HOOKS:
            put(
                self.folder / ".githooks" / name,
                template(name, FOLDER=".github/grader"),
            )
        command = folder / "no-such-program"
        if grader is not None:
            command = put(folder / "grader", f'#!/bin/sh\necho "$@" >>{folder}/called\n{grader}\n')
        settings = {
            "core.hooksPath": ".githooks",
            "user.name": "A",
            "user.email": "a@x",
            "grader.command": str(command),
        }
        for name, value in settings.items():
            self.git(self.folder, "config", name, value)
        self.git(self.folder, "remote", "add", "origin", "../remote.git")
        (self.folder / "tictactoe.py").write_text("committed\n", encoding="utf-8")
        self.git(self.folder, "add", "-A")
        self.git(self.folder, "commit", "-qm", "one")
        (self.folder / "tictactoe.py").write_text("not committed\n", encoding="utf-8")

    @staticmethod
    def git(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        """Run git without anybody's settings."""
        environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
        return subprocess.run(
            [shutil.which("git") or "git", *arguments], cwd=folder, env=environment, capture_output=True, check=False
        )

    def push(self, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        """Push."""
        return self.git(self.folder, "push", "-q", "origin", *(arguments or ("main",)))


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
class TestTheHooksOfStudents:
    """Each does nothing until it is switched on."""

    def test_it_grades_what_is_committed_and_lets_it_pass(self, tmp_path: Path) -> None:
        """Neither the files as they are on disk, nor a branch that is deleted."""
        clone = Clone(tmp_path, f'cat "$2/tictactoe.py" >{tmp_path}/seen')
        assert 0 == clone.push().returncode
        assert (tmp_path / "seen").read_text(encoding="utf-8") == "committed\n"
        called = (tmp_path / "called").read_text(encoding="utf-8")
        assert f"--rubric {clone.folder}/.github/grader/rubric/rubric.yaml --fail-under 0" in called
        assert not Path(called.split()[1]).exists()  # the copy is gone
        assert 0 == clone.push("--delete", "main").returncode
        assert (tmp_path / "called").read_text(encoding="utf-8") == called  # nothing to grade

    def test_it_stops_what_cannot_be_graded_and_no_verify_pushes_it(self, tmp_path: Path) -> None:
        """The message names the way out."""
        clone = Clone(tmp_path, "exit 2")
        stopped = clone.push()
        assert stopped.returncode != 0
        assert b"it cannot be graded, so nothing was pushed" in stopped.stderr
        assert 0 == clone.push("--no-verify", "main").returncode

    def test_it_stops_fewer_points_than_the_student_wants(self, tmp_path: Path) -> None:
        """Only if the student set a number."""
        clone = Clone(tmp_path, "exit 1")
        clone.git(clone.folder, "config", "grader.failUnder", "80")
        assert b"fewer than 80 % of the points" in clone.push().stderr
        assert "--fail-under 80" in (tmp_path / "called").read_text(encoding="utf-8")

    @pytest.mark.parametrize("grader", [None, "exit 4"])
    def test_a_grader_that_is_missing_or_fails_stops_nobody(self, tmp_path: Path, grader: str | None) -> None:
        """The hook is an offer."""
        assert 0 == Clone(tmp_path, grader).push().returncode

    def test_a_commit_is_graded_as_it_is_staged_if_that_is_wanted_and_is_never_stopped(self, tmp_path: Path) -> None:
        """What is in the files and not staged is no part of it."""
        clone = Clone(tmp_path, f'cat "$2/tictactoe.py" >{tmp_path}/seen; exit 2')
        clone.git(clone.folder, "commit", "-qm", "two", "--allow-empty")
        assert not (tmp_path / "seen").exists()
        clone.git(clone.folder, "config", "grader.onCommit", "yes")
        (clone.folder / "tictactoe.py").write_text("staged\n", encoding="utf-8")
        clone.git(clone.folder, "add", "-A")
        (clone.folder / "tictactoe.py").write_text("not staged\n", encoding="utf-8")
        assert 0 == clone.git(clone.folder, "commit", "-qm", "three").returncode
        assert "staged\n" == (tmp_path / "seen").read_text(encoding="utf-8")


def test_the_shards_of_a_class_in_a_folder_with_blanks_are_started(tmp_path: Path) -> None:
    """GNU parallel gives the words to a shell once more, unless it is told to quote them."""
    course, submissions = tmp_path / "AI 2026", tmp_path / "all work; $HOME"
    submissions.mkdir()
    put(course / "grade.sh", template("gnu_parallel.sh"))
    put(tmp_path / "bin" / "parallel", "#!/bin/sh\nprintf '%s\\n' \"$@\"\n")
    (tmp_path / "hosts").touch()

    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    command = ["sh", str(course / "grade.sh"), str(submissions), str(tmp_path / "hosts")]
    ended = subprocess.run(command, env={"PATH": path}, capture_output=True, text=True, check=True)

    before, program, after = ended.stdout.partition(f"{course}/grader-env/bin/grader\nbatch\n{submissions}\n")
    assert "--quote" in before.splitlines()
    assert program
    assert f"--out\n{course}/shards/{{}}\n:::\n1\n2\n" in after
