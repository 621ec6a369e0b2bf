"""Lists of signers and of revoked keys: gnut and ssh-keygen come to the same, line by line."""

from __future__ import annotations

import time
from datetime import datetime
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.edge.keys import crypto
from gnut.edge.keys.choice import local
from gnut.errors import BadSignature
from gnut.sign.contract import Trust
from gnut.sign.core import Found, Run, judged, sign
from gnut.sign.core.moments import listed, shown, utc, written
from gnut.sign.core.publickeys import key_of
from gnut.sign.core.signers import MOST, fits, revoked, signers
from tests.sign import forge
from tests.sign.conftest import Keygen

ANA, EVE = forge.ed25519("ana"), forge.ed25519("eve")
A, E = forge.line(ANA), forge.line(EVE)
BODY = forge.told()
TEXT = forge.armor(forge.sshsig(ANA, BODY))
RUN = Run(forge.run(), forge.RUN, forge.run().run.report.sha256)
NOON = "20260102120000Z"
WHO = "ana@example.org"


def outcome(allowed: bytes, who: str | None, at: str, gone: bytes = b"") -> str:
    """Return what gnut says of the one signature under a list of signers."""
    made = sign(BODY, key_of(forge.blob(ANA)), "sshsig", lambda body: TEXT)
    trust = Trust(signers(allowed, local), revoked(gone), who, listed(at, local), 0)
    return judged(Found("b3:" + "0" * 64, made, BODY), RUN, trust, crypto.holds).outcome  # type: ignore[arg-type]


class Row(NamedTuple):
    """A list of signers, and whether it lets Ana's signature stand."""

    text: str | bytes
    good: bool
    who: str = WHO
    at: str = NOON


