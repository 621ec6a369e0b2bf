"""What packing and unpacking costs in memory that the kernel must zero."""

from __future__ import annotations

import platform
import resource
import subprocess
import sys

import pytest

SCRIPT = """
import resource
from gnut_store.codec import compressor, decompress
body = b"The kiln was relit. " * 50_000
frame = compressor(1)(body)
decompress(frame, len(body), None)
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(50):
    decompress(compressor(1)(body), len(body), None)
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other libraries keep freed memory by other rules")
def test_memory_of_large_objects_is_used_again_and_not_zeroed_anew() -> None:
    said = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, check=True, text=True, timeout=60)
    # Taken from the kernel each time, 50 times a MiB is 12,000 pages at least.
    assert int(said.stdout) < 12_000 * 4096 // resource.getpagesize() // 4
