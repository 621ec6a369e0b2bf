"""Identifiers in running text: where each begins and ends, and what it stands for."""

from __future__ import annotations

import pytest

from gnut.text.uris import source_uri
from tests.text.markdown.reading import pointers

DOI = "https://doi.org/10.1056/nejmp1006304"
PAPER = "https://arxiv.org/abs/1605.03661"
PMID = "https://pubmed.ncbi.nlm.nih.gov/12345678/"
PMC = "https://pmc.ncbi.nlm.nih.gov/articles/PMC6502963/"


@pytest.mark.parametrize(
    ("text", "uri"),
    [
        ("10.1056/NEJMp1006304", DOI),
        ("doi:10.1056/NEJMp1006304", DOI),
        ("DOI: 10.1056/NEJMp1006304", DOI),
        ("DOI 10.1056/NEJMp1006304", DOI),
        ("doi：10.1056/NEJMp1006304", DOI),
        ("Doi:  10.1056/NEJMP1006304", DOI),
        ("doi.org/10.1056/NEJMp1006304", DOI),
        ("dx.doi.org/10.1056/NEJMp1006304", DOI),
        ("info:doi/10.1056/NEJMp1006304", DOI),
        ("urn:doi:10.1056/NEJMp1006304", DOI),
        ("https://dx.doi.org/10.1056/NEJMp1006304", DOI),
        ("http://doi.org/10.1056/nejmp1006304", DOI),
        ("10.1016/S0140-6736(20)30183-5", "https://doi.org/10.1016/s0140-6736(20)30183-5"),
        ("10.1000.10/123", "https://doi.org/10.1000.10/123"),
        ("arXiv:1605.03661", PAPER),
        ("arxiv: 1605.03661", PAPER),
        ("ARXIV:1605.03661", PAPER),
        ("arXiv：1605.03661", PAPER),
        ("arXiv:1605.03661v2", f"{PAPER}v2"),
        ("arXiv:hep-th/9901001", "https://arxiv.org/abs/hep-th/9901001"),
        ("arXiv:math.GT/0309136", "https://arxiv.org/abs/math/0309136"),
        ("arXiv:hep-th/9901001v3", "https://arxiv.org/abs/hep-th/9901001v3"),
        ("PMID: 12345678", PMID),
        ("PMID:12345678", PMID),
        ("PMID 12345678", PMID),
        ("pmid12345678", PMID),
        ("PubMed ID 12345678", PMID),
        ("PubMed PMID: 12345678", PMID),
        ("PMCID: PMC6502963", PMC),
        ("PMCID PMC6502963", PMC),
        ("PMCID:6502963", PMC),
        ("PMC6502963", PMC),
    ],
)
@pytest.mark.parametrize(
    "around",
    [
        "It says so {}.",
        "It says so ({}).",
        "It says so [{}].",
        "It says so, {}, it says.",
        "据载（{}）。",
        "उसने कहा {}।",
        "«{}»",
    ],
)
def test_an_identifier_is_read_to_its_end_and_no_sign_further(text: str, uri: str, around: str) -> None:
    (found,) = [one for one in pointers(around.format(text)) if one.address]
    assert found.address is not None
    assert source_uri(found.address, "-") == uri


@pytest.mark.parametrize(
    "text",
    [
        "PMID: 1234567890123",
        "PMC is a company, PMC 2019 its fair",
        "PMC42",
        "APMC6502963",
        "arXiv has 1605.03661 in it",
        "arXiv:1605.036612",
        "section 10.1000 / 5",
        "10.12/5",
        "version 10.1000.5",
        "1.10.1000/182",
        "pubmed has 12345678 entries",
        "PMID in the table",
        "xarXiv:1605.03661",
    ],
)
def test_a_number_that_no_registry_gave_is_no_identifier(text: str) -> None:
    assert [one.address for one in pointers(f"It says so {text}.") if one.address] == []


def test_several_identifiers_of_one_paper_are_several_sources_until_they_are_fetched() -> None:
    found = pointers("It rose (PMID: 12345678; PMCID: PMC6502963; doi: 10.1056/NEJMp1006304).")
    assert [source_uri(one.address or "", "-") for one in found] == [PMID, PMC, DOI]
