"""Damaged histories: problems, never tracebacks."""

from tests.history_mutations import survey


def test_some_hundred_damaged_histories_give_hands_or_sentences() -> None:
    hands, problems = survey(400, seed=14)
    assert hands > 500
    assert problems > 200
