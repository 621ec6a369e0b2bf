"""Pages that stand in an article's place, in many languages; a long article about them is an article."""

from __future__ import annotations

import pytest

from gnut.text.source import Extracted, read


def page(markup: str) -> Extracted:
    found = read(f"<!doctype html><meta charset=utf-8>{markup}".encode(), "text/html; charset=utf-8", "u")
    assert isinstance(found, Extracted), found
    return found


LATIN = "<p>The harbour board measured the depth of the berth at noon and found that it had fallen again.</p>" * 18
DENSE = {
    "ja": "<p>港の委員会は正午に岸壁の水深を測り、また浅くなっていることを確かめた。</p>" * 24,
    "zh": "<p>港务委员会在正午测量了泊位的水深，发现它又变浅了。</p>" * 32,
    "ko": "<p>항만 위원회는 정오에 선석의 수심을 재었고 다시 얕아진 것을 확인했다.</p>" * 24,
}

WALLS: dict[str, dict[str, str]] = {
    "challenge": {
        "en cloudflare": "Just a moment... Verifying you are human. This may take a few seconds.",
        "en cloudflare 2": "s.example Performing security verification. Ray ID: 8f2a",
        "en datadome": "Please enable JS and disable any ad blocker",
        "en perimeterx": "Press & Hold to confirm you are a human (and not a bot).",
        "en imperva": "Request unsuccessful. Incapsula incident ID: 877-2",
        "en aws": "JavaScript is disabled. In order to continue, we need to verify that you're not a robot.",
        "en hcaptcha": "One more step. Please complete the security check to access s.example",
        "en recaptcha": "I'm not a robot. Privacy. Terms.",
        "en sucuri": "Sucuri WebSite Firewall. You are being checked.",
        "en anubis": "Loading. Protected by Anubis from Techaro.",
        "en akamai": "Pardon Our Interruption. As you were browsing something made us think you were a bot.",
        "en ddos-guard": "Checking your browser before accessing s.example",
        "en google": "Our systems have detected unusual traffic from your computer network.",
        "en amazon": "Enter the characters you see below. Sorry, we just need to make sure.",
        "en reddit": "You've been blocked by network security. To continue, log in.",
        "de": "Bitte bestätigen Sie, dass Sie ein Mensch sind.",
        "fr": "Vérification que vous êtes humain. Cela peut prendre quelques secondes.",
        "es": "Verificando que eres humano. No soy un robot.",
        "it": "Non sono un robot. Verifica che sei umano.",
        "pt": "Verificando se você é humano. Não sou um robô.",
        "nl": "Even controleren of u een mens bent. Ik ben geen robot.",
        "pl": "Nie jestem robotem. Sprawdzanie, czy jesteś człowiekiem.",
        "ja": "私はロボットではありません。続けるには確認が必要です。",
        "zh": "请完成安全验证后继续访问。",
        "ko": "로봇이 아님을 확인해 주세요.",
        "ru": "Подтвердите, что запросы отправляли вы, а не робот.",
        "tr": "Devam etmek için: ben robot değilim.",
    },
    "login": {
        "en": "Please sign in to continue.",
        "en institution": "Harbour Press. Sign in with your institution.",
        "de": "Bitte melden Sie sich an, um fortzufahren.",
        "fr": "Veuillez vous connecter pour lire cette page.",
        "es": "Inicie sesión para continuar.",
        "it": "Accedi per continuare a leggere.",
        "pt": "Faça login para continuar.",
        "nl": "Log in om verder te lezen.",
        "pl": "Zaloguj się, aby przeczytać artykuł.",
        "ja": "続きを見るにはログインしてください。",
        "zh": "登录后查看更多内容。",
        "ko": "로그인이 필요한 서비스입니다.",
        "ru": "Войдите, чтобы продолжить.",
    },
    "cookie_wall": {
        "en": "We value your privacy. We and our 742 partners store and/or access information on a device.",
        "en google": "Before you continue to Google. We use cookies and data to deliver services.",
        "de": "Wir und unsere 189 Partner speichern Informationen auf einem Gerät. Weiter mit Werbung.",
        "de google": "Bevor Sie zu Google weitergehen. Wir verwenden Cookies.",
        "fr": "Nous et nos 812 partenaires stockons des informations. Continuer sans accepter.",
        "es": "Nosotros y nuestros socios almacenamos cookies. Valoramos tu privacidad.",
        "it": "Noi e i nostri 450 partner archiviamo informazioni. Rispettiamo la tua privacy.",
        "pt": "Nós e os nossos parceiros armazenamos informações. A sua privacidade é importante.",
        "nl": "Wij en onze partners slaan gegevens op. Wij respecteren je privacy.",
        "pl": "Szanujemy Twoją prywatność. My i nasi partnerzy przechowujemy informacje.",
        "ja": "お客様のプライバシーを尊重します。クッキーの使用に同意してください。",
        "zh": "我们重视您的隐私。请接受所有 Cookie。",
        "ko": "귀하의 개인정보를 존중합니다. 쿠키 사용에 동의해 주세요.",
        "ru": "Мы ценим вашу конфиденциальность. Примите файлы cookie.",
    },
    "payment_required": {
        "en": "Subscribe to continue reading. Cancel any time.",
        "en post": "This post is for paid subscribers.",
        "de": "Nur für Abonnenten. Jetzt 4 Wochen testen.",
        "fr": "Article réservé à nos abonnés. Il vous reste 85 % de cet article à lire.",
        "es": "Contenido exclusivo para suscriptores.",
        "it": "Contenuto riservato agli abbonati.",
        "pt": "Conteúdo exclusivo para assinantes.",
        "nl": "Dit artikel is exclusief voor abonnees.",
        "pl": "Artykuł dostępny tylko dla subskrybentów.",
        "ja": "この記事は有料会員限定です。残り 812文字。",
        "zh": "订阅后继续阅读全文。",
        "ko": "유료 회원 전용 기사입니다.",
        "ru": "Материал доступен только по подписке.",
    },
    "rate_limited": {
        "en": "Too many requests. Try again later.",
        "de": "Zu viele Anfragen. Versuchen Sie es später erneut.",
        "fr": "Trop de requêtes.",
        "es": "Demasiadas solicitudes.",
        "it": "Troppe richieste.",
        "pt": "Muitas requisições.",
        "nl": "Te veel verzoeken.",
        "pl": "Zbyt wiele żądań.",
        "ja": "リクエストが多すぎます。",
        "zh": "您的访问过于频繁，请稍后再试。",
        "ko": "요청이 너무 많습니다.",
        "ru": "Слишком много запросов.",
    },
    "access_denied": {
        "en akamai": 'Access Denied. You don\'t have permission to access "http://s.example/a" on this server.',
        "en cloudflare": "Sorry, you have been blocked. You are unable to access s.example",
        "en f5": "The requested URL was rejected. Please consult with your administrator.",
        "en region": "This content is not available in your region.",
        "en eu": "451: Unavailable due to legal reasons. We recognize you are from the EU.",
        "en wayback": "Sorry. This URL has been excluded from the Wayback Machine.",
        "de": "Zugriff verweigert.",
        "fr": "Accès refusé.",
        "es": "Acceso denegado.",
        "it": "Accesso negato.",
        "pt": "Acesso negado.",
        "nl": "Toegang geweigerd.",
        "pl": "Odmowa dostępu.",
        "ja": "アクセスが拒否されました。",
        "zh": "访问被拒绝。",
        "ko": "접근이 거부되었습니다.",
        "ru": "Доступ запрещён.",
    },
    "script_shell": {
        "en": "You need to enable JavaScript to run this app.",
        "de": "Bitte JavaScript aktivieren.",
        "fr": "Veuillez activer JavaScript.",
        "es": "Habilite JavaScript para ver la página.",
        "it": "Abilita JavaScript per usare il sito.",
        "pt": "Habilite o JavaScript no navegador.",
        "nl": "Schakel JavaScript in.",
        "pl": "Włącz obsługę JavaScript.",
        "ja": "JavaScriptを有効にしてください。",
        "zh": "请启用 JavaScript。",
        "ko": "자바스크립트를 활성화하세요.",
        "ru": "Включите JavaScript.",
        "zh loading": "加载中...",
        "ja loading": "読み込み中…",
    },
    "soft_404": {
        "en": "Sorry, the page you are looking for does not exist.",
        "en oops": "Oops! Page not found.",
        "de": "Die Seite wurde nicht gefunden.",
        "fr": "Cette page n'existe plus.",
        "es": "La página que busca no existe.",
        "it": "Pagina non trovata.",
        "pt": "Página não encontrada.",
        "nl": "Deze pagina bestaat niet meer.",
        "pl": "Strona nie została znaleziona.",
        "sv": "Sidan kunde inte hittas.",
        "da": "Siden blev ikke fundet.",
        "fi": "Sivua ei löytynyt.",
        "cs": "Stránka nebyla nalezena.",
        "hu": "Az oldal nem található.",
        "tr": "Sayfa bulunamadı.",
        "ru": "Страница не найдена.",
        "uk": "Сторінку не знайдено.",
        "el": "Η σελίδα δεν βρέθηκε.",
        "zh": "抱歉，您访问的页面不存在。",
        "ja": "お探しのページが見つかりません。",
        "ko": "요청하신 페이지를 찾을 수 없습니다.",
        "ar": "عذرا، الصفحة غير موجودة.",
        "id": "Halaman tidak ditemukan.",
        "vi": "Không tìm thấy trang.",
        "parked en": "This domain is for sale! Buy this domain.",
        "parked named": "The domain harbour.example is for sale.",
        "parked de": "Diese Domain steht zum Verkauf.",
        "parked fr": "Ce nom de domaine est à vendre.",
        "parked es": "Este dominio está en venta.",
        "parked it": "Questo dominio è in vendita.",
        "parked nl": "Deze domeinnaam is te koop.",
        "parked pl": "Domena jest na sprzedaż.",
        "parked ru": "Домен продаётся.",
        "parked zh": "该域名正在出售。",
        "unused": "Welcome to nginx! If you see this page, the web server is installed.",
        "resting en": "This site is currently undergoing scheduled maintenance. We'll be back soon.",
        "resting de": "Wegen Wartungsarbeiten nicht erreichbar.",
        "resting fr": "Le site est actuellement en maintenance.",
        "resting es": "Sitio en mantenimiento.",
        "resting ja": "ただいまメンテナンス中です。",
        "resting zh": "系统维护，请稍后访问。",
        "resting ru": "Ведутся технические работы.",
        "resting server": "503 Service Temporarily Unavailable nginx",
        "not archived": "Hrm. The Wayback Machine has not archived that URL.",
    },
}

