"""What pages say that stand where something else is gone, by language, and what titles alone tell."""

from __future__ import annotations

import re

from gnut.text.html.phrases import Kinds, alternatives, any_of
from gnut.text.patterns import lazy

_GONE = r"""
    (?:sorry\W{1,3})?(?:this |the |that )?(?:page|file|article|content) (?:was |is |could )?(?:not|cannot) (?:be )?found
    (?:this |the |that )?(?:page|file|article|content) (?:can't|couldn't|wasn't) (?:be )?found
    (?:oops\W{1,3})?(?:the )?page (?:you requested )?(?:does not|doesn't|no longer) exists?
    (?:die )?(?:seite|datei) (?:wurde |konnte )?nicht gefunden(?: werden)?
    (?:cette )?page (?:introuvable|non trouvée|inexistante)|cette page n'existe (?:pas|plus)
    (?:la )?página (?:no (?:encontrada|existe|disponible)|que (?:busca|buscas) no existe)|no se encontró la página
    pagina non trovata|la pagina (?:richiesta )?non (?:esiste|è stata trovata)
    página não encontrada|a página (?:não existe|que procura não)
    (?:de )?pagina (?:is )?niet gevonden|deze pagina bestaat niet(?: meer)?
    (?:nie znaleziono|brak) strony|strona (?:nie istnieje|nie została znaleziona)
    sidan (?:kunde inte hittas|hittades inte|finns inte)
    siden (?:blev |ble )?ikke funnet|siden (?:blev ikke fundet|findes ikke)
    sivua ei (?:löydy|löytynyt)
    stránka (?:nenalezena|nebyla nalezena|neexistuje)
    az oldal nem található
    sayfa bulunamadı
    (?:страница|страницы) не (?:найдена|существует)|такой страницы (?:нет|не существует)
    сторінк[ау] не знайдено
    η σελίδα δεν βρέθηκε
    (?:您访问的)?页面(?:不存在|未找到|已被?删除|没有找到)
    (?:找不到|未找到)(?:该|此|您要的)?(?:页面|網頁|网页)|(?:頁面|網頁)不存在
    (?:お探しの)?ページ(?:が|は)(?:見つかりません|存在しません)
    (?:요청하신 )?페이지를 찾을 수 없|존재하지 않는 페이지
    الصفحة غير موجودة|لم يتم العثور على الصفحة
    halaman tidak ditemukan
    không tìm thấy trang
    """

SOFT_404 = any_of(
    _GONE
    + r"""
    \bpage you(?:'re| are| were)? (?:requested|looking for)\b
    \bpage (?:can't|could ?n't) be found
    (?:this|the) (?:page|article|content|post) (?:has been removed|is no longer available|has been deleted)
    \b404\b.{0,20}not found
    we (?:can't|cannot|couldn't|could not) find (?:the|that|this) page
    您访问的页面
    """
)
"""Said on terse pages in a page's place."""

UNUSED = any_of(
    r"""
    (?:this|the) (?:web ?site|domain)(?: name)?(?: [\w.-]{1,80})? (?:is|may be) (?:for sale|parked)
    (?:this|the) domain (?:name )?(?:has expired|is registered|has been registered|is parked)
    buy this domain|interested in this domain\?|domain (?:is )?parked (?:by|with|free)|future home of something
    (?:diese|die) domain (?:[\w.-]{1,80} )?(?:steht (?:zum verkauf|zur verfügung)|ist zu verkaufen|kaufen)
    ce (?:nom de )?domaine (?:[\w.-]{1,80} )?est à vendre
    est[ea] (?:nombre de )?dominio (?:[\w.-]{1,80} )?est[áa] (?:en|a la|à) ven[td]a
    este domínio (?:[\w.-]{1,80} )?está à venda
    questo dominio (?:[\w.-]{1,80} )?è in vendita
    (?:dit|deze) domein(?:naam)? (?:[\w.-]{1,80} )?(?:is|staat) te koop
    (?:ta )?domena (?:[\w.-]{1,80} )?jest na sprzedaż
    (?:этот )?домен (?:[\w.-]{1,80} )?(?:прода[её]тся|выставлен на продажу|припаркован)
    このドメインは.{0,20}(?:売|販売)|(?:此|该|本)域名.{0,10}(?:出售|转让)|이 도메인은 판매
    apache2? (?:ubuntu|debian|http server)? ?(?:default|test) page|welcome to nginx!|iis windows server ¶
    """
)
"""Said at an address that nobody uses."""

_ENDS = (
    r"(?:\W{0,3}(?:$|[.!…¶]|(?:and|please|we)\b)| (?:on|of) (?:our|the|this) (?:web ?)?(?:site|servers?|systems?)\b)"
)
"""Nothing much behind it: neither a date nor what else is mended."""

