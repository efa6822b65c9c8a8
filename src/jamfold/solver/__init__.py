"""Solving jam/fold games from their payoffs; nothing here knows cards.

    payoffs          class sizes, margins, placements: what a game is
    stakes           what the ends of a hand are worth to both players; in chips, s and b
    products         exact products of strategies with the table
    best_response    EVs, best responses, epsilon
    fictitious_play  solve_fictitious_play
    linear_programs  small games: integer simplex, complementarity, HiGHS
    exact            the program on the doubtful hands; solve_exact, ExactSolver
    sweeps           equilibria at many points, each from its neighbour's, also in lockstep
    rational         equilibria in fractions
    respond          solve_response, measure_pair: given strategies as pairs
    pure             the best strategies without mixing, PureSolver
    seats            games of three seats who each act once (also three_seats; second_order: of more seats)
    tree_exact       trees of two seats with raises (also tree, tree_response, tree_rational)
    solution         Solution and its certificate
    archive          save_solution, load_solution

Import from the modules: this package itself imports nothing.
"""
