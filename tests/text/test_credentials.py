"""What opens a door is not kept; what names a page is."""

from __future__ import annotations

from itertools import permutations
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.text.credentials import DEEPEST, GUESSABLE, HIDDEN, SHORT, _concealed, concealed, hides, issued, mark
from gnut.text.uris import fragment, source_uri

SECRET = "Zx9-tR4_qLm2.vB7~wK5"
RANDOM = "a81f0e77b3c24d5596e1f0aa77c0ffee"
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"

NAMES = """token access_token id_token refresh_token auth authorization api_key apikey apiKey API-KEY x-api-key secret
client_secret sig signature hmac X-Amz-Signature X-Amz-Credential X-Amz-Security-Token X-Goog-Signature
X-Goog-Credential GoogleAccessId AWSAccessKeyId Signature OSSAccessKeyId x-oss-security-token jwt session sessionid
session_id sid PHPSESSID jsessionid ASP.NET_SessionId oauth_token oauth_verifier oauth_signature csrf csrf_token _csrf
csrfmiddlewaretoken authenticity_token __RequestVerificationToken login_token magic_link unsubscribe
reset_password_token confirmation-token invite_token SAMLResponse subscription-key Ocp-Apim-Subscription-Key rlkey
resourcekey user[token] jeton apiKey2 accessToken1 sig2 secretNew token_again creds cred cookie
токен 令牌 トークン""".split()

PASSWORDS = """otp totp password2 passwordConfirm password_confirmation new_password_again passwordNew2 pwd1 userPwd
passkey
passphrase passcode verification_code recovery-code password passwd pwd Passwort
mot_de_passe contraseña senha пароль 密码 パスワード 비밀번호""".split()


@pytest.mark.parametrize("name", NAMES)
def test_a_parameter_that_opens_a_door_keeps_its_name_and_loses_its_value(name: str) -> None:
    uri = source_uri(f"https://a.example/x?{name}={SECRET}&id=7", "-")
    assert SECRET not in uri
    assert f"{quote(name, safe='')}=hidden-" in uri.replace("[", "%5B").replace("]", "%5D")
    assert str(uri).endswith("&id=7")


@pytest.mark.parametrize("name", PASSWORDS)
def test_a_password_leaves_no_digest_that_a_guess_could_be_held_against(name: str) -> None:
    uri = source_uri(f"https://a.example/x?{name}={SECRET}", "-")
    assert str(uri).endswith(f"={HIDDEN}")


@pytest.mark.parametrize(
    "query",
    [
        "id=7",
        "p=12345",
        "q=access+token+leak",
        "q=password%20managers",
        "topic=secret",
        "title=The_Key_(novel)",
        "key=OL7353617M",
        "key=10.1136%2Fbmj.i1216",
        "key=article-2020-04-12-some-long-title",
        "key=conf/nips/VaswaniSPUJGKP17",
        "code=US",
        "code=LEGITEXT000006070721",
        "state=California",
        "ticket=1234",
        "ticket=HADOOP-10101",
        "session=117",
        "sid=20041",
        "pass=3",
        "pin=14-28-322-017-0000",
        "s=climate+change",
        "t=1m20s",
        "h=9fceb02d0ae598e95dc970b74767f19372d61af8",
        "hash=9fceb02d0ae598e95dc970b74767f19372d61af8",
        "haslo=kot",
        "parola=casa",
        "pageToken=CAUQAA",
        "resumptionToken=oai_dc:200",
        "continuation_token=abc",
        "doi=10.1000/182",
        "token=",
        "keyword=token",
        "monkey=1",
        "author=Smith",
        "secretary=general",
        "design=token-set",
        "assign=me",
    ],
)
def test_a_value_that_names_a_page_stays(query: str) -> None:
    assert source_uri(f"https://a.example/x?{query}", "-") == f"https://a.example/x?{query}"


@pytest.mark.parametrize(
    "query",
    [
        "key=AIzaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY",
        f"key={RANDOM}",
        f"sid={RANDOM}",
        f"s={RANDOM}",
        f"appid={RANDOM}",
        "ticket=ST-1856339-aA5Yuvrxzpv8Tau1cYQ7ab",
        "key=123e4567-e89b-12d3-a456-426614174000",
        "q=ghp_0123456789abcdefghijABCDEFGHIJ012345",
        f"v={JWT}",
        "a=AKIAIOSFODNN7EXAMPLE",
    ],
)
def test_an_ambiguous_name_is_judged_by_what_its_value_looks_like(query: str) -> None:
    uri = source_uri(f"https://a.example/x?{query}", "-")
    assert query.partition("=")[2] not in uri
    assert "hidden-" in uri


