/** The JSON Schema of the configuration file, made from the tables of the shelves. */
import { FETCHER_SCHEMA } from '../fetch/fetcher-options.js';
import { SINKS } from '../sinks/index.js';
import { SOURCES } from '../sources/index.js';
import { STORES } from '../stores/index.js';
import { LOG_DEFAULTS, LOG_LEVELS, OPERATIONS_DEFAULTS, STATE_DEFAULTS } from './configuration.js';
import { STREAM_SCHEMA } from './stream-schema.js';

export type JsonSchema = { readonly [name: string]: unknown };

/** A kind of source or sink, as far as the schema needs it. */
interface Kind {
  readonly name: string;
  readonly summary: string;
  readonly schema: JsonSchema;
}

const NAME: JsonSchema = {
  type: 'string',
  pattern: '^[A-Za-z0-9_.-]{1,100}$',
  description: 'Name in logs and state; left out: the kind, numbered where there are several.',
};
const MAX_PORT = 65_535;

/** The whole file (draft 2020-12). */
export function configurationSchema(): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Dehusk configuration',
    description: 'What `dehusk watch` works by, in TOML or JSON.',
    type: 'object',
    additionalProperties: false,
    required: ['sources', 'sinks'],
    properties: {
      $schema: { type: 'string', description: 'Address of this schema, for editors.' },
      sources: { type: 'array', minItems: 1, description: 'Where pages come from.', items: oneOfKinds(SOURCES) },
      sinks: {
        type: 'array',
        minItems: 1,
        description: 'Where documents go; each gets all of them.',
        items: oneOfKinds(SINKS),
      },
      rejects: {
        ...oneOfKinds(SINKS),
        description: 'A sink for pages that gave no document, with stage and reason; left out: they are only counted.',
      },
      fetch: { ...FETCHER_SCHEMA, description: 'How pages are fetched.' },
      stream: STREAM_SCHEMA,
      state: {
        type: 'object',
        description: 'Where what was learnt is kept, and how far each input was read.',
        additionalProperties: false,
        properties: {
          engine: {
            enum: STORES.map((one) => one.name),
            description: 'Kind of store.',
            default: STATE_DEFAULTS.engine,
          },
          folder: {
            type: 'string',
            minLength: 1,
            description: 'Folder of the store; made when there is none.',
            default: STATE_DEFAULTS.folder,
          },
        },
      },
      log: {
        type: 'object',
        description: 'The log: one line of JSON an event.',
        additionalProperties: false,
        properties: {
          level: {
            enum: [...LOG_LEVELS],
            description: 'Least grave events that are logged.',
            default: LOG_DEFAULTS.level,
          },
          file: {
            type: 'string',
            description: 'File the log is appended to; empty: standard error.',
            default: LOG_DEFAULTS.file,
          },
        },
      },
      operations: {
        type: 'object',
        description: 'Running it for months.',
        additionalProperties: false,
        properties: {
          port: {
            type: 'integer',
            minimum: 0,
            maximum: MAX_PORT,
            description: 'Port of /metrics (Prometheus), /healthz and /readyz; 0: none.',
            default: OPERATIONS_DEFAULTS.port,
          },
          host: {
            type: 'string',
            minLength: 1,
            description: 'Address that port is bound to; nobody is asked for a password, so keep it private.',
            default: OPERATIONS_DEFAULTS.host,
          },
          drainSeconds: {
            type: 'number',
            minimum: 0,
            maximum: 3_600,
            description:
              'Longest time from SIGTERM to the end, in seconds; what is not done by then is done again by the next run.',
            default: OPERATIONS_DEFAULTS.drainSeconds,
          },
          stalledSeconds: {
            type: 'number',
            exclusiveMinimum: 0,
            description: '/readyz says no when pages wait and nothing was committed for so many seconds.',
            default: OPERATIONS_DEFAULTS.stalledSeconds,
          },
        },
      },
    },
  };
}

/** An entry of one of several kinds: its `kind` says which options may stand beside it. */
function oneOfKinds(kinds: readonly Kind[]): JsonSchema {
  return {
    type: 'object',
    required: ['kind'],
    properties: {
      kind: { enum: kinds.map((one) => one.name), description: 'What it is.' },
    },
    allOf: kinds.map(({ name, summary, schema }) => ({
      if: { properties: { kind: { const: name } }, required: ['kind'] },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
      then: {
        ...schema,
        description: summary,
        properties: { kind: { const: name }, name: NAME, ...(schema.properties as JsonSchema) },
      },
    })),
  };
}
