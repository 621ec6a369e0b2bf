"""Pages out of web archives: which record answers for an address, and what it holds."""

from __future__ import annotations

import base64
import hashlib
import itertools
from pathlib import Path
from typing import Any

import pytest

from gnut.edge.net.limits import LIMITS
from gnut.edge.warc.captures import captures
from gnut.edge.warc.digest import Checked, both, check, parsed
from gnut.errors import InputMissing, MissingExtra
from gnut.model import Fetched
from tests.archives import (
    DATE,
    PAGE,
    TYPE,
    URL,
    by_record,
    of_warcio,
    one_member,
    page,
    record,
    reply,
    took,
    why,
)
from tests.simulator import asked

NEW = b"<p>The gate shuts at ten now.</p>"
SAME_PAYLOAD = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"


def sha1(body: bytes) -> str:
    return "sha1:" + base64.b32encode(hashlib.sha1(body).digest()).decode()


def test_a_page_out_of_an_archive_is_a_supplied_copy_with_the_date_of_its_record(tmp_path: Path) -> None:
    (taken,), _ = took(tmp_path, record(block=reply()))
    assert taken.answer == Fetched(asked(URL).uri, URL, 200, "text/html", PAGE, (), supplied=True)
    assert (taken.request, taken.at, taken.checked) == (asked(URL), DATE, Checked.NOT_CHECKED)


@pytest.mark.parametrize("pack", [bytes, one_member, by_record])
def test_an_archive_is_read_plain_and_in_either_form_of_gzip(tmp_path: Path, pack: Any) -> None:
    assert page(tmp_path, pack(record("warcinfo", b"x") + record(block=reply()))).body == PAGE


def test_an_archive_in_zstd_is_read(tmp_path: Path) -> None:
    from backports.zstd import compress

    body = record(block=reply()), record(block=reply(NEW), url=URL + "b")
    assert page(tmp_path, b"".join(map(compress, body)), url=URL + "b").body == NEW


def test_what_warcio_writes_is_taken_through_the_child(tmp_path: Path) -> None:
    body = of_warcio(
        (URL, "request", {"http": ("GET /a HTTP/1.1", ())}),
        (URL, "response", {"body": PAGE, "http": ("200 OK", [TYPE])}),
        gz=True,
    )
    (tmp_path / "x.warc.gz").write_bytes(body)
    (taken,) = captures([tmp_path / "x.warc.gz"], {asked(URL).uri: asked(URL)})
    assert isinstance(taken.answer, Fetched)
    assert (taken.answer.body, taken.checked) == (PAGE, Checked.PASSED)


@pytest.mark.parametrize(
    "written",
    [
        f"<{URL}>",
        "HTTPS://Books.Example:443/a",
        "https://books.example/%61",
        f"{URL}#later",
        f"{URL}?utm_source=x",
        "https://books.example/./a",
    ],
)
def test_an_address_of_a_record_is_read_as_one_of_a_report_is(tmp_path: Path, written: str) -> None:
    assert page(tmp_path, record(block=reply(), url=written)).body == PAGE


@pytest.mark.parametrize(
    "other",
    ["http://books.example/a", "https://www.books.example/a", f"{URL}/", f"{URL}?x=1", f"{URL}%2F"],
)
def test_an_address_that_may_name_another_page_is_not_taken_for_it(tmp_path: Path, other: str) -> None:
    assert took(tmp_path, record(block=reply(), url=other)) == ([], [])


@pytest.mark.parametrize(
    "target", ["urn:pageinfo:x", "dns:books.example", "notes.txt", "file:notes.txt", "", "/etc/passwd"]
)
def test_a_record_of_what_no_report_cites_is_passed_over(tmp_path: Path, target: str) -> None:
    assert took(tmp_path, record(block=reply(), url=target), ask=None) == ([], [])


def test_what_is_kept_of_a_machine_at_home_is_a_copy_like_any_other_and_nobody_is_asked(tmp_path: Path) -> None:
    home = "http://127.0.0.1:8080/a"
    assert page(tmp_path, record(block=reply(), url=home), url=home).body == PAGE


