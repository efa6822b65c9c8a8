"""Common formats and tables of card rooms on the page of tables: their texts, links and a menu."""

from __future__ import annotations

from jamfold.errors import SituationError
from jamfold.hand.rooms import RoomTable, find_room, rooms
from jamfold.questions.rooms import FEES, room_texts
from jamfold.questions.table import AOF, PRESETS, Preset, TableRequest
from jamfold.questions.worth import RakeRequest
from jamfold.views.html import Html, element
from jamfold.web.front.form import capital
from jamfold.web.front.page import GO, PageState, Texts

FEE_FIELDS = tuple(name for name in TableRequest.fields_in_panel(FEES) if name not in ("room", "room_file"))


def room_menu(view: PageState) -> Html:
    """The tables of card rooms, folded away: each link fills in one and solves it."""
    here = room_of(view.texts["room"])
    listed = [room for room in rooms().values() if room.name != AOF and not room.flop_first]
    links = [room_link(view, room, _words(room), f"room-{room.name}") for room in listed]
    return element(
        "details",
        element("summary", "Rooms", element("b", f" {here.house}") if here else None, class_="chip"),
        element("div", links, class_="row", role="group", aria_label="Rooms"),
        id="rooms",
    )


def room_link(view: PageState, room: RoomTable, words: str, id_: str) -> Html:
    """A link that fills in a room's table and solves it."""
    plain = dict.fromkeys((*FEE_FIELDS, *RakeRequest.field_specs(), "room"), "")
    texts = view.texts | plain | room_texts(room)
    address = view.page.address(texts | {"node": "", "ranges": "", "respond": ""})
    return element(
        "a",
        words,
        class_="chip",
        id=id_,
        href=f"{address}{'&' if '?' in address else '?'}{GO}=solve",
        aria_current="true" if view.texts["room"] == room.name else None,
    )


def _words(room: RoomTable) -> str:
    blinds = "" if room.blinds is None else " {:g}/{:g}".format(*room.blinds)
    game = "" if room.game is None else f" {room.game}"
    return f"{room.house}{game}{blinds}, {room.seats} × {room.stack:g} bb"


def room_of(name: str) -> RoomTable | None:
    """The room of a name, None if there is none."""
    try:
        return find_room(name)
    except SituationError:
        return None


def tidy(texts: Texts) -> Texts:
    """The texts of a common format or a room in the places of its name; what is given besides goes first."""
    room = room_of(texts.get("room") or texts.get("preset", ""))
    preset = PRESETS.get(texts.get("preset", ""))
    if room is None and preset is None:
        return texts
    given = {name: text for name, text in texts.items() if text.strip() and name != "preset"}
    own = _format(preset) if room is None and preset is not None else {} if room is None else room_texts(room)
    left_out = (*(_SEATS if "stacks" in given else ()), *(("share",) if "jackpot_size" in given else ()))
    return {name: text for name, text in own.items() if name not in left_out} | given


_SEATS = ("seats", "stack", "stacks", "prizes")


def _format(preset: Preset) -> Texts:
    return {
        "seats": str(preset.seats),
        "stack": preset.stack,
        "stacks": "",
        "prizes": " ".join(preset.prizes),
    }


def preset_link(view: PageState, name: str, preset: Preset) -> Html:
    """A link that fills in a common format and solves it."""
    texts = _format(preset)
    is_here = all(view.texts[one] == text for one, text in texts.items())
    address = view.page.address(view.texts | texts | {"node": "", "ranges": "", "respond": ""})
    words = f"{capital(preset.words.split(',')[0])}, {preset.seats} × {preset.stack.replace('bb', ' bb')}"
    return element(
        "a",
        words,
        class_="chip",
        id=f"preset-{name}",
        href=f"{address}{'&' if '?' in address else '?'}{GO}=solve",
        aria_current="true" if is_here else None,
    )
