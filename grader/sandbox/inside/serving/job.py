"""The first request to a probe: the submission, and which of its functions may be called."""

from __future__ import annotations

from typing import Any, NamedTuple


class CellSpec(NamedTuple):
    """How the assignment sheet writes one kind of cell."""

    symbol: str
    """``X``, ``O`` or ``.`` (an empty cell)."""
    attribute: str | None
    """The module's constant for it, None if the sheet names none."""
    default: Any
    """The value that the sheet gives it."""


class Job(NamedTuple):
    """
    A ``job`` message, decoded once.

    A named tuple and no dataclass: importing `dataclasses` takes 5 ms, and without a zygote every probe imports it.
    """

    files: dict[str, str]
    """Source text by path."""
    main: str
    """The path of the file to import."""
    beside: list[str]
    """Names of files that were handed in beside it and are not here."""
    notebook_cells: list[int]
    """The first line of each notebook cell; empty for a script."""
    module: str
    """The name to import the file by."""
    functions: list[str]
    """The functions that may be called."""
    search: str
    """The recursive function that takes long."""
    slow_functions: list[str]
    """The functions that may call the search."""
    printing_functions: frozenset[str]
    """The functions whose answer is what they print."""
    dialogue_function: str
    """The function that holds a dialogue; empty if there is none."""
    board_printer: str
    """The function that prints a board; empty if there is none."""
    by_statement: bool
    """Whether the file runs statement by statement and goes on after one that raises."""
    cell_specs: list[CellSpec]
    allowed_imports: set[str]
    """Third-party modules to import for real."""
    package_folders: list[str]
    """Where the modules of `allowed_imports` are installed."""
    memoize: bool
    """Whether to keep answers of the search, if that cannot change any."""
    skipped_lines: dict[int, bool]
    """Lines of statements that never stopped asking for input, each with whether the dialogue function asked."""
    script_name: str
    """The name to run the file under as a program; empty if it is imported."""

    @classmethod
    def of_message(cls, message: dict[str, Any]) -> Job:
        """Decode a message of the marker, which is trusted; its fields have the names of these."""
        fields = {name: value for name, value in message.items() if name != "type"}
        # JSON has neither sets nor named tuples.
        fields["printing_functions"] = frozenset(fields["printing_functions"])
        fields["cell_specs"] = [CellSpec(*spec) for spec in fields["cell_specs"]]
        fields["allowed_imports"] = set(fields["allowed_imports"])
        fields["skipped_lines"] = dict(fields["skipped_lines"])
        return cls(**fields)

    @property
    def draws_numbers(self) -> bool:
        """Whether the submission may use random numbers: one of its files contains a word that their use needs."""
        return any(word in text for text in self.files.values() for word in ("random", "secrets", "uuid"))

    @property
    def reads_clocks(self) -> bool:
        """Whether the submission may read a clock: one of its files contains the word ``time``."""
        return any("time" in text for text in self.files.values())
