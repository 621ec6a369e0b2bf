"""What acquiring asks for, keeps, replays and refuses."""

from __future__ import annotations

from itertools import permutations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.acquire.contract import WHYS, Mode, Snapshot, Strategy
from gnut.acquire.core import (
    exchange_ref,
    failure_ref,
    head,
    heads,
    load,
    missing,
    on_record,
    replay,
    request,
    settle,
    source_id,
    source_ref,
    timed,
    wanted,
)
from gnut.acquire.core.identity import archived, capture_date_differs, redirected
from gnut.acquire.core.statuses import why_of
from gnut.errors import GnutError, NetworkNotAllowed, ObjectCorrupt, Usage
from gnut.model import Absence, Report, Source, Uri, self_hash
from gnut_store import canon
from gnut_store.memory import MemoryStore
from gnut_store.oid import Oid, oid_of
from tests.simulator import EVENING, NOON, SourceSim, asked, keep_all, take

A = "https://port.example/log"
WALL = "<title>Just a moment...</title><p>Enable cookies to continue. Ray ID 1</p>"


@pytest.fixture
def sim() -> SourceSim:
    return SourceSim()


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


def why(got: object) -> str:
    assert isinstance(got, Absence), got
    assert got.why in WHYS
    return got.why


def text(got: object) -> str:
    assert isinstance(got, Source), got
    return got.text


def seek(store: MemoryStore, uri: str = A) -> Source | Absence:
    return replay(store)(asked(uri))


def stored(store: MemoryStore, oid: Oid) -> Snapshot:
    got = load(store.get(oid, "snapshot"), Uri(A))
    assert isinstance(got, Snapshot), got
    return got


def forge(store: MemoryStore, oid: Oid, **edit: object) -> Oid:
    """Put an edited copy of a snapshot beside it, under the same ref; its own hash is right again."""
    made = msgspec.structs.replace(stored(store, oid), **edit)
    if "sha256" not in edit:
        made = msgspec.structs.replace(made, sha256=self_hash(made))
    body = canon.encode(msgspec.to_builtins(made))
    with store.write() as batch:
        batch.add("snapshot", body)
        batch.ref(source_ref(Uri(A)), oid_of("snapshot", body))
    return oid_of("snapshot", body)


# --- what is asked for


def requests(report: str) -> list[tuple[str, str]]:
    from gnut.ingest.core import ingest, profile

    read = ingest(Report("docs/report.md", report.encode(), ()), profile("report"))
    return [(one.uri, one.written) for one in wanted(read)]


def test_each_cited_source_is_asked_for_once_in_reading_order() -> None:
    found = requests("See [b](https://b.example/x#y) and [a](https://a.example/) and [b](https://b.example/x#z).")
    assert found == [("https://b.example/x", "https://b.example/x"), ("https://a.example/", "https://a.example/")]


def test_tracking_parameters_make_no_second_source_and_stay_in_what_is_asked() -> None:
    found = requests(
        "[a](https://s.example/p?id=7&utm_source=chatgpt.com) [b](https://s.example/p?id=7#x) "
        "[c](https://s.example/p?id=8)"
    )
    assert [uri for uri, _ in found] == ["https://s.example/p?id=7", "https://s.example/p?id=8"]
    assert found[0][1] == "https://s.example/p?id=7&utm_source=chatgpt.com"


def test_an_entry_of_a_list_that_nobody_cites_is_not_asked_for() -> None:
    found = requests(
        "The gate shut [1].\n\n## Sources\n\n1. https://a.example/one\n2. https://a.example/two\n3. https://a.example/3\n"
    )
    assert [uri for uri, _ in found] == ["https://a.example/one"]


def test_a_citation_that_points_to_nothing_asks_for_nothing() -> None:
    assert requests("The gate shut[^gone].") == []


