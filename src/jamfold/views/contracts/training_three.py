"""The contracts of the trainer at tables of three."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

from jamfold.answers.training_three import ThreeJudged
from jamfold.counting.classes import hand_classes
from jamfold.practice.trainer.three import ThreeAsked
from jamfold.spots.table.node_words import node_words
from jamfold.views.contracts.base import Contract, Pair
from jamfold.views.contracts.explorer import ExplorerContract
from jamfold.views.explorer.decision import decision_data
from jamfold.views.table_words import decision_words
from jamfold.views.training_words import three_words


@dataclass(frozen=True, kw_only=True)
class ThreeAskedContract(Contract):
    """A decision at a table of three; chips in big blinds. An answer gives the same entries back."""

    game: str
    mode: Literal["random", "close"]
    stack: float
    """Of every seat."""
    blinds: Pair
    ante: float
    bb_ante: float
    node: str
    """Who decides, behind whose jams: ``bb after btn``."""
    id: int
    """The class of the hand."""
    hand: str
    cards: str
    actions: tuple[str, str]
    """What can be done."""
    words: str
    """The decision in words."""

    @classmethod
    def of(cls, asked: ThreeAsked) -> Self:
        """The contract of a decision."""
        hand, classes = asked.solution.hand, hand_classes(asked.solution.game)
        return cls.pick(
            asked,
            hand.level,
            game=asked.solution.game.name,
            stack=asked.stack,
            node=node_words(hand, asked.node),
            id=asked.class_id,
            hand=asked.hand,
            cards=classes.name(classes.check(asked.class_id)),
            actions=(asked.playing, "fold"),
            words=f"{decision_words(hand, asked.node)}, {asked.stack:g} bb each",
        )


@dataclass(frozen=True, kw_only=True)
class ThreeVerdictContract(Contract):
    """A judged decision at a table of three; big blinds, the hand having come to it."""

    id: int
    hand: str
    action: str
    right: bool
    """Whether nothing is better."""
    free: bool
    """Whether both actions are equally good, within 1e-5 bb."""
    ev_play_bb: float
    """EV of jamming or calling, from the start of the hand."""
    ev_fold_bb: float
    loss_bb: float
    """What the answer earns less than the best."""
    played: float
    """Chance with which the equilibrium jams or calls."""
    gain_bb: float
    """What any one seat could still gain by another strategy: the certificate, over all deals."""
    words: str
    picture: ExplorerContract
    """The whole range of the decision, as the strategy page draws it, in both seats' places."""

    @classmethod
    def of(cls, answer: ThreeJudged) -> Self:
        """The contract of a judged decision."""
        asked, verdict = answer.asked, answer.verdict
        return cls.pick(
            asked,
            verdict,
            id=asked.class_id,
            action=asked.playing if verdict.plays else "fold",
            ev_play_bb=verdict.ev_play,
            ev_fold_bb=verdict.ev_fold,
            loss_bb=verdict.loss,
            played=float(asked.solution.strategy[asked.row, asked.class_id]),
            gain_bb=asked.solution.largest_gain,
            words=three_words(asked, verdict),
            picture=decision_data(asked.solution, asked.row),
        )
