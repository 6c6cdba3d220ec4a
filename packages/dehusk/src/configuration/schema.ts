/** The JSON Schema of the configuration file, made from the tables of the shelves. */

import { EXTRACTORS, SITE_EXTRACTORS } from '@dehusk/core';
import { FIELD_NAMES } from '../batch/fields.js';
import { FETCHER_SCHEMA } from '../fetch/fetcher-options.js';
import { type JsonSchema, wholeNumber } from '../json-schema.js';
import { SINKS } from '../sinks/index.js';
import { SOURCES } from '../sources/index.js';
import { STORES } from '../stores/index.js';
import { STREAM_DEFAULTS } from '../stream/stream.js';
import { LOG_DEFAULTS, LOG_LEVELS, OPERATIONS_DEFAULTS, STATE_DEFAULTS } from './configuration.js';

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

const MAX_WORKERS = 256;
const MANY = 2 ** 31;
const HALF_HOUR = 1_800_000;
const GIGABYTE = 2 ** 30;

const D = STREAM_DEFAULTS;

/** Settings of the pipeline itself: JSON Schema (draft 2020-12). */
export const STREAM_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'How pages become documents.',
  additionalProperties: false,
  properties: {
    extractor: {
      enum: [...SITE_EXTRACTORS, ...EXTRACTORS].map((one) => one.name),
      description:
        'The extractor. Those that know sites learn from every page; the others look at each page by itself.',
      default: D.extractor,
    },
    extractorOptions: {
      type: 'object',
      description: 'Options of the extractor, as `dehusk --list --extractor NAME` shows them.',
      default: {},
    },
    // Its default is another one on every machine, so the schema cannot name it.
    workers: {
      type: 'integer',
      description: 'Worker threads for extraction; left out: as many as there are processor cores, at most 8.',
      minimum: 1,
      maximum: MAX_WORKERS,
    },
    maxMilliseconds: wholeNumber(
      'CPU time a page may take, in milliseconds; beyond it the page is rejected as timeout.',
      100,
      HALF_HOUR,
      D.maxMilliseconds,
    ),
    maxInFlight: wholeNumber(
      'Pages between source and commit at most: bounds memory and replays.',
      1,
      100_000,
      D.maxInFlight,
    ),
    maxInFlightBytes: wholeNumber(
      'Bytes of such pages at most; one page may stand above it.',
      65_536,
      64 * GIGABYTE,
      D.maxInFlightBytes,
    ),
    commitPages: wholeNumber('A commit is made after this many pages…', 1, 100_000, D.commitPages),
    commitMilliseconds: wholeNumber(
      '…or this many milliseconds, whichever comes first.',
      1,
      HALF_HOUR,
      D.commitMilliseconds,
    ),
    urlRules: {
      type: 'array',
      description:
        'Where the query of an address tells documents apart. Without a rule the whole query is dropped from the URL key, so that tracking parameters make no new documents.',
      default: [],
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['pattern', 'keep'],
        properties: {
          pattern: { type: 'string', minLength: 1, description: 'Regular expression, searched for in the URL key.' },
          keep: {
            type: 'array',
            minItems: 1,
            items: { type: 'string', minLength: 1 },
            description: 'Query parameters that stay. The rule holds only where all of them are there.',
          },
        },
      },
    },
    usesCanonical: {
      type: 'boolean',
      description:
        'Whether the address a page gives itself (rel=canonical, within its domain) stands for it, so that /amp/ and print copies are duplicates.',
      default: D.usesCanonical,
    },
    maxDocuments: wholeNumber('Pages of a site its model remembers at most.', 1, MANY, D.maxDocuments),
    maxDays: {
      type: 'number',
      exclusiveMinimum: 0,
      description: 'Age up to which its model remembers a page, in days.',
      default: D.maxDays,
    },
    minDocuments: wholeNumber('Pages it remembers whatever their age.', 0, MANY, D.minDocuments),
    learningPages: wholeNumber(
      'Raw pages of a young site kept, to be read again when its pattern is learnt; 0: none.',
      0,
      10_000,
      D.learningPages,
    ),
    learningBytes: wholeNumber('Bytes of such pages kept of a site at most, packed.', 0, GIGABYTE, D.learningBytes),
    duplicates: {
      enum: ['reject', 'revise'],
      description:
        'What a page is whose address was had before: rejected, or a revision when it has 100 characters that no page of its part of the site had.',
      default: D.duplicates,
    },
    damagedState: {
      enum: ['restart', 'stop'],
      description: 'A site whose state cannot be read starts over with a warning, or the run stops.',
      default: D.damagedState,
    },
    fields: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { enum: FIELD_NAMES },
      description: 'Fields of a document’s row, besides id, revision, url and what the stream knows of it.',
      default: D.fields,
    },
  },
};
