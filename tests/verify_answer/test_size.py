from __future__ import annotations

import random
import time

import pytest

from gnut.edge.answering import policy_of
from gnut.verify_answer.contract import Passage
from gnut.verify_answer.core import verify_answer


def test_F48_a_large_check_takes_time_in_proportion() -> None:
    draw = random.Random(48)

    def words(count: int) -> str:
        return " ".join(
            draw.choice(("revenue", "rose", "by", f"{draw.randrange(9999)}", "units.")) for _ in range(count)
        )

    def spent(answer: int, passages: int) -> float:
        held = [Passage(f"s{at}", words(700)) for at in range(passages)]
        started = time.process_time()
        verify_answer(words(answer), held, policy=policy_of(None))
        return time.process_time() - started

    spent(100, 4)
    # 2,000 words against 50 passages of 4,000 characters: minutes in an early version of another tool.
    assert spent(2000, 50) < max(30.0, 250 * spent(100, 4))


N = 400
REPEATED = {
    "one figure everywhere": ("100 cats " * N, "100 dogs " * N + "5 cats"),
    "pairs": ("Sales grew 3.7%. " * N, " ".join(f"Sales grew from {at} to {at + 7}." for at in range(1, N))),
    "multiples": ("Sales tripled. " * N, " ".join(f"Sales grew from {at} to {at + 7}." for at in range(1, N))),
    "a table": ("Revenue in 2023 was 125. " * N, "a\t2022\t2023\n" + "".join(f"r{at}\t125\t{at}\n" for at in range(N))),
    "another year": ("In 2023, 45 boats. " * N, "In 2022, 45 boats. " * N + "In 2023, 46 boats."),
    "a scale from a head": ("5,123. " * N, "(in millions)\n" + "5,123. " * 25 * N),
    "other kinds": ("5%. 5 shops. $5. 5 km. " * N, "5 kg. £5. 5 pp. 5 m. 5 s. " * 10 * N),
    "another name": ("Acme made $5 million. " * N, "Beta made $5 million. " * 10 * N),
    "versions": (" ".join(f"1.2.{at}" for at in range(N)), " ".join(f"1.3.{at}" for at in range(N))),
    "dates": ("12 May 1950. " * N, " ".join(f"13 May {1600 + at}" for at in range(N))),
}


@pytest.mark.parametrize("name", REPEATED)
def test_F48_nothing_is_looked_through_once_a_figure(name: str) -> None:
    answer, source = REPEATED[name]
    started = time.process_time()
    verify_answer(answer, [Passage("s", source)], policy=policy_of(None))
    assert time.process_time() - started < 8  # Each took 4 to 35 seconds of 500 figures, and more with their cube.
