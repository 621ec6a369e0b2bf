"""Every regular expression of the product, and how its own module uses it: read from the syntax trees."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any, NamedTuple

import gnut
import gnut_store
from gnut.text.patterns import Lazy

CALLS = frozenset("compile search match fullmatch sub subn findall finditer split".split())
FROM_THE_START = frozenset({"match", "fullmatch"})


class Use(NamedTuple):
    """A pattern as one module uses it."""

    module: str
    name: str
    """Name in the module; empty for one that is written where it is used."""

    pattern: re.Pattern[Any]
    searches: bool
    """Whether it may begin anywhere in a text; else only where the module says."""


def modules() -> Iterator[tuple[ModuleType, ast.Module]]:
    """Yield every module of the product that can be imported here, with its syntax tree."""
    for package in (gnut, gnut_store):
        for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            if found.name.endswith("__main__"):
                continue
            try:
                module = importlib.import_module(found.name)
            except ImportError:
                continue  # An extra that is not installed.
            if module.__file__:
                with open(module.__file__, "rb") as file:
                    yield module, ast.parse(file.read())


def uses() -> list[Use]:
    """Return every pattern that stands in a module, or is written into a call of `re`."""
    found: list[Use] = []
    for module, tree in modules():
        methods = _methods(tree)
        for name, value in vars(module).items():
            if isinstance(value, Lazy):
                pattern = re.compile(value.source, value.options)
            elif isinstance(value, re.Pattern):
                pattern = value
            else:
                continue
            if name in methods or name in _names(tree):
                found.append(Use(module.__name__, name, pattern, not methods.get(name, {"search"}) <= FROM_THE_START))
        for call in ast.walk(tree):
            written = _written(call)
            if written is not None:
                method, source = written
                found.append(Use(module.__name__, "", re.compile(source), method not in FROM_THE_START))
    return found


def assembled() -> set[str]:
    """Return the modules that put a pattern together while they run, or when they are loaded."""
    return {
        module.__name__
        for module, tree in modules()
        for call in ast.walk(tree)
        if _is_call(call) and call.args and not isinstance(call.args[0], ast.Constant)  # type: ignore[attr-defined]
    }


def _is_call(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "re"
        and node.func.attr in CALLS
    )


def _written(node: ast.AST) -> tuple[str, str | bytes] | None:
    if not _is_call(node):
        return None
    assert isinstance(node, ast.Call)
    assert isinstance(node.func, ast.Attribute)
    first = node.args[0]
    if node.func.attr == "compile" or not isinstance(first, ast.Constant):
        return None
    return node.func.attr, first.value


def _methods(tree: ast.Module) -> dict[str, set[str]]:
    """Return the methods that are called on each name; `search` stands for a name that is handed on."""
    called: dict[str, set[str]] = {}
    owners: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            called.setdefault(node.value.id, set()).add(node.attr)
            owners.add(id(node.value))
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in owners:
            called.setdefault(node.id, set()).add("search")
    return called


def _names(tree: ast.Module) -> set[str]:
    """Return what the module itself defines."""
    return {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
