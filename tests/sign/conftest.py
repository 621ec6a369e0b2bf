"""ssh-keygen as the second opinion, and gnut in a repository with a run."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from gnut.sign.contract import NAMESPACE
from tests.commands.conftest import Said, gnut, place  # noqa: F401
from tests.sign import forge

KEYGEN = shutil.which("ssh-keygen")
NOTES = "The gate shuts at nine every evening, says the 港口 log.\n"
REPORT_TEXT = "# Gates\n\nIt says “the gate shuts at nine every evening” [notes](notes.txt).\n"


class Answer(NamedTuple):
    """What ssh-keygen came to."""

    good: bool
    said: str


class Keygen:
    """ssh-keygen in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(
        self, *arguments: str, stdin: bytes = b"", zone: str = "UTC", **more: Any
    ) -> subprocess.CompletedProcess[bytes]:
        environ = {"HOME": str(self.folder), "PATH": os.environ["PATH"], "TZ": zone}
        return subprocess.run(
            [str(KEYGEN), *arguments],
            input=stdin,
            capture_output=True,
            env=environ,
            cwd=self.folder,
            check=False,
            **more,
        )

    def key(self, name: str, *options: str, passphrase: str = "") -> Path:
        made = self.run("-q", "-N", passphrase, "-C", name, "-f", name, *options)
        assert made.returncode == 0, made.stderr
        return self.folder / name

    def sign(self, key: Path, body: bytes, namespace: str = NAMESPACE) -> str:
        made = self.run("-Y", "sign", "-n", namespace, "-f", str(key), stdin=body)
        assert made.returncode == 0, made.stderr
        return made.stdout.decode()

    def verify(
        self,
        allowed: bytes | str,
        signature: str | bytes,
        body: bytes,
        who: str = "ana@example.org",
        namespace: str = NAMESPACE,
        at: str | None = None,
        revoked: bytes | None = None,
        zone: str = "UTC",
    ) -> Answer:
        (self.folder / "allowed").write_bytes(allowed if isinstance(allowed, bytes) else allowed.encode())
        (self.folder / "sig").write_bytes(signature if isinstance(signature, bytes) else signature.encode())
        more = [] if at is None else [f"-Overify-time={at}"]
        if revoked is not None:
            (self.folder / "revoked").write_bytes(revoked)
            more += ["-r", "revoked"]
        given = ("-Y", "verify", "-f", "allowed", "-I", who, "-n", namespace, "-s", "sig", *more)
        ended = self.run(*given, stdin=body, zone=zone)
        return Answer(ended.returncode == 0, (ended.stdout + ended.stderr).decode("utf-8", "replace"))


@pytest.fixture
def keygen(tmp_path: Path) -> Keygen:
    """Return ssh-keygen; the test is passed over where it is not installed."""
    if KEYGEN is None:
        pytest.skip("ssh-keygen is not installed")
    folder = tmp_path / "keygen"
    folder.mkdir()
    return Keygen(folder)


@pytest.fixture(scope="session")
def keys() -> dict[str, Any]:
    """Return a private key of each kind."""
    return {
        "ssh-ed25519": forge.ed25519(),
        "ecdsa-sha2-nistp256": ec.generate_private_key(ec.SECP256R1()),
        "ecdsa-sha2-nistp384": ec.generate_private_key(ec.SECP384R1()),
        "ecdsa-sha2-nistp521": ec.generate_private_key(ec.SECP521R1()),
        "ssh-rsa": rsa.generate_private_key(65537, 2048),
    }


@pytest.fixture
def checked(place: Path, gnut: Callable[..., Said]) -> Path:  # noqa: F811
    """Return a repository whose store holds a run of `report.md`."""
    (place / "report.md").write_text(REPORT_TEXT)
    (place / "notes.txt").write_text(NOTES)
    assert gnut("init").code == 0
    assert gnut("check", "report.md").code == 0
    return place
