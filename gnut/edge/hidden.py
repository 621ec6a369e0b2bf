"""Files that are a program's or hold secrets: no source, and kept only when a person names them."""

from __future__ import annotations

OWNERS = {
    ".git": "git",
    ".gnut": "gnut",
    ".hg": "Mercurial",
    ".svn": "Subversion",
    ".ssh": "ssh, which hold keys,",
    ".gnupg": "GnuPG, which hold keys,",
    ".aws": "AWS, which hold keys,",
}
"""Folders of programs and whose they are, compared without case as some file systems do."""

SECRETS = frozenset({".netrc", ".pypirc", ".npmrc", ".git-credentials", ".pgpass", ".htpasswd"})


def refusal_of(relative: str) -> str | None:
    """Return why a path is no source of the repository; None when it may be one."""
    if not relative or "\0" in relative or "\\" in relative:
        return "not a path with forward slashes"
    if relative.startswith(("/", "~")) or relative[1:2] == ":":
        return "not a path from the root of the repository"
    for part in relative.split("/"):
        if part in ("", ".", ".."):
            return "the path is not in its plain form"
    return hidden(relative)


def hidden(relative: str) -> str | None:
    """Return whose file a path names, when that is a program's or holds secrets; None for any other."""
    for part in relative.split("/"):
        name = part.casefold()
        if name in OWNERS:
            return f"files of {OWNERS[name]} are not sources"
        if name in SECRETS or name.startswith(".env"):
            return "files that hold secrets are not sources"
    return None
