"""Ranges of other programs, or of people, measured: what is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from jamfold.errors import QuestionError
from jamfold.questions.fields import entry
from jamfold.questions.table import SeatsQuestion


@dataclass(frozen=True, kw_only=True)
class AuditQuestion(SeatsQuestion):
    """Measure ranges of another program, or your own: what each seat could gain against them, hand by hand.

    Ranges come as files, folders or archives, one range each, whose names say the decision (SB_jam.txt,
    BB_vs_SB.csv), as lines such as 'bb after sb: 22+,A2+', or as jamfold's own files.  Decisions without a
    range are played as well as can be against the rest.
    """

    name: ClassVar[str] = "audit"
    typed: ClassVar[str] = ""
    lane: ClassVar[str] = "searching"

    files: tuple[str, ...] = entry(
        (),
        "Files of ranges, folders of them, or archives (.zip).",
        metavar="FILE",
        positional=True,
        local=True,
    )
    ranges: str = entry(
        "",
        "Ranges as a text: 'sb: 88+,A9+' on a line, or a range below the name of its decision.",
        label="pasted ranges",
        metavar="RANGES",
        longest=1_000_000,
        lines=True,
        shown="none",
    )
    partial: bool = entry(False, "Leave out what cannot be read, and measure the rest.")
    hands: int = entry(20, "The dearest hands that are listed.", label="hands listed", least=0, most=20_000)

    def __post_init__(self) -> None:
        """There is something to be measured."""
        super().__post_init__()
        if not self.files and not self.ranges.strip():
            raise QuestionError(
                "There are no ranges: name files, or give --ranges 'sb: 88+,A9+'.", field="ranges"
            )

    @property
    def title(self) -> str:
        """The game, the seats and their stacks."""
        return f"audit of a {super().title}"
