"""The checks of a contract's sources: each takes them and yields problems; all run, all are reported."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from octools_codegen.checks.assertions import check_assertions
from octools_codegen.checks.data import check_constants, check_dialect, check_profiles, check_rules
from octools_codegen.checks.exactness import check_exactness
from octools_codegen.checks.identity import check_identity
from octools_codegen.checks.keywords import check_keywords
from octools_codegen.checks.naming import check_constant_names, check_names
from octools_codegen.checks.objects import check_descriptions, check_extensions, check_objects
from octools_codegen.checks.outputs import check_groups
from octools_codegen.checks.patterns import check_patterns
from octools_codegen.checks.records import check_records
from octools_codegen.checks.references import check_references
from octools_codegen.checks.values import check_values
from octools_codegen.checks.vocabularies import check_vocabularies
from octools_codegen.problems import Problem
from octools_codegen.sources import Sources

__all__ = ["CHECKS", "Check"]

Check = Callable[[Sources], Iterator[Problem]]

CHECKS: Mapping[str, Check] = MappingProxyType(
    {
        "identity": check_identity,
        "groups": check_groups,
        "references": check_references,
        "names": check_names,
        "constant names": check_constant_names,
        "descriptions": check_descriptions,
        "objects": check_objects,
        "extensions": check_extensions,
        "records": check_records,
        "keywords": check_keywords,
        "assertions": check_assertions,
        "exactness": check_exactness,
        "vocabularies": check_vocabularies,
        "patterns": check_patterns,
        "values": check_values,
        "rules": check_rules,
        "profiles": check_profiles,
        "constants": check_constants,
        "dialect": check_dialect,
    }
)
