"""The contracts of the trainer in trees of raises."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

from jamfold.practice.trainer.verdict import Decision, GradedDecision
from jamfold.questions.raises import SizesRequest
from jamfold.views.contracts.base import Contract, Pair
from jamfold.views.training_words import tree_verdict_words, tree_words
from jamfold.views.words import decision_lines


@dataclass(frozen=True, kw_only=True)
class TreeAskedContract(Contract):
    """A decision of a tree. An answer gives the same entries back; chips as they were asked for."""

    game: str
    mode: Literal["random", "close"]
    stack: float
    """Of both seats, in big blinds."""
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
    id: int
    """The class of the hand."""
    hand: str
    cards: str
    actions: tuple[str, ...]
    """What can be done; folding last."""
    words: str
    """The decision in words."""

    @classmethod
    def of_question(cls, question: SizesRequest, decision: Decision) -> Self:
        """The contract of a decision."""
        node = decision.spot.node
        return cls.pick(
            decision,
            question,
            position=decision.spot.report.seat.value,
            after=", ".join(node.after),
            id=decision.class_id,
            words=tree_words(decision),
        )


@dataclass(frozen=True, kw_only=True)
class TreeVerdictContract(Contract):
    """A judged decision of a tree; big blinds."""

    id: int
    hand: str
    action: str
    right: bool
    """Whether nothing is better."""
    best: tuple[str, ...]
    """The actions of which none is better, within 1e-5 bb."""
    evs_bb: dict[str, float]
    """What each action earns, from the start of the hand, with best play behind it."""
    loss_bb: float
    """What the answer earns less than the best."""
    chances: dict[str, float]
    """How often the equilibrium takes each action."""
    exact: bool
    epsilon_bb: float | None
    """Half of what both players together could still gain."""
    why: tuple[str, ...]
    """What every action earns at every decision of the hand."""
    words: str
    notice: str

    @classmethod
    def of(cls, answer: GradedDecision) -> Self:
        """The contract of a judged decision."""
        decision = answer.decision
        spot, report, node = decision.spot
        return cls.pick(
            answer,
            decision,
            spot,
            id=decision.class_id,
            evs_bb=decision.evs,
            loss_bb=answer.loss,
            chances=node.chances,
            why=tuple(decision_lines(report)),
            words=tree_verdict_words(answer),
        )