@pytest.mark.parametrize(
    ("uri", "written", "fetched"),
    [
        ("https://www.s.example/a", "www.s.example/a#x", "https://www.s.example/a"),
        ("https://s.example/a", "//s.example/a", "https://s.example/a"),
        ("https://s.example/go?to=https://t.example/", "//s.example/go?to=https://t.example/", None),
        ("https://s.example/a", " https://s.example/a?utm_source=x#y ", "https://s.example/a?utm_source=x"),
        ("file:docs/a.md", "a.md#L2-L3", "file:docs/a.md"),
    ],
)
def test_what_is_fetched_is_a_whole_address_without_its_fragment(uri: str, written: str, fetched: str | None) -> None:
    assert request(Uri(uri), written).written == (fetched or uri)


# --- what is kept


def test_a_snapshot_holds_bytes_text_window_and_hashes_that_check(sim: SourceSim, store: MemoryStore) -> None:
    oid = sim.publish(A, "Berth 4 was dredged in May.\n").snapshot_into(store)
    made = stored(store, oid)
    assert store.get(made.raw_oid, "blob") == b"Berth 4 was dredged in May.\n"
    assert store.get(made.text, "text").decode() == "Berth 4 was dredged in May.\n"
    assert (made.raw, made.previous, made.fetched_at) == (made.raw_oid, None, NOON)
    assert (made.window.captured_characters, made.window.original_bytes) == (28, 28)
    assert made.window.text_sha256 == canon.sha256(b"Berth 4 was dredged in May.\n")
    assert (made.source_id, made.window.truncation) == (source_id(Uri(A)), "complete")


def test_equal_bytes_add_nothing_however_often_they_are_fetched(sim: SourceSim, store: MemoryStore) -> None:
    sim.publish(A, "words")
    take(store, sim, A, Mode.REFRESH)
    before = set(store.ids())
    again = take(store, sim, A, Mode.REFRESH, EVENING)
    assert again.objects == ()
    assert set(store.ids()) == before
    assert text(again.acquired) == "words"


def test_equal_bytes_that_a_newer_reader_reads_otherwise_are_worth_a_snapshot(
    sim: SourceSim, store: MemoryStore
) -> None:
    old = sim.publish(A, "<p>words</p>", "text/html").snapshot_into(store)
    fetched, extracted = sim.live(asked(A))  # type: ignore[misc]
    newer = msgspec.structs.replace(extracted.extractor, version="99")
    for text_read, follows in (("words\n", False), ("more words\n", True)):
        read = msgspec.structs.replace(extracted, text=text_read, extractor=newer)
        one = settle(asked(A), (fetched, read), on_record(store, Uri(A)), seek(store), EVENING)
        assert bool(one.objects) is follows
        assert (one.snapshot == old) is not follows
    same = msgspec.structs.replace(extracted, text="a reader that wavers\n")
    assert settle(asked(A), (fetched, same), on_record(store, Uri(A)), seek(store), EVENING).objects == ()


def test_other_bytes_follow_the_snapshot_there_was(sim: SourceSim, store: MemoryStore) -> None:
    old = sim.publish(A, "old words").snapshot_into(store)
    new = sim.publish(A, "new words").snapshot_into(store, EVENING)
    assert stored(store, new).previous == old
    assert text(seek(store)) == "new words"


def test_keep_says_what_of_a_page_the_team_gets(sim: SourceSim) -> None:
    tiers = {}
    for keep in ("all", "text", "hash"):
        one = take(MemoryStore(), sim.publish(A, "<p>words</p>", "text/html"), A, Mode.REFRESH, keep=keep)
        tiers[keep] = {each.kind: each.tier for each in one.objects}
    assert tiers["all"] == {"blob": "team", "text": "team", "snapshot": "team"}
    assert tiers["text"] == {"blob": "local", "text": "team", "snapshot": "team"}
    assert tiers["hash"] == {"blob": "local", "text": "local", "snapshot": "team"}