def test_a_code_with_a_state_beside_it_is_a_grant() -> None:
    uri = source_uri("https://a.example/callback?code=4P7q&state=xyz", "-")
    assert "4P7q" not in uri
    assert "xyz" not in uri


ENCODED = {
    "plain": SECRET,
    "percent": "".join(f"%{ord(sign):02X}" for sign in SECRET),
    "lower percent": "".join(f"%{ord(sign):02x}" for sign in SECRET),
}


@pytest.mark.parametrize("value", ENCODED.values(), ids=ENCODED)
def test_spellings_of_one_token_are_one_source(value: str) -> None:
    plain = source_uri(f"https://a.example/x?token={SECRET}", "-")
    assert source_uri(f"https://a.example/x?token={value}", "-") == plain


@pytest.mark.parametrize(
    "value",
    [
        *("1", "481516", "Zx9-tR4_qLm2", "123456789012345678901234", "4111-1111-1111-1111", "x" * (SHORT - 1)),
        *("%41" * 12, "481516;page=the-address-of-another-thing"),
    ],
)
@pytest.mark.parametrize("name", ["token", "sig", "api_key"])
def test_a_value_that_can_be_found_by_trying_them_all_leaves_no_digest(name: str, value: str) -> None:
    assert concealed(f"https://a.example/x?{name}={value}") == f"https://a.example/x?{name}={HIDDEN}"


def test_a_value_just_long_enough_leaves_a_digest() -> None:
    assert mark("token", "x" * SHORT).startswith(f"{HIDDEN}-")


@pytest.mark.parametrize("beside", ["Signature=abc", "Key-Pair-Id=APKA", "X-Amz-Signature=0"])
def test_the_policy_of_a_signed_address_is_hidden_and_no_other(beside: str) -> None:
    assert SECRET not in concealed(f"https://a.example/x?Policy={SECRET}&{beside}")
    assert SECRET not in concealed(f"https://a.example/x?{beside}&Policy={SECRET}")
    assert concealed("https://a.example/x?policy=privacy&id=7") == "https://a.example/x?policy=privacy&id=7"


MEMBERS = [
    f'{{"token":"{SECRET}"}}',
    f'{{"id":7,"user":{{"password" : "{SECRET}"}},"page":"x"}}',
    f'[{{"name":"x"}},{{"apiKey":"{SECRET}"}}]',
    f'{{"token":"a\\"{SECRET}"}}',
    f'{{"a":"{{\\"token\\":\\"{SECRET}\\"}}"}}',
    f'{{"a":"x","token":"{SECRET}',
    f'{{"token":"a/b={SECRET}"}}',
]


@pytest.mark.parametrize("written", MEMBERS)
@pytest.mark.parametrize("times", range(3))
def test_a_member_of_an_object_in_a_value_is_hidden_by_its_name(written: str, times: int) -> None:
    for _ in range(times):
        written = quote(written, safe="")
    address = f"https://a.example/x?data={written}&id=7"
    once = concealed(address)
    assert SECRET not in once
    assert HIDDEN in once
    assert concealed(once) == once
    assert SECRET not in str(source_uri(address, "-"))


def test_a_number_in_an_object_is_hidden_by_its_name_and_the_rest_stays() -> None:
    shown = concealed('/x?data={"otp":481516,"id":7,"token":null,"title":"A \\"b\\" c"}')
    assert shown == '/x?data={"otp":"hidden","id":7,"token":null,"title":"A \\"b\\" c"}'


@pytest.mark.parametrize("start", ["//", "%2F%2F", "%252F%252F"])
def test_a_user_in_a_value_without_a_scheme_is_hidden(start: str) -> None:
    for address in (f"/x?url={start}user:{SECRET}@h.example/", f"/x?a=1&url={start}{SECRET}@h.example"):
        assert SECRET not in concealed(address)
    assert concealed("/x?by=//@writer") == "/x?by=//@writer"


