"""Rules to carry in the head: the search for one, and one that the user wrote."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from jamfold.errors import QuestionError, RuleError
from jamfold.games import find_game
from jamfold.questions.chips import GameQuestion
from jamfold.questions.entries import Question
from jamfold.questions.fields import AmountList, entry
from jamfold.questions.memory import Memory
from jamfold.questions.spots import load_table
from jamfold.questions.watching import Watch

if TYPE_CHECKING:
    from jamfold.practice.rules.features import Feature
    from jamfold.practice.rules.find import RuleReport
    from jamfold.practice.rules.rule import Rule

MOST_FEATURES = 12
MOST_STACKS = 60
DEEPEST = 100.0

_reports: Memory[Question, RuleReport] = Memory(8)


@dataclass(frozen=True, kw_only=True)
class RuleQuestion(GameQuestion):
    """Look for one point score for both seats and all stacks, with a table of thresholds.

    Small blind half a big blind, no ante. The rule that is given has the least mean over the stacks
    of what both best responses gain together; every row of it is measured exactly.
    """

    name: ClassVar[str] = "rule"
    lane: ClassVar[str] = "solving"

    features: int | None = entry(
        None,
        "The most numbers that the score may have.",
        label="numbers",
        metavar="N",
        least=1,
        most=MOST_FEATURES,
        shown="5; Hi/Lo 8",
    )
    stacks: AmountList = entry(
        (),
        "Stacks in big blinds.",
        metavar="BB",
        shown="2 to 10, 12, 15, 20, 25",
    )
    seconds: float = entry(
        300.0, "Time for the search; the best rule so far then stands.", metavar="S", least=1, most=3600
    )
    known: bool = entry(False, "Give the rule that comes with the program, without a search.")

    def __post_init__(self) -> None:
        """Stacks are different numbers, kept ascending."""
        super().__post_init__()
        if self.known and (self.features is not None or self.stacks):
            raise RuleError(
                "The rule that comes with the program has its numbers and stacks: leave --features and "
                "--stacks out.",
                field="known",
            )
        object.__setattr__(self, "stacks", self._stacks())

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
                raise QuestionError(f"The stack {value:g} stands twice.", field="stacks")
        return tuple(sorted(stacks))

    def answer(self, watch: Watch) -> RuleReport:
        """The rule with what it costs at every stack."""
        from jamfold.practice.rules.find import STACKS, find_rule, known_rule, report_rule

        def make() -> RuleReport:
            if self.known:
                return report_rule(known_rule(self.rules), watch.stage)
            stacks = tuple(map(float, self.stacks)) or STACKS
            return find_rule(self.rules, stacks, self.features, seconds=self.seconds, progress=watch.stage)

        load_table(self.rules, watch)
        return _reports.get(self, make)


@dataclass(frozen=True, kw_only=True)
class RuleCardQuestion(GameQuestion):
    """The rule that comes with the program as the strategy page takes it: what every hand scores."""

    name: ClassVar[str] = "rule-card"
    lane: ClassVar[str] = "solving"

    def answer(self, watch: Watch) -> RuleReport:
        """The rule with what it costs at every stack."""
        return RuleQuestion(game=self.game, known=True).answer(watch)


@dataclass(frozen=True, kw_only=True)
class RuleFeaturesQuestion(GameQuestion):
    """List what a rule can give points for."""

    name: ClassVar[str] = "rule-features"

    def answer(self, watch: Watch) -> tuple[Feature, ...]:
        """The features of the game."""
        from jamfold.practice.rules.features import features

        return tuple(features(self.rules).values())


@dataclass(frozen=True, kw_only=True)
class RuleCheckQuestion(Question):
    """Measure a rule: what both best responses gain together at each of its stacks, and what it loses.

    A rule is a TOML text with points by feature under [score], and under every [[thresholds]] a stack s
    and from how many points on hands are jammed and called, jam_from and call_from, or "any".
    """

    name: ClassVar[str] = "rule-check"
    lane: ClassVar[str] = "solving"

    file: str = entry("", "The rule, a TOML file.", positional=True, metavar="FILE", local=True)
    toml: str = entry(
        "", "The rule, a TOML text.", label="rule", remote=True, longest=100_000, metavar="TOML"
    )
    game: str = entry(
        "", "The game, where the rule does not say it (default omaha).", metavar="GAME", longest=40
    )

    def __post_init__(self) -> None:
        """The game is known, and the rule is there."""
        super().__post_init__()
        if self.game:
            object.__setattr__(self, "game", find_game(self.game).name)
        object.__setattr__(self, "toml", self.toml.strip())
        if bool(self.file) == bool(self.toml):
            raise RuleError("Give the file of a rule.", field="toml")
        if self.toml:
            self.rule()

    def rule(self) -> Rule:
        """The rule.

        Raises
        ------
        RuleError
            If the text is none, or the file cannot be read.
        """
        from jamfold.practice.rules.text import parse_rule

        source, text = "the rule", self.toml
        if self.file:
            path = Path(self.file)
            source, text = path.name[:60], _read(path)
        return parse_rule(text, source, find_game(self.game) if self.game else None)

    def answer(self, watch: Watch) -> RuleReport:
        """The rule with what it costs at every stack."""
        from jamfold.practice.rules.find import report_rule

        rule = self.rule()
        load_table(rule.game, watch)
        return report_rule(rule, watch.stage)


def _read(path: Path) -> str:
    try:
        return path.read_bytes()[:400_000].decode("utf-8")
    except OSError as error:
        raise RuleError(
            f"Cannot read '{str(path)[:100]}': {error.strerror or error}.", field="file"
        ) from None
    except UnicodeDecodeError:
        raise RuleError(f"'{path.name[:60]}' is not a text in UTF-8.", field="file") from None
