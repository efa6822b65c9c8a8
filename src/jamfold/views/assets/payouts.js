// Payouts that have a name, in percent from the first place on: those of `jamfold.worth.payouts`.

export const PAYOUTS = {
  sng: [50, 30, 20],
  "sng-6": [65, 35],
  "double-or-nothing": [20, 20, 20, 20, 20],
  "winner-takes-all": [100],
  "pokerstars-spin-2x": [100],
  "pokerstars-spin-3x": [100],
  "pokerstars-spin-5x": [100],
  "pokerstars-spin-10x": [80, 20],
  "pokerstars-spin-25x": [80, 12, 8],
  "pokerstars-spin-120x": [80, 10, 10],
  "pokerstars-spin-240x": [80, 10, 10],
  "pokerstars-spin-12000x": [80, 10, 10],
};
