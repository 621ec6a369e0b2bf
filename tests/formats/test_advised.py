"""What is advised against a failure: the words of what it is, and commands that work when they are pasted."""

from __future__ import annotations

from pathlib import Path

import pytest

from gnut.acquire.core.capture import source
from gnut.acquire.whys import KNOWN, WITHOUT_TEXT, known, remedy
from gnut.config.parse import Config
from gnut.edge.again import again
from gnut.edge.errand import Errand
from gnut.edge.live import bounds
from gnut.edge.paths import targets
from gnut.edge.terms import size, span
from gnut.edge.typed import typed
from gnut.edge.world import world
from gnut.errors import InputMissing, Usage
from gnut.formats.acquired import account, errors, failures, left, worth_knowing
from gnut.formats.addresses import server
from gnut.formats.came import NOT_HAD, Came
from gnut.formats.planned import least_seconds
from gnut.formats.remedies import Again
from gnut.formats.sizes import binary
from gnut.model import Absence, Request, Uri

ABSENCES = Path(__file__).parents[2] / "docs/absences.md"


def lost(address: str, why: str, detail: str = "so it went", **more: object) -> Came:
    uri = Uri(address)
    return Came(uri, address, "failed", Absence(uri, why, detail), **more)  # type: ignore[arg-type]


def left_out(why: str, outcome: str = "left_out") -> Came:
    return Came(Uri("https://s.example/"), "https://s.example/", outcome, left_by=why)


# --- what has no text


@pytest.mark.parametrize(
    ("detail", "said"),
    [
        ("the page served is a cookie_wall page, not the source", "cookie wall"),
        ("the page served is a script_shell page, not the source", "script shell"),
        ("the page served now holds hardly a word in much markup; the snapshot on record stays", "much markup"),
        ("nothing but frames of other pages: 2", "frames"),
        ("2 pages without a text layer", "scan"),
        ("a dynamic XFA form", "XFA"),
    ],
)
def test_a_page_in_the_place_of_a_source_is_called_what_it_is(detail: str, said: str) -> None:
    found = known("no_text", detail)
    assert found is not None
    assert said in found.sentence
    assert found != KNOWN["no_text"]
    # A row's message holds the sentence and no detail: the remedy is found by either.
    assert known("no_text", f"the source {found.sentence}") == found


def test_a_capture_says_of_a_wall_what_the_table_looks_for() -> None:
    import inspect

    assert "f\"the page served is a {snapshot.hollow or 'shell'} page, not the source\"" in inspect.getsource(source)


@pytest.mark.parametrize("why", [why for why in KNOWN if why != "no_text"])
def test_a_kind_of_its_own_needs_no_detail(why: str) -> None:
    assert known(why, "a cookie_wall page") == KNOWN[why]


def test_the_page_on_absences_has_the_words_of_each() -> None:
    told = ABSENCES.read_text(encoding="utf-8").replace("`", "")
    for one in WITHOUT_TEXT.values():
        assert f"- {one.sentence}: {' '.join(one.remedy.replace('{uri}', 'URL').split())}\n" in told


def test_a_wall_and_a_scan_are_told_apart_in_the_account() -> None:
    lines = failures(
        [
            lost("https://s.example/a", "no_text", "2 pages without a text layer"),
            lost("https://s.example/b", "no_text", "the page served is a cookie_wall page, not the source"),
        ]
    )
    assert [line.partition(":")[0] for line in lines if not line.startswith(" ")] == ["no_text (1)", "no_text (1)"]
    assert any("accept or refuse" in line for line in lines)
    assert any("with a text layer" in line for line in lines)


# --- commands that can be pasted


def test_what_was_opened_and_asked_anew_is_so_in_the_next_call() -> None:
    again = Again(("--allow-net", "127.0.0.1:8801"), refresh=True)
    one = lost("https://s.example/a", "timeout", reports=("r.md",))
    assert failures([one], again=again)[0] == (
        "timeout (1): run  gnut acquire --allow-net 127.0.0.1:8801 --refresh r.md  again"
    )


def test_refresh_is_said_once() -> None:
    said = failures([lost("https://s.example/a", "snapshot_invalid", reports=("r.md",))], again=Again(refresh=True))[0]
    assert said.count("--refresh") == 1


def test_a_copy_takes_the_place_of_an_older_capture_only_with_refresh() -> None:
    head, line = failures([lost("https://s.example/a", "login", reports=("r.md",), snapshot="b3:1")])
    assert "gnut acquire --refresh --saved https://s.example/a=FILE" in head
    assert line.endswith("so it went; the capture on record stays in force")
    assert "--refresh" not in failures([lost("https://s.example/a", "login", reports=("r.md",))])[0]


def test_an_address_that_a_shell_would_cut_is_quoted() -> None:
    said = failures([lost("https://s.example/a(b)&c", "login", reports=("r.md",))])[0]
    assert "--saved 'https://s.example/a(b)&c'=FILE" in said


