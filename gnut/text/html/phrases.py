"""What pages say that are served in place of an article, by kind, in the languages met most.

Patterns are matched against lower-case text with straight apostrophes and single blanks, in which `¶` stands
between the title and what is visible. None has nested quantifiers; all gaps are bounded.
"""

from __future__ import annotations

import re

from gnut.text.patterns import lazy

Kinds = tuple[tuple[str, re.Pattern[str]], ...]


def any_of(phrases: str) -> re.Pattern[str]:
    """Return a pattern for any line of `phrases`."""
    return lazy(alternatives(phrases))


def alternatives(phrases: str) -> str:
    """Return the lines of `phrases` as alternatives of one pattern."""
    return "|".join(line.strip() for line in phrases.splitlines() if line.strip())


LOGIN = any_of(
    r"""
    \b(?:log|sign) ?in\b
    \b(?:anmelden|einloggen|inloggen|aanmelden)\b
    \bse connecter\b|\bconnexion\b
    \b(?:iniciar sesi[óo]n|inicia sesi[óo]n)\b
    \baccedi\b|\bentrar\b|\biniciar sess[ãa]o\b|\bfazer login\b
    \bzaloguj\b|\blogga in\b|\blog ind\b|\bgiriş yap\b|\bpřihlásit\b
    войти|\bвход\b
    登录|登入|登錄
    ログイン|サインイン
    로그인
    تسجيل الدخول
    """
)
"""Said beside a password field on a page that has little else."""

ALWAYS: Kinds = (
    (
        "challenge",
        any_of(
            r"""
            just a moment\W{1,8}(?:enable|checking|verif|please|ray id|wait)
            checking (?:if the site connection is secure|your browser (?:before|for security))
            (?:performing|this website is using) (?:a )?security (?:verification|service to protect)
            verif(?:y|ying) (?:that )?you are (?:a )?human
            (?:confirm|verify) (?:that )?you(?:'re| are) (?:a human|not a (?:ro)?bot)\b.{0,60}(?:captcha|below|continue)
            enable js and disable any ad ?blocker
            enable javascript and cookies to continue
            javascript is disabled.{0,40}verify that you(?:'re| are) not a robot
            \bray id\b.{0,60}$
            attention required! \| cloudflare
            ddos protection by|ddos-guard
            incapsula incident id|_incapsula_resource
            sucuri website firewall
            one more step\W{1,4}please complete
            press (?:&|and) hold to confirm
            please (?:solve|complete) (?:the|this) (?:captcha|challenge) to
            making sure you're not a bot
            protected by anubis
            unusual (?:traffic|activity) from your (?:computer )?network
            pardon our interruption
            enter the characters you see below
            type the characters you see in (?:this|the) image
            to discuss automated access to
            you've been blocked by network security
            百度安全验证|网络不给力,请稍后重试
            подтвердите, что запросы отправляли вы
            """
        ),
    ),
    (
        "access_denied",
        any_of(
            r"""
            you don't have permission to access .{1,200} on this server
            access to this (?:page|site|resource) (?:has been|is) denied
            sorry, you have been blocked
            request (?:blocked|rejected)\b.{0,80}(?:support id|incident|reference)
            the requested url was rejected\. please consult
            \breference #\d{1,3}\.[0-9a-f]{4,12}\.
            this url has been excluded from the wayback machine
            (?:content|page|site|video) is (?:not |un)available in your (?:country|region|location)
            unavailable (?:due to|for) legal reasons
            unavailable to (?:visitors|users|readers) from (?:most )?(?:the )?(?:european|eea|eu)\b
            """
        ),
    ),
    (
        "cookie_wall",
        any_of(
            r"""
            (?:enable|accept) cookies (?:in your browser )?to (?:continue|proceed|use)
            your browser (?:is set to )?(?:block|reject)s? cookies
            ¶ before you continue to (?:google|youtube)
            ¶ bevor sie zu (?:google|youtube) weitergehen
            ¶ avant d'accéder à (?:google|youtube)
            ¶ antes de (?:ir a|continuar en|continuar para o|aceder a[o]?) (?:google|youtube)
            ¶ prima di continuare su (?:google|youtube)
            ¶ voordat je verdergaat naar (?:google|youtube)
            ¶ zanim przejdziesz do (?:usług |serwisu |wyszukiwarki )?(?:google|youtube)
            ¶ (?:google|youtube) にアクセスする前に
            ¶ (?:继续|前往) ?(?:使用 ?)?(?:google|youtube).{0,12}(?:前|之前)
            ¶ (?:google|youtube)(?:로|으로)? ?(?:이동|계속)하기 전에
            ¶ прежде чем (?:перейти|продолжить)
            """
        ),
    ),
)
"""Phrases that a short page uses only when it stands before the article."""

