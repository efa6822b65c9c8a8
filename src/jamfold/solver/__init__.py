"""Solving jam/fold games from their payoffs; nothing here knows cards.

    payoffs          class sizes, margins, placements: what a game is
    stakes           the two numbers s and b
    products         exact products of strategies with the table
    best_response    EVs, best responses, epsilon
    fictitious_play  solve_fictitious_play
    subgame          the linear programme on the doubtful hands
    exact            solve_exact, ExactSolver
    solution         Solution and its certificate
    archive          save_solution, load_solution

Import from the modules: this package itself imports nothing.
"""
