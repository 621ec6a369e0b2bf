"""The root of the error tree: every refusal says what, where and what to do."""

from __future__ import annotations


class GnutError(Exception):
    """A refusal that a person can act on; the command line turns it into an exit code.

    Attributes:
        exit_code: What the process ends with (docs/exit-codes.md).
        code: Stable snake_case name, used by plumbing replies.
        help: One sentence that says what to do, or None.
    """

    exit_code = 2
    code = "error"

    def __init__(self, message: str, *, help: str | None = None, code: str | None = None) -> None:
        """Build the error from a one-line message without a final full stop."""
        super().__init__(message)
        self.help = help
        if code is not None:
            self.code = code


class NotCanonical(GnutError):
    """Bytes that are not one strict JSON value, or a value that has no canonical form."""

    code = "not_canonical_json"

    def __init__(self, message: str, *, pointer: str = "", help: str | None = None, code: str | None = None) -> None:
        """Build the error; `pointer` is the JSON pointer (RFC 6901) of the first fault."""
        super().__init__(message, help=help, code=code)
        self.pointer = pointer


class BadId(GnutError):
    """A spelling that is no object id, or a prefix that names none or several."""

    code = "bad_id"


class BadName(GnutError):
    """A ref name outside `[0-9a-z._-]` or longer than its limit."""

    code = "bad_name"


class NoStore(GnutError):
    """There is no store where one is needed."""

    code = "no_store"


class UnsupportedFormat(GnutError):
    """A store or pack whose format words this version does not know."""

    code = "unsupported_format"


class StoreUnwritable(GnutError):
    """The file system refused a write; nothing was acknowledged."""

    code = "store_unwritable"


class StoreUnreadable(GnutError):
    """The file system refused a read: permission, too many open files, a failing disk."""

    code = "store_unreadable"


class StoreBusy(GnutError):
    """Another process holds the store; trying again later may succeed."""

    exit_code = 75
    code = "store_busy"


class ObjectMissing(GnutError):
    """No pack holds the object that an id or a ref names."""

    exit_code = 4
    code = "object_missing"


class ObjectCorrupt(GnutError):
    """Stored bytes do not match their id, or a pack does not match its name."""

    exit_code = 4
    code = "object_corrupt"
