"""Packs in object storage, or in a plain folder: the only door of obstore (extra `s3`, docs/object-storage.md).

Below an address lie `format` and `packs/NAME.gpk`, the same bytes as in a store. Nothing there is ever changed or
removed. Which server is asked, and with which credentials, only the user's environment says.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from gnut_store import cloud_folder, layout
from gnut_store.carrier import CHUNK, PACK_LIMIT, CarrierFailed
from gnut_store.cloud_address import Address, parse
from gnut_store.cloud_failure import is_final, said, status_of
from gnut_store.errors import GnutError, ObjectCorrupt
from gnut_store.files import SMALL, Files

if TYPE_CHECKING:
    from obstore.store import ObjectStore

RANGE = 8 << 20
"""Bytes that one request asks for, so that a slow line needs no request of many minutes."""

WHOLE = 16 << 20
"""Most bytes that are put in one request; longer packs go in parts."""

NAMES_LIMIT = 1_000_000
"""Packs that are listed at most."""

FORMAT = "format"

ENDPOINTS = ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT")
"""Where the environment names a server; only such a one is ever asked without TLS."""

CREDENTIALS = (
    "AWS_ACCESS_KEY_ID",
    "AWS_SKIP_SIGNATURE",
    "AWS_WEB_IDENTITY_TOKEN_FILE",
    "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
    "AWS_CONTAINER_CREDENTIALS_FULL_URI",
)
"""Where the environment says who asks; without any of them the client asks the machine's metadata service."""


class Patience(NamedTuple):
    """How long a place may take, and how often it is asked again."""

    seconds: float = 60.0
    """For one request, from connecting to the last byte."""

    retries: int = 4
    """Of a request that the server or the line fails."""

    attempts: int = 3
    """At a part of a pack whose bytes stop coming."""

    pause: float = 0.2
    """Seconds before the first retry; each later one waits longer."""


DEFAULT = Patience()


