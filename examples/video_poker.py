"""Analyse a video-poker pay table from Python: return, one deal, a strategy list.

python examples/video_poker.py [NAME_OR_FILE]
"""

from __future__ import annotations

import sys

from jamfold.calculator import videopoker


def main(name: str = "Jacks or Better 9/6") -> None:
    """Print the exact return, the best holds of a deal, and the top of the strategy list."""
    table = videopoker.load_pay_table(name)
    found = videopoker.analyse_pay_table(table)
    print(f"{table.name}: {float(100 * found.expected_return):.10f}% = {found.expected_return}")
    print(f"Variance {found.variance:.6f}, {float(100 * found.hit_fraction):.4f}% of hands pay.")

    report = videopoker.analyse_deal(table, "Ah Kh Qh 2c 2d")
    print("\nAh Kh Qh 2c 2d:")
    for hold in report.holds[:3]:
        print(f"{hold.text:10} {float(hold.ev):.6f} = {hold.numerator}/{hold.denominator}")

    strategy = videopoker.build_strategy(table)
    print(f"\n{len(strategy.lines)} lines, {float(100 * strategy.loss):.6f}% less than perfect play:")
    for number, line in enumerate(strategy.lines[:5], 1):
        print(f"{number}. {line.text}")


if __name__ == "__main__":
    main(*sys.argv[1:])
