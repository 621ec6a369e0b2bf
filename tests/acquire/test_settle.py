"""What is in force after an answer, for every state of a record and every kind of answer."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from gnut.acquire.contract import FETCH_WHYS, HOLLOWS, Acquisition, Snapshot, Strategy
from gnut.acquire.core import (
    exchanges,
    failed,
    fetchable,
    last_failure,
    on_record,
    replay,
    settle,
    source_ref,
    stands,
)
from gnut.acquire.core.history import history
from gnut.edge.sources import _beside
from gnut.formats.acquired import worth_knowing
from gnut.formats.came import came
from gnut.model import Absence, Fetched, Heard, Source, Unchanged, Uri
from gnut.text.extracted import Extracted
from gnut.text.source import read
from gnut_store import canon
from gnut_store.memory import MemoryStore
from gnut_store.oid import Oid, oid_of
from tests.simulator import EVENING, NOON, asked, heard, keep_all
from tests.strategies import fetched, unchanged
from tests.strategies import heard as heards

A = "https://port.example/log"
HOME = "https://port.example/"
CALENDAR = f"https://web.archive.org/web/2020*/{A}"
WALLS = ("empty", *(f"hollow {kind}" for kind in HOLLOWS))
USABLE = ("complete", "truncated", "unknown", "sparse")
STATES = ("nothing", "failed", "invalid", "damaged", "elsewhere", "home", "supplied", *USABLE, *WALLS)
ANSWERS = (
    "absence",
    "unchanged",
    "equal",
    "other home",
    "other calendar",
    *(f"other {one}" for one in (*USABLE, *WALLS)),
)

PAIRS = tuple(product(STATES, ANSWERS))


def served(state: str, words: str, final: str = A, *, supplied: bool = False) -> tuple[Fetched, Extracted]:
    """Return an answer that reads as `words` in a window of `state`, whatever its bytes are."""
    body = f"{state}: {words}".encode()
    extracted = read(body, "text/plain", A)
    assert isinstance(extracted, Extracted)
    truncation, _, kind = state.partition(" ")
    text = "" if truncation in ("empty", "hollow") else words + "\n"
    extracted = replace(extracted, text=text, truncation=truncation, hollow_kind=kind or None)
    said = None if supplied else heard(wire=len(body))
    return Fetched(Uri(A), final, 200, "text/plain", body, (), supplied, said), extracted


def settled(store: MemoryStore, answer: object, now: str = EVENING, keep: str = "all") -> Acquisition:
    record = on_record(store, Uri(A))
    one = settle(asked(A), answer, record, stands(store, Uri(A), record), now, keep)  # type: ignore[arg-type]
    keep_all(store, one)
    return one


def first(state: str) -> tuple[Fetched, Extracted]:
    """Return what was captured first in a state, so that its bytes can come again."""
    if state == "home":
        return served("complete", "first words", HOME)
    if state == "supplied":
        return served("complete", "first words", supplied=True)
    return served(state if state in (*USABLE, *WALLS) else "complete", "first words")


def recorded(state: str) -> MemoryStore:
    """Return a store in which the source is in one state."""
    store = MemoryStore()
    if state == "nothing":
        return store
    if state == "failed":
        settled(store, Absence(Uri(A), "timeout", "it did not answer"), NOON)
        return store
    one = settled(store, first(state), NOON)
    oid = one.snapshot
    assert oid is not None
    if state == "invalid":
        edited = canon.encode({**canon.decode(store.get(oid)), "status": 404})  # type: ignore[dict-item]
        with store.write() as batch:
            batch.ref(source_ref(Uri(A)), batch.add("snapshot", edited))
    text = next(each for each in one.objects if each.kind == "text")
    if state == "damaged":
        store.tamper(oid_of("text", text.body), b"other words")
    if state == "elsewhere":
        return cloned(settled(MemoryStore(), first(state), NOON, "hash"))
    return store


def cloned(one: Acquisition) -> MemoryStore:
    """Return what of an acquisition another machine gets: the team's tier."""
    store = MemoryStore()
    with store.write() as batch:
        for each in one.objects:
            if each.tier == "team":
                batch.add(each.kind, each.body)
        for name, oid, tier in one.refs:
            if tier == "team":
                batch.ref(name, oid)
    return store


