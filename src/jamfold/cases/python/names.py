"""The functions of the package, in the order of tasks, each with the question that it asks.

A question is loaded when its function is first used.
"""

from __future__ import annotations

from importlib import import_module

from jamfold.cases.entries import CaseRequest

PAGES = "Other requests of the page"
GROUPS: dict[str, dict[str, str]] = {
    "Heads-up spots": {
        "solve": "spots.SolveRequest",
        "hand": "hands.LookUpRequest",
        "explain": "hands.ExplainRequest",
        "hands": "hands.HandsRequest",
        "chart": "charts.ChartRequest",
        "outline": "explorer.OutlineRequest",
        "compare": "hands.CompareRequest",
        "converge": "spots.ConvergeRequest",
        "bounds": "charts.BoundsRequest",
        "batch": "batch.BatchRequest",
    },
    "Tables and tournaments": {
        "table": "table.TableRequest",
        "positions": "explorer.PositionsRequest",
        "rooms": "rooms.RoomsRequest",
        "audit": "audit.AuditRequest",
        "jackpot": "table.JackpotRequest",
        "tournament": "tournaments.TournamentRequest",
        "tournament_three": "tournaments.ThreeTournamentRequest",
        "fgs": "tournaments.FutureRequest",
        "models": "tournaments.ModelsRequest",
        "icm": "worth.IcmRequest",
        "deal": "worth.DealRequest",
    },
    "Equities and ranges": {
        "equity": "equities.EquityRequest",
        "strength": "equities.StrengthRequest",
        "range": "equities.RangeRequest",
        "winchance": "flops.ChanceRequest",
        "flop": "flops.FlopRequest",
        "flop_chart": "flops.FlopChartRequest",
        "flop_table": "flops.FlopTableRequest",
        "distribution": "flops.DistributionRequest",
    },
    "Rules of thumb": {
        "rule": "rules.RuleRequest",
        "rule_check": "rules.RuleCheckRequest",
        "rule_features": "rules.RuleFeaturesRequest",
        "rule_card": "rules.RuleCardRequest",
    },
    "Played hands": {
        "history_import": "histories.HistoryImportRequest",
        "history_hands": "histories.HistoryHandsRequest",
        "history_players": "histories.HistoryPlayersRequest",
        "history_problems": "histories.HistoryProblemsRequest",
        "history_explain": "histories.HistoryExplainRequest",
        "history_report": "histories.HistoryReportRequest",
        "history_tables": "histories.HistoryTablesRequest",
        "history_opponents": "histories.HistoryOpponentsRequest",
        "history_export": "histories.HistoryExportRequest",
        "history_forget": "histories.HistoryForgetRequest",
        "history_repair": "histories.HistoryRepairRequest",
    },
    "Matches": {"match": "match.MatchRequest", "play": "match.PlayRequest", "bot": "match.BotRequest"},
    "Training": {
        "train": "training.TrainRequest",
        "train_next": "training.TrainNextRequest",
        "train_answer": "training.TrainAnswerRequest",
        "train_range": "training.TrainRangeRequest",
        "train_three": "training.TrainThreeRequest",
        "train_three_answer": "training.TrainThreeAnswerRequest",
        "train_table": "training.TrainTableRequest",
        "train_table_answer": "training.TrainTableAnswerRequest",
        "train_tree": "training.TrainTreeRequest",
        "train_tree_answer": "training.TrainTreeAnswerRequest",
        "train_score": "training_kept.TrainScoreRequest",
        "train_export": "training_kept.TrainExportRequest",
        "train_import": "training_kept.TrainImportRequest",
        "train_reset": "training_kept.TrainResetRequest",
        "train_repair": "training_kept.TrainRepairRequest",
        "train_anki": "training_kept.TrainAnkiRequest",
    },
    "Video poker": {
        "videopoker_list": "videopoker.PayTablesRequest",
        "videopoker_show": "videopoker.ShowPayTableRequest",
        "videopoker_analyse": "videopoker.PayTableRequest",
        "videopoker_hold": "videopoker.HoldsRequest",
        "videopoker_strategy": "videopoker.PayStrategyRequest",
        "videopoker_simulate": "videopoker.SimulationRequest",
        "videopoker_train": "videopoker.HoldSessionRequest",
        "train_hold": "videopoker.TrainHoldRequest",
        "train_deal": "videopoker.TrainDealRequest",
    },
    "Stored data": {
        "tables_list": "installation.TablesListRequest",
        "tables_show": "installation.TablesShowRequest",
        "info": "installation.InfoRequest",
        "clean": "installation.CleanRequest",
    },
    PAGES: {
        "explorer": "explorer.ExplorerRequest",
        "export_page": "explorer.PageFileRequest",
        "export_app": "explorer.AppRequest",
        "planes": "explorer.PlanesRequest",
        "build": "hands.BuildRequest",
        "needs": "hands.NeedsRequest",
        "square": "hands.SquareRequest",
        "list": "hands.ListPageRequest",
        "list_file": "hands.ListFileRequest",
        "range_text": "hands.RangeTextRequest",
        "chart_file": "charts.ChartFileRequest",
        "chart_stack": "charts.ChartStackRequest",
        "player": "equities.PlayerRequest",
        "painted": "equities.PaintedRequest",
        "distribution_file": "flops.DistributionFileRequest",
        "icm_file": "worth.IcmFileRequest",
        "table_needs": "table.TableNeedsRequest",
        "table_decision": "table.TableDecisionRequest",
        "table_text": "table.TableTextRequest",
        "table_hand": "table.TableHandRequest",
        "table_file": "table.TableFileRequest",
        "tournament_state": "tournaments.TournamentStateRequest",
        "tournament_file": "tournaments.TournamentFileRequest",
        "tournament_three_needs": "tournaments.ThreeNeedsRequest",
        "tournament_three_state": "tournaments.ThreeStateRequest",
        "tournament_three_file": "tournaments.ThreeFileRequest",
        "history_report_file": "histories.HistoryReportFileRequest",
        "history_opponents_file": "histories.HistoryOpponentsFileRequest",
        "play_hand": "match.PlayHandRequest",
    },
}
PERFORMED = {"batch": "jamfold.views.batch"}
"""The files whose `perform` answers a question and writes what the command writes."""
HOMES = {name: home for group in GROUPS.values() for name, home in group.items()}


def question_of(name: str) -> type[CaseRequest]:
    file, _, kind = HOMES[name].partition(".")
    question: type[CaseRequest] = getattr(import_module(f"jamfold.cases.{file}"), kind)
    return question
