/**
 * Tool descriptors, result envelopes and compact tool catalogues, generated from one set of JSON Schemas.
 *
 * Everything public is exported here by name; what is reachable only in a submodule carries no promise.
 *
 * @packageDocumentation
 */

export type { JsonSchema } from "#contract/bundles";
export {
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
} from "#contract/constants";
export { CompactToolDescriptor, ToolDescriptor } from "#contract/descriptors";
export type { Cell } from "#contract/envelopes";
export {
  ACCESS_FALLBACK,
  COLUMN_KIND_FALLBACK,
  COLUMN_SCALE_FALLBACK,
  RESULT_KIND_FALLBACK,
  SENSITIVITY_FALLBACK,
  VOCABULARY_FALLBACKS,
} from "#contract/fallbacks";
export {
  ACCESS_KINDS,
  type Access,
  COLUMN_KINDS,
  COLUMN_SCALES,
  type ColumnKind,
  type ColumnScale,
  LISTING_STYLES,
  type ListingStyle,
  RESULT_KINDS,
  type ResultKind,
  type Sensitivity,
  TOOL_TAGS,
} from "#contract/vocabularies";

export { type CompactCatalog, compactCatalog, type CompactOptions, compactTool } from "./catalog/compacting.js";
export { type ToolFacts, toolDescriptorFromMcp, toToolDescriptor } from "./catalog/describing.js";
export { validateCatalog } from "./catalog/validation.js";
export { type CompactSchema, compactSchema } from "./compact/projection.js";
export { compactClean } from "./compact-clean.js";
export {
  type AnthropicTool,
  fromMcpTool,
  type McpTool,
  toAnthropicTool,
  toMcpTool,
  type ToolInputSchema,
} from "./converters.js";
export { OCTool, type OCToolInit, type ToolFunc, type ToolMeta } from "./descriptor.js";
export { ArtifactEnvelope, ArtifactRef, artifactSchema } from "./envelopes/artifact.js";
export { RecordsEnvelope, recordsSchema } from "./envelopes/records.js";
export { SourceRef } from "./envelopes/source.js";
export { TabularEnvelope, tabularSchema } from "./envelopes/tabular.js";
export { OCToolError } from "./errors.js";
export type { Finding } from "./findings.js";
export { renderMarkdownTable } from "./markdown.js";
export { prefixTools } from "./namespaces.js";
export { mergeProviders, selectTools, type ToolProvider } from "./providers.js";
export { readEnvelope } from "./reader.js";
export { renderListing } from "./render.js";
export { closeObjects, inputSchemaFor, outputSchemaFor, schemaFor, stripKeys, stripTitles } from "./schemas.js";
export { countSentences } from "./sentences.js";
export { STRICT_FORMATS, STRICT_KEYWORDS, STRICT_TYPES, strictClean } from "./strict.js";
export {
  type InputSummary,
  summarizeProvider,
  summarizeTool,
  type ToolSummary,
  type ToolSummaryRow,
} from "./summaries.js";
export { validateTabular } from "./tabular.js";
export { tabularFromModels, type TabularOptions } from "./tabular-from-models.js";
export { checkToolListing, validateNamespace, validateProvider, validateTags, validateTool } from "./validators.js";
