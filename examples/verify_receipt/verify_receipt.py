"""Verify an exported run with the standard library alone: every SHA-256, and every verdict that can be recomputed."""

import hashlib
import json
import sys
import unicodedata
from pathlib import Path

SEALED = {"run/evidence": "claim-evidence-report/v1", "run": "canonical-run/v1", "ledger": "claim-ledger/v1",
          "manifest": "run-manifest/v2", "": "canonical-execution/v1"}  # fmt: skip
SAME = """run/extraction/input_sha256 run/report/sha256, ledger/artifact_sha256 run/report/sha256,
 ledger/run_sha256 run/sha256, ledger/profile_sha256 run/extraction/profile/sha256,
 ledger/segmenter_sha256 run/extraction/segmenter/sha256, ledger/ledger/path run/report/path,
 ledger/policy_sha256 ledger/ledger/policy/sha256"""
NOT_CHECKED = """not checked: whether the report was read rightly beyond its quotations: claims left out, lines, places
not checked: how often an excerpt stands, which passage is nearest, what is altered there, marks, fingerprints
not checked: what a detector said, what a formula comes to, waivers, most counts, b3: addresses (they need BLAKE3)
not checked: that a source which could not be had really could not; who made the run (signatures)"""
faults = []


def need(holds, pointer, words):
    """Note a fault unless something holds."""
    if not holds:
        faults.append(f"{pointer}: {words}")


def once(pairs):
    """Return the members of an object, no key of which stands twice."""
    if len(dict(pairs)) != len(pairs):
        raise ValueError("a key stands twice")
    return dict(pairs)


def load(path):
    """Return the object in a file, which must be strict JSON in its canonical form."""
    value = json.loads(path.read_bytes(), object_pairs_hook=once, parse_float=int)  # int("1.5") is an error
    need(canonical(value) == path.read_bytes(), path.name, "not in its canonical form")
    return value


