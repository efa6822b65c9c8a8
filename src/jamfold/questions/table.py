"""The table of two to ten seats: what is asked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from jamfold.errors import SituationError
from jamfold.questions.chips import GameQuestion
from jamfold.questions.entries import Amount, AmountList, Amounts, entry
from jamfold.questions.watching import Watch
from jamfold.questions.worth import PANEL
from jamfold.worth.models import MALMUTH_HARVILLE, MODELS, find_model
from jamfold.worth.numbers import read_number
from jamfold.worth.prizes import Prizes
from jamfold.worth.rake import Rake

if TYPE_CHECKING:
    from jamfold.spots.table.hand import TableHand
    from jamfold.spots.table.result import TableResult

_IN_BB = "bb"
_USUAL_STACK = "10bb"


class Preset(NamedTuple):
    """A common format: seats, the stack of each, prizes."""

    seats: int
    stack: str
    prizes: tuple[str, ...] = ()


PRESETS = {
    "aof": Preset(4, "8bb"),
    "spin": Preset(3, "10bb", ("100%",)),
    "bubble": Preset(4, "10bb", ("50%", "30%", "20%")),
    "final": Preset(9, "10bb", ("30%", "20%", "14%", "10%", "8%", "6.5%", "5%", "3.5%", "3%")),
}
"""All-in-or-fold cash, three-handed winner takes all, the bubble of a sit-and-go, a final table."""


@dataclass(frozen=True, kw_only=True)
class TableQuestion(GameQuestion):
    """Solve a table of two to ten seats where everybody jams or folds, with every seat's own gain.

    Seats go from the button's left round: sb, bb, ..., co, btn. Up to three seats of Hold'em and
    Six-Plus every deal is counted; else deals are sampled, and the answer says how far.
    """

    name: ClassVar[str] = "table"
    lane: ClassVar[str] = "solving"

    stacks: AmountList = entry(
        (),
        "Chips of sb, bb, ..., co, btn before anything is posted; 12.5bb for big blinds.",
        metavar="CHIPS",
    )
    seats: int | None = entry(None, "Seats, where all stacks are the same.", metavar="N", least=2, most=10)
    stack: Amount | None = entry(
        None, "The stack of every seat.", label="stack of every seat", metavar="CHIPS", shown=_USUAL_STACK
    )
    preset: str = entry(
        "",
        f"A common format: {', '.join(PRESETS)}; what is given besides goes first.",
        metavar="NAME",
    )
    blinds: Amounts = entry(
        (5.0, 10.0),
        "Small and big blind in chips.",
        metavar="SB BB",
        parts=(("blind_sb", "Small blind"), ("blind_bb", "Big blind")),
    )
    ante: Amount = entry(0.0, "Ante of each player.", label="Ante, each", metavar="CHIPS")
    bb_ante: Amount = entry(
        0.0, "Ante of the big blind for the whole table.", label="Big-blind ante", metavar="CHIPS"
    )
    max_allin: int | None = entry(
        None,
        "Players all-in at most; behind them the others fold.",
        label="players all-in at most",
        metavar="K",
        least=2,
        most=10,
        shown="all up to four seats, else 3",
    )
    prizes: AmountList = entry(
        (),
        "What the places pay, from the first on: money, or percentages as 50%.",
        metavar="PRIZE",
        panel=PANEL,
    )
    model: str = entry(
        MALMUTH_HARVILLE,
        f"The stack model: {', '.join(MODELS)}.",
        label="stack model",
        metavar="MODEL",
        choices=MODELS,
        panel=PANEL,
    )
    rake: Amount = entry(
        0.0, "Percent of the pots that the house takes at a showdown.", metavar="PERCENT", panel=PANEL
    )
    cap: Amount | None = entry(None, "The most that percentage takes.", metavar="CHIPS", panel=PANEL)
    drop: Amount = entry(0.0, "A fixed drop besides, from each hand.", metavar="CHIPS", panel=PANEL)
    drop_always: bool = entry(
        False, "Rake and drop also from hands without a showdown.", label="rake of every pot", panel=PANEL
    )
    rakeback: float = entry(
        0.0, "Percent of rake and drop given back.", metavar="PERCENT", least=0, panel=PANEL
    )
    whole_chips: bool = entry(
        False, "Divide pots in whole chips, odd ones from the button's left on.", label="odd chips"
    )
    seconds: float = entry(
        30.0, "How long deals are sampled, the certificate included.", metavar="T", most=86_400
    )
    gain: Amount | None = entry(
        None,
        "Stop as soon as no seat gains more than this, with 95 %: chips, or money.",
        label="gain to stop at",
        metavar="GAIN",
    )
    seed: int = entry(0, "Seed of the sampled deals.", metavar="N", least=0)
    profile: Path | None = entry(
        None,
        "Measure the strategies of a JSON file in place of solving.",
        metavar="FILE",
        local=True,
    )

    def __post_init__(self) -> None:
        """Read every amount, and make the hand."""
        if isinstance(self.model, str):
            object.__setattr__(self, "model", find_model(self.model))
        super().__post_init__()
        if self.preset and self.preset not in PRESETS:
            raise SituationError(
                f"Unknown preset '{self.preset[:40]}': it is one of {', '.join(PRESETS)}.", field="preset"
            )
        if self.stacks and (self.seats is not None or self.stack is not None):
            raise SituationError("Give stacks, or seats and the stack of each: one of both.", field="stacks")
        if not self.seconds > 0:
            raise SituationError(f"The time must be above zero, not {self.seconds:g} s.", field="seconds")
        values: dict[str, Any] = {"blinds": self._blinds()}
        values |= {name: self._amount(name) for name in ("ante", "bb_ante", "drop")}
        values |= {
            name: self._amount(name) for name in ("cap", "gain", "stack") if getattr(self, name) is not None
        }
        values["rake"] = self._percent()
        if self.stacks:
            values["stacks"] = self._stacks()
        for name, value in values.items():
            object.__setattr__(self, name, value)
        if self.gain is not None and self.gain == 0:
            raise SituationError("The gain to stop at must be above zero.", field="gain")
        assert self.hand is not None

    @property
    def hand(self) -> TableHand:
        """The hand."""
        from jamfold.spots.table.hand import TableHand

        preset = PRESETS[self.preset] if self.preset else None
        amounts = self.prizes or (() if preset is None else preset.prizes)
        return TableHand(
            stacks=self._stacks(),
            blinds=self._blinds(),
            ante=self._amount("ante"),
            bb_ante=self._amount("bb_ante"),
            rake=Rake(
                percent=self._percent(),
                cap=None if self.cap is None else self._amount("cap"),
                drop=self._amount("drop"),
                always=self.drop_always,
                rakeback=self.rakeback,
            ),
            prizes=Prizes.read(amounts) if amounts else None,
            model=self.model,
            max_allin=self.max_allin,
            whole_chips=self.whole_chips,
        )

    def answer(self, watch: Watch) -> TableResult:
        """Strategies, values and own gains."""
        from jamfold.spots.table.profile import MOST_BYTES, parse_profile
        from jamfold.spots.table.result import table_result

        profile = None
        hand = self.hand
        if self.profile is not None:
            try:
                if self.profile.stat().st_size > MOST_BYTES:
                    raise SituationError(f"The profile '{self.profile}' is too large.", field="profile")
                text = self.profile.read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as error:
                reason = getattr(error, "strerror", None) or "it is no text"
                raise SituationError(f"Cannot read '{self.profile}': {reason}.", field="profile") from None
            profile = parse_profile(self.rules, hand, text)
        return table_result(
            self.rules,
            hand,
            profile=profile,
            seconds=self.seconds,
            gain=None if self.gain is None else float(self.gain),
            seed=self.seed,
            progress=watch.stage,
        )

    def _blinds(self) -> tuple[float, float]:
        try:
            small, big = self.blinds
        except (TypeError, ValueError):
            raise SituationError("The blinds must be two numbers.", field="blind_sb") from None
        return read_number(small, "small blind", "blind_sb"), read_number(big, "big blind", "blind_bb")

    def _stacks(self) -> tuple[float, ...]:
        if self.stacks:
            return tuple(
                read_number(self._chips(value), f"stack of seat {k}", "stacks")
                for k, value in enumerate(self.stacks, 1)
            )
        preset = PRESETS[self.preset] if self.preset else None
        seats = self.seats or (preset.seats if preset else None)
        if seats is None:
            raise SituationError("There are no players: give their stacks, or seats.", field="stacks")
        each = self.stack if self.stack is not None else preset.stack if preset else _USUAL_STACK
        return (read_number(self._chips(each), "stack of every seat", "stack"),) * seats

    def _amount(self, name: str) -> float:
        return read_number(self._chips(getattr(self, name)), self.asked()[name].label, name)

    def _percent(self) -> float:
        text = str(self.rake).strip().removesuffix("%") if isinstance(self.rake, str) else self.rake
        return read_number(text, "rake", "rake")

    def _chips(self, value: Any) -> Any:
        """An amount in chips; what is none stays as it is, to be refused by its name."""
        text = value.strip().lower() if isinstance(value, str) else ""
        if not text.endswith(_IN_BB):
            return value
        try:
            return float(text[: -len(_IN_BB)]) * self._blinds()[1]
        except ValueError:
            return value
