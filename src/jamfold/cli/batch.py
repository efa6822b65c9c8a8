"""``jamfold batch``: many spots of a file."""

from __future__ import annotations

from jamfold.cli.asking import with_request_options
from jamfold.questions.batch import BatchRequest
from jamfold.views.batch import batch_line, perform
from jamfold.views.progress import ProgressDisplay
from jamfold.views.terminal import print_status


@with_request_options(BatchRequest)
def batch(question: BatchRequest) -> None:
    with ProgressDisplay("Batch") as display:
        solved = perform(question, display)
    print_status(batch_line(solved, question.out))
