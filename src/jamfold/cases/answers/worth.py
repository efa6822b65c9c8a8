"""What stacks are worth, final-table deals, and tables of card rooms, listed."""

from __future__ import annotations

from jamfold.betting.rooms import RoomTable, read_rooms, rooms
from jamfold.cases.answers.watch import Observer
from jamfold.cases.rooms import RoomsRequest
from jamfold.cases.worth import DealRequest, IcmRequest
from jamfold.core.errors import SituationError
from jamfold.valuation.deal import PrizeSplit, split_prizes
from jamfold.valuation.icm import Icm, icm


def share_prizes(question: DealRequest, watch: Observer) -> PrizeSplit:
    return split_prizes(question.chips, question.paid(), question.method, float(question.keep))


def stack_worth(question: IcmRequest, watch: Observer) -> Icm:
    return icm(
        question.chips,
        question.paid(),
        question.model,
        question.bounty_amounts(question.count),
        watch.on_stage,
        question.field_groups,
    )


def listed(question: RoomsRequest, watch: Observer) -> tuple[RoomTable, ...]:
    """Return the rooms of the package or of a file whose name or house contains the search text."""
    available = rooms() if question.file is None else read_rooms(question.file)
    word = question.search.strip().lower()
    matches = tuple(room for room in available.values() if word in room.name or word in room.house.lower())
    if not matches:
        raise SituationError(
            f"No room has '{question.search[:40]}' in its name. Try a shorter word.", field="search"
        )
    return matches
