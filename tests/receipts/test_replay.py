"""Runs of many kinds, each made again from its bundle byte for byte."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from gnut.acquire.contract import Acquired
from gnut.edge.policies import all_shipped, authority_policy, shipped, support_policy
from gnut.ingest.core import profile
from gnut.ledger.core import extend
from gnut.model import Absence, Report, Request, Source, Uri
from gnut.replay import replay, taken_over, verified
from gnut.run import Judges, run, written
from gnut.support.contract import Decision, Detect, Detector, SupportInput, SupportPolicy
from gnut.support.core import detector
from gnut.verify_receipt.contract import Bundle
from gnut_store import canon
from tests.receipts import good
from tests.receipts.copies import canonical, seal

TEXT = "From May the gate shuts at nine every evening. Dogs are welcome on the quay.\n"
A, B, C, D, E = (Uri(f"https://{name}.example/page") for name in "abcde")
MODEL = Detector(
    "house.model", "small", "7" * 40, "house", "2.0", "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
)
ASKING = replace(support_policy("exact"), key="house", detector=MODEL, min_confidence="0.5")


def inline(request: Request) -> Acquired:
    """Return the one text for every address, as a request that brings its texts does."""
    return Source(request.uri, str(request.uri), None, TEXT, "unseen words", "complete", False, False, ())


def bundle_of(
    body: str,
    *,
    path: str = "report.md",
    policy: str = "default",
    allow: tuple[str, ...] = (),
    support: SupportPolicy | None = None,
    detect: Detect | None = None,
    sources: Mapping[Uri, Acquired] | None = None,
    strategies: Mapping[Uri, tuple[str, bool]] | None = None,
    mode: str = "replay_only",
    chosen: str | None = None,
) -> Bundle:
    """Return a run of `body` over one text, exported."""
    asked = support or support_policy("none")
    judges = Judges(asked, detect or detector(asked), authority_policy("default"), {})
    report = Report(path, body.encode(), ())
    made = run(
        report,
        profile=profile(chosen),
        sources=lambda request: (sources or {}).get(request.uri) or inline(request),
        policy=extend(shipped(policy), allow),
        policies=all_shipped(),
        judges=judges,
    )
    account = written(
        report,
        made,
        profile=profile(chosen),
        judges=judges,
        engine=good.ENGINE,
        domain=good.DOMAIN,
        mode=mode,
        strategies=strategies,
    )[0]
    name = canon.sha256(TEXT.encode())
    texts = {name: TEXT.encode()} if any(one.result.ok for one in account.run.acquisitions) else {}
    hidden = {one.result.source_id: b"unseen words" for one in account.run.acquisitions if one.result.ok}
    return Bundle(canon.encode(account), report.body, {}, {}, texts, hidden)


CITED = f"The notice says “the gate shuts at nine every evening” [a]({A}).\n"

KINDS = {
    "cited": lambda: bundle_of(CITED),
    "on standard input": lambda: bundle_of(CITED, path="-"),
    "without any citation": lambda: bundle_of("Nothing here is cited. It cost 5 euros.\n"),
    "empty": lambda: bundle_of(""),
    "citing itself": lambda: bundle_of("See “the gate” [here](report.md).\n" + CITED),
    "tightened by its front matter": lambda: bundle_of(f"---\ngnut: {{policy: strict}}\n---\n\n{CITED}"),
    "under another profile": lambda: bundle_of(CITED, chosen="groundnut-default"),
    "read as its front matter says": lambda: bundle_of(f"---\ngnut: {{profile: groundnut-default}}\n---\n\n{CITED}"),
    "with allowances": lambda: bundle_of(f"See [a]({A}).\n", allow=("no_excerpt",)),
    "found in hidden words": lambda: bundle_of(f"It holds “unseen words” [a]({A}), and more.\n"),
    "in another script": lambda: bundle_of(
        f"公告说：“每晚九点关闭”（[甲]({A})）。Она закрыта «в девять вечера» [b]({B}).\n"
    ),
    "assessed by the baseline": lambda: bundle_of(CITED, support=support_policy("exact")),
    "structured": lambda: bundle_of(
        json.dumps({"claims": [{"claim_text": "It shuts.", "source_url": A, "source_excerpt": "shuts at nine"}]}),
        path="claims.json",
    ),
    "rendered": lambda: bundle_of(f'<p>It says “the gate shuts at nine” <a href="{A}">a</a>.</p>', path="report.html"),
    "with a recorded failure": lambda: bundle_of(
        CITED + f"So says [b]({B}).\n",
        sources={B: Absence(B, "payment_required", "HTTP 402")},
        strategies={B: ("snapshot_missing", False)},
    ),
    "acquired live and failed": lambda: bundle_of(
        f"So says [b]({B}).\n",
        sources={B: Absence(B, "timeout", "no answer within 30 s")},
        strategies={B: ("live_failed", True)},
        mode="snapshot_preferred",
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_run_comes_out_of_its_bundle_byte_for_byte(kind: str) -> None:
    bundle = KINDS[kind]()
    assert verified(bundle, frozen=good.FROZEN) == ()
    assert canon.encode(replay(bundle)) == bundle.execution


def test_a_text_without_a_snapshot_is_still_bound() -> None:
    bundle = KINDS["cited"]()
    name = next(iter(bundle.texts))
    changed = replace(bundle, texts={name: bundle.texts[name].replace(b"nine", b"ten")})
    assert [each.code for each in verified(changed)] == ["other_text"]


def answers(asked: SupportInput) -> Decision | None:
    """Say each thing that a model may say, by a word of the claim."""
    if "abstain" in asked.claim_text:
        return None
    if "break" in asked.claim_text:
        raise TimeoutError("the model did not answer")
    sure = "0.900000" if "sure" in asked.claim_text else "0.100000"
    return Decision(
        "contradicted" if "no dogs" in asked.claim_text else "supported", sure, "the model says so", (), None
    )


def modelled() -> Bundle:
    """Return a run whose support was assessed by a model that is not at hand any more."""
    claims = ("I am sure", "I am sure of no dogs", "I guess", "I abstain", "I break")
    body = "\n\n".join(
        f"{words}: “the gate shuts at nine” [{at}]({uri})."
        for at, (words, uri) in enumerate(zip(claims, (A, B, C, D, E), strict=True))
    )
    return bundle_of(body + "\n", support=ASKING, detect=answers)


def test_a_model_is_heard_as_recorded_and_its_decisions_are_judged_again() -> None:
    bundle = modelled()
    assert verified(bundle, frozen=good.FROZEN) == ()
    made = replay(bundle)
    assert [one.assessment.status for one in made.run.evidence.accounts] == [
        *("supported", "contradicted", "insufficient", "not_assessed", "not_assessed"),
    ]
    assert made.run.evidence.accounts[4].assessment.note == "detector_error:TimeoutError"
    assert "a detector that needs a model is not asked again" in taken_over(bundle, made)[0]


def test_a_models_confidence_cannot_be_overruled_by_the_receipt() -> None:
    tree = json.loads(modelled().execution)
    run_, ledger, manifest = tree["run"], tree["ledger"], tree["manifest"]
    assert run_["evidence"]["accounts"][2]["assessment"]["note"] == "below_confidence"
    run_["evidence"]["accounts"][2]["assessment"].update(status="supported", note=None)
    for part in (run_["evidence"], run_):
        seal(part)
    ledger["run_sha256"] = run_["sha256"]
    seal(ledger)
    for one, part in zip(manifest["artifacts"], (run_, ledger), strict=True):
        one["sha256"], one["bytes"] = canon.sha256(canonical(part)), len(canonical(part))
    seal(manifest)
    seal(tree)
    codes = [each.code for each in verified(replace(modelled(), execution=canonical(tree)))]
    assert codes == ["support_status", "support_note"]
