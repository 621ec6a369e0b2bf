"""No secret that goes through gnut comes to rest or comes out: planted everywhere, sought everywhere.

What a report says is the report's: its bytes are kept on purpose (docs/receipts.md), and so the object with exactly
these bytes, and nothing else, may hold what it cites.
"""

from __future__ import annotations

import ast
import base64
import contextlib
import gzip
import io
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

import gnut
import gnut_hooks
import gnut_store
from gnut.cli import main
from gnut_store.oid import oid_of
from gnut_store.store import open_store
from tests.loopback import Say, Web, redirect, reply, serving

pytestmark = pytest.mark.loopback

FOLDERS = [Path(str(package.__file__)).parent for package in (gnut, gnut_hooks, gnut_store)]
SPEAK = frozenset(
    {
        "gnut/edge/terminal.py",  # the door: what passes it is redacted and escaped
        "gnut/edge/progress.py",  # counts and a bar
        "gnut/edge/world.py",  # asks whether it is a terminal
        "gnut/door.py",  # its encoding
        "gnut/cli/__init__.py",  # the help page
        "gnut_hooks/check_report.py",  # names of options, from a closed list
    }
)
"""What may use stderr; everything else speaks through `gnut.edge.terminal`."""

PAGE = b"<title>Gate</title><p>From May the gate shuts at nine every evening, says the keeper of the house.</p>"


def percent(text: str, form: str = "%{:02X}") -> str:
    return "".join(form.format(byte) for byte in text.encode())


def entities(text: str, form: str = "&#{};") -> str:
    return "".join(form.format(ord(sign)) for sign in text)


ENCODINGS: dict[str, Callable[[str], str]] = {
    "plain": str,
    "lower": str.lower,
    "upper": str.upper,
    "percent": percent,
    "lower percent": lambda text: percent(text, "%{:02x}"),
    "double percent": lambda text: percent(text, "%25{:02X}"),
    "base64": lambda text: base64.b64encode(text.encode()).decode().rstrip("="),
    "base64 behind one byte": lambda text: base64.b64encode(b"_" + text.encode()).decode().rstrip("=")[2:-1],
    "base64 behind two bytes": lambda text: base64.b64encode(b"__" + text.encode()).decode().rstrip("=")[3:-1],
    "hex": lambda text: text.encode().hex(),
    "upper hex": lambda text: text.encode().hex().upper(),
    "entities": entities,
    "hex entities": lambda text: entities(text, "&#x{:x};"),
    "json escapes": lambda text: "".join(f"\\u{ord(sign):04x}" for sign in text),
    "python escapes": lambda text: "".join(f"\\x{ord(sign):02x}" for sign in text),
    "reversed": lambda text: text[::-1],
}
WIDE = ("utf-16-le", "utf-16-be", "utf-32-le")

TYPED = ("plain", "percent", "lower percent", "double percent", "base64", "hex")
"""Encodings in which an address can carry a value."""


def planted(place: str) -> str:
    """Return the sentinel of a place: no word of any language, in every encoding one that nothing else holds."""
    return f"Qz7{place.title().replace(' ', '')}Vx3Wk9Yj"


PLACES = (
    *("typed query", "typed fragment", "typed user", "typed password", "typed path parameter", "nested address"),
    *("password value", "cited query", "cited fragment", "listed query", "remapped query", "dumped query"),
    *("location query", "location fragment", "location user", "location session", "location nested"),
    *("cookie", "challenge", "authorization echo", "reply field", "canonical link", "header value"),
    *("failed query", "refused query", "crash query", "crash user", "environment", "home folder", "another folder"),
)


class Pages(dict[str, Say]):
    """Pages by the path without its query, so that a test need not spell every token twice."""

    def get(self, path: str, default: Any = None) -> Any:
        return super().get(re.split(r"[?;]", path)[0], default)


def pages() -> Pages:
    """Return a site whose every reply tries to leave something behind."""
    told = (
        ("Set-Cookie", f"session={planted('cookie')}; Path=/"),
        ("Authorization", f"Bearer {planted('authorization echo')}"),
        ("X-Token", planted("reply field")),
        ("Link", f'</p?token={planted("canonical link")}>; rel="canonical"'),
    )
    page = reply(PAGE, fields=told)
    to = f"/landed;jsessionid={planted('location session')}?token={planted('location query')}"
    given = f"/echo/ok-{planted('header value')}"
    return Pages(
        {
            "/p": page,
            "/cited": page,
            "/landed": page,
            "/go": redirect(
                f"{to}&next={quote('https://b.example/?sig=' + planted('location nested'), safe='')}"
                f"#access_token={planted('location fragment')}"
            ),
            "/user": redirect(f"http://{planted('location user')}:x@127.0.0.1/"),
            "/echo": reply(
                PAGE,
                type=f"text/html; x={planted('header value')}",
                fields=(("ETag", f'"{planted("header value")}"'), ("Link", f"<{given}>; rel=canonical")),
            ),
            "/echo/way": redirect(f"/echo/on-{planted('header value')}"),
            f"/echo/on-{planted('header value')}": redirect(given),
            given: page,
            "/echo/type": reply(PAGE, type=planted("header value")),
            "/echo/scheme": redirect(f"{planted('header value')}://x"),
            "/echo/coding": reply(PAGE, fields=(("Content-Encoding", planted("header value")),)),
            "/closed": reply(b"no", 401, fields=(("WWW-Authenticate", f'Basic realm="{planted("challenge")}"'), *told)),
        }
    )


