"""The process boundary: one JSON request in, one JSON answer out, and JSON too when there is none."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer

from gnut.account.contract import Engine
from gnut.account.core import parse_execution
from gnut.account.request import ERROR, FIELDS, REQUEST, RESPONSE, parse_request
from gnut.cli import mounted
from gnut.cli.checks import BESIDE_A_REQUEST
from gnut.edge.policies import authority_policy, support_policy
from gnut.edge.runs import bundle, history, log_of
from gnut.errors import GnutError
from gnut.replay import verified
from gnut_store import canon
from gnut_store.store import open_store
from tests.loopback import reply, serving

Gnut = Callable[..., Any]

ENGINE = Engine("gnut", "0.1.0", "0" * 40, "1" * 64, dirty=True, publishable=False)
REPORT = "It says “the gate shuts at nine every evening” [notes](../notes.txt). We believe that rents will rise soon.\n"
PAGE = b"<p>In May the company raised $4.2M in Series A from investors.</p>" * 3


@pytest.fixture(autouse=True)
def one_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the engine as given."""
    monkeypatch.setattr("gnut.edge.engine.engine", lambda *_: ENGINE)


@pytest.fixture
def asked(place: Path, gnut: Gnut) -> Callable[..., Any]:
    """Return a function that puts a request into a file of a repository and has it answered."""
    gnut("init")
    (place / "notes.txt").write_text("From May the gate shuts at nine every evening.\n")
    (place / "docs").mkdir()
    (place / "docs/report.md").write_text(REPORT)

    def ask(*words: str, **fields: object) -> Any:
        whole = {"schema": REQUEST, "artifact": "report.md", "snapshot_directory": "../.gnut", **fields}
        (place / "docs/request.json").write_text(json.dumps({k: v for k, v in whole.items() if v is not ...}))
        return gnut("check", "--request", "docs/request.json", *words)

    return ask


def execution(said: Any) -> Any:
    """Return the execution of an answer, read as strictly as a stored one."""
    answer = json.loads(said.out)
    assert answer["schema"] == RESPONSE
    return parse_execution(canon.encode(answer["execution"]))


def refused(said: Any) -> str:
    """Return the code of a refusal, which is one line of canonical JSON on stderr and nothing on stdout."""
    (line,) = said.err.splitlines()
    told = json.loads(line)
    assert said.out == ""
    assert set(told) == {"schema", "error", "message"}
    assert told["schema"] == ERROR
    assert canon.encode(told).decode() == line
    code: str = told["error"]
    return code


def test_a_request_is_answered_with_the_whole_run(place: Path, asked: Callable[..., Any]) -> None:
    said = asked()
    assert (said.code, said.err) == (0, "")
    made = execution(said)
    assert made.run.report.path == "docs/report.md"
    assert made.ledger.ledger.rows[0].bucket.value == "excerpt_found"
    whole = canon.decode((place / "docs/request.json").read_bytes())
    assert json.loads(said.out)["request_sha256"] == canon.sha256(canon.encode(whole))


def test_the_run_of_a_request_is_kept_and_is_the_run_of_a_check(
    place: Path, asked: Callable[..., Any], gnut: Gnut
) -> None:
    made = execution(asked())
    gnut("check", "docs/report.md")
    store = open_store(place / ".gnut")
    (only,) = history(store, log_of("docs/report.md"))
    assert store.get(only.oid) == canon.encode(made)
    assert verified(bundle(store, only.oid)) == ()


def test_a_request_may_keep_nothing(place: Path, asked: Callable[..., Any]) -> None:
    before = sorted(path for path in (place / ".gnut").rglob("*") if path.is_file())
    assert asked("--no-record").code == 0
    assert sorted(path for path in (place / ".gnut").rglob("*") if path.is_file()) == before


def test_an_exit_code_of_nought_says_that_the_run_was_completed_and_no_more(
    place: Path, asked: Callable[..., Any]
) -> None:
    (place / "docs/report.md").write_text("It says “the gate never shuts” [notes](../notes.txt).\n")
    said = asked()
    assert said.code == 0
    assert execution(said).ledger.ledger.outcome.value == "failed"


