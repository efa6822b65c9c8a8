"""Names that stand elsewhere now."""

from __future__ import annotations

from jamfold.cli.asking import JsonOption as JsonOption
from jamfold.cli.boundary import guarded as guarded
from jamfold.kept.whole import check_target as check_target
from jamfold.views.terminal import console as console
from jamfold.views.terminal import print_json as print_json
from jamfold.views.terminal import say as say
