"""One JSON request a line in, one JSON reply a line out, in order: gnut without Python."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gnut.errors import GnutError, MalformedReport, Usage
from gnut_store import canon

if TYPE_CHECKING:
    from gnut.edge.world import World

LINE_LIMIT = 64 * 1024 * 1024
"""Bytes of one request; a longer line is refused and skipped."""

FLOATS = frozenset({"calibrate", "ground", "verify-run"})
"""Names whose requests hold numbers with a fraction: scores, counts, and what tools were called with."""

Handler = Callable[[dict[str, Any]], dict[str, Any]]


def plumbing(world: World, name: str) -> int:
    """Answer every line of standard input; a request that is refused gets an error as its reply.

    Raises:
        Usage: No contract of that name.
    """
    if name not in HANDLERS:
        raise Usage(f"unknown plumbing name {name!r}", help=f"names are: {', '.join(sorted(HANDLERS))}")
    lines = sys.stdin.buffer
    while line := lines.readline(LINE_LIMIT + 1):
        if len(line) > LINE_LIMIT:
            while line and not line.endswith(b"\n"):
                line = lines.readline(LINE_LIMIT)
            answer = error_line("request_too_large", f"a request line is over {LINE_LIMIT} bytes")
        elif not line.strip():
            continue
        else:
            answer = reply(name, line)
        sys.stdout.write(answer + "\n")
        sys.stdout.flush()
    return 0


def reply(name: str, line: bytes | str) -> str:
    """Return the one-line reply to one request."""
    try:
        given = canon.decode(line.strip(), floats=name in FLOATS)
        if not isinstance(given, dict):
            raise MalformedReport("a request is a JSON object", code="malformed_request")
        return canon.dumps_line(HANDLERS[name](given))
    except GnutError as error:
        return error_line(error.code, str(error))
    except Exception as error:
        # One request that meets a bug must not take the answers to the others with it.
        return error_line("internal_error", type(error).__name__)


def error_line(code: str, message: str) -> str:
    """Return the reply that says why a request was refused."""
    return canon.dumps_line({"error": {"code": code, "message": message}})


def _canonical(given: dict[str, Any]) -> dict[str, Any]:
    text = given.get("json")
    if not isinstance(text, str):
        raise MalformedReport("`json` is the text to bring into canonical form", code="malformed_request")
    body = canon.rfc8785(text)
    return {"canonical": body.decode(), "sha256": canon.sha256(body)}


def _extract(given: dict[str, Any]) -> dict[str, Any]:
    from gnut.ingest.compat import extract_case

    return extract_case(given)


def _acquire(given: dict[str, Any]) -> dict[str, Any]:
    from gnut.acquire.compat import acquire_case

    return acquire_case(given)


def _anchor(given: dict[str, Any]) -> dict[str, Any]:
    """Answer with the outcome; `method` speaks the original's two words, `level` gnut's own."""
    import msgspec

    from gnut.text.anchor.contract import Outcome, Wanted
    from gnut.text.anchor.seek import anchor
    from gnut.text.fold import FoldedText

    excerpt, source = given.get("excerpt"), given.get("source")
    if not isinstance(excerpt, str) or not isinstance(source, str):
        raise MalformedReport("`excerpt` and `source` are strings", code="malformed_request")
    found = anchor(FoldedText(source), Wanted(excerpt))
    matched = found.outcome is not Outcome.FOUND and bool(excerpt.strip()) and bool(source.strip())
    answer: dict[str, Any] = msgspec.to_builtins(found)
    return answer | {"anchor": found.outcome.value, "method": "fuzzy" if matched else "exact"}


def _check(given: dict[str, Any]) -> dict[str, Any]:
    from gnut.commands.plumbing_check import check_case

    return check_case(given)


def _render_parity(given: dict[str, Any]) -> dict[str, Any]:
    from gnut.commands.plumbing_render import parity_case

    return parity_case(given)


def _metrics(given: dict[str, Any]) -> dict[str, Any]:
    from gnut.commands.plumbing_account import metrics_case

    return metrics_case(given)


def _manifest(given: dict[str, Any]) -> dict[str, Any]:
    from gnut.account.compat import manifest_case

    return manifest_case(given)


def _authority(given: dict[str, Any]) -> dict[str, Any]:
    from gnut.commands.plumbing_authority import authority_case

    return authority_case(given)


def _arena_emit(given: dict[str, Any]) -> dict[str, Any]:
    from gnut.arena.compat import emit_case
    from gnut.edge.policies import arena_emission

    return emit_case(given, arena_emission())


def _arena_adjudicate(given: dict[str, Any]) -> dict[str, Any]:
    from gnut.arena.compat import adjudicate_case

    return adjudicate_case(given)


def _numerals(given: dict[str, Any]) -> dict[str, Any]:
    from gnut.commands.plumbing_answers import numerals_case

    return numerals_case(given)


def _numeric_support(given: dict[str, Any]) -> dict[str, Any]:
    from gnut.commands.plumbing_answers import numeric_support_case

    return numeric_support_case(given)


def _verify_answer(given: dict[str, Any]) -> dict[str, Any]:
    from gnut.commands.plumbing_answers import verify_answer_case

    return verify_answer_case(given)


def _verify_records(given: dict[str, Any]) -> dict[str, Any]:
    from gnut.commands.plumbing_answers import verify_records_case

    return verify_records_case(given)


def _verify_run(given: dict[str, Any]) -> dict[str, Any]:
    from gnut.commands.plumbing_answers import verify_run_case

    return verify_run_case(given)


def _proofread(given: dict[str, Any]) -> dict[str, Any]:
    from gnut.commands.plumbing_answers import proofread_case

    return proofread_case(given)


def _calibrate(given: dict[str, Any]) -> dict[str, Any]:
    from gnut.commands.plumbing_answers import calibrate_case

    return calibrate_case(given)


def _ground(given: dict[str, Any]) -> dict[str, Any]:
    from gnut.commands.plumbing_ground import ground_case

    return ground_case(given)


HANDLERS: dict[str, Handler] = {
    "acquire": _acquire,
    "anchor": _anchor,
    "arena-adjudicate": _arena_adjudicate,
    "arena-emit": _arena_emit,
    "authority": _authority,
    "calibrate": _calibrate,
    "canonical": _canonical,
    "check": _check,
    "extract": _extract,
    "ground": _ground,
    "manifest": _manifest,
    "metrics": _metrics,
    "numerals": _numerals,
    "numeric-support": _numeric_support,
    "proofread": _proofread,
    "render-parity": _render_parity,
    "verify-answer": _verify_answer,
    "verify-records": _verify_records,
    "verify-run": _verify_run,
}
