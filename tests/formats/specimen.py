"""A ledger with a row of every kind, written by hand, and the report that it is of."""

from __future__ import annotations

from gnut.check.contract import Calculation, Mark
from gnut.findings import BY_NAME
from gnut.ledger.contract import (
    CHECK,
    UNCONFIRMED,
    AnchorView,
    Anomaly,
    Bucket,
    CheckReport,
    Ledger,
    LineView,
    Outcome,
    PolicyView,
    Population,
    Row,
    RowFinding,
    SourceView,
)
from gnut.model import Rate, Span, Uri
from gnut.text.anchor.contract import Alteration
from gnut_store.oid import Oid

URI = "https://example.org/10-k"
SNAPSHOT = Oid("b3:" + "9f3c1e2a" * 8)

REPORT = """\
# Fleet report

The filing says "raised $14.2M in Series A" ([10-K](https://example.org/10-k)).
据报道，“公司去年亏损了三亿元人民币”，详见公告 [2]。
It also says "**sold** four ships" [3], which nobody disputes.
The weather was fine. Costs were 40 billion.
"""

LEVELS = {"exact": "exact", "normalised": "typography"}


def source(**changes: object) -> SourceView:
    """Return the view of a captured source."""
    values = {
        "uri": URI,
        "written": URI,
        "final_uri": URI,
        "snapshot": SNAPSHOT,
        "window": "complete",
        "supplied": False,
    }
    return SourceView(**{**values, **changes})  # type: ignore[arg-type]


def anchor(outcome: str, passage: str | None, **changes: object) -> AnchorView:
    """Return the view of an anchor."""
    method = {"found": "exact", "ambiguous": "fuzzy"}.get(outcome)
    values: dict[str, object] = {
        "outcome": outcome,
        "method": method,
        "level": "exact" if outcome == "found" else None,
        "parts": (Span(5, 29),) if passage is not None else (),
        "occurrences": 1 if outcome == "found" else 0,
        "alterations": (),
        "notes": (),
        "passage": passage,
        "longest_run": None,
        "stops_at": None,
    }
    return AnchorView(**{**values, **changes})  # type: ignore[arg-type]


def finding(name: str, message: str, *, blocks: bool = True, waived: str | None = None) -> RowFinding:
    """Return a finding by its name."""
    return RowFinding(BY_NAME[name].code, name, blocks, message, waived)


def row(number: int, bucket: Bucket, reason: str | None, findings: tuple[RowFinding, ...], **changes: object) -> Row:
    """Return a row; what is not said stands for a cited row on line 3."""
    own = next((each for each in findings if each.name == reason), None)
    values: dict[str, object] = {
        "id": f"c{number}",
        "fingerprint": f"{number:032x}",
        "line": 3,
        "column": 17,
        "bucket": bucket,
        "reason": reason,
        "kind": None,
        "gates": any(each.blocks and each.waived is None for each in findings),
        "code": own.code if own else None,
        "waived": own.waived if own else None,
        "text": 'The filing says "raised $14.2M in Series A" (10-K).',
        "source": source(),
        "excerpt": "raised $14.2M in Series A",
        "anchor": None,
        "marks": (),
        "support": "not_assessed",
        "authority": "unknown_authority",
        "provenance": "unclassified",
        "calculation": None,
        "elsewhere": None,
        "findings": findings,
    }
    return Row(**{**values, **changes})  # type: ignore[arg-type]