CASES = [(kind, said, text) for kind, group in WALLS.items() for said, text in group.items()]
NAMED = [f"{kind} {said}" for kind, said, _ in CASES]


@pytest.mark.parametrize(("kind", "said", "text"), CASES, ids=NAMED)
def test_a_page_that_says_only_this_is_hollow(kind: str, said: str, text: str) -> None:
    found = page(f"<title>Harbour Letters</title><p>{text}</p>")
    assert (found.truncation, found.hollow_kind) == ("hollow", kind)


@pytest.mark.parametrize(("kind", "said", "text"), CASES, ids=NAMED)
def test_a_long_article_that_quotes_it_is_an_article(kind: str, said: str, text: str) -> None:
    body = DENSE.get(said[:2], LATIN)
    found = page(f"<title>How walls on the web read</title><p>One said: “{text}”</p>{body}")
    assert found.hollow_kind is None
    assert found.truncation == ("truncated" if kind == "payment_required" else "complete")


TITLES = {
    "Page not found | Harbour Letters": "soft_404",
    "Harbour Letters - 404": "soft_404",
    "404: Page not found": "soft_404",
    "Error 404 (Not Found)!!1": "soft_404",
    "Seite nicht gefunden – Hafenbrief": "soft_404",
    "Hafenbrief | Seite nicht gefunden": "soft_404",
    "港口 | 页面不存在": "soft_404",
    "ページが見つかりません | 港": "soft_404",
    "Access Denied": "access_denied",
    "403 Forbidden": "access_denied",
    "Attention Required! | Cloudflare": "challenge",
    "Just a moment...": "challenge",
    "Un momento…": "challenge",
    "Sign in - Harbour Accounts": "login",
    "Anmelden | Hafenbrief": "login",
    "Page not found in the logbook of 1904": None,
    "404 Media on tides": None,
    "Forbidden Planet": None,
    "Login walls and who builds them": None,
    "Not found, not lost": None,
}


