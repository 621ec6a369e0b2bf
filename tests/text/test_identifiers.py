"""One identifier is one source, however a registry lets it be spelled; two identifiers are two."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.text.identifiers import resolved
from gnut.text.uris import source_uri


@pytest.mark.parametrize(
    ("uri", "spellings"),
    [
        (
            "https://doi.org/10.1056/nejmp1006304",
            [
                "https://doi.org/10.1056/NEJMp1006304",
                "http://doi.org/10.1056/nejmp1006304",
                "https://dx.doi.org/10.1056/NEJMP1006304",
                "http://dx.doi.org/10.1056/NEJMp1006304",
                "https://www.doi.org/10.1056/NEJMp1006304",
                "HTTPS://DOI.ORG/10.1056/NEJMp1006304",
                "https://doi.org/10.1056%2FNEJMp1006304",
                "https://doi.org/10.1056%2fNEJMp1006304",
                "https://doi.org/doi:10.1056/NEJMp1006304",
                "https://doi.org/10.1056/NEJMp1006304?utm_source=chatgpt.com",
                "https://doi.org/10.1056/NEJMp1006304#abstract",
            ],
        ),
        (
            "https://doi.org/10.1002/(sici)1097-0258(19980815/30)17:15/16%3C1661::aid-sim968%3E3.0.co;2-2",
            [
                "https://doi.org/10.1002/(SICI)1097-0258(19980815/30)17:15/16<1661::AID-SIM968>3.0.CO;2-2",
                "https://doi.org/10.1002/(SICI)1097-0258(19980815/30)17:15/16%3C1661::AID-SIM968%3E3.0.CO;2-2",
                "https://dx.doi.org/10.1002/%28sici%291097-0258(19980815/30)17:15/16%3c1661::aid-sim968%3e3.0.co;2-2",
            ],
        ),
        (
            "https://doi.org/10.1234/%C3%A9tude",
            ["https://doi.org/10.1234/étude", "https://doi.org/10.1234/%c3%a9TUDE"],
        ),
        (
            "https://arxiv.org/abs/1605.03661",
            [
                "http://arxiv.org/abs/1605.03661",
                "https://www.arxiv.org/abs/1605.03661/",
                "https://arxiv.org/abs/arXiv:1605.03661",
            ],
        ),
        (
            "https://arxiv.org/abs/1605.03661v2",
            ["http://arxiv.org/abs/1605.03661v2", "https://arxiv.org/ABS/1605.03661V2"],
        ),
        (
            "https://arxiv.org/pdf/1605.03661",
            ["https://arxiv.org/pdf/1605.03661.pdf", "http://arxiv.org/pdf/1605.03661"],
        ),
        (
            "https://arxiv.org/abs/math/0309136",
            ["https://arxiv.org/abs/math.GT/0309136", "https://arxiv.org/abs/math/0309136"],
        ),
        (
            "https://pubmed.ncbi.nlm.nih.gov/12345678/",
            [
                "https://pubmed.ncbi.nlm.nih.gov/12345678",
                "http://www.ncbi.nlm.nih.gov/pubmed/12345678",
                "https://ncbi.nlm.nih.gov/pubmed/12345678/",
                "https://www.ncbi.nlm.nih.gov/m/pubmed/12345678/",
                "https://pubmed.gov/12345678",
            ],
        ),
        (
            "https://pmc.ncbi.nlm.nih.gov/articles/PMC6502963/",
            [
                "https://www.ncbi.nlm.nih.gov/pmc/articles/PMC6502963/",
                "http://www.ncbi.nlm.nih.gov/pmc/articles/pmc6502963",
                "https://www.ncbi.nlm.nih.gov/pmc/articles/6502963/",
                "https://pmc.ncbi.nlm.nih.gov/articles/PMC6502963",
            ],
        ),
    ],
)
def test_spellings_of_one_identifier_are_one_source(uri: str, spellings: list[str]) -> None:
    assert {str(source_uri(spelling, "-")) for spelling in [uri, *spellings]} == {uri}


@pytest.mark.parametrize(
    "addresses",
    [
        [
            "https://arxiv.org/abs/1605.03661",
            "https://arxiv.org/abs/1605.03661v1",
            "https://arxiv.org/abs/1605.03661v2",
        ],
        ["https://arxiv.org/abs/1605.03661", "https://arxiv.org/pdf/1605.03661", "https://arxiv.org/html/1605.03661"],
        ["https://arxiv.org/abs/hep-th/9901001", "https://arxiv.org/abs/hep-ph/9901001"],
        ["https://doi.org/10.1000/182", "https://doi.org/10.1000/183", "https://doi.org/10.1000/182/"],
        ["https://doi.org/10.1000/a%2Fb", "https://doi.org/10.1000/a%252Fb", "https://doi.org/10.1000/a%3Fb"],
        ["https://doi.org/10.1000/182", "https://doi.org.evil.example/10.1000/182", "https://doi.org:8443/10.1000/182"],
        ["https://doi.org/", "https://www.doi.org/", "https://doi.org/the-identifier/what-is-a-doi/"],
        ["https://pubmed.ncbi.nlm.nih.gov/1/", "https://pubmed.ncbi.nlm.nih.gov/?term=1"],
        [
            "https://www.ncbi.nlm.nih.gov/pmc/articles/PMC1/",
            "https://www.ncbi.nlm.nih.gov/pmc/articles/PMC1/pdf/x.pdf",
            "https://www.ncbi.nlm.nih.gov/pmc/articles/PMC1/?report=reader",
        ],
        ["https://publisher.example/doi/10.1000/ABC", "https://publisher.example/doi/10.1000/abc"],
    ],
)
def test_what_a_registry_tells_apart_stays_apart(addresses: list[str]) -> None:
    assert len({source_uri(address, "-") for address in addresses}) == len(addresses)


@pytest.mark.parametrize(
    ("scheme", "name", "address"),
    [
        ("doi", "10.1000/182", "https://doi.org/10.1000/182"),
        ("DOI", " 10.1000/182 ", "https://doi.org/10.1000/182"),
        ("doi", "doi:10.1000/182", "https://doi.org/10.1000/182"),
        ("doi", "DOI: 10.1000/182", "https://doi.org/10.1000/182"),
        ("doi", "https://dx.doi.org/10.1000/182", "https://doi.org/10.1000/182"),
        ("doi", "doi.org/10.1000/182", "https://doi.org/10.1000/182"),
        ("arxiv", "arXiv:1605.03661v2", "https://arxiv.org/abs/1605.03661v2"),
        ("arxiv", "1605.03661 [cs.LG]", "https://arxiv.org/abs/1605.03661"),
        ("arxiv", "hep-th/9901001", "https://arxiv.org/abs/hep-th/9901001"),
        ("pmid", "12345678", "https://pubmed.ncbi.nlm.nih.gov/12345678/"),
        ("pmcid", "PMC6502963", "https://pmc.ncbi.nlm.nih.gov/articles/PMC6502963/"),
        ("pmcid", "6502963", "https://pmc.ncbi.nlm.nih.gov/articles/PMC6502963/"),
        ("PMCID", "pmc 6502963", "https://pmc.ncbi.nlm.nih.gov/articles/PMC6502963/"),
        ("isbn", "9780000000000", None),
        ("doi", "", None),
        ("doi", "  ", None),
    ],
)
def test_an_identifier_has_one_address(scheme: str, name: str, address: str | None) -> None:
    assert resolved(scheme, name) == address


@given(st.text(st.sampled_from("10.5/abAB%2F:;()<> vX\u00e9"), max_size=40))
def test_an_identity_of_an_identifier_is_its_own_identity(name: str) -> None:
    for host in ("doi.org", "dx.doi.org", "arxiv.org", "pubmed.gov", "www.ncbi.nlm.nih.gov"):
        uri = source_uri(f"https://{host}/{name}", "-")
        if isinstance(uri, str):
            assert source_uri(uri, "-") == uri