BRIEF: Kinds = (
    (
        "challenge",
        any_of(
            r"""
            i(?:'m| am) not a robot|are you a robot\?|complete the (?:captcha|security check)
            ich bin kein roboter|bestätigen sie, dass sie ein mensch sind|überprüfen, ob sie ein mensch sind
            je ne suis pas un robot|vérifi(?:ez|er|ons|cation) que vous êtes (?:bien )?(?:un )?(?:être )?humain
            no soy un robot|verifi(?:ca|car|que|cando) que (?:eres|es|usted es) (?:un ser |un )?humano
            non sono un robot|verific(?:a|hiamo) che (?:sei|tu sia|lei sia) (?:un essere )?umano
            não sou um robô|verifi(?:que|cando) se (?:você é|é) (?:um ser )?humano
            ik ben geen robot|controleren of (?:u|je) een mens bent
            nie jestem robotem|(?:sprawdzanie|sprawdzamy|potwierdź), (?:czy|że) jesteś człowiekiem
            jag är inte en robot|jeg er ikke en robot|nejsem robot|ben robot değilim
            я не робот|(?:проверяем|подтвердите|убедиться), что вы (?:не робот|человек)
            我不是机器人|我不是機器人|请完成(?:安全|人机)?验证|請完成(?:安全)?驗證
            (?:验证|确认)您(?:是否)?是(?:否为)?真人|人机(?:身份)?验证
            私はロボットではありません|ロボットではないことを確認|人間であることを確認
            로봇이 아닙니다|로봇이 아님을 확인|사람인지 확인
            لست برنامج روبوت
            """
        ),
    ),
    (
        "cookie_wall",
        any_of(
            r"""
            we and our (?:\d[\d.,]{0,6} )?(?:third.party )?(?:partners|vendors) (?:store|process|use)
            we (?:value|respect) your privacy
            wir und unsere (?:\d[\d.,]{0,6} )?partner (?:speichern|verarbeiten|verwenden|nutzen)
            (?:ihre|deine) privatsphäre ist uns wichtig|wir (?:schätzen|respektieren) ihre privatsphäre
            weiter mit werbung|mit werbung weiterlesen
            (?:nous et )?nos (?:\d[\d .,]{0,6} )?partenaires (?:stockons|traitons|utilisons)
            nous respectons votre vie privée|continuer sans accepter
            nosotros y nuestros (?:\d[\d.,]{0,6} )?(?:socios|proveedores) (?:almacenamos|utilizamos|usamos|procesamos)
            (?:valoramos|respetamos) (?:tu|su) privacidad|(?:tu|su) privacidad es importante
            noi e i nostri (?:\d[\d.,]{0,6} )?(?:partner|fornitori) (?:archiviamo|trattiamo|utilizziamo)
            rispettiamo la tua privacy|il rispetto della tua privacy è la nostra priorità
            nós e os nossos (?:\d[\d.,]{0,6} )?(?:parceiros|fornecedores) (?:armazenamos|tratamos|utilizamos)
            (?:valorizamos|respeitamos) a sua privacidade|a sua privacidade é importante
            wij en onze (?:\d[\d.,]{0,6} )?partners (?:slaan|gebruiken|verwerken)
            (?:wij|we) (?:waarderen|respecteren) (?:je|jouw|uw) privacy
            my i nasi (?:\d[\d.,]{0,6} )?partnerzy|(?:szanujemy|cenimy) (?:twoją )?prywatność
            мы (?:ценим|уважаем) вашу (?:приватность|конфиденциальность)
            我们(?:重视|尊重)(?:您|你)的隐私|我們重視您的隱私
            お客様のプライバシーを(?:尊重|大切に)
            (?:귀하|고객|여러분)의 (?:개인정보|프라이버시)를 (?:존중|소중)
            (?:accept|allow) (?:all )?cookies\b.{0,200}\breject\b
            """
        ),
    ),
)
"""Phrases that articles quote too, on pages somewhat longer than `TERSE` ones."""