def test_a_secret_in_an_address_is_in_no_command() -> None:
    assert "s3cr3t" not in "\n".join(failures([lost("https://s.example/a?token=s3cr3t-value", "timeout")]))


@pytest.mark.parametrize(
    ("address", "detail", "named"),
    [
        ("http://127.0.0.1:8801/a", "127.0.0.1 is in the special block 127.0.0.0/8", "127.0.0.1:8801"),
        ("http://[::1]/a", "::1 is outside the global range 2000::/3", "'[::1]:80'"),
        ("https://in.example/a", "an address of in.example is in the special block 10.0.0.0/8", "in.example:443"),
        ("http://s.example:22/", "port 22 is not one of a public web server", "s.example:22"),
        ("https://s.example/", "127.0.0.1 is in the special block 127.0.0.0/8", "HOST:PORT"),
    ],
)
def test_a_server_that_is_not_public_is_named_in_the_option_that_opens_it(
    address: str, detail: str, named: str
) -> None:
    said = failures([lost(address, "blocked_target", detail, reports=("r.md",))])[0]
    assert f"--allow-net {named} r.md" in said


def test_two_servers_are_left_to_the_reader() -> None:
    both = [
        lost(f"http://127.0.0.1:{port}/", "blocked_target", "127.0.0.1 is in the special block", reports=("r.md",))
        for port in (1081, 1082)
    ]
    assert "--allow-net HOST:PORT" in failures(both)[0]


def test_a_limit_that_was_lowered_is_to_blame() -> None:
    again = Again(lowered={"too_large": "--max-bytes 1k was given: raise it"})
    assert failures([lost("https://s.example/a", "too_large")], again=again)[0] == (
        "too_large (1): --max-bytes 1k was given: raise it"
    )


# --- no network at all


def test_where_no_name_resolves_the_network_is_asked_after_and_no_spelling() -> None:
    done = [lost(f"https://s{n}.example/", "dns_error") for n in range(3)]
    assert account(done, 0) == ["dns_error (3): no name resolves: is there a network?", "3 failed"]
    assert errors(done) == ["dns_error (3): no name resolves: is there a network?"]


@pytest.mark.parametrize(
    "other",
    [
        lost("https://s9.example/", "not_found"),
        Came(Uri("https://s9.example/"), "https://s9.example/", "captured"),
        Came(Uri("https://s9.example/"), "https://s9.example/", "unchanged"),
    ],
)
def test_one_answer_is_a_network(other: Came) -> None:
    done = [*(lost(f"https://s{n}.example/", "dns_error") for n in range(3)), other]
    assert any("check the spelling of the host" in line for line in account(done, 0))


def test_one_host_that_does_not_resolve_may_be_misspelled() -> None:
    done = [lost(f"https://s.example/{n}", "dns_error") for n in range(3)]
    assert any("check the spelling of the host" in line for line in account(done, 0))


# --- quiet


def test_a_quiet_call_names_each_source_that_was_not_had() -> None:
    done = [lost("https://s.example/a", "gone", "HTTP 410"), Came(Uri("u"), "u", "captured"), left_out("x")]
    assert errors([*done, left_out("--limit", "over_limit")]) == [
        "https://s.example/a  gone: HTTP 410",
        "left for another call (1): run the same again, or raise --limit",
    ]


@pytest.mark.parametrize("outcome", NOT_HAD)
def test_whatever_ends_with_1_is_said_quietly_too(outcome: str) -> None:
    absence = None if outcome == "over_limit" else Absence(Uri("u"), "gone", "d")
    assert errors([Came(Uri("u"), "u", outcome, absence)])


# --- what was left out


@pytest.mark.parametrize(
    ("why", "outcome", "said"),
    [
        ("no --include names it", "left_out", "named by no --include (1): to take them, give one more --include"),
        ("--exclude x", "left_out", "left out by --exclude x (1): to take them, run the same without that --exclude"),
        (
            ".gnutignore:3",
            "left_out",
            "left out by .gnutignore:3 (1): bring copies with  gnut acquire --saved URL=FILE",
        ),
        ("--limit", "over_limit", "left for another call (1): run the same again, or raise --limit"),
        ("max_sources", "over_limit", "run the same again, or take more than max_sources by  gnut acquire --limit N"),
    ],
)
def test_what_leaves_out_has_a_remedy_of_its_own(why: str, outcome: str, said: str) -> None:
    (line,) = left([left_out(why, outcome)])
    assert said in line


# --- addresses where a report is asked for


@pytest.mark.parametrize("word", ["http://h/x", "https://h/x?a=1", "doi:10.1000/182", "arXiv:2101.00001", "PMID:1"])
def test_an_address_that_is_given_as_a_report_is_sent_to_the_option_for_it(word: str, tmp_path: Path) -> None:
    (refusal,) = targets(world(str(tmp_path)), [word], ())
    assert isinstance(refusal, InputMissing)
    assert (str(refusal.help)).replace("'", "") == f"gnut acquire --url {word}"