def test_a_request_on_standard_input_counts_paths_from_the_current_folder(
    gnut: Gnut, asked: Callable[..., Any]
) -> None:
    asked()
    request = {"schema": REQUEST, "artifact": "docs/report.md", "snapshot_directory": "."}
    said = gnut("check", "--request", "-", stdin=json.dumps(request).encode())
    assert execution(said).run.report.path == "docs/report.md"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"authority_declaration": {"c1": {}}}, "unknown_field"),
        ({"Artifact": "report.md"}, "unknown_field"),
        ({"sha256": "0" * 64}, "unknown_field"),
        ({"schema": "groundnut-canonical-request/v2"}, "unknown_schema"),
        ({"schema": ...}, "missing_field"),
        ({"schema": 1}, "wrong_type"),
        ({"artifact": ...}, "missing_field"),
        ({"artifact": "  "}, "missing_field"),
        ({"artifact": ["report.md"]}, "wrong_type"),
        ({"snapshot_directory": ...}, "missing_field"),
        ({"publication_grade": "true"}, "wrong_type"),
        ({"publication_grade": 1}, "wrong_type"),
        ({"publication_grade": None}, "wrong_type"),
        ({"publication_grade": True}, "engine_dirty"),
        ({"arena_profile": 1}, "wrong_type"),
        ({"arena_profile": ""}, "wrong_type"),
        ({"arena_artifact": "report.md"}, "arena_profile_required"),
        ({"arena_artifact": "report.md", "arena_profile": False}, "arena_profile_required"),
        ({"arena_artifact": 3, "arena_profile": True}, "wrong_type"),
        ({"arena_artifact": "report.pdf", "arena_profile": True}, "input_missing"),
        ({"acquisition_mode": "replay"}, "unknown_mode"),
        ({"acquisition_mode": ["refresh"]}, "wrong_type"),
        ({"acquisition_mode": "refresh"}, "mode_needs_live_resolver"),
        ({"acquisition_mode": "snapshot_preferred"}, "mode_needs_live_resolver"),
        ({"authority_declarations": []}, "wrong_type"),
        ({"authority_declarations": {"c1": {"kind": "nope"}}}, "declaration_kind_invalid"),
        ({"support_policy": 1}, "wrong_type"),
        ({"support_policy": {"schema": "x"}}, "policy_schema_unsupported"),
        ({"support_policy": "nowhere.json"}, "input_missing"),
        ({"authority_policy": {"schema": "x"}}, "policy_schema_unsupported"),
        ({"domain": {"schema": "x"}}, "unknown_schema"),
        ({"domain": "nowhere.json"}, "input_missing"),
        ({"artifact_profile": {"key": ""}}, "invalid_profile"),
        ({"artifact_profile": []}, "wrong_type"),
        ({"artifact": "nowhere.md"}, "input_missing"),
        ({"artifact": "."}, "input_missing"),
        ({"artifact": "../../report.md"}, "path_outside"),
        ({"artifact": "/etc/passwd"}, "path_outside"),
        ({"artifact": "a\0b"}, "path_outside"),
        ({"support_policy": "../../policy.json"}, "path_outside"),
        ({"snapshot_directory": "../../.."}, "path_outside"),
        ({"snapshot_directory": "nowhere"}, "no_store"),
        ({"snapshot_directory": "."}, "no_store"),
    ],
    ids=lambda value: json.dumps(value, default=repr) if isinstance(value, dict) else value,
)
def test_a_request_that_cannot_be_taken_is_refused_with_a_code(
    asked: Callable[..., Any], fields: dict[str, object], code: str
) -> None:
    said = asked(**fields)
    assert said.code == 2
    assert refused(said) == code


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        (b"", ""),
        (b"[]", "/"),
        (b'{"schema":"a","schema":"b"}', "/schema"),
        (b'{"support_policy":{"min_confidence":0.5}}', "/support_policy/min_confidence"),
        (b'{"publication_grade":NaN}', "/publication_grade"),
        (b'{"artifact":"\\ud800"}', "/artifact"),
        (b'\xef\xbb\xbf{"schema":"a"}', ""),
        (b'{"a~/b":1}', "/a~0~1b"),
        (b"[" * 100_000, "/0"),
    ],
    ids=range(9),
)
def test_what_is_no_strict_json_object_is_refused_with_the_pointer(gnut: Gnut, body: bytes, pointer: str) -> None:
    said = gnut("check", "--request", "-", stdin=body)
    assert said.code == 2
    refused(said)
    assert json.loads(said.err)["message"].startswith(pointer)