def test_a_snapshot_that_came_without_its_text_counts_as_not_acquired(sim: SourceSim, store: MemoryStore) -> None:
    one = take(MemoryStore(), sim.publish(A, "words"), A, Mode.REFRESH, keep="hash")
    with store.write() as batch:  # What a clone gets: the team's tier alone.
        for each in one.objects:
            if each.tier == "team":
                batch.add(each.kind, each.body)
        batch.ref(source_ref(Uri(A)), one.refs[0][1])
    assert why(seek(store)) == "not_acquired"
    assert text(take(store, sim, A, Mode.SNAPSHOT_PREFERRED, EVENING, "hash").acquired) == "words"
    assert text(seek(store)) == "words"


def test_more_to_be_kept_is_kept_even_when_the_bytes_are_the_same(sim: SourceSim, store: MemoryStore) -> None:
    sim.publish(A, "words").snapshot_into(store, keep="text")
    oid = sim.snapshot_into(store, EVENING, keep="all")
    assert stored(store, oid).raw is not None


# --- what a replay may use


def test_a_replay_asks_nobody(sim: SourceSim, store: MemoryStore) -> None:
    sim.publish(A, "words").snapshot_into(store)
    sim.requests.clear()
    assert text(take(store, sim, A, Mode.REPLAY_ONLY).acquired) == "words"
    assert why(take(store, sim, "https://port.example/none", Mode.REPLAY_ONLY).acquired) == "not_acquired"
    assert sim.requests == []


def test_a_tampered_text_is_refused_and_not_fetched_over(sim: SourceSim, store: MemoryStore) -> None:
    oid = sim.publish(A, "old words").snapshot_into(store)
    store.tamper(stored(store, oid).text, b"new words")
    sim.requests.clear()
    noted: list[GnutError] = []
    assert why(replay(store, noted.append)(asked(A))) == "snapshot_invalid"
    assert [error.exit_code for error in noted] == [4]
    one = take(store, sim, A, Mode.SNAPSHOT_PREFERRED)
    assert (one.strategy, sim.requests) == (Strategy.SNAPSHOT_INVALID, [])


def test_a_damaged_ref_closes_its_own_source_and_no_other(sim: SourceSim, store: MemoryStore) -> None:
    sim.publish(A, "words").snapshot_into(store)
    other = "https://port.example/other"
    sim.publish(other, "more words").snapshot_into(store)

    class Damaged(MemoryStore):
        def refs(self, name: str) -> tuple[Oid, ...]:
            if name == source_ref(Uri(A)):
                raise ObjectCorrupt("refs/src: not an empty file")
            return store.refs(name)

        def get(self, oid: Oid, kind: str | None = None) -> bytes:
            return store.get(oid, kind)

    noted: list[GnutError] = []
    sources = replay(Damaged(), noted.append)
    assert why(sources(asked(A))) == "snapshot_invalid"
    assert text(sources(asked(other))) == "more words"
    assert [error.exit_code for error in noted] == [4]


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        ({"schema": "groundnut-source-snapshot/v99"}, "snapshot_identity_mismatch"),
        ({"uri": "https://elsewhere.example/"}, "snapshot_identity_mismatch"),
        ({"source_id": "url:0000000000000000"}, "snapshot_identity_mismatch"),
        ({"final_uri": "https://elsewhere.example/", "sha256": "0" * 64}, "snapshot_hash_mismatch"),
        ({"sha256": "0" * 64}, "snapshot_hash_mismatch"),
    ],
)
def test_a_snapshot_with_one_edited_member_is_refused(
    sim: SourceSim, store: MemoryStore, edit: dict[str, object], says: str
) -> None:
    oid = sim.publish(A, "words").snapshot_into(store)
    made = msgspec.structs.replace(stored(store, oid), **edit)
    got = load(canon.encode(msgspec.to_builtins(made)), Uri(A))
    assert why(got) == "snapshot_invalid"
    assert isinstance(got, Absence)
    assert got.detail.startswith(says)


