"""The first request to a probe: the submission and the functions that may be called."""

from __future__ import annotations

from typing import Any, NamedTuple


class ReceivedCellSpec(NamedTuple):
    """How the assignment sheet writes one kind of cell."""

    symbol: str
    """``X``, ``O`` or ``.`` (an empty cell)."""
    attribute: str | None
    """The module's constant for the cell, None if the sheet names none."""
    default: Any
    """The sheet's value for the cell."""


class ReceivedJob(NamedTuple):
    """A decoded ``job`` message, see `agent.py`. No dataclass, because importing `dataclasses` takes 5 ms."""

    files: dict[str, str]
    main: str
    beside: list[str]
    notebook_cells: list[int]
    module: str
    functions: list[str]
    search: str
    slow_functions: list[str]
    printing_functions: frozenset[str]
    dialogue_function: str
    board_printer: str
    by_statement: bool
    cell_specs: list[ReceivedCellSpec]
    allowed_imports: set[str]
    package_folders: list[str]
    memoize: bool
    skipped_lines: dict[int, bool]
    script_name: str

    @classmethod
    def of_message(cls, message: dict[str, Any]) -> ReceivedJob:
        """Decode a message of the marker, which is trusted."""
        fields = {name: value for name, value in message.items() if name != "type"}
        # JSON has neither sets nor named tuples.
        fields["printing_functions"] = frozenset(fields["printing_functions"])
        fields["cell_specs"] = [ReceivedCellSpec(*spec) for spec in fields["cell_specs"]]
        fields["allowed_imports"] = set(fields["allowed_imports"])
        fields["skipped_lines"] = dict(fields["skipped_lines"])
        return cls(**fields)

    @property
    def draws_numbers(self) -> bool:
        """Whether the submission may use random numbers: a file contains a word that their use needs."""
        return any(word in text for text in self.files.values() for word in ("random", "secrets", "uuid"))

    @property
    def reads_clocks(self) -> bool:
        """Whether the submission may read a clock: a file contains the word ``time``."""
        return any("time" in text for text in self.files.values())