def test_no_link_leads_out_of_the_repository(place: Path, asked: Callable[..., Any]) -> None:
    (place.parent / "secret.md").write_text(REPORT)
    (place / "docs/link.md").symlink_to(place.parent / "secret.md")
    assert refused(asked(artifact="link.md")) == "path_outside"


def test_a_linked_report_goes_by_the_name_that_check_knows_it_by(
    place: Path, asked: Callable[..., Any], gnut: Gnut
) -> None:
    (place / "docs/link.md").symlink_to("report.md")
    made = execution(asked(artifact="link.md"))
    assert made.run.report.path == "docs/link.md"
    gnut("check", "docs/link.md")
    (only,) = history(open_store(place / ".gnut"), log_of("docs/link.md"))
    assert open_store(place / ".gnut").get(only.oid) == canon.encode(made)


@pytest.mark.parametrize("name", [".env", ".ENV.local", ".git/config", "docs/.netrc", ".ssh/id", ".gnut/config"])
@pytest.mark.parametrize("field", ["artifact", "support_policy", "domain", "artifact_profile", "arena_artifact"])
@pytest.mark.parametrize("linked", [True, False])
def test_a_request_names_no_file_that_holds_secrets(
    place: Path, asked: Callable[..., Any], name: str, field: str, linked: bool
) -> None:
    (place / name).parent.mkdir(exist_ok=True)
    (place / name).write_text('{"token":"SECRET"}')
    if linked:
        (place / "docs/plain.md").symlink_to(place / name)
    more = {"arena_profile": True} if field == "arena_artifact" else {}
    said = asked(**{field: "plain.md" if linked else f"../{name}"}, **more)
    assert said.code == (4 if name == ".gnut/config" else 2)
    assert "SECRET" not in said.err
    if name != ".gnut/config":  # Which is damaged now, and that is said first.
        assert refused(said) == "path_hidden"


@pytest.mark.parametrize("kind", ["link", "folder"])
def test_nothing_is_written_into_a_snapshot_directory_that_is_no_store(
    place: Path, asked: Callable[..., Any], kind: str
) -> None:
    other = place / "other"
    other.mkdir()
    (other / "format").write_text("something else\n")
    if kind == "link":
        (place / "docs/.gnut").symlink_to(other)
    before = sorted(other.rglob("*"))
    said = asked(snapshot_directory=".gnut" if kind == "link" else "../other")
    assert said.code != 0
    assert sorted(other.rglob("*")) == before


def test_policies_profiles_and_domains_are_named_by_key_by_file_or_in_place(
    place: Path, asked: Callable[..., Any]
) -> None:
    exact = canon.encode(support_policy("exact"))
    (place / "docs/exact.json").write_bytes(exact)
    made = [
        canon.encode(execution(asked("--no-record", support_policy=chosen, authority_policy=other)))
        for chosen, other in (
            ("exact", "default"),
            ("exact.json", "default"),
            (json.loads(exact), json.loads(canon.encode(authority_policy("default")))),
        )
    ]
    assert len(set(made)) == 1
    assert b'"adapter":"groundnut.exact"' in made[0]


def test_a_detector_that_no_run_admits_is_refused(asked: Callable[..., Any]) -> None:
    other = {**json.loads(canon.encode(support_policy("exact"))), "key": "elsewhere"}
    other["detector"]["adapter"] = "somewhere.else"
    assert refused(asked(support_policy=other)) == "detector_not_admitted"


def test_the_arena_may_be_given_another_rendering(place: Path, asked: Callable[..., Any]) -> None:
    (place / "docs/page.html").write_text("<p>We believe that the harbour will close next year.</p>")
    own = execution(asked(arena_profile=True)).run.arena_emission
    other = execution(asked(arena_profile=True, arena_artifact="page.html")).run.arena_emission
    assert own is not None
    assert other is not None
    assert (own.kind, other.kind) == ("markdown", "rendered_html")
    assert refused(asked(arena_profile=True, arena_artifact="request.json")) == "unsupported_artifact"


def test_declarations_are_bound(asked: Callable[..., Any]) -> None:
    declared = {
        "kind": "independent_primary",
        "basis": "human_adjudication",
        "assigned_by": "an editor",
        "note": "the log itself",
        "source_uri": "../notes.txt",
    }
    made = execution(asked(authority_declarations={"c1": declared}))
    assert made.run.evidence.summary.authority_kind_counts["independent_primary"] == 1


