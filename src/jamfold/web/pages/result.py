"""A solution in numbers, and the answer to a range."""

from __future__ import annotations

from html import escape
from typing import Any

from nicegui import ui

from jamfold.web.pages.frame import html, numbers, panel, signed, table, warning_text
from jamfold.web.pages.units import in_unit, is_money, units

_AGAINST = {
    "best": "the best response earns against the range",
    "equilibrium_strategy": "the equilibrium strategy earns against it",
    "gain": "the best response gains",
    "cost_of_range": "the range costs its player",
    "risk": "given up if the other answers best in turn",
}


def show_result(result: dict[str, Any]) -> None:
    """The summary of a solution; of an answer to a range, first what that earns."""
    values = result["summary"]
    if values["against"] is not None:
        _show_against(result)
    with panel("Result"):
        _show_tiles(result)
        html(table(("", "small blind", "big blind"), summary_rows(values))).props("id=summary")
        html(f'<p class="note">{escape(result["certificate"])}</p>')
        with ui.expansion("How it was computed").classes("wide").props("dense"):
            html(f"<p>{escape(result['theory'])}</p>").props("id=theory")


def _show_tiles(result: dict[str, Any]) -> None:
    values = result["summary"]
    exact = values["exact"]
    answers = values["against"] is not None
    unit, epsilon = units(values)[0], f"{in_unit(values, 'epsilon'):.3g}"
    badge = "exact" if exact else f"not exact: epsilon {epsilon} {unit}"
    if answers:
        badge = "best response to a range"
    tiles = [
        ("small blind jams", f"{values['jam_percent']:.2f} %"),
        ("big blind calls", f"{values['call_percent']:.2f} %"),
        ("value, small blind, chips", signed(values["value_chips"][0], 4)),
        ("value, small blind, bb", signed(values["value_bb"], 6)),
        (f"epsilon, {unit}", epsilon),
    ]
    if is_money(values):
        tiles[3] = ("value, small blind, money", f"{values['value_money'][0]:.4f}")
    html(
        f'<p><span class="badge {"exact" if exact or answers else "rough"}">{badge}</span> '
        f"<b id=result-title>{escape(result['title'])}</b></p>"
        + "".join(f"<p>{escape(note)}</p>" for note in result["notes"])
        + numbers(tiles)
    )


def summary_rows(values: dict[str, Any]) -> list[list[str]]:
    """The summary of a solution by rows: name, small blind, big blind."""
    first, second = values["value_chips"]
    big_blind = values["blinds"][1]
    return [
        ["jams / calls", f"{values['jam_percent']:.4f} %", f"{values['call_percent']:.4f} %"],
        ["value, chips", signed(first, 6), signed(second, 6)],
        ["value, bb", signed(values["value_bb"], 9), signed(second / big_blind, 9)],
        *_earned(values),
        [
            f"could gain by playing otherwise, {units(values)[0]}",
            *(f"{gain:.3g}" for gain in in_unit(values, "gains")),
        ],
        ["mixed hands", *(f"{count:,}" for count in values["mixed"])],
        ["free (indifferent) hands", *(f"{count:,}" for count in values["free"])],
    ]


def _earned(values: dict[str, Any]) -> list[list[str]]:
    """What both have, and by best responses."""
    if is_money(values):
        return [
            [name, *(f"{value:.6f}" for value in values[key])]
            for name, key in (("value, money", "value_money"), ("PostEV, money", "post_ev_money"))
        ]
    return [
        ["PostEV, chips", *(signed(value, 6) for value in values["post_ev_chips"])],
        ["PostEV, bb", *(signed(value, 9) for value in values["post_ev_bb"])],
    ]


def _show_against(result: dict[str, Any]) -> None:
    """What the best response to a range gains, costs and risks."""
    against = result["summary"]["against"]
    with panel("Answer to the range"):
        lines = "".join(f"<li>{escape(line)}</li>" for line in result["against"])
        html(f"<ul class='why'>{lines}</ul><p>{warning_text(result['warnings'])}</p>")
        shown = units(result["summary"])[::-1]
        rows = [
            [words, *(signed(against[f"{name}_{unit}"], 6) for unit in shown)]
            for name, words in _AGAINST.items()
        ]
        html(table(("", *shown), rows)).props("id=against")
        response = result["response"]
        html(f"<p class='note'>The best response as a range. {escape(response['words'])}</p>")
        if response["text"]:
            html(f"<p class='range' id=response>{escape(response['text'])}</p>")
