"""The contracts of matches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from jamfold.views.contracts.base import Contract, Pair

if TYPE_CHECKING:
    from jamfold.practice.match.results import Estimate, MatchResult


@dataclass(frozen=True, kw_only=True)
class EstimateContract(Contract):
    """What the first player wins, in big blinds a hand."""

    mean_bb: float
    deviation_bb: float
    """Standard deviation of a hand; for duplicate of a deal played both ways round."""
    interval_bb: Pair
    """95 %; sampled, from the deals of this match."""

    @classmethod
    def of(cls, one: Estimate) -> Self:
        """The contract of an estimate."""
        return cls(mean_bb=one.mean, deviation_bb=one.deviation, interval_bb=one.interval)


@dataclass(frozen=True, kw_only=True)
class MatchContract(Contract):
    """A match of two players; the first one's results, in big blinds a hand."""

    game: str
    stacks: Pair
    """Of small and big blind in chips."""
    blinds: Pair
    antes: Pair
    first: str
    second: str
    seed: int | None
    """Of the deals; null, as the next entries, where nothing was played."""
    deals: int | None
    """Played both ways round."""
    hands: int | None
    raw: EstimateContract | None
    """Hand by hand; null where there are fewer than two hands."""
    duplicate: EstimateContract | None
    """By deals played both ways round; null where there are fewer than two."""
    without_luck: EstimateContract | None
    """The same deals with less luck (AIVAT with values of the equilibrium)."""
    exact_bb: float | None
    """Where both players' ranges are known."""
    off_model: tuple[int, int] | None
    """Hands in which the first, the second player limped or raised less than all-in."""
    off_model_bb: float | None
    """What the first player won in them together."""
    lost_by: str | None
    """Who has lost the match by a wrong line, by being slow or by leaving."""
    reason: str | None

    @classmethod
    def of(cls, result: MatchResult) -> Self:
        """The contract of a match."""
        definition, match = result.definition, result.match
        forfeit = None if match is None else match.forfeit
        return cls(
            game=definition.game.name,
            stacks=definition.stacks,
            blinds=definition.blinds,
            antes=definition.antes,
            first=result.names[0],
            second=result.names[1],
            seed=None if match is None else match.seed,
            deals=None if match is None else len(match.pairs),
            hands=None if match is None else len(match.hands),
            raw=_estimate(result.raw),
            duplicate=_estimate(result.duplicate),
            without_luck=_estimate(result.reduced),
            exact_bb=result.exact,
            off_model=None if match is None else (match.off_model(0), match.off_model(1)),
            off_model_bb=None if match is None else match.off_model_won / definition.situation.big_blind,
            lost_by=None if forfeit is None else forfeit.name,
            reason=None if forfeit is None else forfeit.sentence,
        )


def _estimate(one: Estimate | None) -> EstimateContract | None:
    return None if one is None else EstimateContract.of(one)


@dataclass(frozen=True, kw_only=True)
class BotContract(Contract):
    """What a bot has seen."""

    hands: int
    off_model: int
    """Hands in which the opponent limped or raised less than all-in."""
