"""What each must-fail receipt says otherwise than the good twin: one fact a folder, all hashes made to fit it."""

from __future__ import annotations

from tests.receipts.facts_binding import BINDING
from tests.receipts.facts_form import FORM
from tests.receipts.facts_meaning import MEANING

FACTS = (*FORM, *BINDING, *MEANING)