TERSE: Kinds = (
    (
        "login",
        any_of(
            r"""
            (?:please |you must |you need to )(?:log|sign) ?in (?:to|with|for|before)
            (?:log|sign) ?in to (?:continue|view|read|access|your account)
            (?:log|sign) ?in (?:with|using|through) (?:google|facebook|your institution|shibboleth|sso)
            bitte (?:melden sie sich an|loggen sie sich ein|melde dich an)|anmelden, um (?:fortzufahren|weiterzulesen)
            veuillez vous (?:connecter|identifier)|connectez-vous pour
            inici[ae] sesión para|debe iniciar sesión
            accedi per (?:continuare|leggere|visualizzare)|effettua (?:il login|l'accesso)
            (?:faça login|inicie sessão|entre) para (?:continuar|ler|acessar|aceder)
            log in om (?:verder te (?:gaan|lezen)|door te gaan)|meld (?:je|u) aan om
            zaloguj się,? (?:aby|żeby)|musisz się zalogować
            logga in för att|devam etmek için giriş yap
            войдите,? чтобы|необходимо (?:войти|авторизоваться)
            请(?:先)?(?:登录|登陆)|請(?:先)?登入|(?:登录|登入)后(?:查看|可见|继续)
            ログインしてください|ログインが必要
            로그인이 필요|로그인 ?후 이용|로그인해 ?주세요
            يرجى تسجيل الدخول
            """
        ),
    ),
    (
        "script_shell",
        any_of(
            r"""
            (?:enable|requires?|needs?|turn on|activate) java ?script
            java ?script (?:is|must be|to be) (?:disabled|enabled|required|turned on)
            ¶ (?:loading|please wait|wird geladen|laden)\W*$
            ¶ (?:chargement(?: en cours)?|cargando|caricamento|carregando|ładowanie)\W*$
            ¶ (?:загрузка|加载中|載入中|读取中|読み込み中|ロード中|로딩 ?중|불러오는 중)\W*$
            javascript (?:aktivieren|muss aktiviert|inschakelen)|schakel javascript in
            activ(?:er|ez|e|a|ar) (?:le |o )?javascript
            javascript (?:est désactivé|desactivado|desativado|disabilitato)
            habilit[ea] (?:el |o )?javascript|abilita(?:re)? (?:il )?javascript|attiva(?:re)? (?:il )?javascript
            włącz(?:yć)? (?:obsługę )?javascript|javascript jest wyłączon
            включите javascript|поддержк[аи] javascript
            (?:请|需要)(?:启用|开启) ?javascript|請啟用 ?javascript
            javascript ?を有効|javascript ?が無効
            자바스크립트를 (?:활성화|켜)|javascript(?:를|을) (?:활성화|사용)
            """
        ),
    ),
    (
        "rate_limited",
        any_of(
            r"""
            too many requests|rate limit (?:exceeded|reached)|you(?:'ve| have) been rate limited
            zu viele anfragen|trop de requêtes|demasiadas (?:solicitudes|peticiones)|troppe richieste
            muitas (?:solicitações|requisições)|demasiados pedidos|te veel (?:verzoeken|aanvragen)
            zbyt wiele (?:żądań|zapytań)
            слишком много запросов
            (?:请求|访问|操作)(?:过于|太)频繁|リクエストが多すぎ|アクセスが集中して|요청이 너무 많
            """
        ),
    ),
    (
        "access_denied",
        any_of(
            r"""
            \baccess denied\b|\b403 forbidden\b|you don't have permission to access
            zugriff verweigert|accès (?:refusé|interdit)|acceso denegado|accesso negato|acesso negado
            toegang geweigerd|odmowa dostępu|brak dostępu|åtkomst nekad|erişim engellendi
            доступ (?:запрещ[её]н|ограничен)|(?:拒绝|禁止)访问|访问被拒绝|拒絕存取
            アクセスが拒否|アクセス権がありません|(?:액세스|접근)(?:가|이) (?:거부|차단)
            """
        ),
    ),
    ("challenge", lazy(r"\bcaptcha\b|\bsecurity check\b")),
    (
        "cookie_wall",
        lazy(r"accept (?:all )?cookies\b.{0,200}\breject\b|cookies (?:must be|are) (?:disabled|required)"),
    ),
)
"""Phrases that articles use too: they decide on terse pages only."""
