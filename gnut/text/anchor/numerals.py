"""Words and signs that count, in many languages, as `typed` text: one list for every rule that asks."""

from __future__ import annotations

from gnut.text.patterns import lazy
from gnut.text.words import words_of

NUMBER_WORDS = words_of(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety half third quarter twice "
    "double triple first second fourth fifth null eins zwei drei vier fünf sechs sieben acht neun zehn elf "
    "zwölf zwanzig dreissig vierzig fünfzig hälfte drittel viertel deux trois quatre cinq sept huit neuf dix "
    "onze douze vingt trente quarante cinquante soixante moitié tiers quart dos tres cuatro cinco seis siete "
    "ocho nueve diez veinte treinta cuarenta cincuenta mitad tercio dois três quatro sete oito nove dez vinte "
    "metade tre quattro cinque sette otto dieci venti metà два две три четыре пять шесть семь восемь девять "
    "десять половина треть "
    # More of each
    "half halves thirds quarters once thrice nought nil dozen dozens treble quadruple "
    "sixth seventh eighth ninth tenth twelfth hundredth thousandth umpteen nineties eighties "
    "zweier dreier dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn dreißig sechzig siebzig achtzig "
    "neunzig dutzend doppelt dreifach zweimal dreimal halb halbe halben halber zweite zweiten dritte "
    "dritten vierte zehnte einhundert eintausend "
    "zéro treize quatorze quinze seize septante huitante nonante douzaine dizaine centaine centaines "
    "demi demie tiers deuxième troisième premier première double triple deux-tiers quatre-vingt "
    "cero once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veintiuno veintidós sesenta "
    "setenta "
    "ochenta noventa cien ciento doscientos trescientos quinientos docena doble medio segundo tercero "
    "doze treze quatorze quinze dezesseis dezessete dezoito dezenove trinta quarenta cinquenta sessenta oitenta cem "
    "cento dúzia dobro metade meio duas terço um-terço "
    "undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove trenta quaranta "
    "cinquanta sessanta settanta ottanta novanta duecento dozzina doppio mezzo mezza terzo zero "
    "nul twee drie vijf zes zeven negen tien twaalf dertien veertien vijftien twintig dertig veertig vijftig zestig "
    "zeventig tachtig negentig honderd helft derde kwart dubbel dozijn tweemaal "
    "två tre fyra fem sju åtta nio tio elva tolv tjugo trettio fyrtio femtio hundra hälften tredjedel dubbelt dussin "
    "seks syv otte tolv tyve tredive hundrede halvdelen dobbelt halvparten tjue tretti førti femti åtte "
    "zero jeden dwa dwie trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście dwanaście dwadzieścia "
    "trzydzieści pięćdziesiąt sto połowa pół ćwierć dwukrotnie podwójnie "
    "nula dvě dva tři čtyři pět šest sedm osm devět deset jedenáct dvanáct dvacet třicet padesát sto polovina "
    "třetina čtvrtina dvojnásobek dvakrát päť šesť sedem osem deväť desať tri četiri šest sedam osam devet deset "
    "dvanaest dvadeset stotinu pola dvanajst "
    "ноль нуль двое трое четверо пятеро двух трёх трех четырёх четырех пяти шести семи восьми девяти десяти "
    "одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать "
    "двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто сто двести триста пятьсот "
    "половины половину треть трети четверть четверти дюжина полтора полторы вдвое втрое дважды трижды пол "
    "дві чотири п'ять шість сім вісім дев'ять десять дванадцять двадцять тридцять п'ятдесят сто половина чверть "
    "двічі "
    "две пет шест седем осем девет десет дванадесет двадесет сто четири дванаест "
    "μηδέν δύο τρία τρεισ τέσσερα τέσσερισ πέντε έξι επτά εφτά οκτώ οχτώ εννέα εννιά δέκα έντεκα δώδεκα είκοσι "
    "τριάντα "
    "πενήντα εκατό μισό μισή τρίτο τέταρτο διπλάσιο "
    "sıfır iki üç dört beş altı yedi sekiz dokuz yirmi otuz kırk elli altmış yetmiş seksen doksan yüz yarım yarısı "
    "nolla yksi kaksi kolme neljä viisi kuusi seitsemän kahdeksan yhdeksän kymmenen kaksitoista kaksikymmentä sata "
    "puolet puoli kolmasosa neljäsosa kaksi-kertaa neli viis kuus seitse kaheksa üheksa kümme "
    "nulla kettő két három négy öt hét nyolc kilenc tíz tizenkettő húsz harminc száz fele harmada negyede kétszer "
    "doi două trei patru cinci șase șapte opt nouă zece doisprezece douăzeci treizeci cincizeci sută jumătate sfert "
    "dua tiga empat enam tujuh delapan sembilan sepuluh sebelas belas puluh ratus ribu setengah separuh seperempat "
    "mười trăm bốn sáu bảy tám chín rưỡi nửa "
    "صفر واحد اثنان اثنين اثنتان اثنتين ثلاثة ثلاث أربعة أربع خمسة خمس ستة ست سبعة سبع ثمانية ثمان ثماني تسعة تسع "
    "عشرة "
    "عشر عشرون عشرين ثلاثون ثلاثين خمسون خمسين مئة مائة مئات نصف ثلث ربع ضعف "
    "سه چهار پنج شش هفت هشت ده دوازده بیست سی چهل پنجاه صد نیم دوبرابر "
    "שניים שתיים שני שתי שלושה שלוש ארבעה ארבע חמישה חמש שישה שש שבעה שבע שמונה תשעה תשע עשרה עשר עשרים שלושים "
    "חמישים "
    "מאה אלף חצי שליש רבע כפול "
    "शून्य दो तीन चार पांच पाँच छह छः सात आठ नौ दस ग्यारह बारह पंद्रह बीस तीस चालीस पचास साठ सत्तर अस्सी नब्बे सौ "
    "आधा आधे आधी दोगुना तिहाई चौथाई দুই তিন চার পাঁচ ছয় সাত আট নয় দশ অর্ধেক "
)
HAN_NUMBERS = frozenset("〇零一二两三四五六七八九壹贰叁肆伍陆柒捌玖")