def test_a_user_name_in_an_address_is_refused_and_shown_nowhere(tmp_path: Path) -> None:
    (taken,), _ = took(tmp_path, record(block=reply(), url="https://joe:s3cr3t@books.example/a"))
    assert getattr(taken.answer, "why", "") == "credentials_in_url"
    assert "s3cr3t" not in repr(taken)


def test_a_query_stays_out_of_the_final_address(tmp_path: Path) -> None:
    url = f"{URL}?token=s3cr3t"
    assert page(tmp_path, record(block=reply(), url=url), url=url).final_uri == URL


@pytest.mark.parametrize("order", [1, -1])
def test_the_newest_page_of_an_address_is_taken_wherever_it_stands(tmp_path: Path, order: int) -> None:
    both = [record(block=reply()), record(block=reply(NEW), date="2020-05-01T10:00:00.5Z", name="<urn:uuid:2>")][
        ::order
    ]
    assert page(tmp_path, b"".join(both)).body == NEW
    assert page(tmp_path, *both).body == NEW


def test_a_failure_that_came_later_takes_no_pages_place(tmp_path: Path) -> None:
    for status in ("HTTP/1.1 503 No", "HTTP/1.1 404 No", "HTTP/1.1 304 Same", "HTTP/1.1 206 Part"):
        later = record(block=reply(b"", status=status), date="2021-01-01T00:00:00Z", name="<urn:uuid:2>")
        assert page(tmp_path, record(block=reply()) + later).body == PAGE


@pytest.mark.parametrize(
    ("status", "kind"),
    [(404, "not_found"), (410, "gone"), (403, "access_denied"), (206, "partial_content"), (500, "server_error")],
)
def test_an_archived_failure_has_its_name(tmp_path: Path, status: int, kind: str) -> None:
    assert why(tmp_path, record(block=reply(status=f"HTTP/1.1 {status} x"))) == kind


def moved(url: str, to: str, status: int = 301) -> bytes:
    return record(block=reply(b"", ("Location", to), status=f"HTTP/1.1 {status} Moved"), url=url)


def test_a_redirect_is_followed_inside_the_archive(tmp_path: Path) -> None:
    body = moved(URL, "/b") + moved("https://books.example/b", "https://new.example/c?k=1", 302)
    body += record(block=reply(), url="https://new.example/c?k=1", date="2020-05-02T00:00:00Z")
    (taken,), _ = took(tmp_path, body)
    assert isinstance(taken.answer, Fetched)
    assert (taken.answer.body, taken.answer.final_uri) == (PAGE, "https://new.example/c")
    assert (taken.at, taken.answer.hops) == ("2020-05-02T00:00:00Z", ("https://books.example/b",))


@pytest.mark.parametrize(
    ("to", "kind"),
    [
        ("https://gone.example/", "bad_redirect"),
        ("http://books.example/b", "bad_redirect"),
        ("file:///etc/passwd", "blocked_scheme"),
        ("javascript:alert(1)", "blocked_scheme"),
        ("https://joe:pw@books.example/", "credentials_in_url"),
        ("/a", "redirect_loop"),
        ("/a#there", "redirect_loop"),
    ],
)
def test_a_redirect_that_leads_nowhere_has_its_name(tmp_path: Path, to: str, kind: str) -> None:
    assert why(tmp_path, moved(URL, to)) == kind


def test_redirects_in_a_circle_are_seen(tmp_path: Path) -> None:
    assert why(tmp_path, moved(URL, "/b") + moved("https://books.example/b", "/a")) == "redirect_loop"