def ledger(rows: tuple[Row, ...], *, path: str = "report.md", **changes: object) -> Ledger:
    """Return a ledger of `rows` under the default policy."""
    cited = [each for each in rows if each.source is not None]
    failed = any(each.gates for each in rows)
    values: dict[str, object] = {
        "path": path,
        "outcome": Outcome.FAILED if failed else Outcome.CLEAR if cited else Outcome.INDETERMINATE,
        "policy": PolicyView("default", (), "ab" * 32),
        "population": Population(
            LineView(5, {"blank": 1, "heading": 1}), len(rows), len(cited), len(cited), 3, len(rows)
        ),
        "rates": {"excerpts_found": Rate(len(cited) // 2, len(cited), "cited rows")},
        "rows": rows,
        "anomalies": (),
    }
    return Ledger(**{**values, **changes})  # type: ignore[arg-type]


def checked(*ledgers: Ledger, exit: int = 1) -> CheckReport:
    """Return the report of a call."""
    return CheckReport(CHECK, exit, ledgers)


def altered(number: int = 1) -> Row:
    """Return the row of an altered quotation."""
    return row(
        number,
        Bucket.CITATION_UNCONFIRMED,
        "excerpt_altered",
        (finding("excerpt_altered", "the source says otherwise: number: “$14.2M” for “$4.2M”"),),
        anchor=anchor("ambiguous", "raised $4.2M in Series A", alterations=(Alteration("number", "$14.2M", "$4.2M"),)),
    )


def _unconfirmed(number: int, reason: str) -> Row:
    """Return a plain row of any reason."""
    said = {
        "source_unavailable": "the source has no snapshot yet",
        "excerpt_not_found": "the excerpt does not stand in the source",
    }
    made = row(
        number,
        Bucket.CITATION_UNCONFIRMED,
        reason,
        (finding(reason, said.get(reason, f"what is said of {reason}")),),
        line=5,
        column=14,
        text='It also says "sold four ships" [3].',
        excerpt="sold four ships",
    )
    return made


def everything() -> Ledger:
    """Return a ledger with every bucket, reason and kind of mark."""
    found = row(
        1,
        Bucket.EXCERPT_FOUND,
        None,
        (
            finding("number_not_in_source", "$14.2M does not stand in the source; the nearest is $4.2M", blocks=False),
            finding("supplied", "the source is a copy that a user supplied", blocks=False),
        ),
        line=4,
        column=5,
        text="据报道，“公司去年亏损了三亿元人民币”，详见公告。",
        excerpt="公司去年亏损了三亿元人民币",
        source=source(uri="https://example.cn/公告", supplied=True),
        anchor=anchor("found", "公司去年亏损了三亿元人民币", occurrences=2, method="normalised", level="white_space"),
        marks=(
            Mark("number_not_in_source", "$14.2M", "$4.2M", Span(1, 6)),
            Mark("supplied", "https://example.cn/公告", None, None),
        ),
    )
    by_reason = {
        "excerpt_altered": altered(5),
        "source_unavailable": row(
            6,
            Bucket.CITATION_UNCONFIRMED,
            "source_unavailable",
            (finding("source_unavailable", "the source has no snapshot yet"),),
            kind="not_acquired",
            column=46,
            source=source(snapshot=None, final_uri=None, window=None),
            excerpt=None,
        ),
        "excerpt_not_found": row(
            7,
            Bucket.CITATION_UNCONFIRMED,
            "excerpt_not_found",
            (finding("excerpt_not_found", "the excerpt does not stand in the source"),),
            line=5,
            column=14,
            excerpt="sold four ships",
            anchor=anchor("not_found", None, longest_run="sold four", stops_at="ships"),
        ),
        "wrong_source": row(
            8,
            Bucket.CITATION_UNCONFIRMED,
            "wrong_source",
            (
                finding(
                    "wrong_source", "the excerpt stands word for word in https://example.org/b, not in the cited source"
                ),
            ),
            elsewhere=Uri("https://example.org/b"),
            anchor=anchor("not_found", None),
        ),
        "no_excerpt": row(
            9,
            Bucket.CITATION_UNCONFIRMED,
            "no_excerpt",
            (finding("no_excerpt", "the citation declares no excerpt", waived="a paraphrase, agreed with the author"),),
            column=46,
            excerpt=None,
        ),
    }
    unconfirmed = tuple(
        by_reason.get(reason) or _unconfirmed(10 + index, reason) for index, reason in enumerate(UNCONFIRMED)
    )
    own = (
        row(
            40,
            Bucket.OWN_REASONING,
            "numeric",
            (finding("numeric", "a figure stands without a citation", blocks=False),),
            id="u1",
            line=6,
            column=23,
            text="Costs were 40 billion.",
            source=None,
            excerpt=None,
        ),
        row(
            41,
            Bucket.OWN_REASONING,
            "narrative",
            (finding("unsourced_quotation", "the quotation has no citation in its paragraph", blocks=False),),
            id="u2",
            line=6,
            column=1,
            text="The weather was fine.",
            source=None,
            excerpt=None,
        ),
        row(
            42,
            Bucket.OWN_REASONING,
            "declared",
            (),
            id="u3",
            line=6,
            column=1,
            text="We think so.",
            source=None,
            excerpt=None,
        ),
        row(
            43,
            Bucket.OWN_REASONING,
            "declared",
            (finding("does_not_recompute", "the formula gives 12, and the claim states 14"),),
            id="c44",
            line=6,
            column=23,
            text="Each ship cost 14.",
            source=None,
            excerpt=None,
            provenance="analyst_calculation",
            calculation=Calculation(
                "does_not_recompute", "cost / ships", "12", "14", "the formula gives 12, and the claim states 14"
            ),
        ),
    )
    return ledger((found, *unconfirmed, *own), anomalies=(Anomaly("unclosed_fence", "GN105", False, 6, 1),))
