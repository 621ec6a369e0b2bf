"""One sentence for each finding. What is quoted in it is untrusted; the writer escapes it."""

from __future__ import annotations

from gnut.acquire.whys import known
from gnut.check.contract import Finding, Mark
from gnut.ingest.contract import Citation
from gnut.ledger.core.reasons import COMPLETE
from gnut.model import Absence, Source, Uri
from gnut.text.anchor.contract import Alteration
from gnut.text.archives import served_at


def reason_message(reason: str, finding: Finding, citation: Citation) -> str:
    """Return the sentence of a row's reason."""
    match reason:
        case "broken_citation":
            return citation.broken or "the citation points to nothing"
        case "source_unavailable":
            return f"the source {_unavailable(finding)}"
        case "excerpt_altered":
            return f"the source says otherwise: {_alterations(finding)}"
        case "wrong_source":
            return f"the excerpt stands word for word in {finding.elsewhere}, not in the cited source"
        case "ambiguous":
            return _ambiguous(finding)
        case "too_short":
            return f"the excerpt is too short to be evidence{_times(finding)}"
        case "found_hidden_only":
            return _hidden(finding)
        case "evidence_window_incomplete" | "excerpt_not_found" if _is_front_page(finding):
            return "the excerpt does not stand in the front page that the site served in place of the cited page"
        case "evidence_window_incomplete":
            return f"the excerpt is not in what was captured, and the capture is {_window(finding)}"
        case _:
            return _FIXED[reason]


_FIXED = {
    "self_citation": "the report cites itself",
    "unresolvable_source": "the source has no address that could be checked",
    "locator_only": "the citation names a place in the source and no words to look for",
    "no_excerpt": "the citation declares no excerpt, so nothing could be checked",
    "locator_mismatch": "the excerpt stands in the source, but not at the cited place",
    "excerpt_not_found": "the excerpt does not stand in the source",
}


CLASSES = {
    "calculation_without_lineage": "it is marked as a calculation, and no formula is declared",
    "evidence_without_citation": "it is marked as evidence from outside, and cites nothing",
    "cited_analysis": "it is marked as the author's own analysis, and cites a source",
}
"""Of a claim's class, by finding."""


def _number(mark: Mark, window: str | None) -> str:
    number = mark.number
    where = "the source"
    if window not in (None, COMPLETE):
        where = f"what was captured of the source, and the capture is {window}"
    if number is not None and number.label is not None:
        return f"{mark.text} stands in the source, but of {number.label}"
    nearest = f"; the nearest is {mark.nearest}" if mark.nearest else ""
    if number is None or number.nearest_value is None or number.unit == number.nearest_unit:
        return f"{mark.text} does not stand in {where}{nearest}"
    return f"{mark.text} does not stand in {where}{nearest}, in {number.nearest_unit or 'no unit'}"


def mark_message(mark: Mark, source: Uri | None = None, window: str | None = None) -> str:
    """Return the sentence of a mark.

    Args:
        mark: The mark.
        source: Address of the row's source.
        window: How much of it was captured: only of a complete one it is said that something is not there.
    """
    match mark.name:
        case "number_not_in_source":
            return _number(mark, window)
        case "short_excerpt":
            return "the excerpt is short and stands once"
        case "truncated_before_qualifier":
            return "the excerpt is cut beside a word that qualifies it"
        case "crosses_block":
            return "the excerpt joins separate blocks of the source"
        case "zero_width":
            return "zero-width characters stand inside the words"
        case "bidi":
            return "characters that reorder the text stand inside the words"
        case "look_alike":
            return "letters of another script stand in for similar ones"
        case "spaces_ignored":
            return "the words stand there only when blanks are left out of account"
        case "redirected":
            return f"the source was served from {mark.text}"
        case "supplied":
            return "the source is a copy that a user supplied"
        case "redirected_home":
            return f"the site served its front page in place of this one: {mark.text}"
        case "archive_copy":
            return f"the source was served from a web archive{_of(mark.text)}: {mark.text}"
        case "same_page":
            return f"this is the same page as {mark.text}: one source, cited twice"
        case "capture_date_differs":
            return f"the archive served {_capture(source, mark.text)}: {mark.text}"
        case "text_in_doubt":
            return f"a reader may not see these words: {', and '.join(map(_doubt, mark.text.split()))}"
        case "charset_guessed":
            return "the source's character set was guessed"
        case _:
            return mark.name.replace("_", " ")


