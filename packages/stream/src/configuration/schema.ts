/** The JSON Schema of the configuration file, built from the shelves' tables. */

import { FIELD_NAMES } from '@dehusk/core';
import { RENDER_OPTIONS } from '@dehusk/core/extend';
import { expectedOf } from '@dehusk/html';
import { FETCHER_SCHEMA, type JsonSchema, number, OVERRIDE_SCHEMA, wholeNumber } from '@dehusk/node';
import { EXTRACTORS, SITE_EXTRACTORS } from '@dehusk/papers';
import { NATS_DEFAULTS } from '../nats/nats-settings.js';
import { SINKS } from '../sinks/index.js';
import { SOURCES } from '../sources/index.js';
import { STREAM_DEFAULTS, URL_RULE_LEARNING, URL_RULE_PRESETS } from '../stream/stream.js';
import { LOG_DEFAULTS, LOG_FORMATS, LOG_LEVELS, OPERATIONS_DEFAULTS, STATE_DEFAULTS } from './configuration.js';

/** A kind of source or sink, as far as the schema needs it. */
interface Kind {
  readonly name: string;
  readonly summary: string;
  readonly schema: JsonSchema;
}

const NAME: JsonSchema = {
  type: 'string',
  pattern: '^[A-Za-z0-9_.-]{1,100}$',
  description: 'Name in logs and state. Default: the kind, numbered where there are several.',
};
const MAX_PORT = 65_535;

/** The schema of the file (draft 2020-12). */
export function configurationSchema(): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Dehusk configuration',
    description: 'The configuration of `dehusk watch`, in TOML or JSON.',
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
        description: 'A sink for pages without a document, with stage and reason. Without it they are only counted.',
      },
      fetch: { ...FETCHER_SCHEMA, description: 'How pages are fetched.' },
      stream: STREAM_SCHEMA,
      overrides: {
        type: 'object',
        description:
          'Settings for the pages of a host, in place of those of the run. The nearest name holds: `example.org`, then `*.example.org`, then `*`. See [selectors.md](selectors.md).',
        additionalProperties: OVERRIDE_SCHEMA,
      },
      state: {
        type: 'object',
        description: 'Where learnt templates and input positions are kept.',
        additionalProperties: false,
        properties: {
          folder: {
            type: 'string',
            minLength: 1,
            description: 'Folder of the store; created when missing.',
            default: STATE_DEFAULTS.folder,
          },
        },
      },
      nats: NATS_SCHEMA,
      log: {
        type: 'object',
        description: 'The log: one line per event.',
        additionalProperties: false,
        properties: {
          level: {
            enum: [...LOG_LEVELS],
            description: 'Lowest level that is logged.',
            default: LOG_DEFAULTS.level,
          },
          format: {
            enum: [...LOG_FORMATS],
            description: 'Lines on standard error: text for people, JSON, or auto: text on a terminal, else JSON.',
            default: LOG_DEFAULTS.format,
          },
          file: {
            type: 'string',
            description: 'File the log is appended to as lines of JSON; empty: standard error.',
            default: LOG_DEFAULTS.file,
          },
        },
      },
      operations: {
        type: 'object',
        description: 'Operation as a service.',
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
            description: 'Address that port is bound to. There is no password, so keep it private.',
            default: OPERATIONS_DEFAULTS.host,
          },
          drainSeconds: {
            type: 'number',
            minimum: 0,
            maximum: 3_600,
            description: 'Longest time from SIGTERM to the end, in seconds. The next run repeats unfinished pages.',
            default: OPERATIONS_DEFAULTS.drainSeconds,
          },
          stalledSeconds: {
            type: 'number',
            exclusiveMinimum: 0,
            description: '/readyz fails when pages wait and nothing was committed for this many seconds.',
            default: OPERATIONS_DEFAULTS.stalledSeconds,
          },
        },
      },
    },
  };
}