def answered(kind: str, state: str) -> object:
    if kind == "absence":
        return Absence(Uri(A), "server_error", "HTTP 503")
    if kind == "unchanged":
        return Unchanged(Uri(A), heard(304, '"1"'))
    if kind == "equal":
        return first(state)
    _, _, what = kind.partition(" ")
    final = {"home": HOME, "calendar": CALENDAR}.get(what, A)
    return served(what if what in (*USABLE, *WALLS) else "complete", "second words", final)


def in_force(store: MemoryStore) -> str:
    """Return what a replay serves: the first words, the second, or the kind of absence."""
    got = replay(store)(asked(A))
    return got.text.split()[0] if isinstance(got, Source) else got.why


def expected(state: str, answer: str) -> tuple[str, bool]:
    """Return what is in force afterwards, and whether the call failed, by the rules as docs/absences.md says them."""
    usable = state in (*USABLE, "home", "supplied")
    before = in_force(recorded(state))
    what = answer.partition(" ")[2]
    if answer == "absence":
        return ("server_error" if state in ("nothing", "failed") else before), True
    if answer == "unchanged":
        return (
            (before, False) if usable else (before if state not in ("nothing", "failed") else "unexpected_status", True)
        )
    if answer == "equal":
        return (before if state in WALLS else "first"), False
    wall = what in WALLS or what == "calendar"
    less = wall or (what == "sparse" and state != "sparse") or (what == "home" and state != "home")
    less = less or (state == "supplied" and what in ("truncated", "unknown"))
    if usable and less:
        return "first", True
    if wall:
        alone = MemoryStore()
        settled(alone, answered(answer, state))
        return in_force(alone), False
    return "second", False


@pytest.mark.parametrize(("state", "answer"), PAIRS, ids=str)
def test_after_an_answer_the_better_of_the_two_is_in_force(state: str, answer: str) -> None:
    store = recorded(state)
    one = settled(store, answered(answer, state))
    assert (in_force(store), failed(one)) == expected(state, answer)


@pytest.mark.parametrize(("state", "answer"), PAIRS, ids=str)
def test_what_failed_is_recorded_locally_and_is_no_source(state: str, answer: str) -> None:
    store = recorded(state)
    one = settled(store, answered(answer, state))
    last = last_failure(store, Uri(A))
    if failed(one):
        assert one.strategy is Strategy.LIVE_FAILED
        assert isinstance(one.acquired, Absence)
        assert [(each.kind, each.tier) for each in one.objects] == [("failure", "local")]
        assert last is not None
        assert (last.why, last.fetched_at) == (one.acquired.why, EVENING)
    else:
        assert one.strategy is Strategy.LIVE_ARCHIVED
        assert last is None or last.fetched_at == NOON


@pytest.mark.parametrize(("state", "answer"), PAIRS, ids=str)
def test_nothing_that_was_kept_is_lost(state: str, answer: str) -> None:
    store = recorded(state)
    before = {oid: store.kind(oid) for oid in store.ids()}
    settled(store, answered(answer, state))
    assert {oid: store.kind(oid) for oid in before} == before


@pytest.mark.parametrize(("state", "answer"), PAIRS, ids=str)
def test_the_same_answer_once_more_adds_no_snapshot(state: str, answer: str) -> None:
    store = recorded(state)
    settled(store, answered(answer, state))
    before = store.refs(source_ref(Uri(A)))
    again = settled(store, answered(answer, state), "2026-01-03T00:00:00Z")
    assert store.refs(source_ref(Uri(A))) == before
    assert [each for each in again.objects if each.tier == "team"] == []


@pytest.mark.parametrize("state", ["nothing", "failed", *WALLS])
def test_what_is_no_source_is_asked_for_again_until_it_is_one(state: str) -> None:
    store = recorded(state)
    assert fetchable(replay(store)(asked(A)))
    settled(store, answered("other complete", state))
    assert not fetchable(replay(store)(asked(A)))


