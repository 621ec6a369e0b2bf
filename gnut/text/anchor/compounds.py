"""Pieces of words that turn the rest, and words that are two other words when parted, as `typed` text."""

from __future__ import annotations

from gnut.text.words import words_of

_DENYING_STARTS = words_of(
    # English and Latin
    "a an in im il ir un non no not dis de des anti ant contra counter mis miss for mal under over ex sub pre re "
    "never out with "
    # German, Dutch, Scandinavian
    "ent ver zer miß un ohne nicht nie kein wider on ont niet mis u o van av av- aff ikke inte ej "
    # French, Spanish, Portuguese, Italian, Romanian
    "dé dés dès mé més sans ne ni des sin nunca tam tan dis s bes in ne ni "
    # Slavic, Baltic
    "ne nie bez bes beze proti не ни без бес анти противо де дис не ні "
    # Greek, Finnish, Estonian, Hungarian, Turkish, Indonesian
    "α αν αντι μη δυσ epä ei mitte eba nem anti gayri na tak tidak non "
    # Arabic, Persian, Hindi, Hebrew
    "لا غير عدم نا بی ضد अ अन गैर बे ना नि निर् अन् אי בלתי חסר "
)
"""First pieces that deny, undo or reverse the word that goes on after them."""

_DENYING_ENDS = words_of(
    "less free not nt los lose losen loser loses frei arm loos lös löst lösa løs løst laus ton tön ttoman siz sız suz "
    "süz sizlik tlan tlen talan telen atlan etlen mas mez maz "
)
"""Last pieces that deny the word before them ("useless", "arbeitslos", "tuzsuz")."""

FUNCTION_WORDS = words_of(
    "the this that these those which whom whose and or of to from by with as is are was were be been has have had "
    "its their his her our your they we he she it who what when where at on in if but so "
    "der die das den dem des ein eine einer einem einen und oder von zu mit bei auf ist sind war waren "
    "le la les du une et ou par pour dans sur est sont el los las una y que con por para es son o os as da do "
    "het een en van voor met op zijn il lo gli i e di che per è och att av för med på är og det som til af "
)
"""Words that hold a sentence together: what stands before one of them is a word of its own."""