@pytest.mark.parametrize(
    "member",
    ["window", "text", "raw_oid", "notes", "hollow", "fetched_at", "redirected", "supplied", "previous", "charset"],
)
def test_every_member_of_a_snapshot_is_under_its_hash(sim: SourceSim, store: MemoryStore, member: str) -> None:
    oid = sim.publish(A, "words").snapshot_into(store)
    made = stored(store, oid)
    other = {
        "window": msgspec.structs.replace(made.window, truncation="truncated"),
        "text": oid_of("text", b"x"),
        "raw_oid": oid_of("blob", b"x"),
        "notes": ("x",),
        "hollow": "login",
        "fetched_at": EVENING,
        "redirected": True,
        "supplied": True,
        "previous": oid,
        "charset": "utf-16",
    }
    edited = msgspec.structs.replace(made, **{member: other[member]})
    got = load(canon.encode(msgspec.to_builtins(edited)), Uri(A))
    assert isinstance(got, Absence)
    assert got.detail.startswith("snapshot_hash_mismatch")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b"\xff",
        b'{"schema":"groundnut-source-snapshot/v4"}',
        b'{"a":1,"a":2}',
        b"[" * 100000,
    ],
)
def test_bytes_that_are_no_snapshot_are_an_absence_and_no_crash(body: bytes) -> None:
    assert why(load(body, Uri(A))) == "snapshot_invalid"


def test_a_window_edited_under_a_right_snapshot_hash_is_refused(sim: SourceSim, store: MemoryStore) -> None:
    oid = sim.publish(A, "words").snapshot_into(store)
    window = msgspec.structs.replace(stored(store, oid).window, truncation="truncated")
    forge(store, oid, window=window, previous=oid)
    assert why(seek(store)) == "snapshot_invalid"


def test_a_text_that_its_window_does_not_describe_is_refused(sim: SourceSim, store: MemoryStore) -> None:
    oid = sim.publish(A, "words").snapshot_into(store)
    with store.write() as batch:
        other = batch.add("text", b"other")
    forge(store, oid, text=other, previous=oid)
    got = seek(store)
    assert isinstance(got, Absence)
    assert got.detail.startswith("snapshot_hash_mismatch")


def test_a_refused_snapshot_becomes_history_when_a_refresh_follows_it(sim: SourceSim, store: MemoryStore) -> None:
    oid = sim.publish(A, "words").snapshot_into(store)
    bad = forge(store, oid, final_uri="https://x.example/", sha256="0" * 64, previous=oid)
    assert why(seek(store)) == "snapshot_invalid"
    one = take(store, sim.publish(A, "fresh words"), A, Mode.REFRESH, EVENING)
    assert stored(store, one.snapshot or Oid("")).previous == bad
    assert text(seek(store)) == "fresh words"


def test_a_lost_object_is_refused_and_heard_of(sim: SourceSim, store: MemoryStore) -> None:
    oid = sim.publish(A, "words").snapshot_into(store)
    lost = stored(store, oid).text
    del store._objects["team"][lost]
    noted: list[GnutError] = []
    assert why(replay(store, noted.append)(asked(A))) == "snapshot_invalid"
    assert [error.code for error in noted] == ["object_missing"]


def chain(store: MemoryStore, oid: Oid, times: list[str]) -> dict[Oid, Snapshot]:
    snapshots = {}
    for time in times:
        made = msgspec.structs.replace(stored(store, oid), fetched_at=time)
        snapshots[oid_of("snapshot", time.encode())] = made
    return snapshots