TABLE: dict[str, Row] = {
    "plain": Row(f"{WHO} {A}", True),
    "comment behind": Row(f"{WHO} {A} ana at work", True),
    "carriage return": Row(f"{WHO} {A}\r\n", True),
    "carriage return behind a comment": Row(f"{WHO} {A} ana\r\n", True),
    "blanks in front": Row(f" \t {WHO} {A}\n", True),
    "tabs between": Row(f"{WHO}\t{A}".replace(" ", "\t"), True),
    "a carriage return in front": Row(f"\r{WHO} {A}", False),
    "blank lines with carriage returns": Row(f"\r\n \t\r\n{WHO} {A}\r\n", True),
    "nobody": Row(f'"" {A}', False),
    "nobody wanted": Row(f'"" {A}', False, ""),
    "several blanks": Row(f"{WHO}   {A}".replace("ssh-ed25519 ", "ssh-ed25519   "), True),
    "comment lines and blank lines": Row(f"# signers\n\n   # more\n\t\n{WHO} {A}\n", True),
    "commented out": Row(f"#{WHO} {A}", False),
    "nothing": Row("", False),
    "only a comment": Row("# nobody", False),
    "another key": Row(f"{WHO} {E}", False),
    "another name": Row(f"eve@example.org {A}", False),
    "second line": Row(f"eve@example.org {E}\n{WHO} {A}", True),
    "a broken line before": Row(f"{WHO} rubbish\n{WHO} {A}", True),
    "a broken line behind": Row(f"{WHO} {A}\n{WHO} rubbish", True),
    "only a name": Row(WHO, False),
    "only a name and a blank": Row(f"{WHO} ", False),
    "no name": Row(A, False),
    "no name, with the kind as name": Row(A, False, "ssh-ed25519"),
    "case counts": Row(f"Ana@example.org {A}", False),
    "two names": Row(f"bob@example.org,{WHO} {A}", True),
    "two names with a blank": Row(f"bob@example.org, {WHO} {A}", False),
    "any name": Row(f"* {A}", True),
    "any at the domain": Row(f"*@example.org {A}", True),
    "any at another domain": Row(f"*@example.com {A}", False),
    "any at a longer domain": Row(f"*@example.org {A}", False, "ana@example.org.evil"),
    "star in the middle": Row(f"a*@*.org {A}", True),
    "stars": Row(f"**a**@** {A}", True),
    "question marks": Row(f"???@example.org {A}", True),
    "too many question marks": Row(f"????@example.org {A}", False),
    "star and question mark": Row(f"*?@example.org {A}", True),
    "question mark for nothing": Row(f"ana?@example.org {A}", False),
    "negated": Row(f"*,!{WHO} {A}", False),
    "negated first": Row(f"!{WHO},* {A}", False),
    "negated another": Row(f"*,!eve@* {A}", True),
    "only negated": Row(f"!eve@example.org {A}", False),
    "negated twice": Row(f"!!{WHO},* {A}", True),
    "empty pattern": Row(f",{WHO} {A}", True),
    "comma behind": Row(f"{WHO}, {A}", True),
    "empty name asked for": Row(f",x {A}", True, ""),
    "brackets are letters": Row(f"[a]na@example.org {A}", False),
    "a long pattern": Row(f"{'x' * 1023},{WHO} {A}", False),
    "a long pattern behind": Row(f"{WHO},{'x' * 1023} {A}", False),
    "a pattern that is just short enough": Row(f"{'x' * 1022},{WHO} {A}", True),
    "quoted name": Row(f'"{WHO}" {A}', True),
    "quoted name with a blank": Row(f'"ana of example" {A}', True, "ana of example"),
    "quoted in part": Row(f'ana"@example".org {A}', False),
    "quoted at its end": Row(f'ana@"example.org" {A}', True),
    "quotation mark not closed": Row(f'"{WHO} {A}', False),
    "quoted and stuck to the key": Row(f'"{WHO}"{A}', True),
    "Greek name": Row(f"άννα@example.org {A}", True, "άννα@example.org"),
    "Chinese name, a byte a question mark": Row(f"??????@example.org {A}", True, "安娜@example.org"),
    "Chinese name, a letter a question mark": Row(f"??@example.org {A}", False, "安娜@example.org"),
    "Arabic name": Row(f"آنا@example.org {A}", True, "آنا@example.org"),
    "composed is not decomposed": Row(f"\u00e1na@x {A}", False, "a\u0301na@x"),
    "name that is no UTF-8": Row(b"\xff\xfe,ana@example.org " + A.encode(), True),
    "namespace": Row(f'{WHO} namespaces="receipt@gnut" {A}', True),
    "namespaces": Row(f'{WHO} namespaces="git,receipt@gnut" {A}', True),
    "namespace with star": Row(f'{WHO} namespaces="receipt@*" {A}', True),
    "namespace with negation": Row(f'{WHO} namespaces="*,!receipt@gnut" {A}', False),
    "other namespace": Row(f'{WHO} namespaces="git" {A}', False),
    "empty namespace": Row(f'{WHO} namespaces="" {A}', False),
    "namespace in capitals": Row(f'{WHO} namespaces="RECEIPT@GNUT" {A}', False),
    "option in capitals": Row(f'{WHO} NameSpaces="receipt@gnut" {A}', True),
    "namespace not quoted": Row(f"{WHO} namespaces=receipt@gnut {A}", False),
    "namespace twice": Row(f'{WHO} namespaces="git",namespaces="receipt@gnut" {A}', False),
    "namespace with a blank inside": Row(f'{WHO} namespaces="git, receipt@gnut" {A}', False),
    "namespace with an escaped quote": Row(f'{WHO} namespaces="a\\"b,receipt@gnut" {A}', True),
    "namespace with a backslash": Row(f'{WHO} namespaces="a\\b,receipt@gnut" {A}', True),
    "option not closed": Row(f'{WHO} namespaces="receipt@gnut {A}', False),
    "option without value": Row(f"{WHO} namespaces {A}", False),
    "unknown option": Row(f"{WHO} no-touch-required {A}", False),
    "unknown option with value": Row(f'{WHO} from="10.0.0.1" {A}', False),
    "comma before the options": Row(f'{WHO} ,namespaces="receipt@gnut" {A}', True),
    "two commas": Row(f'{WHO} namespaces="receipt@gnut",,valid-after="20200101" {A}', True),
    "comma behind the options": Row(f'{WHO} namespaces="receipt@gnut", {A}', False),
    "options stuck together": Row(f'{WHO} namespaces="receipt@gnut"valid-after="20200101" {A}', False),
    "options parted by a blank": Row(f'{WHO} namespaces="receipt@gnut" valid-after="20200101" {A}', False),
    "options behind the key": Row(f'{WHO} {A} namespaces="git"', True),
    "cert-authority": Row(f"{WHO} cert-authority {A}", False),
    "cert-authority in capitals": Row(f"{WHO} CERT-AUTHORITY {A}", False),
    "cert-authority and more": Row(f'{WHO} cert-authority,namespaces="receipt@gnut" {A}', False),
    "cert-authority with a tail": Row(f"{WHO} cert-authorityx {A}", False),
    "valid after a day": Row(f'{WHO} valid-after="20260102Z" {A}', True),
    "valid after the next day": Row(f'{WHO} valid-after="20260103Z" {A}', False),
    "valid after the very second": Row(f'{WHO} valid-after="20260102120000Z" {A}', True),
    "valid after the next second": Row(f'{WHO} valid-after="20260102120001Z" {A}', False),
    "valid before the very second": Row(f'{WHO} valid-before="20260102120000Z" {A}', True),
    "valid before the last second": Row(f'{WHO} valid-before="20260102115959Z" {A}', False),
    "valid before a day": Row(f'{WHO} valid-before="20260102Z" {A}', False),
    "valid to the minute": Row(f'{WHO} valid-before="202601021200Z" {A}', True),
    "valid in between": Row(f'{WHO} valid-after="20260101Z",valid-before="20260103Z" {A}', True),
    "valid never": Row(f'{WHO} valid-after="20260103Z",valid-before="20260101Z" {A}', False),
    "valid for a moment that is none": Row(f'{WHO} valid-after="20260102Z",valid-before="20260102Z" {A}', False),
    "lower-case z": Row(f'{WHO} valid-before="20260103z" {A}', True),
    "UTC": Row(f'{WHO} valid-before="20260103UTC" {A}', True),
    "utc": Row(f'{WHO} valid-before="20260103utc" {A}', True),
    "a month 13": Row(f'{WHO} valid-before="20271301Z" {A}', False),
    "a month 0": Row(f'{WHO} valid-before="20270001Z" {A}', False),
    "a day 0": Row(f'{WHO} valid-before="20270100Z" {A}', False),
    "a day 32": Row(f'{WHO} valid-before="20270132Z" {A}', False),
    "30 February": Row(f'{WHO} valid-after="20250230Z" {A}', True),
    "30 February is 2 March": Row(f'{WHO} valid-after="20260230Z" {A}', False, at="20260301120000Z"),
    "30 February is not 3 March": Row(f'{WHO} valid-after="20260230Z" {A}', True, at="20260302000000Z"),
    "an hour 24": Row(f'{WHO} valid-before="202701012400Z" {A}', False),
    "a minute 60": Row(f'{WHO} valid-before="202701012360Z" {A}', False),
    "a second 60": Row(f'{WHO} valid-before="20260102115960Z" {A}', True),
    "before 1970": Row(f'{WHO} valid-after="19691231Z" {A}', False),
    "1970 begins": Row(f'{WHO} valid-after="19700101Z" {A}', False),
    "a second later": Row(f'{WHO} valid-after="19700101000001Z" {A}', True),
    "no date": Row(f'{WHO} valid-before="tomorrow" {A}', False),
    "a date with hyphens": Row(f'{WHO} valid-before="2027-01-01Z" {A}', False),
    "ten digits": Row(f'{WHO} valid-before="2027010112Z" {A}', False),
    "an offset": Row(f'{WHO} valid-before="20270101+0100" {A}', False),
    "no date at all": Row(f'{WHO} valid-before="" {A}', False),
    "Arabic digits": Row(f'{WHO} valid-before="٢٠٢٧٠١٠١Z" {A}', False),
    "valid-before twice": Row(f'{WHO} valid-before="20270101",valid-before="20270102" {A}', False),
    "the first line that lets it stand": Row(
        f'{WHO} valid-before="20200101" {A}\n{WHO} namespaces="git" {A}\n{WHO} {A}', True
    ),
    "another label on the key": Row(f"{WHO} {A.replace('ssh-ed25519', 'ssh-rsa', 1)}", False),
    "a label that is none": Row(f"{WHO} {A.replace('ssh-ed25519', 'ed25519', 1)}", False),
    "a certificate": Row(f"{WHO} {A.replace('ssh-ed25519', 'ssh-ed25519-cert-v01@openssh.com', 1)}", False),
    "base64 cut": Row(f"{WHO} {A[:-1]}", False),
    "base64 padded": Row(f"{WHO} {A}=", False),
    "base64 with a byte behind the key": Row(f"{WHO} {A}AAAA", False),
    "base64 with a sign that is none": Row(f"{WHO} {A[:-4]}****", False),
    "base64 in two": Row(f"{WHO} {A[:-10]} {A[-10:]}", False),
    "vertical tab inside the key": Row(f"{WHO} {A[:-10]}\v{A[-10:]}", True),
    "no-break space inside the key": Row(f"{WHO} {A[:-10]}\u00a0{A[-10:]}", False),
    "no-break space behind the name": Row(f"{WHO}\u00a0{A}", False),
    "form feed behind the name": Row(f"{WHO}\f{A}", False),
    "next line sign is no line end": Row(f"x\u0085{WHO} {A}", False),
    "line separator is no line end": Row(f"x\u2028{WHO} {A}", False),
    "carriage return alone is no line end": Row(f"x\r{WHO} {A}", False),
    "byte order mark": Row(f"\ufeff{WHO} {A}", False),
    "last line without end": Row(f"# x\n{WHO} {A}", True),
}


