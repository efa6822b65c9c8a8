"""The contracts of the trainer at tables of four to ten."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

from jamfold.answers.training_tables import TableJudged
from jamfold.counting.classes import hand_classes
from jamfold.practice.trainer.table_exercise import TableExercise
from jamfold.spots.table.node_words import node_words
from jamfold.views.contracts.base import Contract
from jamfold.views.contracts.explorer import ExplorerContract
from jamfold.views.explorer.decision import square_data
from jamfold.views.training_words import table_sample_words, table_spot_words, table_verdict_words


@dataclass(frozen=True, kw_only=True)
class TableAskedContract(Contract):
    """A decision at a table of four to ten; chips in big blinds. An answer gives the same entries back."""

    game: str
    mode: Literal["random", "close"]
    spot: str
    """Stacks by seat, the small blind, antes, and what the house takes, as the spot is kept."""
    node: str
    """Who decides, behind whose jams: ``bb after btn``."""
    stacks: tuple[float, ...]
    """Of sb, bb, ..., btn."""
    stack: float
    """Of the seat that decides."""
    id: int
    """The class of the hand."""
    hand: str
    cards: str
    actions: tuple[str, str]
    """What can be done."""
    sampled_seconds: float
    """How long deals were searched; 0 where the model has solved the spot."""
    gain_bb: float
    """What any seat gains at most by leaving the profile, 95 %."""
    words: str
    """The decision in words."""
    note: str
    """The stacks, and how far from equilibrium the profile is, in words."""

    @classmethod
    def of(cls, asked: TableExercise) -> Self:
        """The contract of a decision."""
        classes = hand_classes(asked.game)
        return cls.pick(
            asked,
            game=asked.key.game,
            spot=asked.key.chips,
            node=node_words(asked.table, asked.node),
            stacks=asked.table.stacks,
            id=asked.class_id,
            cards=classes.name(classes.check(asked.class_id)),
            actions=(asked.playing, "fold"),
            sampled_seconds=asked.answer.seconds,
            gain_bb=asked.answer.gain,
            words=table_spot_words(asked),
            note=table_sample_words(asked),
        )


@dataclass(frozen=True, kw_only=True)
class TableVerdictContract(Contract):
    """A judged decision at a table of four to ten; big blinds, the hand having come to it."""

    id: int
    hand: str
    action: str
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
    words: str
    picture: ExplorerContract
    """The whole range of the decision, as the strategy page draws it, in both seats' places."""
    notice: str

    @classmethod
    def of(cls, answer: TableJudged) -> Self:
        """The contract of a judged decision."""
        asked, verdict = answer.asked, answer.verdict
        known, row = asked.answer, asked.row
        sizes = hand_classes(asked.game).sizes
        is_told = verdict.sampled == verdict.sampled
        return cls.pick(
            asked,
            verdict,
            answer,
            id=asked.class_id,
            action=asked.playing if verdict.plays else "fold",
            margin_bb=verdict.sampled if is_told else None,
            doubt_bb=verdict.doubt if is_told else None,
            loss_bb=verdict.loss,
            played=float(known.played[row, asked.class_id]),
            gain_bb=known.gain,
            words=table_verdict_words(asked, verdict),
            picture=square_data(
                asked.game,
                asked.stack,
                known.played[row],
                known.margins[row],
                100 * float(known.played[row] @ sizes) / float(sizes.sum()),
                f"No seat gains more than {known.gain:.1g} bb (95 %)",
            ),
        )
