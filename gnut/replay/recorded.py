"""Detectors of a stored run: asked again where that needs no model, else heard as they are recorded."""

from __future__ import annotations

from collections.abc import Mapping

from gnut.account.contract import Execution
from gnut.errors import BadConfig
from gnut.support.contract import Assessment, Decision, Detect, SupportInput, SupportPolicy
from gnut.support.core import detector
from gnut.support.core.assess import input_sha256
from gnut_store import canon


def built_in(policy: SupportPolicy) -> Detect | None:
    """Return the detector of a policy that can be asked again; None for one that needs a model.

    Raises:
        BadConfig: The policy names a built-in detector that this engine has no longer.
    """
    try:
        return detector(policy)
    except BadConfig as error:
        if error.code != "detector_not_admitted":
            raise
        return None


def detect_of(stored: Execution) -> Detect:
    """Return who is asked about support when a run is made again."""
    return built_in(stored.run.terms.support) or _Recorded(stored)


class _Recorded:
    """Answers as a run says its detector did: the same claim, question and source, the same answer."""

    def __init__(self, stored: Execution) -> None:
        self.identity = stored.run.terms.support.detector
        self._said: Mapping[str, Assessment] = {
            one.assessment.input_sha256: one.assessment for one in stored.run.evidence.accounts
        }

    def __call__(self, asked: SupportInput) -> Decision | None:
        """Return the recorded decision; None where the detector abstained."""
        text = canon.sha256(asked.source_text.encode())
        said = self._said.get(input_sha256(asked.claim_text, asked.question, text))
        if said is None:
            return None
        kind, _, name = (said.note or "").partition(":")
        if kind == "detector_error":
            raise type(name, (Exception,), {})
        return said.decision