@pytest.mark.parametrize(("hops", "kind"), [(5, ""), (6, "too_many_redirects")])
def test_as_many_redirects_are_followed_as_of_a_live_page(tmp_path: Path, hops: int, kind: str) -> None:
    assert LIMITS.redirects == 5
    steps = [URL, *(f"https://books.example/{step}" for step in range(hops))]
    body = b"".join(moved(one, other) for one, other in itertools.pairwise(steps))
    (taken,), _ = took(tmp_path, body + record(block=reply(), url=steps[-1]))
    assert getattr(taken.answer, "why", "") == kind


def test_a_redirect_without_one_location_is_none(tmp_path: Path) -> None:
    head = reply(b"", ("Location", "/b"), ("Location", "/c"), status="HTTP/1.1 302 x")
    assert why(tmp_path, record(block=head)) == "bad_redirect"


def test_a_resource_is_taken_as_it_is(tmp_path: Path) -> None:
    body = record("resource", PAGE, content_type="text/html; charset=utf-8")
    assert (page(tmp_path, body).media_type, page(tmp_path, body).body) == ("text/html; charset=utf-8", PAGE)


@pytest.mark.parametrize("kind", ["request", "metadata", "warcinfo", "conversion", "continuation", "x-own", ""])
def test_other_records_are_no_sources(tmp_path: Path, kind: str) -> None:
    assert took(tmp_path, record(kind, reply())) == ([], [])


def revisit(**more: Any) -> bytes:
    told = {"more": [("WARC-Profile", SAME_PAYLOAD), *more.pop("more", ())], "date": "2021-01-01T00:00:00Z"}
    return record("revisit", more.pop("block", reply(b"")), name="<urn:uuid:9>", **(told | more))


def test_a_revisit_gives_the_payload_that_it_refers_to_at_its_own_date(tmp_path: Path) -> None:
    first = record(block=reply(), name="<urn:uuid:1>")
    for said in (
        [("WARC-Refers-To", "<urn:uuid:1>")],
        [("WARC-Refers-To-Target-URI", URL), ("WARC-Refers-To-Date", DATE)],
    ):
        digest = ("WARC-Payload-Digest", sha1(PAGE))
        (taken,), _ = took(tmp_path, first + revisit(more=[*said, digest]))
        assert isinstance(taken.answer, Fetched)
        assert (taken.answer.body, taken.at, taken.checked) == (PAGE, "2021-01-01T00:00:00Z", Checked.PASSED)


def test_a_revisit_that_names_only_its_payload_finds_it_under_its_own_address(tmp_path: Path) -> None:
    digest = ("WARC-Payload-Digest", sha1(PAGE))
    (taken,), _ = took(tmp_path, record(block=reply(), more=[digest]) + revisit(more=[digest]))
    assert taken.at == "2021-01-01T00:00:00Z"


def test_a_revisit_of_another_address_keeps_its_own(tmp_path: Path) -> None:
    first = record(block=reply(), url="https://mirror.example/a", name="<urn:uuid:1>")
    assert page(tmp_path, first + revisit(more=[("WARC-Refers-To", "<urn:uuid:1>")])).final_uri == URL


def test_a_revisit_whose_digest_is_of_other_bytes_is_refused(tmp_path: Path) -> None:
    said = [("WARC-Refers-To", "<urn:uuid:1>"), ("WARC-Payload-Digest", sha1(b"other"))]
    first = record(block=reply(), url="https://mirror.example/a", name="<urn:uuid:1>")
    assert why(tmp_path, first + revisit(more=said)) == "decode_error"


def test_a_revisit_alone_is_no_page(tmp_path: Path) -> None:
    assert why(tmp_path, revisit(more=[("WARC-Refers-To", "<urn:uuid:1>")])) == "incomplete"


def test_revisits_of_each_other_are_no_page(tmp_path: Path) -> None:
    one = revisit(more=[("WARC-Refers-To", "<urn:uuid:8>")])
    other = revisit(more=[("WARC-Refers-To", "<urn:uuid:9>")], date="2021-02-01T00:00:00Z").replace(b":9>", b":8>", 1)
    assert why(tmp_path, one + other) == "incomplete"


