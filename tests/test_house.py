"""The laws of docs/architecture.md, read from the code itself."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import gnut
import gnut_hooks
import gnut_store
from tests.conftest import SIZES_AND_TIMES

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = {package.__name__: Path(str(package.__file__)).parent for package in (gnut, gnut_store, gnut_hooks)}
MODULES = {
    f"{name}/{path.relative_to(folder).as_posix()}": path
    for name, folder in PACKAGES.items()
    for path in sorted(folder.rglob("*.py"))
}
TREES = {name: ast.parse(path.read_bytes(), name) for name, path in MODULES.items()}
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
LAYERS = next(c["layers"] for c in SETTINGS["importlinter"]["contracts"] if c["type"] == "layers")
ROOMS = sorted(path.parent.name for path in PACKAGES["gnut"].glob("*/contract.py"))

PURE = (*(f"gnut/{room}/" for room in ROOMS), "gnut/text/", "gnut/formats/", "gnut/replay/")
PURE_FILES = ("gnut/run.py", "gnut/model.py", "gnut/errors.py", "gnut/findings.py")

WITHOUT_A_COMMAND = {"account": "check", "authority": "check", "support": "check", "verify_receipt": "show"}
"""Rooms that another command opens."""

DOORS = {
    "backports": ("gnut_store/codec.py",),
    "blake3": ("gnut_store/oid.py",),
    "certifi": ("gnut/edge/net/",),
    "charset_normalizer": ("gnut/text/charset.py",),
    "cryptography": ("gnut/edge/keys/crypto.py",),
    "fastwarc": ("gnut/edge/warc/child.py",),
    "hashlib": ("gnut_store/canon.py",),
    "httpcore": ("gnut/edge/net.py", "gnut/edge/net/"),
    "httpx": ("gnut/edge/net.py", "gnut/edge/net/"),
    "idna": ("gnut/text/hosts.py",),
    "json": ("gnut_store/canon.py",),
    "multiprocessing": ("gnut/edge/sandbox.py", "gnut/edge/sandbox/"),
    "protego": ("gnut/edge/net.py", "gnut/edge/net/"),
    "obstore": ("gnut_store/cloud.py",),
    "pygit2": ("gnut/edge/git/", "gnut_store/carry/"),
    "pypdfium2": ("gnut/text/pdf.py", "gnut/text/pdf/"),
    "pyromark": ("gnut/text/markdown/",),
    "rapidfuzz": ("gnut/text/anchor/align.py", "gnut/text/anchor/locate.py"),
    "rich": ("gnut/edge/show.py", "gnut/edge/show/"),
    "selectolax": ("gnut/text/html.py", "gnut/text/html/"),
    "socket": ("gnut/edge/net.py", "gnut/edge/net/"),
    "ssl": ("gnut/edge/net.py", "gnut/edge/net/"),
    "subprocess": ("gnut/edge/sandbox.py", "gnut/edge/sandbox/"),
    "time": ("gnut/edge/",),
    "typer": ("gnut/cli/",),
    "uuid": ("gnut_store/canon.py",),
    "mcp": ("gnut/servers/mcp/",),
    "numpy": ("gnut/edge/words/",),
    "tokenizers": ("gnut/edge/words/",),
    "yaml": ("gnut/text/yaml_text.py",),
}
"""Each library or effect, and the one place that may import it. No door: nobody."""

NOBODY = ("pickle", "marshal", "random", "requests", "urllib.request", "pydantic")
HEAVY = (
    *("asyncio", "backports.zstd", "blake3", "charset_normalizer", "httpcore", "httpx", "idna", "msgspec"),
    *(
        "cryptography",
        "mcp",
        "multiprocessing",
        "numpy",
        "obstore",
        "protego",
        "pydantic",
        "pygit2",
        "pypdfium2",
        "pyromark",
        "rapidfuzz",
        "rich",
        "selectolax",
        "tokenizers",
        "tomllib",
        "yaml",
    ),
)
VAGUE = {"utils", "util", "helpers", "helper", "common", "base", "constants", "misc", "shared"}


def imported(tree: ast.AST) -> Iterator[str]:
    """Yield the full name of everything that the module imports, at any depth, type checking included."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(module), names=names, level=0):
                yield from (f"{module}.{alias.name}" for alias in names)
            case ast.ImportFrom(level=level) if level:
                yield f"relative.{'.' * level}"


def takes(name: str, library: str) -> bool:
    """Return whether the import `name` is of `library` or of something in it."""
    return name == library or name.startswith(f"{library}.")


def is_pure(module: str) -> bool:
    """Return whether the module stands in the part that no effect may enter."""
    return module.startswith(PURE) or module in PURE_FILES


