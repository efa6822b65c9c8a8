"""The contracts of the trainer at tables of four to ten."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from jamfold.counting.classes import hand_classes
from jamfold.games import find_game
from jamfold.practice.trainer.verdict import Decision, GradedDecision
from jamfold.shown import json_fields
from jamfold.views.contracts.explorer import ExplorerContract
from jamfold.views.contracts.training import DecisionContract, GradedContract
from jamfold.views.explorer.decision import square_data
from jamfold.views.training_words import table_sample_words, table_spot_words, table_verdict_words


@json_fields("game mode spot node stacks stack id hand cards actions sampled_seconds gain_bb words note")
@dataclass(frozen=True, kw_only=True)
class TableAskedContract(DecisionContract):
    """A decision at a table of four to ten; chips in big blinds. An answer gives the same entries back."""

    spot: str
    """Stacks by seat, the small blind, antes, and what the house takes, as the spot is kept."""
    node: str
    """Who decides, behind whose jams: ``bb after btn``."""
    stacks: tuple[float, ...]
    """Of sb, bb, ..., btn."""
    actions: tuple[str, str]
    """What can be done."""
    sampled_seconds: float
    """How long deals were searched; 0 where the model has solved the spot."""
    gain_bb: float
    """What any seat gains at most by leaving the profile, 95 %."""
    note: str
    """The stacks, and how far from equilibrium the profile is, in words."""

    @classmethod
    def of(cls, decision: Decision) -> Self:
        """The contract of a decision."""
        key, answer = decision.spot
        return cls.pick(
            decision,
            spot=key.chips,
            node=decision.key.seat,
            stacks=key.hand.stacks,
            sampled_seconds=answer.seconds,
            gain_bb=answer.gain,
            words=table_spot_words(decision),
            note=table_sample_words(decision.spot),
        )


@json_fields("id hand action right free margin_bb doubt_bb loss_bb played gain_bb words picture notice")
@dataclass(frozen=True, kw_only=True)
class TableVerdictContract(GradedContract):
    """A judged decision at a table of four to ten; big blinds, the hand having come to it."""

    right: bool
    """Whether nothing is known to be better."""
    free: bool
    """Whether it is too close to call."""
    margin_bb: float | None
    """What jamming or calling is worth more than a fold; null where the hand does not come here."""
    doubt_bb: float | None
    """Margins up to it are too close to call."""
    loss_bb: float
    """What the answer earns less than the other one; 0 where that is too close to call."""
    played: float
    """Chance with which the profile jams or calls."""
    gain_bb: float
    """What any seat gains at most by leaving that profile, 95 %."""
    picture: ExplorerContract
    """The whole range of the decision, as the strategy page draws it, in both seats' places."""

    @classmethod
    def of(cls, answer: GradedDecision) -> Self:
        """The contract of a judged decision."""
        decision = answer.decision
        game, known, row = find_game(decision.game), decision.spot.answer, decision.row
        sizes = hand_classes(game).sizes
        margin = decision.gains[decision.playing]
        is_known = margin == margin
        return cls.pick(
            answer,
            decision,
            margin_bb=margin if is_known else None,
            doubt_bb=decision.doubt if is_known else None,
            loss_bb=answer.loss,
            played=float(known.played[row, decision.id]),
            gain_bb=known.gain,
            words=table_verdict_words(answer),
            picture=square_data(
                game,
                decision.stack,
                known.played[row],
                known.margins[row],
                100 * float(known.played[row] @ sizes) / float(sizes.sum()),
                f"No seat gains more than {known.gain:.1g} bb (95 %)",
            ),
        )
