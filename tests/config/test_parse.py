"""A repository's configuration is data: a closed list of keys, and none of them opens anything."""

from __future__ import annotations

import pytest

from gnut.config.parse import READERS, REPORT_BYTES, Config, parse
from gnut.errors import BadConfig


def test_every_key_is_read() -> None:
    config = parse(
        {
            "policy": "strict",
            "allow": ["no_excerpt"],
            "profile": "report",
            "reports": ["docs/**/*.md"],
            "exclude": ["drafts"],
            "baseline": "gnut-baseline.jsonl",
            "keep": "text",
            "offline": True,
            "max_report_bytes": 1000,
            "max_source_bytes": 2000,
            "timeout_seconds": 5,
            "max_redirects": 0,
            "host_concurrency": 1,
            "host_interval_seconds": 60,
            "max_sources": 100,
        },
        "gnut.toml",
    )
    assert (config.policy, config.allow, config.keep, config.offline) == ("strict", ("no_excerpt",), "text", True)
    assert (config.max_report_bytes, config.max_source_bytes, config.timeout_seconds) == (1000, 2000, 5)
    assert (config.max_redirects, config.host_concurrency, config.max_sources) == (0, 1, 100)
    assert config.host_interval_seconds == 60


def test_the_list_of_keys_is_closed() -> None:
    assert set(READERS) == set(Config.__struct_fields__) - {"origin"}


@pytest.mark.parametrize(
    ("key", "suggestion"),
    [("polcy", "policy"), ("reprots", "reports"), ("max-report-bytes", "max_report_bytes"), ("Exclude", "exclude")],
)
def test_a_mistyped_key_is_refused_with_what_was_meant(key: str, suggestion: str) -> None:
    with pytest.raises(BadConfig, match=key) as caught:
        parse({key: "x"}, "gnut.toml")
    assert str(caught.value).startswith("gnut.toml")
    assert suggestion in str(caught.value.help)


@pytest.mark.parametrize("key", ["tool", "gnut"])
def test_a_table_in_the_file_that_has_none_is_refused_with_what_to_leave_out(key: str) -> None:
    with pytest.raises(BadConfig, match="unknown key") as caught:
        parse({key: {"policy": "strict"}}, "gnut.toml")
    named = "[tool.gnut]" if key == "tool" else "[gnut]"
    assert caught.value.help == f"in gnut.toml the keys stand without a table: leave {named} out"
    with pytest.raises(BadConfig, match="unknown key") as caught:
        parse({key: {"policy": "strict"}}, "pyproject.toml [tool.gnut]")
    assert caught.value.help == "the keys stand right under [tool.gnut]"


@pytest.mark.parametrize(
    "key",
    """command hook hooks plugin plugins editor pager credential_helper python pythonpath include extend shell
    proxy allow_net hosts fetch auto_fetch telemetry url host module program exec env GNUT_DEBUG store cache_dir
    user_agent header headers executor""".split(),
)
def test_no_key_names_a_program_a_module_a_host_or_a_variable(key: str) -> None:
    with pytest.raises(BadConfig, match="unknown key"):
        parse({key: "x"}, "gnut.toml")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("policy", 1),
        ("policy", ""),
        ("policy", ["strict"]),
        ("policy", "x" * 1000),
        ("allow", "no_excerpt"),
        ("allow", [1]),
        ("allow", [""]),
        ("reports", {"a": 1}),
        ("exclude", [["a"]]),
        ("keep", "everything"),
        ("keep", None),
        ("max_report_bytes", "4MB"),
        ("max_report_bytes", True),
        ("max_report_bytes", 0),
        ("max_report_bytes", -1),
        ("timeout_seconds", 1.5),
        ("offline", "yes"),
        ("offline", 1),
        ("allow", ["x"] * 1001),
    ],
)
def test_a_wrong_type_is_refused_by_the_name_of_its_key(key: str, value: object) -> None:
    with pytest.raises(BadConfig, match=key):
        parse({key: value}, "gnut.toml")


@pytest.mark.parametrize("key", ["max_report_bytes", "max_source_bytes", "timeout_seconds"])
def test_a_limit_can_only_be_lowered(key: str) -> None:
    ceiling = getattr(Config(), key)
    assert getattr(parse({key: ceiling}, "gnut.toml"), key) == ceiling
    with pytest.raises(BadConfig, match="limit"):
        parse({key: ceiling + 1}, "gnut.toml")


def test_the_network_can_be_closed_and_not_opened() -> None:
    with pytest.raises(BadConfig, match="offline"):
        parse({"offline": False}, "gnut.toml")


@pytest.mark.parametrize(
    "path",
    ["/etc/passwd", "../x", "a/../../x", "~/x", "~root/x", "C:/x", "C:\\x", "\\\\host\\share", "a\\..\\..\\x", "a\0b"],
)
@pytest.mark.parametrize("key", ["reports", "exclude", "baseline"])
def test_no_path_leads_out_of_the_repository(key: str, path: str) -> None:
    with pytest.raises(BadConfig, match="out of the repository"):
        parse({key: path if key == "baseline" else [path]}, "gnut.toml")


def test_the_limit_of_a_report_is_the_house_limit() -> None:
    assert REPORT_BYTES == 4 * 1024 * 1024


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("max_redirects", 6),
        ("max_redirects", -1),
        ("host_concurrency", 3),
        ("host_concurrency", 0),
        ("host_interval_seconds", 0),
        ("host_interval_seconds", 0.5),
        ("host_interval_seconds", 3601),
        ("max_sources", 2001),
        ("max_sources", 0),
        ("max_sources", True),
    ],
)
def test_a_repository_can_only_be_gentler_to_servers_than_gnut_is(key: str, value: object) -> None:
    with pytest.raises(BadConfig, match=f"gnut.toml: {key} is "):
        parse({key: value}, "gnut.toml")


def test_what_a_configuration_starts_from_is_what_the_network_keeps_to() -> None:
    from gnut.edge.net.limits import LIMITS
    from gnut.edge.net.manners import MANNERS

    plain = Config()
    assert (plain.max_redirects, plain.timeout_seconds) == (LIMITS.redirects, LIMITS.exchange)
    assert plain.max_source_bytes == LIMITS.decoded_pdf
    assert (plain.host_concurrency, plain.host_interval_seconds) == (MANNERS.host_concurrency, MANNERS.host_interval)
