# %% [markdown]
# A tour of jamfold in cells: open it in an editor that knows `# %%`, or run it as a program.
# In a notebook every result below shows itself; here it is printed.

# %%
"""A tour of the library in cells: a spot, its columns, a chart, a range, an equity."""

from __future__ import annotations

import sys

import numpy as np

import jamfold
from jamfold.views.sentences import certificate_text

GAME = sys.argv[1] if len(sys.argv) > 1 else "holdem"

# %% [markdown]
# **A spot.** The class table is built when it is missing, in seconds for Hold'em, in a minute for Omaha.

# %%
spot = jamfold.solve(GAME, stacks=(100, 100), blinds=(5, 10))
print(certificate_text(spot))

# %% [markdown]
# **Columns** for NumPy, pandas (`pandas.DataFrame(columns)`) or polars: the five closest decisions.

# %%
columns = spot.strategy("sb").to_columns()
for row in np.argsort(abs(columns["difference"]))[:5]:
    print(f"{columns['hand'][row]}: jamming gains {columns['difference'][row]:+.4f} chips")

# %% [markdown]
# **A range**, its text and how much of it is jammed.

# %%
rules = jamfold.GAMES[GAME]
jammed = jamfold.HandRange.from_classes(rules, np.clip(columns["played"], 0, 1))
print(f"{jammed.combinations:,} hands are jammed at least sometimes, {jammed.percent:.2f}% of all.")
print(jamfold.parse_range("AKs, AA, AKo, KK-JJ", jamfold.GAMES["holdem"]))

# %% [markdown]
# **An equity**, exact by running through all boards.

# %%
answer = jamfold.equity("holdem", ["AhKd", "QsQc"])
for player in answer.players:
    print(f"{player.text} {100 * player.equity:.4f}%")