class Life:
    """What was left behind by a life of commands: every file, and all that was said."""

    def __init__(self, folder: Path, home: Path) -> None:
        self.folder, self.home = folder, home
        self.said: dict[str, bytes] = {}
        self.codes: dict[str, int] = {}
        self.report = b""
        self.sent: list[bytes] = []
        """Heads of the requests as the server got them."""

    def run(self, *words: str) -> None:
        """Run a command line as a process would, and keep what it says."""
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "argv", ["gnut", *words])
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code = main(list(words))
            said = out.buffer.getvalue(), err.buffer.getvalue()
        name = f"{len(self.codes)} {' '.join(words[:2])}"
        self.codes[name] = code
        self.said |= {f"{name}, {stream}": body for stream, body in zip(("stdout", "stderr"), said, strict=True)}

    def left(self) -> Iterator[tuple[str, bytes]]:
        """Yield every file and every stream by its name, with its bytes as a reader would unpack them."""
        yield from self.said.items()
        for root in (self.folder, self.home):
            for path in sorted(path for path in root.rglob("*") if path.is_file()):
                name, body = str(path.relative_to(root)), path.read_bytes()
                yield name, body
                if body[:2] == b"\x1f\x8b":
                    yield f"{name}, unpacked", gzip.decompress(body)
        store = open_store(self.folder / ".gnut")
        for oid in store.ids():
            yield f"{store.kind(oid)} {oid[:12]}", store.get(oid)
        for name in store.ref_names():
            yield "a ref", name.encode()


def allowed(life: Life, place: str) -> Callable[[str, bytes], bool]:
    """Return what may hold the secret of a place.

    The words of the report: the report, by its bytes. A folder: what the person who is in it reads on a terminal.
    """
    own = oid_of("blob", life.report)[:12]
    if place.startswith("cited"):
        return lambda name, body: name == f"blob {own}" or body == life.report
    return lambda name, body: place.endswith("folder") and name.endswith(", stderr") and not body.startswith(b"{")


@pytest.fixture(scope="module")
def life(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Life]:
    """Live a whole life of commands once, among secrets."""
    folder = tmp_path_factory.mktemp("there") / planted("another folder")
    home = tmp_path_factory.mktemp("home") / planted("home folder")
    folder.mkdir()
    home.mkdir()
    with pytest.MonkeyPatch.context() as patch, serving() as web:
        patch.setenv("HOME", str(home))
        patch.setenv("GNUT_DEBUG", "1")
        patch.setenv("A_SECRET", planted("environment"))
        patch.setenv("HTTP_PROXY", f"http://u:{planted('environment')}@127.0.0.1:9/")
        patch.setenv("COLUMNS", "100")
        patch.delenv("CI", raising=False)
        patch.setattr("gnut.edge.net.pace.Pace._booked", lambda pace, host: pace._clock())
        patch.chdir(folder)
        web.pages = pages()
        lived = Life(folder, home)
        _live(lived, web, patch)
        lived.sent = web.raw
        yield lived


