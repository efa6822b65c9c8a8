"""Ten thousand damaged histories: problems, never tracebacks."""

import pytest

from tests.history_mutations import survey


@pytest.mark.parametrize("seed", range(10))
def test_damaged_histories_give_hands_or_sentences(seed: int) -> None:
    hands, problems = survey(1000, seed)
    assert hands > 1000
    assert problems > 500
