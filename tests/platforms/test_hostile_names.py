"""Students choose parts of the names in a download: whatever they choose, each layout accounts for every entry."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from grader.errors import UserError
from grader.intake.class_listing import PLAIN_LAYOUT
from grader.intake.upload import ClassLayout, ClassListing
from grader.platforms.registry import DOWNLOADS
from tests.intake.module_specs import WITH_NOTEBOOKS

PARTS = (
    *("ada", "Team 5", "_", "-", "301", "4711", "LATE", "anon", "_assignsubmission_file", "_onlinetext", "tictactoe"),
    *(".py", ".txt", ".html", ".zip", " (1)", "-2", "\u202e", "\n", "%s", "..", " ", "_attempt_2026-09-01-14-22-32"),
)
SHAPES = (
    "{}",
    "{}_{}_assignsubmission_file",
    "{}_301_assignsubmission_{}",
    "{}_4711_59876_{}",
    "{}_{}_59877_tictactoe.py",
    "{}_attempt_2026-09-01-14-22-32{}",
    "submission_{}",
    "submission_metadata.{}ml",
    "{}/tictactoe",
)
WORD = st.lists(st.sampled_from(PARTS), max_size=3).map("".join)
NAMES = st.builds(str.format, st.sampled_from(SHAPES), WORD, WORD).filter(lambda name: name not in {"", ".", ".."})
LAYOUTS: tuple[ClassLayout, ...] = (*DOWNLOADS, PLAIN_LAYOUT)
KINDS = st.sampled_from(("file", "folder", "link", "dead link", "filled"))


@settings(max_examples=40)
@given(entries=st.dictionaries(NAMES, KINDS, max_size=8))
def test_whatever_the_names_no_entry_is_lost_and_none_counts_twice(entries: dict[str, str]) -> None:
    """And nothing but a message for the instructor comes of it."""
    with TemporaryDirectory() as place:
        root = Path(place)
        for name, kind in entries.items():
            _make(root / name.replace("/", "+"), kind)
        for layout in DOWNLOADS:
            layout.recognizes(root, WITH_NOTEBOOKS)
        for layout in LAYOUTS:
            listing = _read(layout, root)
            if listing is not None:
                found = _top_level(listing, root)
                expected = [name.replace("/", "+") for name in entries if not name.startswith(".")]
                assert sorted(expected) == sorted(set(found) if layout.name == "nbgrader" else found), layout.name


def _read(layout: ClassLayout, root: Path) -> ClassListing | None:
    """Return None for the message that `root` has another layout."""
    try:
        return layout.read(root, WITH_NOTEBOOKS)
    except UserError as error:
        assert 1 == len(str(error).splitlines())  # noqa: PT017 - most folders have not this layout
        return None


def _make(path: Path, kind: str) -> None:
    if kind == "file":
        path.write_text("x")
    elif kind in {"link", "dead link"}:
        path.symlink_to(path.parent if kind == "link" else "nowhere")
    else:
        path.mkdir()
        if kind == "filled":
            (path / "tictactoe").mkdir()
            (path / "tictactoe" / "timestamp.txt").write_text("2026-09-01 14:22:32 UTC")


def _top_level(listing: ClassListing, root: Path) -> list[str]:
    """Return the entries of `root` that `listing` accounts for; nbgrader's may be there several times."""
    names: list[str] = []
    for upload in listing.uploads:
        sources = [*([upload.folder] if upload.folder else []), *(file.source for file in upload.files)]
        paths = [source.relative_to(root) for source in sources] or [Path(upload.written)]
        names += {path.parts[0] for path in paths}
    skipped = [one.name.partition("/")[0] for one in listing.skipped]
    return [*names, *(name for name in skipped if name in {path.name for path in root.iterdir()})]
