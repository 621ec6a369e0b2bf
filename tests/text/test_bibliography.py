from __future__ import annotations

import pytest

from gnut.text.bibliography import address, bibtex, keys, toml
from gnut.text.yaml_text import Unreadable, yaml

BIB = rb"""
% a comment with @article{not, url={x}} in it is read as an entry by BibTeX too
@article{smith99,
  title = {On {Nested {Braces}} and \{escaped\}},
  doi = "10.1000/182",
  year = 1999
}
@misc(lee2020, eprint={1605.03661}, archivePrefix=arXiv, primaryClass={cs.LG})
@online{page, url = {https://a.example/x\_y}, doi = {10.1/other}}
@string{acm = "ACM"}
@book{paper, title = {Only on paper}}
@article{broken, title = {never closed
"""


def test_bibtex_keys_have_addresses() -> None:
    found = keys(None, (("refs.bib", BIB),))
    assert found["smith99"] == "https://doi.org/10.1000/182"
    assert found["lee2020"] == "https://arxiv.org/abs/1605.03661"
    assert found["page"] == "https://a.example/x_y"
    assert found["paper"] is None
    assert "broken" in found


def test_csl_json_keys_have_addresses() -> None:
    body = b'[{"id": "a", "URL": "https://a.example/"}, {"id": "b", "DOI": "10.1000/182"}, {"id": "c"}]'
    assert keys(None, (("refs.json", body),)) == {
        "a": "https://a.example/",
        "b": "https://doi.org/10.1000/182",
        "c": None,
    }


def test_front_matter_counts_before_the_files_beside_the_report() -> None:
    front = yaml("references:\n- id: smith99\n  URL: https://mine.example/\n")
    assert keys(front, (("refs.bib", BIB),))["smith99"] == "https://mine.example/"


@pytest.mark.parametrize("body", [b"{", b'{"id": 1e999}', b'[{"id": "a", "id": "b"}]', b"\xff", b"[1, [2]]", b""])
def test_a_file_that_cannot_be_read_adds_no_key(body: bytes) -> None:
    assert keys(None, (("refs.json", body),)) == {}


@pytest.mark.parametrize(
    "text",
    [
        "a: &x 1\nb: *x",
        "a: &x [b]",
        "a: !!python/object/apply:os.system [x]",
        "a: !tag b",
        "[" * 100 + "]" * 100,
        "a: 1\na: 2",
        "a: [b",
        "a: b: c",
    ],
)
def test_yaml_that_could_grow_or_act_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        yaml(text)


def test_yaml_gives_maps_lists_and_strings_only() -> None:
    assert yaml("a: 1\nb: [yes, {c: 2024-01-01}]\nd:\n  - |\n    x\n    y\n") == {
        "a": "1",
        "b": ["yes", {"c": "2024-01-01"}],
        "d": ["x\ny\n"],
    }


def test_front_matter_over_its_limit_is_refused() -> None:
    with pytest.raises(Unreadable):
        yaml("a: " + "x" * 300_000)


@pytest.mark.parametrize("piece", ["@a{", "@a{k,", "@a{k, x={", "{", '@a{k, x="', "@a{k, x=1, ", "\\"])
def test_a_hostile_bibliography_is_read_once(piece: str) -> None:
    assert len(list(bibtex(piece * 50_000))) <= 50_000


def test_an_address_of_an_entry_is_its_url_before_its_doi() -> None:
    assert address({"url": "https://a.example/v2", "doi": "10.1/v1"}) == "https://a.example/v2"
    assert address({"pmid": "12345"}) == "https://pubmed.ncbi.nlm.nih.gov/12345/"
    assert address({"title": "x"}) is None


def test_toml_says_what_it_holds() -> None:
    assert toml('gnut = {policy = "strict"}\r\n[a]\r\nb = 1\r\n') == {"gnut": {"policy": "strict"}, "a": {"b": 1}}


@pytest.mark.parametrize(
    "text",
    [
        "a = ",
        "a = 1\na = 2",
        "a=" + "[" * 9000,
        "a" + ".a" * 9000 + "=1",
        "[" + "a." * 9000 + "a]",
        "a=" + "1" * 9000,
        "#" * 300_000,
    ],
    ids=["value", "twice", "deep", "dotted", "header", "digits", "long"],
)
def test_toml_that_is_none_or_floods_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        toml(text)
