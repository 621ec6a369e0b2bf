"""Currencies: ISO 4217 codes, signs with and without their country, and words."""

from __future__ import annotations

CODES = frozenset(
    """AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF
    CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL
    HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD
    MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR
    RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH
    UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWL BTC ETH""".split()
)
"""ISO 4217 codes in use (and two of coins that have none); `ALL`, `TOP` and `TRY` only where no word can be meant."""

ALSO_WORDS = frozenset("ALL TOP TRY CUP MAD LAK BAM SOS PEN GEL BOB COP CAD ETB MOP".split())
"""Codes that are words as well: they count behind or before digits without another letter in capitals beside."""

SIGNS = {
    "$": "$",
    "US$": "USD",
    "U.S.$": "USD",
    "A$": "AUD",
    "AU$": "AUD",
    "C$": "CAD",
    "CA$": "CAD",
    "CAD$": "CAD",
    "AUD$": "AUD",
    "USD$": "USD",
    "NZ$": "NZD",
    "HK$": "HKD",
    "S$": "SGD",
    "SG$": "SGD",
    "NT$": "TWD",
    "MX$": "MXN",
    "R$": "BRL",
    "RM": "MYR",
    "€": "EUR",
    "£": "GBP",
    "¥": "¥",
    "￥": "¥",
    "JP¥": "JPY",
    "CN¥": "CNY",
    "₹": "INR",
    "Rs": "Rs",
    "Rs.": "Rs",
    "₨": "Rs",
    "₩": "KRW",
    "₽": "RUB",
    "₺": "TRY",
    "₫": "VND",
    "฿": "THB",
    "₪": "ILS",
    "₱": "PHP",
    "₦": "NGN",
    "₴": "UAH",
    "₸": "KZT",
    "₿": "BTC",
    "zł": "PLN",
    "Kč": "CZK",
    "Ft": "HUF",
    "kr": "kr",
    "kr.": "kr",
    "Fr": "Fr",
    "Fr.": "Fr",
    "SFr.": "CHF",
    "sFr.": "CHF",
    "RMB": "CNY",
    "元": "CNY",
    "円": "JPY",
    "원": "KRW",
    "руб": "RUB",
    "руб.": "RUB",
}
"""Signs to the ISO 4217 code; a sign that several currencies share stands for itself (`SEVERAL`)."""

SEVERAL = {
    "$": frozenset({"USD", "AUD", "CAD", "NZD", "HKD", "SGD", "TWD", "MXN", "ARS", "CLP", "COP"}),
    "¥": frozenset({"JPY", "CNY"}),
    "kr": frozenset({"SEK", "NOK", "DKK", "ISK"}),
    "Rs": frozenset({"INR", "PKR", "LKR", "NPR", "MUR"}),
    "Fr": frozenset({"CHF", "XAF", "XOF"}),
    "£": frozenset({"GBP", "EGP", "LBP"}),
}

_FIRST = {"$": "USD", "¥": "JPY", "kr": "kr", "Rs": "INR", "Fr": "CHF"}
"""What a sign is said to be when nothing else tells; cases: `$45.20` is USD, `¥4500` JPY."""

WORDS = {
    **dict.fromkeys("dollar dollars dólar dólares dollari dollaro".split(), "$"),
    **dict.fromkeys("euro euros".split(), "EUR"),
    **dict.fromkeys("pound pounds libra libras pfund".split(), "£"),
    **dict.fromkeys("yen".split(), "JPY"),
    **dict.fromkeys("yuan renminbi".split(), "CNY"),
    **dict.fromkeys("rupee rupees rupien rupias roupies रुपये रुपए रुपया".split(), "Rs"),
    **dict.fromkeys("franc francs franken franco francos franchi".split(), "Fr"),
    **dict.fromkeys("krona kronor krone kroner kronen".split(), "kr"),
    **dict.fromkeys("rouble roubles ruble rubles rubel рубль рубля рублей".split(), "RUB"),
    **dict.fromkeys("real reais".split(), "BRL"),
    **dict.fromkeys("won".split(), "KRW"),
    **dict.fromkeys("peso pesos".split(), "peso"),
    **dict.fromkeys("rand".split(), "ZAR"),
    **dict.fromkeys("złoty złotych zloty".split(), "PLN"),
    **dict.fromkeys("bitcoin bitcoins".split(), "BTC"),
    **dict.fromkeys("доллар доллара долларов".split(), "USD"),
    **dict.fromkeys("евро".split(), "EUR"),
    **dict.fromkeys("美元 美金".split(), "USD"),
    **dict.fromkeys("欧元 歐元".split(), "EUR"),
    **dict.fromkeys("人民币 人民幣".split(), "CNY"),
    **dict.fromkeys("日元".split(), "JPY"),
}
"""Words behind a number, in lower case; `£`: pounds of money, unless a mass is meant (`units`)."""

MINOR = {"cent": "$", "cents": "$", "¢": "$", "pence": "GBP", "penny": "GBP", "eurocent": "EUR", "eurocents": "EUR"}
"""Hundredths of a currency."""

COUNTRIES = {
    ("us", "$"): "USD",
    ("u.s.", "$"): "USD",
    ("american", "$"): "USD",
    ("canadian", "$"): "CAD",
    ("australian", "$"): "AUD",
    ("singapore", "$"): "SGD",
    ("hong kong", "$"): "HKD",
    ("new zealand", "$"): "NZD",
    ("taiwan", "$"): "TWD",
    ("swiss", "Fr"): "CHF",
    ("schweizer", "Fr"): "CHF",
    ("suisses", "Fr"): "CHF",
    ("cfa", "Fr"): "XOF",
    ("british", "£"): "GBP",
    ("sterling", "£"): "GBP",
    ("egyptian", "£"): "EGP",
    ("indian", "Rs"): "INR",
    ("pakistani", "Rs"): "PKR",
    ("sri lankan", "Rs"): "LKR",
    ("swedish", "kr"): "SEK",
    ("norwegian", "kr"): "NOK",
    ("danish", "kr"): "DKK",
    ("icelandic", "kr"): "ISK",
    ("mexican", "peso"): "MXN",
    ("argentine", "peso"): "ARS",
    ("philippine", "peso"): "PHP",
}
"""A country before the word: `Canadian dollars`."""


def code(sign: str) -> str:
    """Return the ISO 4217 code that a sign or word is said to mean: `$` is USD where nothing tells more."""
    return _FIRST.get(sign, "GBP" if sign == "£" else sign)


def same(one: str | None, other: str | None, *, sure: bool = False) -> bool:
    """Return whether two currencies are one; `sure` False takes what was written as a shared sign for each of its."""
    if one == other or one is None or other is None:
        return True
    return not sure and (one in SEVERAL.get(other, ()) or other in SEVERAL.get(one, ()))