@pytest.mark.parametrize("title", TITLES)
def test_a_title_alone_tells_what_a_short_page_is(title: str) -> None:
    found = page(
        f"<title>{title}</title><p>Harbour Letters. News. Tides. Contact.</p>" + "<p>More of the menu.</p>" * 25
    )
    assert found.hollow_kind == TITLES[title]


@pytest.mark.parametrize("title", [title for title, kind in TITLES.items() if kind])
def test_a_headline_of_the_page_tells_as_much(title: str) -> None:
    found = page(f"<title>Harbour</title><h1>{title}</h1>" + "<p>More of the menu.</p>" * 25)
    assert found.hollow_kind == TITLES[title]
    assert page(f"<h1>{title}</h1>{LATIN}").hollow_kind is None


@pytest.mark.parametrize(
    "text",
    [
        "The council's website went down for two hours on Monday, officials said.",
        "The painter sold his house. The domain of the lords was large.",
        "Readers must pay 4 euros a month, the publisher said on Tuesday.",
        "The captain said that he is not a robot and laughed.",
        "The lock keeper denied access to the lower basin in June.",
        "Der Hafen meldet 404 Ankünfte im Mai.",
        "委员会在五月发布了报告。",
        "Loading of the crates took three hours.",
    ],
)
def test_a_short_page_with_words_of_its_own_is_an_article(text: str) -> None:
    assert page(f"<title>Harbour Letters</title><p>{text}</p>").truncation == "complete"


