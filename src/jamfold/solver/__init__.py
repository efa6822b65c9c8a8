"""Solving jam/fold games from their payoffs; nothing here knows cards.

    payoffs          class sizes, margins, placements: what a game is
    stakes           what the ends of a hand are worth to both players; in chips, s and b
    products         exact products of strategies with the table
    best_response    EVs, best responses, epsilon
    fictitious_play  solve_fictitious_play
    subgame          the linear programme on the doubtful hands
    complementarity  the same where the game is not zero-sum
    exact            solve_exact, ExactSolver
    in_step          several solves whose passes over large sums are made in common
    sweeps           the equilibria at many points, each from its neighbour's
    respond          solve_response, measure_pair: given strategies as pairs
    pure             the best strategies without mixing, PureSolver
    solution         Solution and its certificate
    archive          save_solution, load_solution

Import from the modules: this package itself imports nothing.
"""
