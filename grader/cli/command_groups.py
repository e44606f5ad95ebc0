"""The groups of commands: a misspelt command is answered with the nearest one, and a command is loaded when used."""

from __future__ import annotations

import importlib

import click

COMMANDS = ("check", "play", "batch", "report", "export", "setup", "rubric", "doctor")


class SuggestingGroup(click.Group):
    """A group that answers a misspelt command with the nearest one; click does so only in recent versions."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that `args` begins with (click.UsageError when there is none)."""
        if not ctx.resilient_parsing and self.get_command(ctx, args[0]) is None:
            from grader.model.spelling import closest, quoted

            meant = closest(args[0], self.list_commands(ctx))
            if meant is not None:
                ctx.fail(f"No such command {quoted(args[0])}. Did you mean {quoted(meant)}?")
        return super().resolve_command(ctx, args)


class LazyGroup(SuggestingGroup):
    """The commands of `grader`, each in a module of its own that is imported when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order in which a newcomer meets them."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of `cmd_name`; None if there is no such command."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"grader.cli.{cmd_name}").command
        return command if isinstance(command, click.Command) else None
