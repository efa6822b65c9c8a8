"""Rules of thumb: the search for one, and one that the user wrote."""

from __future__ import annotations

from jamfold.cards.games import find_game
from jamfold.cases.chips import GameRequest
from jamfold.cases.entries import CaseRequest
from jamfold.cases.fields import AmountList, request_field
from jamfold.cases.view_spec import RESULT, FileOption, ViewSpec
from jamfold.core.errors import QuestionError, RuleError

_CARD = FileOption(
    "--out",
    "Write the card: .png, .svg, .pdf, .html, .toml or .json; may be repeated.",
    "views.point_rules:write_card(answer, path)",
    "views.point_rules:check_card(path)",
    many=True,
    suppresses_output=True,
)
MOST_FEATURES = 12
MOST_STACKS = 60
DEEPEST = 100.0


class RuleRequest(GameRequest):
    """Find a point-count rule of thumb, and measure what it costs.

    Small blind half a big blind, no ante. The rule has the smallest mean over the stacks of what both
    best responses gain together; every row is measured exactly.
    """

    queue = "searching"
    answered_by = "cases.answers.rules:rule"
    title_text = "rule of {0.rules.title}"
    view_spec = ViewSpec(
        contract=RESULT,
        view="views.point_rules:rule_sheet(answer)",
        files=(_CARD,),
        examples=({"game": "six-plus", "features": 2, "stacks": [5, 10]},),
    )

    features: int | None = request_field(
        None,
        "Most features in the score.",
        label="number of features",
        metavar="N",
        minimum=1,
        maximum=MOST_FEATURES,
        default_text="5; Hi/Lo 8",
    )
    stacks: AmountList = request_field(
        (), "Stacks in big blinds.", metavar="BB", default_text="2 to 10, 12, 15, 20, 25"
    )
    seconds: float = request_field(
        300.0, "Search time; the best rule found by then is shown.", metavar="S", minimum=1, maximum=3600
    )
    known: bool = request_field(False, "Show the built-in rule; do not search.")

    def __post_init__(self) -> None:
        """Stacks are different numbers, kept ascending."""
        super().__post_init__()
        if self.known and (self.features is not None or self.stacks):
            raise RuleError(
                "The built-in rule has fixed features and stacks. Remove --features and --stacks.",
                field="known",
            )
        self._set(stacks=self._stacks())

    def _stacks(self) -> tuple[float, ...]:
        stacks: list[float] = []
        for value in self.stacks:
            if isinstance(value, str | bool):
                word = str(value)[:40]
                raise QuestionError(
                    f"The stacks must be numbers of big blinds, not '{word}'.", field="stacks"
                )
            if not 1 <= value <= DEEPEST:
                raise QuestionError(
                    f"The stacks must be 1 to {DEEPEST:g} big blinds, not {value:g}.", field="stacks"
                )
            stacks.append(float(value))
        if len(stacks) > MOST_STACKS:
            raise QuestionError(f"Give at most {MOST_STACKS} stacks, not {len(stacks)}.", field="stacks")
        for value in stacks:
            if stacks.count(value) > 1:
                raise QuestionError(f"The stack {value:g} appears twice.", field="stacks")
        return tuple(sorted(stacks))


class RuleCardRequest(GameRequest):
    """The built-in rule for the strategy page: what every hand scores."""

    queue = "solving"
    answered_by = "cases.answers.rules:rule_card"
    title_text = "rule of {0.rules.title}"
    view_spec = ViewSpec(
        contract="views.point_rules:RuleCardContract",
        values_of="views.explorer_data:rule_card(answer)",
        examples=({"game": "holdem"},),
    )


class RuleFeaturesRequest(GameRequest):
    """List the hand features a rule can score."""

    answered_by = "cases.answers.rules:rule_features"
    view_spec = ViewSpec(contract=RESULT, view="views.point_rules:features_sheet(answer)")


class RuleCheckRequest(CaseRequest):
    """Measure a rule: exploitability and EV loss at each stack.

    A rule is a TOML text with points by feature under [score]. Every [[thresholds]] has a stack s and the
    fewest points to jam and to call, jam_from and call_from, or "any".
    """

    queue = "solving"
    answered_by = "cases.answers.rules:rule_check"
    title_text = "a rule measured"
    view_spec = ViewSpec(
        contract=RESULT,
        view="views.point_rules:rule_sheet(answer)",
        files=(_CARD,),
        examples=(
            {
                "game": "holdem",
                "toml": "[score]\nranks-ace-18 = 1\npair = 20\n\n"
                "[[thresholds]]\ns = 10\njam_from = 17\ncall_from = 21\n",
            },
        ),
    )

    file: str = request_field(
        "", "The rule, a TOML file.", positional=True, metavar="FILE", cli_only=True, reads=True
    )
    toml: str = request_field(
        "", "The rule, a TOML text.", label="rule", web_only=True, max_length=100_000, metavar="TOML"
    )
    game: str = request_field("", "The game, if the rule does not name it.", metavar="GAME", max_length=40)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.game:
            self._set(game=find_game(self.game).name)
        self._set(toml=self.toml.strip())
        if bool(self.file) == bool(self.toml):
            raise RuleError("Enter the file of a rule.", field="toml")
