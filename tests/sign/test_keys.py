"""Which key signs, who is asked for it, and what no repository can make happen."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gnut.edge.keys import made
from gnut.edge.keys.choice import Chosen
from gnut.edge.sandbox.programs import found, ran
from gnut.edge.world import world
from gnut.errors import BadSignature, GnutError
from gnut.sign.core.publickeys import key_on
from tests.commands.conftest import Said
from tests.sign.conftest import Keygen
from tests.sign.forge import ANA, EVE, line, private

Gnut = Callable[..., Said]
AGENT = shutil.which("ssh-agent")


def laid(path: Path, body: bytes | str, mode: int = 0o600) -> Path:
    path.write_bytes(body if isinstance(body, bytes) else body.encode())
    path.chmod(mode)
    return path


@pytest.fixture
def home(checked: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a home with keys and a configuration of git."""
    folder = checked.parent / "home"
    (folder / ".ssh").mkdir(parents=True)
    laid(folder / ".ssh/ana", private(ANA))
    laid(folder / ".ssh/ana.pub", f"{line(ANA)} ana\n", 0o644)
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.delenv("GIT_CONFIG_GLOBAL")
    monkeypatch.delenv("SSH_AUTH_SOCK", raising=False)
    return folder


def configure(home: Path, key: str, more: str = "", format: str = "ssh") -> None:
    laid(home / ".gitconfig", f"[gpg]\n\tformat = {format}\n[user]\n\tsigningkey = {key}\n{more}", 0o644)


def fingerprint(said: Said) -> str:
    return next(word for word in said.err.split() if word.startswith("SHA256:")).rstrip(",")


CHOICES = ["~/.ssh/ana", "~/.ssh/ana.pub", "../home/.ssh/ana", '"~/.ssh/ana"']


@pytest.mark.parametrize("key", CHOICES)
def test_the_key_is_that_of_gits_configuration(key: str, checked: Path, home: Path, gnut: Gnut) -> None:
    configure(home, key)
    said = gnut("sign", "report.md")
    assert said.code == 0, said.err
    assert f"user.signingKey in {home}/.gitconfig" in said.err


def test_a_key_on_the_command_line_comes_first(checked: Path, home: Path, gnut: Gnut) -> None:
    configure(home, "~/.ssh/ana")
    laid(checked.parent / "eve", private(EVE))
    mine = fingerprint(gnut("sign", "report.md"))
    assert fingerprint(gnut("sign", "report.md", "--key", "../eve")) != mine


def test_the_repositorys_own_configuration_comes_last_and_counts_as_with_git(
    checked: Path, home: Path, gnut: Gnut
) -> None:
    configure(home, "~/.ssh/ana")
    laid(checked.parent / "eve", private(EVE))
    laid(checked / ".git/config", "[user]\n\tsigningKey = ../eve\n")
    said = gnut("sign", "report.md")
    assert (said.code, f"user.signingKey in {checked}/.git/config" in said.err) == (0, True)


def test_a_file_of_configuration_that_is_included_counts(checked: Path, home: Path, gnut: Gnut) -> None:
    configure(home, "nothing", "[include]\n\tpath = .work\n")
    laid(home / ".work", "[user]\n\tsigningkey = ~/.ssh/ana\n")
    assert gnut("sign", "report.md").code == 0


def test_a_condition_stands_in_the_way_only_of_the_key_that_it_may_decide(
    checked: Path, home: Path, gnut: Gnut
) -> None:
    laid(checked / "allowed", f"ana@example.org {line(ANA)}\n", 0o644)
    configure(home, "~/.ssh/ana", '[includeIf "gitdir:~/work/"]\n\tpath = .work\n')
    laid(home / ".work", "[user]\n\tsigningkey = ~/.ssh/eve\n")
    assert gnut("sign", "report.md", "--key", "../home/.ssh/ana").code == 0
    assert gnut("sign", "--verify", "report.md", "--allowed-signers", "allowed").code == 0
    laid(home / ".work", '[gpg "ssh"]\n\tallowedSignersFile = x\n')
    assert gnut("sign", "report.md").code == 0
    said = gnut("sign", "--verify", "report.md")
    assert (said.code, "gpg.ssh.allowedSignersFile depends on a condition" in said.err) == (2, True)
    laid(checked / ".git/config", f'[gpg "ssh"]\n\tallowedSignersFile = {checked}/allowed\n', 0o644)
    assert gnut("sign", "--verify", "report.md").code == 0  # What comes later counts.


