"""What pages say that are served in place of an article, by kind, in the languages met most.

Patterns are matched against lower-case text with straight apostrophes and single blanks. None has
nested quantifiers; all gaps are bounded.
"""

from __future__ import annotations

import re

from gnut.text.patterns import lazy

Kinds = tuple[tuple[str, re.Pattern[str]], ...]


def _any(phrases: str) -> re.Pattern[str]:
    """Return a pattern for any line of `phrases`."""
    return re.compile("|".join(line.strip() for line in phrases.strip().splitlines()))


LOGIN = _any(
    r"""
    \b(?:log|sign) ?in\b
    \banmelden\b
    \beinloggen\b
    \binloggen\b
    \bse connecter\b
    \bconnexion\b
    \biniciar sesi[óo]n\b
    \baccedi\b
    \bentrar\b
    \bzaloguj\b
    войти
    登录
    登入
    ログイン
    로그인
    تسجيل الدخول
    """
)
"""Said beside a password field on a page that has little else."""

ALWAYS: Kinds = (
    (
        "challenge",
        _any(
            r"""
            just a moment\W{1,8}(?:enable|checking|verif|please|ray id|wait)
            checking (?:if the site connection is secure|your browser)
            verif(?:y|ying) (?:that )?you are (?:a )?human
            enable javascript and cookies to continue
            \bray id\b.{0,60}$
            attention required! \| cloudflare
            ddos protection by
            complete the (?:captcha|security check)
            i'm not a robot
            are you a robot\?
            press (?:&|and) hold to confirm
            please (?:solve|complete) (?:the|this) (?:captcha|challenge)
            making sure you're not a bot
            unusual traffic from your (?:computer )?network
            pardon our interruption
            ich bin kein roboter
            je ne suis pas un robot
            no soy un robot
            я не робот
            请完成(?:安全)?验证
            """
        ),
    ),
    (
        "access_denied",
        _any(
            r"""
            you don't have permission to access
            access to this (?:page|site|resource) (?:has been|is) denied
            sorry, you have been blocked
            request (?:blocked|rejected)\b.{0,80}(?:support id|incident|reference)
            the requested url was rejected\. please consult
            """
        ),
    ),
    (
        "cookie_wall",
        _any(
            r"""
            (?:enable|accept) cookies (?:in your browser )?to (?:continue|proceed|use)
            cookies (?:must be|are) (?:disabled|required)
            your browser (?:is set to )?(?:block|reject)s? cookies
            ¶ before you continue to (?:google|youtube)
            """
        ),
    ),
)
"""Phrases that a short page uses only when it stands before the article. `¶` is where its text begins."""

TITLES: Kinds = (
    (
        "challenge",
        _any(
            r"""
            just a moment\W*$
            attention required!
            (?:security|browser|human) (?:check|verification)\W*$
            un instant\W*$
            einen moment\W*$
            один момент\W*$
            请稍候
            """
        ),
    ),
    (
        "soft_404",
        _any(
            r"""
            (?:http |error )?404(?:\W*$|\W{1,5}(?:error|not found|page|file))
            (?:sorry\W{1,3})?(?:page|file|article|content) not found\b
            not found\W*(?:$|\|)
            page introuvable
            seite nicht gefunden
            página no encontrada
            página não encontrada
            pagina non trovata
            pagina niet gevonden
            страница не найдена
            页面不存在
            ページが見つかりません
            페이지를 찾을 수 없
            """
        ),
    ),
    (
        "access_denied",
        _any(
            r"""
            access denied\W*(?:$|\|)
            (?:error )?403(?:\W*$|\W{1,5}forbidden)
            forbidden\W*$
            """
        ),
    ),
    ("rate_limited", lazy(r"(?:error )?429(?:\W*$|\W{1,5}too many)|too many requests\W*(?:$|\|)")),
)
"""Titles, from their first letter, that a short page bears only when it is no article."""

TERSE: Kinds = (
    (
        "login",
        _any(
            r"""
            (?:please |you must |you need to )(?:log|sign) ?in (?:to|with|for|before)
            (?:log|sign) ?in to (?:continue|view|read|access)
            bitte (?:melden sie sich an|loggen sie sich ein)
            veuillez vous (?:connecter|identifier)
            inicie sesión para
            请(?:先)?登录
            ログインしてください
            로그인이 필요
            """
        ),
    ),
    (
        "soft_404",
        _any(
            r"""
            \bpage you(?:'re| are| were)? (?:requested|looking for)
            \bpage (?:can|could) ?not be found
            \bpage (?:was )?not found
            \bpage (?:does not|doesn't|no longer) exists?
            (?:this|the) (?:page|article|content) (?:has been removed|is no longer available|has been deleted)
            \b404\b.{0,20}not found
            we (?:can't|cannot|couldn't) find (?:the|that) page
            cette page n'existe (?:pas|plus)
            page introuvable
            seite (?:wurde |konnte )?nicht gefunden
            la página (?:que busca )?no existe
            página não encontrada
            страница не найдена
            页面不存在
            您访问的页面
            ページが見つかりません
            페이지를 찾을 수 없
            """
        ),
    ),
    (
        "script_shell",
        _any(
            r"""
            (?:enable|requires?|needs?|turn on|activate) java ?script
            java ?script (?:is|must be|to be) (?:disabled|enabled|required|turned on)
            ¶ (?:loading|please wait)\W*$
            javascript (?:aktivieren|muss aktiviert)
            activ(?:er|ez) (?:le )?javascript
            habilit[ea] (?:o )?javascript
            включите javascript
            请启用 ?javascript
            javascriptを有効
            """
        ),
    ),
    ("rate_limited", lazy(r"too many requests|rate limit (?:exceeded|reached)")),
    (
        "access_denied",
        _any(
            r"""
            \baccess denied\b
            \b403 forbidden\b
            zugriff verweigert
            accès refusé
            acceso denegado
            доступ запрещ[её]н
            """
        ),
    ),
    ("challenge", lazy(r"\bcaptcha\b|\bsecurity check\b")),
    (
        "cookie_wall",
        _any(
            r"""
            we (?:value|respect) your privacy
            accept (?:all )?cookies\b.{0,200}\breject\b
            """
        ),
    ),
)
"""Phrases that articles use too: they decide on terse pages only."""

PAYWALL = _any(
    r"""
    subscribe (?:now )?to (?:continue|keep) reading
    (?:to|please) (?:continue reading|read (?:on|the full|this)).{0,40}\bsubscribe\b
    this (?:article|content|story) is (?:only )?(?:for|available to|reserved for) (?:paying )?(?:subscribers|members)
    you(?:'ve| have) reached your (?:free )?(?:article )?limit
    (?:article|contenu) réservé aux abonnés
    nur für abonnenten
    jetzt abonnieren und weiterlesen
    contenido exclusivo para suscriptores
    """
)
"""Said where a page breaks off: what stands before it is the article's own text."""
