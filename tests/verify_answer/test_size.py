from __future__ import annotations

import random
import time

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
