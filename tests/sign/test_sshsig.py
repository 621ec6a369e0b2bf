"""SSH signatures: what ssh-keygen writes is read, what it reads is written, and each wrong field is named."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from hypothesis import given
from hypothesis import strategies as st

from gnut.edge.keys import crypto
from gnut.errors import BadSignature
from gnut.sign.contract import REASONS
from gnut.sign.core.publickeys import fingerprint, key_of, key_on, line_of
from gnut.sign.core.sshsig import MOST, armored, blob_of, message, signed_by, sshsig_of, unarmored
from tests.sign import forge
from tests.sign.conftest import Keygen

BODY = b"the very bytes"
KINDS = ["ssh-ed25519", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521", "ssh-rsa"]
PRIVATE = {
    "ssh-ed25519": ("-t", "ed25519"),
    "ecdsa-sha2-nistp256": ("-t", "ecdsa", "-b", "256"),
    "ecdsa-sha2-nistp384": ("-t", "ecdsa", "-b", "384"),
    "ecdsa-sha2-nistp521": ("-t", "ecdsa", "-b", "521"),
    "ssh-rsa": ("-t", "rsa", "-b", "2048"),
}


def holds(text: str, body: bytes = BODY) -> bool:
    """Return whether an armored signature holds, as gnut sees it."""
    made = sshsig_of(unarmored(text))
    return crypto.holds(made.key, made.signature.algorithm, made.signature.octets, signed_by(made, body))


def refusal(blob: bytes) -> str:
    """Return the reason for which a blob is refused; `mismatch` when its key did not sign."""
    try:
        return "good" if holds(forge.armor(blob)) else "mismatch"
    except BadSignature as error:
        return error.code


@pytest.mark.parametrize("kind", KINDS)
def test_what_ssh_keygen_signs_holds(kind: str, keygen: Keygen) -> None:
    text = keygen.sign(keygen.key("k", *PRIVATE[kind]), BODY)
    assert holds(text)
    assert not holds(text, BODY + b".")
    assert armored(unarmored(text)) == text


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_signed_here_ssh_keygen_takes(kind: str, keygen: Keygen) -> None:
    file = keygen.key("k", *PRIVATE[kind])
    private = crypto.opened(file.read_bytes())
    assert private is not None
    text = armored(blob_of(private.public, crypto.signature(private, message(BODY))))
    public = (file.parent / "k.pub").read_text()
    assert keygen.verify(f"ana@example.org {public}", text, BODY).good
    assert not keygen.verify(f"ana@example.org {public}", text, BODY + b".").good
    assert line_of(private.public) == " ".join(public.split()[:2])
    said = keygen.run("-l", "-f", "k.pub").stdout.decode()
    assert said.split()[1] == fingerprint(private.public)


def test_an_ed25519_signature_is_byte_for_byte_that_of_ssh_keygen(keygen: Keygen) -> None:
    file = keygen.key("k", "-t", "ed25519")
    private = crypto.opened(file.read_bytes())
    assert private is not None
    assert armored(blob_of(private.public, crypto.signature(private, message(BODY)))) == keygen.sign(file, BODY)


@pytest.mark.parametrize("algorithm", ["rsa-sha2-256", "rsa-sha2-512"])
def test_both_of_rsas_algorithms_hold(algorithm: str, keys: dict[str, Any], keygen: Keygen) -> None:
    key = keys["ssh-rsa"]
    text = forge.armor(forge.sshsig(key, BODY, algorithm=algorithm))
    assert holds(text)
    assert keygen.verify(f"ana@example.org {forge.line(key)}", text, BODY).good


def test_rsa_with_sha1_vouches_for_nothing(keys: dict[str, Any], keygen: Keygen) -> None:
    key = keys["ssh-rsa"]
    text = forge.armor(forge.sshsig(key, BODY, algorithm="ssh-rsa"))
    assert refusal(unarmored(text)) == "algorithm"
    assert not keygen.verify(f"ana@example.org {forge.line(key)}", text, BODY).good


def test_a_zero_that_openssh_leaves_out_in_front_of_an_rsa_signature_is_put_back(
    keys: dict[str, Any], keygen: Keygen
) -> None:
    key = keys["ssh-rsa"]
    for number in range(3000):
        body = str(number).encode()
        signed = forge.given(key, forge.data(body))
        octets = signed[4 + len("rsa-sha2-512") + 4 :]
        if octets[0] == 0:
            break
    short = forge.string(b"rsa-sha2-512") + forge.string(octets.lstrip(b"\0"))
    text = forge.armor(forge.sshsig(key, body, signature=short))
    assert holds(text, body)
    assert keygen.verify(f"ana@example.org {forge.line(key)}", text, body).good


@pytest.mark.parametrize("hash", ["sha256", "sha512"])
def test_both_hashes_hold(hash: str, keygen: Keygen) -> None:
    text = forge.armor(forge.sshsig(forge.ed25519(), BODY, hash=hash))
    assert holds(text)
    assert keygen.verify(f"ana@example.org {forge.line(forge.ed25519())}", text, BODY).good


@pytest.mark.parametrize("hash", ["md5", "sha1", "sha384", "sha3_512"])
def test_no_other_hash_is_taken(hash: str, keygen: Keygen) -> None:
    text = forge.armor(forge.sshsig(forge.ed25519(), BODY, hash=hash))
    assert refusal(unarmored(text)) == "hash"
    assert not keygen.verify(f"ana@example.org {forge.line(forge.ed25519())}", text, BODY).good


ANA = forge.ed25519()
WRONG: dict[str, tuple[bytes, str]] = {
    "another magic": (forge.sshsig(ANA, BODY, magic=b"SSHSIX"), "magic"),
    "version 0": (forge.sshsig(ANA, BODY, version=0), "version"),
    "version 2": (forge.sshsig(ANA, BODY, version=2), "version"),
    "another purpose": (forge.sshsig(ANA, BODY, namespace="git"), "namespace"),
    "no purpose": (forge.sshsig(ANA, BODY, namespace=""), "namespace"),
    "a purpose in capitals": (forge.sshsig(ANA, BODY, namespace="Receipt@gnut"), "namespace"),
    "a purpose with NUL": (forge.sshsig(ANA, BODY, namespace="receipt@gnut\0"), "namespace"),
    "reserved filled": (forge.sshsig(ANA, BODY, reserved=b"x"), "reserved"),
    "bytes behind": (forge.sshsig(ANA, BODY, behind=b"\0"), "trailing"),
    "another key's signature": (
        forge.sshsig(ANA, BODY, signature=forge.given(forge.ed25519("eve"), forge.data(BODY))),
        "mismatch",
    ),
    "another key's blob": (forge.sshsig(ANA, BODY, public=forge.blob(forge.ed25519("eve"))), "mismatch"),
    "another message": (forge.sshsig(ANA, b"other"), "mismatch"),
    "an empty signature": (
        forge.sshsig(ANA, BODY, signature=forge.string(b"ssh-ed25519") + forge.string(b"")),
        "value",
    ),
    "63 bytes": (forge.sshsig(ANA, BODY, signature=forge.string(b"ssh-ed25519") + forge.string(b"x" * 63)), "value"),
    "a byte behind the value": (
        forge.sshsig(ANA, BODY, signature=forge.given(ANA, forge.data(BODY)) + b"\0"),
        "trailing",
    ),
    "another algorithm": (forge.sshsig(ANA, BODY, algorithm="ecdsa-sha2-nistp256"), "algorithm"),
    "no algorithm": (forge.sshsig(ANA, BODY, algorithm=" "), "algorithm"),
    "DSA": (forge.sshsig(ANA, BODY, public=forge.blob(ANA, "ssh-dss")), "key_kind"),
    "a kind to come": (forge.sshsig(ANA, BODY, public=forge.blob(ANA, "ssh-mldsa65")), "key_kind"),
    "a kind with a line feed": (forge.sshsig(ANA, BODY, public=forge.blob(ANA, "ssh\n-ed25519")), "key"),
    "a certificate": (
        forge.sshsig(ANA, BODY, public=forge.blob(ANA, "ssh-ed25519-cert-v01@openssh.com")),
        "certificate",
    ),
    "a key with bytes behind": (forge.sshsig(ANA, BODY, public=forge.blob(ANA) + b"\0"), "trailing"),
    "a key that is cut": (forge.sshsig(ANA, BODY, public=forge.blob(ANA)[:-1]), "cut"),
    "a key of no bytes": (forge.sshsig(ANA, BODY, public=forge.string(b"ssh-ed25519") + forge.string(b"")), "key"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_with_a_signature_is_named(name: str) -> None:
    blob, reason = WRONG[name]
    assert refusal(blob) == reason
    assert reason in REASONS


@pytest.mark.parametrize("name", [name for name in WRONG if name not in ("version 0", "reserved filled")])
def test_ssh_keygen_does_not_take_it_either(name: str, keygen: Keygen) -> None:
    assert not keygen.verify(f"ana@example.org {forge.line(ANA)}", forge.armor(WRONG[name][0]), BODY).good


def test_every_cut_is_refused() -> None:
    blob = forge.sshsig(ANA, BODY)
    assert {refusal(blob[:at]) for at in range(len(blob))} == {"cut"}


@given(st.integers(min_value=0, max_value=8 * len(forge.sshsig(ANA, BODY)) - 1))
def test_every_changed_bit_is_refused(bit: int) -> None:
    blob = bytearray(forge.sshsig(ANA, BODY))
    blob[bit // 8] ^= 1 << bit % 8
    assert refusal(bytes(blob)) != "good"


@given(st.binary(max_size=400))
def test_any_bytes_are_refused_by_a_reason_of_the_list(blob: bytes) -> None:
    assert refusal(blob) in REASONS
    assert refusal(b"SSHSIG\0\0\0\1" + blob) in REASONS


GOOD = forge.armor(forge.sshsig(ANA, BODY))
ARMOR = {
    "carriage returns": (GOOD.replace("\n", "\r\n"), "armor"),
    "words in front": ("Signed:\n" + GOOD, "armor"),
    "a blank line in front": ("\n" + GOOD, "armor"),
    "a byte order mark": ("\ufeff" + GOOD, "armor"),
    "no last line": (GOOD.replace("-----END SSH SIGNATURE-----\n", ""), "armor"),
    "another label": (GOOD.replace("SSH SIGNATURE", "PGP SIGNATURE"), "armor"),
    "two signatures": (GOOD + GOOD, "trailing"),
    "words behind": (GOOD + "and more\n", "trailing"),
    "two line feeds behind": (GOOD + "\n", "trailing"),
    "a line of 80": (forge.armor(unarmored(GOOD), columns=80), "armor"),
    "a blank line inside": (GOOD.replace("\n", "\n\n", 2), "armor"),
    "a blank inside": (GOOD[:60] + " " + GOOD[60:], "base64"),
    "a sign that is none": (GOOD[:60] + "*" + GOOD[61:], "base64"),
    "full-width letters": (GOOD[:60] + "Ａ" + GOOD[61:], "base64"),
    "nothing inside": ("-----BEGIN SSH SIGNATURE-----\n-----END SSH SIGNATURE-----\n", "cut"),
    "nothing": ("", "armor"),
    "too much": (GOOD + "A" * MOST, "long"),
    "padding inside": (GOOD[:60] + "====" + GOOD[60:], "base64"),
}


@pytest.mark.parametrize("name", ARMOR)
def test_armor_that_is_none_is_refused(name: str) -> None:
    text, reason = ARMOR[name]
    with pytest.raises(BadSignature) as refused:
        holds(text)
    assert refused.value.code == reason


@pytest.mark.parametrize("columns", [1, 64, 70, 76])
def test_armor_of_other_programs_is_read(columns: int, keygen: Keygen) -> None:
    text = forge.armor(unarmored(GOOD), columns=columns)
    assert holds(text)
    assert holds(text.removesuffix("\n"))
    assert keygen.verify(f"ana@example.org {forge.line(ANA)}", text, BODY).good


@given(st.binary(min_size=1, max_size=300))
def test_armor_gives_the_bytes_back(blob: bytes) -> None:
    assert unarmored(armored(blob)) == blob


CURVES = {"ssh-ed25519": forge.ed25519(), "nistp256": ec.derive_private_key(12345, ec.SECP256R1())}


@pytest.mark.parametrize("curve", CURVES)
def test_a_security_keys_signature_holds(curve: str, keygen: Keygen) -> None:
    line, blob = forge.security_key(CURVES[curve], BODY)
    assert refusal(blob) == "good"
    assert refusal(forge.security_key(CURVES[curve], b"other")[1]) == "mismatch"
    assert line_of(key_on(line)) == line
    assert keygen.verify(f"ana@example.org {line}", forge.armor(blob), BODY).good


@pytest.mark.parametrize("curve", CURVES)
def test_a_security_key_has_to_be_touched(curve: str) -> None:
    assert refusal(forge.security_key(CURVES[curve], BODY, flags=0)[1]) == "presence"
    assert refusal(forge.security_key(CURVES[curve], BODY, flags=4)[1]) == "presence"
    assert refusal(forge.security_key(CURVES[curve], BODY, flags=5)[1]) == "good"


@pytest.mark.parametrize("curve", CURVES)
def test_flags_counter_and_application_are_signed(curve: str) -> None:
    _, blob = forge.security_key(CURVES[curve], BODY)
    assert refusal(blob[:-1] + b"\x08") == "mismatch"
    assert refusal(blob[:-5] + b"\x05" + blob[-4:]) == "mismatch"
    assert refusal(blob.replace(b"\0\0\0\4ssh:", b"\0\0\0\4ssh;")) in ("mismatch", "key")
    assert refusal(forge.security_key(CURVES[curve], BODY, application=b"https://a.example")[1]) == "key"
    assert refusal(forge.security_key(CURVES[curve], BODY, application=b"ssh:work")[1]) == "good"


@pytest.mark.parametrize("bits", [1024, 2047])
def test_a_short_rsa_key_is_not_supported(bits: int) -> None:
    try:
        key = rsa.generate_private_key(65537, bits)
    except ValueError:
        pytest.skip("the library makes no such key")
    assert refusal(forge.sshsig(key, BODY)) == "key_size"


def test_numbers_have_one_spelling(keys: dict[str, Any]) -> None:
    told = keys["ssh-rsa"].public_key().public_numbers()
    modulus = told.n.to_bytes(257, "big")
    good = forge.string(b"ssh-rsa") + forge.mpint(told.e)
    assert key_of(good + forge.string(modulus)).kind == "ssh-rsa"
    for other in (b"\0" + modulus, modulus[1:], b""):
        with pytest.raises(BadSignature):
            key_of(good + forge.string(other))
    with pytest.raises(BadSignature):
        key_of(forge.string(b"ssh-rsa") + forge.mpint(2) + forge.string(modulus))


@pytest.mark.parametrize("kind", ["ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521"])
def test_a_curves_key_names_its_curve_and_lies_on_it(kind: str, keys: dict[str, Any]) -> None:
    blob = forge.blob(keys[kind])
    assert refusal(forge.sshsig(keys[kind], BODY)) == "good"
    other = blob.replace(b"nistp", b"nistq").replace(b"ecdsa-sha2-nistq", b"ecdsa-sha2-nistp")
    assert refusal(forge.sshsig(keys[kind], BODY, public=other)) == "key"
    off = blob[:-1] + bytes((blob[-1] ^ 1,))
    assert refusal(forge.sshsig(keys[kind], BODY, public=off)) == "key"
    compressed = blob.replace(b"\x04", b"\x02", 1) if b"\x04" in blob else blob
    assert refusal(forge.sshsig(keys[kind], BODY, public=compressed)) != "good"


@pytest.mark.parametrize("zero", [(0, 1), (1, 0)])
def test_a_zero_is_no_number_of_a_curves_signature(zero: tuple[int, int], keys: dict[str, Any]) -> None:
    octets = forge.string(b"") + forge.mpint(1) if zero[0] == 0 else forge.mpint(1) + forge.string(b"")
    signature = forge.string(b"ecdsa-sha2-nistp256") + forge.string(octets)
    assert refusal(forge.sshsig(keys["ecdsa-sha2-nistp256"], BODY, signature=signature)) == "value"


LINES = {
    "a comment": (forge.line(ANA) + " ana @ work\n", None),
    "a tab": (forge.line(ANA).replace(" ", "\t"), None),
    "blanks around": ("  " + forge.line(ANA) + " \r\n", None),
    "no key": ("ssh-ed25519", "key"),
    "nothing": ("", "key"),
    "another kind": (forge.line(ANA).replace("ssh-ed25519", "ssh-rsa", 1), "key"),
    "no base64": ("ssh-ed25519 AAAA*", "key"),
    "padding left out": ("ssh-ed25519 " + base64.b64encode(b"\0\0\0\1x").decode().rstrip("="), "key"),
    "a certificate": ("ssh-ed25519-cert-v01@openssh.com AAAA", "certificate"),
    "too long": (forge.line(ANA) + "x" * 9000, "key"),
}


@pytest.mark.parametrize("name", LINES)
def test_a_line_with_a_key_is_read_or_refused(name: str) -> None:
    text, reason = LINES[name]
    if reason is None:
        assert key_on(text).blob == forge.blob(ANA)
        return
    with pytest.raises(BadSignature) as refused:
        key_on(text)
    assert refused.value.code == reason