def test_what_lies_deeper_than_anybody_escapes_is_hidden_whole() -> None:
    def within(times: int) -> str:
        inner = "https://b.example/?name=a plain word that opens nothing"
        for _ in range(times):
            inner = quote(inner, safe="")
        return f"https://a.example/go?to={inner}"

    assert concealed(within(DEEPEST)) == within(DEEPEST)
    shown = concealed(within(DEEPEST + 1))
    assert HIDDEN in shown
    assert "example" not in shown.removeprefix("https://a.example/")


HONEST = """id=7 p=2 page2=3 q=password+reset lang1=fr new=1 old=2 again=yes confirm=1 confirmation=no threshold=0.5
household=3 renew=1 year2=2020 isbn13=9780306406157 h1=x author1=Smith auth1=12 state2=CA code2=US key1=OL7353617M
pass1=3 s3=bucket t1=90 policy=privacy policyid=12 signal=5 design=flat designer=Ann assignee=Bo sign=leo cookies=on
cookie=1 cookiepolicy=read cookie_notice=off passage=John+3 passenger=2 compass=north passport=de keyword=token
keywords=pwd,otp keystone=xl monkey=1 hotkey=f1 turkey=1 secretary=general secretariat=who tokens=5 tokenizer=bpe
credit=1 credits=12 credible=yes sacred=1 accredited=1 session=117 sessions=4 sigma=2 signed=1 hash=abc123 cat=otp
verification=1 verified=true code=US codebook=3 nonce=7 pin=14-28 ticket=12 state=CA user=ann username=ann
article=the-passkey-era path=/a/b title=The_Key_(novel) doi=10.1000/182 date=2020-01-01 v=1.2 data={"id":7,"key":"a"}
data={"title":"token","page":"3"}""".split()


def test_sixty_honest_parameters_stay() -> None:
    assert len(HONEST) >= 60
    assert [one for one in HONEST if concealed(f"/x?{one}") != f"/x?{one}"] == []
    assert concealed("/x?" + "&".join(one for one in HONEST if one[:5] not in ("code=", "state"))).count(HIDDEN) == 0


def test_a_long_name_is_looked_at_in_no_more_than_a_moment() -> None:
    assert not hides("new" * 100_000, "x")
    assert not hides("1" * 300_000, "x")


def test_two_tokens_are_two_sources() -> None:
    tokens = [source_uri(f"https://a.example/x?token={value}", "-") for value in (RANDOM, f"{RANDOM}1", f"{RANDOM}%20")]
    assert len(set(tokens)) == 3


@pytest.mark.parametrize(
    "address",
    [
        f"https://a.example/x;jsessionid={SECRET}",
        f"https://a.example/x;jsessionid={SECRET}?id=7",
        f"https://a.example/x;v=1;PHPSESSID={SECRET}/y",
        f"https://a.example/token={SECRET}/x",
        f"https://a.example/x?id=7;token={SECRET}",
        f"https://a.example/x?id=7&amp;token={SECRET}",
        f"https://a.example/x?token=a?{SECRET}",
        f"https://a.example/x?a=b=c=d=e=f=token={SECRET}",
        f"https://a.example/x?token=a;{SECRET}",
        f"https://a.example/x?token=a;b={SECRET}",
        f"https://a.example/x?TOKEN={SECRET}",
        f"https://a.example/x?%74oken={SECRET}",
        f"https://a.example/x?u=https://b.example/?token={SECRET}",
        f"https://a.example/x?u=https://user:{SECRET}@b.example/",
        f"https://a.example/x?{quote(f'token={SECRET}', safe='')}",
        f"https://a.example/x?q=a%26token%3D{SECRET}",
        f"https://a.example/login?next=/x%3Fsig%3D{SECRET}",
        f"https://a.example/go/{quote(f'https://b.example/?token={SECRET}', safe='')}",
        f"https://web.archive.org/web/2020/https://b.example/x?token={SECRET}",
        f"https://web.archive.org/web/2020/https://user:{SECRET}@b.example/x",
        f"https://web.archive.org/web/2020/http:/user:{SECRET}@b.example/x",
        f"https://user:{SECRET}@a.example/",
        f"https://a.example/x#access_token={SECRET}",
    ],
)
def test_a_credential_is_found_wherever_an_address_can_carry_it(address: str) -> None:
    uri = source_uri(address, "-")
    assert SECRET not in uri
    assert source_uri(uri, "-") == uri