def canonical(value):
    """Return the bytes that are hashed: keys sorted, no blanks, signs as they are (RFC 8785 without floats)."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def sha(value):
    """Return the SHA-256 of bytes, or of the canonical form of anything else."""
    return hashlib.sha256(value if isinstance(value, bytes) else canonical(value)).hexdigest()


def seal(value, **more):
    """Return the hash that a receipt should bear: over all its members but that hash."""
    return sha({**more, **{key: member for key, member in value.items() if key != "sha256"}})


def fold(text):
    """Return the letters and digits of a text, blind to case, width and everything between them."""
    return "".join(sign for sign in unicodedata.normalize("NFKC", text or "").casefold() if sign.isalnum())


def get(tree, steps):
    """Return what stands at `a/b` of an object."""
    for step in filter(None, steps.split("/")):
        tree = tree[step]
    return tree


def check_hashes(tree, folder):
    """Hold every hash against what it is of."""
    run, terms, artifacts = tree["run"], tree["run"]["terms"], tree["manifest"]["artifacts"]
    for steps, schema in SEALED.items():
        need(get(tree, steps)["schema"] == f"groundnut-{schema}", f"/{steps}", f"not {schema}")
        need(get(tree, steps)["sha256"] == seal(get(tree, steps)), f"/{steps}", "not its own hash")
    for one, other in map(str.split, SAME.split(",")):
        need(get(tree, one) == get(tree, other), f"/{one}", f"not that of /{other}")
    for ref, path in [(run["report"], "report")] + [
        (ref, f"companions/{at}") for at, ref in enumerate(run["companions"])
    ]:
        body = (folder / path).read_bytes()
        need((ref["sha256"], ref["bytes"]) == (sha(body), len(body)), "/run", f"{path} is another file")
    policies = {name: sha(terms[name]) for name in ("standing", "support", "authority")}
    policies["artifact_profile"] = seal(terms["profile"], schema="groundnut-artifact-profile/v1")
    if run["arena_emission"]:
        need(run["arena_emission"]["sha256"] == seal(run["arena_emission"]), "/run/arena_emission", "not its own hash")
        policies["arena_emission"] = seal(run["arena_emission"]["profile"])
    named = sorted((one["kind"], one["sha256"]) for one in tree["manifest"]["policies"])
    need(named == sorted(policies.items()), "/manifest/policies", "others")
    had = [[one["result"][name] for name in ("source_id", "source_sha256", "characters")] + [one["snapshot_sha256"]]
           for one in run["acquisitions"] if one["result"]["ok"]]  # fmt: skip
    named = [[one[name] for name in ("source_id", "sha256", "characters", "snapshot_sha256")]
             for one in tree["manifest"]["sources"]]  # fmt: skip
    need(named == sorted(had), "/manifest/sources", "others")
    need(tree["ledger"]["policy_sha256"] == policies["standing"], "/ledger/policy_sha256", "of another policy")
    made = [
        (kind, sha(one), len(canonical(one)))
        for kind, one in (("canonical_run", run), ("claim_ledger", tree["ledger"]))
    ]
    need([(one["kind"], one["sha256"], one["bytes"]) for one in artifacts] == made, "/manifest/artifacts", "others")


def check_sources(run, folder):
    """Hold every acquisition against its snapshot and texts; return the texts, visible and hidden, by address."""
    texts, hidden = {}, {}
    for at, one in enumerate(run["acquisitions"]):
        pointer, told = f"/run/acquisitions/{at}", one["result"]
        need(one["schema"] == "groundnut-source-acquisition/v3", pointer, "not source-acquisition/v3")
        need(told["source_id"][-16:] == sha(told["uri"].encode())[:16], pointer, "the id of another address")
        need(told["ok"] is (told["failure"] is None) is (told["final_uri"] is not None), pointer, "failed, and was had")
        if told["ok"]:
            body = (folder / "texts" / f"{told['source_sha256']}.txt").read_bytes()
            texts[told["uri"]] = body.decode()
            need(
                (sha(body), len(body.decode())) == (told["source_sha256"], told["characters"]), pointer, "another text"
            )
        path = folder / "snapshots" / f"{told['source_id'].replace(':', '-')}.json"
        need(one["snapshot_sha256"] in (None, path.exists() and sha(path.read_bytes())), pointer, "another snapshot")
        if path.exists():
            snap, window = load(path), load(path)["window"]
            kept = [snap["uri"], snap["sha256"], window["sha256"], window["truncation"] not in ("hollow", "empty")]
            need(kept == [told["uri"], seal(snap), seal(window), told["ok"]], pointer, "not what was captured")
            kept = [snap[name] for name in ("final_uri", "supplied", "redirected", "notes")]
            kept += [window[name] for name in ("sha256", "truncation")]
            names = "final_uri supplied redirected notes window_sha256 truncation"
            said = [told[name] for name in names.split()]
            need(kept == said or not told["ok"], pointer, "not as captured")
            if snap["hidden_text"]:
                hidden[told["uri"]] = (folder / "hidden" / path.with_suffix(".txt").name).read_text("utf-8")
    return texts, hidden


def reason(made, row):
    """Return the reason that follows from what matching found of a citation."""
    if made["anchor"] is None:
        named = {"no_excerpt": "no_excerpt", "locator": "locator_only", "fetch_failed": "source_unavailable"}
        return named.get(made["method"], row["reason"])
    if made["anchor"] == "found":
        return (row["reason"] and "too_short") if made["located"] else "locator_mismatch"
    if made["hidden"] or made["anchor"] == "ambiguous":
        return "found_hidden_only" if made["hidden"] else "excerpt_altered" if made["alterations"] else "ambiguous"
    whole = row["source"]["window"] == "complete"
    return "wrong_source" if made["elsewhere"] else "excerpt_not_found" if whole else "evidence_window_incomplete"


def check_row(pointer, claim, account, row, run, words):
    """Hold a claim, its account and its row against each other, the policy, and the words of its source."""
    made, standing, excerpt = account["verification"], run["terms"]["standing"], claim["excerpt"]
    uri = claim["source"] and claim["source"]["uri"]
    text, told = words["texts"].get(uri, ""), words["told"].get(uri, {"ok": False, "failure": None})
    passage = [text[start:end] for start, end in made["parts"]]
    stated = [claim["text"], excerpt, claim["analytical_provenance"]["class"], account["provenance"], made["marks"],
              made["elsewhere"], account["assessment"]["status"], account["authority"]["kind"]]  # fmt: skip
    shown = [
        row[key]
        for key in ("text", "excerpt", "provenance", "provenance", "marks", "elsewhere", "support", "authority")
    ]
    need(shown == stated and made["support"] == "not_assessed", pointer, "not as its claim and account say")
    need(fold(excerpt) in words["report"], pointer, "an excerpt that the report does not quote")
    support, authority, terms = account["assessment"], account["authority"], run["terms"]
    asked = {"claim_text": claim["text"], "question": claim["question"], "source_sha256": support["source_sha256"]}
    bound = [support["input_sha256"], authority["support_input_sha256"], authority["declaration_sha256"]]
    bound += [support["policy"]["sha256"], seal(support["detector"]), authority["policy_sha256"]]
    declared = dict(terms["declarations"]).get(claim["claim_id"])
    right = [sha(asked), sha(asked), declared and sha(declared), sha(terms["support"])]
    right += [sha(terms["support"]["detector"]), sha(terms["authority"])]
    need(bound == right, pointer, "support or authority of another claim, policy, detector or declaration")
    if uri:
        failures = {row["kind"], made["failure"], account["assessment"]["failure"], told["failure"]}
        need(len(failures) == 1, pointer, "another failure than its source's")
        shown = {name: row["source"][name] for name in ("uri", "final_uri", "supplied")}
        need(not told["ok"] or shown.items() <= told.items(), pointer, "another source than was acquired")
    if made["anchor"] == "found":
        loose = made["level"] in ("reference_marks", "ellipsis", "page_break")
        need(
            passage and (loose or fold("".join(passage)) == fold(excerpt)), pointer, "the excerpt does not stand there"
        )
        need(made["method"] in ("exact", "normalised") and made["occurrences"], pointer, "found in no way that finds")
    elif made["anchor"]:
        need(excerpt not in text, pointer, "the excerpt does stand in its source")
        need(made["hidden"] is (fold(excerpt) in fold(words["hidden"].get(uri))), pointer, "hidden, or not")
        need(made["method"] not in ("exact", "normalised"), pointer, "not found in a way that finds")
    if row["anchor"] and made["anchor"]:
        same = all(row["anchor"][key] == made[key] for key in ("parts", "occurrences", "alterations", "level"))
        need(same and row["anchor"]["passage"] == (" … ".join(passage)[:400] or None), pointer, "another passage")
    need(
        not made["elsewhere"] or fold(excerpt) in fold(words["texts"].get(made["elsewhere"])),
        pointer,
        "not there either",
    )
    right = row["reason"] if made["method"] in ("no_source", "provenance") else reason(made, row)
    bucket = "own_reasoning" if made["method"] in ("no_source", "provenance") else right and "citation_unconfirmed"
    need([row["reason"], row["bucket"]] == [right, bucket or "excerpt_found"], pointer, f"should be {right}")
    own = [(one["code"], one["waived"], one["blocks"]) for one in row["findings"] if one["name"] == row["reason"]]
    blocked = row["reason"] in standing["blocks"] and row["reason"] not in standing["allows"]
    need(row["bucket"] != "citation_unconfirmed" or own == [(row["code"], row["waived"], blocked)], pointer, "findings")
    need(
        row["gates"] is any(one["blocks"] and not one["waived"] for one in row["findings"]), pointer, "gates otherwise"
    )


def main(folder):
    """Print what is wrong with an exported run, else what was not looked at; return 1 if anything is wrong."""
    try:
        tree = load(folder / "execution.json")
        run, ledger = tree["run"], tree["ledger"]["ledger"]
        check_hashes(tree, folder)
        texts, hidden = check_sources(run, folder)
        told = {one["result"]["uri"]: one["result"] for one in run["acquisitions"]}
        words = {"texts": texts, "hidden": hidden, "told": told, "report": fold((folder / "report").read_text("utf-8"))}
        claims, rows, accounts = run["extraction"]["claims"], ledger["rows"], run["evidence"]["accounts"]
        ids = [claim["claim_id"] for claim in claims]
        same = ids == [row["id"] for row in rows] and sorted(ids) == [one["claim_id"] for one in accounts]
        need(
            ids and same and run["extraction"]["claim_count"] == len(ids), "/", "claims, accounts and rows do not agree"
        )
        for at, (claim, row) in enumerate(zip(claims, rows, strict=True)):
            account = next(one for one in accounts if one["claim_id"] == claim["claim_id"])
            check_row(f"/ledger/ledger/rows/{at}", claim, account, row, run, words)
        found, cited = (
            sum(row["bucket"] == "excerpt_found" for row in rows),
            sum(row["source"] is not None for row in rows),
        )
        rate = {"numerator": found, "denominator": cited, "population": "cited rows"}
        need(ledger["rates"]["excerpts_found"] == rate, "/ledger/ledger/rates", "do not follow from the rows")
        failed = any(row["gates"] for row in rows) or any(one["blocks"] for one in ledger["anomalies"])
        right = ["failed"] if failed else ["clear", "waived"] if cited else ["indeterminate"]
        need(ledger["outcome"] in right, "/ledger/ledger/outcome", f"should be {' or '.join(right)}")
    except (ValueError, KeyError, TypeError, OSError, AttributeError, StopIteration, RecursionError) as error:
        faults.append(f"cannot be read on: {type(error).__name__} {error}")
    print("\n".join(f"REFUSED  {fault}" for fault in faults) or f"every hash and verdict holds\n{NOT_CHECKED}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