@pytest.mark.parametrize("why", FETCH_WHYS)
def test_no_kind_of_failure_replaces_a_page(why: str) -> None:
    store = recorded("complete")
    one = settled(store, Absence(Uri(A), why, "simulated"))
    assert (in_force(store), failed(one), one.snapshot) == ("first", True, on_record(store, Uri(A)).follows)


@pytest.mark.parametrize("kind", HOLLOWS)
def test_a_wall_in_a_pages_place_is_a_failure_of_its_kind(kind: str) -> None:
    one = settled(recorded("complete"), served(f"hollow {kind}", "wall"))
    assert isinstance(one.acquired, Absence)
    assert one.acquired.why == (kind if kind not in ("cookie_wall", "script_shell") else "no_text")
    assert one.acquired.snapshot not in {oid_of(each.kind, each.body) for each in one.objects}


def test_a_front_page_in_a_pages_place_says_what_it_is() -> None:
    one = settled(recorded("complete"), answered("other home", "complete"))
    assert isinstance(one.acquired, Absence)
    assert (one.acquired.why, "front page" in one.acquired.detail) == ("soft_404", True)


def test_a_front_page_is_captured_with_its_note_where_there_is_nothing_better() -> None:
    store = recorded("nothing")
    one = settled(store, answered("other home", "nothing"))
    assert isinstance(one.acquired, Source)
    assert one.acquired.notes == ("redirected_home",)


def test_a_page_at_a_query_of_the_root_takes_its_place_as_any_page_does() -> None:
    fetched, extracted = served("complete", "second words", HOME)
    store = recorded("complete")
    one = settled(store, (replace(fetched, query_dropped=True), extracted))
    assert isinstance(one.acquired, Source)
    assert (one.acquired.notes, in_force(store)) == (("query_dropped",), "second")


def test_a_list_of_captures_is_not_the_page_whatever_words_it_holds() -> None:
    store = recorded("nothing")
    one = settled(store, answered("other calendar", "nothing"))
    assert (in_force(store), failed(one)) == ("soft_404", False)


@pytest.mark.parametrize("state", USABLE)
def test_a_copy_that_a_person_looked_at_takes_the_place_of_any_page(state: str) -> None:
    store = recorded("complete")
    settled(store, served(state, "second words", supplied=True))
    assert in_force(store) == "second"


@pytest.mark.parametrize(
    ("brought", "came", "length", "stays"),
    [
        ("complete", "complete", 500, False),
        ("complete", "complete", 490, True),
        ("complete", "truncated", 2000, True),
        ("complete", "unknown", 2000, True),
        ("truncated", "truncated", 2000, False),
        ("unknown", "complete", 600, False),
        ("unknown", "sparse", 2000, True),
        ("sparse", "complete", 600, False),
    ],
)
@pytest.mark.parametrize("keep", ["all", "hash"])
def test_a_copy_that_was_brought_gives_way_to_a_page_that_holds_as_much(
    brought: str, came: str, length: int, stays: bool, keep: str
) -> None:
    store = MemoryStore()
    one = settled(store, served(brought, "first " + "w" * 993, supplied=True), NOON, keep)
    here = cloned(one) if keep == "hash" else store
    copy = on_record(here, Uri(A)).follows
    made = settled(here, served(came, "second " + "w" * (length - 8)))
    assert (failed(made), made.instead_of_copy) == (stays, not stays)
    assert (on_record(here, Uri(A)).follows == copy) == stays


def test_a_page_over_a_damaged_copy_mends_it() -> None:
    store = MemoryStore()
    one = settled(store, served("complete", "first " + "w" * 993, supplied=True), NOON)
    text = next(each for each in one.objects if each.kind == "text")
    store.tamper(oid_of("text", text.body), b"other words")
    assert not failed(settled(store, served("complete", "second")))


