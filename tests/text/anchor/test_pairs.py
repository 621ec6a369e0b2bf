"""False quotations that must not pass, true ones that must: one source, one change each."""

from __future__ import annotations

import pytest

from gnut.text.anchor.contract import Outcome
from gnut.text.anchor.seek import too_short
from tests.text.anchor.seeking import kinds, seek

S = "The board held that 14.2% of the 1,000 crates did not float in 2024. Income rose to $4.2 million (10² units)."
Z = "\u200b"

TRUE = {
    "as written": (S, "14.2% of the 1,000 crates did not float"),
    "indented lines": (S.replace(" ", "\n  "), "14.2% of the 1,000 crates did not float"),
    "no-break blanks": (S.replace(" ", "\u00a0"), "14.2% of the 1,000 crates did not float"),
    "a soft hyphen": (S.replace("board", "bo\u00adard"), "The board held that 14.2%"),
    "a hyphen at a line end": (S.replace("crates", "cra-\ntes"), "of the 1,000 crates did not float"),
    "no width in the source": (S.replace("crates", "cra" + Z + "tes"), "of the 1,000 crates did not float"),
    "no width in the excerpt": (S, "of the 1,000 cra" + Z + "tes did not float"),
    "curly quotation marks": ('She said "it is not so" to us all.', "She said “it is not so” to us all"),
    "an apostrophe": ("It\u2019s the board\u2019s view that rents rise.", "It's the board's view that rents rise"),
    "an en dash": ("Between 2019–2024 the rent doubled twice.", "Between 2019-2024 the rent doubled twice"),
    "decomposed letters": ("The cafe\u0301 owner lost nothing.", "The caf\u00e9 owner lost nothing"),
    "ligatures": ("The \ufb01nal \ufb02ow was not measured.", "The final flow was not measured"),
    "the case of the first letter": (S, "the board held that 14.2% of the 1,000 crates"),
    "an editor's capital": (S, "[T]he board held that 14.2% of the 1,000 crates"),
    "an editor's insertion": (S, "The board [of trustees] held that 14.2%"),
    "sic": (S, "The board held [sic] that 14.2%"),
    "an ellipsis": ("The board held that all the crates did not float.", "The board held … did not float"),
    "an ellipsis at the end": (S, "The board held that 14.2% of the 1,000 crates..."),
    "a comma before the closing mark": (S, "The board held that 14.2% of the 1,000 crates,"),
    "a full stop inside the sentence": (S, "The board held that 14.2% of the 1,000 crates."),
    "its own quotation marks": (S, "“The board held that 14.2% of the 1,000 crates”"),
    "inner marks made single": ('He called it "a fair price" twice.', "He called it ‘a fair price’ twice"),
    "inner marks made double": ("He called it ‘a fair price’ twice.", "He called it “a fair price” twice"),
    "a reference mark of the source": ("Rents rose.[12] Wages fell.", "Rents rose. Wages fell."),
    "a raised note mark": ("The crates³ did not float.", "The crates did not float"),
    "a reference mark kept": ("Rents rose.[12] Wages fell.", "Rents rose.[12] Wages fell."),
    "emphasis in the source": ("The board did **not** agree.", "The board did not agree"),
    "two dashes for one": ("He paid -- late -- in June.", "He paid — late — in June"),
    "a lost line end": ("boats or\ncarts carry it", "boats orcarts carry it"),
    "full-width letters and signs": ("ＡＢＣ（株）の発表", "ABC(株)の発表"),
    "a line end after a dash in a range": ("a loss of 7–\n10 % was noted", "a loss of 7–10 % was noted"),
    "upper case": (S, "THE BOARD HELD THAT 14.2% OF THE 1,000 CRATES"),
    "a sharp s": ("Die Straße ist gesperrt.", "DIE STRASSE IST GESPERRT"),
}

