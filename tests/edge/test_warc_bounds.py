"""What reading an archive may cost: memory for what is known, heads up to their limit, each record read once."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest
from msgspec.structs import replace

from gnut.edge.net.limits import LIMITS
from gnut.edge.warc import page as pages
from gnut.edge.warc.child import STEP
from gnut.edge.warc.index import ENTRY, Index, Overfull, weight
from gnut.edge.warc.limits import ARCHIVE_LIMITS
from gnut.edge.warc.record import MOST_NAME, Entry, Moment, entry
from gnut.model import Fetched, Uri
from tests.archives import PAGE, TYPE, URL, here, page, record, reply, took, wanted, why


def entries(folder: Path, body: bytes) -> list[Entry]:
    """Return what is known of the records of a file with these bytes."""
    path = folder / "entries.warc"
    path.write_bytes(body)
    cut = enumerate(here(path, "x", LIMITS.head + 1, ARCHIVE_LIMITS))
    found = (entry(piece, start, 0, number, ARCHIVE_LIMITS) for number, (piece, start) in cut)
    return [one for one in found if one is not None]


def named(size: int) -> str:
    """Return the id of a record of so many bytes."""
    return "<urn:" + "x" * (size - 6) + ">"


def test_an_id_is_read_up_to_its_limit(tmp_path: Path) -> None:
    assert page(tmp_path, record(block=reply(), name=named(MOST_NAME))).body == PAGE
    assert why(tmp_path, record(block=reply(), name=named(MOST_NAME + 1))) == "bad_response"


@pytest.mark.parametrize("sign", ["y", "é", "%41"])
def test_an_address_is_read_up_to_the_limit_of_a_live_one(tmp_path: Path, sign: str) -> None:
    room = LIMITS.url - len(URL)
    fits = URL + "y" * (room % len(sign)) + sign * (room // len(sign) if sign == "y" else room // 8)
    assert took(tmp_path, record(block=reply(), url=fits.encode().decode("latin-1")), ask=None)[0]
    assert took(tmp_path, record(block=reply(), url=f"{URL}{'y' * room}y"), ask=None) == ([], [])


def test_what_is_kept_of_a_record_is_bounded_whatever_it_says(tmp_path: Path) -> None:
    """Ids, references, types, digests and dates: the ways to fill memory that a head of 64 KiB has."""
    most = "z" * 30_000
    heads = [
        record(block=reply(), name=f"<urn:{most}>"),
        record("revisit", b"", more=[("WARC-Refers-To", most), ("WARC-Refers-To-Target-URI", f"{URL}{most}")]),
        record(block=reply(), more=[("WARC-Payload-Digest", f"sha1:{most}")]),
        record(block=reply(), date=most),
        record("resource", PAGE, content_type=f"text/html; a={most}"),
        record(block=reply(PAGE, ("Content-Type", f"text/html; a={most}"))),
        record(block=reply(PAGE, TYPE), more=[("WARC-Truncated", most)]),
        record(block=reply(b"", ("Location", f"/{most}"), status="HTTP/1.1 301 x")),
    ]
    found = entries(tmp_path, b"".join(heads))
    assert len(found) == len(heads)
    for one in found:
        assert weight(one) < ENTRY + 3 * LIMITS.url + 2 * MOST_NAME


def known(number: int) -> Entry:
    uri = Uri(f"https://books.example/some/page/{number}")
    name = f"<urn:uuid:00000000-0000-4000-8000-{number:012}>"
    digest = ("sha1", number.to_bytes(20, "big"))
    return Entry(0, number, "response", uri, uri + "#"[1:], name, Moment(f"{number:020}", "0"), None, digest=digest)


def test_the_weight_of_what_is_known_is_about_the_memory_that_it_takes() -> None:
    count = 20_000
    tracemalloc.start()
    index = Index(room=1 << 40)
    for number in range(count):
        index.add(known(number))
    taken = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    counted = sum(weight(known(number)) for number in range(count))
    assert counted / 2 < taken < counted


def test_what_is_known_of_an_archive_is_bounded(tmp_path: Path) -> None:
    body = record(block=reply()) + record(block=reply(), url=f"{URL}2", name="<urn:uuid:2>")
    room = sum(map(weight, entries(tmp_path, body)))
    for less, code in ((0, []), (1, ["archive_too_large"])):
        found, refused = took(tmp_path, body, ask=None, archive=replace(ARCHIVE_LIMITS, index=room - less))
        assert (refused, len(found)) == (code, 0 if code else 2)


def test_many_files_have_one_room_for_what_is_known() -> None:
    index = Index(room=3 * weight(known(1)))
    for number in (1, 2, 3):
        index.add(known(number)._replace(file=number))
    with pytest.raises(Overfull):
        index.add(known(4)._replace(file=4))


def headed(size: int, number: int) -> bytes:
    """Return a record with a head of so many bytes, its last line end included."""
    name = f"<urn:uuid:{number:06}>"
    bare = record(block=reply(), name=name, more=[("X-Any", "")])
    return record(block=reply(), name=name, more=[("X-Any", "x" * (size - (len(bare) - len(reply()) - 4)))])


@pytest.mark.parametrize("size", [STEP // 2 + 100, STEP - 1, STEP, 33_000])
def test_thousands_of_heads_within_the_limit_are_read_however_they_lie(tmp_path: Path, size: int) -> None:
    path = tmp_path / "x.warc"
    count = 1500
    with path.open("wb") as file:
        for number in range(count):
            file.write(headed(size - number % 7, number))
    assert sum(piece.closed for piece, _ in here(path, "x", 0, ARCHIVE_LIMITS)) == count


def test_a_head_one_byte_over_the_limit_is_seen_behind_thousands(tmp_path: Path) -> None:
    from gnut.edge.warc.read import Broken

    path = tmp_path / "x.warc"
    with path.open("wb") as file:
        for number in range(1000):
            file.write(headed(ARCHIVE_LIMITS.head if number % 2 else 500, number))
        file.write(headed(ARCHIVE_LIMITS.head + 1, 1000))
    found = []
    with pytest.raises(Broken) as caught:
        found.extend(here(path, "x", 0, ARCHIVE_LIMITS))
    assert caught.value.fault == "head_too_large"


@pytest.mark.parametrize("size", [3 * STEP, 9 * STEP, 40 * STEP])
def test_a_head_of_any_size_over_the_limit_is_refused_by_name(tmp_path: Path, size: int) -> None:
    assert took(tmp_path, headed(size, 1)) == ([], ["archive_too_large"])


def test_a_record_is_read_once_for_all_its_addresses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    unframed = pages.unframed
    monkeypatch.setattr(pages, "unframed", lambda *told: read.append(1) or unframed(*told))
    profile = ("WARC-Profile", "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest")
    urls = [f"{URL}{number}" for number in range(20)]
    again = [
        record("revisit", b"", url=url, name=f"<urn:uuid:{url[-2:]}>", more=[profile, ("WARC-Refers-To", "<urn:a>")])
        for url in urls
    ]
    found, _ = took(tmp_path, record(block=reply(), name="<urn:a>") + b"".join(again), ask=None)
    bodies = [taken.answer.body for taken in found if isinstance(taken.answer, Fetched)]
    assert len(bodies) == 21
    assert len({id(body) for body in bodies}) == 1
    assert read == [1]


def test_as_many_sources_are_taken_as_may_be_and_the_others_are_told(tmp_path: Path) -> None:
    from gnut.edge.warc.captures import Told, captures

    body = b"".join(record(block=reply(), url=f"{URL}{each}", name=f"<urn:{each}>") for each in range(5))
    (tmp_path / "x.warc").write_bytes(body)
    for asked in (None, [wanted(f"{URL}{each}") for each in range(5)]):
        over: list[str] = []
        told = Told(over=lambda request: over.append(request.uri))  # noqa: B023
        found = list(captures([tmp_path / "x.warc"], asked, most=3, told=told, cut=here))
        assert [taken.request.uri[-1] for taken in found] == ["0", "1", "2"]
        assert [uri[-1] for uri in over] == ["3", "4"]