@pytest.mark.parametrize("ident", ["root", "app", "__next", "__nuxt", "___gatsby", "svelte"])
def test_an_element_that_scripts_have_yet_to_fill_makes_a_shell(ident: str) -> None:
    shell = f"<header>Harbour Letters</header><div id={ident}></div><script src=a.js></script>"
    assert page(shell).hollow_kind == "script_shell"
    filled = shell.replace("></div>", "><p>The berth fee is 7.</p></div>")
    assert page(filled).truncation == "complete"
    assert page(shell + LATIN).truncation == "complete"


def test_a_list_of_files_is_a_source() -> None:
    listing = "<title>Index of /404</title><h1>Index of /404</h1><a href=a>captcha.txt</a> <a href=b>login.txt</a>"
    assert page(listing).truncation == "complete"


def test_a_sentence_on_hidden_comments_needing_scripts_makes_no_shell() -> None:
    body = (
        "<p>The berth fee is 7.</p><noscript>Please enable JavaScript to view the comments.</noscript><script></script>"
    )
    assert page(body).truncation == "complete"


@pytest.mark.parametrize("words", [1490, 1520])
def test_wording_decides_up_to_its_limit(words: int) -> None:
    said = "sorry, you have been blocked "
    found = page(f"<p>{said}{'x' * (words - len(said))}</p>")
    assert (found.hollow_kind == "access_denied") is (words < 1500)


VILLAGE = (
    "<p>Login is a small village in Carmarthenshire, Wales, on the river Taf. Its station on the Whitland and Cardigan "
    "line opened in 1873 and closed in 1962. The chapel was built in 1835.</p>"
)
SOURCES = {
    "en place": f"<title>Login - Wikipedia</title><h1>Login</h1>{VILLAGE * 4}",
    "en place, beside its menu": f"<title>Login - Wikipedia</title><p>Log in</p><p>Create account</p>{VILLAGE}",
    "fr railway": "<title>Connexion</title><h1>Connexion</h1><p>Connexion est une ligne de chemin de fer du plateau "
    "suisse, ouverte en 1871 entre Lausanne et Fribourg.</p>",
    "pt dictionary": "<title>Entrar - Wikcionário</title><h1>Entrar</h1><p>Verbo intransitivo da língua portuguesa: "
    "passar de fora para dentro de um lugar.</p>",
    "de dictionary": "<title>Anmelden – Wörterbuch</title><p>Schwaches Verb: das Kommen eines Gastes im Voraus "
    "bekannt machen, oft schriftlich.</p>",
    "ja dictionary": "<title>ログイン - 辞書</title>"
    "<p>計算機の利用者が名前と合言葉を示して利用を始める操作のことをいう。</p>",
    "ru dictionary": "<title>Войти — Словарь</title><p>Глагол совершенного вида: проникнуть внутрь помещения, "
    "вступить в пределы города.</p>",
    "en charity": "<title>Human Challenge</title><h1>Human Challenge</h1><p>The trial infected thirty-four volunteers "
    "with a weakened virus and followed them for a year.</p>",
    "en programme": "<title>Just a Moment | BBC</title><p>The charity ran its radio series of that name for eleven "
    "weeks in 1987, with four players.</p>",
    "es film": "<title>Un momento</title><p>Película argentina de 1964 dirigida por Lautaro Murúa y rodada en el "
    "puerto de La Plata.</p>",
    "en film": "<title>Forbidden</title><h1>Forbidden</h1><p>The film of 1932 was directed by Frank Capra and starred "
    "Barbara Stanwyck in the main part.</p>",
    "en novel": "<title>Not found</title><p>The novel follows a lighthouse keeper who searches the coast for his "
    "brother during the war.</p>",
    "zh film": "<title>登录</title><p>这部电影讲述了一九四四年盟军在诺曼底海滩的行动以及一个士兵的命运。</p>",
    "en bridge": "<title>Harbour Board</title><p>“We are performing maintenance of the bridge until June,” the "
    "harbour board said.</p>",
    "en standard": "<title>Codes</title><p>502 Bad Gateway: the answer of a gateway that got an invalid one from "
    "upstream, as RFC 9110 has it.</p>",
    "en notice": "<title>Notices</title><p>The website is under maintenance on 4 May, the harbour board said.</p>",
    "en dictionary": "<title>Access denied - Lexicon</title><h1>Access denied</h1><p>Noun phrase. A message shown to "
    "somebody who lacks permission to open a file.</p>",
    "fr dictionary": "<title>Accès refusé</title><p>Locution nominale employée en informatique depuis les années "
    "soixante pour un droit qui manque.</p>",
    "en news": "<title>Harbour Letters</title><p>The town put a captcha before its parking permits on Monday. Tickets "
    "had been bought by programs within seconds.</p>",
    "de news": "<title>Hafenbrief</title><p>Der Satz „Ich bin kein Roboter“ steht seit Montag vor dem Verkauf der "
    "Parkscheine am Hafen.</p>",
    "en answer": "<title>Questions</title><h1>How do I sign in?</h1><p>Open the settings of the app and choose your "
    "library. You can sign in with Google or with your institution. Passwords are reset at the front desk on "
    "weekdays, from nine to five.</p>",
    "en lecture": "<title>Too many requests</title><p>The essay describes how librarians of the nineteenth century "
    "answered letters from readers abroad.</p>",
}