FALSE = {
    "a digit less": (S, "held that 4.2% of the 1,000 crates did not float", "number"),
    "a digit changed": (S, "held that 14.3% of the 1,000 crates did not float", "number"),
    "a nought more": (S, "14.2% of the 10,000 crates did not float", "number"),
    "a decimal mark less": (S, "held that 142% of the 1,000 crates did not float", "number"),
    "million made billion": (S, "Income rose to $4.2 billion", "magnitude"),
    "a magnitude left out": (S, "Income rose to $4.2 (10² units)", "magnitude"),
    "a magnitude cut off": (S, "Income rose to $4.2", "magnitude"),
    "another currency": (S, "Income rose to €4.2 million", "unit"),
    "per cent made points": (S, "14.2 pp of the 1,000 crates did not float", "unit"),
    "another year": (S, "1,000 crates did not float in 2025", "number"),
    "a sign less": ("The margin was -4.2 percent last year.", "The margin was 4.2 percent last year", "sign"),
    "a minus less": ("The margin was \u22124.2 percent last year.", "The margin was 4.2 percent last year", "sign"),
    "brackets of a loss less": ("A result of (4.2) million was booked.", "A result of 4.2 million was booked", "sign"),
    "a power made digits": (S, "million (102 units)", "number"),
    "a power left out": (S, "million (10 units)", "number"),
    "a fraction made digits": ("It grew by 1½ points all year.", "It grew by 112 points all year", "number"),
    "digits of another script": ("The rate was ١٤ percent of all.", "The rate was 41 percent of all", "number"),
    "wide digits": (S, "held that １４.2% of the 1,000 crates", "number"),
    "a negation less": (S, "14.2% of the 1,000 crates did float in 2024", "negation"),
    "a negation more": ("The crates did float in the test.", "The crates did not float in the test", "negation"),
    "a contraction less": ("The crates didn't float in the test.", "The crates did float in the test", "negation"),
    "another word": (S, "The board held that 14.2% of the 1,000 crates did not sink", "word_changed"),
    "a word more": (S, "The board held that only 14.2% of the 1,000 crates", "word_added"),
    "a word less": ("The board of trustees held the keys.", "The board trustees held the keys", "word_lost"),
    "words that changed places": (
        "The owner sued the tenant over the roof.",
        "The tenant sued the owner over the roof.",
        "words_swapped",
    ),
    "a look-alike in the source": (S.replace("board", "b\u043eard"), "The board held that 14.2%", "letters"),
    "a look-alike in the excerpt": (S, "The b\u043eard held that 14.2% of the 1,000 crates", "letters"),
    "another spelling": ("The organization moved.", "The organisation moved.", "word_changed"),
    "a comma that was not there": ("Let us eat Grandma now.", "Let us eat, Grandma now.", "punctuation"),
    "half a word at the start": ("A new start of warnings came.", "art of warnings came", "word_changed"),
    "half a word at the end": ("Users can bank on the platform.", "Users can bank on the plat", "word_changed"),
    "half a number": ("In total 1,000 crates were taken that day.", "000 crates were taken that day", "number"),
    "half a range": ("A loss of 7–10 % was noted there.", "10 % was noted there", "number"),
    "a bracketed denial": (S, "14.2% of the 1,000 crates did [not] not float", "negation"),
    "a denial behind an ellipsis": (S, "14.2% of the … crates did … float in 2024", "left_out"),
    "a number behind an ellipsis": (S, "The board held … crates did not float", "left_out"),
    "another reference mark": ("Rents rose.[12] Wages fell.", "Rents rose.[13] Wages fell.", "number"),
    "a denial parted otherwise": ("It was not able to all.", "It was notable to all.", "word_changed"),
    "a value moved over an empty cell": (
        "Bonds\t\t1,346\t—\t562\t7\nNotes",
        "Bonds 1,346 562 — 7",
        "punctuation",
    ),
    "an interval": ("We cover [0, 1] with open sets here.", "We cover [0, 2] with open sets here.", "number"),
    "another mark beside an ellipsis": (
        "The board met in May.[12] It paid the owner of the wall.",
        "The board met in May.[13] … the owner of the wall",
        "number",
    ),
    "blanks out of a number": ("It sold 1 000 boats that year.", "It sold 1000 boats that year", "number"),
}

NOWHERE = {
    "another order": (S, "did not float in 2024. The board held that 14.2% of the crates"),
    "parts in another order": (S, "did not float … The board held that"),
    "cells of two rows": ("Acme\t14.2%\nBolt\t99.9%\n", "Acme 99.9%"),
    "nothing": (S, ""),
    "blanks": (S, "   \n"),
    "no width at all": (S, Z * 30),
    "signs alone": (S, "…—,"),
    "other words": (S, "The board never met and no crate was ever taken"),
    "more than the source": ("Short text here.", S),
    "half of a split number": (S.replace("14.2", "1\x004.2"), "held that 4.2% of the 1,000 crates"),
    "a number that direction marks show": ("The rate was \u202e2.41\u202c percent.", "The rate was 14.2 percent."),
}


@pytest.mark.parametrize(("source", "excerpt"), TRUE.values(), ids=TRUE)
def test_an_honest_copy_passes(source: str, excerpt: str) -> None:
    answer = seek(excerpt, source)
    assert answer.outcome is Outcome.FOUND
    assert not too_short(excerpt, answer.occurrences)


@pytest.mark.parametrize(("source", "excerpt", "kind"), FALSE.values(), ids=FALSE)
def test_an_altered_copy_is_named(source: str, excerpt: str, kind: str) -> None:
    answer = seek(excerpt, source)
    assert answer.outcome is Outcome.AMBIGUOUS
    assert kind in kinds(answer)


@pytest.mark.parametrize(("source", "excerpt"), NOWHERE.values(), ids=NOWHERE)
def test_what_does_not_stand_is_not_found(source: str, excerpt: str) -> None:
    assert seek(excerpt, source).outcome is not Outcome.FOUND


@pytest.mark.parametrize("excerpt", ["the", "2024"])
def test_one_word_is_found_and_too_short(excerpt: str) -> None:
    assert too_short(excerpt, seek(excerpt, S).occurrences)