def _doubt(note: str) -> str:
    match note:
        case "unrendered_css":
            return "whether the page shows all of its text is up to styles that only a browser can tell"
        case "hidden_until_script":
            return "a script of the page shows some of its text"
        case "unrendered_pdf":
            return "what covers what on its pages was not wholly looked at"
        case "actual_text_differs":
            return "the file declares words that its glyphs do not say"
        case "optional_content":
            return "the file has layers that a viewer may not show"
        case "ocr_layer":
            return "the text was recognised from a picture of the page"
        case _:
            return note.replace("_", " ")


def _of(served: str) -> str:
    when = served_at(served)
    return f", as it was on {when}" if when else ""


def _capture(asked: Uri | None, served: str) -> str:
    """Return which capture was asked for and which was served, as far as their addresses say."""
    wish, got = served_at(asked or ""), served_at(served)
    if wish is None or got is None:
        return "another capture than is cited"
    return f"its capture of {got} where that of {wish} is cited"


def _unavailable(finding: Finding) -> str:
    absence = finding.acquired
    if not isinstance(absence, Absence):
        return "could not be had"
    if absence.uri.startswith("file:") and absence.detail:
        # Of a file in the repository the detail says more than the kind: a link out, a folder, a pipe.
        return f"could not be read: {absence.detail}"
    said = known(absence.why, absence.detail)
    if said is not None:
        return said.sentence
    return f"could not be had: {absence.why}" + (f" ({absence.detail})" if absence.detail else "")


def _alterations(finding: Finding) -> str:
    assert finding.anchor is not None
    shown = [_alteration(each) for each in finding.anchor.alterations[:3]]
    more = len(finding.anchor.alterations) - len(shown)
    return "; ".join(shown) + (f"; and {more} more" if more else "")


def _alteration(alteration: Alteration) -> str:
    if alteration.kind == "left_out":
        return f"the ellipsis leaves out “{alteration.source}”"
    name = alteration.kind.replace("_", " ")
    if not alteration.source:
        return f"{name}: the source lacks “{alteration.excerpt}”"
    if not alteration.excerpt:
        return f"{name}: the excerpt lacks “{alteration.source}”"
    return f"{name}: “{alteration.excerpt}” for “{alteration.source}”"


def _is_front_page(finding: Finding) -> bool:
    return isinstance(finding.acquired, Source) and "redirected_home" in finding.acquired.notes


def _hidden(finding: Finding) -> str:
    notes = finding.acquired.notes if isinstance(finding.acquired, Source) else ()
    if "struck_text" in notes:
        # Both kinds are kept in one text, and which of them holds the words is not recorded.
        return "the excerpt stands only in text that the page strikes through or hides from its readers"
    return "the excerpt stands only in text that the page hides from its readers"


def _ambiguous(finding: Finding) -> str:
    notes = finding.anchor.notes if finding.anchor else ()
    if "bad_text_layer" in notes:
        return "a passage is near, but the source's text layer is damaged there"
    if "gave_up" in notes:
        return "the source is too long to be searched to its end for a passage that is near"
    return "a passage is near, and the rules cannot say whether it is the same"


def _times(finding: Finding) -> str:
    count = finding.anchor.occurrences if finding.anchor else 0
    return f": it stands {count} times" if count > 1 else ""


def _window(finding: Finding) -> str:
    return finding.acquired.truncation if isinstance(finding.acquired, Source) else "unknown"
