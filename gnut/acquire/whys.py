"""What each kind of `source_unavailable` says, and what helps: the one table, for every command and page."""

from __future__ import annotations

from typing import NamedTuple


class Known(NamedTuple):
    """A kind of absence, for people."""

    sentence: str
    """End of a sentence that begins with `the source`; the server's answer stands for it."""

    remedy: str
    """What to do: `{path}` stands for the report, `{uri}` for the address; commands stand between two blanks."""


AGAIN = "run  gnut acquire {path}  again"
WAIT = "wait, then run  gnut acquire {path}"
BROWSER = "open it in a browser, save it, and run  gnut acquire --saved {uri}=FILE"
PLAINER = "bring a plainer copy, as text or PDF:  gnut acquire --saved {uri}=FILE"
COPY = "bring a copy:  gnut acquire --saved {uri}=FILE"
ENDS = "open it in a browser, and cite the address it ends at"

KNOWN = {
    "not_acquired": Known("has no snapshot yet", "run  gnut acquire {path}"),
    "snapshot_invalid": Known(
        "has a snapshot that fails its own checks", "run  gnut fsck, then  gnut acquire --refresh {path}"
    ),
    "no_text": Known(
        "has no text to search (a scan, an image, or an empty page)",
        "bring a copy with text (not a scan):  gnut acquire --saved {uri}=FILE",
    ),
    "challenge": Known("answered with a bot check instead of the page", BROWSER),
    "login": Known(
        "answered with a sign-in page",
        "sign in with a browser, save the page, and run  gnut acquire --saved {uri}=FILE",
    ),
    "soft_404": Known("answered 200 with a page that says it is not there", "find where the page went, and cite that"),
    "blocked_scheme": Known(
        "has an address that is not of the web", "cite an http or https address, or a file of this repository"
    ),
    "blocked_target": Known(
        "points to what is not public, or to what is no source of this repository",
        "if you trust a server that is not public, run  gnut acquire --allow-net HOST:PORT {path}",
    ),
    "credentials_in_url": Known(
        "has an address with a user name or a password in it",
        "take the user name and the password out of the address",
    ),
    "bad_url": Known("has an address that cannot be read", "correct the address"),
    "dns_error": Known(
        "has a host name that does not resolve", "check the spelling of the host, or cite an archived copy"
    ),
    "unreachable": Known("could not be reached", AGAIN + ", or cite an archived copy"),
    "timeout": Known("did not answer in time", AGAIN),
    "too_large": Known(
        "is larger than the limit",
        "cite a smaller part of it, or bring a copy of that part:  gnut acquire --saved {uri}=FILE",
    ),
    "header_too_large": Known("answered with a head larger than the limit", BROWSER),
    "bad_response": Known("answered with what is not HTTP", BROWSER),
    "bad_framing": Known("contradicted itself about its length", BROWSER),
    "incomplete": Known("ended before all of it had come", AGAIN),
    "decode_error": Known("could not be decoded", COPY),
    "unsupported_encoding": Known("came compressed in a way that was not asked for", COPY),
    "unsupported_charset": Known(
        "is in a character set that is not known", "save it as UTF-8, and run  gnut acquire --saved {uri}=FILE"
    ),
    "unsupported_type": Known(
        "is neither HTML, PDF, JSON nor text", "cite a page, a PDF, a text or a JSON file that says the same"
    ),
    "type_mismatch": Known(
        "is not what its server calls it", "look at it, and bring a copy:  gnut acquire --saved {uri}=FILE"
    ),
    "bad_redirect": Known("was redirected to no usable address", ENDS),
    "redirect_loop": Known("was redirected in a circle", BROWSER),
    "too_many_redirects": Known("was redirected too often", ENDS),
    "empty": Known("answered with nothing", "look whether the page is there, or cite an archived copy of it"),
    "partial_content": Known("answered with a part that nobody asked for", AGAIN),
    "access_denied": Known("refused access", BROWSER),
    "payment_required": Known(
        "asks for payment", "get a copy by your own access, and run  gnut acquire --saved {uri}=FILE"
    ),
    "not_found": Known("is not there", "find where the page went, or cite an archived copy of it"),
    "gone": Known("is gone", "find where the page went, or cite an archived copy of it"),
    "rate_limited": Known("refused for now: too many requests", WAIT),
    "legal_block": Known("is withheld for legal reasons", "cite a copy that may be read where you are"),
    "server_error": Known("failed on its own side", WAIT),
    "unexpected_status": Known("answered with a status that gives no page", AGAIN + ", or cite an archived copy"),
    "too_complex": Known("is too complex to parse within the limits", PLAINER),
    "pdf_limit": Known(
        "has more pages or text than the limit", "bring a smaller copy:  gnut acquire --saved {uri}=FILE"
    ),
    "pdf_invalid": Known(
        "is no PDF that can be opened", "bring a copy that a viewer opens:  gnut acquire --saved {uri}=FILE"
    ),
    "parser_crashed": Known("crashed its parser", PLAINER),
}
"""By kind, complete over `gnut.acquire.contract.WHYS`."""

WITHOUT_TEXT = {
    "a cookie_wall page": Known(
        "answered with a request for consent (a cookie wall) instead of the page",
        "open it in a browser, accept or refuse, save the page, and run  gnut acquire --saved {uri}=FILE",
    ),
    "a script_shell page": Known(
        "answered with an empty frame that only scripts fill (a script shell)",
        "open it in a browser, save it once it shows its text, and run  gnut acquire --saved {uri}=FILE",
    ),
    "hardly a word in much markup": Known(
        "answered with hardly a word in much markup",
        "open it in a browser, save it once it shows its text, and run  gnut acquire --saved {uri}=FILE",
    ),
    "less than the copy that was brought": Known(
        "answered with less than the copy that was brought",
        "your copy stays; if the page of now is meant, save it and run  gnut acquire --refresh --saved {uri}=FILE",
    ),
    "nothing but frames of other pages": Known(
        "is made of frames that show other pages", "cite the address of the frame that holds the words"
    ),
    "without a text layer": Known(
        "is a scan without a text layer", "bring a copy with a text layer:  gnut acquire --saved {uri}=FILE"
    ),
    "a dynamic XFA form": Known(
        "is a form that only its own viewer fills (XFA)",
        "open it in a viewer, print it to a PDF, and run  gnut acquire --saved {uri}=FILE",
    ),
}
"""What `no_text` may be, by what its detail says: a page in a source's place is no scan."""


def known(why: str, told: str = "") -> Known | None:
    """Return what is to be said of an absence; None for a kind outside the closed list.

    Args:
        why: Kind.
        told: Its detail, or a sentence that was made of it.
    """
    if why == "no_text":
        for sign, one in WITHOUT_TEXT.items():
            if sign in told or one.sentence in told:
                return one
    return KNOWN.get(why)


def remedy(why: str, path: str, uri: str, told: str = "") -> str | None:
    """Return what to do about an absence; None for a kind outside the closed list.

    Args:
        why: Kind.
        path: Report as the reader can type it, with the options that go before it.
        uri: Address of the source, quoted for a shell.
        told: Its detail, or a sentence that was made of it.
    """
    found = known(why, told)
    return None if found is None else found.remedy.replace("{path}", path).replace("{uri}", uri)
