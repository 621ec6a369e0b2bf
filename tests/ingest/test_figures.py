from __future__ import annotations

import pytest

from gnut.ingest.core.figures import figure


@pytest.mark.parametrize(
    "sentence",
    [
        "1. The plan",
        "(3) The plan",
        "Figure 3 shows the plan",
        "As Section 4.2 says, it fell",
        "See phases 1, 2 and 3",
        "Step 2 of 5 is done",
        "chapter 4, section 3",
        "Abbildung 3 zeigt es",
        "voir le chapitre 4",
        "véase la sección 2.1",
        "см. рис. 4",
        "图3显示",
        "第3章",
        "§ 7 Abs. 2 BGB regelt das",
        "Loi n° 5",
    ],
)
def test_an_ordinal_or_a_coordinate_alone_is_no_figure(sentence: str) -> None:
    assert not figure(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Since 2019 it has grown",
        "In 2019–2021 it grew",
        "On 3 June it began",
        "Am 3. Juni begann es",
        "El 3 de junio de 2024",
        "3 июня 2024 года",
        "2024年6月3日",
        "2024년 6월 3일",
        "in the 1990s it grew",
        "in the 21st century",
        "im 19. Jahrhundert",
        "at 10:30 am",
        "Published 12 May 2024",
        "By Jane Doe, 12 May 2024",
        "Data as of 31 March 2024",
        "Data cutoff: 2024-03-31",
        "Stand: 03/24",
        "Données au 31 mars 2024",
        "数据截至2024年3月31日",
        "По состоянию на 31 марта 2024 г.",
    ],
)
def test_a_date_a_byline_or_a_data_cutoff_alone_is_no_figure(sentence: str) -> None:
    assert not figure(sentence)


@pytest.mark.parametrize("sentence", ["the A380 flew", "COVID-19 came", "In Q3 it grew", "in FY2024 it grew"])
def test_a_digit_inside_a_name_is_no_figure(sentence: str) -> None:
    assert not figure(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "1. The plan cost 5 million",
        "Figure 3 shows 62 boats",
        "Table 2, 62 boats",
        "Figure 3 and 5% of all",
        "Step 3 takes 5 minutes",
        "In 2019 it sold 62 boats",
        "On 3 June 62 boats sold",
        "As of 31 March 2024 it held 62 boats",
        "Data as of 31 March 2024 show 62 boats",
        "By Jane Doe, 62 boats were sold",
        "By 2030 it will be 5 million",
        "Updated figures show 62 boats",
        "Stand 2024: 62 Boote",
        "数据截至2024年3月31日,共62艘",
        "2024年收入3亿",
        "Version 2.1 is 40% faster",
    ],
)
def test_another_number_in_the_same_sentence_counts(sentence: str) -> None:
    assert figure(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "It costs 2024 dollars",
        "It costs $2024",
        "Es kostete EUR5",
        "It costs USD 1999",
        "½ of it",
        "a third, or ⅓",
        "Il coûte 5 euros",
        "它花了5元",
        "매출 5억",
        "٦٢ قارب",
        "６２隻",
        "a 3-day trip",
        "It rose −3.5 %",
    ],
)
def test_money_fractions_and_digits_of_any_script_are_figures(sentence: str) -> None:
    assert figure(sentence)
