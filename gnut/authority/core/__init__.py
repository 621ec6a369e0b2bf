"""What kind of witness a claim's source is: declared by somebody, or unknown."""

from gnut.authority.core.assign import authority
from gnut.authority.core.declarations import declarations_of, parse_declarations
from gnut.authority.core.policies import parse_policy, policy_of, ref

__all__ = ["authority", "declarations_of", "parse_declarations", "parse_policy", "policy_of", "ref"]