def test_the_head_is_the_same_in_whatever_order_snapshots_are_read(sim: SourceSim, store: MemoryStore) -> None:
    oid = sim.publish(A, "words").snapshot_into(store)
    made = stored(store, oid)
    ids = [Oid(f"b3:{digit * 64}") for digit in "abc"]
    snapshots = {
        ids[0]: made,
        ids[1]: msgspec.structs.replace(made, previous=ids[0], fetched_at="2026-01-01T00:00:00Z"),
        ids[2]: msgspec.structs.replace(made, previous=ids[0], fetched_at="2026-01-03T00:00:00Z"),
    }
    for order in permutations(ids):
        assert head({one: snapshots[one] for one in order}) == ids[2]
        assert heads({one: snapshots[one] for one in order}) == (ids[2], ids[1])


def test_of_two_heads_of_one_time_the_lower_id_is_in_force(sim: SourceSim, store: MemoryStore) -> None:
    made = stored(store, sim.publish(A, "words").snapshot_into(store))
    ids = [Oid(f"b3:{digit * 64}") for digit in "ab"]
    assert head(dict.fromkeys(ids, made)) == ids[0]
    assert head({}) is None


def test_after_a_merge_the_next_snapshot_follows_the_head_in_force(sim: SourceSim, store: MemoryStore) -> None:
    sim.publish(A, "one").snapshot_into(store, NOON)
    other = MemoryStore()
    late = sim.publish(A, "two").snapshot_into(other, EVENING)
    for oid in other.ids():
        with store.write() as batch:
            batch.add(other.kind(oid), other.get(oid))
    with store.write() as batch:
        batch.ref(source_ref(Uri(A)), late)
    assert text(seek(store)) == "two"
    assert on_record(store, Uri(A)).follows == late


# --- failures


def test_a_failure_is_recorded_and_says_why_where_there_is_no_snapshot(sim: SourceSim, store: MemoryStore) -> None:
    take(store, sim.fail(A, "payment_required", "HTTP 402"), A, Mode.SNAPSHOT_PREFERRED)
    got = seek(store)
    assert isinstance(got, Absence)
    assert (got.why, got.detail) == ("payment_required", "HTTP 402")
    assert len(store.ref_parts(failure_ref(Uri(A)))) == 1


def test_a_recorded_failure_is_tried_again_and_the_last_one_speaks(sim: SourceSim, store: MemoryStore) -> None:
    take(store, sim.fail(A, "timeout"), A, Mode.SNAPSHOT_PREFERRED, EVENING)
    take(store, sim.fail(A, "gone"), A, Mode.SNAPSHOT_PREFERRED, NOON)
    assert why(seek(store)) == "timeout"
    assert missing([asked(A)], replay(store)) == (asked(A),)
    assert text(take(store, sim.publish(A, "words"), A, Mode.SNAPSHOT_PREFERRED).acquired) == "words"


def test_a_failed_refresh_leaves_the_snapshot_in_force(sim: SourceSim, store: MemoryStore) -> None:
    oid = sim.publish(A, "words").snapshot_into(store)
    one = take(store, sim.fail(A, "timeout"), A, Mode.REFRESH, EVENING)
    assert (one.strategy, one.snapshot, why(one.acquired)) == (Strategy.LIVE_FAILED, oid, "timeout")
    assert text(seek(store)) == "words"


def test_a_wall_never_replaces_a_page_that_was_read(sim: SourceSim, store: MemoryStore) -> None:
    sim.publish(A, "words").snapshot_into(store)
    one = take(store, sim.publish(A, WALL, "text/html"), A, Mode.REFRESH, EVENING)
    assert (one.strategy, why(one.acquired)) == (Strategy.LIVE_FAILED, "challenge")
    assert text(seek(store)) == "words"


def test_a_wall_is_captured_where_there_is_nothing_better_and_is_no_evidence(
    sim: SourceSim, store: MemoryStore
) -> None:
    one = take(store, sim.publish(A, WALL, "text/html"), A, Mode.SNAPSHOT_PREFERRED)
    assert (one.strategy, why(one.acquired)) == (Strategy.LIVE_ARCHIVED, "challenge")
    assert why(seek(store)) == "challenge"
    assert missing([asked(A)], replay(store)) == (asked(A),)
    assert text(take(store, sim.publish(A, "words"), A, Mode.SNAPSHOT_PREFERRED, EVENING).acquired) == "words"


