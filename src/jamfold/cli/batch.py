"""``jamfold batch``: many spots of a file."""

from __future__ import annotations

from jamfold.cli.asking import answered, asks
from jamfold.questions.batch import BatchQuestion
from jamfold.views.terminal import say


@asks(BatchQuestion)
def batch(question: BatchQuestion) -> None:
    from jamfold.views.batch import batch_line, check_batch, write_batch

    check_batch(question.out)
    found = answered(question, "Batch")
    write_batch(found, question.out)
    question.forget()
    say(batch_line(found, question.out))