class CloudCarrier:
    """A carrier over `s3://BUCKET/PREFIX`, `gs://BUCKET/PREFIX`, `az://CONTAINER/PREFIX` or `file:///FOLDER`."""

    def __init__(self, url: str, environ: Mapping[str, str] | None = None, *, patience: Patience = DEFAULT) -> None:
        """Prepare to ask; nothing is asked yet.

        Args:
            url: The place.
            environ: The environment; the client reads its endpoint and credentials from the process's own.
            patience: Bounds of time.

        Raises:
            CarrierFailed: It is no such address, or something that it needs is not set.
        """
        self._address = parse(url)
        self.place = self._address.place
        self._patience = patience
        self._conditional = True
        """False once the server has said that it knows no conditional put."""

        self._known: ObjectStore | None = None
        self._environ = {} if environ is None else environ

    @contextmanager
    def _telling(self, what: str = "") -> Iterator[None]:
        """Tell a failure of the client without what only the user should see."""
        from obstore.exceptions import BaseError

        try:
            yield
        except GnutError:
            raise
        except (BaseError, OSError, ValueError) as error:
            message, help = said(self.place, what, error)
            raise CarrierFailed(message, help=help) from None

    @property
    def _store(self) -> ObjectStore:
        if self._known is None:
            with self._telling():
                self._known = _open(self._address, self._environ, self._patience)
        return self._known

    def names(self) -> frozenset[str]:
        """Return the names of all packs there."""
        self._check_format()
        self._check_folder()
        found: set[str] = set()
        with self._telling():
            for count, path in enumerate(self._listed(), 1):
                if count > NAMES_LIMIT:
                    raise CarrierFailed(f"{self.place}: more than {NAMES_LIMIT:,} packs")
                folder, _, file = path.rpartition("/")
                name = layout.pack_of(file)
                if folder == "packs" and name is not None:
                    found.add(name)
        return frozenset(found)

    def _listed(self) -> Iterator[str]:
        """Yield the paths below `packs/`; of a folder without the client, which follows links, or fails at them."""
        import obstore

        if self._address.folder is None:
            for page in obstore.list(self._store, "packs/"):
                yield from (row["path"] for row in page)
            return
        yield from cloud_folder.listed(self._address.folder)

    def _check_format(self) -> None:
        """Refuse a place that a newer version wrote; one that says nothing is new."""
        import obstore

        with self._telling(FORMAT):
            try:
                size = obstore.head(self._store, FORMAT)["size"]
                body = b"" if size > SMALL else bytes(obstore.get(self._store, FORMAT).bytes())
            except FileNotFoundError:
                return
        try:
            layout.check_format(body)
        except GnutError as error:
            raise CarrierFailed(f"{self.place}: {error}", help=error.help) from None

    def _check_folder(self) -> None:
        """Refuse a folder whose packs lie behind a link: what is read would be somebody else's."""
        if self._address.folder is not None and os.path.islink(f"{self._address.folder}/packs"):
            raise CarrierFailed(f"{self.place}/packs: is a link, and none is followed")

    def read(self, name: str) -> Iterator[bytes]:
        """Yield a pack's bytes: as many as one may have, and one more; of a link in a pack's place, an error."""
        import obstore

        path = _path(name)
        self._check_folder()
        if self._address.folder is not None and os.path.islink(f"{self._address.folder}/{path}"):
            raise ObjectCorrupt("is a link, and none is followed")
        with self._telling(path):
            end = min(obstore.head(self._store, path)["size"], PACK_LIMIT + 1)
        for start in range(0, end, RANGE):
            with self._telling(path):
                data = self._part(path, start, min(RANGE, end - start))
            for at in range(0, len(data), CHUNK):
                yield data[at : at + CHUNK]

    def _part(self, path: str, start: int, length: int) -> bytes:
        """Return some bytes of a pack; the client tries a request again, but not one that breaks off."""
        import obstore
        from obstore.exceptions import BaseError

        for left in reversed(range(self._patience.attempts)):
            try:
                data = bytes(obstore.get_range(self._store, path, start=start, length=length))
            except (BaseError, OSError) as error:
                if not left or is_final(error):
                    raise
                continue
            if len(data) == length:
                return data
        raise CarrierFailed(f"{self.place}/{path}: {len(data):,} bytes came, of {length:,}")

    def write(self, packs: Mapping[str, str]) -> None:
        """Put packs there that are not; a place that has one of that name keeps it as it is."""
        files, folder = Files(), self._address.folder
        if folder is not None:
            with self._telling():
                files.folder(f"{folder}/packs")
            self._known = None
        with self._telling(FORMAT):
            self._put(FORMAT, layout.FORMAT)
        for name, file in packs.items():
            path = _path(name)
            try:
                fd = files.open(file)
            except FileNotFoundError:
                raise CarrierFailed(f"pack {name[:12]}… went away before it was sent", help="Try again.") from None
            with os.fdopen(fd, "rb") as body, self._telling(path):
                if os.fstat(fd).st_size <= WHOLE:
                    self._put(path, body.read())
                elif not self._is_there(path):
                    self._put_in_parts(path, body)
        if folder is not None:
            with self._telling():
                cloud_folder.make_durable(folder, (FORMAT, *map(_path, packs)), files)

    def _put(self, path: str, body: bytes) -> None:
        """Put an object there if there is none of its name."""
        import obstore
        from obstore.exceptions import AlreadyExistsError, BaseError, NotSupportedError

        try:
            if self._conditional:
                obstore.put(self._store, path, body, mode="create")
                return
        except AlreadyExistsError:
            return
        except BaseError as error:
            if not isinstance(error, NotSupportedError) and status_of(error) != 501:
                raise
            # Some servers know no conditional put. Names are hashes: whoever comes between the two steps
            # puts the same bytes there.
            self._conditional = False
        if not self._is_there(path):
            obstore.put(self._store, path, body, use_multipart=False)

    def _put_in_parts(self, path: str, body: Any) -> None:
        import obstore

        obstore.put(self._store, path, body, use_multipart=True, chunk_size=RANGE, max_concurrency=2)

    def _is_there(self, path: str) -> bool:
        import obstore

        try:
            obstore.head(self._store, path)
        except FileNotFoundError:
            return False
        return True


def _path(name: str) -> str:
    return f"packs/{name}{layout.PACK_SUFFIX}"


def _open(address: Address, environ: Mapping[str, str], patience: Patience) -> ObjectStore:
    """Return the client for a place; whatever it is not told here it takes from the process's environment."""
    from obstore import store

    if address.scheme == "memory":
        return store.MemoryStore()
    if address.folder is not None:
        # A folder that is not there holds no packs, and is made when some are put there.
        return store.LocalStore(address.folder) if os.path.lexists(address.folder) else store.MemoryStore()
    alone = environ.get("AWS_EC2_METADATA_DISABLED", "").lower() == "true"
    if address.scheme == "s3" and alone and not any(environ.get(name) for name in CREDENTIALS):
        raise CarrierFailed(
            f"{address.place}: no credentials are set",
            help="Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_SKIP_SIGNATURE=true.",
        )
    settings: dict[str, Any] = {
        "prefix": address.prefix or None,
        "client_options": {
            # No proxy, header or certificate is set here: those are the environment's too.
            "allow_http": any(environ.get(name, "").startswith("http://") for name in ENDPOINTS),
            "connect_timeout": timedelta(seconds=min(10.0, patience.seconds)),
            "timeout": timedelta(seconds=patience.seconds),
            "user_agent": "gnut",
        },
        "retry_config": {
            "max_retries": patience.retries,
            "retry_timeout": timedelta(seconds=2 * patience.seconds),
            "backoff": {
                "init_backoff": timedelta(seconds=patience.pause),
                "max_backoff": timedelta(seconds=25 * patience.pause),
                "base": 2,
            },
        },
    }
    if address.scheme == "s3":
        return store.S3Store(address.bucket, **settings)
    if address.scheme == "gs":
        return store.GCSStore(address.bucket, **settings)
    return store.AzureStore(address.bucket, **settings)
