"""Whom https is believed: the certificate authorities that come with certifi, and nothing that a machine adds."""

from __future__ import annotations

import ssl
from functools import cache


@cache
def trust() -> ssl.SSLContext:
    """Return the one context of https: names checked, TLS 1.2 or later.

    Not `ssl.create_default_context`, nor httpx's own: both write the keys of every connection to the file that
    SSLKEYLOGFILE names, and the former reads the authorities that SSL_CERT_FILE names.
    """
    import certifi

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_verify_locations(cafile=certifi.where())
    return context
