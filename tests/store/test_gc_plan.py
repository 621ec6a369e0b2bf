"""Which packs are merged, and what stands next to what in the merged one: pure rules."""

from __future__ import annotations

from itertools import pairwise, permutations

from hypothesis import given
from hypothesis import strategies as st

from gnut_store.gc_plan import FACTOR, LIMIT, MANY, Holding, geometric, ordered, redundant
from gnut_store.oid import Oid

sizes = st.dictionaries(st.text("abcdef", min_size=1, max_size=6), st.integers(100, 2 * LIMIT), max_size=40)


@given(sizes)
def test_what_is_left_grows_twofold(given_sizes: dict[str, int]) -> None:
    merge = geometric(given_sizes)
    short = {name: size for name, size in given_sizes.items() if size < LIMIT // 2}
    assert merge <= short.keys()
    assert len(merge) != 1
    left = sorted(size for name, size in short.items() if name not in merge)
    total = sum(short[name] for name in merge)
    after = [total, *left] if merge else left
    assert all(later >= FACTOR * earlier for earlier, later in pairwise(after))
    assert all(size >= total for size in left)


@given(sizes)
def test_a_collection_of_what_was_collected_does_nothing(given_sizes: dict[str, int]) -> None:
    merge = geometric(given_sizes)
    after = {name: size for name, size in given_sizes.items() if name not in merge}
    if merge:
        after["new"] = sum(given_sizes[name] for name in merge)
    assert geometric(after) == frozenset()


def test_one_pack_and_no_pack_are_left_alone() -> None:
    assert geometric({}) == geometric({"a": 5}) == frozenset()


def test_two_packs_of_one_length_become_one_and_a_long_one_stays() -> None:
    assert geometric({"a": 10, "b": 10, "c": 1000}) == {"a", "b"}
    assert geometric({"a": 10, "b": 20, "c": 40}) == frozenset()
    assert geometric({"a": 10, "b": 19, "c": 40}) == {"a", "b", "c"}


def test_many_packs_become_one_with_the_long_one_among_them() -> None:
    few = {f"{at:02}": 10 for at in range(MANY - 2)} | {"long": 20 << 20}
    assert geometric(few) == few.keys() - {"long"}
    assert geometric(few | {"one more": 10}) == few.keys() | {"one more"}


def test_packs_of_half_the_limit_are_never_merged() -> None:
    assert geometric({"a": LIMIT // 2, "b": LIMIT // 2, "c": LIMIT}) == frozenset()


def holding(name: str, size: int, objects: str, lines: str = "") -> Holding:
    return Holding(
        name, size, frozenset(each.encode() for each in objects), frozenset(("t", Oid(each)) for each in lines)
    )


def test_of_two_packs_that_say_the_same_one_goes() -> None:
    assert redundant([holding("a", 5, "xy"), holding("b", 6, "yx")], ()) == ("a",)


def test_a_pack_whose_objects_lie_in_two_others_goes_in_whatever_order_they_come() -> None:
    packs = [holding("a", 9, "xy", "x"), holding("b", 9, "zw", "z"), holding("c", 5, "xz", "xz")]
    for order in permutations(packs):
        assert redundant(order, ()) == ("c",)


def test_a_pack_with_an_entry_of_its_own_stays() -> None:
    assert redundant([holding("a", 5, "x", "x"), holding("b", 6, "xy", "y")], ()) == ()


def test_what_is_kept_is_never_redundant_and_covers_others() -> None:
    packs = [holding("a", 5, "x"), holding("b", 6, "x")]
    assert redundant(packs, {"a"}) == ("b",)
    assert redundant(packs, {"a", "b"}) == ()


holdings = st.lists(
    st.builds(
        lambda objects, lines: (frozenset(objects), frozenset(lines)),
        st.text("uvwxyz", max_size=4),
        st.text("uvw", max_size=2),
    ),
    max_size=7,
)


@given(holdings)
def test_nothing_is_lost_with_the_redundant_ones(made: list[tuple[frozenset[str], frozenset[str]]]) -> None:
    packs = [holding(str(at), at, "".join(objects), "".join(lines)) for at, (objects, lines) in enumerate(made)]
    gone = redundant(packs, ())
    left = [pack for pack in packs if pack.name not in gone]
    assert {hash for pack in packs for hash in pack.objects} == {hash for pack in left for hash in pack.objects}
    assert {line for pack in packs for line in pack.lines} == {line for pack in left for line in pack.lines}


letters = [bytes([at]) for at in range(12)]


@given(st.permutations(letters), st.dictionaries(st.sampled_from(letters), st.sampled_from([*letters, b"none"])))
def test_every_object_comes_once_after_its_base_and_never_too_deep(
    hashes: list[bytes], base_of: dict[bytes, bytes]
) -> None:
    depth: dict[bytes, int] = {}
    for hash, base in ordered(hashes, base_of, 3):
        assert hash not in depth
        assert base is None or (base in depth and (base_of.get(base) == hash or base_of.get(hash) == base))
        depth[hash] = 0 if base is None else depth[base] + 1
        assert depth[hash] <= 3
    assert depth.keys() == set(hashes)


def test_the_newest_is_whole_and_each_older_one_leans_on_the_next() -> None:
    chain = dict(zip(letters[1:], letters, strict=False))
    found = list(ordered(sorted(letters), chain, 8))
    assert [hash for hash, _ in found] == letters[::-1]
    assert [hash for hash, base in found if base is None] == [letters[11], letters[2]]


def test_a_long_chain_is_walked_without_recursion() -> None:
    chain = [at.to_bytes(4) for at in range(50_000)]
    found = list(ordered(chain, dict(zip(chain[1:], chain, strict=False))))
    assert len(found) == len(chain)
    assert sum(base is None for _, base in found) == -(-len(chain) // 9)