@pytest.mark.parametrize("name", SOURCES)
def test_a_short_source_that_bears_the_name_or_the_words_of_a_wall_is_a_source(name: str) -> None:
    found = page(SOURCES[name])
    assert (found.truncation, found.hollow_kind) == ("complete", None)


@pytest.mark.parametrize(
    ("kind", "markup"),
    [
        ("login", f"<title>Login</title>{VILLAGE * 2}<form><input type=password></form>"),
        ("login", f"<title>Sign in</title><p>Sign in to continue.</p>{VILLAGE}"),
        ("soft_404", f"<title>Not found</title><h1>This page could not be found</h1>{VILLAGE * 2}"),
        (
            "soft_404",
            "<title>502 Bad Gateway</title><h1>502 Bad Gateway</h1><hr>nginx",
        ),
        ("soft_404", "<p>We are currently performing scheduled maintenance on our servers. Check back soon.</p>"),
        ("soft_404", "<p>Our website is under maintenance</p><p>Call 0123 456 in the meantime</p>"),
        (
            "access_denied",
            "<title>403 Forbidden</title><h1>Forbidden</h1><p>You don't have permission to access this resource.</p>"
            "<p>Additionally, a 403 Forbidden error was encountered while trying to use an ErrorDocument.</p>",
        ),
        (
            "login",
            "<p>Home Tides Berths Pilots Contact Archive Letters Prices Jobs Press</p><p>Please log in to view</p>",
        ),
    ],
)
def test_a_wall_with_more_words_is_still_one(kind: str, markup: str) -> None:
    assert page(markup).hollow_kind == kind


MEMBERS = {
    "en": "Already a subscriber? Log in",
    "en member": "Already a member? Sign in",
    "de": "Sie haben noch kein Abo?",
    "fr": "Déjà abonné ?",
    "es": "¿Ya eres suscriptor?",
    "nl": "Al abonnee?",
}


@pytest.mark.parametrize("said", MEMBERS)
def test_a_word_to_subscribers_in_a_menu_cuts_no_article_and_below_it_does(said: str) -> None:
    bar = f"<nav>{MEMBERS[said]}</nav>"
    assert page(bar + LATIN).truncation == "complete"
    assert page(LATIN + bar).truncation == "truncated"


@pytest.mark.parametrize(
    "markup", ["<div id=root></div><p>Harbour Letters</p>", "<p>Harbour Letters</p><script src=a.js></script>"]
)
def test_a_shell_needs_both_scripts_and_an_element_for_them_to_fill(markup: str) -> None:
    assert page(markup).truncation == "complete"