def test_an_empty_page_is_no_text(sim: SourceSim, store: MemoryStore) -> None:
    take(store, sim.publish(A, "<div id=root></div><script src=/app.js></script>", "text/html"), A, Mode.REFRESH)
    assert why(seek(store)) == "no_text"


def test_a_failure_record_that_was_edited_says_nothing(sim: SourceSim, store: MemoryStore) -> None:
    one = take(store, sim.fail(A, "timeout"), A, Mode.SNAPSHOT_PREFERRED)
    members = canon.decode(one.objects[0].body)
    assert isinstance(members, dict)
    edited = MemoryStore()
    with edited.write("local") as batch:
        batch.ref(timed(failure_ref(Uri(A)), NOON), batch.add("failure", canon.encode(members | {"why": "gone"})))
    assert why(seek(edited)) == "not_acquired"


# --- modes


def test_a_mode_that_fetches_needs_a_way_to_fetch(store: MemoryStore) -> None:
    from gnut.acquire.core import acquire, mode_of

    with pytest.raises(NetworkNotAllowed) as caught:
        acquire([asked(A)], Mode.REFRESH, store, None, lambda: NOON)
    assert caught.value.code == "mode_needs_live_resolver"
    with pytest.raises(Usage) as unknown:
        mode_of("cache")
    assert unknown.value.code == "unknown_mode"


# --- where it was served from

CAPTURE = "https://web.archive.org/web/20310105000000/https://s.example/a"


@pytest.mark.parametrize(
    ("asked_for", "final", "is_news"),
    [
        ("https://s.example/a", "https://s.example/a", False),
        ("http://s.example/a", "https://www.s.example/a/", False),
        ("https://s.example/a?x=1", "https://s.example/a", False),
        ("https://s.example/caf%C3%A9", "https://s.example/café", False),
        ("https://S.example", "https://s.example/", False),
        ("https://s.example:443/a", "https://s.example/a", False),
        ("https://s.example/a", "https://s.example/b", True),
        ("https://s.example/a", "https://other.example/a", True),
        ("https://s.example/a", "https://s.example:8443/a", True),
        ("https://s.example/deep/page", "https://s.example/", True),
        ("https://doi.org/10.1/x", "https://publisher.example/article/1", False),
        ("https://bit.ly/x", "https://publisher.example/article/1", True),
        (CAPTURE, "https://web.archive.org/web/20290101120000/https://s.example/a", False),
        (CAPTURE, "https://web.archive.org/web/20290101120000/https://s.example/b", True),
        ("file:docs/a.md", "file:docs/a.md", False),
    ],
)
def test_a_redirect_is_news_only_when_it_leads_to_another_page(asked_for: str, final: str, is_news: bool) -> None:
    assert redirected(asked_for, final) is is_news


@pytest.mark.parametrize(
    ("final", "differs"),
    [
        ("https://web.archive.org/web/20290101120000/https://s.example/a", True),
        ("https://web.archive.org/web/20310105000000/https://s.example/a", False),
        ("https://web.archive.org/web/20310105000000id_/https://s.example/a", False),
        ("https://s.example/a", False),
    ],
)
def test_a_capture_of_another_date_is_noted(sim: SourceSim, store: MemoryStore, final: str, differs: bool) -> None:
    sim.publish(CAPTURE, "Dues are frozen", final=final)
    got = take(store, sim, CAPTURE, Mode.REFRESH).acquired
    assert isinstance(got, Source)
    assert ("capture_date_differs" in got.notes) is differs
    assert got.final_uri == final


