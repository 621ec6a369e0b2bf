from __future__ import annotations

import re
import time
from itertools import pairwise

import pytest
from hypothesis import given

from gnut.text.sentences import sentences
from tests import strategies


def split(text: str, whole: str = "", trailing: str = "") -> list[str]:
    """Split `text`; `whole` and `trailing` are patterns of ranges to keep and of citations."""
    kept = [m.span() for m in re.finditer(whole, text)] if whole else []
    behind = [m.span() for m in re.finditer(trailing, text)] if trailing else []
    return [text[at:to] for at, to in sentences(text, sorted({*kept, *behind}), behind)]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Dr. Smith met Prof. Lee. They spoke.", 2),
        ("It grew by 3.5 % vs. 2.1 % before. Then it fell.", 2),
        ("See Fig. 3 and No. 7. Then go on.", 2),
        ("He said no. The board agreed.", 2),
        ("It is the state of the art. We use it.", 2),
        ("They came in the 1990s. The mill was new.", 2),
        ("A spot of 10 x 48 mm. Cooling helps.", 2),
        ("J. R. Smith left. K. Lee stayed.", 2),
        ("It happened in the U.S. Government. It is over.", 2),
        ("Kale et al. Found the same? No.", 2),
        ("Apple Inc. The firm grew.", 2),
        ("Was it so? Yes! It was… And then?", 4),
        ("“Really?” he asked. “Yes.” Then he left.", 3),
        ("Das kostet z. B. Geld, d. h. Steuern. Am 3. Mai kam er.", 2),
        ("Nr. 7 ist bzw. war frei. S. 5 zeigt es.", 2),
        ("M. Dupont est là. Mme. Curie aussi.", 2),
        ("El Sr. Gómez, p. ej. Juan, llegó. Se fue.", 2),
        ("Т. е. так. См. рис. 3. Вот.", 3),
        ("It was in Dec. 2024 that sales fell. They rose on Jan. 5 again.", 2),
        ("It closed in Feb. Then it opened. It fell in Sept. 2023 and in Oct. It rose.", 4),
        ("On Mon. 5 May, Sun. 6 May and Sat. 12 May he left. He came back.", 2),
        ("He sat. 3 of them stood. They had sun. 5 had none. It may. 5 firms agreed.", 6),
        ("That was two years ago. 5 firms are left. The set. 5 of it.", 4),
        ("Am 5. Jan. 2024 kam er. Am 5. Sept. ging er.", 2),
        ("Le 5 janv. 2024, il vint. Il partit en déc. 2024. Fin.", 3),
        ("El 5 ene. 2024 cerró. El 12 ago. 2024 abrió. Fin.", 3),
        ("Il 5 mag. 2024 chiuse. Em 3 out. 2023 abriu.", 2),
        ("В янв. 2024 г. выручка упала. В дек. 2023 г. Она росла.", 3),
        ("So found Smith et al. 2019 in a study. Smith et al. (2020) did not.", 2),
        ("Kale et al. The same was found.", 2),
        ("Lt. Col. Brown resigned. Maj. Gen. Lee, Brig. Gen. Dow and Cpl. Jones stayed.", 2),
        ("Sen. Warren met Gov. Newsom and Rep. Pelosi. Adm. Nimitz won.", 2),
        ("She is a sales rep. The firm pays her. He went to the col. Nobody came.", 4),
        ("Gebr. Müller kam. Dipl. Ing. Huber ging.", 2),
        ("Acme Inc. Chairman Joe said so. Acme Inc. Its shares grew. Acme Corp. Today it grew.", 5),
        ("Acme Pty. Ltd. Sydney was sold. Acme Co. Ltd. However, it fell.", 3),
        ("Total S.A. The group said so. Banca S.p.A. Milano grew. Müller GmbH. Die Firma wuchs.", 5),
        ("It weighs 5 lb. 3 oz. in all. It is 5 ft. 3 in. long. It ran 5 mi. 3 firms watched.", 4),
        ("They paid Fr. 500 and Rs. 200 for it. Then they left.", 2),
        ("第一句。第二句！第三句？", 3),
        ("東京です。大阪も。", 2),
        ("यह सच है। वह नहीं।", 2),
        ("هل هذا صحيح؟ نعم.", 2),
        ("He wrote (...) that it ended. It did.", 2),
        ("1. Title of the thing", 1),
        ("It costs 1,204.50 today", 1),
        ("see https://x.example/a.b?c=d. Then", 2),
    ],
)
def test_a_text_falls_into_its_sentences(text: str, count: int) -> None:
    whole = r"https?://\S+(?=\.)"
    assert len(split(text, whole)) == count, split(text, whole)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("It grew. [3] It fell.", "It grew. [3]"),
        ("It grew.[3] It fell.", "It grew.[3]"),
        ("It grew. [3][4], [5] It fell.", "It grew. [3][4], [5]"),
        ("It grew. ([3]) It fell.", "It grew. ([3])"),
        ("增长了。 [2]本报告如此。", "增长了。 [2]"),
        ("It grew. [3]. It fell.", "It grew. [3]."),
        ("It grew. [3] shows why.", "It grew."),
        ("It grew. [3], for example, shows why.", "It grew."),
    ],
)
def test_a_citation_behind_a_stop_belongs_to_the_sentence_before(text: str, first: str) -> None:
    assert split(text, trailing=r"\[\d\]")[0] == first


def test_a_quotation_is_never_cut() -> None:
    assert split("He said “We stopped. We left.” Then he went.", "“[^”]*”") == [
        "He said “We stopped. We left.”",
        "Then he went.",
    ]


def test_a_mark_that_opens_a_quotation_does_not_close_the_sentence_before() -> None:
    assert split('他说完了。"融合正在发生。"他走了。', '"[^"]*"') == ["他说完了。", '"融合正在发生。"', "他走了。"]


def test_a_forced_line_break_ends_a_sentence_unless_it_goes_on_in_lower_case() -> None:
    assert split("First point\x0bSecond point\x0band so on") == ["First point", "Second point\x0band so on"]


@given(strategies.texts())
def test_sentences_stand_in_order_apart_and_hold_every_word(text: str) -> None:
    ranges = sentences(text)
    assert all(at < to for at, to in ranges)
    assert all(first[1] <= second[0] for first, second in pairwise(ranges))
    left = "".join(
        text[a:b] for a, b in zip((0, *(r[1] for r in ranges)), (*(r[0] for r in ranges), len(text)), strict=True)
    )
    assert not left.strip()


@pytest.mark.parametrize("sign", ["e.g. ", ". ", "? ", "。", "A. ", "1. ", "(...) ", '." '])
def test_thousands_of_stops_take_no_more_than_their_share(sign: str) -> None:
    started = time.process_time()
    assert len(sentences(sign * 25_000)) <= 25_000
    assert time.process_time() - started < 2.0, "with the square it would be a minute"
