"""What an HTML page really is: an article, or a challenge, a wall, a shell, a soft 404.

Wording decides on short pages only: a long specification whose change log says that something
"has been removed" is no soft 404, and an article about captchas is no challenge.
"""

from __future__ import annotations

import re

from msgspec import Struct

from gnut.text.html.prescan import too_complex, unclosed
from gnut.text.html.walk import Walked, walk

SPARSE_CHARACTERS = 1024
SPARSE_BYTES = 4096
"""Fewer visible characters from at least as many bytes: most of the page is not in its text."""

SHORT = 1500
"""Visible characters up to which wording alone can show that a page is no article."""

TERSE = 400
"""Visible characters up to which a phrase that articles use too decides."""


class Page(Struct, frozen=True):
    """A page's text with the judgement of how much of it there is."""

    visible: str
    hidden: str
    state: str
    """`complete | empty | sparse | hollow`"""

    kind: str | None
    """Of a hollow page: `challenge | login | paywall | cookie_wall | rate_limit | access_denied | script_shell |
    soft_404`."""

    notes: tuple[str, ...]


class TooComplex(Exception):
    """Markup over a limit of the pre-scan."""


def read_page(page: str, size: int) -> Page:
    """Return the text of `page`, which was `size` bytes long.

    Raises:
        TooComplex: The markup is over a limit; the message names it.
    """
    why = too_complex(page)
    if why is not None:
        raise TooComplex(why)
    walked = walk(page, noscript_shown="<noscript" in page.lower() and unclosed(page, "noscript"))
    state, kind = _judged(walked, size)
    return Page(walked.visible, walked.hidden, state, kind, tuple(sorted(walked.notes)))


def _judged(walked: Walked, size: int) -> tuple[str, str | None]:
    words = walked.visible.strip()
    if not any(character.isalnum() for character in words):
        return "empty", None
    kind = _hollow(words, walked)
    if kind is not None:
        return "hollow", kind
    if len(words) < SPARSE_CHARACTERS and size >= SPARSE_BYTES:
        return "sparse", None
    return "complete", None


def _hollow(words: str, walked: Walked) -> str | None:
    """Return what a short page is instead of an article, or None."""
    if len(words) > SHORT:
        return None
    said = " ".join(f"{walked.title}\n{words}".lower().replace("’", "'").split())
    title = walked.title.lower()
    for kind, pattern in _STRONG:
        if pattern.search(said):
            return kind
    if walked.passwords and _LOGIN.search(said):
        return "login"
    for kind, pattern in _TITLES:
        if pattern.match(title):
            return kind
    if len(words) <= TERSE:
        for kind, pattern in _WEAK:
            if pattern.search(said):
                return kind
    return None


def _any(*phrases: str) -> re.Pattern[str]:
    return re.compile("|".join(phrases))


_LOGIN = _any(
    r"\b(?:log|sign) ?in\b", r"\banmelden\b", r"\beinloggen\b", r"se connecter", r"connexion", r"iniciar sesi[óo]n",
    r"\baccedi\b", r"\binloggen\b", r"zaloguj", r"войти", r"登录", r"登入", r"ログイン", r"로그인", r"تسجيل الدخول",
)  # fmt: skip

