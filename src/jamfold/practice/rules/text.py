"""Rules as TOML: ``[score]`` with points by feature, ``[[thresholds]]`` by stack.

>>> rule = parse_rule('''
... game = "holdem"
... [score]
... ranks-ace-18 = 1
... pair = 20
... [[thresholds]]
... s = 10
... jam_from = 17
... call_from = "any"
... ''')
>>> rule.score
(('ranks-ace-18', 1), ('pair', 20))
>>> print(rule.thresholds[0].call_from)
None
"""

from __future__ import annotations

import tomllib
from typing import Any

from jamfold.errors import RuleError
from jamfold.games import OMAHA, Game, find_game
from jamfold.practice.rules.rule import ANY, Rule, Threshold

MAX_CHARACTERS = 100_000
_SECTIONS = ("game", "score", "thresholds")
_ENTRIES = ("s", "jam_from", "call_from")


def parse_rule(text: str, source: str = "the rule", game: Game | None = None) -> Rule:
    """The rule of a TOML text.

    Raises RuleError if it is no rule; one sentence names what is wrong.

    Parameters
    ----------
    text
        The text.
    source
        What it is called in sentences.
    game
        The game, where the text does not say it; Omaha unless given.
    """
    if len(text) > MAX_CHARACTERS:
        raise RuleError(f"A rule is a text of at most {MAX_CHARACTERS:,} characters.", field="rule")
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        told = isinstance(error, tomllib.TOMLDecodeError)
        reason = error if told else "a number is too long, or brackets stand too deep"
        raise RuleError(f"'{source}' is not a TOML file: {reason}.", field="rule") from None
    for name in values:
        if name not in _SECTIONS:
            raise RuleError(
                f"Unknown entry '{name[:40]}' in '{source}': a rule has {', '.join(_SECTIONS)}.", field="rule"
            )
    rules = _game(values, game)
    score, thresholds = values.get("score", {}), values.get("thresholds", [])
    if not isinstance(score, dict):
        raise RuleError("[score] must have points by feature, such as suited = 3.", field="rule")
    if not isinstance(thresholds, list) or not all(isinstance(one, dict) for one in thresholds):
        raise RuleError("Stacks are given as [[thresholds]] with s, jam_from and call_from.", field="rule")
    found = tuple(_threshold(one, k) for k, one in enumerate(thresholds, 1))
    return Rule(rules, tuple(score.items()), found)


def _game(values: dict[str, Any], game: Game | None) -> Game:
    named = values.get("game")
    if named is None:
        return game or OMAHA
    if not isinstance(named, str):
        raise RuleError('The game of the rule must be its name, such as "omaha".', field="rule")
    found = find_game(named)
    if game is not None and game != found:
        raise RuleError(f"The rule is one for {found.name}, not for {game.name}.", field="game")
    return found


def _threshold(values: dict[str, Any], place: int) -> Threshold:
    for name in values:
        if name not in _ENTRIES:
            raise RuleError(
                f"Unknown entry '{name[:40]}' in [[thresholds]] {place}: they have {', '.join(_ENTRIES)}.",
                field="rule",
            )
    where = f"[[thresholds]] {place}" + (f" (s = {values['s']})"[:40] if "s" in values else "")
    for name in _ENTRIES:
        if name not in values:
            what = "the stack s" if name == "s" else name
            raise RuleError(f"In {where} {what} is missing.", field="rule")
    points = (None if values[name] == ANY else values[name] for name in _ENTRIES[1:])
    return Threshold(values["s"], *points)


def rule_text(rule: Rule) -> str:
    """A rule as TOML, which `parse_rule` reads as the same rule."""
    lines = [f'game = "{rule.game.name}"', "", "[score]"]
    lines += [f"{name} = {weight}" for name, weight in rule.score]
    for one in rule.thresholds:
        points = (f'"{ANY}"' if value is None else str(value) for value in (one.jam_from, one.call_from))
        jam, call = points
        lines += ["", "[[thresholds]]", f"s = {one.s:.12g}", f"jam_from = {jam}", f"call_from = {call}"]
    return "\n".join(lines) + "\n"