def test_a_revisit_by_an_id_that_two_records_bear_is_refused(tmp_path: Path) -> None:
    twice = record(block=reply(), url="https://x.example/") + record(block=reply(NEW), url="https://y.example/")
    said = [("WARC-Refers-To", "<urn:uuid:00000000-0000-4000-8000-000000000001>")]
    assert why(tmp_path, twice + revisit(more=said)) == "bad_response"


def test_a_revisit_that_only_says_not_modified_is_no_page_and_hides_none(tmp_path: Path) -> None:
    told = SAME_PAYLOAD.replace("identical-payload-digest", "server-not-modified")
    word = record("revisit", b"", more=[("WARC-Profile", told)], date="2021-01-01T00:00:00Z", name="<urn:uuid:9>")
    assert why(tmp_path, word) == "unexpected_status"
    assert page(tmp_path, record(block=reply()) + word).body == PAGE


def test_a_revisit_that_cannot_be_resolved_hides_no_older_page(tmp_path: Path) -> None:
    assert page(tmp_path, record(block=reply()) + revisit(more=[("WARC-Refers-To", "<urn:uuid:7>")])).body == PAGE


CHUNKED = ("Transfer-Encoding", "chunked")


def chunks(*parts: bytes) -> bytes:
    return b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"


def test_a_body_in_chunks_is_put_together_and_one_without_them_is_left_alone(tmp_path: Path) -> None:
    for stored in (chunks(PAGE[:9], PAGE[9:]), PAGE):
        assert page(tmp_path, record(block=reply(stored, TYPE, CHUNKED))).body == PAGE


def test_chunks_with_extensions_and_trailers_are_read(tmp_path: Path) -> None:
    stored = b"%x;a=b\r\n%s\r\n0\r\nX-Sum: 1\r\n\r\n" % (len(PAGE), PAGE)
    assert page(tmp_path, record(block=reply(stored, TYPE, CHUNKED, ("Content-Length", "3")))).body == PAGE


@pytest.mark.parametrize(
    ("stored", "kind"),
    [
        (chunks(PAGE)[:-5], "incomplete"),
        (chunks(PAGE)[:-2], "incomplete"),
        (chunks(PAGE)[:20], "incomplete"),
        (chunks(PAGE).replace(b"\r\n0\r\n", b"xx0\r\n"), "bad_framing"),
        (chunks(PAGE)[:-5] + b"zz\r\n\r\n", "bad_framing"),
        (chunks(PAGE) + b"more", "bad_framing"),
        (b"ffffffffffffffff\r\n" + PAGE, "too_large"),
        (b"0\r\n\r\n", "empty"),
    ],
)
def test_chunks_that_are_none_have_the_name_of_live_ones(tmp_path: Path, stored: bytes, kind: str) -> None:
    assert why(tmp_path, record(block=reply(stored, TYPE, CHUNKED))) == kind


@pytest.mark.parametrize("coding", ["gzip", "x-gzip", "deflate"])
def test_a_compressed_body_is_decompressed(tmp_path: Path, coding: str) -> None:
    import zlib

    stored = zlib.compress(PAGE) if coding == "deflate" else one_member(PAGE)
    fields = (TYPE, ("Content-Encoding", coding), ("Content-Length", str(len(stored))))
    assert page(tmp_path, record(block=reply(stored, *fields))).body == PAGE
    framed = reply(chunks(stored[:7], stored[7:]), TYPE, ("Content-Encoding", coding), CHUNKED)
    assert page(tmp_path, record(block=framed)).body == PAGE