def test_a_file_that_is_called_like_an_address_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "doi:1.md").write_text("x", encoding="utf-8")
    (found,) = targets(world(str(tmp_path)), ["doi:1.md"], ())
    assert not isinstance(found, InputMissing)


def test_a_password_in_such_an_address_is_not_shown(tmp_path: Path) -> None:
    (refusal,) = targets(world(str(tmp_path)), ["http://joe:s3cr3t@h/x"], ())
    assert isinstance(refusal, InputMissing)
    assert "s3cr3t" not in f"{refusal} {refusal.help}"


@pytest.mark.parametrize(
    ("word", "address"),
    [
        ("doi:10.1000/182", "https://doi.org/10.1000/182"),
        ("DOI: 10.1000/182", "https://doi.org/10.1000/182"),
        ("arXiv:2101.00001", "https://arxiv.org/abs/2101.00001"),
        ("PMID:123", "https://pubmed.ncbi.nlm.nih.gov/123/"),
    ],
)
def test_an_identifier_is_typed_as_reports_have_it(word: str, address: str) -> None:
    assert typed(word) == typed(address)


def test_an_address_without_its_scheme_is_told_how_to_have_one() -> None:
    with pytest.raises(Usage) as caught:
        typed("s.example/a")
    assert caught.value.help == "with its scheme:  --url https://s.example/a"


# --- the same rule at every call


@pytest.mark.parametrize("outcome", ["captured", "unchanged", "on_record", "reread", "changed"])
def test_a_note_of_a_snapshot_is_told_at_every_call(outcome: str) -> None:
    one = Came(Uri("https://s.example/a"), "https://s.example/a", outcome, notes=("redirected_home",))
    assert worth_knowing([one])[0].startswith("redirected_home (1): ")


def test_everything_is_what_a_verbose_account_lists() -> None:
    done = [
        Came(Uri(f"https://s.example/{outcome}"), f"https://s.example/{outcome}", outcome)
        for outcome in ("captured", "changed", "reread", "unchanged", "on_record", "left_out", "over_limit")
    ]
    told = "\n".join(account(done, 0, verbose=True))
    assert all(f"  {one.uri}" in told for one in done)


# --- how long it takes at least


def test_ports_of_one_host_share_its_pace_and_have_robots_of_their_own() -> None:
    asked = [
        Request(Uri(u), u) for u in ("http://h.example:8001/", "http://h.example:8002/", "http://h.example:8002/b")
    ]
    assert least_seconds(asked, 1.0, robots=False) == 2.0
    assert least_seconds(asked, 1.0, robots=True) == 4.0


def test_a_server_is_read_of_an_address_as_it_is_asked() -> None:
    assert server("HTTPS://Joe:pw@S.Example./a") == ("s.example", 443)
    assert server("http://[::1]:8080/") == ("::1", 8080)
    assert [server(one) for one in ("http://[", "ftp://s.example/", "s.example", "http://h:99999/")] == [None] * 4


def test_a_limit_above_the_most_is_refused_in_the_units_it_is_typed_in() -> None:
    with pytest.raises(Usage, match=r"^--max-bytes 500M: at most 64M$"):
        bounds(Config(), max_bytes=size("500M"))
    with pytest.raises(Usage, match=r"^--timeout 60: at most 30$"):
        bounds(Config(), timeout=span("1m"))


@pytest.mark.parametrize(("text", "seconds"), [("10", 10.0), ("2.5", 2.5), ("20s", 20.0), ("1m", 60.0)])
def test_a_time_limit_is_read_as_people_write_one(text: str, seconds: float) -> None:
    assert span(text) == seconds


@pytest.mark.parametrize("text", ["", "nan", "inf", "-1", "0", "0.05", "1h", "1e1", "1 m", "٣"])
def test_what_is_no_time_limit_is_refused(text: str) -> None:
    with pytest.raises(Usage, match="not a time of"):
        span(text)


def test_what_a_call_lowered_is_said_with_the_most_there_is() -> None:
    said = again(Errand(max_bytes="1k", timeout=2.0, allow_net=("h:1",), refresh=True), Config())
    assert (said.options, said.refresh) == (("--allow-net", "h:1"), True)
    assert said.lowered["too_large"].startswith("--max-bytes 1k was given: raise it (at most 16M, of a PDF 64M)")
    assert said.lowered["timeout"] == "--timeout 2 was given: raise it (at most 30 seconds)"
    assert again(Errand(), Config()).lowered == {}
    assert set(again(Errand(), Config(timeout_seconds=3, max_source_bytes=9)).lowered) == {"too_large", "timeout"}


@pytest.mark.parametrize(("count", "said"), [(64 << 20, "64M"), (500 << 10, "500k"), (1000, "1000"), (0, "0")])
def test_a_limit_is_said_as_the_option_takes_it(count: int, said: str) -> None:
    assert binary(count) == said


def test_a_remedy_of_an_unknown_kind_is_none() -> None:
    assert remedy("new_kind", "r.md", "URL") is None
