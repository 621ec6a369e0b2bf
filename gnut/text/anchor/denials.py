"""Words and signs that deny, in many languages, as `typed` text: one list for every rule that asks."""

from __future__ import annotations

from gnut.text.words import words_of

NEGATIONS = words_of(
    # English
    "not no never none nor neither nobody nothing nowhere without cannot can't don't doesn't didn't isn't "
    "aren't wasn't weren't won't wouldn't couldn't shouldn't hasn't haven't hadn't mustn't needn't ain't hardly "
    "scarcely barely non "
    # German
    "nicht kein keine keinen keinem keiner keines nie niemals niemand nichts nirgends nirgendwo weder ohne kaum "
    # French
    "ne pas jamais aucun aucune rien personne sans nullement ni guère "
    # Spanish, Portuguese, Italian, Catalan
    "nunca jamás ningún ninguna ninguno nada nadie tampoco sin não nem nenhum nenhuma ninguém sem jamais non "
    "nessun nessuna nessuno niente nulla senza "
    # Dutch, Swedish, Danish, Norwegian
    "niet geen nooit niemand niets zonder inte ingen inga inget aldrig utan ikke intet aldri uten uden ikkje "
    # Polish, Czech, Russian, Ukrainian, Bulgarian, Serbian
    "nie nigdy żaden żadna żadne nikt nic bez ani ne nikdy žádný žádná nikdo nic bez не нет ни никогда никто "
    "ничего без нельзя ні ніколи ніхто нічого немає няма нито није нема никада "
    # Greek, Turkish, Finnish, Hungarian, Romanian, Indonesian, Vietnamese
    "δεν μην όχι ποτέ κανείσ καμία χωρίσ değil yok hiç hiçbir asla ei emme ette eivät ilman nem nincs soha sem "
    "nélkül nu niciodată fără niciun tidak bukan tanpa jangan belum không chưa chẳng "
    # Arabic, Persian, Hebrew, Hindi
    "لا لم لن ليس ليست ما غير بدون دون نه نیست نبود هرگز بدون هیچ لیس לא אין בלי ללא מעולם नहीं न मत ना बिना "
    "कभी "
    # More of each
    "nought unable rarely seldom nay nae nix nope minus mustn't shan't mayn't mightn't "
    "keineswegs keinesfalls keinerlei nimmer nimmermehr niemandem niemanden mitnichten nirgendwohin nein selten "
    "nulle nuls nulles jamais guere rarement incapable incapables impossible rien nenni "
    "ningunos ningunas jamas raramente incapaz incapaces imposible impossível nenhuns nenhumas nada "
    "neppure neanche nemmeno affatto raramente incapace incapaci impossibile mai "
    "nergens nimmer evenmin zelden geenszins onmogelijk nauwelijks "
    "ej icke inget ingenting ingenstans knappast sällan omöjligt aldrig ingenting intet sjældent sjelden umulig "
    "ekki aldrei enginn engin ekkert hvergi varla "
    "żadnego żadnej żadnych żadnym nigdzie nikogo niczego niczym brak rzadko niemożliwe nijak "
    "není nejsou nejsem nebyl nebyla nebylo nebyli nebyly nebude nebudou nemá nemají neměl neměla nemůže nemohou "
    "nelze nesmí nechce neexistuje žádné žádného žádnou žádných nikde nijak nikoho ničeho zřídka nie nemôže nebol "
    "nebola nebolo neboli nemá nemajú niet nikde nikto ničoho žiaden žiadna žiadne bez nikoli nikdar nihče "
    "nije nisu nisam nismo nema nemaju nikad nikada nitko nitko ništa nimalo nikako neće nema није нису нема "
    "никад нико "
    "ништа неће немају нисам "
    "нисколько никакой никакая никакого никаких никаким никакие никак нигде никуда никому никого ничуть ничем "
    "вовсе отнюдь едва редко невозможно нету немає ніде ніякий жоден жодна жодного ніяк рідко никъде никакъв "
    "нямаше нямат едва николи "
    "μη δε ουδέποτε ουδείσ κανένασ κανένα κανέναν καμιά τίποτα τίποτε πουθενά ούτε ουδεμία άνευ δίχωσ σπανίωσ "
    "değildir değiller yoktur hiçbiri hiçkimse kimse olmadan olmaksızın olmaz "
    "koskaan milloinkaan älä älkää eikä eivätkä emmekä ettekä mikään kukaan mitään ketään tuskin harvoin "
    "kunagi keegi ükski polnud ilma "
    "sosem semmi senki sehol aligha ritkán nincsenek sincs semmilyen "
    "nici niciun nicio nimeni nimic nicăieri deloc rareori imposibil nav nekad nekas nevar nevis nėra niekada niekas "
    "negali nuk mos askush asgjë kurrë asnjë ezin inoiz inor gabe níl ní gan ddim nid byth "
    "tiada tanpa belum bukanlah tidaklah takkan mustahil enggak nggak wala walang huwag hakuna kamwe hapana "
    "chớ đừng chả "
    "ليسوا لسنا لست ليسا كلا أبدا أبداً بلا عدم قط إلا لات نادرا نادراً "
    "نمی نبوده نیستند ندارد نشد نخواهد هیچگاه هیچکس نهیں نہیں نہ بغیر کبھی "
    "איננו אינו אינה אינם אינן בל מבלי שום טרם לעולם "
    "नहिं नाही नाहीं बगैर कदापि नहीँ না নয় নেই নাই இல்லை అల్ల లేదు కాదు ಇಲ್ಲ അല്ല ഇല്ല නැත "
    "არ ვერ ნუ არა არასდროს չի չէ ոչ երբեք չեն አይደለም የለም "
)
"""Words that deny, as they stand alone."""

DENYING_SIGNS = (
    # Han and kana, without the compounds in which they do not deny
    r"不(?![仅僅断斷同少过過久])|[没沒否勿莫]|未(?![来來])|[無无](?![论論])|非(?![常洲])"
    r"|(?<![特区區分级級性类類個个差鉴鑑識识告离離送])[别別](?![的墅人名致针針途])|从未|毫无|決して|けっして"
    r"|ません|ない|なかっ|なく(?!な)|ずに|ず(?=[に、。])"
    r"|(?:(?<=[\u4e00-\u9fffか-ろ][かがさたなばまらわけげせてねべめれえきぎしちにびみり])|(?<=[\u4e00-\u9fff])|(?<=せ))(?<![必先はい])ず(?!れ|か|つ|ら)"
    r"|(?<=[かがさたなばまらわせれえけめべ])ぬ(?![くぐいるれろけめりらっ])|(?<!は)なし(?![たて遂と])"
    # Hangul
    r"|[없않못]|아니|아닌|아닙|(?<!\w)안(?= )|(?<!\w)(?:결코|절대)(?!\w)"
    # Thai, Lao, Khmer, Burmese
    r"|ไม่|มิ(?=ได้|ใช่)|อย่า|ไร้|ปราศจาก|ບໍ່|មិន|គ្មាន|မဟုတ်|မရှိ"
    # Turkish verbs deny by a syllable
    r"|(?<=\w)(?:m[ae]d[ıi]|m[ıiuü]yor|mayacak|meyecek|m[ae]m[ıi]ş)(?!\w)"
)
"""What denies in scripts that part no words, and inside of words."""