TWO_READINGS = words_of(
    # English: a short word and another word
    "therapist therapists together today tonight tomorrow toward towards island islands isle inside into onto upon "
    "another other others altogether already also although always almost alone along aloud allow around arise arose "
    "amiss amid amend ascent assent aside asset assign assume assure attack attend attire atone attest "
    "apart apace abroad across adrift afar afoot afresh again against ahead ajar akin alike alive amass amuse anew "
    "anybody anyone anything anyway anywhere awake award aware away awry beat became because become before begin "
    "behalf behave behind being belief believe belong below beside besides between beyond butter button "
    "candid candidate cannot carpet carport combat cargo caress dogma doing done donut ease east "
    "everybody everyone everything everyday forever forgo forget forgive forward forth format fortune forum "
    "goal goat gotten gone hatch hear heart hearth heat heir herd here hereby herein hero herself himself "
    "history hisself hence hither ideal idea ifs illegal image imam impart indeed inform infirm infant infest ingrate "
    "inland inlay inlet inmate input inquest inquire insect insert insight insist install instead instill instance "
    "intact intend intent intern internal interred interest invent invest investor inward island isolate isobar "
    "itch item itself justice layman layoff maybe mankind manage mandate manifest manner manual manslaughter matter "
    "meant measure mean meat menace mend mental mention mere method mother myself notable notary notation note nothing "
    "notice notify notion nowhere now nobody noon north nose november offend offer office offset often "
    "oneself only onset onward onwards orbit oral orally orange ordeal order organ origin orphan outcome outlaw "
    "outlet output outside outright overall overcome overdue override overlook oversee oversight overtake overt "
    "parent parties partake payoff penalty people person pleasure portend prevent profit protest pushup rampage "
    "season seasons seat setback setup shearing sheer shelf shelter shewed sofa solace sole solid solo soap sober "
    "soon sort sorry sought soul sour south someone something sometime sometimes somewhat somewhere sublease suspect "
    "takeover target tartan ten tenant thee thanks thatch thaw theme themes themselves then thence theory there these "
    "thereby therefore therein thereof they theyre thesis thirst this thistle toil token told toll tone tool top topic "
    "total totem touch tour tow town toy underground undertake uphold upright uproar upset uptake upward upwards usage "
    "use user usual wean weak weal wear weary wed wee weed week weep weigh were whatever whenever whereas wherever "
    "whether whoever withdraw withdrew withhold within without withstand woman womanly workout worship "
    "makeup breakdown breakup buildup cutoff dropout fallout handout layout lookout markup payout pickup rollout "
    "rundown runoff shutdown spinoff standby standoff startup takeoff turnover turnout warmup writeoff "
    "legend legion legislate manpower bargain barrage capable capital carton bedlam bedrock brokerage "
    "findings forties forage football footage garbage mortgage hostage damage package passage message massage "
    "therefrom thereon thereto theretofore moreover nevertheless nonetheless notwithstanding hereto heretofore "
    "weekend wholesale whereabouts upstate downright downfall friendship hardship leadership ownership "
    # German
    "sofort soweit sobald solange sogar sonst sowie sowohl zuletzt zugleich zurück zusammen zunächst zumal zufrieden "
    "zufolge zugrunde zuviel zuwenig vielleicht vielmehr allein allerdings alsbald anders anstatt aufgeben aufheben "
    "ablehnen abnehmen annehmen anhalten ausgeben ausfallen aussetzen beinahe bevor dabei dagegen daher damit danach "
    "darauf darum davon dazu derart deshalb desto einander einmal einzeln indem indessen inzwischen mitunter nachdem "
    "niemand nirgends nochmals obwohl seitdem umfahren umgehen umschreiben unterlassen untersagen überall übersehen "
    "übersetzen umsonst verkauft vorbei vorher wiederholen wieso wodurch wofür womit gutschreiben "
    # French
    "partout surtout plutôt bientôt aussitôt autrefois autant parfois pourquoi pourtant toutefois toujours enfin "
    "ensuite entendre environ encore avant avenir alors ainsi auparavant cependant davantage debout dedans dehors "
    "depuis dessous malgré lorsque puisque quelque quoique sinon sitôt lesquels desquels laquelle desormais "
    "désormais enjeu endroit "
    # Spanish, Portuguese, Italian
    "sino porque tampoco también aunque sobretodo demás además apenas aparte acerca adonde afuera ahora alrededor "
    "conmigo contigo consigo debajo delante dentro despacio detrás enfrente enseguida mediodía quienquiera siquiera "
    "senão embora porquê portanto porém sobretudo também talvez enfim depois demais abaixo acima adiante aliás "
    "nemmeno neppure neanche perché poiché finché affinché dopotutto soprattutto talvolta infatti invece inoltre "
    "oppure ovvero pertanto purtroppo seppure siccome tuttavia almeno apposta appena davvero dapprima "
    # Dutch, Swedish, Danish
    "opnieuw omdat ondanks onderweg overal tezamen tegelijk tevoren voorbij voordat waarom zodat zodra zonder "
    "ibland igen omkring omsorg tillbaka tillsammans uppgift utan utom överallt alligevel desuden imod omkring uden "
    # Russian
    "итак также тоже чтобы зато оттого потому поэтому причём притом насчёт ввиду вместо вначале вовремя вконец наконец "
    "наверху навстречу напротив впустую вслед затем отчего почему сначала снова сразу совсем "
)
"""Words that are two other words when parted ("the rapist"): parting or joining them may be the alteration."""


def denies_before(piece: str) -> bool:
    """Return whether a first piece of a word may deny or reverse the rest."""
    return piece in _DENYING_STARTS


def denies_after(piece: str) -> bool:
    """Return whether a last piece of a word may deny what stands before it."""
    return piece in _DENYING_ENDS