_GERMAN = lazy(
    r"(?:(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)?(?:hundert|tausend)(?:und)?)*"
    r"(?:(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)und)?"
    r"(?:zwanzig|dreissig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig|hundert|tausend|zehn|elf|zwölf)"
    r"(?:s?te[nrsm]?|fach(?:e[nrsm]?)?|mal)?"
)
_ROMAN = lazy(r"m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_HAN = lazy(
    r"[〇零二两兩三四五六七八九壹贰叁肆伍陆柒捌玖百億亿半倍]|(?<!几)十(?![分足])|千(?!万别)|(?<!千)万(?!一)|萬"
    r"|一(?=[十百千万萬億亿个個次名年月日人位元吨噸倍半つ件回度艘成分])|第一"
    r"|ひとつ|ふたつ|みっつ|よっつ|いつつ|むっつ|ななつ|やっつ|ここのつ"
    r"|(?<![가-힣])(?:하나|둘|셋|넷|다섯|여섯|일곱|여덟|아홉|열|열둘|열두|스물|서른|마흔|쉰|두|세|네|백|천|만|억|수천|수백|절반)(?![가-힣])"
    r"|ศูนย์|สอง|สาม|สี่|ห้า|หก|เจ็ด|แปด|เก้า|สิบ|ร้อยละ|หมื่น|แสน|ล้าน|ครึ่ง|(?<!ร)ร้อย|พัน(?!ธ|ธุ์)"
)


def is_number_word(word: str) -> bool:
    """Return whether one word or sign of `typed` text is a number written out."""
    return word in NUMBER_WORDS or word in HAN_NUMBERS or _GERMAN.fullmatch(word) is not None


def is_roman(word: str) -> bool:
    """Return whether `word`, as written, is a number in Roman letters; one letter, and words that look so, are none."""
    if len(word) < 2 or not _ROMAN.fullmatch(word.lower()):
        return False
    if word.islower():
        return set(word) <= set("ivx") and word not in ("vi", "xi")
    return word.isupper() and (set(word) <= set("IVX") or len(word) > 3)


def unspaced_numbers(text: str) -> list[str]:
    """Return the numbers written out in scripts that part no words, in order."""
    return [] if text.isascii() else _HAN.findall(text)