@pytest.mark.parametrize(
    ("fields", "stored", "kind"),
    [
        ((("Content-Encoding", "br"),), PAGE, "unsupported_encoding"),
        ((("Content-Encoding", "gzip, gzip"),), one_member(one_member(PAGE)), "unsupported_encoding"),
        ((("Content-Encoding", "gzip"),), PAGE, "decode_error"),
        ((("Content-Encoding", "gzip"),), one_member(PAGE)[:-9], "incomplete"),
        ((("Content-Encoding", "gzip"),), one_member(bytes(40 << 20)), "too_large"),
        ((("Content-Length", "1000"),), PAGE, "incomplete"),
        ((("Content-Length", "5"),), PAGE, "bad_framing"),
        ((("Content-Length", "-5"),), PAGE, "bad_framing"),
        ((("Content-Length", "5"), ("Content-Length", "6")), PAGE, "bad_framing"),
        ((("Content-Length", "9223372036854775808"),), PAGE, "incomplete"),
        ((("Transfer-Encoding", "gzip, chunked"),), PAGE, "bad_framing"),
        ((("Content-Type", "image/png"),), PAGE, "unsupported_type"),
        ((("Content-Type", "a b c"),), PAGE, "unsupported_type"),
        ((), b"", "empty"),
    ],
)
def test_an_archived_head_is_judged_as_a_live_one(
    tmp_path: Path, fields: tuple[tuple[str, str], ...], stored: bytes, kind: str
) -> None:
    assert why(tmp_path, record(block=reply(stored, *(fields or (TYPE,))))) == kind


@pytest.mark.parametrize(
    "block",
    [
        b"",
        b"<html>no head</html>",
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n",
        b"HTTP/1.1 200 OK\r\nno field\r\n\r\n" + PAGE,
        b"HTTP/1.1 200 OK\r\nX: a\x00b\r\n\r\n" + PAGE,
        b"HTTP/1.1 200 OK\r\nX: a\rY: b\r\n\r\n" + PAGE,
        b"HTTP/1.1 200 OK\r\n folded first\r\n\r\n" + PAGE,
        b"HTTP/1.1 200 OK\r\nX : a\r\n\r\n" + PAGE,
        b"HTTP/1.1 099 OK\r\n\r\n" + PAGE,
        b"\r\n\r\n" + PAGE,
        b"ICY 200 OK\r\n\r\n" + PAGE,
        b"HTTP/1.1 103 Early\r\n\r\n" * 9 + reply(),
    ],
)
def test_a_head_that_is_no_http_is_refused(tmp_path: Path, block: bytes) -> None:
    assert why(tmp_path, record(block=block)) == "bad_response"


@pytest.mark.parametrize("status", ["HTTP/1.0 200 OK", "HTTP/2 200", "HTTP/2.0 200 ", "HTTP/3 200 OK", "HTTP/1.1 200"])
def test_the_versions_that_browsers_speak_are_read(tmp_path: Path, status: str) -> None:
    assert page(tmp_path, record(block=reply(status=status))).body == PAGE


def test_heads_in_the_ways_that_are_written_are_read(tmp_path: Path) -> None:
    loose = b"HTTP/1.1 200 OK\nContent-Type: text/html\nX-Odd: \xff\xfe\n\n" + PAGE
    folded = b"HTTP/1.1 200 OK\r\nContent-Type: text/html;\r\n charset=utf-8\r\n\r\n" + PAGE
    early = b"HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n" * 8 + reply()
    for block in (loose, folded, early):
        assert page(tmp_path, record(block=block)).body == PAGE


def test_an_answer_that_is_not_http_is_no_page(tmp_path: Path) -> None:
    assert why(tmp_path, record(block=reply(), content_type="text/dns")) == "bad_response"


@pytest.mark.parametrize("name", ["WARC-Block-Digest", "WARC-Payload-Digest"])
@pytest.mark.parametrize("algorithm", ["sha1", "sha256", "md5", "SHA-256", "sha512"])
@pytest.mark.parametrize(
    "spelled",
    [
        lambda d: d.hex(),
        lambda d: d.hex().upper(),
        lambda d: base64.b32encode(d).decode(),
        lambda d: base64.b32encode(d).decode().rstrip("="),
        lambda d: base64.b64encode(d).decode(),
        lambda d: base64.urlsafe_b64encode(d).decode().rstrip("="),
    ],
)
def test_a_digest_that_is_given_is_held_against_the_bytes(
    tmp_path: Path, name: str, algorithm: str, spelled: Any
) -> None:
    block = reply()
    over = block if name == "WARC-Block-Digest" else PAGE
    right = hashlib.new(algorithm.lower().replace("-", ""), over).digest()
    (taken,), _ = took(tmp_path, record(block=block, more=[(name, f"{algorithm}:{spelled(right)}")]))
    assert taken.checked is Checked.PASSED
    wrong = bytes([right[0] ^ 1]) + right[1:]
    assert why(tmp_path, record(block=block, more=[(name, f"{algorithm}:{spelled(wrong)}")])) == "decode_error"