def test_a_page_in_the_place_of_a_copy_is_told_of() -> None:
    one = settled(recorded("supplied"), answered("other complete", "supplied"))
    told = worth_knowing([came(one, None)])
    assert [line for line in told if "replaces the copy you supplied" in line and "(1)" in line]
    assert A in told[1]
    assert worth_knowing([came(settled(recorded("complete"), answered("other complete", "complete")), None)]) == []


def merged(*answers: tuple[object, str]) -> MemoryStore:
    """Return a store in which branches meet that each had one answer."""
    store = MemoryStore()
    for answer, now in answers:
        keep_all(store, settled(MemoryStore(), answer, now))
    return store


def test_a_later_wall_of_another_branch_is_in_force_and_the_page_beside_it_is_told_of() -> None:
    page, wall = served("complete", "first words"), served("hollow login", "sign in")
    store, told = merged((page, NOON), (wall, EVENING)), list[Snapshot]()
    assert isinstance(replay(store, beside=told.append)(asked(A)), Absence)
    assert [(one.fetched_at, one.window.truncation) for one in told] == [(NOON, "complete")]


@pytest.mark.parametrize(
    ("late", "early"), [("complete", "complete"), ("complete", "hollow login"), ("empty", "hollow login")]
)
def test_nothing_is_told_of_where_a_page_is_in_force_or_none_holds_text(late: str, early: str) -> None:
    told = list[Snapshot]()
    store = merged((served(early, "first words"), NOON), (served(late, "second words"), EVENING))
    replay(store, beside=told.append)(asked(A))
    assert told == []


def test_a_check_says_what_else_is_on_record_and_how_to_look_at_it(capsys: pytest.CaptureFixture[str]) -> None:
    page, wall = served("complete", "first words"), served("hollow login", "sign in")
    readable = on_record(merged((page, NOON), (wall, EVENING)), Uri(A)).readable
    assert readable is not None
    _beside(readable.snapshot)
    assert f"another one on record, of {NOON}, holds text:  gnut show {A}\n" in capsys.readouterr().err


def test_a_wall_with_another_number_on_it_is_no_second_wall() -> None:
    store = MemoryStore()
    settled(store, served("hollow challenge", "Ray ID 1"), NOON)
    one = settled(store, served("hollow challenge", "Ray ID 2"))
    assert (one.objects, one.refs, failed(one)) == ((), (), False)
    other = settled(store, served("hollow login", "sign in"))
    assert [each.kind for each in other.objects if each.tier == "team"] == ["blob", "text", "snapshot", "exchange"]


# --- texts that were lost, or never came


@pytest.mark.parametrize(
    ("state", "keep"), [("damaged", "all"), ("damaged", "text"), ("elsewhere", "text"), ("elsewhere", "hash")]
)
def test_equal_bytes_bring_a_lost_text_back_without_a_new_snapshot(state: str, keep: str) -> None:
    store = recorded(state)
    assert isinstance(replay(store)(asked(A)), Absence)
    before = store.refs(source_ref(Uri(A)))
    one = settled(store, first(state), keep=keep)
    assert isinstance(one.acquired, Source)
    assert store.refs(source_ref(Uri(A))) == before
    assert in_force(store) == "first"


def test_a_store_that_keeps_hashes_sends_no_text_to_the_team_when_it_brings_one_back() -> None:
    store = recorded("elsewhere")
    one = settled(store, first("elsewhere"), keep="hash")
    assert {(each.kind, each.tier) for each in one.objects} == {
        ("blob", "local"),
        ("text", "local"),
        ("exchange", "local"),
    }


@pytest.mark.parametrize("now", ["2026-01-01T00:00:00Z", NOON, EVENING])
def test_two_captures_that_knew_nothing_of_each_other_leave_one_in_force_and_both_kept(now: str) -> None:
    store = MemoryStore()
    record = on_record(store, Uri(A))
    nothing = stands(store, Uri(A), record)
    ones = [
        settle(asked(A), served("complete", words), record, nothing, at)
        for words, at in (("one word", NOON), ("other words", now))
    ]
    for one in ones:
        keep_all(store, one)
    forward = on_record(store, Uri(A)).head
    backward = MemoryStore()
    for one in reversed(ones):
        keep_all(backward, one)
    assert forward == on_record(backward, Uri(A)).head
    assert set(store.refs(source_ref(Uri(A)))) == {one.snapshot for one in ones}
    assert isinstance(replay(store)(asked(A)), Source)