/** An entry of one of several kinds; `kind` determines its other options. */
function oneOfKinds(kinds: readonly Kind[]): JsonSchema {
  return {
    type: 'object',
    required: ['kind'],
    properties: {
      kind: { enum: kinds.map((one) => one.name), description: 'The kind.' },
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
const N = NATS_DEFAULTS;
const positive = (description: string, value: number): JsonSchema =>
  number(description, { exclusiveMinimum: 0 }, value);

/** Settings that the processes of a distributed stream share. */
const NATS_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'A stream over several processes or machines on NATS JetStream. See [distributed.md](distributed.md).',
  additionalProperties: false,
  properties: {
    servers: {
      type: 'string',
      description: 'Addresses of the servers: nats://host:4222,…; empty: everything runs in one process.',
      default: N.servers,
    },
    prefix: {
      type: 'string',
      pattern: '^[A-Za-z0-9_-]{1,50}$',
      description: 'Start of every subject and stream name.',
      default: N.prefix,
    },
    partitions: wholeNumber(
      'Partitions of pages by site; each has one owner with one thread. Fixed when the streams are created.',
      1,
      65_536,
      N.partitions,
    ),
    fetchPartitions: wholeNumber(
      'Partitions of requests by host. Fixed when the streams are created.',
      1,
      65_536,
      N.fetchPartitions,
    ),
    leaseSeconds: number(
      'Seconds after which the partitions of a process that died or hangs are taken over.',
      { minimum: 1, maximum: 3_600 },
      N.leaseSeconds,
    ),
    duplicateSeconds: positive(
      'Seconds in which the server drops a second message with the same id; at least two leases. Fixed when the streams are created.',
      N.duplicateSeconds,
    ),
    replicas: wholeNumber('Replicas of the streams; 3 survives the loss of a server.', 1, 5, N.replicas),
    waitingMegabytes: positive('Bound of waiting requests and of waiting pages, each, in MiB.', N.waitingMegabytes),
    waitingDays: positive('Days after which a page that still waits is rejected as aged-out.', N.waitingDays),
    documentDays: number(
      'Days that documents and rejects stay in their streams; 0: until someone removes them.',
      { minimum: 0 },
      N.documentDays,
    ),
    monitor: {
      type: 'string',
      description: 'Monitoring address of a server (http://host:8222), to check that it syncs every write.',
      default: N.monitor,
    },
  },
};

/** Settings of the pipeline itself: JSON Schema (draft 2020-12). */
const STREAM_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'How pages become documents.',
  additionalProperties: false,
  properties: {
    extractor: {
      enum: [...SITE_EXTRACTORS, ...EXTRACTORS].map((one) => one.name),
      description:
        'The extractor, a name of `dehusk --list`. Site extractors learn from every page; the others treat each page alone.',
      default: D.extractor,
    },
    extractorOptions: {
      type: 'object',
      description: 'Options of the extractor, as `dehusk --list --extractor NAME` shows them.',
      default: {},
    },
    rendering: {
      type: 'object',
      description: 'Options of the formats, by their names in docs/output.md.',
      default: {},
      additionalProperties: false,
      properties: Object.fromEntries(
        Object.entries(RENDER_OPTIONS).map(([name, domain]) => [
          name,
          { ...domain, description: `${expectedOf(domain)};` },
        ]),
      ),
    },
    // The default depends on the machine, so the schema cannot name it.
    workers: {
      type: 'integer',
      description: 'Worker threads for extraction. Default: the number of processor cores, at most 8.',
      minimum: 1,
      maximum: MAX_WORKERS,
    },
    maxMilliseconds: wholeNumber('CPU time a page may take, in milliseconds.', 100, HALF_HOUR, D.maxMilliseconds),
    maxInFlight: wholeNumber(
      'Maximum pages between source and commit: bounds memory and replays.',
      1,
      100_000,
      D.maxInFlight,
    ),
    maxInFlightBytes: wholeNumber(
      'Maximum bytes of such pages; a single larger page is allowed.',
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
        'Where the query of an address distinguishes documents. Without a rule the query is dropped from the URL key.',
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
            description: 'Query parameters that are kept. The rule applies only where all of them are present.',
          },
        },
      },
    },
    urlRulePreset: {
      enum: Object.keys(URL_RULE_PRESETS),
      description:
        'Published rules, tried after those of `urlRules`: the nine of the URL Tree paper, for news sites of 2011.',
      default: D.urlRulePreset,
    },
    urlRuleLearning: {
      enum: [...URL_RULE_LEARNING],
      description:
        'Whether such rules are also learnt and applied, after all other rules ([how](operations.md#url-rules)).',
      default: D.urlRuleLearning,
    },
    usesCanonical: {
      type: 'boolean',
      description: 'Whether rel=canonical (within the domain) replaces the address of a page.',
      default: D.usesCanonical,
    },
    maxDocuments: wholeNumber('Maximum pages of a site its model remembers.', 1, MANY, D.maxDocuments),
    maxDays: {
      type: 'number',
      exclusiveMinimum: 0,
      description: 'Maximum age of pages the model remembers, in days.',
      default: D.maxDays,
    },
    minDocuments: wholeNumber('Pages it remembers regardless of age.', 0, MANY, D.minDocuments),
    learningPages: wholeNumber(
      'Pages of a young site that are extracted again once its template is learnt.',
      0,
      10_000,
      D.learningPages,
    ),
    learningBytes: wholeNumber('Maximum compressed bytes of such pages per site.', 0, GIGABYTE, D.learningBytes),
    duplicates: {
      enum: ['reject', 'revise'],
      description: 'A page with a known address is rejected, or a revision when it has 100 new characters.',
      default: D.duplicates,
    },
    damagedState: {
      enum: ['restart', 'stop'],
      description: 'Whether a site whose state cannot be read restarts with a warning, or the run stops.',
      default: D.damagedState,
    },
    fields: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { enum: FIELD_NAMES },
      description:
        'Fields of a document’s row, by the names of docs/output.md, after id, revision, ok, reason, site, url, input and at.',
      default: D.fields,
    },
  },
};