def _live(life: Life, web: Web, patch: pytest.MonkeyPatch) -> None:
    net = ("--allow-net", f"127.0.0.1:{web.port}", "--robots", "ignore")
    given = (
        "--header",
        f"http://127.0.0.1:{web.port} X-Api-Key: {planted('header value')}",
        "--header",
        f"http://127.0.0.1:{web.port} Authorization: Bearer {planted('header value')}",
        "--host-stats",
        "-v",
    )
    here = f"127.0.0.1:{web.port}"
    typed = planted("typed query")
    addresses = [f"http://{here}/p?n={at}&token={ENCODINGS[way](typed)}" for at, way in enumerate(TYPED)]
    addresses += [
        f"http://{here}/p#access_token={planted('typed fragment')}",
        f"http://{here}/p;jsessionid={planted('typed path parameter')}?n=7",
        f"http://{here}/p?n=8&next={quote('https://x.example/?token=' + planted('nested address'), safe='')}",
        f"http://{here}/p?n=9&password={planted('password value')}",
        f"http://{here}/go?n=10",
        f"http://{here}/closed?token={planted('failed query')}",
        f"http://{here}/user?n=11",
    ]
    life.report = (
        f"The keeper says “the gate shuts at nine every evening” "
        f"([keeper](http://{here}/cited?token={planted('cited query')}#id_token={planted('cited fragment')})), and "
        f"“another thing that was never said” ([list](http://{here}/go?n=10)).\n"
    ).encode()
    (life.folder / "report.md").write_bytes(life.report)
    life.run("init", ".")
    life.run("acquire", *(word for one in addresses for word in ("--url", one)), *net, *given)
    life.run("acquire", "report.md", "--dump", "--url", f"http://{here}/p?token={planted('dumped query')}")
    life.run("acquire", "report.md", *net)
    life.run("acquire", "report.md", "--refresh", "--dry-run", *net, *given)
    life.run("acquire", "report.md", "--refresh", "--output-format", "json", *net, *given)
    echoes = [f"http://{here}/echo{way}" for way in ("", "/way", "/type", "/scheme", "/coding")]
    for form in ("full", "json"):
        words = [word for one in echoes for word in ("--url", one)]
        life.run("acquire", *words, "--refresh", "--output-format", form, *net, *given)
    (life.folder / "list.txt").write_text(f"http://{here}/p?n=20&token={planted('listed query')}\n")
    life.run("acquire", "--files-from", "list.txt", "--output-format", "json", *net)
    (life.folder / "list.txt").unlink()
    life.run("acquire", "--url", f"http://{here}/gone?sig={planted('failed query')}", "--output-format", "json", *net)
    life.run(
        "acquire", "--url", f"http://{here}/p?n=30", "--header", f"127.0.0.1 Bad\x7f: {planted('header value')}", *net
    )
    life.run("acquire", "--url", f"http://{here}/p?n=30", "--header", f"{planted('header value')}", *net)
    life.run(
        "acquire",
        "--url",
        f"http://{here}/q?token={planted('remapped query')}",
        *net,
        "--remap",
        f"^http://([^/]*)/q.* http://$1/p?access_token={planted('remapped query')}",
    )
    life.run("acquire", "--url", f"http://{planted('typed user')}:{planted('typed password')}@{here}/p", *net)
    life.run("acquire", "--url", f"http://10.0.0.1/?token={planted('refused query')}", *given)
    life.run("acquire", "--url", f"http://127.0.0.1:9/x y?token={planted('refused query')}")
    life.run("acquire", "--saved", f"http://{here}/p?token={planted('refused query')}=nothing.html")
    for form in ("full", "concise", "json", "jsonl", "github"):
        life.run("check", "report.md", "-v", "--output-format", form)
    life.run("ledger", "report.md")
    life.run("ledger", "report.md", "--output-format", "markdown")
    life.run("ledger", "report.md", "--numerics", "--output-format", "json", "-o", "figures.json")
    life.run("log", "report.md")
    life.run("show", "report.md")
    life.run("show", "--export", "run", "report.md")
    life.run("show", "--check", "run")
    life.run("diff-replay", "report.md")
    life.run("quote", "--url", addresses[0], "--text", "the gate shuts at nine every evening")
    life.run("quote", "--url", f"http://{here}/none?token={planted('refused query')}", "--text", "nine")
    life.run("store", "export", "--warc", "all.warc.gz", "--all")
    life.run("store", "export", "--warc", "-", "--all")
    life.run("store", "export", "--warc", "one.warc", addresses[0])
    life.run("acquire", "--from-warc", "all.warc.gz", "--url", addresses[1])
    life.run("fsck")
    _crash(life, patch, f"https://{planted('crash user')}:p@{here}/?token={planted('crash query')}")


def _crash(life: Life, patch: pytest.MonkeyPatch, address: str) -> None:
    value = planted("crash query")

    def bug(*_: object, **__: object) -> int:
        raise KeyError(f"{value} of {address} in {life.folder}/x and {life.home}/y, Authorization: Bearer {value}")

    patch.setattr("gnut.commands.rule.rule", bug)
    life.run("rule", address)


def test_the_life_that_was_lived_did_what_it_should(life: Life) -> None:
    codes = {name.partition(" ")[2]: code for name, code in life.codes.items()}
    assert (codes["init ."], codes["show --check"], codes["store export"], codes["fsck"]) == (0, 0, 0, 0)
    assert codes["rule " + life_address(life)] == 3
    assert 3 not in [code for name, code in life.codes.items() if " rule " not in f" {name} "]
    assert [name for name, _ in life.left() if "crash-" in name]
    assert [name for name, _ in life.left() if name.startswith("snapshot ")]


def life_address(life: Life) -> str:
    return next(name for name in life.codes if " rule " in f" {name} ").partition("rule ")[2]


