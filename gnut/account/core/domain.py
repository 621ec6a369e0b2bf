"""A domain pack: who it says it is, and the two hashes that tell its playbook from its quality claims."""

from __future__ import annotations

from collections.abc import Iterable

from gnut.account.contract import DOMAIN, DOMAIN_STATES, Domain, DomainPack
from gnut.account.core.identities import need_text
from gnut.errors import BadReceipt
from gnut.text.fitted import fitted
from gnut.text.patterns import lazy
from gnut_store import canon

_KEY = lazy(r"[a-z][a-z0-9_]*")
_SEVEREST = 5


def parse_domain(body: bytes) -> DomainPack:
    """Return the domain pack that `body` holds.

    Raises:
        NotCanonical: It is not one strict JSON value.
        BadReceipt: `unknown_schema`, `unknown_field`, `missing_field`, `wrong_type`, a blank text
            (`identity_missing`), or `invalid_domain` for a key, severity, state or list outside its rule.
    """
    tree = canon.decode(body)
    schema = tree.get("schema") if isinstance(tree, dict) else None
    if schema != DOMAIN:
        raise BadReceipt(f"{schema!r} is not {DOMAIN!r}", code="unknown_schema", pointer="/schema")
    pack = fitted(tree, DomainPack)
    for name in ("version", "name", "document_noun", "extract_context", "classify_context"):
        need_text(getattr(pack, name), f"/{name}")
    _need(_KEY.fullmatch(pack.key) is not None, "a key is [a-z][a-z0-9_]*", "/key")
    _categories(pack)
    _document_types(pack)
    _evidence(pack)
    return pack


def domain_of(pack: DomainPack) -> Domain:
    """Return how a manifest names a pack: a changed quality claim moves the second hash only."""
    members = {name: getattr(pack, name) for name in pack.__struct_fields__}
    whole = canon.sha256(canon.encode(members))
    del members["evidence"]
    return Domain(pack.key, pack.version, canon.sha256(canon.encode(members)), whole)


def _categories(pack: DomainPack) -> None:
    _need(bool(pack.categories), "a pack has a category", "/categories")
    for at, one in enumerate(pack.categories):
        place = f"/categories/{at}"
        for name in ("key", "name", "description"):
            need_text(getattr(one, name), f"{place}/{name}")
        _need(1 <= one.severity <= _SEVEREST, f"a severity is 1 to {_SEVEREST}", f"{place}/severity")
    _distinct((one.key for one in pack.categories), "/categories", "key")
    _distinct((one.name for one in pack.categories), "/categories", "name")


def _document_types(pack: DomainPack) -> None:
    for at, one in enumerate(pack.document_types):
        for name in ("key", "name", "description"):
            need_text(getattr(one, name), f"/document_types/{at}/{name}")
    _distinct((one.key for one in pack.document_types), "/document_types", "key")


def _evidence(pack: DomainPack) -> None:
    evidence = pack.evidence
    _need(evidence.status in DOMAIN_STATES, f"a state is one of {', '.join(DOMAIN_STATES)}", "/evidence/status")
    need_text(evidence.disclosure, "/evidence/disclosure")
    if evidence.dataset is not None:
        need_text(evidence.dataset, "/evidence/dataset")
    measured = evidence.status == "experimental" or evidence.dataset is not None
    _need(measured, "only an experimental pack may lack a labelled set", "/evidence/dataset")


def _distinct(words: Iterable[str], at: str, name: str) -> None:
    seen: set[str] = set()
    for index, word in enumerate(words):
        _need(word not in seen, f"{word!r} stands twice", f"{at}/{index}/{name}")
        seen.add(word)


def _need(fact: bool, sentence: str, pointer: str) -> None:
    if not fact:
        raise BadReceipt(sentence, code="invalid_domain", pointer=pointer)