@pytest.mark.parametrize("times", range(1, 8))
def test_a_credential_is_found_however_often_it_was_escaped(times: int) -> None:
    inner = f"https://b.example/?token={SECRET}"
    for _ in range(times):
        inner = quote(inner, safe="")
    uri = source_uri(f"https://a.example/go?to={inner}", "-")
    assert SECRET not in uri
    assert source_uri(uri, "-") == uri


def test_what_stands_beside_a_credential_is_kept_in_every_order() -> None:
    for order in permutations(("id=7", f"token={SECRET}", "lang=fr")):
        uri = str(source_uri("https://a.example/x?" + "&".join(order), "-"))
        assert [part.partition("=")[0] for part in uri.partition("?")[2].split("&")] == [
            part.partition("=")[0] for part in order
        ]
        assert {"id=7", "lang=fr"} <= set(uri.partition("?")[2].split("&"))


@pytest.mark.parametrize(
    ("written", "locator"),
    [
        (f"x#access_token={SECRET}&page=3", "page 3"),
        ("x#page=14", "page 14"),
        ("x#section-token", "#section-token"),
    ],
)
def test_a_locator_names_its_place(written: str, locator: str) -> None:
    assert fragment(written).locator == locator


@pytest.mark.parametrize(
    "written",
    [
        f"x#access_token={SECRET}&expires_in=3600",
        f"x#id_token={JWT}",
        f"x#{JWT}",
        f"x#a?token={SECRET}",
        f"x#state=abc&code={SECRET}",
    ],
)
def test_a_fragment_that_carries_a_credential_gives_no_locator_with_it(written: str) -> None:
    locator = fragment(written).locator
    assert locator is not None
    assert SECRET not in locator
    assert JWT not in locator


@given(st.text(st.sampled_from('ab1%2365FD?&=;#/:@token"\\\\'), max_size=80))
def test_what_is_concealed_is_concealed_once_and_for_all(text: str) -> None:
    once = concealed(f"https://a.example/{text}")
    assert concealed(once) == once


PARTS = [
    "a",
    "&",
    "=",
    "?",
    "/",
    "token",
    "code",
    "CODE",
    "state",
    "key",
    "policy",
    "Signature",
    '"sig":"',
    '"',
    RANDOM,
    "%3D",
    ";",
    "7",
    "@",
    "#",
]


@given(st.lists(st.sampled_from(PARTS), max_size=12).map("".join))
def test_the_short_way_to_an_open_address_comes_to_what_the_long_way_does(text: str) -> None:
    assert concealed(f"/{text}") == _concealed(f"/{text}", 0)


@given(st.sampled_from(["token", "sig", "access_token", "jsessionid"]), st.text("abcXYZ0189-_.~", min_size=3))
def test_no_value_of_a_credential_is_left_in_an_identity(name: str, value: str) -> None:
    uri = str(source_uri(f"https://q.example/?{name}=__{value}__", "-"))
    assert f"__{value}__" not in uri


@pytest.mark.parametrize(
    "text",
    [
        "%" * 100_000,
        "%25" * 30_000,
        "=" * 100_000,
        "a=b&" * 30_000,
        "/@" * 50_000,
        '"a":"' * 20_000,
        '"token":"' * 11_000,
        '\\\\"' * 30_000,
        '"a":"\\\\\\\\\\"' * 9_000,
    ],
)
def test_a_hostile_address_costs_no_more_than_its_length(text: str) -> None:
    assert len(concealed(f"https://a.example/{text}")) <= 100_000 * 4


@pytest.mark.parametrize("path", ["@writer/a-story", "a/@b/c", "x?by=@writer", "p/12@N00", "v1.0/a@b.c"])
def test_a_sign_of_names_in_a_path_is_no_user(path: str) -> None:
    assert concealed(f"https://a.example/{path}") == f"https://a.example/{path}"


def test_ambiguous_words_of_other_languages_are_no_passwords() -> None:
    assert not {"haslo", "hasło", "parola", "clave", "key", "pin"} & GUESSABLE


def test_prose_about_credentials_is_left_alone() -> None:
    text = "Rotate sk-learn pipelines; the eyJ prefix marks a JWT, AKIA an access key."
    assert issued(text) == text