_BARELY = r"(?!:|,| \(| (?:response|status|is|means|indicates)\b)"
"""No explanation of it behind it."""

PAUSED = any_of(
    r"""
    (?:this|our|the) (?:web ?site|site|service|page) is (?:currently )?under(?:going)? (?:\w{1,12} )?maintenance"""
    + _ENDS
    + r"""
    (?:this|our|the) (?:web ?site|site|service|page) is (?:currently |temporarily )?down for (?:\w{1,12} )?maintenance
    we(?:'ll| will) be (?:right )?back (?:soon|shortly)
    we(?:'re| are) (?:currently )?(?:down for|performing|undergoing) (?:\w{1,12} ){0,2}maintenance"""
    + _ENDS
    + r"""
    \b50[0234]\b.{0,12}(?:bad gateway|service (?:temporarily )?unavailable|gateway time-?out|internal server error)"""
    + _BARELY
    + r"""
    wegen wartungsarbeiten|wird gerade gewartet|(?:site|page) (?:est )?(?:actuellement )?en (?:cours de )?maintenance
    (?:sitio|página) (?:web )?(?:está )?en mantenimiento|sito (?:è )?in manutenzione
    (?:site|página) (?:está )?em manutenção
    (?:site|website) is (?:tijdelijk )?(?:in onderhoud|niet beschikbaar)|przerwa techniczna
    trwają prace (?:techniczne|konserwacyjne)
    ведутся технические работы|сайт на (?:реконструкции|техническом обслуживании)
    (?:系统|系統|网站|網站)(?:正在)?(?:维护|維護)
    (?:ただいま|現在).{0,10}メンテナンス中|(?:사이트|시스템|서비스) ?점검 ?중
    """
)
"""Said by a site that rests."""

UNARCHIVED = lazy(
    r"wayback machine (?:has ?n[o']t archived|has not archived|doesn't have) that (?:url|page)|"
    r"not archived yet|this page is not available on the web because page does not exist"
)

MISSING: tuple[re.Pattern[str], ...] = (SOFT_404, UNUSED, PAUSED, UNARCHIVED)

_NAME_END = r"\W*(?:$|[|–—·•»«:]|\s-\s)"
_NAME_START = r"(?:^|[|–—·•»«]\s*|\s-\s)"


def _titled(phrases: str) -> re.Pattern[str]:
    """Return a pattern for any line of `phrases` as a title, before or behind the name of the site."""
    return lazy(f"{_NAME_START}(?:" + alternatives(phrases) + ")" + _NAME_END)


TITLES: Kinds = (
    (
        "challenge",
        _titled(
            r"""
            just a moment
            attention required!(?: \| cloudflare)?
            (?:security|browser|human|bot) (?:check|verification|challenge)
            (?:vercel )?security checkpoint|client challenge|ddos-guard|making sure you're not a bot!?
            un instant|einen moment(?: bitte)?|un momento|um momento|een ogenblik(?: geduld)?|chwileczkę
            один момент|请稍候|請稍候|しばらくお待ちください|잠시만 기다려 ?주세요|bir dakika
            """
        ),
    ),
    (
        "soft_404",
        _titled(
            r"""
            (?:http |error |erreur |fehler |ошибка )?404
            (?:http |error )?404\W{0,4}(?:error|not found|page|file|nicht gefunden|non trouvé|页面|エラー).{0,40}
            not found
            """
            + _GONE
        ),
    ),
    (
        "access_denied",
        _titled(
            r"""
            access (?:to this page has been )?denied|(?:error )?403(?:\W{1,5}forbidden.{0,20})?|forbidden
            zugriff verweigert|accès (?:refusé|interdit)|acceso denegado|accesso negato|acesso negado
            toegang geweigerd
            odmowa dostępu|доступ запрещ[её]н|(?:拒绝|禁止)访问|アクセスが拒否されました|접근이 거부되었습니다
            """
        ),
    ),
    ("rate_limited", _titled(r"(?:error )?429(?:\W{1,5}too many.{0,20})?|too many requests")),
    (
        "login",
        _titled(
            r"""
            (?:please )?(?:log|sign) ?in(?: required| to continue| to your account)?|login(?: required)?
            anmelden|anmeldung|connexion|se connecter|iniciar sesión|inicio de sesión|accedi|iniciar sessão|entrar
            inloggen
            zaloguj się|logowanie|войти|авторизация|登录|登入|用户登录|ログイン|로그인|giriş yap|logga in
            """
        ),
    ),
)
"""Titles that a short page bears only when it is no article."""
