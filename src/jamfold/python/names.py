"""The functions of the package, in the order of tasks, each with the question that it asks.

A question is loaded when its function is first used.
"""

from __future__ import annotations

from importlib import import_module

from jamfold.questions.entries import Question

PAGES = "What the page asks besides"
GROUPS: dict[str, dict[str, str]] = {
    "A spot of two": {
        "solve": "spots.SolveQuestion",
        "hand": "lookups.LookUpQuestion",
        "explain": "lookups.ExplainQuestion",
        "hands": "hands.HandsQuestion",
        "chart": "charts.ChartQuestion",
        "outline": "explorer.OutlineQuestion",
        "compare": "hands.CompareQuestion",
        "converge": "spots.ConvergeQuestion",
        "batch": "batch.BatchQuestion",
    },
    "Tables and tournaments": {
        "table": "table.TableQuestion",
        "positions": "explorer.PositionsQuestion",
        "rooms": "rooms.RoomsQuestion",
        "audit": "audit.AuditQuestion",
        "jackpot": "jackpots.JackpotQuestion",
        "tournament": "tournaments.TournamentQuestion",
        "tournament_three": "tournaments.ThreeTournamentQuestion",
        "fgs": "future.FutureQuestion",
        "models": "models.ModelsQuestion",
        "icm": "worth.IcmQuestion",
        "deal": "deals.DealQuestion",
    },
    "Equities and ranges": {
        "equity": "equities.EquityQuestion",
        "strength": "strengths.StrengthQuestion",
        "range": "equities.RangeQuestion",
        "winchance": "chances.ChanceQuestion",
        "flop": "flops.FlopQuestion",
        "flop_chart": "flops.FlopChartQuestion",
        "flop_table": "flops.FlopTableQuestion",
        "distribution": "chances.DistributionQuestion",
    },
    "Rules to carry in the head": {
        "rule": "rules.RuleQuestion",
        "rule_check": "rules.RuleCheckQuestion",
        "rule_features": "rules.RuleFeaturesQuestion",
        "rule_card": "rules.RuleCardQuestion",
    },
    "Played hands": {
        "history_import": "histories.HistoryImportQuestion",
        "history_hands": "histories.HistoryHandsQuestion",
        "history_players": "histories.HistoryPlayersQuestion",
        "history_problems": "histories.HistoryProblemsQuestion",
        "history_explain": "history_reports.HistoryExplainQuestion",
        "history_report": "history_reports.HistoryReportQuestion",
        "history_tables": "history_reports.HistoryTablesQuestion",
        "history_opponents": "history_reports.HistoryOpponentsQuestion",
        "history_export": "history_reports.HistoryExportQuestion",
        "history_forget": "histories.HistoryForgetQuestion",
        "history_repair": "histories.HistoryRepairQuestion",
    },
    "Matches": {
        "match": "match.MatchQuestion",
        "play": "match.PlayQuestion",
        "bot": "match.BotQuestion",
    },
    "Training": {
        "train": "training_session.TrainQuestion",
        "train_next": "training.TrainNextQuestion",
        "train_answer": "training.TrainAnswerQuestion",
        "train_range": "training.TrainRangeQuestion",
        "train_three": "training.TrainThreeQuestion",
        "train_three_answer": "training.TrainThreeAnswerQuestion",
        "train_table": "training_tables.TrainTableQuestion",
        "train_table_answer": "training_tables.TrainTableAnswerQuestion",
        "train_tree": "training_trees.TrainTreeQuestion",
        "train_tree_answer": "training_trees.TrainTreeAnswerQuestion",
        "train_score": "training_kept.TrainScoreQuestion",
        "train_export": "training_kept.TrainExportQuestion",
        "train_import": "training_kept.TrainImportQuestion",
        "train_reset": "training_kept.TrainResetQuestion",
        "train_repair": "training_kept.TrainRepairQuestion",
        "train_anki": "training_kept.TrainAnkiQuestion",
    },
    "Video poker": {
        "videopoker_list": "videopoker.PayTablesQuestion",
        "videopoker_show": "videopoker.ShowPayTableQuestion",
        "videopoker_analyse": "videopoker.PayTableQuestion",
        "videopoker_hold": "videopoker.HoldsQuestion",
        "videopoker_strategy": "videopoker.PayStrategyQuestion",
        "videopoker_simulate": "videopoker.SimulationQuestion",
        "videopoker_train": "training_holds.HoldSessionQuestion",
        "train_hold": "training_holds.TrainHoldQuestion",
        "train_deal": "training_holds.TrainDealQuestion",
    },
    "What is kept": {
        "tables_list": "tables.TablesListQuestion",
        "tables_show": "tables.TablesShowQuestion",
    },
    PAGES: {
        "explorer": "explorer.ExplorerQuestion",
        "export_page": "explorer.PageFileQuestion",
        "export_app": "app.AppQuestion",
        "planes": "app.PlanesQuestion",
        "build": "strategies.BuildQuestion",
        "needs": "strategies.NeedsQuestion",
        "square": "strategies.SquareQuestion",
        "list": "strategies.ListPageQuestion",
        "list_file": "strategies.ListFileQuestion",
        "range_text": "strategies.RangeTextQuestion",
        "chart_file": "strategies.ChartFileQuestion",
        "chart_stack": "strategies.ChartStackQuestion",
        "player": "equities.PlayerQuestion",
        "painted": "equities.PaintedQuestion",
        "distribution_file": "chances.DistributionFileQuestion",
        "icm_file": "worth.IcmFileQuestion",
        "table_needs": "table_decisions.TableNeedsQuestion",
        "table_decision": "table_decisions.TableDecisionQuestion",
        "table_text": "table_decisions.TableTextQuestion",
        "table_hand": "table_decisions.TableHandQuestion",
        "table_file": "table_decisions.TableFileQuestion",
        "tournament_state": "tournaments.TournamentStateQuestion",
        "tournament_file": "tournaments.TournamentFileQuestion",
        "tournament_three_needs": "tournaments.ThreeNeedsQuestion",
        "tournament_three_state": "tournaments.ThreeStateQuestion",
        "tournament_three_file": "tournaments.ThreeFileQuestion",
        "history_report_file": "history_reports.HistoryReportFileQuestion",
        "history_opponents_file": "history_reports.HistoryOpponentsFileQuestion",
        "play_hand": "match.PlayHandQuestion",
    },
}
PERFORMED = {"batch": "jamfold.views.batch"}
"""The files whose `perform` answers a question and writes what the command writes."""
HOMES = {name: home for group in GROUPS.values() for name, home in group.items()}


def question_of(name: str) -> type[Question]:
    file, _, kind = HOMES[name].partition(".")
    question: type[Question] = getattr(import_module(f"jamfold.questions.{file}"), kind)
    return question