@pytest.mark.parametrize("name", TABLE)
def test_a_list_says_what_ssh_keygen_says(name: str, keygen: Keygen) -> None:
    row = TABLE[name]
    body = row.text if isinstance(row.text, bytes) else row.text.encode()
    answer = keygen.verify(body, TEXT, BODY, who=row.who, at=row.at)
    assert answer.good is row.good, answer.said
    assert (outcome(body, row.who, row.at) == "good") is row.good


@pytest.mark.parametrize("algorithm", ["rsa-sha2-256", "rsa-sha2-512", "ssh-rsa"])
def test_the_names_of_rsas_algorithms_stand_for_its_keys(
    algorithm: str, keys: dict[str, object], keygen: Keygen
) -> None:
    line = forge.line(keys["ssh-rsa"]).replace("ssh-rsa", algorithm, 1)
    text = forge.armor(forge.sshsig(keys["ssh-rsa"], BODY))
    assert keygen.verify(f"{WHO} {line}", text, BODY).good
    assert len(signers(f"{WHO} {line}".encode(), local).lines) == 1


ZONES = {"UTC": "UTC0", "east": "XST-05:30", "west": "XST+08", "far east": "XST-14"}


@pytest.mark.parametrize("zone", ZONES)
def test_a_moment_without_z_is_local_time(zone: str, keygen: Keygen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", ZONES[zone])
    time.tzset()
    try:
        body = f'{WHO} valid-after="20260102120000" {A}'.encode()
        for hour in (1, 3, 7, 13, 19, 21):
            for day in (1, 2, 3):
                at = f"202601{day:02}{hour:02}0000Z"
                answer = keygen.verify(body, TEXT, BODY, at=at, zone=ZONES[zone])
                assert (outcome(body, WHO, at) == "good") is answer.good, at
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_bad_line_is_named_and_costs_no_other() -> None:
    body = f'{WHO} rubbish\n\n# x\nbob@x cert-authority {E}\neve namespaces="a {E}\n{WHO} {A}\nx {A}\0\n'.encode()
    made = signers(body, local)
    assert [(one.line, one.authority) for one in made.lines] == [(4, True), (6, False)]
    assert [one.line for one in made.bad] == [1, 5, 7]
    assert all(one.why for one in made.bad)


UNSUPPORTED = {
    "certificate": "ssh-ed25519-cert-v01@openssh.com AAAA",
    "kind": "ssh-dss AAAAB3NzaC1kc3M=",
    "kind to come": "ssh-mldsa65 AAAA",
}


@pytest.mark.parametrize("name", UNSUPPORTED)
def test_a_key_of_a_kind_that_is_not_supported_is_named_as_such(name: str) -> None:
    made = signers(f"{WHO} {UNSUPPORTED[name]}\n{WHO} {UNSUPPORTED[name]} comment".encode(), local)
    assert made.lines == ()
    assert all("not supported" in one.why for one in made.bad)


@pytest.mark.parametrize("who", [None, WHO])
def test_without_a_name_anybody_on_the_list_may_have_signed(who: str | None) -> None:
    assert outcome(f"{WHO} {A}".encode(), who, NOON) == "good"
    assert outcome(f"eve@example.org {A}".encode(), who, NOON) == ("unknown_signer" if who else "good")


@pytest.mark.parametrize(
    ("options", "outcome_", "at"),
    [
        ('valid-before="20200101Z" ', "expired", NOON),
        ('valid-after="20270101Z" ', "not_yet_valid", NOON),
        ('namespaces="git" ', "unknown_signer", NOON),
        ("cert-authority ", "unknown_signer", NOON),
        ("", "good", NOON),
    ],
)
def test_why_a_line_does_not_count_is_told_apart(options: str, outcome_: str, at: str) -> None:
    assert outcome(f"{WHO} {options}{A}".encode(), WHO, at) == outcome_


GONE = {
    "the key": (f"{A}\n", False),
    "with a comment": (f"# gone\n\n{A} lost in a taxi\n", False),
    "another key": (f"{E}\n", True),
    "second of two": (f"{E}\n{A}\n", False),
    "nothing": ("", True),
    "comments": ("# nobody yet\n", True),
    "in front, blanks": (f"  \t{A}", False),
    "carriage return": (f"{A}\r\n", False),
}


@pytest.mark.parametrize("name", GONE)
def test_a_revoked_key_is_revoked_as_with_ssh_keygen(name: str, keygen: Keygen) -> None:
    text, good = GONE[name]
    allowed = f"{WHO} {A}".encode()
    assert keygen.verify(allowed, TEXT, BODY, revoked=text.encode()).good is good
    assert outcome(allowed, WHO, NOON, text.encode()) == ("good" if good else "revoked")


@pytest.mark.parametrize("text", ["rubbish\n", f"{A[:-3]}\n", f"ana@example.org {A}\n", "ssh-ed25519\n"])
def test_a_list_of_revoked_keys_that_cannot_be_read_lets_nothing_pass(text: str, keygen: Keygen) -> None:
    assert not keygen.verify(f"{WHO} {A}", TEXT, BODY, revoked=text.encode()).good
    with pytest.raises(BadSignature, match="line 2") as refused:
        revoked(b"# x\n" + text.encode())
    assert refused.value.code == "bad_line"


def test_a_binary_revocation_list_is_refused_by_name(keygen: Keygen) -> None:
    keygen.key("k", "-t", "ed25519")
    assert keygen.run("-k", "-f", "krl", "k.pub").returncode == 0
    with pytest.raises(BadSignature, match="binary") as refused:
        revoked((keygen.folder / "krl").read_bytes())
    assert refused.value.code == "krl"


def test_keys_that_sign_nothing_here_are_passed_over_among_revoked_ones() -> None:
    assert revoked(f"ssh-dss AAAAB3NzaC1kc3M=\n{A}\n".encode())[0].blob == forge.blob(ANA)


@pytest.mark.parametrize("body", [b"x" * (MOST + 1), b"\n" * 10_001])
def test_a_list_without_end_is_refused(body: bytes) -> None:
    for read in (lambda: signers(body, local), lambda: revoked(body)):
        with pytest.raises(BadSignature) as refused:
            read()
        assert refused.value.code == "list_too_long"


@pytest.mark.parametrize("pattern", ["*a" * 500, "?a" * 500, "*?" * 500, ",".join(["*a*b*c*d?"] * 9000), "!" * 100_000])
def test_patterns_take_no_time_to_speak_of(pattern: str) -> None:
    before = time.process_time()
    fits("a" * 4096, pattern[: MOST // 8])
    assert time.process_time() - before < 2


def reference(name: bytes, pattern: bytes) -> bool:
    """Return what the definition of a pattern says, tried in every way."""
    if not pattern:
        return not name
    if pattern[:1] == b"*":
        return any(reference(name[at:], pattern[1:]) for at in range(len(name) + 1))
    return bool(name) and pattern[:1] in (b"?", name[:1]) and reference(name[1:], pattern[1:])


@given(st.text("ab@", max_size=8), st.text("ab@*?", max_size=8))
def test_one_pattern_fits_what_its_definition_says(name: str, pattern: str) -> None:
    assert fits(name, pattern) is (bool(pattern) and reference(name.encode(), pattern.encode()))


MOMENTS = {
    "20260102": "2026-01-02T00:00:00Z",
    "202601021530": "2026-01-02T15:30:00Z",
    "20260102153059": "2026-01-02T15:30:59Z",
    "99980102": "9998-01-02T00:00:00Z",
}


@pytest.mark.parametrize("text", MOMENTS)
def test_a_moment_is_shown_as_it_was_meant(text: str) -> None:
    seconds = listed(f"{text}Z", utc)
    assert seconds is not None
    assert shown(seconds) == MOMENTS[text]
    assert written(MOMENTS[text]) == seconds
    assert listed(text, utc) == seconds


NO_MOMENTS = (
    *("", "2026-01-02", "2026-01-02T03:04:05", "2026-01-02T03:04:05+00:00", "2026-02-30T03:04:05Z"),
    *("2026-01-02T24:00:00Z", "2026-01-02T03:04:05.5Z", "2026-01-02t03:04:05z", "2026-01-02T03:04:05Z\n"),
    *("1970-01-01T00:00:00Z", "٢٠٢٦-01-02T03:04:05Z"),
)


@pytest.mark.parametrize("text", NO_MOMENTS)
def test_only_one_spelling_of_a_moment_stands_in_a_statement(text: str) -> None:
    assert written(text) is None


def test_a_moment_before_clocks_were_changed_is_local_time_of_that_day() -> None:
    assert local(datetime(1, 1, 1)) <= 0