@pytest.mark.parametrize(
    "given", ["crc32:00000000", "sha1", "sha1:", "sha1:00", "sha1:" + "0" * 40 + "0", "blake3:" + "0" * 64, ""]
)
def test_a_digest_of_an_unknown_kind_is_not_checked(tmp_path: Path, given: str) -> None:
    assert parsed(given) is None
    (taken,), _ = took(tmp_path, record(block=reply(), more=[("WARC-Payload-Digest", given)]))
    assert taken.checked is Checked.NOT_CHECKED


def test_a_payload_digest_may_be_of_the_body_in_each_of_the_forms_that_archives_mean(tmp_path: Path) -> None:
    stored = chunks(one_member(PAGE))
    for form in (stored, one_member(PAGE), PAGE):
        fields = (TYPE, CHUNKED, ("Content-Encoding", "gzip"))
        (taken,), _ = took(tmp_path, record(block=reply(stored, *fields), more=[("WARC-Payload-Digest", sha1(form))]))
        assert taken.checked is Checked.PASSED
    assert check(parsed(sha1(b"other")), (stored, PAGE)) is Checked.FAILED


@pytest.mark.parametrize(("block", "payload"), [(True, False), (False, True), (False, False)])
def test_one_wrong_digest_refuses_a_page_whatever_the_other_says(tmp_path: Path, block: bool, payload: bool) -> None:
    digests = [
        ("WARC-Block-Digest", sha1(reply() if block else b"other")),
        ("WARC-Payload-Digest", sha1(PAGE if payload else b"other")),
    ]
    assert why(tmp_path, record(block=reply(), more=digests)) == "decode_error"


def test_a_passed_digest_outweighs_one_that_is_not_known() -> None:
    passed, failed, unknown = Checked.PASSED, Checked.FAILED, Checked.NOT_CHECKED
    for one in Checked:
        assert both(failed, one) is both(one, failed) is failed
    assert both(passed, unknown) is both(unknown, passed) is both(passed, passed) is passed
    assert both(unknown, unknown) is unknown


def test_a_changed_byte_is_not_covered_by_an_older_page(tmp_path: Path) -> None:
    body = record(
        block=reply(), more=[("WARC-Block-Digest", sha1(reply()))], date="2021-01-01T00:00:00Z", name="<urn:uuid:2>"
    )
    assert why(tmp_path, record(block=reply()) + body.replace(b"nine", b"five")) == "decode_error"


@pytest.mark.parametrize(
    "date",
    ["2020-02-30T00:00:00Z", "2020-13-01T00:00:00Z", "0000-01-01T00:00:00Z", "soon", "2020-13", "2020-05-00",
     "20200501", "2020-05-01T10Z", "2020-05-01T10:00", "2020-05-01Z", "2020-05-01T10:00:00.Z", "2020-05-01T10:00:60Z",
     "2020-05-01T10:00:00.1234567890Z", "2020Z", "20-05-01",
     "2020-05-01T10:00:00", "2020-05-01T10:00:00+02:00", 
     "2020-05-01T25:00:00Z", "２020-05-01T10:00:00Z".encode().decode("latin-1"), ""],
)  # fmt: skip
def test_a_date_that_no_calendar_has_is_refused(tmp_path: Path, date: str) -> None:
    assert why(tmp_path, record(block=reply(), date=date)) == "bad_response"