def test_a_damaged_store_is_said_beside_the_answer(place: Path, asked: Callable[..., Any], gnut: Gnut) -> None:
    (place / "page.html").write_bytes(PAGE)
    gnut("acquire", "--saved", "https://books.example/a=page.html")
    (place / "docs/report.md").write_text('It says "raised $4.2M" [a](https://books.example/a).\n')
    (pack,) = (place / ".gnut/packs").iterdir()
    body = bytearray(pack.read_bytes())
    body[len(body) // 3] ^= 0xFF
    pack.chmod(0o644)
    pack.write_bytes(bytes(body))
    said = asked()
    assert said.code == 4
    assert execution(said).run.acquisitions[0].strategy == "snapshot_invalid"
    assert json.loads(said.err.splitlines()[0])["schema"] == ERROR


def test_a_bug_is_json_too(asked: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr("gnut.run.run", broken)
    said = asked()
    assert said.code == 3
    assert refused(said) == "internal_error"


OTHER_TERMS = (
    *("--policy strict", "--allow ambiguous", "--profile report", "--support exact", "--authority a.json", "--arena"),
    *("--publication", "--acquire", "--allow-empty", "--no-cache", "--output-format json", "--color never", "-q"),
    *("--verbose", "--allow-net 127.0.0.1:80", "--staged"),
)


@pytest.mark.parametrize(
    "words",
    [
        *(["--request", "q.json", *more.split()] for more in OTHER_TERMS),
        ["--allow-live"],
        ["--request", "q.json", "report.md"],
        ["--allow-live", "report.md"],
    ],
    ids=" ".join,
)
def test_a_line_that_mixes_two_ways_of_checking_is_refused(gnut: Gnut, words: list[str]) -> None:
    said = gnut("check", *words)
    assert said.code == 2
    assert said.out == ""
    assert "q.json" not in said.err  # The request was not even looked for.


def test_every_option_counts_beside_a_request_or_is_refused() -> None:
    check = typer.main.get_command(mounted("check")).commands["check"]  # type: ignore[attr-defined]
    refused = {words.split()[0] for words in OTHER_TERMS}
    for one in check.params:
        if one.name not in BESIDE_A_REQUEST | {"help"}:
            assert refused & set(one.opts), one.name


@pytest.mark.loopback
def test_a_refresh_that_fails_uses_no_old_text(place: Path, asked: Callable[..., Any], gnut: Gnut) -> None:
    with serving() as web:
        net = ["--allow-net", f"127.0.0.1:{web.port}"]
        web.pages["/a"] = reply(PAGE)
        (place / "docs/report.md").write_text(f'It says "raised $4.2M in Series A" [a]({web.url("/a")}).\n')
        live = ["--allow-live", *net]
        first = execution(asked(*live, acquisition_mode="snapshot_preferred")).run.acquisitions[0]
        assert (first.strategy, first.live_attempted, first.result.ok) == ("live_archived", True, True)
        again = execution(asked(*live, acquisition_mode="snapshot_preferred")).run.acquisitions[0]
        assert (again.strategy, again.live_attempted, again.snapshot) == ("snapshot", False, first.snapshot)
        del web.pages["/a"]
        failed = execution(asked(*live, acquisition_mode="refresh")).run.acquisitions[0]
        assert (failed.strategy, failed.result.ok, failed.result.failure) == ("live_failed", False, "not_found")
    replayed = execution(asked()).run.acquisitions[0]
    assert (replayed.strategy, replayed.result.source_sha256) == ("snapshot", first.result.source_sha256)


def test_every_field_of_the_request_is_known_to_the_reader() -> None:
    whole = {
        "schema": REQUEST,
        "artifact": "r.md",
        "snapshot_directory": ".gnut",
        "domain": "general",
        "support_policy": "none",
        "authority_policy": "default",
        "acquisition_mode": "replay_only",
        "artifact_profile": None,
        "authority_declarations": None,
        "arena_profile": True,
        "arena_artifact": None,
        "publication_grade": False,
    }
    assert set(whole) == FIELDS
    wish = parse_request(canon.encode(whole))
    assert (wish.arena_profile, wish.authority_declarations) == ("default", {})
    for name in whole:
        with pytest.raises(GnutError):
            parse_request(canon.encode({**whole, name + "s": 1}))