def structs(tree: ast.AST) -> Iterator[ast.ClassDef]:
    """Yield the msgspec structs that a module defines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and any(ast.unparse(b) in ("Struct", "msgspec.Struct") for b in node.bases):
            yield node


def public(tree: ast.Module) -> Iterator[tuple[str, ast.Module | ast.ClassDef | ast.FunctionDef]]:
    """Yield the module itself and every public class, function and method in it."""
    yield "", tree
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
            yield node.name, node
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            methods = (n for n in node.body if isinstance(n, ast.FunctionDef) and not n.name.startswith("_"))
            yield from ((f"{node.name}.{method.name}", method) for method in methods)


def fresh(code: str) -> str:
    """Return what a new interpreter prints after running `code` in the installed environment."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=PACKAGES["gnut"].parent).stdout


def test_the_files_of_heavy_tests_are_there() -> None:
    assert [name for name in SIZES_AND_TIMES if not (ROOT / name).is_file()] == []


def test_there_are_rooms_to_judge() -> None:
    assert {"ingest", "acquire", "check", "ledger"} <= set(ROOMS)
    assert len(MODULES) > 40


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_has_the_names_that_every_room_has(room: str) -> None:
    found = {path.name for path in (PACKAGES["gnut"] / room).iterdir() if path.name != "__pycache__"}
    found.discard("compat.py")  # The published forms of the room's contracts, for plumbing.
    found.discard("whys.py")  # What the closed list of acquire's contract means, in words.
    found.discard("records.py")  # The parts of account's contract.
    found.discard("request.py")  # Its process boundary.
    found.discard("adapters")  # Results of other systems into the runs of ground's contract.
    assert found in ({"__init__.py", "contract.py", "core.py"}, {"__init__.py", "contract.py", "core"})
    command = WITHOUT_A_COMMAND.get(room, room)
    assert (PACKAGES["gnut"] / "commands" / f"{command}.py").exists()