@pytest.mark.parametrize(
    ("date", "at"),
    [
        ("2020", "2020-01-01T00:00:00Z"),
        ("2020-05", "2020-05-01T00:00:00Z"),
        ("2020-02-29", "2020-02-29T00:00:00Z"),
        ("2020-05-01T10:07Z", "2020-05-01T10:07:00Z"),
        ("2020-05-01T10:07:09Z", "2020-05-01T10:07:09Z"),
        ("2020-05-01T10:07:09.5Z", "2020-05-01T10:07:09Z"),
    ],
)
def test_a_date_of_any_precision_is_the_first_second_that_it_may_be(tmp_path: Path, date: str, at: str) -> None:
    (taken,), _ = took(tmp_path, record(block=reply(), date=date))
    assert (type(taken.answer), taken.at) == (Fetched, at)


def test_a_date_that_says_less_is_not_taken_for_the_newer(tmp_path: Path) -> None:
    vague = record(block=reply(NEW), date="2020-05-01", name="<urn:uuid:2>")
    assert page(tmp_path, record(block=reply()) + vague).body == PAGE


def test_a_date_with_a_fraction_is_cut_to_the_second(tmp_path: Path) -> None:
    (taken,), _ = took(tmp_path, record(block=reply(), date="2020-05-01T10:00:00.999999999Z"))
    assert taken.at == DATE


def test_a_record_of_a_time_to_come_is_refused_where_the_time_is_known(tmp_path: Path) -> None:
    assert page(tmp_path, record(block=reply()), latest=DATE).body == PAGE
    assert why(tmp_path, record(block=reply()), latest="2020-05-01T09:59:59Z") == "bad_response"


@pytest.mark.parametrize(
    ("more", "kind"),
    [
        ([("WARC-Truncated", "length")], "incomplete"),
        ([("WARC-Truncated", "")], "incomplete"),
        ([("WARC-Segment-Number", "1")], "incomplete"),
        ([("WARC-Date", DATE)], "bad_response"),
        ([("WARC-Record-ID", "<urn:uuid:2>")], "bad_response"),
        ([("Content-Length", "3")], "bad_framing"),
    ],
)
def test_a_record_that_is_a_part_or_contradicts_itself_is_no_page(
    tmp_path: Path, more: list[tuple[str, str]], kind: str
) -> None:
    assert why(tmp_path, record(block=reply(), more=more)) == kind


def test_all_that_a_text_can_be_read_of_is_taken_where_nothing_is_asked_for(tmp_path: Path) -> None:
    body = record(block=reply(), name="<urn:uuid:1>")
    body += record(block=reply(b"\x89PNG", ("Content-Type", "image/png")), url="https://books.example/x.png")
    body += record(block=reply(b"no", status="HTTP/1.1 404 No"), url="https://books.example/gone")
    body += moved("https://doi.example/1", URL)
    found, _ = took(tmp_path, body, ask=None)
    assert [taken.request.uri for taken in found] == [URL, "https://doi.example/1"]


def test_sources_that_no_record_is_of_are_not_spoken_of(tmp_path: Path) -> None:
    assert took(tmp_path, record(block=reply()), ask=("https://other.example/",)) == ([], [])


def test_a_file_that_is_not_there_is_missing(tmp_path: Path) -> None:
    with pytest.raises(InputMissing, match=r"x\.warc: no such file"):
        list(captures([tmp_path / "x.warc"], None))
    with pytest.raises(InputMissing, match="not a regular file"):
        list(captures([tmp_path], None))


def test_without_the_extra_it_is_said_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib.util

    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *more: None if name == "fastwarc" else found(name))
    (tmp_path / "x.warc").write_bytes(record(block=reply()))
    with pytest.raises(MissingExtra) as caught:
        list(captures([tmp_path / "x.warc"], None))
    assert caught.value.code == "missing_extra"
    assert caught.value.help == "pip install 'gnut[warc]'"