def test_an_archive_address_of_a_year_is_met_by_any_day_of_it() -> None:
    year = "https://web.archive.org/web/2029/https://s.example/a"
    assert not capture_date_differs(year, "https://web.archive.org/web/20291231235959/https://s.example/a")
    assert capture_date_differs(year, "https://web.archive.org/web/20300101000000/https://s.example/a")
    assert archived("https://web.archive.org/save/https://s.example/a") is None


@pytest.mark.parametrize(
    ("status", "kind"), [(401, "access_denied"), (402, "payment_required"), (404, "not_found"), (599, "server_error")]
)
def test_a_status_has_a_kind(status: int, kind: str) -> None:
    assert why_of(status) == kind


@given(st.integers(100, 999))
def test_every_status_has_a_kind_of_the_closed_list(status: int) -> None:
    assert why_of(status) in WHYS


@given(st.text(max_size=80))
def test_any_address_can_be_compared_with_any_other(address: str) -> None:
    for one, other in ((address, A), (A, address), (f"https://{address}", A)):
        assert redirected(one, other) in (True, False)
        assert capture_date_differs(one, other) is False


def test_refs_of_a_source_are_names_that_a_store_takes(store: MemoryStore) -> None:
    with store.write() as batch:
        oid = batch.add("text", b"x")
        batch.ref(source_ref(Uri("https://例え.テスト/" + "x" * 4000)), oid)
        batch.ref(timed(failure_ref(Uri(A)), NOON), oid)
        batch.ref(timed(exchange_ref(Uri(A)), NOON, ".304"), oid)
    assert source_ref(Uri(A)) != source_ref(Uri(A + "/"))
    assert len(source_ref(Uri(A))) == 44


@pytest.mark.parametrize(
    "written",
    [
        "https://arxiv.org/abs/math.GT/0309136",
        "https://arxiv.org/abs/arXiv:2101.00001",
        "https://arxiv.org/ABS/2101.00001",
        "https://arxiv.org/abs/HEP-TH/9901001",
        "http://www.arxiv.org/pdf/2101.00001v1.pdf",
        "http://dx.doi.org/10.1000/ABC",
        "https://www.pubmed.gov/123/",
        "https://www.ncbi.nlm.nih.gov/m/pubmed/123",
        "https://www.ncbi.nlm.nih.gov/pmc/articles/pmc123",
        "https://pmc.ncbi.nlm.nih.gov/articles/123",
        "https://a.example/x/../b/./c",
        "https://a.example/x/../b?q=1",
        "https://a.example/%2e%2e/x",
        "https://a.example:443/%7Euser",
        "https://münchen.example/ü",
        "https://web.archive.org/web/2020/https://a.example/x/../b",
    ],
)
def test_a_copy_under_any_spelling_of_its_address_is_not_redirected(written: str) -> None:
    from gnut.edge.net.addresses import parse
    from gnut.text.uris import source_uri

    uri = source_uri(written, "report.md")
    assert isinstance(uri, str)
    assert not redirected(uri, parse(written).final_uri)


def test_a_supplied_copy_is_marked_and_is_redirected_if_its_address_is_another(store: MemoryStore) -> None:
    from gnut.model import Fetched
    from gnut.text.source import Extracted, read

    body = b"words a person saved"
    extracted = read(body, None, A)
    assert isinstance(extracted, Extracted)
    copy = Fetched(Uri(A), A, 200, None, body, (), supplied=True)
    one = settle(asked(A), (copy, extracted), on_record(store, Uri(A)), seek(store), NOON)
    keep_all(store, one)
    got = seek(store)
    assert isinstance(got, Source)
    assert (got.supplied, got.redirected, got.text) == (True, False, body.decode())
    archived_page = msgspec.structs.replace(
        copy, final_uri="https://mirror.example/log", hops=("https://port.example/moved",)
    )
    one = settle(asked(A), (archived_page, extracted), on_record(MemoryStore(), Uri(A)), seek(MemoryStore()), NOON)
    assert isinstance(one.acquired, Source)
    assert (one.acquired.supplied, one.acquired.redirected) == (True, True)
