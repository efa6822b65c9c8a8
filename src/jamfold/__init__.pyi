"""Exact jam/fold (push/fold) equilibria in poker."""

# Written by python -m tools.stubs from the questions: change those, not this.

from collections.abc import Callable, Mapping, Sequence
from typing import Any, overload

from jamfold.spots.charts import Chart as Chart
from jamfold.games import GAMES as GAMES
from jamfold.ranges import HandRange as HandRange
from jamfold.errors import JamfoldError as JamfoldError
from jamfold.hand.two_seats import Situation as Situation
from jamfold.spots.solution import SpotSolution as SpotSolution
from jamfold.tournaments.tournament import Tournament as Tournament
from jamfold.python.functions import ask as ask
from jamfold.spots.evaluate import evaluate as evaluate
from jamfold.videopoker.paytable import load_pay_table as load_pay_table
from jamfold.spots.tree_files import load_solution as load_solution
from jamfold.tables import load_table as load_table
from jamfold.tables.margins import on_cluster as on_cluster
from jamfold.ranges import parse_range as parse_range
from jamfold._version import __version__ as __version__
from jamfold.python.kinds import Amount
from jamfold.python.kinds import Amounts
from jamfold.videopoker.analysis import Analysis
from jamfold.answers.app import AppPart
from jamfold.spots.table.audit_result import Audit
from jamfold.answers.batch import Batch
from jamfold.practice.match.bot import BotRun
from jamfold.answers.tables import ClassAgainstClass
from jamfold.answers.hands import ComparedSpots
from jamfold.videopoker.holds import DealReport
from jamfold.practice.trainer.verdict import Decision
from jamfold.answers.histories import DeletionResult
from jamfold.answers.training_holds import DueDeal
from jamfold.calculator.results import EquityResult
from jamfold.histories.explain import Explained
from jamfold.spots.explain import Explanation
from jamfold.spots.exploit import Exploit
from jamfold.answers.history_reports import Export
from jamfold.practice.rules.features import Feature
from jamfold.python.kinds import File
from jamfold.practice.trainer.deck import FlashcardDeck
from jamfold.spots.flop_chart import FlopChart
from jamfold.spots.flop_game import FlopSolution
from jamfold.spots.flop_table import FlopTable
from jamfold.tournaments.future import FutureGame
from jamfold.games import Game
from jamfold.practice.trainer.verdict import GradedDecision
from jamfold.spots.table.decisions import HandDecisions
from jamfold.spots.hand_list import HandList
from jamfold.answers.strengths import HandStrength
from jamfold.histories.repair import HistoryRepair
from jamfold.worth.icm import Icm
from jamfold.histories.importer import ImportReport
from jamfold.spots.table.jackpot_effect import JackpotEffect
from jamfold.answers.training_holds import JudgedHold
from jamfold.answers.histories import KeptHands
from jamfold.answers.tables import KeptTables
from jamfold.calculator.games import ListedGame
from jamfold.answers.lookups import LookupResult
from jamfold.practice.match.results import MatchResult
from jamfold.tournaments.model_comparison import ModelComparison
from jamfold.answers.training import NextExercise
from jamfold.histories.opponents import Opponent
from jamfold.spots.outline import Outline
from jamfold.answers.explorer import PagePart
from jamfold.videopoker.paytable import PayTable
from jamfold.answers.equities import PlayerMeaning
from jamfold.spots.table.positions import PositionCharts
from jamfold.worth.deal import PrizeSplit
from jamfold.histories.records import Problem
from jamfold.answers.equities import RangeMeaning
from jamfold.answers.lookups import RangeReport
from jamfold.histories.turns import RatedPlayer
from jamfold.histories.report import Report
from jamfold.shown import ResultTuple
from jamfold.hand.rooms import RoomTable
from jamfold.practice.rules.find import RuleReport
from jamfold.spots.strategy import SeatStrategy
from jamfold.practice.match.session import Session
from jamfold.videopoker.bankroll import Simulation
from jamfold.answers.chances import SpreadStrength
from jamfold.videopoker.strategy import Strategy
from jamfold.spots.table.result import TableResult
from jamfold.histories.tables import TablesSampled
from jamfold.python.kinds import Texts
from jamfold.answers.tournaments import ThreeNeeds
from jamfold.tournaments.three_keeping import ThreeTournament
from jamfold.answers.training_kept import TrainExport
from jamfold.answers.training_kept import TrainImport
from jamfold.answers.training import TrainRangeVerdict
from jamfold.answers.training_kept import TrainReset
from jamfold.answers.training_kept import TrainScore
from jamfold.practice.trainer.store import TrainingRepair
from jamfold.flops.answers import WinningChance

# A spot of two