def test_a_thousand_failures_of_one_source_are_read_as_one() -> None:
    class Counted(MemoryStore):
        def __init__(self) -> None:
            super().__init__()
            self.got = 0

        def get(self, oid: Oid, kind: str | None = None) -> bytes:
            self.got += 1
            return super().get(oid, kind)

    store = Counted()
    for number in range(1000):
        now = f"2026-01-{1 + number // 60 // 24:02}T{number // 60 % 24:02}:{number % 60:02}:00Z"
        settled(store, Absence(Uri(A), "timeout" if number < 999 else "gone", f"try {number}"), now)
        store.got = 0
    got = replay(store)(asked(A))
    assert isinstance(got, Absence)
    assert (got.why, got.detail) == ("gone", "try 999")
    assert store.got == 1


def test_an_exchange_is_kept_of_what_a_server_answered_and_of_nothing_else() -> None:
    for state in STATES:
        store = recorded(state)
        met = [one.outcome for one in exchanges(store, Uri(A))]
        assert met == ([] if state in ("nothing", "failed", "supplied") else ["captured"])
    supplied = settled(MemoryStore(), served("complete", "words", supplied=True))
    assert "exchange" not in {each.kind for each in supplied.objects}


def test_a_request_that_is_answered_by_a_word_only_needs_a_page_to_be_right_about() -> None:
    one = settled(MemoryStore(), Unchanged(Uri(A), heard(304, '"1"')))
    assert isinstance(one.acquired, Absence)
    assert one.acquired.why == "unexpected_status"
    assert "never had" in one.acquired.detail


# --- any answers in any order


@given(st.lists(st.tuples(st.sampled_from(ANSWERS), st.sampled_from(["all", "text", "hash"]), heards()), max_size=7))
def test_after_any_answers_a_page_that_was_had_is_had_and_everything_named_is_there(
    said: list[tuple[str, str, Heard]],
) -> None:
    store, had = MemoryStore(), False
    for number, (kind, keep, one_heard) in enumerate(said):
        answer = answered(kind, "complete")
        if isinstance(answer, tuple):
            answer = (replace(answer[0], heard=one_heard), answer[1])
        settled(store, answer, f"2026-01-02T12:00:0{number}Z", keep)
        got = replay(store)(asked(A))
        assert isinstance(got, Source) or not had
        had = isinstance(got, Source)
    held = history(store, Uri(A))
    assert held.refused == ()
    assert sum(one.in_force for one in held.captures) == bool(held.captures)
    for name in store.ref_names():
        assert store.missing(store.refs(name)) == ()
    for made in exchanges(store, Uri(A)):
        assert made.snapshot in store.refs(source_ref(Uri(A)))


@given(fetched(), st.sampled_from(["all", "text", "hash"]))
def test_whatever_a_server_says_is_kept_so_that_it_can_be_read_again(fetched: Fetched, keep: str) -> None:
    uri = Uri("https://a.example/x")
    answer = replace(fetched, uri=uri, final_uri=uri)
    extracted = read(answer.body, answer.media_type, uri)
    assume(isinstance(extracted, Extracted))
    store, noted = MemoryStore(), []
    record = on_record(store, uri)
    one = settle(asked(uri), (answer, extracted), record, stands(store, uri, record), NOON, keep)  # type: ignore[arg-type]
    keep_all(store, one)
    assert replay(store, noted.append)(asked(uri)) == one.acquired
    assert len(tuple(exchanges(store, uri, noted.append))) == sum(each.kind == "exchange" for each in one.objects)
    assert noted == []


@given(unchanged())
def test_a_word_about_what_was_never_had_is_a_failure_whatever_comes_with_it(word: Unchanged) -> None:
    record = on_record(MemoryStore(), word.uri)
    nothing = stands(MemoryStore(), word.uri, record)
    assert failed(settle(asked(word.uri), word, record, nothing, NOON))
