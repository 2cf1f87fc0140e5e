/**
 * Tool descriptors, result envelopes and compact tool catalogues, generated from one set of JSON Schemas.
 *
 * Everything public is exported here by name; what is reachable only in a submodule carries no promise.
 *
 * @packageDocumentation
 */

export { OCToolError } from "./errors.js";
export type { Finding } from "./findings.js";