@pytest.mark.parametrize("room", ROOMS)
def test_a_rooms_core_offers_the_function_that_bears_its_name(room: str) -> None:
    core = TREES.get(f"gnut/{room}/core.py") or TREES[f"gnut/{room}/core/__init__.py"]
    defined = {node.name for node in core.body if isinstance(node, ast.FunctionDef)}
    passed_on = {alias.name for node in core.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert room in defined | passed_on


@pytest.mark.parametrize("room", ROOMS)
def test_a_rooms_init_is_one_sentence_and_imports_nothing(room: str) -> None:
    tree = TREES[f"gnut/{room}/__init__.py"]
    assert len(tree.body) == 1
    sentence = ast.get_docstring(tree)
    assert sentence is not None
    assert sentence.endswith(".")
    assert "\n" not in sentence


def test_every_room_has_a_floor() -> None:
    listed = [name.strip(" ()") for layer in LAYERS for name in re.split(r"[|:]", layer)]
    assert set(ROOMS) <= {name.split(".")[1] for name in listed if name.endswith(".core")}
    assert set(ROOMS) <= {name.split(".")[1] for name in listed if name.endswith(".contract")}


def test_everything_in_gnut_has_a_floor() -> None:
    listed = {name.strip(" ()").split(".")[1] for layer in LAYERS for name in re.split(r"[|:]", layer) if "." in name}
    there = {path.stem for path in PACKAGES["gnut"].glob("*.py")} | {
        path.parent.name for path in PACKAGES["gnut"].glob("*/*.py")
    }
    assert there - listed == {"__init__", "_version"}


def test_the_pure_part_is_the_same_here_and_in_the_linter() -> None:
    contract = next(c for c in SETTINGS["importlinter"]["contracts"] if c["type"] == "forbidden")
    named = {name.replace("gnut/", "gnut.").strip("/").removesuffix(".py") for name in (*PURE, *PURE_FILES)}
    assert set(contract["source_modules"]) == named


def test_the_doors_are_the_same_here_and_in_the_linter() -> None:
    contracts = [c for c in SETTINGS["importlinter"]["contracts"] if c["type"] == "protected"]
    linted = {c["protected_modules"][0]: set(c["allowed_importers"]) for c in contracts}
    here = {
        library: {door.removesuffix(".py").strip("/").replace("/", ".") for door in doors}
        for library, doors in DOORS.items()
    }
    assert linted == {library: here[library] for library in linted}


@pytest.mark.parametrize("module", MODULES)
def test_a_library_is_imported_through_its_door_only(module: str) -> None:
    for name in imported(TREES[module]):
        for library, doors in DOORS.items():
            assert not takes(name, library) or module.startswith(doors), f"{module} imports {name}"
        assert not any(takes(name, library) for library in NOBODY), f"{module} imports {name}"


@pytest.mark.parametrize("module", MODULES)
def test_imports_are_written_in_full(module: str) -> None:
    assert not any(name.startswith("relative.") for name in imported(TREES[module]))


@pytest.mark.parametrize("module", [name for name in MODULES if is_pure(name)])
def test_a_pure_module_touches_nothing(module: str) -> None:
    outside = ("os", "io", "shutil", "tempfile", "threading", "secrets", "signal", "gnut.edge", "gnut.commands")
    for name in imported(TREES[module]):
        assert not any(takes(name, effect) for effect in outside), f"{module} imports {name}"
        assert not takes(name, "pathlib") or name == "pathlib.PurePosixPath", f"{module} imports {name}"
    for node in ast.walk(TREES[module]):
        if isinstance(node, ast.Attribute) and ast.unparse(node).startswith("sys."):
            assert ast.unparse(node) in ("sys.version_info", "sys.maxunicode"), f"{module}:{node.lineno}"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            called = node.func.id
            assert called not in ("open", "print", "input", "eval", "exec", "__import__"), f"{module}:{node.lineno}"


@pytest.mark.parametrize("module", MODULES)
def test_only_the_world_reads_the_environment_and_the_clock(module: str) -> None:
    if module == "gnut/edge/world.py":
        return
    source = MODULES[module].read_text(encoding="utf-8")
    assert not re.search(r"\bos\.(environ|getenv|environb)\b", source)
    assert not re.search(r"\bdate(time)?\.(now|utcnow|today)\(", source)


@pytest.mark.parametrize("module", MODULES)
def test_a_module_fits_in_a_readers_head(module: str) -> None:
    assert len(MODULES[module].read_text(encoding="utf-8").splitlines()) <= 300


@pytest.mark.parametrize("module", MODULES)
def test_a_module_is_named_after_what_it_knows(module: str) -> None:
    assert not VAGUE & {part.removesuffix(".py") for part in module.split("/")}


@pytest.mark.parametrize("module", MODULES)
def test_a_public_name_says_what_it_is_in_a_sentence(module: str) -> None:
    for name, node in public(TREES[module]):
        first = (ast.get_docstring(node) or "").partition("\n\n")[0]
        assert first.endswith((".", "?", ":")), f"{module}: {name or 'module'}"


@pytest.mark.parametrize("module", MODULES)
def test_data_is_frozen(module: str) -> None:
    for struct in structs(TREES[module]):
        if struct.name.startswith("_"):
            continue  # The working state of one function; it never leaves its module.
        keywords = {keyword.arg: ast.unparse(keyword.value) for keyword in struct.keywords}
        assert keywords.get("frozen") == "True", f"{module}: {struct.name}"


@pytest.mark.parametrize("module", [n for n in MODULES if n.endswith("/contract.py") or n == "gnut/model.py"])
def test_what_is_hashed_holds_no_float_and_no_list(module: str) -> None:
    for struct in structs(TREES[module]):
        keywords = {keyword.arg for keyword in struct.keywords}
        assert "forbid_unknown_fields" in keywords, f"{module}: {struct.name}"
        for field in struct.body:
            if isinstance(field, ast.AnnAssign):
                named = {n.id for n in ast.walk(field.annotation) if isinstance(n, ast.Name)}
                assert not {"float", "list", "set", "complex"} & named, f"{module}: {struct.name}.{ast.unparse(field)}"


def test_the_command_line_loads_nothing_heavy() -> None:
    loaded = fresh("import sys, gnut.cli; print(*sys.modules)").split()
    assert [name for name in HEAVY if name in loaded] == []


def test_the_front_door_loads_sys_alone() -> None:
    code = "import sys; before = set(sys.modules); import gnut.__main__; print(*sorted(set(sys.modules) - before))"
    assert fresh(code).split() == ["__future__", "gnut", "gnut.__main__"]


def test_each_package_says_that_it_is_typed() -> None:
    assert [name for name, folder in PACKAGES.items() if not (folder / "py.typed").exists()] == []


def test_the_gate_of_the_linters_is_the_one_described() -> None:
    assert SETTINGS["mypy"]["strict"] is True
    assert {"E", "F", "D1", "T20", "TID251"} <= set(SETTINGS["ruff"]["lint"]["select"])


def test_git_is_opened_in_one_way() -> None:
    """Whether git's library syncs refs and who may own a repository is settled where it is opened."""
    pattern = re.compile(r"pygit2\.(?:Repository|init_repository|clone_repository|discover_repository)\(")
    opening = {
        path.relative_to(ROOT).as_posix()
        for folder in ("gnut", "store/gnut_store", "hooks")
        for path in (ROOT / folder).rglob("*.py")
        if pattern.search(path.read_text(encoding="utf-8"))
    }
    assert opening == {"store/gnut_store/carry/repository.py"}
