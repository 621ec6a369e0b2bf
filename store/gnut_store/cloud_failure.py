"""What is told of a failure in object storage: what happened, and nothing that only the user should see.

A server's reply can repeat a key id, the string that was signed, a token or a signed address; what the client says
repeats the reply. So neither is passed on: only the kind of failure, the status and the server's word for it.
"""

from __future__ import annotations

import re

FINAL = ("PermissionDeniedError", "UnauthenticatedError", "FileNotFoundError", "InvalidPathError")
"""Failures that asking again does not change, by the names of obstore's classes."""

WORDS = frozenset(
    """
    AccessDenied AccountProblem AllAccessDisabled AuthorizationHeaderMalformed BadDigest ContainerNotFound
    EntityTooLarge ExpiredToken IncompleteBody InternalError InvalidAccessKeyId InvalidBucketName InvalidRange
    InvalidToken MethodNotAllowed NoSuchBucket NoSuchKey NotImplemented OperationAborted PermanentRedirect
    PreconditionFailed QuotaExceeded RequestTimeTooSkewed RequestTimeout ServiceUnavailable SignatureDoesNotMatch
    SlowDown TemporaryRedirect TooManyRequests
    """.split()
)
"""Words of servers for a failure that are passed on; others could be anything."""

_STATUS = re.compile(r"status code: ([1-5][0-9][0-9])\b")
_WORD = re.compile(r"<Code>([A-Za-z]{1,40})</Code>")
_BEGINNING = 8192
"""Characters of a client's message that are read: it can hold the whole reply."""


def status_of(error: BaseException) -> int | None:
    """Return the status that a server answered with; None when it gave none."""
    match = _STATUS.search(str(error)[:_BEGINNING])
    return int(match[1]) if match else None


def is_final(error: BaseException) -> bool:
    """Say whether asking again cannot help."""
    return type(error).__name__ in FINAL


def said(place: str, what: str, error: BaseException) -> tuple[str, str | None]:
    """Return the message for a failure, and what to do about it.

    Args:
        place: How the place is called.
        what: The object that was asked for, below the place; empty for the place itself.
        error: What the client raised.
    """
    where = f"{place}/{what}" if what else place
    status, text = status_of(error), str(error)[:_BEGINNING]
    word = next((word for word in _WORD.findall(text) if word in WORDS), None)
    shown = f"{where}: {_kind(error, text)}"
    if status is not None or word is not None:
        shown += f" ({' '.join(str(each) for each in (status, word) if each is not None)})"
    return shown, _help(error, status, text)


def _kind(error: BaseException, text: str) -> str:
    kind = type(error).__name__
    if isinstance(error, FileNotFoundError):
        return "is not there"
    if kind in ("PermissionDeniedError", "UnauthenticatedError"):
        return "the server refuses"
    for sign, meaning in (
        ("<Code>NoSuchBucket</Code>", "there is no such bucket"),
        ("<Code>ContainerNotFound</Code>", "there is no such container"),
        ("BadScheme", "its endpoint is no https address"),
        ("MissingAccount", "no storage account is named"),
        ("kind: Timeout", "the server took too long"),
        ("TimedOut", "the server took too long"),
        ("kind: Connect", "the server cannot be reached"),
        ("dns error", "the server's name is not known"),
        ("IncompleteBody", "the connection broke off"),
        ("NotPartial", "the server gives whole objects only"),
        ("InvalidListResponse", "the server's listing cannot be read"),
        ("169.254.169.254", "no credentials are set"),
        ("No space left", "no space is left"),
        ("Permission denied", "permission is denied"),
        ("Read-only file system", "the disk cannot be written to"),
    ):
        if sign in text:
            return meaning
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return "the server failed" if "Server returned" in text else f"failed ({kind})"


def _help(error: BaseException, status: int | None, text: str) -> str | None:
    if type(error).__name__ in ("PermissionDeniedError", "UnauthenticatedError") or "169.254.169.254" in text:
        return "Set credentials in the environment that may list, read and put objects there."
    if "BadScheme" in text:
        return "Only an endpoint that the environment itself names with http:// is asked without TLS."
    if "MissingAccount" in text:
        return "Set AZURE_STORAGE_ACCOUNT_NAME."
    if status is not None and status >= 500:
        return "Try again later."
    return None
