"""Tool descriptors, result envelopes and what belongs to them.

Everything public is in `__all__` and loads when it is first used, so that importing the package costs next to
nothing. A name that only a submodule has carries no promise of compatibility.
"""

from typing import TYPE_CHECKING, Any

from octools._version import __version__

if TYPE_CHECKING:
    from octools.catalog.compacting import (
        CompactCatalog,
        compact_catalog,
        compact_tool,
    )
    from octools.catalog.describing import (
        to_tool_descriptor,
        tool_descriptor_from_mcp,
    )
    from octools.catalog.validation import (
        validate_catalog,
    )
    from octools.compact.clean import (
        compact_clean,
    )
    from octools.compact.projection import (
        CompactSchema,
        compact_schema,
    )
    from octools.converters import (
        from_mcp_tool,
        to_anthropic_tool,
        to_mcp_tool,
    )
    from octools.descriptor import (
        OCTool,
    )
    from octools.envelopes.artifact import (
        ArtifactEnvelope,
        ArtifactRef,
    )
    from octools.envelopes.records import (
        RecordsEnvelope,
    )
    from octools.envelopes.schemas import (
        artifact_schema,
        records_schema,
        tabular_schema,
    )
    from octools.envelopes.source import (
        SourceRef,
    )
    from octools.envelopes.tabular import (
        TabularEnvelope,
    )
    from octools.errors import (
        OCToolError,
    )
    from octools.findings import (
        Finding,
    )
    from octools.markdown import (
        render_markdown_table,
    )
    from octools.model_tables import (
        tabular_from_models,
    )
    from octools.namespaces import (
        prefix_tools,
    )
    from octools.providers import (
        ToolProvider,
        merge_providers,
        select_tools,
    )
    from octools.reader import (
        read_envelope,
    )
    from octools.render import (
        render_listing,
    )
    from octools.schema_edits import (
        close_objects,
        strip_keys,
        strip_titles,
    )
    from octools.schemas import (
        NoTitleGenerator,
        input_schema_for,
        output_schema_for,
        schema_for,
    )
    from octools.sentences import (
        count_sentences,
    )
    from octools.strict import (
        strict_clean,
    )
    from octools.strict_subset import (
        STRICT_FORMATS,
        STRICT_KEYWORDS,
        STRICT_TYPES,
    )
    from octools.summaries import (
        ToolSummary,
        summarize_provider,
        summarize_tool,
    )
    from octools.tabular import (
        validate_tabular,
    )
    from octools.validators import (
        check_tool_listing,
        validate_namespace,
        validate_provider,
        validate_tags,
        validate_tool,
    )
    from octools_contract.aliases import (
        Cell,
    )
    from octools_contract.constants import (
        ALIAS_OF_KEY,
        ANTHROPIC_NAME_RE,
        MAX_SENTENCES,
        MCP_META_NAMESPACE,
        MCP_NAME_RE,
        MIN_SENTENCES,
        NAME_RE,
        NAMESPACE_RE,
        SCHEMA_DIALECT,
        SCHEMA_ESCAPE_KEY,
        SPEC_VERSION,
        TABULAR_DEF_NAME,
    )
    from octools_contract.descriptors import (
        CompactToolDescriptor,
        ToolDescriptor,
    )
    from octools_contract.fallbacks import (
        ACCESS_FALLBACK,
        COLUMN_KIND_FALLBACK,
        COLUMN_SCALE_FALLBACK,
        RESULT_KIND_FALLBACK,
        SENSITIVITY_FALLBACK,
        VOCABULARY_FALLBACKS,
    )
    from octools_contract.records import (
        InputSummary,
    )
    from octools_contract.vocabularies import (
        ACCESS_KINDS,
        COLUMN_KINDS,
        COLUMN_SCALES,
        LISTING_STYLES,
        RESULT_KINDS,
        TOOL_TAGS,
        Access,
        ColumnKind,
        ColumnScale,
        ListingStyle,
        ResultKind,
        Sensitivity,
    )

