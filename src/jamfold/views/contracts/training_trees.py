"""The contracts of the trainer in trees of raises."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

from jamfold.practice.trainer.verdict import Decision, GradedDecision
from jamfold.questions.raises import SizesRequest
from jamfold.shown import json_fields
from jamfold.views.contracts.base import Pair
from jamfold.views.contracts.training import DecisionContract, GradedContract
from jamfold.views.training_words import tree_verdict_words, tree_words
from jamfold.views.words import decision_lines


@json_fields(
    "game mode stack blinds ante bb_ante open raises limit jam position after id hand cards actions words"
)
@dataclass(frozen=True, kw_only=True)
class TreeAskedContract(DecisionContract):
    """A decision of a tree. An answer gives the same entries back; chips as they were asked for."""

    blinds: Pair
    ante: float
    bb_ante: float
    open: tuple[float | str, ...]
    raises: tuple[float | str, ...]
    limit: Literal["pot"] | None
    jam: bool
    """open, raises, limit, jam: The raises that are listed, in chips."""
    position: Literal["sb", "bb"]
    after: str
    """The actions before: ``sb raise 2, bb jam``."""

    @classmethod
    def of_question(cls, question: SizesRequest, decision: Decision) -> Self:
        """The contract of a decision."""
        node = decision.spot.node
        return cls.pick(
            decision,
            question,
            position=decision.spot.report.seat.value,
            after=", ".join(node.after),
            words=tree_words(decision),
        )


@json_fields("id hand action right best evs_bb loss_bb chances exact epsilon_bb why words notice")
@dataclass(frozen=True, kw_only=True)
class TreeVerdictContract(GradedContract):
    """A judged decision of a tree; big blinds."""

    best: tuple[str, ...]
    """The actions of which none is better, within 1e-5 bb."""
    evs_bb: dict[str, float]
    """What each action earns, from the start of the hand, with best play behind it."""
    chances: dict[str, float]
    """How often the equilibrium takes each action."""
    exact: bool
    epsilon_bb: float | None
    """Half of what both players together could still gain."""
    why: tuple[str, ...]
    """What every action earns at every decision of the hand."""

    @classmethod
    def of(cls, answer: GradedDecision) -> Self:
        """The contract of a judged decision."""
        decision = answer.decision
        spot, report, node = decision.spot
        return cls.pick(
            answer,
            decision,
            spot,
            evs_bb=decision.evs,
            loss_bb=answer.loss,
            chances=node.chances,
            why=tuple(decision_lines(report)),
            words=tree_verdict_words(answer),
        )
