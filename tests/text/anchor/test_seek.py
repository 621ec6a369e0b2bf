"""The entry: several places, ranges, explanations, and limits."""

from __future__ import annotations

import subprocess
import sys

import pytest

from gnut.text.anchor.contract import Level, Outcome, Wanted
from gnut.text.anchor.seek import anchor, stands
from gnut.text.fold import FoldedText
from tests.text.anchor.seeking import found, kinds, passage, seek

TWICE = "The lamp is lit at nine. Later, the lamp is lit at nine again."


def test_every_place_is_counted_and_the_first_is_shown() -> None:
    answer = seek("lamp is lit at nine", TWICE)
    assert answer.occurrences == 2
    assert answer.parts[0].start == 4


def test_overlapping_places_count_once() -> None:
    assert seek("ha ha", "ha ha ha ha").occurrences == 2


def test_prefix_and_suffix_choose_the_place_shown() -> None:
    second = TWICE.rindex("lamp")
    assert seek("lamp is lit at nine", TWICE, prefix="Later, the ").parts[0].start == second
    assert seek("lamp is lit at nine", TWICE, suffix=" again").parts[0].start == second
    assert seek("lamp is lit at nine", TWICE, prefix="Never the ").parts[0].start == 4


def test_a_place_inside_a_longer_word_does_not_count() -> None:
    answer = seek("lamp", "lamps, a lamp, headlamp")
    assert answer.occurrences == 1
    assert answer.parts[0].start == 9


def test_only_the_rung_that_decides_counts() -> None:
    answer = seek("The lamp", "The lamp. the lamp. THE LAMP.")
    assert (answer.level, answer.occurrences) == (Level.EXACT, 1)


def test_a_range_needs_its_last_term_after_its_first() -> None:
    answer = seek("again", TWICE, range_end="Later")
    assert answer.outcome is Outcome.NOT_FOUND
    assert answer.notes == ("elision_order", "range")
    assert not stands(FoldedText(TWICE), Wanted("again", range_end="Later"))
    assert stands(FoldedText(TWICE), Wanted("Later", range_end="again"))


def test_a_range_is_as_exact_as_its_loosest_term() -> None:
    answer = seek("The LAMP", TWICE, range_end="again")
    assert (answer.method, answer.level) == ("normalised", Level.TYPOGRAPHY)


def test_an_altered_term_of_a_range_is_named() -> None:
    answer = seek("The lamp is lit at ten", TWICE, range_end="again")
    assert answer.outcome is Outcome.AMBIGUOUS
    assert "range" in answer.notes


def test_the_longest_run_that_stands_is_told_and_where_it_stops() -> None:
    source = "The keeper lit the lamp at nine and went home to his dog."
    answer = seek("The keeper lit the lamp at dawn while singing songs of far and foreign shores", source)
    assert answer.outcome is Outcome.NOT_FOUND
    assert answer.longest_run is not None
    assert source[answer.longest_run.start : answer.longest_run.end] == "The keeper lit the lamp at"
    assert answer.stops_at == "dawn while singing songs of far and foreign shores"


def test_two_words_that_any_text_holds_are_no_run() -> None:
    assert seek("Of the seven seas he sang all day", "The end of the story was sad.").longest_run is None


def test_where_it_stops_is_told_in_eighty_characters() -> None:
    source = "The keeper lit the lamp."
    answer = seek("The keeper lit the fire " + "and sang a song to the moon " * 9, source)
    assert answer.stops_at is not None
    assert len(answer.stops_at) == 80


def test_of_two_passages_equally_near_none_is_called_the_source() -> None:
    source = "The plant made 40 boilers for the yard. The plant made 50 boilers for the yard."
    answer = seek("The plant made 60 boilers for the yard", source)
    assert answer.outcome is Outcome.AMBIGUOUS
    assert answer.alterations == ()
    assert answer.notes == ("equally_near",)


def test_the_same_passage_twice_is_no_rival() -> None:
    source = "The plant made 40 boilers for the yard. " * 2
    assert kinds(seek("The plant made 60 boilers for the yard", source)) == ["number"]