__all__ = [
    "ACCESS_FALLBACK",
    "ACCESS_KINDS",
    "ALIAS_OF_KEY",
    "ANTHROPIC_NAME_RE",
    "COLUMN_KINDS",
    "COLUMN_KIND_FALLBACK",
    "COLUMN_SCALES",
    "COLUMN_SCALE_FALLBACK",
    "LISTING_STYLES",
    "MAX_SENTENCES",
    "MCP_META_NAMESPACE",
    "MCP_NAME_RE",
    "MIN_SENTENCES",
    "NAMESPACE_RE",
    "NAME_RE",
    "RESULT_KINDS",
    "RESULT_KIND_FALLBACK",
    "SCHEMA_DIALECT",
    "SCHEMA_ESCAPE_KEY",
    "SENSITIVITY_FALLBACK",
    "SPEC_VERSION",
    "STRICT_FORMATS",
    "STRICT_KEYWORDS",
    "STRICT_TYPES",
    "TABULAR_DEF_NAME",
    "TOOL_TAGS",
    "VOCABULARY_FALLBACKS",
    "Access",
    "ArtifactEnvelope",
    "ArtifactRef",
    "Cell",
    "ColumnKind",
    "ColumnScale",
    "CompactCatalog",
    "CompactSchema",
    "CompactToolDescriptor",
    "Finding",
    "InputSummary",
    "ListingStyle",
    "NoTitleGenerator",
    "OCTool",
    "OCToolError",
    "RecordsEnvelope",
    "ResultKind",
    "Sensitivity",
    "SourceRef",
    "TabularEnvelope",
    "ToolDescriptor",
    "ToolProvider",
    "ToolSummary",
    "__version__",
    "artifact_schema",
    "check_tool_listing",
    "close_objects",
    "compact_catalog",
    "compact_clean",
    "compact_schema",
    "compact_tool",
    "count_sentences",
    "from_mcp_tool",
    "input_schema_for",
    "merge_providers",
    "output_schema_for",
    "prefix_tools",
    "read_envelope",
    "records_schema",
    "render_listing",
    "render_markdown_table",
    "schema_for",
    "select_tools",
    "strict_clean",
    "strip_keys",
    "strip_titles",
    "summarize_provider",
    "summarize_tool",
    "tabular_from_models",
    "tabular_schema",
    "to_anthropic_tool",
    "to_mcp_tool",
    "to_tool_descriptor",
    "tool_descriptor_from_mcp",
    "validate_catalog",
    "validate_namespace",
    "validate_provider",
    "validate_tabular",
    "validate_tags",
    "validate_tool",
]