@overload
def solve(
    game: str | Game = 'omaha',
    stacks: Amounts = (100.0, 100.0),
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    dead: Amount = 0.0,
    cluster: str | None = None,
    method: str = 'exact',
    iterations: int | None = None,
    saved: File | None = None,
    call_range: None = None,
    jam_range: None = None,
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    field: Texts = (),
    spread: str = 'equal',
    table: Amounts = (),
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    open: Amounts = (),
    raises: Amounts = (),
    limit: str | None = None,
    jam: bool = True,
    room: str = '',
    room_file: File | None = None,
    fee: Amount | None = None,
    fee_on: str = '',
    fortune: Amount | None = None,
    jackpot_rule: str = '',
    jackpot_size: Amount | None = None,
    pool: float | None = None,
    share: float | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> SpotSolution:
    """Solve a spot: how much is jammed and called, values, and how exact that is.

    Chips are net results from the start of the hand; bb are chips divided by the big blind.

    With open: raises before the all-in, too; limping and flat calls are not in the tree.

    With call_range or jam_range: the best response to that range of the other player,
    what it gains over the equilibrium, and what the range costs.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    stacks : Amounts
        Both stacks before anything is posted, such as 10bb, or one each: 12.5bb 9bb, or chips (default
        10bb).
    blinds : Amounts
        Small and big blind in chips (default 5 10).
    ante : Amount
        Ante of each player: 0.1bb, or chips.
    bb_ante : Amount
        Ante of the big blind for the whole table: 1bb, or chips.
    dead : Amount
        Blinds and antes of players who have folded: 1.5bb, or chips.
    cluster : str | None
        Let the workers of this Dask cluster hold the factors of the game and add them up:
        tcp://HOST:PORT.
    method : str
        exact or fictitious-play (default exact).
    iterations : int | None
        Iterations of fictitious-play (default 100).
    saved : File | None
        A saved solution in place of a spot: of solve save (.npz), or of the file that solves (.json).
    call_range : str | HandRange | None
        Answer this range of the big blind, instead of solving.
    jam_range : str | HandRange | None
        Answer this range of the small blind, instead of solving.
    prizes : Amounts
        What the places pay, from the first on: money, or percentages as 50%; 5x100 for five tickets; or
        a name: sng (50/30/20), sng-6 (65/35), double-or-nothing, winner-takes-all, pokerstars-spin-10x.
    model : str
        The stack model: malmuth-harville, malmuth-weitzman, ben-roberts (default malmuth-harville).
    prizes_file : File | None
        The prizes, in place of them: lines as '1st $5,000' or '4-6 12.5%'.
    bounty : Amounts
        Money on the head of every player: one number for all, or one for each.
    progressive : float
        Progressive bounties: the share of a head that goes on the winner's own, such as 0.5.
    envelopes : Texts
        Mystery bounties: the envelopes that are left, as 1x1000 5x200 50x20; a head is worth their
        mean.
    heads : str
        What bounties still on the table count for: chip-share (their money by chips) or none (default
        chip-share).
    field : Texts
        Players at other tables, in groups of equal stacks: 1800x25bb 40x60bb.
    spread : str
        How the stacks of one such group lie around their mean: equal, exponential (default equal).
    table : Amounts
        Chips that the other players, who are out of the hand, have left.
    rake : float
        Percent of a pot that the house takes at a showdown.
    cap : Amount | None
        The most that percentage takes.
    drop : Amount
        A fixed drop besides, from each pot.
    jackpot : Amount
        A jackpot drop besides.
    drop_always : bool
        Rake and drops also from pots without a showdown.
    rakeback : float
        Percent of rake and drop given back.
    open : Amounts
        Sizes of the first raise, to: 2.2bb, 2.5x, pot, or chips; without any, jam or fold.
    raises : Amounts
        The size of the second raise, of the third, ...: 6bb, 3x (the last), pot, or chips.
    limit : str | None
        pot: nobody raises to more than the pot allows; raises are pot-sized where no size is given.
    jam : bool
        Whether a jam stands beside smaller raises (default 1).
    room : str
        A room's table, as jamfold rooms lists them; what is given besides goes first.
    room_file : File | None
        A file of one's own rooms (TOML).
    fee : Amount | None
        What each player pays outside the pot: 0.2bb, or chips.
    fee_on : str
        Which hands are charged: dealt, all-in, showdown.
    fortune : Amount | None
        What being all-in wins in the mean, called or not: 0.1bb, or chips.
    jackpot_rule : str
        Which hands win a jackpot at a showdown: straight-flush (a straight flush or better that uses
        both hole cards), royal (a royal flush with exactly two hole cards).
    jackpot_size : Amount | None
        What they win: 375bb, or chips.
    pool : float | None
        The jackpot's pool, in the money of the blinds; they win the share of it.
    share : float | None
        Percent of the pool that a hand wins.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    SpotSolution
        The solution of one game in one situation.
    Exploit
        The best response to a range, beside the equilibrium; values as in `SpotSolution.values`.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
@overload
def solve(
    game: str | Game = 'omaha',
    stacks: Amounts = (100.0, 100.0),
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    dead: Amount = 0.0,
    cluster: str | None = None,
    method: str = 'exact',
    iterations: int | None = None,
    saved: File | None = None,
    call_range: str | HandRange | None = None,
    jam_range: str | HandRange | None = None,
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    field: Texts = (),
    spread: str = 'equal',
    table: Amounts = (),
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    open: Amounts = (),
    raises: Amounts = (),
    limit: str | None = None,
    jam: bool = True,
    room: str = '',
    room_file: File | None = None,
    fee: Amount | None = None,
    fee_on: str = '',
    fortune: Amount | None = None,
    jackpot_rule: str = '',
    jackpot_size: Amount | None = None,
    pool: float | None = None,
    share: float | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> SpotSolution | Exploit: ...
def hand(
    game: str | Game = 'omaha',
    cards: str | HandRange | None = None,
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    dead: Amount = 0.0,
    stacks: Amounts = (100.0, 100.0),
    cluster: str | None = None,
    method: str = 'exact',
    iterations: int | None = None,
    saved: File | None = None,
    position: str = 'sb',
    id: int | None = None,
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    field: Texts = (),
    spread: str = 'equal',
    table: Amounts = (),
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    open: Amounts = (),
    raises: Amounts = (),
    limit: str | None = None,
    jam: bool = True,
    room: str = '',
    room_file: File | None = None,
    fee: Amount | None = None,
    fee_on: str = '',
    fortune: Amount | None = None,
    jackpot_rule: str = '',
    jackpot_size: Amount | None = None,
    pool: float | None = None,
    share: float | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> LookupResult | RangeReport:
    """Look up one hand: how often it is played, EV all-in, EV fold, what to do.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    cards : str | HandRange | None
        The cards, a name or a range: '6h Qd 6c Ac', K7o, AKQJ, AA$ds.
    blinds : Amounts
        Small and big blind in chips (default 5 10).
    ante : Amount
        Ante of each player: 0.1bb, or chips.
    bb_ante : Amount
        Ante of the big blind for the whole table: 1bb, or chips.
    dead : Amount
        Blinds and antes of players who have folded: 1.5bb, or chips.
    stacks : Amounts
        Both stacks before anything is posted, such as 10bb, or one each: 12.5bb 9bb, or chips (default
        10bb).
    cluster : str | None
        Let the workers of this Dask cluster hold the factors of the game and add them up:
        tcp://HOST:PORT.
    method : str
        exact or fictitious-play (default exact).
    iterations : int | None
        Iterations of fictitious-play (default 100).
    saved : File | None
        A saved solution in place of a spot: of solve save (.npz), or of the file that solves (.json).
    position : str
        sb: small blind, jam or fold; bb: big blind, call or fold (default sb).
    id : int | None
        A class by its id instead.
    prizes : Amounts
        What the places pay, from the first on: money, or percentages as 50%; 5x100 for five tickets; or
        a name: sng (50/30/20), sng-6 (65/35), double-or-nothing, winner-takes-all, pokerstars-spin-10x.
    model : str
        The stack model: malmuth-harville, malmuth-weitzman, ben-roberts (default malmuth-harville).
    prizes_file : File | None
        The prizes, in place of them: lines as '1st $5,000' or '4-6 12.5%'.
    bounty : Amounts
        Money on the head of every player: one number for all, or one for each.
    progressive : float
        Progressive bounties: the share of a head that goes on the winner's own, such as 0.5.
    envelopes : Texts
        Mystery bounties: the envelopes that are left, as 1x1000 5x200 50x20; a head is worth their
        mean.
    heads : str
        What bounties still on the table count for: chip-share (their money by chips) or none (default
        chip-share).
    field : Texts
        Players at other tables, in groups of equal stacks: 1800x25bb 40x60bb.
    spread : str
        How the stacks of one such group lie around their mean: equal, exponential (default equal).
    table : Amounts
        Chips that the other players, who are out of the hand, have left.
    rake : float
        Percent of a pot that the house takes at a showdown.
    cap : Amount | None
        The most that percentage takes.
    drop : Amount
        A fixed drop besides, from each pot.
    jackpot : Amount
        A jackpot drop besides.
    drop_always : bool
        Rake and drops also from pots without a showdown.
    rakeback : float
        Percent of rake and drop given back.
    open : Amounts
        Sizes of the first raise, to: 2.2bb, 2.5x, pot, or chips; without any, jam or fold.
    raises : Amounts
        The size of the second raise, of the third, ...: 6bb, 3x (the last), pot, or chips.
    limit : str | None
        pot: nobody raises to more than the pot allows; raises are pot-sized where no size is given.
    jam : bool
        Whether a jam stands beside smaller raises (default 1).
    room : str
        A room's table, as jamfold rooms lists them; what is given besides goes first.
    room_file : File | None
        A file of one's own rooms (TOML).
    fee : Amount | None
        What each player pays outside the pot: 0.2bb, or chips.
    fee_on : str
        Which hands are charged: dealt, all-in, showdown.
    fortune : Amount | None
        What being all-in wins in the mean, called or not: 0.1bb, or chips.
    jackpot_rule : str
        Which hands win a jackpot at a showdown: straight-flush (a straight flush or better that uses
        both hole cards), royal (a royal flush with exactly two hole cards).
    jackpot_size : Amount | None
        What they win: 375bb, or chips.
    pool : float | None
        The jackpot's pool, in the money of the blinds; they win the share of it.
    share : float | None
        Percent of the pool that a hand wins.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    LookupResult
        One hand of a solved spot.
    RangeReport
        Hands of several classes that were looked up together.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def explain(
    game: str | Game = 'omaha',
    cards: str | HandRange | None = None,
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    dead: Amount = 0.0,
    stacks: Amounts = (100.0, 100.0),
    cluster: str | None = None,
    method: str = 'exact',
    iterations: int | None = None,
    saved: File | None = None,
    position: str = 'sb',
    id: int | None = None,
    sweep: bool | None = None,
    seats: int = 2,
    node: str = '',
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    field: Texts = (),
    spread: str = 'equal',
    table: Amounts = (),
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    open: Amounts = (),
    raises: Amounts = (),
    limit: str | None = None,
    jam: bool = True,
    room: str = '',
    room_file: File | None = None,
    fee: Amount | None = None,
    fee_on: str = '',
    fortune: Amount | None = None,
    jackpot_rule: str = '',
    jackpot_size: Amount | None = None,
    pool: float | None = None,
    share: float | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> Explanation | LookupResult | HandDecisions:
    """Explain one hand: chance to be called, equity, EVs, where it breaks even.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    cards : str | HandRange | None
        The cards or the name of the hand.
    blinds : Amounts
        Small and big blind in chips (default 5 10).
    ante : Amount
        Ante of each player: 0.1bb, or chips.
    bb_ante : Amount
        Ante of the big blind for the whole table: 1bb, or chips.
    dead : Amount
        Blinds and antes of players who have folded: 1.5bb, or chips.
    stacks : Amounts
        Both stacks before anything is posted, such as 10bb, or one each: 12.5bb 9bb, or chips (default
        10bb).
    cluster : str | None
        Let the workers of this Dask cluster hold the factors of the game and add them up:
        tcp://HOST:PORT.
    method : str
        exact or fictitious-play (default exact).
    iterations : int | None
        Iterations of fictitious-play (default 100).
    saved : File | None
        A saved solution in place of a spot: of solve save (.npz), or of the file that solves (.json).
    position : str
        sb: small blind, jam or fold; bb: big blind, call or fold (default sb).
    id : int | None
        A class by its id instead.
    sweep : bool | None
        Solve all stacks from 1 to 25 too, for those at which the hand is played (default two-card games
        only).
    seats : int
        Seats at the table, each with the smaller of the stacks (default 2).
    node : str
        With three seats and more the decision, such as utg, or 'bb after btn'.
    prizes : Amounts
        What the places pay, from the first on: money, or percentages as 50%; 5x100 for five tickets; or
        a name: sng (50/30/20), sng-6 (65/35), double-or-nothing, winner-takes-all, pokerstars-spin-10x.
    model : str
        The stack model: malmuth-harville, malmuth-weitzman, ben-roberts (default malmuth-harville).
    prizes_file : File | None
        The prizes, in place of them: lines as '1st $5,000' or '4-6 12.5%'.
    bounty : Amounts
        Money on the head of every player: one number for all, or one for each.
    progressive : float
        Progressive bounties: the share of a head that goes on the winner's own, such as 0.5.
    envelopes : Texts
        Mystery bounties: the envelopes that are left, as 1x1000 5x200 50x20; a head is worth their
        mean.
    heads : str
        What bounties still on the table count for: chip-share (their money by chips) or none (default
        chip-share).
    field : Texts
        Players at other tables, in groups of equal stacks: 1800x25bb 40x60bb.
    spread : str
        How the stacks of one such group lie around their mean: equal, exponential (default equal).
    table : Amounts
        Chips that the other players, who are out of the hand, have left.
    rake : float
        Percent of a pot that the house takes at a showdown.
    cap : Amount | None
        The most that percentage takes.
    drop : Amount
        A fixed drop besides, from each pot.
    jackpot : Amount
        A jackpot drop besides.
    drop_always : bool
        Rake and drops also from pots without a showdown.
    rakeback : float
        Percent of rake and drop given back.
    open : Amounts
        Sizes of the first raise, to: 2.2bb, 2.5x, pot, or chips; without any, jam or fold.
    raises : Amounts
        The size of the second raise, of the third, ...: 6bb, 3x (the last), pot, or chips.
    limit : str | None
        pot: nobody raises to more than the pot allows; raises are pot-sized where no size is given.
    jam : bool
        Whether a jam stands beside smaller raises (default 1).
    room : str
        A room's table, as jamfold rooms lists them; what is given besides goes first.
    room_file : File | None
        A file of one's own rooms (TOML).
    fee : Amount | None
        What each player pays outside the pot: 0.2bb, or chips.
    fee_on : str
        Which hands are charged: dealt, all-in, showdown.
    fortune : Amount | None
        What being all-in wins in the mean, called or not: 0.1bb, or chips.
    jackpot_rule : str
        Which hands win a jackpot at a showdown: straight-flush (a straight flush or better that uses
        both hole cards), royal (a royal flush with exactly two hole cards).
    jackpot_size : Amount | None
        What they win: 375bb, or chips.
    pool : float | None
        The jackpot's pool, in the money of the blinds; they win the share of it.
    share : float | None
        Percent of the pool that a hand wins.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    Explanation
        One hand of a solved spot, taken apart.  Chances and equities in [0, 1].
    LookupResult
        One hand of a solved spot.
    HandDecisions
        One hand at some decisions.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def hands(
    game: str | Game = 'omaha',
    stacks: Amounts = (100.0, 100.0),
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    dead: Amount = 0.0,
    cluster: str | None = None,
    method: str = 'exact',
    iterations: int | None = None,
    saved: File | None = None,
    position: str = 'sb',
    other: Mapping[str, Any] | None = None,
    sort: str = 'ev',
    reverse: bool = False,
    pattern: str = '',
    contains: str = '',
    range: str | HandRange = '',
    family: str = '',
    top: int | None = None,
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    field: Texts = (),
    spread: str = 'equal',
    table: Amounts = (),
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    open: Amounts = (),
    raises: Amounts = (),
    limit: str | None = None,
    jam: bool = True,
    room: str = '',
    room_file: File | None = None,
    fee: Amount | None = None,
    fee_on: str = '',
    fortune: Amount | None = None,
    jackpot_rule: str = '',
    jackpot_size: Amount | None = None,
    pool: float | None = None,
    share: float | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> HandList:
    """List a strategy: every class with how often it is played, EVs and margin.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    stacks : Amounts
        Both stacks before anything is posted, such as 10bb, or one each: 12.5bb 9bb, or chips (default
        10bb).
    blinds : Amounts
        Small and big blind in chips (default 5 10).
    ante : Amount
        Ante of each player: 0.1bb, or chips.
    bb_ante : Amount
        Ante of the big blind for the whole table: 1bb, or chips.
    dead : Amount
        Blinds and antes of players who have folded: 1.5bb, or chips.
    cluster : str | None
        Let the workers of this Dask cluster hold the factors of the game and add them up:
        tcp://HOST:PORT.
    method : str
        exact or fictitious-play (default exact).
    iterations : int | None
        Iterations of fictitious-play (default 100).
    saved : File | None
        A saved solution in place of a spot: of solve save (.npz), or of the file that solves (.json).
    position : str
        sb: small blind, jam or fold; bb: big blind, call or fold (default sb).
    other : Mapping[str, Any] | None
        A second spot with the same hands.
    sort : str
        id, ev (all-in EV), margin (gain over folding), played, size, close (least margin first); beside
        another spot also apart and cost (default ev).
    reverse : bool
        The other way round.
    pattern : str
        Suit pattern, such as aabb: two suits of two cards.
    contains : str
        Cards (Ah Kh: a suited ace and king) or ranks (AA) in the hand.
    range : str | HandRange
        Only hands of a range, such as AA$ds or 22+.
    family : str
        Only a family of four-card hands, such as 'AAxx' or 'AAxx/double-suited'.
    top : int | None
        Only the first N.
    prizes : Amounts
        What the places pay, from the first on: money, or percentages as 50%; 5x100 for five tickets; or
        a name: sng (50/30/20), sng-6 (65/35), double-or-nothing, winner-takes-all, pokerstars-spin-10x.
    model : str
        The stack model: malmuth-harville, malmuth-weitzman, ben-roberts (default malmuth-harville).
    prizes_file : File | None
        The prizes, in place of them: lines as '1st $5,000' or '4-6 12.5%'.
    bounty : Amounts
        Money on the head of every player: one number for all, or one for each.
    progressive : float
        Progressive bounties: the share of a head that goes on the winner's own, such as 0.5.
    envelopes : Texts
        Mystery bounties: the envelopes that are left, as 1x1000 5x200 50x20; a head is worth their
        mean.
    heads : str
        What bounties still on the table count for: chip-share (their money by chips) or none (default
        chip-share).
    field : Texts
        Players at other tables, in groups of equal stacks: 1800x25bb 40x60bb.
    spread : str
        How the stacks of one such group lie around their mean: equal, exponential (default equal).
    table : Amounts
        Chips that the other players, who are out of the hand, have left.
    rake : float
        Percent of a pot that the house takes at a showdown.
    cap : Amount | None
        The most that percentage takes.
    drop : Amount
        A fixed drop besides, from each pot.
    jackpot : Amount
        A jackpot drop besides.
    drop_always : bool
        Rake and drops also from pots without a showdown.
    rakeback : float
        Percent of rake and drop given back.
    open : Amounts
        Sizes of the first raise, to: 2.2bb, 2.5x, pot, or chips; without any, jam or fold.
    raises : Amounts
        The size of the second raise, of the third, ...: 6bb, 3x (the last), pot, or chips.
    limit : str | None
        pot: nobody raises to more than the pot allows; raises are pot-sized where no size is given.
    jam : bool
        Whether a jam stands beside smaller raises (default 1).
    room : str
        A room's table, as jamfold rooms lists them; what is given besides goes first.
    room_file : File | None
        A file of one's own rooms (TOML).
    fee : Amount | None
        What each player pays outside the pot: 0.2bb, or chips.
    fee_on : str
        Which hands are charged: dealt, all-in, showdown.
    fortune : Amount | None
        What being all-in wins in the mean, called or not: 0.1bb, or chips.
    jackpot_rule : str
        Which hands win a jackpot at a showdown: straight-flush (a straight flush or better that uses
        both hole cards), royal (a royal flush with exactly two hole cards).
    jackpot_size : Amount | None
        What they win: 375bb, or chips.
    pool : float | None
        The jackpot's pool, in the money of the blinds; they win the share of it.
    share : float | None
        Percent of the pool that a hand wins.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    HandList
        Some classes of a strategy in an order.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def chart(
    game: str | Game = 'omaha',
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    dead: Amount = 0.0,
    cluster: str | None = None,
    low: float = 1.0,
    high: float = 25.0,
    step: float = 0.1,
    blind: float | None = None,
    seats: int | None = None,
    overcalls: bool = False,
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    field: Texts = (),
    spread: str = 'equal',
    table: Amounts = (),
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    open: Amounts = (),
    raises: Amounts = (),
    limit: str | None = None,
    jam: bool = True,
    progress: Callable[[str, float], None] | bool = False,
) -> Chart | PositionCharts:
    """Show at which stacks each hand is jammed and called in equilibrium.

    Stacks are in big blinds, before antes and blinds are posted; antes are in chips, in the
    measure of the blinds.  A hand counts as played where its chance is at least one half;
    where it is indifferent it is marked as free.

    With open: from which stack on to raise first is better than to jam, hand by hand and in all, and which
    of several sizes is best; limping and flat calls are not in the tree.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    blinds : Amounts
        Small and big blind in chips (default 5 10).
    ante : Amount
        Ante of each player: 0.1bb, or chips.
    bb_ante : Amount
        Ante of the big blind for the whole table: 1bb, or chips.
    dead : Amount
        Blinds and antes of players who have folded: 1.5bb, or chips.
    cluster : str | None
        Let the workers of this Dask cluster hold the factors of the game and add them up:
        tcp://HOST:PORT.
    low : float
        Smallest stack, big blinds (default 1).
    high : float
        Largest stack, big blinds (default 25).
    step : float
        Step of the stacks, big blinds (default 0.1).
    blind : float | None
        Small blind in big blinds, no antes (default 0.5).
    seats : int | None
        Seats: what each of them plays first in and behind an all-in, in Hold'em and Six-Plus.
    overcalls : bool
        With seats: behind two all-ins, too; that is solved, not packed.
    prizes : Amounts
        What the places pay, from the first on: money, or percentages as 50%; 5x100 for five tickets; or
        a name: sng (50/30/20), sng-6 (65/35), double-or-nothing, winner-takes-all, pokerstars-spin-10x.
    model : str
        The stack model: malmuth-harville, malmuth-weitzman, ben-roberts (default malmuth-harville).
    prizes_file : File | None
        The prizes, in place of them: lines as '1st $5,000' or '4-6 12.5%'.
    bounty : Amounts
        Money on the head of every player: one number for all, or one for each.
    progressive : float
        Progressive bounties: the share of a head that goes on the winner's own, such as 0.5.
    envelopes : Texts
        Mystery bounties: the envelopes that are left, as 1x1000 5x200 50x20; a head is worth their
        mean.
    heads : str
        What bounties still on the table count for: chip-share (their money by chips) or none (default
        chip-share).
    field : Texts
        Players at other tables, in groups of equal stacks: 1800x25bb 40x60bb.
    spread : str
        How the stacks of one such group lie around their mean: equal, exponential (default equal).
    table : Amounts
        Chips that the other players, who are out of the hand, have left.
    rake : float
        Percent of a pot that the house takes at a showdown.
    cap : Amount | None
        The most that percentage takes.
    drop : Amount
        A fixed drop besides, from each pot.
    jackpot : Amount
        A jackpot drop besides.
    drop_always : bool
        Rake and drops also from pots without a showdown.
    rakeback : float
        Percent of rake and drop given back.
    open : Amounts
        Sizes of the first raise, to: 2.2bb, 2.5x, pot, or chips; without any, jam or fold.
    raises : Amounts
        The size of the second raise, of the third, ...: 6bb, 3x (the last), pot, or chips.
    limit : str | None
        pot: nobody raises to more than the pot allows; raises are pot-sized where no size is given.
    jam : bool
        Whether a jam stands beside smaller raises (default 1).
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    Chart
        The equilibria of one game over a grid of stacks.
    PositionCharts
        What every seat plays first in and behind all-ins, at equal stacks.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def outline(
    game: str | Game = 'omaha',
    stacks: Amounts = (100.0, 100.0),
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    dead: Amount = 0.0,
    cluster: str | None = None,
    method: str = 'exact',
    iterations: int | None = None,
    max_terms: int | None = None,
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    field: Texts = (),
    spread: str = 'equal',
    table: Amounts = (),
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    progress: Callable[[str, float], None] | bool = False,
) -> Outline:
    """A spot in a few words: a short range of each player with its cost, and what decides in each pattern.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    stacks : Amounts
        Both stacks before anything is posted, such as 10bb, or one each: 12.5bb 9bb, or chips (default
        10bb).
    blinds : Amounts
        Small and big blind in chips (default 5 10).
    ante : Amount
        Ante of each player: 0.1bb, or chips.
    bb_ante : Amount
        Ante of the big blind for the whole table: 1bb, or chips.
    dead : Amount
        Blinds and antes of players who have folded: 1.5bb, or chips.
    cluster : str | None
        Let the workers of this Dask cluster hold the factors of the game and add them up:
        tcp://HOST:PORT.
    method : str
        exact or fictitious-play (default exact).
    iterations : int | None
        Iterations of fictitious-play (default 100).
    max_terms : int | None
        Tell short ranges of four-card hands, too, of at most so many terms.
    prizes : Amounts
        What the places pay, from the first on: money, or percentages as 50%; 5x100 for five tickets; or
        a name: sng (50/30/20), sng-6 (65/35), double-or-nothing, winner-takes-all, pokerstars-spin-10x.
    model : str
        The stack model: malmuth-harville, malmuth-weitzman, ben-roberts (default malmuth-harville).
    prizes_file : File | None
        The prizes, in place of them: lines as '1st $5,000' or '4-6 12.5%'.
    bounty : Amounts
        Money on the head of every player: one number for all, or one for each.
    progressive : float
        Progressive bounties: the share of a head that goes on the winner's own, such as 0.5.
    envelopes : Texts
        Mystery bounties: the envelopes that are left, as 1x1000 5x200 50x20; a head is worth their
        mean.
    heads : str
        What bounties still on the table count for: chip-share (their money by chips) or none (default
        chip-share).
    field : Texts
        Players at other tables, in groups of equal stacks: 1800x25bb 40x60bb.
    spread : str
        How the stacks of one such group lie around their mean: equal, exponential (default equal).
    table : Amounts
        Chips that the other players, who are out of the hand, have left.
    rake : float
        Percent of a pot that the house takes at a showdown.
    cap : Amount | None
        The most that percentage takes.
    drop : Amount
        A fixed drop besides, from each pot.
    jackpot : Amount
        A jackpot drop besides.
    drop_always : bool
        Rake and drops also from pots without a showdown.
    rakeback : float
        Percent of rake and drop given back.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    Outline
        A spot in a few words: short ranges with what they cost, and what decides in each pattern.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def compare(
    game: str | Game = 'omaha',
    stacks: Amounts = (100.0, 100.0),
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    dead: Amount = 0.0,
    cluster: str | None = None,
    method: str = 'exact',
    iterations: int | None = None,
    jam: str | HandRange = '',
    other: Mapping[str, Any] | None = None,
    call: str | HandRange = '',
    file: File | None = None,
    csv: str = '',
    top: int = 25,
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    field: Texts = (),
    spread: str = 'equal',
    table: Amounts = (),
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    open: Amounts = (),
    raises: Amounts = (),
    limit: str | None = None,
    room: str = '',
    room_file: File | None = None,
    fee: Amount | None = None,
    fee_on: str = '',
    fortune: Amount | None = None,
    jackpot_rule: str = '',
    jackpot_size: Amount | None = None,
    pool: float | None = None,
    share: float | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> ComparedSpots:
    """Compare two spots, or a spot with ranges or a CSV file of another tool.

    Which hands are played differently, and what each difference costs: the other source's
    chances are judged by the EVs of the first spot, against the other player's strategy there.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    stacks : Amounts
        Both stacks before anything is posted, such as 10bb, or one each: 12.5bb 9bb, or chips (default
        10bb).
    blinds : Amounts
        Small and big blind in chips (default 5 10).
    ante : Amount
        Ante of each player: 0.1bb, or chips.
    bb_ante : Amount
        Ante of the big blind for the whole table: 1bb, or chips.
    dead : Amount
        Blinds and antes of players who have folded: 1.5bb, or chips.
    cluster : str | None
        Let the workers of this Dask cluster hold the factors of the game and add them up:
        tcp://HOST:PORT.
    method : str
        exact or fictitious-play (default exact).
    iterations : int | None
        Iterations of fictitious-play (default 100).
    jam : str | HandRange
        A range of the small blind to compare, such as '22+,A2+'.
    other : Mapping[str, Any] | None
        The second spot; what is not given is as in the first.
    call : str | HandRange
        A range of the big blind to compare.
    file : File | None
        A CSV file of another tool: a column of hands, and columns jam and call (or played) with
        chances.
    csv : str
        The text of such a file.
    top : int
        Hands to show of each seat, dearest first (default 25).
    prizes : Amounts
        What the places pay, from the first on: money, or percentages as 50%; 5x100 for five tickets; or
        a name: sng (50/30/20), sng-6 (65/35), double-or-nothing, winner-takes-all, pokerstars-spin-10x.
    model : str
        The stack model: malmuth-harville, malmuth-weitzman, ben-roberts (default malmuth-harville).
    prizes_file : File | None
        The prizes, in place of them: lines as '1st $5,000' or '4-6 12.5%'.
    bounty : Amounts
        Money on the head of every player: one number for all, or one for each.
    progressive : float
        Progressive bounties: the share of a head that goes on the winner's own, such as 0.5.
    envelopes : Texts
        Mystery bounties: the envelopes that are left, as 1x1000 5x200 50x20; a head is worth their
        mean.
    heads : str
        What bounties still on the table count for: chip-share (their money by chips) or none (default
        chip-share).
    field : Texts
        Players at other tables, in groups of equal stacks: 1800x25bb 40x60bb.
    spread : str
        How the stacks of one such group lie around their mean: equal, exponential (default equal).
    table : Amounts
        Chips that the other players, who are out of the hand, have left.
    rake : float
        Percent of a pot that the house takes at a showdown.
    cap : Amount | None
        The most that percentage takes.
    drop : Amount
        A fixed drop besides, from each pot.
    jackpot : Amount
        A jackpot drop besides.
    drop_always : bool
        Rake and drops also from pots without a showdown.
    rakeback : float
        Percent of rake and drop given back.
    open : Amounts
        Sizes of the first raise, to: 2.2bb, 2.5x, pot, or chips; without any, jam or fold.
    raises : Amounts
        The size of the second raise, of the third, ...: 6bb, 3x (the last), pot, or chips.
    limit : str | None
        pot: nobody raises to more than the pot allows; raises are pot-sized where no size is given.
    room : str
        A room's table, as jamfold rooms lists them; what is given besides goes first.
    room_file : File | None
        A file of one's own rooms (TOML).
    fee : Amount | None
        What each player pays outside the pot: 0.2bb, or chips.
    fee_on : str
        Which hands are charged: dealt, all-in, showdown.
    fortune : Amount | None
        What being all-in wins in the mean, called or not: 0.1bb, or chips.
    jackpot_rule : str
        Which hands win a jackpot at a showdown: straight-flush (a straight flush or better that uses
        both hole cards), royal (a royal flush with exactly two hole cards).
    jackpot_size : Amount | None
        What they win: 375bb, or chips.
    pool : float | None
        The jackpot's pool, in the money of the blinds; they win the share of it.
    share : float | None
        Percent of the pool that a hand wins.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    ComparedSpots
        A solved spot beside another source.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def converge(
    game: str | Game = 'omaha',
    stacks: Amounts = (100.0, 100.0),
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    dead: Amount = 0.0,
    cluster: str | None = None,
    iterations: int | None = None,
    linear: bool = False,
    in_chips: bool = False,
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    field: Texts = (),
    spread: str = 'equal',
    table: Amounts = (),
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    progress: Callable[[str, float], None] | bool = False,
) -> SpotSolution:
    """Plot epsilon by iteration of fictitious play, on logarithmic or linear axes.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    stacks : Amounts
        Both stacks before anything is posted, such as 10bb, or one each: 12.5bb 9bb, or chips (default
        10bb).
    blinds : Amounts
        Small and big blind in chips (default 5 10).
    ante : Amount
        Ante of each player: 0.1bb, or chips.
    bb_ante : Amount
        Ante of the big blind for the whole table: 1bb, or chips.
    dead : Amount
        Blinds and antes of players who have folded: 1.5bb, or chips.
    cluster : str | None
        Let the workers of this Dask cluster hold the factors of the game and add them up:
        tcp://HOST:PORT.
    iterations : int | None
        Iterations of fictitious-play (default 100).
    linear : bool
        Plot with linear axes.
    in_chips : bool
        Count epsilon in chips.
    prizes : Amounts
        What the places pay, from the first on: money, or percentages as 50%; 5x100 for five tickets; or
        a name: sng (50/30/20), sng-6 (65/35), double-or-nothing, winner-takes-all, pokerstars-spin-10x.
    model : str
        The stack model: malmuth-harville, malmuth-weitzman, ben-roberts (default malmuth-harville).
    prizes_file : File | None
        The prizes, in place of them: lines as '1st $5,000' or '4-6 12.5%'.
    bounty : Amounts
        Money on the head of every player: one number for all, or one for each.
    progressive : float
        Progressive bounties: the share of a head that goes on the winner's own, such as 0.5.
    envelopes : Texts
        Mystery bounties: the envelopes that are left, as 1x1000 5x200 50x20; a head is worth their
        mean.
    heads : str
        What bounties still on the table count for: chip-share (their money by chips) or none (default
        chip-share).
    field : Texts
        Players at other tables, in groups of equal stacks: 1800x25bb 40x60bb.
    spread : str
        How the stacks of one such group lie around their mean: equal, exponential (default equal).
    table : Amounts
        Chips that the other players, who are out of the hand, have left.
    rake : float
        Percent of a pot that the house takes at a showdown.
    cap : Amount | None
        The most that percentage takes.
    drop : Amount
        A fixed drop besides, from each pot.
    jackpot : Amount
        A jackpot drop besides.
    drop_always : bool
        Rake and drops also from pots without a showdown.
    rakeback : float
        Percent of rake and drop given back.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    SpotSolution
        The solution of one game in one situation.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def batch(
    file: File,
    *,
    out: File,
    processes: int | None = None,
    cluster: str | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> Batch:
    """Solve all spots of a CSV file, one in each line, and write what comes of them.

    Columns are named as the words of a link: game, stack_sb, stack_bb (or stack for both), blind_sb,
    blind_bb, ante, dead, rake, cap, prizes, open, raises, limit and so on; what is left out is as usual.
    Other columns are carried over. A line that is no spot is told in the column error, and the others are
    solved. What is cut off goes on when the same file is solved into the same results again.

    Parameters
    ----------
    file : File
        The spots, a CSV file with a line of names.
    out : File
        The results: .csv, .json or .parquet.
    processes : int | None
        Processes that solve (default one a core).
    cluster : str | None
        Let the workers of this Dask cluster solve, in place of processes: tcp://HOST:PORT.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    Batch
        All lines of a file in their order.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
# Tables and tournaments

def table(
    game: str | Game = 'omaha',
    stacks: Amounts = (),
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    seats: int | None = None,
    stack: Amount | None = None,
    preset: str = '',
    max_allin: int | None = None,
    dead: Amount = 0.0,
    whole_chips: bool = False,
    seconds: float | None = None,
    seed: int = 0,
    gain: Amount | None = None,
    starts: int | None = None,
    profile: File | None = None,
    ranges: str = '',
    respond: str = '',
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    open: Amounts = (),
    raises: Amounts = (),
    limit: str | None = None,
    jam: bool = True,
    field: Texts = (),
    spread: str = 'equal',
    table: Amounts = (),
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    room: str = '',
    room_file: File | None = None,
    fee: Amount | None = None,
    fee_on: str = '',
    fortune: Amount | None = None,
    jackpot_rule: str = '',
    jackpot_size: Amount | None = None,
    pool: float | None = None,
    share: float | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> TableResult:
    """Solve a table of two to ten seats: jam or fold, or raises before it, with every seat's own gain.

    Seats go from the button's left round: sb, bb, ..., co, btn. With two seats, and with three in
    Hold'em and Six-Plus, every deal is counted. From four seats on these games are solved by a model and
    measured on fresh deals; else deals are sampled. The answer says how far.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    stacks : Amounts
        Chips of sb, bb, ..., co, btn before anything is posted; 12.5bb for big blinds.
    blinds : Amounts
        Small and big blind in chips (default 5 10).
    ante : Amount
        Ante of each player: 0.1bb, or chips.
    bb_ante : Amount
        Ante of the big blind for the whole table: 1bb, or chips.
    seats : int | None
        Seats, where all stacks are the same.
    stack : Amount | None
        The stack of every seat (default 10bb).
    preset : str
        A common format; what is given besides goes first: aof (all-in-or-fold cash, 4 seats of 8bb),
        spin (spin, winner takes all, 3 seats of 10bb), bubble (sit-and-go bubble, 4 seats of 10bb),
        final (final table, 9 seats of 10bb).
    max_allin : int | None
        Players all-in at most; behind them the others fold (default all up to four seats, else 3).
    dead : Amount
        Blinds and antes of players who have folded: 1.5bb, or chips.
    whole_chips : bool
        Divide pots in whole chips, odd ones from the button's left on.
    seconds : float | None
        How long deals are sampled, the certificate included; how long three seats that raise are
        searched (default 30; 300 for three seats with raises).
    seed : int
        Seed of the sampled deals.
    gain : Amount | None
        Stop as soon as no seat gains more than this, with 95 %: chips, or money; lifetime: what nobody
        could notice in a lifetime of hands.
    starts : int | None
        Of three seats that jam or fold: search from so many starts; tells in how many equilibria they
        end.
    profile : File | None
        Measure the strategies of a JSON file in place of solving.
    ranges : str
        Measure ranges: 'btn: 88+,A9+; bb after btn: 15%'; other decisions are played as in equilibrium
        (default none).
    respond : str
        With ranges or a profile: the best answer of this seat to the others.
    prizes : Amounts
        What the places pay, from the first on: money, or percentages as 50%; 5x100 for five tickets; or
        a name: sng (50/30/20), sng-6 (65/35), double-or-nothing, winner-takes-all, pokerstars-spin-10x.
    model : str
        The stack model: malmuth-harville, malmuth-weitzman, ben-roberts (default malmuth-harville).
    prizes_file : File | None
        The prizes, in place of them: lines as '1st $5,000' or '4-6 12.5%'.
    bounty : Amounts
        Money on the head of every player: one number for all, or one for each.
    progressive : float
        Progressive bounties: the share of a head that goes on the winner's own, such as 0.5.
    envelopes : Texts
        Mystery bounties: the envelopes that are left, as 1x1000 5x200 50x20; a head is worth their
        mean.
    heads : str
        What bounties still on the table count for: chip-share (their money by chips) or none (default
        chip-share).
    open : Amounts
        Sizes of the first raise, to: 2.2bb, 2.5x, pot, or chips; without any, jam or fold.
    raises : Amounts
        The size of the second raise, of the third, ...: 6bb, 3x (the last), pot, or chips.
    limit : str | None
        pot: nobody raises to more than the pot allows; raises are pot-sized where no size is given.
    jam : bool
        Whether a jam stands beside smaller raises (default 1).
    field : Texts
        Players at other tables, in groups of equal stacks: 1800x25bb 40x60bb.
    spread : str
        How the stacks of one such group lie around their mean: equal, exponential (default equal).
    table : Amounts
        Chips that the other players, who are out of the hand, have left.
    rake : float
        Percent of a pot that the house takes at a showdown.
    cap : Amount | None
        The most that percentage takes.
    drop : Amount
        A fixed drop besides, from each pot.
    jackpot : Amount
        A jackpot drop besides.
    drop_always : bool
        Rake and drops also from pots without a showdown.
    rakeback : float
        Percent of rake and drop given back.
    room : str
        A room's table, as jamfold rooms lists them; what is given besides goes first.
    room_file : File | None
        A file of one's own rooms (TOML).
    fee : Amount | None
        What each player pays outside the pot: 0.2bb, or chips.
    fee_on : str
        Which hands are charged: dealt, all-in, showdown.
    fortune : Amount | None
        What being all-in wins in the mean, called or not: 0.1bb, or chips.
    jackpot_rule : str
        Which hands win a jackpot at a showdown: straight-flush (a straight flush or better that uses
        both hole cards), royal (a royal flush with exactly two hole cards).
    jackpot_size : Amount | None
        What they win: 375bb, or chips.
    pool : float | None
        The jackpot's pool, in the money of the blinds; they win the share of it.
    share : float | None
        Percent of the pool that a hand wins.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    TableResult
        Strategies of all seats and their certificate; lists by seat go from the button's left round.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def positions(
    game: str | Game = 'omaha',
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    dead: Amount = 0.0,
    cluster: str | None = None,
    low: float = 1.0,
    high: float = 25.0,
    step: float = 0.1,
    blind: float | None = None,
    seats: int = 9,
    overcalls: bool = False,
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    field: Texts = (),
    spread: str = 'equal',
    table: Amounts = (),
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    open: Amounts = (),
    raises: Amounts = (),
    limit: str | None = None,
    jam: bool = True,
    progress: Callable[[str, float], None] | bool = False,
) -> Chart | PositionCharts:
    """What every seat plays first in and behind an all-in, at equal stacks.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    blinds : Amounts
        Small and big blind in chips (default 5 10).
    ante : Amount
        Ante of each player: 0.1bb, or chips.
    bb_ante : Amount
        Ante of the big blind for the whole table: 1bb, or chips.
    dead : Amount
        Blinds and antes of players who have folded: 1.5bb, or chips.
    cluster : str | None
        Let the workers of this Dask cluster hold the factors of the game and add them up:
        tcp://HOST:PORT.
    low : float
        Smallest stack, big blinds (default 1).
    high : float
        Largest stack, big blinds (default 25).
    step : float
        Step of the stacks, big blinds (default 0.1).
    blind : float | None
        Small blind in big blinds, no antes (default 0.5).
    seats : int
        Seats at the table (default 9).
    overcalls : bool
        With seats: behind two all-ins, too; that is solved, not packed.
    prizes : Amounts
        What the places pay, from the first on: money, or percentages as 50%; 5x100 for five tickets; or
        a name: sng (50/30/20), sng-6 (65/35), double-or-nothing, winner-takes-all, pokerstars-spin-10x.
    model : str
        The stack model: malmuth-harville, malmuth-weitzman, ben-roberts (default malmuth-harville).
    prizes_file : File | None
        The prizes, in place of them: lines as '1st $5,000' or '4-6 12.5%'.
    bounty : Amounts
        Money on the head of every player: one number for all, or one for each.
    progressive : float
        Progressive bounties: the share of a head that goes on the winner's own, such as 0.5.
    envelopes : Texts
        Mystery bounties: the envelopes that are left, as 1x1000 5x200 50x20; a head is worth their
        mean.
    heads : str
        What bounties still on the table count for: chip-share (their money by chips) or none (default
        chip-share).
    field : Texts
        Players at other tables, in groups of equal stacks: 1800x25bb 40x60bb.
    spread : str
        How the stacks of one such group lie around their mean: equal, exponential (default equal).
    table : Amounts
        Chips that the other players, who are out of the hand, have left.
    rake : float
        Percent of a pot that the house takes at a showdown.
    cap : Amount | None
        The most that percentage takes.
    drop : Amount
        A fixed drop besides, from each pot.
    jackpot : Amount
        A jackpot drop besides.
    drop_always : bool
        Rake and drops also from pots without a showdown.
    rakeback : float
        Percent of rake and drop given back.
    open : Amounts
        Sizes of the first raise, to: 2.2bb, 2.5x, pot, or chips; without any, jam or fold.
    raises : Amounts
        The size of the second raise, of the third, ...: 6bb, 3x (the last), pot, or chips.
    limit : str | None
        pot: nobody raises to more than the pot allows; raises are pot-sized where no size is given.
    jam : bool
        Whether a jam stands beside smaller raises (default 1).
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    Chart
        The equilibria of one game over a grid of stacks.
    PositionCharts
        What every seat plays first in and behind all-ins, at equal stacks.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def rooms(
    search: str = '',
    *,
    file: File | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> ResultTuple[RoomTable]:
    """List the tables of card rooms: what they charge and pay, since when, and where that is known from.

    Parameters
    ----------
    search : str
        Names that hold this word.
    file : File | None
        Those of a file of one's own (TOML).
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    ResultTuple[RoomTable]

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def audit(
    game: str | Game = 'omaha',
    files: Texts = (),
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    stacks: Amounts = (),
    seats: int | None = None,
    stack: Amount | None = None,
    preset: str = '',
    max_allin: int | None = None,
    dead: Amount = 0.0,
    whole_chips: bool = False,
    seconds: float | None = None,
    seed: int = 0,
    ranges: str = '',
    partial: bool = False,
    hands: int = 20,
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    open: Amounts = (),
    raises: Amounts = (),
    limit: str | None = None,
    jam: bool = True,
    field: Texts = (),
    spread: str = 'equal',
    table: Amounts = (),
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    room: str = '',
    room_file: File | None = None,
    fee: Amount | None = None,
    fee_on: str = '',
    fortune: Amount | None = None,
    jackpot_rule: str = '',
    jackpot_size: Amount | None = None,
    pool: float | None = None,
    share: float | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> Audit:
    """Measure ranges of another program, or your own: what each seat could gain against them, hand by hand.

    Ranges come as files, folders or archives, one range each, whose names say the decision (SB_jam.txt,
    BB_vs_SB.csv), as lines such as 'bb after sb: 22+,A2+', or as jamfold's own files.  Decisions without a
    range are played as well as can be against the rest.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    files : Texts
        Files of ranges, folders of them, or archives (.zip).
    blinds : Amounts
        Small and big blind in chips (default 5 10).
    ante : Amount
        Ante of each player: 0.1bb, or chips.
    bb_ante : Amount
        Ante of the big blind for the whole table: 1bb, or chips.
    stacks : Amounts
        Chips of sb, bb, ..., co, btn before anything is posted; 12.5bb for big blinds.
    seats : int | None
        Seats, where all stacks are the same.
    stack : Amount | None
        The stack of every seat (default 10bb).
    preset : str
        A common format; what is given besides goes first: aof (all-in-or-fold cash, 4 seats of 8bb),
        spin (spin, winner takes all, 3 seats of 10bb), bubble (sit-and-go bubble, 4 seats of 10bb),
        final (final table, 9 seats of 10bb).
    max_allin : int | None
        Players all-in at most; behind them the others fold (default all up to four seats, else 3).
    dead : Amount
        Blinds and antes of players who have folded: 1.5bb, or chips.
    whole_chips : bool
        Divide pots in whole chips, odd ones from the button's left on.
    seconds : float | None
        How long deals are sampled, the certificate included; how long three seats that raise are
        searched (default 30; 300 for three seats with raises).
    seed : int
        Seed of the sampled deals.
    ranges : str
        Ranges as a text: 'sb: 88+,A9+' on a line, or a range below the name of its decision (default
        none).
    partial : bool
        Leave out what cannot be read, and measure the rest.
    hands : int
        The dearest hands that are listed (default 20).
    prizes : Amounts
        What the places pay, from the first on: money, or percentages as 50%; 5x100 for five tickets; or
        a name: sng (50/30/20), sng-6 (65/35), double-or-nothing, winner-takes-all, pokerstars-spin-10x.
    model : str
        The stack model: malmuth-harville, malmuth-weitzman, ben-roberts (default malmuth-harville).
    prizes_file : File | None
        The prizes, in place of them: lines as '1st $5,000' or '4-6 12.5%'.
    bounty : Amounts
        Money on the head of every player: one number for all, or one for each.
    progressive : float
        Progressive bounties: the share of a head that goes on the winner's own, such as 0.5.
    envelopes : Texts
        Mystery bounties: the envelopes that are left, as 1x1000 5x200 50x20; a head is worth their
        mean.
    heads : str
        What bounties still on the table count for: chip-share (their money by chips) or none (default
        chip-share).
    open : Amounts
        Sizes of the first raise, to: 2.2bb, 2.5x, pot, or chips; without any, jam or fold.
    raises : Amounts
        The size of the second raise, of the third, ...: 6bb, 3x (the last), pot, or chips.
    limit : str | None
        pot: nobody raises to more than the pot allows; raises are pot-sized where no size is given.
    jam : bool
        Whether a jam stands beside smaller raises (default 1).
    field : Texts
        Players at other tables, in groups of equal stacks: 1800x25bb 40x60bb.
    spread : str
        How the stacks of one such group lie around their mean: equal, exponential (default equal).
    table : Amounts
        Chips that the other players, who are out of the hand, have left.
    rake : float
        Percent of a pot that the house takes at a showdown.
    cap : Amount | None
        The most that percentage takes.
    drop : Amount
        A fixed drop besides, from each pot.
    jackpot : Amount
        A jackpot drop besides.
    drop_always : bool
        Rake and drops also from pots without a showdown.
    rakeback : float
        Percent of rake and drop given back.
    room : str
        A room's table, as jamfold rooms lists them; what is given besides goes first.
    room_file : File | None
        A file of one's own rooms (TOML).
    fee : Amount | None
        What each player pays outside the pot: 0.2bb, or chips.
    fee_on : str
        Which hands are charged: dealt, all-in, showdown.
    fortune : Amount | None
        What being all-in wins in the mean, called or not: 0.1bb, or chips.
    jackpot_rule : str
        Which hands win a jackpot at a showdown: straight-flush (a straight flush or better that uses
        both hole cards), royal (a royal flush with exactly two hole cards).
    jackpot_size : Amount | None
        What they win: 375bb, or chips.
    pool : float | None
        The jackpot's pool, in the money of the blinds; they win the share of it.
    share : float | None
        Percent of the pool that a hand wins.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    Audit
        Given ranges measured.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def jackpot(
    game: str | Game = 'omaha',
    stacks: Amounts = (),
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    seats: int | None = None,
    stack: Amount | None = None,
    preset: str = '',
    max_allin: int | None = None,
    dead: Amount = 0.0,
    whole_chips: bool = False,
    seconds: float | None = None,
    seed: int = 0,
    gain: Amount | None = None,
    starts: int | None = None,
    profile: File | None = None,
    ranges: str = '',
    respond: str = '',
    most: int = 12,
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    open: Amounts = (),
    raises: Amounts = (),
    limit: str | None = None,
    jam: bool = True,
    field: Texts = (),
    spread: str = 'equal',
    table: Amounts = (),
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    room: str = '',
    room_file: File | None = None,
    fee: Amount | None = None,
    fee_on: str = '',
    fortune: Amount | None = None,
    jackpot_rule: str = '',
    jackpot_size: Amount | None = None,
    pool: float | None = None,
    share: float | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> JackpotEffect:
    """What a jackpot moves: hand by hand, from which size on a hand is played, what ignoring it costs.

    And what fees take in 100 hands, and the rakeback at which one wins who answers the others best: the
    equilibrium, or the players of ranges. The table is solved twice, with the jackpot and without.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    stacks : Amounts
        Chips of sb, bb, ..., co, btn before anything is posted; 12.5bb for big blinds.
    blinds : Amounts
        Small and big blind in chips (default 5 10).
    ante : Amount
        Ante of each player: 0.1bb, or chips.
    bb_ante : Amount
        Ante of the big blind for the whole table: 1bb, or chips.
    seats : int | None
        Seats, where all stacks are the same.
    stack : Amount | None
        The stack of every seat (default 10bb).
    preset : str
        A common format; what is given besides goes first: aof (all-in-or-fold cash, 4 seats of 8bb),
        spin (spin, winner takes all, 3 seats of 10bb), bubble (sit-and-go bubble, 4 seats of 10bb),
        final (final table, 9 seats of 10bb).
    max_allin : int | None
        Players all-in at most; behind them the others fold (default all up to four seats, else 3).
    dead : Amount
        Blinds and antes of players who have folded: 1.5bb, or chips.
    whole_chips : bool
        Divide pots in whole chips, odd ones from the button's left on.
    seconds : float | None
        How long deals are sampled, the certificate included; how long three seats that raise are
        searched (default 30; 300 for three seats with raises).
    seed : int
        Seed of the sampled deals.
    gain : Amount | None
        Stop as soon as no seat gains more than this, with 95 %: chips, or money; lifetime: what nobody
        could notice in a lifetime of hands.
    starts : int | None
        Of three seats that jam or fold: search from so many starts; tells in how many equilibria they
        end.
    profile : File | None
        Measure the strategies of a JSON file in place of solving.
    ranges : str
        Measure ranges: 'btn: 88+,A9+; bb after btn: 15%'; other decisions are played as in equilibrium
        (default none).
    respond : str
        With ranges or a profile: the best answer of this seat to the others.
    most : int
        Hands told of each decision (default 12).
    prizes : Amounts
        What the places pay, from the first on: money, or percentages as 50%; 5x100 for five tickets; or
        a name: sng (50/30/20), sng-6 (65/35), double-or-nothing, winner-takes-all, pokerstars-spin-10x.
    model : str
        The stack model: malmuth-harville, malmuth-weitzman, ben-roberts (default malmuth-harville).
    prizes_file : File | None
        The prizes, in place of them: lines as '1st $5,000' or '4-6 12.5%'.
    bounty : Amounts
        Money on the head of every player: one number for all, or one for each.
    progressive : float
        Progressive bounties: the share of a head that goes on the winner's own, such as 0.5.
    envelopes : Texts
        Mystery bounties: the envelopes that are left, as 1x1000 5x200 50x20; a head is worth their
        mean.
    heads : str
        What bounties still on the table count for: chip-share (their money by chips) or none (default
        chip-share).
    open : Amounts
        Sizes of the first raise, to: 2.2bb, 2.5x, pot, or chips; without any, jam or fold.
    raises : Amounts
        The size of the second raise, of the third, ...: 6bb, 3x (the last), pot, or chips.
    limit : str | None
        pot: nobody raises to more than the pot allows; raises are pot-sized where no size is given.
    jam : bool
        Whether a jam stands beside smaller raises (default 1).
    field : Texts
        Players at other tables, in groups of equal stacks: 1800x25bb 40x60bb.
    spread : str
        How the stacks of one such group lie around their mean: equal, exponential (default equal).
    table : Amounts
        Chips that the other players, who are out of the hand, have left.
    rake : float
        Percent of a pot that the house takes at a showdown.
    cap : Amount | None
        The most that percentage takes.
    drop : Amount
        A fixed drop besides, from each pot.
    jackpot : Amount
        A jackpot drop besides.
    drop_always : bool
        Rake and drops also from pots without a showdown.
    rakeback : float
        Percent of rake and drop given back.
    room : str
        A room's table, as jamfold rooms lists them; what is given besides goes first.
    room_file : File | None
        A file of one's own rooms (TOML).
    fee : Amount | None
        What each player pays outside the pot: 0.2bb, or chips.
    fee_on : str
        Which hands are charged: dealt, all-in, showdown.
    fortune : Amount | None
        What being all-in wins in the mean, called or not: 0.1bb, or chips.
    jackpot_rule : str
        Which hands win a jackpot at a showdown: straight-flush (a straight flush or better that uses
        both hole cards), royal (a royal flush with exactly two hole cards).
    jackpot_size : Amount | None
        What they win: 375bb, or chips.
    pool : float | None
        The jackpot's pool, in the money of the blinds; they win the share of it.
    share : float | None
        Percent of the pool that a hand wins.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    JackpotEffect
        What the jackpot and fees of a table do; by seat from the button's left round, in big blinds.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def tournament(
    game: str | Game = 'omaha',
    *,
    chips: Amount = 100,
    blinds: Amounts = (5, 10),
    ante: Amount = 0,
    unit: Amount | None = None,
    levels: str = '',
    progress: Callable[[str, float], None] | bool = False,
) -> Tournament:
    """Solve a heads-up tournament: chances to win and ranges at every stack, every hand jam or fold.

    A chance to win is the small blind's before blinds and antes are posted; the players change
    seats after every hand.  What is solved is kept and opened at once the next time.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    chips : Amount
        Chips of both players together; 20bb for big blinds (default 100).
    blinds : Amounts
        Small and big blind in chips, until the end (default 5 10).
    ante : Amount
        Ante of each player.
    unit : Amount | None
        Chips of one step of the stacks (default largest that fits).
    levels : str
        In place of blinds and ante: hands x small/big/ante, '4 x 1/2/0; rest x 2/4/0'.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    Tournament
        The jam/fold equilibrium of a heads-up tournament, at every state that it can come to.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def tournament_three(
    game: str | Game = 'omaha',
    *,
    chips: Amount = 75,
    blinds: Amounts = (5, 10),
    ante: Amount = 0,
    unit: Amount | None = None,
    levels: str = '',
    at: Amounts = (),
    state: Amounts = (),
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> ThreeTournament:
    """Solve a tournament of three players: values and ranges at every state, every hand jam or fold.

    Hold'em and Six-Plus.  With two players left it is the heads-up tournament.  The certificate is what
    one player's best response over the whole tournament gains; what is solved is kept.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    chips : Amount
        Chips of all three players together; 15bb for big blinds (default 75).
    blinds : Amounts
        Small and big blind in chips, until the end (default 5 10).
    ante : Amount
        Ante of each player.
    unit : Amount | None
        Chips of one step of the stacks (default largest that fits).
    levels : str
        In place of blinds and ante: hands x small/big/ante, '4 x 1/2/0; rest x 2/4/0'.
    at : Amounts
        The state that is shown: chips of sb, bb, btn before anything is posted (default equal stacks).
    state : Amounts
        The same by players: chips of the three as they sit, and who of them has the button, 1, 2 or 3.
    prizes : Amounts
        What the places pay, from the first on: money, or percentages as 50%; 5x100 for five tickets; or
        a name: sng (50/30/20), sng-6 (65/35), double-or-nothing, winner-takes-all, pokerstars-spin-10x.
    model : str
        The stack model: malmuth-harville, malmuth-weitzman, ben-roberts (default malmuth-harville).
    prizes_file : File | None
        The prizes, in place of them: lines as '1st $5,000' or '4-6 12.5%'.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    ThreeTournament
        A solved tournament of three.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def fgs(
    game: str | Game = 'omaha',
    stacks: Amounts = (),
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    depth: int = 2,
    whole_chips: bool = False,
    max_allin: int | None = None,
    seconds: float = 60.0,
    seed: int = 0,
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    field: Texts = (),
    spread: str = 'equal',
    progress: Callable[[str, float], None] | bool = False,
) -> FutureGame:
    """What stacks are worth when the next hands are played, not only modelled (FGS), and the hand for that.

    Everybody jams or folds in every hand, for what stacks are worth after it: by the stack model after the
    last one. Hands of two seats, and of three in Hold'em and Six-Plus, are solved over all deals; others are
    sampled, and values have a standard error.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    stacks : Amounts
        Chips of sb, bb, ..., btn before anything is posted; 12.5bb for big blinds.
    blinds : Amounts
        Small and big blind in chips (default 5 10).
    ante : Amount
        Ante of each player: 0.1bb, or chips.
    bb_ante : Amount
        Ante of the big blind for the whole table: 1bb, or chips.
    depth : int
        How many hands are played, this one included (default 2).
    whole_chips : bool
        Divide pots in whole chips, odd ones from the button's left on.
    max_allin : int | None
        Players all-in at most, at tables of four and more; behind them the others fold (default all of
        four seats, else 3).
    seconds : float
        How long deals are sampled, in all hands of four seats and more together; a second each at least
        (default 60).
    seed : int
        Seed of the sampled deals.
    prizes : Amounts
        What the places pay, from the first on: money, or percentages as 50%; 5x100 for five tickets; or
        a name: sng (50/30/20), sng-6 (65/35), double-or-nothing, winner-takes-all, pokerstars-spin-10x.
    model : str
        The stack model: malmuth-harville, malmuth-weitzman, ben-roberts (default malmuth-harville).
    prizes_file : File | None
        The prizes, in place of them: lines as '1st $5,000' or '4-6 12.5%'.
    field : Texts
        Players at other tables, in groups of equal stacks: 1800x25bb 40x60bb.
    spread : str
        How the stacks of one such group lie around their mean: equal, exponential (default equal).
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    FutureGame
        What stacks are worth by depth; lists by seat go from the button's left round: sb, bb, btn.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def models(
    game: str | Game = 'omaha',
    stacks: Amounts = (),
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    depth: int = 2,
    whole_chips: bool = False,
    max_allin: int | None = None,
    seconds: float = 60.0,
    seed: int = 0,
    whole: bool = False,
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    field: Texts = (),
    spread: str = 'equal',
    progress: Callable[[str, float], None] | bool = False,
) -> ModelComparison:
    """Which stack model is right: all of them, the next hands (FGS), and the solved tournament side by side.

    With two or three players the tournament can be played to the end, every hand jam or fold: that says by
    how much each model underrates a seat. The tournament is solved where that takes at most two minutes, or
    opened where it is kept.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    stacks : Amounts
        Chips of sb, bb, ..., btn before anything is posted; 12.5bb for big blinds.
    blinds : Amounts
        Small and big blind in chips (default 5 10).
    ante : Amount
        Ante of each player: 0.1bb, or chips.
    bb_ante : Amount
        Ante of the big blind for the whole table: 1bb, or chips.
    depth : int
        How many hands are played, this one included (default 2).
    whole_chips : bool
        Divide pots in whole chips, odd ones from the button's left on.
    max_allin : int | None
        Players all-in at most, at tables of four and more; behind them the others fold (default all of
        four seats, else 3).
    seconds : float
        How long deals are sampled, in all hands of four seats and more together; a second each at least
        (default 60).
    seed : int
        Seed of the sampled deals.
    whole : bool
        Solve the tournament to the end however long that takes.
    prizes : Amounts
        What the places pay, from the first on: money, or percentages as 50%; 5x100 for five tickets; or
        a name: sng (50/30/20), sng-6 (65/35), double-or-nothing, winner-takes-all, pokerstars-spin-10x.
    model : str
        The stack model: malmuth-harville, malmuth-weitzman, ben-roberts (default malmuth-harville).
    prizes_file : File | None
        The prizes, in place of them: lines as '1st $5,000' or '4-6 12.5%'.
    field : Texts
        Players at other tables, in groups of equal stacks: 1800x25bb 40x60bb.
    spread : str
        How the stacks of one such group lie around their mean: equal, exponential (default equal).
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    ModelComparison
        Models, future hands and the solved tournament; lists by seat: sb, bb, ..., btn.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def icm(
    stacks: Amounts = (),
    *,
    names: Texts = (),
    stacks_file: File | None = None,
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    field: Texts = (),
    spread: str = 'equal',
    progress: Callable[[str, float], None] | bool = False,
) -> Icm:
    """What stacks are worth in prizes (ICM), and how much an all-in of every pair must win.

    Bubble factor: what a lost all-in costs over what a won one gains, for the chips that both
    can lose. Risk premium: the equity needed above 50 %.

    Parameters
    ----------
    stacks : Amounts
        Stacks of all players who are in: chips, or big blinds as 12bb.
    names : Texts
        Names of the players, for pictures, in the order of the stacks.
    stacks_file : File | None
        The stacks, in place of them: a line for each player, with a name or without, or 1800x25bb.
    prizes : Amounts
        What the places pay, from the first on: money, or percentages as 50%; 5x100 for five tickets; or
        a name: sng (50/30/20), sng-6 (65/35), double-or-nothing, winner-takes-all, pokerstars-spin-10x.
    model : str
        The stack model: malmuth-harville, malmuth-weitzman, ben-roberts (default malmuth-harville).
    prizes_file : File | None
        The prizes, in place of them: lines as '1st $5,000' or '4-6 12.5%'.
    bounty : Amounts
        Money on the head of every player: one number for all, or one for each.
    progressive : float
        Progressive bounties: the share of a head that goes on the winner's own, such as 0.5.
    envelopes : Texts
        Mystery bounties: the envelopes that are left, as 1x1000 5x200 50x20; a head is worth their
        mean.
    heads : str
        What bounties still on the table count for: chip-share (their money by chips) or none (default
        chip-share).
    field : Texts
        Players at other tables, in groups of equal stacks: 1800x25bb 40x60bb.
    spread : str
        How the stacks of one such group lie around their mean: equal, exponential (default equal).
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    Icm
        What stacks are worth in prizes by a model; lists are in the order of the stacks.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def deal(
    stacks: Amounts = (),
    *,
    names: Texts = (),
    method: str = 'icm',
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    keep: Amount = 0.0,
    progress: Callable[[str, float], None] | bool = False,
) -> PrizeSplit:
    """What players take in a deal: by ICM, by chips (chip chop) or the same for all.

    A part may be kept to play for. The answer says what each gains or gives up against ICM.

    Parameters
    ----------
    stacks : Amounts
        Chips of all players who are in.
    names : Texts
        Names of the players, in the order of the stacks: Ann Bob; apart by commas where a name has
        blanks.
    method : str
        What the deal is made by: icm, chips (chip chop) or even (default icm).
    prizes : Amounts
        What the places pay, from the first on: money, or percentages as 50%; 5x100 for five tickets; or
        a name: sng (50/30/20), sng-6 (65/35), double-or-nothing, winner-takes-all, pokerstars-spin-10x.
    model : str
        The stack model: malmuth-harville, malmuth-weitzman, ben-roberts (default malmuth-harville).
    prizes_file : File | None
        The prizes, in place of them: lines as '1st $5,000' or '4-6 12.5%'.
    keep : Amount
        What is kept to play for, from the first prize down.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    PrizeSplit
        Offers of a deal; lists are in the order of the stacks.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
# Equities and ranges

def equity(
    game: str | Game | ListedGame = 'omaha',
    players: Sequence[str | HandRange] | None = None,
    *,
    board: str = '',
    dead: str = '',
    notation: str | None = None,
    exact: bool | None = None,
    deals: int | None = None,
    error: float | None = None,
    seed: int | None = None,
    outcomes: bool = False,
    progress: Callable[[str, float], None] | bool = False,
) -> EquityResult:
    """Equities of two to nine players, exact where that takes seconds, else sampled.

    Ctrl-C ends sampling with the deals drawn so far.

    Parameters
    ----------
    game : str | Game | ListedGame
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5-short, omaha-6-short;
        with hands written card by card: omaha-5, omaha-5-hilo, omaha-6, omaha-6-hilo, courchevel,
        courchevel-hilo, holdem-hilo, pineapple-lazy, stud, stud-hilo, stud-hilo-nq, razz, stud-5,
        27-draw, a5-draw, 5-draw, badugi (default omaha).
    players : Sequence[str | HandRange]
        Two to nine hands ("AsKsQh2d"), parts of hands or ranges ("AA$ds,KK", "22+"); in stud and draw
        the known cards, * for an unknown one ("**Kd").
    board : str
        3, 4 or 5 board cards; 1 in Courchevel.
    dead : str
        Cards nobody can hold.
    notation : str | None
        classic or generic; the game's own unless given.
    exact : bool | None
        Exact, however long it takes, or sampled; exact where it is fast unless given.
    deals : int | None
        Sample N deals.
    error : float | None
        Sample until every standard error is at most E, such as 0.001.
    seed : int | None
        Seed of the deals.
    outcomes : bool
        Tell wins and ties of ranges before the flop apart, also where that needs a build first.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    EquityResult
        Shares of the pot.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def strength(
    hand: str | HandRange,
    board: str = '',
    *,
    game: str = '',
    progress: Callable[[str, float], None] | bool = False,
) -> HandStrength:
    """What a hand makes on a board: its five cards, their category and rank, the low too.

    A board is a flop, a flop and a turn, or all five cards; stud and draw have none. Ranks count from
    the best hand, 1: a full deck has 7,462, the 36 cards of Six-Plus 1,404, and there are 56 lows.

    Parameters
    ----------
    hand : str | HandRange
        The hole cards, such as "JsTh8c3c".
    board : str
        Three to five board cards: "9c2d7d9s9d".
    game : str
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short, omaha-6, omaha-6-hilo, courchevel, courchevel-hilo, holdem-hilo,
        pineapple-lazy, stud, stud-hilo, stud-hilo-nq, razz, stud-5, 27-draw, a5-draw, 5-draw, badugi
        (default by the hole cards: 2 holdem, 3 pineapple-lazy, 4 omaha, 5 omaha-5, 6 omaha-6; stud
        without a board).
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    HandStrength
        What a hand makes on a board.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def range(
    game: str | Game = 'omaha',
    text: str | HandRange | None = None,
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    dead: Amount = 0.0,
    stacks: Amounts = (100.0, 100.0),
    cluster: str | None = None,
    method: str = 'exact',
    iterations: int | None = None,
    notation: str | None = None,
    order: str = 'equity',
    position: str = 'sb',
    sample: int = 0,
    seed: int = 0,
    list_classes: bool = False,
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    field: Texts = (),
    spread: str = 'equal',
    table: Amounts = (),
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    progress: Callable[[str, float], None] | bool = False,
) -> RangeMeaning:
    """Read a range: its combinations, classes, share of all hands, and shortest text.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    text : str | HandRange
        A range, such as "22+,A2s+" or "AA$ds,KK:xxyy".
    blinds : Amounts
        Small and big blind in chips (default 5 10).
    ante : Amount
        Ante of each player: 0.1bb, or chips.
    bb_ante : Amount
        Ante of the big blind for the whole table: 1bb, or chips.
    dead : Amount
        Blinds and antes of players who have folded: 1.5bb, or chips.
    stacks : Amounts
        Both stacks before anything is posted, such as 10bb, or one each: 12.5bb 9bb, or chips (default
        10bb).
    cluster : str | None
        Let the workers of this Dask cluster hold the factors of the game and add them up:
        tcp://HOST:PORT.
    method : str
        exact or fictitious-play (default exact).
    iterations : int | None
        Iterations of fictitious-play (default 100).
    notation : str | None
        classic or generic (default classic for two hole cards, else generic).
    order : str
        What percentages go by: equity (against a random hand) or equilibrium (gain of going all-in; the
        spot is given by stacks, blinds, ..., position) (default equity).
    position : str
        The seat whose equilibrium orders the hands (default sb).
    sample : int
        Show N random hands of the range.
    seed : int
        Seed of the sample.
    list_classes : bool
        Tell every class of it by its id, with the share that is meant.
    prizes : Amounts
        What the places pay, from the first on: money, or percentages as 50%; 5x100 for five tickets; or
        a name: sng (50/30/20), sng-6 (65/35), double-or-nothing, winner-takes-all, pokerstars-spin-10x.
    model : str
        The stack model: malmuth-harville, malmuth-weitzman, ben-roberts (default malmuth-harville).
    prizes_file : File | None
        The prizes, in place of them: lines as '1st $5,000' or '4-6 12.5%'.
    bounty : Amounts
        Money on the head of every player: one number for all, or one for each.
    progressive : float
        Progressive bounties: the share of a head that goes on the winner's own, such as 0.5.
    envelopes : Texts
        Mystery bounties: the envelopes that are left, as 1x1000 5x200 50x20; a head is worth their
        mean.
    heads : str
        What bounties still on the table count for: chip-share (their money by chips) or none (default
        chip-share).
    field : Texts
        Players at other tables, in groups of equal stacks: 1800x25bb 40x60bb.
    spread : str
        How the stacks of one such group lie around their mean: equal, exponential (default equal).
    table : Amounts
        Chips that the other players, who are out of the hand, have left.
    rake : float
        Percent of a pot that the house takes at a showdown.
    cap : Amount | None
        The most that percentage takes.
    drop : Amount
        A fixed drop besides, from each pot.
    jackpot : Amount
        A jackpot drop besides.
    drop_always : bool
        Rake and drops also from pots without a showdown.
    rakeback : float
        Percent of rake and drop given back.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    RangeMeaning
        What a range text means.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def winchance(
    game: str | Game = 'holdem',
    hand: str | HandRange = '',
    *,
    fold_below: str | None = None,
    fold_share: str | None = None,
    share_of: str | None = None,
    fold_curve: str | None = None,
    flop: str = '',
    folds_of: str | None = None,
    opponents: int = 1,
    pot: float | None = None,
    call: float | None = None,
    deals: int = 200000,
    seed: int = 0,
    progress: Callable[[str, float], None] | bool = False,
) -> WinningChance:
    """The winning chance of a hand from the flop on, when opponents fold weak holdings.

    Parameters
    ----------
    game : str | Game
        A game with two hole cards: holdem, six-plus, six-plus-trips (default holdem).
    hand : str | HandRange
        Two cards, such as "As Kd".
    fold_below : str | None
        Holdings of less hand strength fold: 0.45 or 45%.
    fold_share : str | None
        The weakest share of holdings folds: 0.3 or 30%.
    share_of : str | None
        What that is a share of: all (default), every hand on every flop, or this flop; on a turn or a
        river the holdings there.
    fold_curve : str | None
        Probability of folding by hand strength, straight between points: 0.3:1,0.5:0.5,0.7:0.
    flop : str
        Three cards, such as "Kh 7d 2c"; on a turn or a river four or five.
    folds_of : str | None
        Fold as a player of the imported hands did to bets on the flop, or all opponents there (all).
    opponents : int
        Their number, 1 to 8 (default 1).
    pot : float | None
        What is in the middle, all bets included.
    call : float | None
        The price of going on.
    deals : int
        Deals sampled with 2 and more opponents (default 200000).
    seed : int
        Seed of the sample.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    WinningChance
        The answer for a hand, a flop and some opponents.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def flop(
    game: str | Game = 'holdem',
    flop: str = '',
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    dead: Amount = 0.0,
    stacks: Amounts = (100.0, 100.0),
    pot: Amount | None = None,
    sb_range: str | HandRange | None = None,
    bb_range: str | HandRange | None = None,
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    field: Texts = (),
    spread: str = 'equal',
    table: Amounts = (),
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    progress: Callable[[str, float], None] | bool = False,
) -> FlopSolution:
    """Jam or fold on a flop that is dealt first: both players' strategies over all hands, exactly.

    The small blind jams or folds with the flop on the table, the big blind calls or folds; turn and
    river follow.

    With pot: so much lies in the middle already, nobody posts anything, the stacks are what is left
    behind, and the first player jams or gives up.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo (default holdem).
    flop : str
        The flop, such as "Kh 7d 2c".
    blinds : Amounts
        Small and big blind in chips (default 5 10).
    ante : Amount
        Ante of each player: 0.1bb, or chips.
    bb_ante : Amount
        Ante of the big blind for the whole table: 1bb, or chips.
    dead : Amount
        Blinds and antes of players who have folded: 1.5bb, or chips.
    stacks : Amounts
        Both stacks before anything is posted, such as 10bb, or one each: 12.5bb 9bb, or chips (default
        10bb).
    pot : Amount | None
        What lies in the middle already; the stacks are then what is behind.
    sb_range : str | HandRange | None
        Hands with which the small blind comes to the flop; all of them without.
    bb_range : str | HandRange | None
        Hands with which the big blind comes to the flop; all of them without.
    prizes : Amounts
        What the places pay, from the first on: money, or percentages as 50%; 5x100 for five tickets; or
        a name: sng (50/30/20), sng-6 (65/35), double-or-nothing, winner-takes-all, pokerstars-spin-10x.
    model : str
        The stack model: malmuth-harville, malmuth-weitzman, ben-roberts (default malmuth-harville).
    prizes_file : File | None
        The prizes, in place of them: lines as '1st $5,000' or '4-6 12.5%'.
    bounty : Amounts
        Money on the head of every player: one number for all, or one for each.
    progressive : float
        Progressive bounties: the share of a head that goes on the winner's own, such as 0.5.
    envelopes : Texts
        Mystery bounties: the envelopes that are left, as 1x1000 5x200 50x20; a head is worth their
        mean.
    heads : str
        What bounties still on the table count for: chip-share (their money by chips) or none (default
        chip-share).
    field : Texts
        Players at other tables, in groups of equal stacks: 1800x25bb 40x60bb.
    spread : str
        How the stacks of one such group lie around their mean: equal, exponential (default equal).
    table : Amounts
        Chips that the other players, who are out of the hand, have left.
    rake : float
        Percent of a pot that the house takes at a showdown.
    cap : Amount | None
        The most that percentage takes.
    drop : Amount
        A fixed drop besides, from each pot.
    jackpot : Amount
        A jackpot drop besides.
    drop_always : bool
        Rake and drops also from pots without a showdown.
    rakeback : float
        Percent of rake and drop given back.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    FlopSolution
        Both strategies on a flop, with their certificate.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def flop_chart(
    game: str | Game = 'holdem',
    stacks: Amounts = (100.0, 100.0),
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    dead: Amount = 0.0,
    pot: Amount | None = None,
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    field: Texts = (),
    spread: str = 'equal',
    table: Amounts = (),
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    progress: Callable[[str, float], None] | bool = False,
) -> FlopChart:
    """All flops that differ by more than suits, solved exactly, and what both players win in the mean.

    As `flop`, on every flop, with all hands: how much is jammed and called there, and what that is worth.
    Work that is cut off goes on where it was when the same is asked again.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips (default holdem).
    stacks : Amounts
        Both stacks before anything is posted, such as 10bb, or one each: 12.5bb 9bb, or chips (default
        10bb).
    blinds : Amounts
        Small and big blind in chips (default 5 10).
    ante : Amount
        Ante of each player: 0.1bb, or chips.
    bb_ante : Amount
        Ante of the big blind for the whole table: 1bb, or chips.
    dead : Amount
        Blinds and antes of players who have folded: 1.5bb, or chips.
    pot : Amount | None
        What lies in the middle already; the stacks are then what is behind.
    prizes : Amounts
        What the places pay, from the first on: money, or percentages as 50%; 5x100 for five tickets; or
        a name: sng (50/30/20), sng-6 (65/35), double-or-nothing, winner-takes-all, pokerstars-spin-10x.
    model : str
        The stack model: malmuth-harville, malmuth-weitzman, ben-roberts (default malmuth-harville).
    prizes_file : File | None
        The prizes, in place of them: lines as '1st $5,000' or '4-6 12.5%'.
    bounty : Amounts
        Money on the head of every player: one number for all, or one for each.
    progressive : float
        Progressive bounties: the share of a head that goes on the winner's own, such as 0.5.
    envelopes : Texts
        Mystery bounties: the envelopes that are left, as 1x1000 5x200 50x20; a head is worth their
        mean.
    heads : str
        What bounties still on the table count for: chip-share (their money by chips) or none (default
        chip-share).
    field : Texts
        Players at other tables, in groups of equal stacks: 1800x25bb 40x60bb.
    spread : str
        How the stacks of one such group lie around their mean: equal, exponential (default equal).
    table : Amounts
        Chips that the other players, who are out of the hand, have left.
    rake : float
        Percent of a pot that the house takes at a showdown.
    cap : Amount | None
        The most that percentage takes.
    drop : Amount
        A fixed drop besides, from each pot.
    jackpot : Amount
        A jackpot drop besides.
    drop_always : bool
        Rake and drops also from pots without a showdown.
    rakeback : float
        Percent of rake and drop given back.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    FlopChart
        Every flop of a game solved, with the means over all of them.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def flop_table(
    game: str | Game = 'holdem',
    flop: str = '',
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    stacks: Amounts = (),
    seats: int | None = None,
    stack: Amount | None = None,
    preset: str = '',
    max_allin: int | None = None,
    dead: Amount = 0.0,
    whole_chips: bool = False,
    seconds: float | None = None,
    seed: int = 0,
    gain: Amount | None = None,
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    open: Amounts = (),
    raises: Amounts = (),
    limit: str | None = None,
    jam: bool = True,
    field: Texts = (),
    spread: str = 'equal',
    table: Amounts = (),
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    room: str = '',
    room_file: File | None = None,
    fee: Amount | None = None,
    fee_on: str = '',
    fortune: Amount | None = None,
    jackpot_rule: str = '',
    jackpot_size: Amount | None = None,
    pool: float | None = None,
    share: float | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> FlopTable:
    """Jam or fold at a table of three seats and more where the flop is dealt before anybody acts.

    Seats go from the button's left round: sb, bb, ..., co, btn. They act in the order of play before the
    flop, each jams or folds, calls or folds. Deals are sampled, and the answer says what every seat could
    gain at most.

    Parameters
    ----------
    game : str | Game
        The game (default holdem).
    flop : str
        The flop, such as "Kh 7d 2c".
    blinds : Amounts
        Small and big blind in chips (default 5 10).
    ante : Amount
        Ante of each player: 0.1bb, or chips.
    bb_ante : Amount
        Ante of the big blind for the whole table: 1bb, or chips.
    stacks : Amounts
        Chips of sb, bb, ..., co, btn before anything is posted; 12.5bb for big blinds.
    seats : int | None
        Seats, where all stacks are the same.
    stack : Amount | None
        The stack of every seat (default 10bb).
    preset : str
        A common format; what is given besides goes first: aof (all-in-or-fold cash, 4 seats of 8bb),
        spin (spin, winner takes all, 3 seats of 10bb), bubble (sit-and-go bubble, 4 seats of 10bb),
        final (final table, 9 seats of 10bb).
    max_allin : int | None
        Players all-in at most; behind them the others fold (default all up to four seats, else 3).
    dead : Amount
        Blinds and antes of players who have folded: 1.5bb, or chips.
    whole_chips : bool
        Divide pots in whole chips, odd ones from the button's left on.
    seconds : float | None
        How long deals are sampled, the certificate included; how long three seats that raise are
        searched (default 30; 300 for three seats with raises).
    seed : int
        Seed of the sampled deals.
    gain : Amount | None
        Stop as soon as no seat gains more than this, with 95 %: chips, or money.
    prizes : Amounts
        What the places pay, from the first on: money, or percentages as 50%; 5x100 for five tickets; or
        a name: sng (50/30/20), sng-6 (65/35), double-or-nothing, winner-takes-all, pokerstars-spin-10x.
    model : str
        The stack model: malmuth-harville, malmuth-weitzman, ben-roberts (default malmuth-harville).
    prizes_file : File | None
        The prizes, in place of them: lines as '1st $5,000' or '4-6 12.5%'.
    bounty : Amounts
        Money on the head of every player: one number for all, or one for each.
    progressive : float
        Progressive bounties: the share of a head that goes on the winner's own, such as 0.5.
    envelopes : Texts
        Mystery bounties: the envelopes that are left, as 1x1000 5x200 50x20; a head is worth their
        mean.
    heads : str
        What bounties still on the table count for: chip-share (their money by chips) or none (default
        chip-share).
    open : Amounts
        Sizes of the first raise, to: 2.2bb, 2.5x, pot, or chips; without any, jam or fold.
    raises : Amounts
        The size of the second raise, of the third, ...: 6bb, 3x (the last), pot, or chips.
    limit : str | None
        pot: nobody raises to more than the pot allows; raises are pot-sized where no size is given.
    jam : bool
        Whether a jam stands beside smaller raises (default 1).
    field : Texts
        Players at other tables, in groups of equal stacks: 1800x25bb 40x60bb.
    spread : str
        How the stacks of one such group lie around their mean: equal, exponential (default equal).
    table : Amounts
        Chips that the other players, who are out of the hand, have left.
    rake : float
        Percent of a pot that the house takes at a showdown.
    cap : Amount | None
        The most that percentage takes.
    drop : Amount
        A fixed drop besides, from each pot.
    jackpot : Amount
        A jackpot drop besides.
    drop_always : bool
        Rake and drops also from pots without a showdown.
    rakeback : float
        Percent of rake and drop given back.
    room : str
        A room's table, as jamfold rooms lists them; what is given besides goes first.
    room_file : File | None
        A file of one's own rooms (TOML).
    fee : Amount | None
        What each player pays outside the pot: 0.2bb, or chips.
    fee_on : str
        Which hands are charged: dealt, all-in, showdown.
    fortune : Amount | None
        What being all-in wins in the mean, called or not: 0.1bb, or chips.
    jackpot_rule : str
        Which hands win a jackpot at a showdown: straight-flush (a straight flush or better that uses
        both hole cards), royal (a royal flush with exactly two hole cards).
    jackpot_size : Amount | None
        What they win: 375bb, or chips.
    pool : float | None
        The jackpot's pool, in the money of the blinds; they win the share of it.
    share : float | None
        Percent of the pool that a hand wins.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    FlopTable
        Strategies of all seats on a flop and what fresh deals say of them.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def distribution(
    game: str | Game = 'holdem',
    *,
    fold_below: str | None = None,
    fold_share: str | None = None,
    share_of: str | None = None,
    fold_curve: str | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> SpreadStrength:
    """How hand strength is spread over all hands and flops.

    Parameters
    ----------
    game : str | Game
        A game with two hole cards: holdem, six-plus, six-plus-trips (default holdem).
    fold_below : str | None
        Holdings of less hand strength fold: 0.45 or 45%.
    fold_share : str | None
        The weakest share of holdings folds: 0.3 or 30%.
    share_of : str | None
        What that is a share of: all (default), every hand on every flop, or this flop; on a turn or a
        river the holdings there.
    fold_curve : str | None
        Probability of folding by hand strength, straight between points: 0.3:1,0.5:0.5,0.7:0.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    SpreadStrength
        Hand strength over all hands and flops, and how much of it folds.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
# Rules to carry in the head

def rule(
    game: str | Game = 'omaha',
    *,
    features: int | None = None,
    stacks: Amounts = (),
    seconds: float = 300.0,
    known: bool = False,
    progress: Callable[[str, float], None] | bool = False,
) -> RuleReport:
    """Look for one point score for both seats and all stacks, with a table of thresholds.

    Small blind half a big blind, no ante. The rule that is given has the least mean over the stacks
    of what both best responses gain together; every row of it is measured exactly.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    features : int | None
        The most numbers that the score may have (default 5; Hi/Lo 8).
    stacks : Amounts
        Stacks in big blinds (default 2 to 10, 12, 15, 20, 25).
    seconds : float
        Time for the search; the best rule so far then stands (default 300).
    known : bool
        Give the rule that comes with the program, without a search.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    RuleReport
        A rule: points, from how many on a hand is played at every stack, and what that costs.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def rule_check(
    file: File = '',
    *,
    toml: str = '',
    game: str = '',
    progress: Callable[[str, float], None] | bool = False,
) -> RuleReport:
    """Measure a rule: what both best responses gain together at each of its stacks, and what it loses.

    A rule is a TOML text with points by feature under [score], and under every [[thresholds]] a stack s
    and from how many points on hands are jammed and called, jam_from and call_from, or "any".

    Parameters
    ----------
    file : File
        The rule, a TOML file.
    toml : str
        The rule, a TOML text.
    game : str
        The game, where the rule does not say it (default omaha).
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    RuleReport
        A rule: points, from how many on a hand is played at every stack, and what that costs.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def rule_features(
    game: str | Game = 'omaha',
    *,
    progress: Callable[[str, float], None] | bool = False,
) -> ResultTuple[Feature]:
    """List what a rule can give points for.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    ResultTuple[Feature]

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def rule_card(
    game: str | Game = 'omaha',
    *,
    progress: Callable[[str, float], None] | bool = False,
) -> RuleReport:
    """The rule that comes with the program as the strategy page takes it: what every hand scores.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    RuleReport
        A rule: points, from how many on a hand is played at every stack, and what that costs.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
# Played hands

def history_import(
    paths: Texts,
    *,
    progress: Callable[[str, float], None] | bool = False,
) -> ImportReport:
    """Read the hands of histories, and keep them.

    Parameters
    ----------
    paths : Texts
        Histories of PokerStars, GGPoker, Winamax, 888poker, PartyPoker, Full Tilt, WPN, Ignition,
        iPoker, BetOnline, Unibet, KingsClub, Cake, Merge or PKR, or files in PHH or OHH; also packed
        (.zip, .tar, .gz, .bz2, .xz), and folders with all below them.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    ImportReport
        What came of an import.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def history_hands(
    *,
    room: str = '',
    status: str = 'all',
    site: str = '',
    game: str = '',
    most: int = 0,
    room_file: File | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> KeptHands:
    """The kept hands, and what each is for the jam/fold model.

    Parameters
    ----------
    room : str
        Hands of one room's table, as jamfold rooms lists them.
    status : str
        Hands of one kind: decision, other, none, outside, or all (default all).
    site : str
        Hands of one site, such as PokerStars.
    game : str
        Hands of one game, such as omaha.
    most : int
        At most so many hands; 0 for all.
    room_file : File | None
        A file of one's own rooms (TOML).
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    KeptHands
        Kept hands by file and line, as many as were asked for.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def history_players(
    *,
    progress: Callable[[str, float], None] | bool = False,
) -> ResultTuple[RatedPlayer]:
    """Players who can be rated, since all their cards are known, and how many of their decisions are kept.

    Parameters
    ----------
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    ResultTuple[RatedPlayer]

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def history_problems(
    *,
    progress: Callable[[str, float], None] | bool = False,
) -> ResultTuple[Problem]:
    """What could not be read, by file and line.

    Parameters
    ----------
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    ResultTuple[Problem]

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def history_explain(
    paths: Texts = ('-',),
    *,
    ready: bool = True,
    seconds: float = 3.0,
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    room: str = '',
    room_file: File | None = None,
    fee: Amount | None = None,
    fee_on: str = '',
    fortune: Amount | None = None,
    jackpot_rule: str = '',
    jackpot_size: Amount | None = None,
    pool: float | None = None,
    share: float | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> Explained:
    """What everybody should have done in some hands, and what it cost; nothing is kept.

    Parameters
    ----------
    paths : Texts
        The hands' files; - for what is pasted or piped in (default -).
    ready : bool
        Leave out decisions that need a large table first; or build it (default 1).
    seconds : float
        How long deals are sampled at most for each table of four to ten, of five at most; 0 leaves
        these tables out. Solving six seats takes about 2 s besides, nine seats 10 s (default 3).
    rake : float
        Percent of a pot that the house takes at a showdown.
    cap : Amount | None
        The most that percentage takes.
    drop : Amount
        A fixed drop besides, from each pot.
    jackpot : Amount
        A jackpot drop besides.
    drop_always : bool
        Rake and drops also from pots without a showdown.
    rakeback : float
        Percent of rake and drop given back.
    room : str
        A room's table, as jamfold rooms lists them: its hands alone, judged by what it charges and
        pays.
    room_file : File | None
        A file of one's own rooms (TOML).
    fee : Amount | None
        What each player pays outside the pot: 0.2bb, or chips.
    fee_on : str
        Which hands are charged: dealt, all-in, showdown.
    fortune : Amount | None
        What being all-in wins in the mean, called or not: 0.1bb, or chips.
    jackpot_rule : str
        Which hands win a jackpot at a showdown: straight-flush (a straight flush or better that uses
        both hole cards), royal (a royal flush with exactly two hole cards).
    jackpot_size : Amount | None
        What they win: 375bb, or chips.
    pool : float | None
        The jackpot's pool, in the money of the blinds; they win the share of it.
    share : float | None
        Percent of the pool that a hand wins.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    Explained
        What was decided in some hands.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def history_report(
    *,
    player: str = '',
    game: str = '',
    seat: str = 'all',
    depth: str = 'all',
    stack: str = 'all',
    max_s: float = 20.0,
    anonymise: bool = False,
    ready: bool = True,
    sample: bool = False,
    prizes: Amounts = (),
    tables: int = 40,
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    room: str = '',
    room_file: File | None = None,
    fee: Amount | None = None,
    fee_on: str = '',
    fortune: Amount | None = None,
    jackpot_rule: str = '',
    jackpot_size: Amount | None = None,
    pool: float | None = None,
    share: float | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> Report:
    """What a player's jam/fold decisions cost: their rating, leaks and dearest mistakes.

    Parameters
    ----------
    player : str
        The player; those whose histories are kept unless given.
    game : str
        Hands of one game, such as omaha; else of all.
    seat : str
        One seat: sb or bb or btn; else all (default all).
    depth : str
        One group of stacks in big blinds, antes shared out: 0-3, 3-5, 5-8, 8-12, 12-20, over 20; else
        all (default all).
    stack : str
        One group of stacks in big blinds, before posting: 0-3, 3-5, 5-8, 8-12, 12-20, over 20; else all
        (default all).
    max_s : float
        Stacks, in big blinds with their share of the antes, up to which decisions are judged (default
        20).
    anonymise : bool
        Replace names, hand numbers, days and files by pseudonyms.
    ready : bool
        Judge what can be judged at once, and count decisions that need a large table; or build it first
        (default 1).
    sample : bool
        Hands that come with the program instead of kept ones: to see what is told.
    prizes : Amounts
        What the first places of the tournaments pay, to tell losses in money; or percentages as 50%.
    tables : int
        Spots of tables of three, a second or two each, that are solved at most besides kept ones
        (default 40).
    rake : float
        Percent of a pot that the house takes at a showdown.
    cap : Amount | None
        The most that percentage takes.
    drop : Amount
        A fixed drop besides, from each pot.
    jackpot : Amount
        A jackpot drop besides.
    drop_always : bool
        Rake and drops also from pots without a showdown.
    rakeback : float
        Percent of rake and drop given back.
    room : str
        A room's table, as jamfold rooms lists them: its hands alone, judged by what it charges and
        pays.
    room_file : File | None
        A file of one's own rooms (TOML).
    fee : Amount | None
        What each player pays outside the pot: 0.2bb, or chips.
    fee_on : str
        Which hands are charged: dealt, all-in, showdown.
    fortune : Amount | None
        What being all-in wins in the mean, called or not: 0.1bb, or chips.
    jackpot_rule : str
        Which hands win a jackpot at a showdown: straight-flush (a straight flush or better that uses
        both hole cards), royal (a royal flush with exactly two hole cards).
    jackpot_size : Amount | None
        What they win: 375bb, or chips.
    pool : float | None
        The jackpot's pool, in the money of the blinds; they win the share of it.
    share : float | None
        Percent of the pool that a hand wins.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    Report
        What the decisions of a player cost; `RatedDecision` says how a turn is measured.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def history_tables(
    *,
    player: str = '',
    seconds: float = 20.0,
    spots: int = 30,
    max_s: float = 20.0,
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    room: str = '',
    room_file: File | None = None,
    fee: Amount | None = None,
    fee_on: str = '',
    fortune: Amount | None = None,
    jackpot_rule: str = '',
    jackpot_size: Amount | None = None,
    pool: float | None = None,
    share: float | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> TablesSampled:
    """Solve the tables of four to ten in a player's hands, and keep what is found: reports judge by it.

    Parameters
    ----------
    player : str
        The player; those whose histories are kept unless given.
    seconds : float
        How long deals are sampled at most for each spot: to certify it, or to search it where the model
        does not cover it. Spots that were searched for as long before are passed over (default 20).
    spots : int
        Spots that are solved at most, those with most decisions first (default 30).
    max_s : float
        Stacks, in big blinds with their share of the antes, up to which decisions are judged (default
        20).
    rake : float
        Percent of a pot that the house takes at a showdown.
    cap : Amount | None
        The most that percentage takes.
    drop : Amount
        A fixed drop besides, from each pot.
    jackpot : Amount
        A jackpot drop besides.
    drop_always : bool
        Rake and drops also from pots without a showdown.
    rakeback : float
        Percent of rake and drop given back.
    room : str
        A room's table, as jamfold rooms lists them: its hands alone, judged by what it charges and
        pays.
    room_file : File | None
        A file of one's own rooms (TOML).
    fee : Amount | None
        What each player pays outside the pot: 0.2bb, or chips.
    fee_on : str
        Which hands are charged: dealt, all-in, showdown.
    fortune : Amount | None
        What being all-in wins in the mean, called or not: 0.1bb, or chips.
    jackpot_rule : str
        Which hands win a jackpot at a showdown: straight-flush (a straight flush or better that uses
        both hole cards), royal (a royal flush with exactly two hole cards).
    jackpot_size : Amount | None
        What they win: 375bb, or chips.
    pool : float | None
        The jackpot's pool, in the money of the blinds; they win the share of it.
    share : float | None
        Percent of the pool that a hand wins.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    TablesSampled
        Spots of four to ten seats that were solved.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def history_opponents(
    *,
    player: str = '',
    game: str = '',
    seat: str = 'all',
    depth: str = 'all',
    stack: str = 'all',
    max_s: float = 20.0,
    anonymise: bool = False,
    ready: bool = True,
    sample: bool = False,
    least: int = 20,
    progress: Callable[[str, float], None] | bool = False,
) -> ResultTuple[Opponent]:
    """How often opponents jam and call, beside the equilibrium, and what to play against them.

    Parameters
    ----------
    player : str
        One opponent; all unless given.
    game : str
        Hands of one game, such as omaha; else of all.
    seat : str
        One seat: sb or bb or btn; else all (default all).
    depth : str
        One group of stacks in big blinds, antes shared out: 0-3, 3-5, 5-8, 8-12, 12-20, over 20; else
        all (default all).
    stack : str
        One group of stacks in big blinds, before posting: 0-3, 3-5, 5-8, 8-12, 12-20, over 20; else all
        (default all).
    max_s : float
        Stacks, in big blinds with their share of the antes, up to which decisions are judged (default
        20).
    anonymise : bool
        Replace names, hand numbers, days and files by pseudonyms.
    ready : bool
        Judge what can be judged at once, and count decisions that need a large table; or build it first
        (default 1).
    sample : bool
        Hands that come with the program instead of kept ones: to see what is told.
    least : int
        Chances in a seat at some stacks from which an opponent is shown; below 20 they are taken to
        play the equilibrium (default 20).
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    ResultTuple[Opponent]

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def history_export(
    *,
    what: str = 'decisions',
    anonymise: bool = False,
    progress: Callable[[str, float], None] | bool = False,
) -> Export:
    """Write kept decisions, or hands, for other programs.

    Parameters
    ----------
    what : str
        What is written: decisions (of everybody, a line each) or hands (default decisions).
    anonymise : bool
        Replace names, hand numbers, days and files by pseudonyms.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    Export
        Kept decisions or hands, read while they are written: there may be millions.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def history_forget(
    paths: Texts = (),
    *,
    all: bool = False,
    progress: Callable[[str, float], None] | bool = False,
) -> DeletionResult:
    """Forget the hands of some files, or of all.

    Parameters
    ----------
    paths : Texts
        Files or folders whose hands are forgotten; the files themselves stay.
    all : bool
        Forget the hands of all files.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    DeletionResult
        How many hands are kept no longer.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def history_repair(
    *,
    progress: Callable[[str, float], None] | bool = False,
) -> HistoryRepair:
    """Save what is whole of damaged kept hands; the damaged file is kept under another name.

    Parameters
    ----------
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    HistoryRepair
        What was saved of a damaged file.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
# Matches

def match(
    game: str | Game = 'omaha',
    stacks: Amounts = (100.0, 100.0),
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    jam: str | HandRange = '',
    call: str | HandRange = '',
    deals: int | None = None,
    seed: int = 1,
    opponent_jam: str | HandRange = '',
    opponent_call: str | HandRange = '',
    port: int | None = None,
    first_port: int | None = None,
    seconds: float = 10.0,
    wait: float = 60.0,
    progress: Callable[[str, float], None] | bool = False,
) -> MatchResult:
    """Play a match of two players: every deal twice, with the seats changed.

    Two players whose ranges are known get the exact value, and play only if a number of deals is
    given.  With port the second player is another program, over the lines of the Annual Computer
    Poker Competition; what it wins is told raw, by deals, and with less luck.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    stacks : Amounts
        Both stacks, with which every hand begins, such as 10bb, or one each: 12.5bb 9bb, or chips
        (default 10bb).
    blinds : Amounts
        Small and big blind in chips (default 5 10).
    ante : Amount
        Ante of each player: 0.1bb, or chips.
    bb_ante : Amount
        Ante of the big blind for the whole table: 1bb, or chips.
    jam : str | HandRange
        What the player jams, in place of the equilibrium: a range, or rule for the point rule.
    call : str | HandRange
        What the player calls with, in place of the equilibrium: a range, or rule.
    deals : int | None
        Deals to play, each twice; 1,000 against a program, else none.
    seed : int
        The same number deals the same hands (default 1).
    opponent_jam : str | HandRange
        What the second player jams.
    opponent_call : str | HandRange
        What the second player calls with.
    port : int | None
        The second player connects to this port of this machine.
    first_port : int | None
        The first player does so, too, to this one.
    seconds : float
        What a player has for a move (default 10).
    wait : float
        How long programs are waited for (default 60).
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    MatchResult
        A match of two players; the first one's results, in big blinds a hand.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def play(
    game: str | Game = 'omaha',
    stacks: Amounts = (100.0, 100.0),
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    jam: str | HandRange = '',
    call: str | HandRange = '',
    hands: int | None = None,
    seed: int | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> Session:
    """Play against the equilibrium, or against ranges: j and f, c and f, q to leave.

    The seats change from hand to hand.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    stacks : Amounts
        Both stacks, with which every hand begins, such as 10bb, or one each: 12.5bb 9bb, or chips
        (default 10bb).
    blinds : Amounts
        Small and big blind in chips (default 5 10).
    ante : Amount
        Ante of each player: 0.1bb, or chips.
    bb_ante : Amount
        Ante of the big blind for the whole table: 1bb, or chips.
    jam : str | HandRange
        What the player jams, in place of the equilibrium: a range, or rule for the point rule.
    call : str | HandRange
        What the player calls with, in place of the equilibrium: a range, or rule.
    hands : int | None
        Stop after so many hands.
    seed : int | None
        The same number deals the same hands (default new ones every time).
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    Session
        Hands with the seats changing, every one with new cards.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def bot(
    game: str | Game = 'omaha',
    stacks: Amounts = (100.0, 100.0),
    *,
    port: int,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    jam: str | HandRange = '',
    call: str | HandRange = '',
    seed: int = 1,
    file: File | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> BotRun:
    """Play at a dealer of this machine: the equilibrium, or ranges.

    The dealer speaks the lines of the Annual Computer Poker Competition, 2.0.0.  Where the opponent
    limps or raises less than all-in, the bot jams its calling range, and else checks or folds.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    stacks : Amounts
        Both stacks, with which every hand begins, such as 10bb, or one each: 12.5bb 9bb, or chips
        (default 10bb).
    port : int
        Where the dealer listens on this machine.
    blinds : Amounts
        Small and big blind in chips (default 5 10).
    ante : Amount
        Ante of each player: 0.1bb, or chips.
    bb_ante : Amount
        Ante of the big blind for the whole table: 1bb, or chips.
    jam : str | HandRange
        What the player jams, in place of the equilibrium: a range, or rule for the point rule.
    call : str | HandRange
        What the player calls with, in place of the equilibrium: a range, or rule.
    seed : int
        The same number draws the same actions of hands that are mixed (default 1).
    file : File | None
        A game definition, in place of game and chips.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    BotRun
        What a bot has seen.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
# Training

def train(
    game: str | Game = 'omaha',
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    mode: str = 'repeat',
    seat: str = 'both',
    stack: str = 'all',
    player: str = '',
    seed: int | None = None,
    number: int = 0,
    stacks: Amounts = (),
    node: str = '',
    seconds: float | None = None,
    questions: int | None = None,
    seats: int = 2,
    rule: bool = False,
    open: Amounts = (),
    raises: Amounts = (),
    limit: str | None = None,
    jam: bool = True,
    progress: Callable[[str, float], None] | bool = False,
) -> NextExercise:
    """Train jam or fold, call or fold: j, c or f answers, w tells why, q ends.

    With open: any decision of the tree, in the modes random and close; r raises. With stacks, or
    seats 4 to 10: a table of so many seats.

    Answers are kept: hands that were missed come again sooner. A hand for which both actions are equally
    good is right either way.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    blinds : Amounts
        Small and big blind in chips (default 5 10).
    ante : Amount
        Ante of each player: 0.1bb, or chips.
    bb_ante : Amount
        Ante of the big blind for the whole table: 1bb, or chips.
    mode : str
        repeat: what is due, near each hand's threshold; random: hands as dealt; close: margins of 0.02
        to 0.4 bb; mistakes: those of imported histories; range: mark a whole range (default repeat).
    seat : str
        sb, bb, or both (default both).
    stack : str
        One group of stacks in big blinds, before posting: 0-3, 3-5, 5-8, 8-12, 12-20, over 20; else
        all. Of cards that are repeated it is the threshold that counts (default all).
    player : str
        Whose mistakes; of those whose histories are kept unless given.
    seed : int | None
        The same number asks the same hands; repeat also goes by what was answered, and when.
    number : int
        How many were asked before, with the same seed.
    stacks : Amounts
        Four to ten seats: chips of sb, bb, ..., co, btn before anything is posted; else 5 to 15 bb
        each, and spots of played hands that are kept (jamfold history tables).
    node : str
        One decision at these stacks, such as 'bb after btn'; else every one, as often as it comes.
    seconds : float | None
        How long deals are sampled at most for a spot that is not kept, 5 s unless given: to certify it,
        or to search it where the model does not cover it.
    questions : int | None
        Stop after so many.
    seats : int
        Seats at the table: 2; or 3 to 10 in Hold'em and Six-Plus, in the modes random and close: equal
        stacks, from 4 on also the kept spots of played hands, unless stacks are given (default 2).
    rule : bool
        Tell after every answer what the rule that comes with the program says, and what it costs.
    open : Amounts
        Sizes of the first raise, to: 2.2bb, 2.5x, pot, or chips; without any, jam or fold.
    raises : Amounts
        The size of the second raise, of the third, ...: 6bb, 3x (the last), pot, or chips.
    limit : str | None
        pot: nobody raises to more than the pot allows; raises are pot-sized where no size is given.
    jam : bool
        Whether a jam stands beside smaller raises (default 1).
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    NextExercise
        What is asked next.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def train_next(
    game: str | Game = 'omaha',
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    mode: str = 'repeat',
    seat: str = 'both',
    stack: str = 'all',
    player: str = '',
    seed: int | None = None,
    number: int = 0,
    progress: Callable[[str, float], None] | bool = False,
) -> NextExercise:
    """What the trainer asks next: a card that is due, a dealt hand, a close one, a mistake, or a range.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    blinds : Amounts
        Small and big blind in chips (default 5 10).
    ante : Amount
        Ante of each player: 0.1bb, or chips.
    bb_ante : Amount
        Ante of the big blind for the whole table: 1bb, or chips.
    mode : str
        repeat: what is due, near each hand's threshold; random: hands as dealt; close: margins of 0.02
        to 0.4 bb; mistakes: those of imported histories; range: mark a whole range (default repeat).
    seat : str
        sb, bb, or both (default both).
    stack : str
        One group of stacks in big blinds, before posting: 0-3, 3-5, 5-8, 8-12, 12-20, over 20; else
        all. Of cards that are repeated it is the threshold that counts (default all).
    player : str
        Whose mistakes; of those whose histories are kept unless given.
    seed : int | None
        The same number asks the same hands; repeat also goes by what was answered, and when.
    number : int
        How many were asked before, with the same seed.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    NextExercise
        What is asked next.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def train_answer(
    game: str | Game = 'omaha',
    *,
    stacks: Amounts,
    hand: str | HandRange,
    action: str,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    dead: Amount = 0.0,
    position: str = 'sb',
    seconds: float | None = None,
    mode: str = 'random',
    progress: Callable[[str, float], None] | bool = False,
) -> GradedDecision:
    """Judge an answer and keep it: both EVs, what it cost, why, and when the hand comes again.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    stacks : Amounts
        Chips of small and big blind before anything is posted; 12.5bb for big blinds.
    hand : str | HandRange
        The hand: its name or cards.
    action : str
        jam, call or fold.
    blinds : Amounts
        Small and big blind in chips (default 5 10).
    ante : Amount
        Ante of each player: 0.1bb, or chips.
    bb_ante : Amount
        Ante of the big blind for the whole table: 1bb, or chips.
    dead : Amount
        Blinds and antes of players who have folded.
    position : str
        Who decides: sb or bb (default sb).
    seconds : float | None
        How long the answer took.
    mode : str
        How it was chosen (default random).
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    GradedDecision
        A decision with the action that the player took; big blinds.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def train_range(
    game: str | Game = 'omaha',
    *,
    stacks: Amounts,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    dead: Amount = 0.0,
    position: str = 'sb',
    seconds: float | None = None,
    mode: str = 'random',
    range: str | HandRange = '',
    progress: Callable[[str, float], None] | bool = False,
) -> TrainRangeVerdict:
    """Compare a marked range with the equilibrium, and keep what it cost; dearest hands first.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    stacks : Amounts
        Chips of small and big blind before anything is posted; 12.5bb for big blinds.
    blinds : Amounts
        Small and big blind in chips (default 5 10).
    ante : Amount
        Ante of each player: 0.1bb, or chips.
    bb_ante : Amount
        Ante of the big blind for the whole table: 1bb, or chips.
    dead : Amount
        Blinds and antes of players who have folded.
    position : str
        Who decides: sb or bb (default sb).
    seconds : float | None
        How long the answer took.
    mode : str
        How it was chosen (default random).
    range : str | HandRange
        What was marked; nothing for no hand.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    TrainRangeVerdict
        A marked range beside the equilibrium.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def train_three(
    game: str | Game = 'omaha',
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    mode: str = 'random',
    seed: int | None = None,
    number: int = 0,
    progress: Callable[[str, float], None] | bool = False,
) -> Decision:
    """What the trainer asks next at a table of three, Hold'em or Six-Plus.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    blinds : Amounts
        Small and big blind in chips (default 5 10).
    ante : Amount
        Ante of each player: 0.1bb, or chips.
    bb_ante : Amount
        Ante of the big blind for the whole table: 1bb, or chips.
    mode : str
        random: hands as dealt; close: margins of 0.02 to 0.4 bb (default random).
    seed : int | None
        The same number asks the same hands.
    number : int
        How many were asked before, with the same seed.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    Decision
        One decision of a drill: a hand, its choices, and what each gains; amounts in big blinds.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def train_three_answer(
    game: str | Game = 'omaha',
    *,
    stack: float,
    node: str,
    hand: str | HandRange,
    action: str,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    seconds: float | None = None,
    mode: str = 'random',
    progress: Callable[[str, float], None] | bool = False,
) -> GradedDecision:
    """Judge a decision at a table of three and keep it: both EVs, what it cost, the whole range.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    stack : float
        Of every seat, in big blinds.
    node : str
        Who decides, behind whose jams: bb after btn.
    hand : str | HandRange
        The hand: its name or cards.
    action : str
        jam, call or fold.
    blinds : Amounts
        Small and big blind in chips (default 5 10).
    ante : Amount
        Ante of each player: 0.1bb, or chips.
    bb_ante : Amount
        Ante of the big blind for the whole table: 1bb, or chips.
    seconds : float | None
        How long the answer took.
    mode : str
        How it was chosen (default random).
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    GradedDecision
        A decision with the action that the player took; big blinds.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def train_table(
    game: str | Game = 'omaha',
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    stacks: Amounts = (),
    node: str = '',
    seconds: float | None = None,
    seats: int | None = None,
    mode: str = 'random',
    seed: int | None = None,
    number: int = 0,
    progress: Callable[[str, float], None] | bool = False,
) -> Decision:
    """What the trainer asks next at a table of four to ten, Hold'em or Six-Plus.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    blinds : Amounts
        Small and big blind in chips (default 5 10).
    ante : Amount
        Ante of each player: 0.1bb, or chips.
    bb_ante : Amount
        Ante of the big blind for the whole table: 1bb, or chips.
    stacks : Amounts
        Four to ten seats: chips of sb, bb, ..., co, btn before anything is posted; else 5 to 15 bb
        each, and spots of played hands that are kept (jamfold history tables).
    node : str
        One decision at these stacks, such as 'bb after btn'; else every one, as often as it comes.
    seconds : float | None
        How long deals are sampled at most for a spot that is not kept, 5 s unless given: to certify it,
        or to search it where the model does not cover it.
    seats : int | None
        Seats, where no stacks are given; else any kept spot, or 6 seats.
    mode : str
        random: hands as dealt; close: those not too close to call, within 0.4 bb of it (default
        random).
    seed : int | None
        The same number asks the same hands of the same kept spots.
    number : int
        How many were asked before, with the same seed.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    Decision
        One decision of a drill: a hand, its choices, and what each gains; amounts in big blinds.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def train_table_answer(
    game: str | Game = 'omaha',
    *,
    spot: str,
    node: str,
    hand: str | HandRange,
    action: str,
    seconds: float | None = None,
    mode: str = 'random',
    progress: Callable[[str, float], None] | bool = False,
) -> GradedDecision:
    """Judge a decision at a table of four to ten and keep it: what it cost, if that can be told.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    spot : str
        The spot, as the question names it.
    node : str
        Who decides, behind whose jams: bb after btn.
    hand : str | HandRange
        The hand: its name or cards.
    action : str
        jam, call or fold.
    seconds : float | None
        How long the answer took.
    mode : str
        How it was chosen (default random).
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    GradedDecision
        A decision with the action that the player took; big blinds.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def train_tree(
    game: str | Game = 'omaha',
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    mode: str = 'random',
    seat: str = 'both',
    seed: int | None = None,
    number: int = 0,
    open: Amounts = (),
    raises: Amounts = (),
    limit: str | None = None,
    jam: bool = True,
    progress: Callable[[str, float], None] | bool = False,
) -> Decision:
    """What the trainer asks next where raises are listed: any decision of the tree, solved at 8 to 25 bb.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    blinds : Amounts
        Small and big blind in chips (default 5 10).
    ante : Amount
        Ante of each player: 0.1bb, or chips.
    bb_ante : Amount
        Ante of the big blind for the whole table: 1bb, or chips.
    mode : str
        random: hands as dealt; close: the best action is 0.02 to 0.4 bb better than another (default
        random).
    seat : str
        sb, bb, or both (default both).
    seed : int | None
        The same number asks the same hands.
    number : int
        How many were asked before, with the same seed.
    open : Amounts
        Sizes of the first raise, to: 2.2bb, 2.5x, pot, or chips; without any, jam or fold.
    raises : Amounts
        The size of the second raise, of the third, ...: 6bb, 3x (the last), pot, or chips.
    limit : str | None
        pot: nobody raises to more than the pot allows; raises are pot-sized where no size is given.
    jam : bool
        Whether a jam stands beside smaller raises (default 1).
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    Decision
        One decision of a drill: a hand, its choices, and what each gains; amounts in big blinds.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def train_tree_answer(
    game: str | Game = 'omaha',
    *,
    stack: float,
    hand: str | HandRange,
    action: str,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    after: str = '',
    seconds: float | None = None,
    mode: str = 'random',
    open: Amounts = (),
    raises: Amounts = (),
    limit: str | None = None,
    jam: bool = True,
    progress: Callable[[str, float], None] | bool = False,
) -> GradedDecision:
    """Judge a decision of a tree and keep it: what every action earns, and what the answer cost.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    stack : float
        Of both seats, in big blinds.
    hand : str | HandRange
        The hand: its name or cards.
    action : str
        What is done, as the question names it: fold, raise 2, jam, call.
    blinds : Amounts
        Small and big blind in chips (default 5 10).
    ante : Amount
        Ante of each player: 0.1bb, or chips.
    bb_ante : Amount
        Ante of the big blind for the whole table: 1bb, or chips.
    after : str
        The actions before, such as 'sb raise 2, bb jam'; nothing for the first decision.
    seconds : float | None
        How long the answer took.
    mode : str
        How it was chosen (default random).
    open : Amounts
        Sizes of the first raise, to: 2.2bb, 2.5x, pot, or chips; without any, jam or fold.
    raises : Amounts
        The size of the second raise, of the third, ...: 6bb, 3x (the last), pot, or chips.
    limit : str | None
        pot: nobody raises to more than the pot allows; raises are pot-sized where no size is given.
    jam : bool
        Whether a jam stands beside smaller raises (default 1).
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    GradedDecision
        A decision with the action that the player took; big blinds.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def train_score(
    *,
    game: str = '',
    progress: Callable[[str, float], None] | bool = False,
) -> TrainScore:
    """The score of the trainer: what answers cost, how many were right, by seat and depth, over time.

    Parameters
    ----------
    game : str
        Answers of one game, or of videopoker; else of all.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    TrainScore
        The score of the trainer; rates in thousandths of a big blind a decision (a bet, in video
        poker).

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def train_export(
    *,
    game: str = '',
    format: str = 'json',
    progress: Callable[[str, float], None] | bool = False,
) -> TrainExport:
    """The kept answers as a file, which an import reads again.

    Parameters
    ----------
    game : str
        Answers of one game, or of videopoker; else of all.
    format : str
        The format: csv or json (default json).
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    TrainExport
        All answers of a file.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def train_import(
    file: File = '',
    *,
    progress: Callable[[str, float], None] | bool = False,
) -> TrainImport:
    """Add the answers of an exported file to those that are kept; those that are there stay as they are.

    Parameters
    ----------
    file : File
        A file of answers, CSV or JSON.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    TrainImport
        How many answers a file has, and how many of them are new.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def train_reset(
    *,
    game: str = '',
    all: bool = False,
    progress: Callable[[str, float], None] | bool = False,
) -> TrainReset:
    """Forget the answers of a game, or all: the score and the repetition begin anew.

    Parameters
    ----------
    game : str
        Answers of one game, or of videopoker; else of all.
    all : bool
        Forget those of all games.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    TrainReset
        How many answers are forgotten.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def train_repair(
    *,
    progress: Callable[[str, float], None] | bool = False,
) -> TrainingRepair:
    """Save what is whole of damaged kept training; the damaged file is kept under another name.

    Parameters
    ----------
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    TrainingRepair
        What was saved of a damaged file.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def train_anki(
    game: str | Game = 'omaha',
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    progress: Callable[[str, float], None] | bool = False,
) -> FlashcardDeck:
    """The cards of a game as a deck for Anki: a ZIP file with a CSV file and a picture of every card.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    blinds : Amounts
        Small and big blind in chips (default 5 10).
    ante : Amount
        Ante of each player: 0.1bb, or chips.
    bb_ante : Amount
        Ante of the big blind for the whole table: 1bb, or chips.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    FlashcardDeck
        The cards of a chart.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
# Video poker

def videopoker_list(
    *,
    progress: Callable[[str, float], None] | bool = False,
) -> ResultTuple[PayTable]:
    """The shipped pay tables, each with its TOML text to edit.

    Parameters
    ----------
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    ResultTuple[PayTable]

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def videopoker_show(
    table: str | None = None,
    *,
    toml: str | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> PayTable:
    """Show a pay table.

    Parameters
    ----------
    table : str | None
        The name of a shipped pay table; a command takes a TOML file, too.
    toml : str | None
        The text of a pay table instead.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    PayTable
        What a machine pays.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def videopoker_analyse(
    table: str | None = None,
    *,
    toml: str | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> Analysis:
    """The exact return of a pay table under perfect play, and how often every final hand comes.

    Parameters
    ----------
    table : str | None
        The name of a shipped pay table; a command takes a TOML file, too.
    toml : str | None
        The text of a pay table instead.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    Analysis
        A pay table under perfect play; all values per coin bet.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def videopoker_hold(
    deal: str = '',
    *,
    table: str | None = None,
    toml: str | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> DealReport:
    """All 32 holds of a deal, exactly.

    Parameters
    ----------
    deal : str
        Five cards.
    table : str | None
        The name of a shipped pay table; a command takes a TOML file, too.
    toml : str | None
        The text of a pay table instead.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    DealReport
        The holds of a deal, best first; equally good ones in the order in which they would be played.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def videopoker_strategy(
    table: str | None = None,
    *,
    toml: str | None = None,
    lines: int = 40,
    progress: Callable[[str, float], None] | bool = False,
) -> Strategy:
    """A strategy list of a pay table, with what it costs against perfect play.

    Parameters
    ----------
    table : str | None
        The name of a shipped pay table; a command takes a TOML file, too.
    toml : str | None
        The text of a pay table instead.
    lines : int
        At most this many lines (default 40).
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    Strategy
        An ordered list, with the exact return of playing by it.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def videopoker_simulate(
    table: str | None = None,
    *,
    toml: str | None = None,
    bankroll: int = 1000,
    bet: int = 5,
    hands: int = 10000,
    runs: int = 1000,
    points: int = 10,
    seed: int | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> Simulation:
    """Bankroll curves under perfect play, and the risk of ruin.

    Every hand's pay is drawn from its exact law under perfect play; a run ends when a bet cannot be paid.

    Parameters
    ----------
    table : str | None
        The name of a shipped pay table; a command takes a TOML file, too.
    toml : str | None
        The text of a pay table instead.
    bankroll : int
        Coins at the start (default 1000).
    bet : int
        Coins bet per hand (default 5).
    hands : int
        Hands per run (default 10000).
    runs : int
        Runs that are drawn (default 1000).
    points : int
        Points of the curves (default 10).
    seed : int | None
        The same number gives the same hands.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    Simulation
        Simulated bankrolls.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def videopoker_train(
    table: str | None = None,
    *,
    toml: str | None = None,
    deals: str = 'any',
    seed: int | None = None,
    hands: int | None = None,
    bet: int = 5,
    progress: Callable[[str, float], None] | bool = False,
) -> DueDeal:
    """Practice: you say what to hold, and hear what it costs.

    What you hold is kept; a deal that was missed comes again when it is due, unless a seed is given. A
    deal whose answer you look up with ? stays due.
    'jamfold train score game videopoker' tells the score of all days.

    Parameters
    ----------
    table : str | None
        The name of a shipped pay table; a command takes a TOML file, too.
    toml : str | None
        The text of a pay table instead.
    deals : str
        Any deals, or close ones, of which the second-best hold costs at most 0.05 a coin, or only those
        that are due (default any).
    seed : int | None
        The same number deals the same cards, and none that is due; where only those are asked, it
        renames their suits.
    hands : int | None
        Stop after N hands.
    bet : int
        Coins bet per hand (default 5).
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    DueDeal
        The next deal of video poker.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def train_hold(
    deal: str = '',
    *,
    mask: int,
    table: str | None = None,
    toml: str | None = None,
    seconds: float | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> JudgedHold:
    """Judge a hold of video poker and keep it: all holds of the deal, best first.

    Parameters
    ----------
    deal : str
        Five cards.
    mask : int
        What was held, bit i for the i-th card.
    table : str | None
        The name of a shipped pay table; a command takes a TOML file, too.
    toml : str | None
        The text of a pay table instead.
    seconds : float | None
        How long the answer took.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    JudgedHold
        The holds of a deal of which one was held and kept.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def train_deal(
    table: str | None = None,
    *,
    toml: str | None = None,
    deals: str = 'due',
    seed: int | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> DueDeal:
    """The next deal of video poker: a missed one that is due, its suits renamed, else perhaps a new one.

    Parameters
    ----------
    table : str | None
        The name of a shipped pay table; a command takes a TOML file, too.
    toml : str | None
        The text of a pay table instead.
    deals : str
        Where no missed deal is due: none, any deal, or a close one, of which the second-best hold costs
        at most 0.05 a coin (default due).
    seed : int | None
        The same number deals the same cards, and none that is due; where only those are asked, it
        renames their suits.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    DueDeal
        The next deal of video poker.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
# What is kept

def tables_list(
    *,
    progress: Callable[[str, float], None] | bool = False,
) -> KeptTables:
    """Show what is kept: size, checksum, what it serves and what building it took.

    Parameters
    ----------
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    KeptTables
        All that is kept and can be used.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
def tables_show(
    game: str | Game = 'omaha',
    hands: Texts | None = None,
    *,
    progress: Callable[[str, float], None] | bool = False,
) -> ClassAgainstClass:
    """Class against class, exactly: all placements of the second hand, all boards.

    Parameters
    ----------
    game : str | Game
        The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo, omaha-5, omaha-5-hilo,
        omaha-5-short, omaha-6-short (default omaha).
    hands : Texts
        Two hands, such as AsAhKsKh; suits matter only within each hand.
    progress : function or bool
        Called with what is being done and the share of the work; True for a bar in the terminal.

    Returns
    -------
    ClassAgainstClass
        A cell of a class table, counted hand by hand.

    Raises
    ------
    JamfoldError
        If a word or a number makes no sense: one sentence, and `field` names the parameter.
    """
# What the page asks besides

def explorer(
    game: str | Game = 'omaha',
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    dead: Amount = 0.0,
    cluster: str | None = None,
    low: float = 1.0,
    high: float = 25.0,
    step: float = 0.1,
    blind: float | None = None,
    seats: int | None = None,
    overcalls: bool = False,
    also: float | None = None,
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    field: Texts = (),
    spread: str = 'equal',
    table: Amounts = (),
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    open: Amounts = (),
    raises: Amounts = (),
    limit: str | None = None,
    jam: bool = True,
    progress: Callable[[str, float], None] | bool = False,
) -> Chart:
    """A chart as the strategy page takes it: exact strategies at every stack, packed.
    """
def export_page(
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    dead: Amount = 0.0,
    cluster: str | None = None,
    low: float = 1.0,
    high: float = 25.0,
    step: float = 0.1,
    blind: float | None = None,
    seats: int | None = None,
    overcalls: bool = False,
    also: float | None = None,
    games: Texts = ('holdem', 'six-plus'),
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    field: Texts = (),
    spread: str = 'equal',
    table: Amounts = (),
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    open: Amounts = (),
    raises: Amounts = (),
    limit: str | None = None,
    jam: bool = True,
    progress: Callable[[str, float], None] | bool = False,
) -> ResultTuple[PagePart]:
    """Write the strategy page of some games as one HTML file, with the exact strategies of all stacks inside.

    The file needs no network, no Python and nothing else; every browser opens it, also a phone's.
    """
def export_app(
    *,
    games: Texts = (),
    seats: int = 2,
    progress: Callable[[str, float], None] | bool = False,
) -> ResultTuple[AppPart]:
    """Write one HTML file that solves: any stack, antes, rake, prizes, in the browser, without a network.

    Games of two cards are solved in the file; of Omaha it has the charts that come with jamfold.
    """
def planes(
    game: str | Game = 'omaha',
    *,
    progress: Callable[[str, float], None] | bool = False,
) -> str:
    """What the solver in a browser must know of a game.
    """
def build(
    game: str | Game = 'omaha',
    *,
    progress: Callable[[str, float], None] | bool = False,
) -> str:
    """Load a game's table, building it first where it is missing.
    """
def needs(
    game: str | Game = 'omaha',
    stacks: Amounts = (100.0, 100.0),
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    dead: Amount = 0.0,
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    field: Texts = (),
    spread: str = 'equal',
    table: Amounts = (),
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    progress: Callable[[str, float], None] | bool = False,
) -> str:
    """What building the tables of a spot will take, if they have to be built and that takes long.
    """
def square(
    game: str | Game = 'omaha',
    stacks: Amounts = (100.0, 100.0),
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    dead: Amount = 0.0,
    cluster: str | None = None,
    method: str = 'exact',
    iterations: int | None = None,
    saved: File | None = None,
    position: str = 'sb',
    other: Mapping[str, Any] | None = None,
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    field: Texts = (),
    spread: str = 'equal',
    table: Amounts = (),
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    progress: Callable[[str, float], None] | bool = False,
) -> ResultTuple[Any]:
    """One player's strategy as a picture, and a second one beside it.
    """
def list(
    game: str | Game = 'omaha',
    stacks: Amounts = (100.0, 100.0),
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    dead: Amount = 0.0,
    cluster: str | None = None,
    method: str = 'exact',
    iterations: int | None = None,
    saved: File | None = None,
    position: str = 'sb',
    other: Mapping[str, Any] | None = None,
    sort: str = 'ev',
    reverse: bool = False,
    pattern: str = '',
    contains: str = '',
    range: str | HandRange = '',
    family: str = '',
    top: int | None = None,
    page: int = 1,
    size: int = 25,
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    field: Texts = (),
    spread: str = 'equal',
    table: Amounts = (),
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    open: Amounts = (),
    raises: Amounts = (),
    limit: str | None = None,
    jam: bool = True,
    room: str = '',
    room_file: File | None = None,
    fee: Amount | None = None,
    fee_on: str = '',
    fortune: Amount | None = None,
    jackpot_rule: str = '',
    jackpot_size: Amount | None = None,
    pool: float | None = None,
    share: float | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> HandList:
    """One page of a list of hands.
    """
def list_file(
    game: str | Game = 'omaha',
    stacks: Amounts = (100.0, 100.0),
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    dead: Amount = 0.0,
    cluster: str | None = None,
    method: str = 'exact',
    iterations: int | None = None,
    saved: File | None = None,
    position: str = 'sb',
    other: Mapping[str, Any] | None = None,
    sort: str = 'ev',
    reverse: bool = False,
    pattern: str = '',
    contains: str = '',
    range: str | HandRange = '',
    family: str = '',
    top: int | None = None,
    format: str = 'csv',
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    field: Texts = (),
    spread: str = 'equal',
    table: Amounts = (),
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    open: Amounts = (),
    raises: Amounts = (),
    limit: str | None = None,
    jam: bool = True,
    room: str = '',
    room_file: File | None = None,
    fee: Amount | None = None,
    fee_on: str = '',
    fortune: Amount | None = None,
    jackpot_rule: str = '',
    jackpot_size: Amount | None = None,
    pool: float | None = None,
    share: float | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> HandList:
    """A list of hands as a file, what is played of it as a range, or the strategy as a picture.
    """
def range_text(
    game: str | Game = 'omaha',
    stacks: Amounts = (100.0, 100.0),
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    dead: Amount = 0.0,
    cluster: str | None = None,
    method: str = 'exact',
    iterations: int | None = None,
    saved: File | None = None,
    position: str = 'sb',
    other: Mapping[str, Any] | None = None,
    sort: str = 'ev',
    reverse: bool = False,
    pattern: str = '',
    contains: str = '',
    range: str | HandRange = '',
    family: str = '',
    top: int | None = None,
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    field: Texts = (),
    spread: str = 'equal',
    table: Amounts = (),
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    open: Amounts = (),
    raises: Amounts = (),
    limit: str | None = None,
    jam: bool = True,
    room: str = '',
    room_file: File | None = None,
    fee: Amount | None = None,
    fee_on: str = '',
    fortune: Amount | None = None,
    jackpot_rule: str = '',
    jackpot_size: Amount | None = None,
    pool: float | None = None,
    share: float | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> HandList:
    """What is played of a list of hands, as a range.
    """
def chart_file(
    game: str | Game = 'omaha',
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    dead: Amount = 0.0,
    cluster: str | None = None,
    low: float = 1.0,
    high: float = 25.0,
    step: float = 0.1,
    blind: float | None = None,
    seats: int | None = None,
    overcalls: bool = False,
    format: str = 'csv',
    view: str = 'both',
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    field: Texts = (),
    spread: str = 'equal',
    table: Amounts = (),
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    open: Amounts = (),
    raises: Amounts = (),
    limit: str | None = None,
    jam: bool = True,
    progress: Callable[[str, float], None] | bool = False,
) -> Chart | PositionCharts:
    """A chart as a file.
    """
def chart_stack(
    game: str | Game = 'omaha',
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    dead: Amount = 0.0,
    cluster: str | None = None,
    low: float = 1.0,
    high: float = 25.0,
    step: float = 0.1,
    blind: float | None = None,
    seats: int | None = None,
    overcalls: bool = False,
    stack: float | None = None,
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    field: Texts = (),
    spread: str = 'equal',
    table: Amounts = (),
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    open: Amounts = (),
    raises: Amounts = (),
    limit: str | None = None,
    jam: bool = True,
    progress: Callable[[str, float], None] | bool = False,
) -> Chart | PositionCharts:
    """How much of every pattern of four-card hands is played at one stack of a chart.
    """
def player(
    game: str | Game | ListedGame = 'omaha',
    *,
    text: str,
    board: str = '',
    dead: str = '',
    notation: str | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> PlayerMeaning:
    """What one player's text means, as it is typed.
    """
def painted(
    game: str | Game = 'omaha',
    *,
    text: str,
    progress: Callable[[str, float], None] | bool = False,
) -> RangeMeaning:
    """A range of two-card hands as cells of their square, and its shortest text.
    """
def distribution_file(
    game: str | Game = 'holdem',
    *,
    fold_below: str | None = None,
    fold_share: str | None = None,
    share_of: str | None = None,
    fold_curve: str | None = None,
    format: str = 'csv',
    progress: Callable[[str, float], None] | bool = False,
) -> SpreadStrength:
    """The distribution as a file.
    """
def icm_file(
    stacks: Amounts = (),
    *,
    names: Texts = (),
    stacks_file: File | None = None,
    format: str = 'csv',
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    field: Texts = (),
    spread: str = 'equal',
    progress: Callable[[str, float], None] | bool = False,
) -> Icm:
    """What stacks are worth, as a file.
    """
def table_needs(
    game: str | Game = 'omaha',
    stacks: Amounts = (),
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    seats: int | None = None,
    stack: Amount | None = None,
    preset: str = '',
    max_allin: int | None = None,
    dead: Amount = 0.0,
    whole_chips: bool = False,
    seconds: float | None = None,
    seed: int = 0,
    gain: Amount | None = None,
    starts: int | None = None,
    profile: File | None = None,
    ranges: str = '',
    respond: str = '',
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    open: Amounts = (),
    raises: Amounts = (),
    limit: str | None = None,
    jam: bool = True,
    field: Texts = (),
    spread: str = 'equal',
    table: Amounts = (),
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    room: str = '',
    room_file: File | None = None,
    fee: Amount | None = None,
    fee_on: str = '',
    fortune: Amount | None = None,
    jackpot_rule: str = '',
    jackpot_size: Amount | None = None,
    pool: float | None = None,
    share: float | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> str:
    """What is built before a table can be solved.
    """
def table_decision(
    game: str | Game = 'omaha',
    stacks: Amounts = (),
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    seats: int | None = None,
    stack: Amount | None = None,
    preset: str = '',
    max_allin: int | None = None,
    dead: Amount = 0.0,
    whole_chips: bool = False,
    seconds: float | None = None,
    seed: int = 0,
    gain: Amount | None = None,
    starts: int | None = None,
    profile: File | None = None,
    ranges: str = '',
    respond: str = '',
    table_id: str = '',
    node: str = 'btn',
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    open: Amounts = (),
    raises: Amounts = (),
    limit: str | None = None,
    jam: bool = True,
    field: Texts = (),
    spread: str = 'equal',
    table: Amounts = (),
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    room: str = '',
    room_file: File | None = None,
    fee: Amount | None = None,
    fee_on: str = '',
    fortune: Amount | None = None,
    jackpot_rule: str = '',
    jackpot_size: Amount | None = None,
    pool: float | None = None,
    share: float | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> TableResult:
    """One decision of a solved table.
    """
def table_text(
    game: str | Game = 'omaha',
    stacks: Amounts = (),
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    seats: int | None = None,
    stack: Amount | None = None,
    preset: str = '',
    max_allin: int | None = None,
    dead: Amount = 0.0,
    whole_chips: bool = False,
    seconds: float | None = None,
    seed: int = 0,
    gain: Amount | None = None,
    starts: int | None = None,
    profile: File | None = None,
    ranges: str = '',
    respond: str = '',
    table_id: str = '',
    node: str = 'btn',
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    open: Amounts = (),
    raises: Amounts = (),
    limit: str | None = None,
    jam: bool = True,
    field: Texts = (),
    spread: str = 'equal',
    table: Amounts = (),
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    room: str = '',
    room_file: File | None = None,
    fee: Amount | None = None,
    fee_on: str = '',
    fortune: Amount | None = None,
    jackpot_rule: str = '',
    jackpot_size: Amount | None = None,
    pool: float | None = None,
    share: float | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> TableResult:
    """What is played at a decision, as a range.
    """
def table_hand(
    game: str | Game = 'omaha',
    stacks: Amounts = (),
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    seats: int | None = None,
    stack: Amount | None = None,
    preset: str = '',
    max_allin: int | None = None,
    dead: Amount = 0.0,
    whole_chips: bool = False,
    seconds: float | None = None,
    seed: int = 0,
    gain: Amount | None = None,
    starts: int | None = None,
    profile: File | None = None,
    ranges: str = '',
    respond: str = '',
    table_id: str = '',
    node: str = 'btn',
    cards: str = '',
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    open: Amounts = (),
    raises: Amounts = (),
    limit: str | None = None,
    jam: bool = True,
    field: Texts = (),
    spread: str = 'equal',
    table: Amounts = (),
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    room: str = '',
    room_file: File | None = None,
    fee: Amount | None = None,
    fee_on: str = '',
    fortune: Amount | None = None,
    jackpot_rule: str = '',
    jackpot_size: Amount | None = None,
    pool: float | None = None,
    share: float | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> TableResult:
    """One hand at a decision of a solved table.
    """
def table_file(
    game: str | Game = 'omaha',
    stacks: Amounts = (),
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    seats: int | None = None,
    stack: Amount | None = None,
    preset: str = '',
    max_allin: int | None = None,
    dead: Amount = 0.0,
    whole_chips: bool = False,
    seconds: float | None = None,
    seed: int = 0,
    gain: Amount | None = None,
    starts: int | None = None,
    profile: File | None = None,
    ranges: str = '',
    respond: str = '',
    table_id: str = '',
    format: str = 'csv',
    node: str = '',
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    bounty: Amounts = (),
    progressive: float = 0.0,
    envelopes: Texts = (),
    heads: str = 'chip-share',
    open: Amounts = (),
    raises: Amounts = (),
    limit: str | None = None,
    jam: bool = True,
    field: Texts = (),
    spread: str = 'equal',
    table: Amounts = (),
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    room: str = '',
    room_file: File | None = None,
    fee: Amount | None = None,
    fee_on: str = '',
    fortune: Amount | None = None,
    jackpot_rule: str = '',
    jackpot_size: Amount | None = None,
    pool: float | None = None,
    share: float | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> TableResult:
    """A solved table as a file.
    """
def tournament_state(
    game: str | Game = 'omaha',
    *,
    chips: Amount = 100,
    blinds: Amounts = (5, 10),
    ante: Amount = 0,
    unit: Amount | None = None,
    levels: str = '',
    hand: int = 1,
    sb_chips: int = 100,
    progress: Callable[[str, float], None] | bool = False,
) -> Tournament:
    """Both players' ranges at one state of a solved tournament.
    """
def tournament_file(
    game: str | Game = 'omaha',
    *,
    chips: Amount = 100,
    blinds: Amounts = (5, 10),
    ante: Amount = 0,
    unit: Amount | None = None,
    levels: str = '',
    format: str = 'csv',
    progress: Callable[[str, float], None] | bool = False,
) -> Tournament:
    """A solved tournament as a file.
    """
def tournament_three_needs(
    game: str | Game = 'omaha',
    *,
    chips: Amount = 75,
    blinds: Amounts = (5, 10),
    ante: Amount = 0,
    unit: Amount | None = None,
    levels: str = '',
    at: Amounts = (),
    state: Amounts = (),
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> ThreeNeeds:
    """What a tournament of three takes before it is solved.
    """
def tournament_three_state(
    game: str | Game = 'omaha',
    *,
    chips: Amount = 75,
    blinds: Amounts = (5, 10),
    ante: Amount = 0,
    unit: Amount | None = None,
    levels: str = '',
    at: Amounts = (),
    state: Amounts = (),
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> ThreeTournament:
    """One state of a solved tournament of three.
    """
def tournament_three_file(
    game: str | Game = 'omaha',
    *,
    chips: Amount = 75,
    blinds: Amounts = (5, 10),
    ante: Amount = 0,
    unit: Amount | None = None,
    levels: str = '',
    at: Amounts = (),
    state: Amounts = (),
    format: str = 'csv',
    prizes: Amounts = (),
    model: str = 'malmuth-harville',
    prizes_file: File | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> ThreeTournament:
    """A solved tournament of three as a file.
    """
def history_report_file(
    *,
    player: str = '',
    game: str = '',
    seat: str = 'all',
    depth: str = 'all',
    stack: str = 'all',
    max_s: float = 20.0,
    anonymise: bool = False,
    ready: bool = True,
    sample: bool = False,
    prizes: Amounts = (),
    tables: int = 40,
    format: str = 'html',
    rake: float = 0.0,
    cap: Amount | None = None,
    drop: Amount = 0.0,
    jackpot: Amount = 0.0,
    drop_always: bool = False,
    rakeback: float = 0.0,
    room: str = '',
    room_file: File | None = None,
    fee: Amount | None = None,
    fee_on: str = '',
    fortune: Amount | None = None,
    jackpot_rule: str = '',
    jackpot_size: Amount | None = None,
    pool: float | None = None,
    share: float | None = None,
    progress: Callable[[str, float], None] | bool = False,
) -> Report:
    """The report on a player, as a file.
    """
def history_opponents_file(
    *,
    player: str = '',
    game: str = '',
    seat: str = 'all',
    depth: str = 'all',
    stack: str = 'all',
    max_s: float = 20.0,
    anonymise: bool = False,
    ready: bool = True,
    sample: bool = False,
    least: int = 20,
    progress: Callable[[str, float], None] | bool = False,
) -> ResultTuple[Opponent]:
    """Opponents, as a file of CSV.
    """
def play_hand(
    game: str | Game = 'omaha',
    stacks: Amounts = (100.0, 100.0),
    *,
    blinds: Amounts = (5.0, 10.0),
    ante: Amount = 0.0,
    bb_ante: Amount = 0.0,
    jam: str | HandRange = '',
    call: str | HandRange = '',
    seed: int = 1,
    done: str = '',
    progress: Callable[[str, float], None] | bool = False,
) -> Session:
    """Play hand by hand against the equilibrium, or against ranges: the last hand's end, and the next one.

    The seats change from hand to hand. What is asked tells all that was done; the same seed deals the
    same hands.
    """