def test_what_the_environment_brings_counts_last(
    checked: Path, home: Path, gnut: Gnut, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid(checked / "allowed", f"ana@example.org {line(ANA)}\n", 0o644)
    configure(home, "nothing")
    told = {"GPG.ssh.allowedSignersFile": f"{checked}/allowed", "user.SigningKey": "~/.ssh/ana", "gpg.format": "ssh"}
    monkeypatch.setenv("GIT_CONFIG_COUNT", str(len(told)))
    for number, (key, value) in enumerate(told.items()):
        monkeypatch.setenv(f"GIT_CONFIG_KEY_{number}", key)
        monkeypatch.setenv(f"GIT_CONFIG_VALUE_{number}", value)
    said = gnut("sign", "report.md")
    assert (said.code, "user.signingKey in GIT_CONFIG_VALUE_1" in said.err) == (0, True)
    assert gnut("sign", "--verify", "report.md").code == 0
    monkeypatch.setenv("GIT_CONFIG_COUNT", "many")
    assert gnut("sign", "report.md").code == 2


@pytest.mark.parametrize("what", ["another user's", "for anybody to write"])
def test_the_configuration_of_a_repository_that_others_can_change_says_not_who_is_believed(
    what: str, checked: Path, home: Path, gnut: Gnut
) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give a folder away")
    laid(checked / "allowed", f"ana@example.org {line(ANA)}\n", 0o644)
    laid(checked / ".git/config", f'[gpg "ssh"]\n\tallowedSignersFile = {checked}/allowed\n', 0o644)
    assert gnut("sign", "report.md", "--key", "../home/.ssh/ana").code == 0
    assert gnut("sign", "--verify", "report.md").code == 0
    if what == "another user's":
        os.chown(checked / ".git", 12345, 12345)
    else:
        (checked / ".git").chmod(0o777)
    for arguments in (
        ("sign", "--verify", "report.md"),
        ("sign", "report.md"),
        ("hook", "install"),
        ("hook", "status"),
    ):
        said = gnut(*arguments)
        assert (said.code, said.out) == (2, ""), arguments
        assert f"git config --global --add safe.directory {checked}" in said.err, arguments
    lists = ("--allowed-signers", "allowed", "--revocation", "nobody")
    laid(checked / "nobody", "", 0o644)
    assert gnut("sign", "--verify", "report.md", *lists).code == 0
    laid(home / ".gitconfig", f"[safe]\n\tdirectory = {checked}\n", 0o644)
    assert gnut("sign", "--verify", "report.md").code == 0


def test_a_condition_that_only_git_can_judge_is_said(checked: Path, home: Path, gnut: Gnut) -> None:
    configure(home, "~/.ssh/ana", '[includeIf "gitdir:~/work/"]\n\tpath = .work\n')
    assert gnut("sign", "report.md").code == 0
    laid(home / ".work", "[user]\n\tsigningkey = ~/.ssh/eve\n")
    said = gnut("sign", "report.md")
    assert (said.code, "user.signingKey depends on a condition" in said.err) == (2, True)
    assert gnut("sign", "report.md", "--key", str(home / ".ssh/ana")).code == 0


@pytest.mark.parametrize("format", ["openpgp", "x509", ""])
def test_a_key_of_another_kind_of_signature_is_not_taken(format: str, checked: Path, home: Path, gnut: Gnut) -> None:
    configure(home, "~/.ssh/ana", format=format)
    said = gnut("sign", "report.md")
    assert (said.code, "receipts are signed by SSH keys" in said.err) == (2, True)


def test_a_private_key_that_others_may_read_is_refused(checked: Path, home: Path, gnut: Gnut) -> None:
    (home / ".ssh/ana").chmod(0o644)
    for name in ("ana", "ana.pub"):
        said = gnut("sign", "report.md", "--key", str(home / ".ssh" / name))
        assert (said.code, "other users may read this private key" in said.err) == (2, True)


def test_a_public_key_beside_another_private_key_does_not_sign_by_it(checked: Path, home: Path, gnut: Gnut) -> None:
    laid(home / ".ssh/ana", private(EVE))
    said = gnut("sign", "report.md", "--key", str(home / ".ssh/ana.pub"))
    assert said.code == 2
    assert said.out == ""


def test_a_locked_key_without_a_terminal_is_not_signed_with_and_nothing_waits(
    checked: Path, home: Path, gnut: Gnut, keygen: Keygen
) -> None:
    locked = keygen.key("locked", "-t", "ed25519", passphrase="secret words")
    before = time.monotonic()
    said = gnut("sign", "report.md", "--key", str(locked))
    assert (said.code, "has a passphrase, and nobody can be asked for it here" in said.err) == (2, True)
    assert f"ssh-add {locked}" in said.err
    assert "incorrect" not in said.err
    assert time.monotonic() - before < made.SECONDS / 2


def test_a_locked_key_that_the_agent_holds_signs(agent: Path, checked: Path, gnut: Gnut, keygen: Keygen) -> None:
    locked = keygen.key("locked", "-t", "ed25519")
    subprocess.run(["ssh-add", "-q", str(locked)], check=True, capture_output=True)
    assert keygen.run("-q", "-p", "-P", "", "-N", "secret words", "-f", "locked").returncode == 0
    said = gnut("sign", "report.md", "--key", str(locked))
    assert said.code == 0, said.err


def test_a_locked_key_makes_no_envelope(checked: Path, home: Path, gnut: Gnut, keygen: Keygen) -> None:
    locked = keygen.key("locked", "-t", "ed25519", passphrase="secret words")
    said = gnut("sign", "report.md", "--key", str(locked), "--dsse")
    assert (said.code, "a locked key, an agent or a security key" in said.err) == (2, True)


def test_the_statement_of_a_locked_key_names_it_before_it_is_unlocked(
    checked: Path, home: Path, gnut: Gnut, keygen: Keygen
) -> None:
    old = keygen.key("old", "-t", "rsa", "-b", "2048", "-m", "PEM", passphrase="secret")
    said = gnut("sign", "report.md", "--key", str(old))
    assert "has a passphrase" in said.err
    (old.parent / "old.pub").unlink()
    assert "its public key is not known" in gnut("sign", "report.md", "--key", str(old)).err


@pytest.fixture
def agent(home: Path, monkeypatch: pytest.MonkeyPatch, keygen: Keygen) -> Iterator[Path]:
    """Run an agent that holds Ana's key, and give the key's file, which is gone."""
    if AGENT is None:
        pytest.skip("ssh-agent is not installed")
    socket = home / "agent"
    process = subprocess.Popen([AGENT, "-D", "-a", str(socket)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 10
        while not socket.exists() and time.monotonic() < until:
            time.sleep(0.02)
        monkeypatch.setenv("SSH_AUTH_SOCK", str(socket))
        subprocess.run(["ssh-add", "-q", str(home / ".ssh/ana")], check=True, capture_output=True)
        (home / ".ssh/ana").unlink()
        yield home / ".ssh/ana.pub"
    finally:
        process.terminate()
        process.wait()


@pytest.mark.parametrize("how", ["file", "key::", "literal"])
def test_an_agent_signs(how: str, agent: Path, checked: Path, home: Path, gnut: Gnut) -> None:
    laid(checked / "allowed", f"ana@example.org {line(ANA)}\n", 0o644)
    configure(home, {"file": "~/.ssh/ana.pub", "key::": f"key::{line(ANA)}", "literal": line(ANA)}[how])
    said = gnut("sign", "report.md")
    assert said.code == 0, said.err
    again = gnut("sign", "report.md")
    assert (again.out, "nothing new" in again.err) == (said.out, True)
    verified = gnut("sign", "--verify", "report.md", "--allowed-signers", "allowed", "--signer", "ana@example.org")
    assert verified.code == 0
    refused = gnut("sign", "report.md", "--dsse")
    assert (refused.code, "needs a signature over its own bytes" in refused.err) == (2, True)


def test_a_key_that_the_agent_has_not_is_said(agent: Path, checked: Path, home: Path, gnut: Gnut) -> None:
    configure(home, f"key::{line(EVE)}")
    said = gnut("sign", "report.md")
    assert (said.code, "ssh-keygen did not sign" in said.err, said.out) == (2, True, "")


def trap(folder: Path, name: str = "ssh-keygen") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return laid(folder / name, f"#!/bin/sh\ntouch {folder}/sprung\nexit 0\n", 0o755)


def test_no_configuration_starts_a_program(
    checked: Path, home: Path, gnut: Gnut, keygen: Keygen, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = trap(checked.parent / "trap")
    more = f'[gpg "ssh"]\n\tprogram = {program}\n\tdefaultKeyCommand = {program}\n[gpg]\n\tprogram = {program}\n'
    configure(home, f"key::{line(EVE)}", more)
    laid(checked / ".git/config", more)
    for name in ("SSH_ASKPASS", "GIT_SSH_COMMAND", "SSH_SK_PROVIDER"):
        monkeypatch.setenv(name, str(program))
    locked = keygen.key("locked", "-t", "ed25519", passphrase="secret words")
    for arguments in ((), ("--key", str(locked))):
        assert gnut("sign", "report.md", *arguments).code == 2
    assert gnut("sign", "--verify", "report.md").code == 1
    assert not (program.parent / "sprung").exists()


@pytest.mark.parametrize("path", ["", ".", "bin:.", "::", "./bin"])
def test_a_program_beside_the_report_is_not_the_one_on_path(
    path: str, checked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in (checked, checked / "bin"):
        trap(folder)
    assert found("ssh-keygen", path) is None


def test_without_ssh_keygen_a_locked_key_is_told_so(
    checked: Path, home: Path, gnut: Gnut, keygen: Keygen, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = keygen.key("locked", "-t", "ed25519", passphrase="secret words")
    monkeypatch.setenv("PATH", str(checked))
    said = gnut("sign", "report.md", "--key", str(locked))
    assert (said.code, "is not on PATH" in said.err) == (2, True)
    assert gnut("sign", "report.md", "--key", str(home / ".ssh/ana")).code == 0


def liar(folder: Path, body: str) -> str:
    """Return a PATH on which ssh-keygen does what the shell lines say; the last argument is the statement."""
    folder.mkdir()
    laid(folder / "ssh-keygen", f"#!/bin/sh\nfor last; do :; done\n{body}\n", 0o755)
    return f"{folder}:/usr/bin:/bin"


LIES = {
    "nothing": "exit 1",
    "words": 'echo hello > "$last.sig"',
    "a long text": 'head -c 100000 /dev/zero | tr "\\0" A > "$last.sig"',
    "control signs": "printf '\\033[2Jevil\\n' >&2; exit 1",
}


@pytest.mark.parametrize("name", LIES)
def test_what_ssh_keygen_writes_is_not_believed(
    name: str, checked: Path, home: Path, gnut: Gnut, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", liar(checked.parent / "liar", LIES[name]))
    configure(home, f"key::{line(ANA)}")
    said = gnut("sign", "report.md")
    assert (said.code, said.out) == (2, "")
    assert "ssh-keygen did not sign" in said.err
    assert "\x1b" not in said.err
    assert "unsigned" in gnut("sign", "--verify", "report.md").out


def test_a_signature_by_another_key_than_the_one_asked_for_is_not_kept(
    checked: Path, home: Path, keygen: Keygen, gnut: Gnut, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid(home / "eve", private(EVE))
    real = shutil.which("ssh-keygen")
    lie = f'{real} -q -Y sign -n receipt@gnut -f {home}/eve "$last" 2>/dev/null'
    monkeypatch.setenv("PATH", liar(checked.parent / "liar", lie))
    configure(home, f"key::{line(ANA)}")
    said = gnut("sign", "report.md")
    assert (said.code, "with another key" in said.err) == (2, True)


def test_a_program_that_hangs_is_ended_with_what_it_started(tmp_path: Path) -> None:
    script = laid(tmp_path / "hang", "#!/bin/sh\nsleep 600 & echo $! > child\nwait\n", 0o755)
    before = time.monotonic()
    environ = {"PATH": os.environ["PATH"]}
    assert ran([str(script)], environ=environ, folder=tmp_path, seconds=1.0, terminal=False) is None
    assert time.monotonic() - before < 20
    child = int((tmp_path / "child").read_text())
    until = time.monotonic() + 5
    while time.monotonic() < until:
        try:
            os.kill(child, signal.SIG_DFL)
        except ProcessLookupError:
            return
        if "Z" in Path(f"/proc/{child}/stat").read_text().rpartition(")")[2][:3]:
            return
        time.sleep(0.05)
    pytest.fail("it still runs")


def test_a_program_sees_nothing_of_the_environment_but_what_is_listed(
    home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", liar(tmp_path / "liar", f"env > {tmp_path}/seen; exit 1"))
    for name in ("SECRET_TOKEN", "SSH_ASKPASS", "LD_PRELOAD", "GIT_DIR", "SSH_SK_PROVIDER"):
        monkeypatch.setenv(name, "/nowhere" if name != "LD_PRELOAD" else "")
    monkeypatch.setenv("SSH_AUTH_SOCK", "/nowhere/agent")
    with pytest.raises(GnutError, match="did not sign"):
        made.signed(world(), Chosen(key_on(line(ANA)), "a key", None, None), b"x")
    seen = {one.partition("=")[0] for one in (tmp_path / "seen").read_text().splitlines()}
    assert seen - {"PWD", "SHLVL", "_", "OLDPWD"} <= {*made.KEPT, "SSH_ASKPASS_REQUIRE"}
    assert {"SSH_AUTH_SOCK", "PATH", "SSH_ASKPASS_REQUIRE"} <= seen


KEYS_THAT_ARE_NONE = {
    "empty": b"",
    "bytes": bytes(range(256)),
    "a file that is cut": private(EVE)[:200],
    "an armor of nothing": b"-----BEGIN OPENSSH PRIVATE KEY-----\n-----END OPENSSH PRIVATE KEY-----\n",
    "another magic": b"-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n",
    "a certificate": b"ssh-ed25519-cert-v01@openssh.com AAAA\n",
    "PGP": b"-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nAAAA\n-----END PGP PRIVATE KEY BLOCK-----\n",
    "two words": b"ssh-ed25519 hello\n",
}


@pytest.mark.parametrize("name", KEYS_THAT_ARE_NONE)
def test_a_file_that_holds_no_key_is_refused(name: str, checked: Path, home: Path, gnut: Gnut) -> None:
    path = laid(home / "key", KEYS_THAT_ARE_NONE[name])
    said = gnut("sign", "report.md", "--key", str(path))
    assert (said.code, said.out) == (2, "")
    assert str(path) in said.err


def test_a_key_file_without_end_is_refused(checked: Path, home: Path, gnut: Gnut) -> None:
    said = gnut("sign", "report.md", "--key", str(laid(home / "key", b"x" * 100_000)))
    assert (said.code, "larger than" in said.err) == (2, True)
    fifo = home / "pipe"
    os.mkfifo(fifo)
    assert gnut("sign", "report.md", "--key", str(fifo)).code == 2


def test_the_lists_of_gits_configuration_are_read_and_named(checked: Path, home: Path, gnut: Gnut) -> None:
    laid(home / "signers", f"ana@example.org {line(ANA)}\n")
    laid(home / "revoked", "# nobody\n")
    lists = '[gpg "ssh"]\n\tallowedSignersFile = ~/signers\n\trevocationFile = ~/revoked\n'
    configure(home, "~/.ssh/ana", lists)
    assert gnut("sign", "report.md").code == 0
    said = gnut("sign", "--verify", "report.md")
    assert said.code == 0
    assert f"signers: {home}/signers (gpg.ssh.allowedSignersFile in {home}/.gitconfig)" in said.err
    laid(home / "revoked", f"{line(ANA)}\n")
    told = json.loads(gnut("sign", "--verify", "report.md", "--output-format", "json").out)
    assert (told["outcome"], told["revocation"]) == (
        "revoked",
        f"{home}/revoked (gpg.ssh.revocationFile in {home}/.gitconfig)",
    )
    laid(checked / "mine", "# nobody\n")
    assert gnut("sign", "--verify", "report.md", "--revocation", "mine").code == 0


@pytest.mark.parametrize("gone", ["signers", "revoked"])
def test_a_list_that_is_configured_and_not_there_is_an_error(gone: str, checked: Path, home: Path, gnut: Gnut) -> None:
    for name in {"signers", "revoked"} - {gone}:
        laid(home / name, "")
    configure(home, "~/.ssh/ana", '[gpg "ssh"]\n\tallowedSignersFile = ~/signers\n\trevocationFile = ~/revoked\n')
    gnut("sign", "report.md")
    said = gnut("sign", "--verify", "report.md")
    assert (said.code, f"{home}/{gone}" in said.err) == (2, True)


def test_a_list_of_revoked_keys_that_cannot_be_read_is_an_error(checked: Path, home: Path, gnut: Gnut) -> None:
    laid(checked / "revoked", "rubbish\n")
    said = gnut("sign", "--verify", "report.md", "--revocation", "revoked")
    assert (said.code, "revoked: line 1" in said.err) == (2, True)


def test_a_literal_that_is_no_key_names_where_it_stands(checked: Path, home: Path, gnut: Gnut) -> None:
    configure(home, "key::ssh-ed25519 rubbish")
    said = gnut("sign", "report.md")
    assert (said.code, f"user.signingKey in {home}/.gitconfig" in said.err) == (2, True)


def test_an_unreadable_public_key_has_a_reason() -> None:
    with pytest.raises(BadSignature) as refused:
        key_on("ssh-dss AAAAB3NzaC1kc3M=")
    assert refused.value.code == "key_kind"


def typed(command: list[str], folder: Path, environ: dict[str, str], answer: bytes) -> tuple[int, bytes]:
    """Run a command at a terminal of its own, type `answer` when it asks, and return its exit code and what it said."""
    import pty

    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(folder)
        os.execve(command[0], command, environ)
    said = b""
    until = time.monotonic() + 60
    try:
        while time.monotonic() < until:
            part = os.read(terminal, 4096)
            if not part:
                break
            said += part
            if answer and b"passphrase" in said.lower():
                os.write(terminal, answer)
                answer = b""
    except OSError:
        pass  # Linux says so that the other end is gone.
    finally:
        os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), said


def test_a_passphrase_is_asked_for_at_a_terminal(checked: Path, home: Path, gnut: Gnut, keygen: Keygen) -> None:
    locked = keygen.key("locked", "-t", "ed25519", passphrase="secret words")
    environ = {"HOME": str(home), "PATH": os.environ["PATH"], "TERM": "dumb", "GIT_CONFIG_NOSYSTEM": "1"}
    command = [sys.executable, "-m", "gnut", "sign", "report.md", "--key", str(locked)]
    code, said = typed(command, checked, environ, b"wrong words\n")
    assert (code, b"did not sign" in said) == (2, True)
    code, said = typed(command, checked, environ, b"secret words\n")
    assert code == 0, said
    assert b"signed run b3:" in said
    assert b"secret words" not in said
    public = (keygen.folder / "locked.pub").read_text()
    laid(checked / "allowed", f"ana@example.org {public}", 0o644)
    # The clock of the tests stands still before that of the process that signed.
    assert gnut("sign", "--verify", "report.md", "--allowed-signers", "allowed", "--at", "20990101Z").code == 0


def test_of_an_endless_complaint_the_beginning_is_kept(tmp_path: Path) -> None:
    from gnut.edge.sandbox.programs import SAID

    command = ["/bin/sh", "-c", "head -c 50000000 /dev/zero | tr '\\0' 'x' >&2; exit 3"]
    tracemalloc.start()
    ended = ran(command, environ={"PATH": "/usr/bin:/bin"}, folder=tmp_path, seconds=30.0, terminal=False)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert ended is not None
    assert (ended.code, ended.said) == (3, "x" * SAID)
    assert most < 4_000_000


def test_what_a_program_leaves_behind_does_not_hold_anybody_up(tmp_path: Path) -> None:
    command = ["/bin/sh", "-c", "sleep 60 & exit 0"]
    before = time.monotonic()
    assert ran(command, environ={"PATH": "/usr/bin:/bin"}, folder=tmp_path, seconds=1.0, terminal=False) is None
    assert time.monotonic() - before < 10


def test_ssh_keygen_is_told_of_no_program_that_asks(
    checked: Path, home: Path, gnut: Gnut, keygen: Keygen, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = checked.parent / "told"
    path = liar(checked.parent / "bin", f"env > {told}; exit 1")
    monkeypatch.setenv("PATH", path)
    for name in ("SSH_ASKPASS", "SSH_SK_PROVIDER", "SSH_SK_HELPER", "LD_PRELOAD", "DISPLAY", "GIT_SSH_COMMAND"):
        monkeypatch.setenv(name, "" if name == "LD_PRELOAD" else "x")
    locked = keygen.key("locked", "-t", "ed25519", passphrase="secret words")
    assert gnut("sign", "report.md", "--key", str(locked)).code == 2
    names = {each.partition("=")[0] for each in told.read_text().splitlines()}
    assert names <= {*made.KEPT, "SSH_ASKPASS_REQUIRE", "PWD", "OLDPWD", "SHLVL", "_"}
    assert "SSH_ASKPASS_REQUIRE=never" in told.read_text()