@pytest.mark.parametrize("place", PLACES)
def test_a_secret_comes_to_rest_nowhere_and_comes_out_nowhere(life: Life, place: str) -> None:
    secret = planted(place)
    own = allowed(life, place)
    needles = {name: encode(secret).encode() for name, encode in ENCODINGS.items()}
    needles |= {name: secret.encode(name) for name in WIDE}
    found = [
        (where, way)
        for where, body in life.left()
        if not own(where, body)
        for way, needle in needles.items()
        if needle in body
    ]
    assert found == []


def test_the_words_of_a_report_are_kept_with_its_bytes_so_the_search_does_find_what_is_there(life: Life) -> None:
    secret = planted("cited query").encode()
    found = [(name, body) for name, body in life.left() if secret in body]
    assert {"report.md", "run/report"} <= {name for name, _ in found}
    assert any(name.startswith("blob ") for name, _ in found)
    assert all(body == life.report for _, body in found)


@pytest.mark.parametrize(
    "place",
    [
        *("typed query", "cited query", "listed query", "remapped query", "failed query", "location query"),
        "header value",
    ],
)
def test_a_server_is_told_what_is_its_own(life: Life, place: str) -> None:
    assert any(planted(place).encode() in head for head in life.sent)


@pytest.mark.parametrize("place", ["cookie", "environment", "typed user", "dumped query", "refused query"])
def test_no_server_is_told_what_is_not(life: Life, place: str) -> None:
    assert not any(planted(place).encode() in head for head in life.sent)


def test_a_field_that_was_sent_back_is_on_record_without_its_value(life: Life) -> None:
    store = open_store(life.folder / ".gnut")
    ends = {str(json.loads(store.get(oid)).get("final_uri")) for oid in store.ids() if store.kind(oid) == "snapshot"}
    assert any(end.endswith("/echo/ok-hidden") for end in ends)
    assert any(b"/echo/on-hidden" in body for _, body in life.left())


def test_a_token_tells_two_sources_apart_and_says_nothing(life: Life) -> None:
    store = open_store(life.folder / ".gnut")
    uris = {json.loads(store.get(oid))["uri"] for oid in store.ids() if store.kind(oid) == "snapshot"}
    hidden = {uri for uri in uris if "token=hidden-" in uri}
    assert len(hidden) >= len(TYPED) - 2
    assert any("password=hidden" in uri for uri in uris)
    assert any(";jsessionid=hidden-" in uri for uri in uris)


def test_what_was_asked_for_is_the_address_as_written() -> None:
    with serving() as web, pytest.MonkeyPatch.context() as patch:
        patch.setattr("gnut.edge.net.pace.Pace._booked", lambda pace, host: pace._clock())
        web.pages = pages()
        from gnut.acquire.core import request
        from gnut.edge.net import Fetcher
        from gnut.edge.net.manners import Manners
        from gnut.text.uris import source_uri

        written = web.url(f"/p;jsessionid={planted('cookie')}?token=%41b+c&password=x%20y")
        uri = source_uri(written, "-")
        assert isinstance(uri, str)
        Fetcher(web.here, manners=Manners(robots=False))(request(uri, written))
        assert web.asked == [f"/p;jsessionid={planted('cookie')}?token=%41b+c&password=x%20y"]


def test_there_is_one_way_out_for_people_and_nobody_goes_by_another() -> None:
    found = []
    for folder in FOLDERS:
        for path in sorted(folder.rglob("*.py")):
            name = path.relative_to(folder.parent).as_posix()
            found += [f"{name}: {fault}" for fault in ways_out(path.read_text(encoding="utf-8"), name in SPEAK)]
    assert found == []


def ways_out(source: str, may_speak: bool) -> Iterator[str]:
    """Yield the ways by which a module could write to people past the one door."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(value=ast.Name(id="sys"), attr="stderr" | "__stderr__" | "__stdout__") if not may_speak:
                yield f"sys.{node.attr}"
            case ast.Call(func=ast.Name(id="print" | "breakpoint" as name)):
                yield name
            case ast.Import(names=names):
                yield from (one.name for one in names if one.name.partition(".")[0] in ("logging", "syslog"))
            case ast.ImportFrom(module="logging" | "syslog" | "sys" as module):
                yield f"from {module}"
            case ast.Call(func=ast.Attribute(attr="print_exc" | "print_exception" | "print_stack" | "warn" as name)):
                yield name


@pytest.mark.parametrize(
    "source",
    [
        "import sys\nsys.stderr.write('x')",
        "print('x')",
        "import logging.handlers",
        "import warnings\nwarnings.warn('x')",
        "from sys import stderr",
        "import traceback\ntraceback.print_exc()",
    ],
)
def test_another_way_out_would_be_found(source: str) -> None:
    assert list(ways_out(source, may_speak=False))