_STRONG = (
    (
        "challenge",
        _any(
            r"just a moment\W+(?:enable|checking|verify|please|ray id)", r"checking (?:if the site connection is secure|your browser)",
            r"verif(?:y|ying) (?:that )?you are (?:a )?human", r"enable javascript and cookies to continue",
            r"cf-ray|\bray id\b.{0,60}$", r"attention required! \| cloudflare", r"ddos protection by",
            r"complete the (?:captcha|security check)", r"i'm not a robot", r"are you a robot\?", r"press (?:&|and) hold to confirm",
            r"please (?:solve|complete) (?:the|this) (?:captcha|challenge)", r"making sure you're not a bot",
            r"unusual traffic from your (?:computer )?network", r"pardon our interruption",
            r"请完成(?:安全)?验证", r"ich bin kein roboter", r"je ne suis pas un robot",
        ),
    ),
    (
        "rate_limit",
        _any(r"\b(?:error )?429\b.{0,20}too many requests", r"too many requests", r"rate limit (?:exceeded|reached)"),
    ),
    (
        "access_denied",
        _any(
            r"you don't have permission to access", r"access to this (?:page|site|resource) (?:has been|is) denied",
            r"sorry, you have been blocked", r"request (?:blocked|rejected)\b.{0,80}(?:support id|incident|reference)",
            r"the requested url was rejected\. please consult",
        ),
    ),
    (
        "paywall",
        _any(
            r"subscribe (?:now )?to (?:continue|keep) reading", r"(?:to|please) (?:continue|read).{0,40}\bsubscribe\b",
            r"this (?:article|content|story) is (?:for|only for|available to|reserved for) (?:paying )?(?:subscribers|members)",
            r"already a subscriber\?", r"you(?:'ve| have) reached your (?:article )?limit", r"réservé aux abonnés",
            r"nur für abonnenten", r"jetzt abonnieren und weiterlesen",
        ),
    ),
    (
        "cookie_wall",
        _any(
            r"(?:enable|accept) cookies (?:in your browser )?to (?:continue|proceed|use)",
            r"cookies (?:must be|are) (?:enabled|disabled|required)", r"your browser (?:is set to )?(?:block|reject)s? cookies",
            r"before you continue to ",
        ),
    ),
)  # fmt: skip
"""Phrases that a short page uses only when it stands before the article."""

_TITLES = (
    ("challenge", _any(r"just a moment\b", r"attention required!", r"security check\b", r"human verification\b", r"captcha\b",
                       r"un instant\b", r"einen moment\b", r"один момент\b", r"请稍候")),
    ("soft_404", _any(r"(?:error )?404\b", r"page not found\b", r"not found\W*$", r"page introuvable", r"seite nicht gefunden",
                      r"página no encontrada", r"pagina non trovata", r"страница не найдена", r"页面不存在", r"找不到",
                      r"ページが見つかりません", r"페이지를 찾을 수 없")),
    ("access_denied", _any(r"access denied\b", r"403\b", r"forbidden\b")),
    ("rate_limit", _any(r"429\b", r"too many requests\b")),
)  # fmt: skip
"""Titles that a short page bears only when it is no article."""

_WEAK = (
    (
        "login",
        _any(
            r"(?:please |you must |you need to )(?:log|sign) ?in (?:to|with|for|before)", r"(?:log|sign) ?in to (?:continue|view|read|access)",
            r"bitte (?:melden sie sich an|loggen sie sich ein)", r"veuillez vous (?:connecter|identifier)",
            r"inicie sesión para", r"请(?:先)?登录", r"ログインしてください", r"로그인이 필요",
        ),
    ),
    (
        "soft_404",
        _any(
            r"\bpage (?:you(?:'re| are)? (?:requested|looking for|were looking for)|(?:can|could) ?not be found|not found|does(?:n't| not) exist|no longer exists)",
            r"(?:this|the) (?:page|article|document|content) (?:has been removed|is no longer available|was not found|has been deleted)",
            r"\b404\b.{0,20}not found", r"we can(?:'t|not) find (?:the|that) page", r"nothing (?:was )?found here",
            r"cette page n'existe (?:pas|plus)", r"page introuvable", r"seite (?:wurde )?nicht gefunden", r"la página (?:que busca )?no existe",
            r"页面不存在", r"您访问的页面", r"ページが見つかりません", r"страница не найдена", r"페이지를 찾을 수 없",
        ),
    ),
    (
        "script_shell",
        _any(
            r"(?:enable|requires?|needs?|turn on|activate) java ?script", r"java ?script (?:is|must be|to be) (?:disabled|enabled|required|turned on)",
            r"^(?:loading|please wait)\W*$", r"javascript (?:aktivieren|muss aktiviert)", r"activ(?:er|ez) (?:le )?javascript",
            r"habilit[ea] javascript", r"включите javascript", r"请启用 ?javascript", r"javascriptを有効",
        ),
    ),
    ("access_denied", _any(r"\baccess denied\b", r"\b403 forbidden\b", r"zugriff verweigert", r"accès refusé", r"acceso denegado")),
    ("challenge", _any(r"\bcaptcha\b", r"security check")),
    ("cookie_wall", _any(r"we (?:value|respect) your privacy", r"\baccept (?:all )?cookies\b.{0,200}\breject\b")),
)  # fmt: skip
"""Phrases that articles use too: they decide on terse pages only."""
