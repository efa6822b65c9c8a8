"""``jamfold rule``: a rule to carry in the head, looked for or measured."""

from __future__ import annotations

import typer

from jamfold.cli.asking import AskingGroup, RequestCommand
from jamfold.cli.rows import command
from jamfold.questions.rules import RuleCheckRequest, RuleFeaturesRequest, RuleRequest

app = typer.Typer(cls=AskingGroup, invoke_without_command=True)
app.callback()(command(RuleRequest, of_group=True))
app.command("check", cls=RequestCommand)(command(RuleCheckRequest))
app.command("features", cls=RequestCommand)(command(RuleFeaturesRequest))