def test_the_nearer_of_two_passages_explains_the_miss() -> None:
    source = "The plant made 40 boilers for the dock. The plant made 50 boilers for the yard."
    answer = seek("The plant made 60 boilers for the yard", source)
    assert passage(answer, source) == ["The plant made 50 boilers for the yard"]


def test_a_passage_with_a_third_of_its_letters_changed_is_not_near() -> None:
    assert seek("abcdefghij klmnopqrst", "abcdefXXXX klmnXXXXst").outcome is Outcome.NOT_FOUND


def test_a_word_beside_a_bad_text_layer_is_still_an_alteration() -> None:
    source = "two di˙erent ˛elds of corn were cold a˚er the rain of May"
    answer = seek("two different fields of corn were sold after the rain of May", source)
    assert kinds(answer) == ["word_changed"]
    assert "bad_text_layer" in answer.notes


def test_letters_of_private_use_stand_for_letters_and_never_for_digits() -> None:
    assert seek("the final count was made", "the \ue001nal count was made").notes == ("bad_text_layer",)
    assert kinds(seek("the count was 14 boats then", "the count was \ue0014 boats then")) != []


def test_a_budget_that_is_spent_leaves_the_question_open() -> None:
    source = FoldedText("The harbour wall stands. " * 9_000)
    answer = anchor(source, Wanted("Zebras quickly ate xylophones in Quito"), slices=2)
    assert answer.outcome is Outcome.AMBIGUOUS
    assert answer.notes == ("gave_up",)


def test_a_budget_that_reaches_to_the_end_gives_an_answer() -> None:
    source = FoldedText("The harbour wall stands. " * 9_000)
    answer = anchor(source, Wanted("Zebras quickly ate xylophones in Quito"), slices=3)
    assert answer.outcome is Outcome.NOT_FOUND


HOSTILE = {
    "one digit": ("0" * 300_000, "000"),
    "one digit and another": ("0" * 300_000, "0" * 150 + "1"),
    "two letters": ("ab" * 150_000, "ba" * 1_000 + "c"),
    "ten thousand letters": ("ab" * 5_000, "ba" * 5_000 + "c"),
    "brackets": ("(ab" * 100_000, "(ab" * 3_000 + "(a"),
    "signs without width": ("a\u200b" * 100_000, "a" * 100),
    "accents": ("e" + "\u0301" * 200_000, "e\u0301 abc"),
    "stars": ("*" * 300_000, "b *a* c"),
    "links": ("[a](" * 60_000, "[a](b) c d"),
    "blanks": (" " * 300_000 + "a", "b c d e"),
    "denials": ("not " * 60_000, "not not … zz not"),
    "soft hyphens": ("\u00ad \n" * 60_000, "a b c"),
    "bad signs": ("˙a" * 60_000, "b" * 40 + " c"),
    "a long excerpt": ("x y z " * 50_000, " ".join(f"w{number}" for number in range(3_000))),
}


@pytest.mark.parametrize(("source", "excerpt"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_repetition_ends_and_is_never_found(source: str, excerpt: str) -> None:
    assert not found(excerpt, source)


def test_a_long_excerpt_with_one_word_changed_is_explained() -> None:
    words = [f"w{number}x" for number in range(4_000)]
    altered = [*words[500:3_500]]
    altered[1_500] = "zebra"
    answer = seek(" ".join(altered), " ".join(words))
    assert kinds(answer) == ["number"] or kinds(answer) == ["word_changed"]
    assert answer.alterations[0].excerpt == "zebra"


def test_an_exact_hit_loads_neither_rapidfuzz_nor_the_looser_rungs() -> None:
    program = (
        "import sys\n"
        "from gnut.text.anchor.contract import Wanted\n"
        "from gnut.text.anchor.seek import anchor\n"
        "from gnut.text.fold import FoldedText\n"
        "assert anchor(FoldedText('The old wall stands.'), Wanted('old wall')).method == 'exact'\n"
        "print([name for name in sys.modules if 'rapidfuzz' in name or name.endswith(('rungs', 'explain'))])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_where_an_excerpt_stops_is_said_in_its_own_words() -> None:
    answer = seek("The board held the Keys “while SINGING” of far Shores and more", "The board held the keys of it.")
    assert answer.stops_at == "“while SINGING” of far Shores and more"
