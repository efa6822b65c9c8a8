"""The trainer: choice of exercises, cost of answers, spaced repetition, log and score."""
