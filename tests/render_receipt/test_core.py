"""What a report and its rendering have in common, and where they part."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from gnut.commands.plumbing import reply
from gnut.errors import BadReceipt, MalformedReport, NotCanonical
from gnut.ingest.core import ingest, profile
from gnut.model import Report, sealed
from gnut.render_receipt.contract import Artifact, Disparity, Evidence, RenderReceipt
from gnut.render_receipt.core import parse_receipt, render_receipt, renderer
from gnut.render_receipt.core.addresses import as_uri
from gnut_store import canon
from tests.casefile import rows

PRESS = renderer("press", "1")


def artifact(text: str, name: str = "report.md", chosen: Any = "groundnut-default") -> Artifact:
    body = text.encode()
    return Artifact(ingest(Report(name, body, ()), profile(chosen)), len(body))


def receipt(source: str, rendered: str, chosen: Any = "groundnut-default") -> RenderReceipt:
    made = render_receipt(artifact(source, chosen=chosen), artifact(rendered, "report.html", chosen), PRESS)
    assert isinstance(made, RenderReceipt), made
    return made


def disparity(source: str, rendered: str, chosen: Any = "groundnut-default") -> Disparity:
    made = render_receipt(artifact(source, chosen=chosen), artifact(rendered, "report.html", chosen), PRESS)
    assert isinstance(made, Disparity)
    return made


LINK = "Shut [in 2018](https://records.example/a1)."
PAGE = '<p>Shut <a href="https://records.example/a1">in 2018</a>.</p>'


def test_the_same_evidence_gives_a_receipt() -> None:
    made = receipt(LINK, PAGE)
    assert made.parity.evidence_sequence == (Evidence("https://records.example/a1", "in 2018", None),)
    assert made.parity.evidence_sequence_sha256 == canon.sha256(
        b'[{"excerpt":"in 2018","locator":null,"source_uri":"https://records.example/a1"}]'
    )
    assert (made.source.bytes, made.source.claim_count, made.source.cited_claim_count) == (len(LINK), 1, 1)
    assert made.source.sha256 == canon.sha256(LINK.encode())
    assert "support or truth" in made.disclosure


def test_two_artifacts_that_cite_nothing_are_equal() -> None:
    made = receipt("Nothing is cited.", "<p>Nothing is cited.</p>")
    assert (made.parity.cited_occurrences, made.parity.evidence_sequence) == (0, ())


def test_an_uncited_sentence_counts_as_a_claim_without_evidence() -> None:
    made = receipt(f"{LINK} Nothing more.", f"{PAGE}<p>Nothing more.</p>")
    assert (made.source.claim_count, made.source.cited_claim_count) == (2, 1)


def test_a_citation_to_nothing_is_no_evidence() -> None:
    made = receipt(f"{LINK} See [@nobody].", PAGE)
    assert made.parity.cited_occurrences == 1


@pytest.mark.parametrize("blank", [" ", "\n", "\n  ", "&nbsp;", "\t"])
def test_blanks_that_a_renderer_wraps_are_one(blank: str) -> None:
    page = f'<p>Shut <a href="https://a.example/">in the{blank}year 2018</a></p>'
    assert receipt("Shut [in the year\n2018](https://a.example/)", page)


def test_prose_questions_and_classes_are_not_compared() -> None:
    question, kind = "<!-- groundnut-verification-question: Why? -->", "<!-- groundnut-recommendation -->"
    one = f"We [think](https://a.example/){question}. {kind}"
    assert receipt(one, '<p>Entirely other words <a href="https://a.example/">think</a></p>')


def test_quotations_are_compared_under_the_profile_for_reports() -> None:
    source = 'The log says "the gate shuts at nine" ([log](https://a.example/)).'
    page = '<p>The log says "the gate shuts at nine" (<a href="https://a.example/">log</a>).</p>'
    assert receipt(source, page, "report").parity.evidence_sequence[0].excerpt == "the gate shuts at nine"
    found = disparity(source, page.replace("nine", "ten"), "report")
    assert (found.source_count, found.rendered_count, found.first_difference) == (1, 1, 1)


def test_order_is_evidence() -> None:
    found = disparity(
        "[a](https://a.example/) [b](https://b.example/)",
        '<p><a href="https://b.example/">b</a> <a href="https://a.example/">a</a></p>',
    )
    assert (found.source_count, found.rendered_count, found.first_difference) == (2, 2, 1)


@pytest.mark.parametrize("row", rows("groundnut/render_parity"), ids=lambda row: row["id"])
def test_a_handed_case_says_where_it_differs(row: dict[str, Any]) -> None:
    answered = json.loads(reply("render-parity", json.dumps(row["given"]).encode()))
    for name in ("source_count", "rendered_count", "first_difference"):
        assert answered.get(name) == row["expect"].get(name)


# Addresses.


@pytest.mark.parametrize(
    ("written", "uri"),
    [
        ("https://a.example/b?c=1&d=2#e", "https://a.example/b?c=1&d=2#e"),
        ("https://A.Example/%7Eb%e4", "https://A.Example/%7Eb%e4"),
        ("https://a.example/a b", "https://a.example/a%20b"),
        ("https://ru.example/Земля", "https://ru.example/%D0%97%D0%B5%D0%BC%D0%BB%D1%8F"),
        ("https://пример.рф/путь", "https://xn--e1afmkfd.xn--p1ai/%D0%BF%D1%83%D1%82%D1%8C"),
        ("https://例え.jp/図?q=é", "https://xn--r8jz45g.jp/%E5%9B%B3?q=%C3%A9"),
        ("https://ä.example:8080/", "https://xn--4ca.example:8080/"),
        ("https://a.example/100%", "https://a.example/100%25"),
        ("https://a.example/[x]", "https://a.example/%5Bx%5D"),
        ("https://[::1]:8080/x", "https://[::1]:8080/x"),
        ("www.a.example/b", "http://www.a.example/b"),
        ("notes/table one.csv", "notes/table%20one.csv"),
        ("mailto:a@b.example", "mailto:a@b.example"),
        ("https://", "https://"),
        ("", ""),
    ],
)
def test_an_address_is_written_as_renderers_write_it(written: str, uri: str) -> None:
    assert as_uri(written) == uri
    assert as_uri(uri) == uri


@given(st.text(max_size=60))
def test_any_address_has_one_ascii_form(text: str) -> None:
    once = as_uri(text)
    assert once.isascii()
    assert as_uri(once) == once


@given(
    st.from_regex(r"https?://[a-z.]{1,20}(:[0-9]{1,5})?(/[A-Za-z0-9._~!$&'()*+,;=:@-]*)*(\?[a-z=&]*)?", fullmatch=True)
)
def test_a_plain_address_is_kept_as_it_is(address: str) -> None:
    assert as_uri(address) == address


def test_an_address_that_only_the_renderer_encoded_is_the_same() -> None:
    page = '<p>See <a href="https://ru.example/%D0%97%D0%B5%D0%BC%D0%BB%D1%8F">a</a></p>'
    assert receipt("See [a](https://ru.example/Земля)", page)


# The renderer.


@pytest.mark.parametrize(
    ("name", "version", "configuration"),
    [
        ("", "1", "{}"),
        (" ", "1", "{}"),
        (None, "1", "{}"),
        ("press", "", "{}"),
        ("press", None, "{}"),
        ("press", "1", "[]"),
        ("press", "1", "null"),
        ("press", "1", '{"a": NaN}'),
        ("press", "1", '{"a": 1e999}'),
        ("press", "1", '{"a": 1, "a": 1}'),
        ("press", "1", '{"a": "\\ud800"}'),
        ("press", "1", ""),
        ("press", "1", '{"a":' * 70 + "1" + "}" * 70),
    ],
)
def test_a_renderer_that_names_nothing_is_refused(name: str | None, version: str | None, configuration: str) -> None:
    with pytest.raises(MalformedReport) as caught:
        renderer(name, version, configuration)
    assert caught.value.code == "invalid_renderer"


def test_the_order_of_a_configuration_says_nothing() -> None:
    one, other = renderer("press", "1", '{"a": 1, "b": [1, 2]}'), renderer("press", "1", '{ "b": [1,2], "a": 1 }')
    assert one == other


@pytest.mark.parametrize("configuration", ['{"margin": 1.5}', '{"größe": 2}'])
def test_a_configuration_that_no_receipt_may_hold_is_bound_by_its_hash(configuration: str) -> None:
    made = renderer("press", "1", configuration)
    assert made.configuration is None
    assert made.configuration_sha256 == canon.sha256(canon.rfc8785(configuration))
    assert made.configuration_sha256 != renderer("press", "1").configuration_sha256


# Plumbing.


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"renderer": None}, "invalid_renderer"),
        ({"renderer": {"name": "press"}}, "invalid_renderer"),
        ({"renderer": {"name": 1, "version": "1"}}, "invalid_renderer"),
        ({"renderer": {"name": "press", "version": "1", "configuration": [1]}}, "invalid_renderer"),
        ({"renderer": {"name": "press", "version": "1", "time": 1}}, "unknown_field"),
        ({"source": None}, "wrong_type"),
        ({"source": {"name": "a.md"}}, "wrong_type"),
        ({"source": {"name": "a.md", "text": 1}}, "wrong_type"),
        ({"source_profile": {"key": ""}}, "invalid_profile"),
        ({"more": 1}, "unknown_field"),
        ({"rendered": {"name": "page.docx", "text": ""}}, "unsupported_artifact"),
        ({"source": {"name": "claims.json", "text": "{"}}, "malformed_json"),
    ],
)
def test_a_request_that_breaks_a_rule_is_refused(change: dict[str, Any], code: str) -> None:
    given = {**rows("groundnut/render_parity")[0]["given"], **change}
    assert json.loads(reply("render-parity", json.dumps(given).encode()))["error"]["code"] == code


# The receipt, read back.


def test_a_receipt_is_read_back() -> None:
    made = receipt(LINK, PAGE)
    assert parse_receipt(canon.encode(made)) == made


def _told(**changed: Any) -> bytes:
    return canon.encode(sealed(replace(receipt(LINK, PAGE), **changed)))


def _parity(**changed: Any) -> bytes:
    return _told(parity=replace(receipt(LINK, PAGE).parity, **changed))


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (_told(schema="groundnut-render-receipt/v2"), "unknown_schema"),
        (_told().replace(b'"bytes":43', b'"bytes":44'), "self_hash_mismatch"),
        (_told().replace(b'"bytes":43', b'"bytes":43,"path":"/home"'), "unknown_field"),
        (_told().replace(b'"bytes":43,', b"", 1), "missing_field"),
        (_parity(evidence_sequence_identical=False), "parity_mismatch"),
        (_parity(cited_occurrences=2), "parity_mismatch"),
        (_parity(evidence_sequence=()), "parity_mismatch"),
        (_parity(evidence_sequence_sha256="0" * 64), "parity_mismatch"),
        (_told(renderer=replace(PRESS, configuration={"a": 1})), "parity_mismatch"),
        (b"1", "unknown_schema"),
    ],
)
def test_a_receipt_that_breaks_a_rule_is_refused(body: bytes, code: str) -> None:
    with pytest.raises(BadReceipt) as caught:
        parse_receipt(body)
    assert caught.value.code == code


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_no_bytes_make_it_crash(body: bytes) -> None:
    with pytest.raises((NotCanonical, BadReceipt)):
        parse_receipt(body)
