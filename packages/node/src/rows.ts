/**
 * @dehusk/node/rows: lines in, rows out, and extractors by name, without modules of Node: for runtimes at the edge.
 * @packageDocumentation
 */
export { DEFAULT_FIELDS, type FailedPage, rowOfPage } from './batch/fields.js';
export { withNamedExtractor } from './extraction/overrides.js';
export { defined } from './json-schema.js';
export { readLines } from './readers/read-lines.js';
export { withoutPassword } from './without-password.js';
