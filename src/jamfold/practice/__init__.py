"""Practice: training with decisions and their cost, matches against a bot, point rules to memorise."""
