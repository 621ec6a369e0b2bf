"""Exchanges beside snapshots: what they hold, what a refresh may ask by them, and that nothing hangs on them."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from gnut.acquire.contract import EXCHANGE, Exchange, Mode, Strategy
from gnut.acquire.core import (
    exchange_ref,
    exchanges,
    load_exchange,
    on_record,
    replay,
    seen_at,
    settle,
    source_id,
    stands,
    timed,
    validators,
)
from gnut.acquire.core.exchanges import LONGEST_VALUE, MOST_FIELDS, flaw
from gnut.acquire.core.identity import source_ref
from gnut.errors import GnutError
from gnut.model import Absence, Fetched, Heard, Source, Uri, Validators, sealed
from gnut.text.extracted import Extractor, Library
from gnut.text.readers import at_present
from gnut.text.source import Extracted, read
from gnut_store import canon
from gnut_store.memory import MemoryStore
from gnut_store.oid import Oid
from tests.simulator import EVENING, NOON, SourceSim, asked, heard, keep_all, take

A = "https://port.example/log"
NIGHT = "2026-01-02T23:00:00Z"


@pytest.fixture
def sim() -> SourceSim:
    return SourceSim(speaks=True).publish(A, "Berth 4 was dredged in May.\n", etag='"1"')


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


def known(store: MemoryStore) -> Validators | None:
    return validators(store, Uri(A), on_record(store, Uri(A)))


def seen(store: MemoryStore) -> str | None:
    return seen_at(store, Uri(A), on_record(store, Uri(A)))


def newest(store: MemoryStore) -> Exchange:
    return next(exchanges(store, Uri(A)))


def put(store: MemoryStore, body: bytes, now: str = NIGHT, status: int = 200, tier: str = "local") -> Oid:
    with store.write(tier) as batch:
        oid = batch.add("exchange", body)
        batch.ref(timed(exchange_ref(Uri(A)), now, f".{status}"), oid)
    return oid


def forged(made: Exchange, **edit: Any) -> bytes:
    """Return an edited exchange, hashed again."""
    return canon.encode(msgspec.to_builtins(sealed(replace(made, **edit))))


# --- what is kept


def test_a_capture_leaves_one_exchange_for_the_team_that_names_its_snapshot(sim: SourceSim, store: MemoryStore) -> None:
    one = take(store, sim, A, Mode.REFRESH)
    assert [(each.kind, each.tier) for each in one.objects if each.kind == "exchange"] == [("exchange", "team")]
    made = newest(store)
    assert (made.schema, made.uri, made.source_id) == (EXCHANGE, A, source_id(Uri(A)))
    assert (made.outcome, made.snapshot, made.asked_at, made.final_uri) == ("captured", one.snapshot, NOON, A)
    assert made.heard.asked == (("accept", "*/*"), ("cookie-consent", None))
    assert (made.heard.address, made.heard.status) == ("192.0.2.7", 200)
    assert made.reader is not None
    assert made.reader.extractor.name == "plain-text"


@pytest.mark.parametrize("keep", ["all", "text", "hash"])
def test_how_much_of_a_page_is_kept_changes_nothing_about_its_exchange(sim: SourceSim, keep: str) -> None:
    one = take(MemoryStore(), sim, A, Mode.REFRESH, keep=keep)
    assert [each.tier for each in one.objects if each.kind == "exchange"] == ["team"]


def test_a_refresh_is_asked_by_what_the_server_said_and_finds_nothing_new(sim: SourceSim, store: MemoryStore) -> None:
    first = take(store, sim, A, Mode.REFRESH)
    one = take(store, sim, A, Mode.REFRESH, EVENING)
    assert (one.strategy, one.snapshot) == (Strategy.LIVE_ARCHIVED, first.snapshot)
    assert [(each.kind, each.tier) for each in one.objects] == [("exchange", "local")]
    made = newest(store)
    assert (made.outcome, made.heard.status, made.reader) == ("unchanged", 304, None)
    assert ("if-none-match", '"1"') in made.heard.asked


def test_equal_bytes_without_validators_are_an_exchange_that_found_nothing_new(store: MemoryStore) -> None:
    sim = SourceSim(speaks=True).publish(A, "words")
    take(store, sim, A, Mode.REFRESH)
    one = take(store, sim, A, Mode.REFRESH, EVENING)
    assert [(each.kind, each.tier) for each in one.objects] == [("exchange", "local")]
    assert (newest(store).outcome, newest(store).heard.status) == ("unchanged", 200)
    assert known(store) is None


def test_what_no_server_answered_leaves_no_exchange(store: MemoryStore) -> None:
    take(store, SourceSim().publish(A, "words"), A, Mode.REFRESH)
    assert tuple(exchanges(store, Uri(A))) == ()
    assert known(store) is None
    assert seen(store) == NOON


def test_a_field_that_cannot_be_read_again_is_left_out_and_the_others_kept(store: MemoryStore) -> None:
    fields = (
        ("etag", '"é"'),
        ("link", "x" * (LONGEST_VALUE + 1)),
        ("date", "y" * LONGEST_VALUE),
        ("last-modified", "a\r\nb: c"),
    )
    made = _captured(store, fields)
    assert [name for name, _ in made.heard.fields] == ["date"]


def test_more_fields_than_are_kept_are_cut(store: MemoryStore) -> None:
    made = _captured(store, tuple((f"x-{number}", "1") for number in range(MOST_FIELDS + 1)))
    assert len(made.heard.fields) == MOST_FIELDS


def _captured(store: MemoryStore, fields: tuple[tuple[str, str], ...]) -> Exchange:
    said = replace(heard(), fields=fields)
    extracted = read(b"words", "text/plain", A)
    assert isinstance(extracted, Extracted)
    fetched = Fetched(Uri(A), A, 200, "text/plain", b"words", (), supplied=False, heard=said)
    record = on_record(store, Uri(A))
    keep_all(store, settle(asked(A), (fetched, extracted), record, stands(store, Uri(A), record), NOON))
    return newest(store)


# --- what a server may be asked by


def test_validators_are_bound_to_the_address_that_gave_them(sim: SourceSim, store: MemoryStore) -> None:
    sim.publish(A, "words", final="https://mirror.example/log", etag='W/"2"')
    take(store, sim, A, Mode.REFRESH)
    assert known(store) == Validators("https://mirror.example/log", 'W/"2"', None)


def test_a_date_is_a_validator_in_its_one_spelling(store: MemoryStore) -> None:
    date = "Fri, 02 Jan 2026 10:00:00 GMT"
    _captured(store, (("last-modified", date),))
    assert known(store) == Validators(A, None, date)
    other = MemoryStore()
    _captured(other, (("last-modified", "yesterday"), ("etag", "1")))
    assert known(other) is None


def test_a_changed_page_is_asked_for_by_its_own_validators(sim: SourceSim, store: MemoryStore) -> None:
    take(store, sim, A, Mode.REFRESH)
    take(store, sim.publish(A, "other words", etag='"2"'), A, Mode.REFRESH, EVENING)
    assert known(store) == Validators(A, '"2"', None)


def test_a_304_brings_no_validators_of_its_own(sim: SourceSim, store: MemoryStore) -> None:
    take(store, sim, A, Mode.REFRESH)
    take(store, sim, A, Mode.REFRESH, EVENING)
    made = newest(store)
    said = replace(made.heard, fields=(("etag", '"evil"'),))
    put(store, forged(made, heard=said, asked_at=NIGHT), status=304)
    assert newest(store).heard.fields == (("etag", '"evil"'),)
    assert known(store) == Validators(A, '"1"', None)


def test_equal_bytes_bring_the_validators_that_came_with_them(sim: SourceSim, store: MemoryStore) -> None:
    take(store, sim, A, Mode.REFRESH)
    take(store, sim.publish(A, "Berth 4 was dredged in May.\n", etag='"9"'), A, Mode.REFRESH, EVENING)
    assert known(store) == Validators(A, '"9"', None)


OTHERS = {
    "extractor": {"extractor": Extractor("plain-text", "0", ())},
    "parameters": {"extractor": Extractor("plain-text", "2", (("wide", "yes"),))},
    "unknown": {"extractor": Extractor("guess-text", "2", ())},
    "library": {"library": Library("parser", "1")},
    "runtime": {"runtime": Library("python", "2.7.18")},
}


@pytest.mark.parametrize("name", OTHERS)
def test_what_another_reader_read_is_fetched_whole(sim: SourceSim, store: MemoryStore, name: str) -> None:
    take(store, sim, A, Mode.REFRESH)
    made = newest(store)
    assert made.reader is not None
    other = MemoryStore()
    keep_all(other, take(MemoryStore(), sim, A, Mode.REFRESH))
    other._refs = {ref: set(ids) for ref, ids in store._refs.items() if ref.startswith("src/")}
    put(other, forged(made, reader=replace(made.reader, **OTHERS[name])))
    assert known(other) is None
    put(
        other,
        forged(made, reader=replace(made.reader, runtime=Library("python", _patched(made.reader.runtime.version)))),
    )
    assert known(other) is not None


def _patched(version: str) -> str:
    return version.rpartition(".")[0] + ".999"


def test_a_newer_reader_that_reads_the_same_makes_refreshes_conditional_again(
    sim: SourceSim, store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    take(store, sim, A, Mode.REFRESH)
    monkeypatch.setattr("gnut.text.source.VERSION", "99")
    assert known(store) is None
    one = take(store, sim, A, Mode.REFRESH, EVENING)
    assert [each.kind for each in one.objects] == ["exchange"]
    assert known(store) == Validators(A, '"1"', None)


def test_a_wall_is_never_asked_by_its_validators(store: MemoryStore) -> None:
    sim = SourceSim(speaks=True)
    sim.publish(A, "<title>Just a moment...</title><p>Enable cookies. Ray ID 1</p>", "text/html", etag='"wall"')
    take(store, sim, A, Mode.REFRESH)
    assert newest(store).heard.fields[-1] == ("etag", '"wall"')
    assert known(store) is None


def test_without_the_text_at_hand_the_page_is_fetched_whole(sim: SourceSim, store: MemoryStore) -> None:
    one = take(MemoryStore(), sim, A, Mode.REFRESH, keep="hash")
    with store.write() as batch:  # What a clone gets.
        for each in one.objects:
            if each.tier == "team":
                batch.add(each.kind, each.body)
        for name, oid, tier in one.refs:
            assert tier == "team"
            batch.ref(name, oid)
    assert newest(store).snapshot == one.snapshot
    assert known(store) is None
    take(store, sim, A, Mode.SNAPSHOT_PREFERRED, EVENING, "hash")
    assert known(store) == Validators(A, '"1"', None)


def test_the_store_of_another_machine_makes_refreshes_conditional_here(sim: SourceSim, store: MemoryStore) -> None:
    there = MemoryStore()
    take(there, sim, A, Mode.REFRESH)
    take(there, sim, A, Mode.REFRESH, EVENING)
    with store.write() as batch:
        for oid, (kind, body) in there._objects["team"].items():
            assert batch.add(kind, body) == oid
        for name, ids in there._refs.items():
            for oid in ids & there._objects["team"].keys():
                batch.ref(name, oid)
    assert known(store) == Validators(A, '"1"', None)
    assert seen(store) == NOON
    assert take(store, sim, A, Mode.REFRESH, NIGHT).snapshot == on_record(there, Uri(A)).follows


def test_a_supplied_copy_is_never_asked_about(sim: SourceSim, store: MemoryStore) -> None:
    take(store, sim, A, Mode.REFRESH)
    made = newest(store)
    extracted = read(b"my words", "text/plain", A)
    assert isinstance(extracted, Extracted)
    record = on_record(store, Uri(A))
    copy = Fetched(Uri(A), A, 200, None, b"my words", (), supplied=True)
    one = settle(asked(A), (copy, extracted), record, stands(store, Uri(A), record), EVENING)
    keep_all(store, one)
    put(store, forged(made, snapshot=one.snapshot))
    assert known(store) is None


# --- when it was last seen


def test_a_source_was_last_seen_when_it_was_captured_or_found_unchanged(sim: SourceSim, store: MemoryStore) -> None:
    assert seen(store) is None
    take(store, sim, A, Mode.REFRESH)
    assert seen(store) == NOON
    take(store, sim, A, Mode.REFRESH, EVENING)
    assert seen(store) == EVENING
    take(store, sim.fail(A, "timeout"), A, Mode.REFRESH, NIGHT)
    assert seen(store) == EVENING
    take(store, sim.publish(A, "other words"), A, Mode.REFRESH, NIGHT)
    assert seen(store) == NIGHT


def test_an_exchange_about_an_older_capture_says_nothing_of_the_one_in_force(
    sim: SourceSim, store: MemoryStore
) -> None:
    take(store, sim, A, Mode.REFRESH)
    old = newest(store)
    take(store, sim.publish(A, "other words", etag='"2"'), A, Mode.REFRESH, EVENING)
    put(store, forged(old, outcome="unchanged", asked_at=NIGHT))
    assert newest(store).asked_at == NIGHT
    assert seen(store) == EVENING
    assert known(store) == Validators(A, '"2"', None)


def test_exchanges_are_read_from_the_newest_on_in_whatever_order_they_came(sim: SourceSim) -> None:
    one = take(MemoryStore(), sim, A, Mode.REFRESH)
    body = next(each.body for each in one.objects if each.kind == "exchange")
    made = load_exchange(body, Uri(A))
    assert isinstance(made, Exchange)
    for order in permutations((NOON, EVENING, NIGHT)):
        store = MemoryStore()
        for now in order:
            put(store, forged(made, asked_at=now), now)
        assert [each.asked_at for each in exchanges(store, Uri(A))] == [NIGHT, EVENING, NOON]


# --- nothing hangs on them


def broken(made: Exchange) -> dict[str, bytes]:
    whole: dict[str, Any] = msgspec.to_builtins(made)
    return {
        "exchange_identity_mismatch: not one canonical object": b'{"a":1,"a":2}',
        "exchange_identity_mismatch: not a": canon.encode({**whole, "schema": "gnut-exchange/v2"}),
        "exchange_identity_mismatch: Object contains unknown field": canon.encode({**whole, "more": 1}),
        "exchange_identity_mismatch: Object missing required field": canon.encode({"schema": EXCHANGE}),
        "exchange_identity_mismatch: it is about another source": forged(made, uri="https://other.example/"),
        "exchange_hash_mismatch": canon.encode({**whole, "asked_at": EVENING}),
        "exchange_inconsistent": forged(made, outcome="verified"),
    }


@pytest.mark.parametrize("number", range(7))
def test_an_exchange_that_is_none_is_named_and_stops_nothing(sim: SourceSim, store: MemoryStore, number: int) -> None:
    take(store, sim, A, Mode.REFRESH)
    said, body = list(broken(newest(store)).items())[number]
    assert str(load_exchange(body, Uri(A))).startswith(said)
    if number:  # A store takes no bytes that are not canonical.
        put(store, body)
        noted: list[GnutError] = []
        assert validators(store, Uri(A), on_record(store, Uri(A)), noted.append) == Validators(A, '"1"', None)
        assert [(error.exit_code, said in str(error)) for error in noted] == [(4, True)]
    assert isinstance(replay(store)(asked(A)), Source)
    assert take(store, sim, A, Mode.REFRESH, EVENING).strategy is Strategy.LIVE_ARCHIVED


def test_without_any_exchange_that_can_be_read_the_page_is_fetched_whole(sim: SourceSim, store: MemoryStore) -> None:
    one = take(store, sim, A, Mode.REFRESH)
    (oid,) = (oid for name, oid, _ in one.refs if name.startswith("seen/"))
    store.tamper(oid, b"{}")
    noted: list[GnutError] = []
    assert validators(store, Uri(A), on_record(store, Uri(A)), noted.append) is None
    assert [error.exit_code for error in noted] == [4]
    again = take(store, sim, A, Mode.REFRESH, EVENING)
    assert (again.strategy, again.snapshot) == (Strategy.LIVE_ARCHIVED, one.snapshot)
    assert known(store) == Validators(A, '"1"', None)


@pytest.mark.parametrize(
    "edit",
    [
        {"asked_at": "yesterday"},
        {"asked_at": "2026-02-30T00:00:00Z"},
        {"outcome": "seen"},
        {"snapshot": "b3:1"},
        {"final_uri": "https://port.example/log?token=1"},
        {"final_uri": "https://ada@port.example/log"},
        {"reader": None},
        {"heard/status": 404},
        {"heard/status": 304},
        {"heard/wire": -1},
        {"heard/address": "port.example"},
        {"heard/address": ""},
        {"heard/asked": (("a b", "1"),)},
        {"heard/asked": (("a", "1\r\nb: 2"),)},
        {"heard/fields": (("a", "x" * (LONGEST_VALUE + 1)),)},
        {"heard/fields": (("a" * 101, "x"),)},
        {"heard/fields": (("etag", "\u202e"),)},
        {"heard/fields": (("a", "1"),) * (MOST_FIELDS + 1)},
    ],
    ids=str,
)
def test_an_exchange_that_contradicts_itself_is_none_however_it_is_hashed(
    sim: SourceSim, store: MemoryStore, edit: dict[str, Any]
) -> None:
    take(store, sim, A, Mode.REFRESH)
    made = newest(store)
    inner = {name.removeprefix("heard/"): value for name, value in edit.items() if name.startswith("heard/")}
    outer = {name: value for name, value in edit.items() if "/" not in name}
    body = forged(made, heard=replace(made.heard, **inner), **outer)
    assert str(load_exchange(body, Uri(A))).startswith("exchange_inconsistent: ")


def test_a_blank_reader_is_refused(sim: SourceSim, store: MemoryStore) -> None:
    take(store, sim, A, Mode.REFRESH)
    made = newest(store)
    assert made.reader is not None
    assert flaw(replace(made, reader=replace(made.reader, runtime=Library(" ", "3")))) is not None
    assert flaw(replace(made, reader=replace(made.reader, library=Library("parser", "")))) is not None
    assert flaw(made) is None


def test_an_answer_that_could_not_be_read_again_is_kept_without_its_exchange(store: MemoryStore) -> None:
    said: Heard = replace(heard(), address="nowhere.example")
    extracted = read(b"words", "text/plain", A)
    assert isinstance(extracted, Extracted)
    fetched = Fetched(Uri(A), A, 200, "text/plain", b"words", (), supplied=False, heard=said)
    record = on_record(store, Uri(A))
    one = settle(asked(A), (fetched, extracted), record, stands(store, Uri(A), record), NOON)
    assert "exchange" not in {each.kind for each in one.objects}
    assert isinstance(one.acquired, Source)


@pytest.mark.parametrize(("most", "found"), [(4, True), (3, False)])
def test_a_store_that_somebody_filled_is_not_read_to_its_end(
    sim: SourceSim, store: MemoryStore, monkeypatch: pytest.MonkeyPatch, most: int, found: bool
) -> None:
    take(store, sim, A, Mode.REFRESH)
    made = newest(store)
    for hour in (20, 21, 22):
        now = f"2026-01-02T{hour}:00:00Z"
        put(store, forged(made, asked_at=now, snapshot="b3:" + "1" * 64), now)
    monkeypatch.setattr("gnut.acquire.core.logs.MOST_READ", most)
    assert (known(store) is not None) is found


def test_a_name_that_promises_another_kind_of_reply_is_not_believed(sim: SourceSim, store: MemoryStore) -> None:
    take(store, sim, A, Mode.REFRESH)
    take(store, sim, A, Mode.REFRESH, EVENING)
    put(store, canon.encode(msgspec.to_builtins(newest(store))), status=200)
    assert [made.heard.status for made in exchanges(store, Uri(A), status=200)] == [200]
    assert known(store) == Validators(A, '"1"', None)


def test_of_many_refreshes_that_found_nothing_new_one_exchange_is_read_to_ask_again(sim: SourceSim) -> None:
    class Counted(MemoryStore):
        kinds: list[str | None] = []  # noqa: RUF012

        def get(self, oid: Oid, kind: str | None = None) -> bytes:
            self.kinds.append(kind)
            return super().get(oid, kind)

    store = Counted()
    take(store, sim, A, Mode.REFRESH)
    for minute in range(50):
        take(store, sim, A, Mode.REFRESH, f"2026-01-02T13:{minute:02}:00Z")
    store.kinds.clear()
    assert known(store) == Validators(A, '"1"', None)
    assert store.kinds.count("exchange") == 1
    store.kinds.clear()
    assert seen(store) == "2026-01-02T13:49:00Z"
    assert store.kinds.count("exchange") == 1


def test_a_replay_reads_no_exchange(sim: SourceSim) -> None:
    class Counted(MemoryStore):
        kinds: list[str | None] = []  # noqa: RUF012

        def get(self, oid: Oid, kind: str | None = None) -> bytes:
            self.kinds.append(kind)
            return super().get(oid, kind)

    store = Counted()
    take(store, sim, A, Mode.REFRESH)
    store.kinds.clear()
    assert isinstance(replay(store)(asked(A)), Source)
    assert "exchange" not in store.kinds
    assert store.refs(source_ref(Uri(A))) != ()


@pytest.mark.parametrize(
    ("body", "media_type"),
    [
        (b"words", "text/plain"),
        (b'{"a": 1}', "application/json"),
        (b"<p>words</p>", "text/html"),
        (b"# words", "text/markdown"),
    ],
)
def test_what_reads_at_present_is_what_reads(body: bytes, media_type: str) -> None:
    extracted = read(body, media_type, A)
    assert isinstance(extracted, Extracted)
    assert at_present(extracted.extractor.name) == (extracted.extractor, extracted.library)


def test_what_reads_pdf_at_present_is_what_reads_pdf() -> None:
    from gnut.text.pdf.pages import LIBRARY

    reader = at_present("pdf-text")
    assert reader is not None
    assert reader[1] == Library(*LIBRARY)
    assert at_present("guess-text") is None


def test_a_server_that_says_304_out_of_the_blue_is_no_source(store: MemoryStore) -> None:
    from gnut.model import Unchanged

    record = on_record(store, Uri(A))
    nothing = stands(store, Uri(A), record)
    one = settle(asked(A), Unchanged(Uri(A), heard(304)), record, nothing, NOON)
    assert isinstance(one.acquired, Absence)
    assert (one.acquired.why, one.strategy) == ("unexpected_status", Strategy.LIVE_FAILED)
