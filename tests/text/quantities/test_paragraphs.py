"""Answers about paragraphs as people write them: right ones are supported whole, of wrong ones something is not."""

from __future__ import annotations

import pytest

from gnut.text.quantities.against import against
from gnut.text.quantities.held import Held
from gnut.text.quantities.read import quantities

COMPANY = (
    "Acme Corp reported revenue of $4.2 billion for fiscal 2024, up 12% from $3.75 billion in fiscal 2023. Operating "
    "income rose to $610 million. In Europe, sales grew 8% to $1.1 billion, while Asia declined 3% to $900 million. "
    "Chief executive Maria Lopez said the company would hire 1,200 people in 2025. Rival Beta Inc posted revenue of "
    "$5.6 billion, and Gamma AG of €2.3 billion."
)
CLIMATE = (
    "Emissions reached 37.4 billion tonnes in 2023, according to the Energy Agency. China accounted for 35% of the "
    "total, the United States for 13% and India for 8%. Emissions in rich countries fell by 4.5%. In Germany they "
    "fell by 10%, in France by 5%. Solar capacity rose 80% to 420 GW."
)
TRIAL = (
    "The trial enrolled 1,204 patients between March 2019 and June 2021: 602 received drug A and 602 placebo. The "
    "endpoint occurred in 45 patients (7.5%) in the treatment group and in 78 (13.0%) in the placebo group (hazard "
    "ratio 0.57; 95% CI 0.40 to 0.82). Adverse events were seen in 12% and 14% of patients, respectively."
)
TOWNS = (
    "Paris has 2.1 million inhabitants, Lyon 520,000 and Marseille 870,000. The Eiffel Tower, completed in 1889, is "
    "330 m tall; the Montparnasse Tower, finished in 1973, is 210 m tall. London has 8.9 million inhabitants and was "
    "founded in AD 47."
)
GERMAN = (
    "Der Umsatz der Siemens AG stieg im Geschäftsjahr 2023 um 11 % auf 77,8 Mrd. Euro. Der Gewinn nach Steuern betrug "
    "8,5 Mrd. Euro, nach 4,4 Mrd. Euro im Vorjahr. Bosch erzielte einen Umsatz von 91,6 Mrd. Euro."
)
RIGHT = {
    COMPANY: """Acme's revenue rose 12% to $4.2 billion in fiscal 2024.
        Revenue was $4.2 billion, compared with $3.75 billion a year earlier.
        European sales were $1.1 billion, an increase of 8%; Asia fell 3% to $900 million.
        Maria Lopez plans to hire 1,200 people in 2025.
        Beta ($5.6 billion) is larger than Acme ($4.2 billion).
        Acme, with $4.2 billion, trails Beta's $5.6 billion in revenue.
        Beta Inc's revenue of $5.6 billion exceeded Acme's $4.2 billion by $1.4 billion.
        Operating income at Acme was $610 million on revenue of $4.2 billion.
        Gamma made €2.3 billion in revenue.
        In fiscal 2024 Acme had operating income of $610 million.
        Acme grew 12%, with Europe up 8% and Asia down 3%.
        Revenue at Acme Corp: $4.2 billion (2024), $3.75 billion (2023).
        Lopez, who runs Acme, said it would hire 1,200 people.""",
    CLIMATE: """The Agency says emissions reached 37.4 billion tonnes in 2023.
        China emitted 35% of the total, followed by the US with 13% and India with 8%.
        India's share was 8%, that of the United States 13%.
        German emissions fell by 10% and French emissions by 5%.
        Germany cut emissions by 10%, more than France with 5%.
        Rich countries cut emissions by 4.5%.
        In 2023, solar capacity rose 80% to 420 GW.
        China, the United States and India account for 35%, 13% and 8%.
        Emissions in Germany and France fell by 10% and 5%.""",
    TRIAL: """1,204 patients were enrolled from March 2019 to June 2021.
        The endpoint occurred in 7.5% on drug A and in 13.0% on placebo.
        On placebo 78 patients (13.0%) reached the endpoint, against 45 (7.5%) on drug A.
        The hazard ratio was 0.57 (95% CI 0.40–0.82).
        Adverse events: 12% with the drug and 14% with placebo.
        Drug A was given to 602 patients, placebo to 602.""",
    TOWNS: """Paris, with 2.1 million inhabitants, is larger than Lyon (520,000) and Marseille (870,000).
        Marseille has 870,000 inhabitants and Lyon has 520,000.
        The Eiffel Tower was completed in 1889 and is 330 m tall.
        The Montparnasse Tower (210 m) is shorter than the Eiffel Tower (330 m).
        London was founded in AD 47 and has 8.9 million inhabitants.
        The Eiffel Tower (1889) predates the Montparnasse Tower (1973).""",
    GERMAN: """Siemens steigerte den Umsatz um 11 % auf 77,8 Mrd. Euro.
        Bosch setzte 91,6 Mrd. Euro um, Siemens 77,8 Mrd. Euro.
        Der Gewinn von Siemens lag bei 8,5 Mrd. Euro, im Vorjahr bei 4,4 Mrd. Euro.
        Im Geschäftsjahr 2023 erzielte Siemens 77,8 Mrd. Euro Umsatz und 8,5 Mrd. Euro Gewinn.""",
}
WRONG = {
    COMPANY: """Beta's revenue was $4.2 billion.
        Acme's revenue was $5.6 billion.
        Asian sales rose 3%.
        Sales in Europe were $900 million.
        Acme's revenue was $3.75 billion in fiscal 2024.
        Acme's revenue exceeded Beta's by $1.6 billion.""",
    CLIMATE: """China accounted for 13%.
        India accounted for 35% of emissions.
        Germany's emissions fell by 5%.
        In France emissions fell by 10%.
        Solar capacity fell 80%.
        China, the United States and India account for 13%, 35% and 8%.""",
    TRIAL: """The trial enrolled 1,240 patients.
        The hazard ratio was 0.75.""",
    TOWNS: """Lyon has 870,000 inhabitants.
        The Eiffel Tower is 210 m tall.
        London has 2.1 million inhabitants.""",
    GERMAN: """Der Gewinn sank um 11 %.
        Der Gewinn lag bei 5,8 Mrd. Euro.""",
}


def sentences(of: dict[str, str]) -> list[tuple[str, str]]:
    """Return (answer, its source) of every line."""
    return [(line.strip(), source) for source, lines in of.items() for line in lines.split("\n")]


@pytest.mark.parametrize(("answer", "source"), sentences(RIGHT))
def test_a_right_answer_is_supported_whole(answer: str, source: str) -> None:
    held = against(answer, quantities(answer), (Held(source),))
    assert [each.reason for each in held if each.status != "supported"] == []


@pytest.mark.parametrize(("answer", "source"), sentences(WRONG))
def test_a_wrong_answer_is_not(answer: str, source: str) -> None:
    held = against(answer, quantities(answer), (Held(source),))
    assert any(each.status == "contradicted" for each in held)
