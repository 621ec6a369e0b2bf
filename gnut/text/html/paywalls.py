"""What pages say where they break off before a payment, by language."""

from __future__ import annotations

from gnut.text.html.phrases import any_of

PAYWALL = any_of(
    r"""
    subscribe (?:now )?to (?:continue|keep) reading
    (?:to|please) (?:continue reading|read (?:on|the full|the rest of|this)).{0,40}\b(?:subscribe|become a member)\b
    this (?:article|content|story|post) is (?:only )?(?:for|available to|reserved for) (?:paying )?(?:subscrib|memb)ers
    this (?:article|post|story) is for (?:paid|paying) subscribers
    you(?:'ve| have) (?:reached|used) (?:your|all (?:of )?your) (?:monthly )?(?:free )?(?:article|stories)s?(?: limit)?
    (?:subscribe|sign up) to unlock (?:this|the full) (?:article|story)
    nur für abonnent(?:en|innen)|jetzt abonnieren und weiterlesen|(?:diesen artikel |jetzt )weiterlesen mit
    dieser (?:artikel|beitrag|inhalt) ist (?:nur )?(?:für abonnent|exklusiv für|kostenpflichtig)
    (?:article|contenu) réservé (?:aux|à nos) abonnés
    il vous reste \d{1,3}(?:[.,]\d{1,2})? ?% de (?:cet article|la suite)
    la suite (?:est|de l'article est) réservée|abonnez-vous pour (?:lire|continuer|accéder)
    (?:contenido|artículo) (?:exclusivo|solo|sólo) para suscriptores
    suscríbe(?:te|se) para (?:seguir|continuar) leyendo
    (?:contenuto|articolo) riservato agli abbonati|abbonati per (?:continuare|leggere|proseguire)
    (?:conteúdo|artigo|matéria) exclusiv[oa] para assinantes|(?:assine|subscreva) para (?:continuar|ler)
    (?:alleen|exclusief) voor abonnees|word abonnee om (?:verder|dit)|lees verder met een abonnement
    (?:artykuł|treść|dostęp) (?:dostępn[ya] )?(?:tylko|wyłącznie) dla (?:subskrybentów|prenumeratorów|abonentów)
    (?:подписчикам|по подписке) доступ
    (?:материал|статья|текст) доступ(?:ен|на) (?:только )?(?:по подписке|подписчикам)
    оформите подписку,? чтобы (?:читать|продолжить|дочитать)
    この(?:記事|続き)は(?:有料)?(?:会員|購読者)(?:限定|のみ)|有料会員(?:限定|になると)|残り ?\d{1,6} ?文字
    (?:订阅|付费|开通会员)(?:后)?(?:即可|可|以)?(?:继续)?阅读(?:全文|剩余)
    本文(?:仅限|仅供|为)(?:付费|会员|订户)|剩余内容.{0,8}(?:付费|订阅)
    유료 ?(?:회원|구독자) ?(?:전용|만)
    구독(?:하고|하시면) (?:계속|전체)|(?:기사|글)를? (?:계속|끝까지) (?:읽으려면|보시려면).{0,12}구독
    """
)
"""What stands before it is the article's own text."""

MEMBERS = any_of(
    r"""
    already a (?:paid |paying )?(?:subscriber|member)\? (?:log|sign) ?in|sie haben (?:noch )?kein abo\?
    (?:schon|bereits) (?:abonnent(?:in)?|ein abo)\?|déjà abonnée? ?\?|¿ya (?:eres|es) suscriptor\?
    sei già abbonat[oa]\?|já é assinante\?|(?:al|reeds) abonnee\?|уже подписчик\?
    """
)
"""What stands in the bar above every page of such a site, too: it tells a wall in the last third of the text alone."""
