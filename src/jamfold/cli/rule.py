"""``jamfold rule``: a rule to carry in the head, looked for or measured."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperGroup

from jamfold.cli.asking import AskingCommand, join_lists
from jamfold.cli.rows import command
from jamfold.questions.rules import RuleCheckQuestion, RuleFeaturesQuestion, RuleQuestion


class _Group(TyperGroup):
    """The search without a word behind it: ``jamfold rule --stacks 5 10 15``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Join the numbers of --stacks, then parse."""
        return list(super().parse_args(ctx, join_lists(args, {"--stacks"}, only_numbers=True)))


app = typer.Typer(cls=_Group, invoke_without_command=True)
app.callback()(command(RuleQuestion, of_group=True))
app.command("check", cls=AskingCommand)(command(RuleCheckQuestion))
app.command("features", cls=AskingCommand)(command(RuleFeaturesQuestion))