# The module of each name: the one table that says where a public name lives.
_HOMES = {
    "ACCESS_FALLBACK": "octools_contract.fallbacks",
    "ACCESS_KINDS": "octools_contract.vocabularies",
    "ALIAS_OF_KEY": "octools_contract.constants",
    "ANTHROPIC_NAME_RE": "octools_contract.constants",
    "Access": "octools_contract.vocabularies",
    "ArtifactEnvelope": "octools.envelopes.artifact",
    "ArtifactRef": "octools.envelopes.artifact",
    "COLUMN_KINDS": "octools_contract.vocabularies",
    "COLUMN_KIND_FALLBACK": "octools_contract.fallbacks",
    "COLUMN_SCALES": "octools_contract.vocabularies",
    "COLUMN_SCALE_FALLBACK": "octools_contract.fallbacks",
    "Cell": "octools_contract.aliases",
    "ColumnKind": "octools_contract.vocabularies",
    "ColumnScale": "octools_contract.vocabularies",
    "CompactCatalog": "octools.catalog.compacting",
    "CompactSchema": "octools.compact.projection",
    "CompactToolDescriptor": "octools_contract.descriptors",
    "Finding": "octools.findings",
    "InputSummary": "octools_contract.records",
    "LISTING_STYLES": "octools_contract.vocabularies",
    "ListingStyle": "octools_contract.vocabularies",
    "MAX_SENTENCES": "octools_contract.constants",
    "MCP_META_NAMESPACE": "octools_contract.constants",
    "MCP_NAME_RE": "octools_contract.constants",
    "MIN_SENTENCES": "octools_contract.constants",
    "NAMESPACE_RE": "octools_contract.constants",
    "NAME_RE": "octools_contract.constants",
    "NoTitleGenerator": "octools.schemas",
    "OCTool": "octools.descriptor",
    "OCToolError": "octools.errors",
    "RESULT_KINDS": "octools_contract.vocabularies",
    "RESULT_KIND_FALLBACK": "octools_contract.fallbacks",
    "RecordsEnvelope": "octools.envelopes.records",
    "ResultKind": "octools_contract.vocabularies",
    "SCHEMA_DIALECT": "octools_contract.constants",
    "SCHEMA_ESCAPE_KEY": "octools_contract.constants",
    "SENSITIVITY_FALLBACK": "octools_contract.fallbacks",
    "SPEC_VERSION": "octools_contract.constants",
    "STRICT_FORMATS": "octools.strict_subset",
    "STRICT_KEYWORDS": "octools.strict_subset",
    "STRICT_TYPES": "octools.strict_subset",
    "Sensitivity": "octools_contract.vocabularies",
    "SourceRef": "octools.envelopes.source",
    "TABULAR_DEF_NAME": "octools_contract.constants",
    "TOOL_TAGS": "octools_contract.vocabularies",
    "TabularEnvelope": "octools.envelopes.tabular",
    "ToolDescriptor": "octools_contract.descriptors",
    "ToolProvider": "octools.providers",
    "ToolSummary": "octools.summaries",
    "VOCABULARY_FALLBACKS": "octools_contract.fallbacks",
    "artifact_schema": "octools.envelopes.schemas",
    "check_tool_listing": "octools.validators",
    "close_objects": "octools.schema_edits",
    "compact_catalog": "octools.catalog.compacting",
    "compact_clean": "octools.compact.clean",
    "compact_schema": "octools.compact.projection",
    "compact_tool": "octools.catalog.compacting",
    "count_sentences": "octools.sentences",
    "from_mcp_tool": "octools.converters",
    "input_schema_for": "octools.schemas",
    "merge_providers": "octools.providers",
    "output_schema_for": "octools.schemas",
    "prefix_tools": "octools.namespaces",
    "read_envelope": "octools.reader",
    "records_schema": "octools.envelopes.schemas",
    "render_listing": "octools.render",
    "render_markdown_table": "octools.markdown",
    "schema_for": "octools.schemas",
    "select_tools": "octools.providers",
    "strict_clean": "octools.strict",
    "strip_keys": "octools.schema_edits",
    "strip_titles": "octools.schema_edits",
    "summarize_provider": "octools.summaries",
    "summarize_tool": "octools.summaries",
    "tabular_from_models": "octools.model_tables",
    "tabular_schema": "octools.envelopes.schemas",
    "to_anthropic_tool": "octools.converters",
    "to_mcp_tool": "octools.converters",
    "to_tool_descriptor": "octools.catalog.describing",
    "tool_descriptor_from_mcp": "octools.catalog.describing",
    "validate_catalog": "octools.catalog.validation",
    "validate_namespace": "octools.validators",
    "validate_provider": "octools.validators",
    "validate_tabular": "octools.tabular",
    "validate_tags": "octools.validators",
    "validate_tool": "octools.validators",
}


if not TYPE_CHECKING:  # a type checker would take this for leave to use any name

    def __getattr__(name: str) -> Any:
        """Load a public name when it is first used, and keep it."""
        module = _HOMES.get(name)
        if module is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        value = globals()[name] = getattr(import_module(module), name)
        return value


def __dir__() -> list[str]:
    """List the public names, loaded or not."""
    return sorted({*globals(), *__all__})
