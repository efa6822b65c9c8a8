"""``jamfold rule``: a rule to carry in the head, looked for or measured."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from jamfold.cli.asking import AskingCommand, JsonOption, answered, asks, join_lists
from jamfold.questions.rules import RuleCheckQuestion, RuleFeaturesQuestion, RuleQuestion
from jamfold.views.terminal import print_json, say, show

OutOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--out",
        help="Write the card: .png, .svg, .pdf, .html, .toml or .json; may be repeated.",
        metavar="FILE",
    ),
]


class _Group(TyperGroup):
    """The search without a word behind it: ``jamfold rule --stacks 5 10 15``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Join the numbers of --stacks, then parse."""
        return list(super().parse_args(ctx, join_lists(args, {"--stacks"}, only_numbers=True)))


app = typer.Typer(cls=_Group, invoke_without_command=True)


@app.callback()
@asks(RuleQuestion)
def rule(
    question: RuleQuestion, ctx: typer.Context, as_json: JsonOption = False, out: OutOption = None
) -> None:
    if ctx.invoked_subcommand is None:
        _show(question, as_json=as_json, out=out)


@app.command("check", cls=AskingCommand)
@asks(RuleCheckQuestion)
def check(question: RuleCheckQuestion, as_json: JsonOption = False, out: OutOption = None) -> None:
    _show(question, as_json=as_json, out=out)


@app.command("features")
@asks(RuleFeaturesQuestion)
def features(question: RuleFeaturesQuestion, as_json: JsonOption = False) -> None:
    from jamfold.views.contracts.rules import FeatureContract
    from jamfold.views.rules import features_view

    found = [FeatureContract.of(one) for one in answered(question)]
    if as_json:
        print_json(found)
    else:
        show(features_view(found))


def _show(question: RuleQuestion | RuleCheckQuestion, *, as_json: bool, out: list[Path] | None) -> None:
    from jamfold.views.contracts.rules import RuleContract
    from jamfold.views.rule_card import check_card, write_card
    from jamfold.views.rules import rule_view

    targets = [check_card(path) for path in out or []]
    if isinstance(question, RuleCheckQuestion):
        question.rule()  # a bad file is told before anything is loaded
    answer = RuleContract.of(answered(question, "Rule"))
    for path in targets:
        write_card(answer, path)
        say(f"Saved to {path}.")
    if as_json:
        print_json(answer)
    elif not targets:
        show(rule_view(answer))
