import { EXTRACTORS, SITE_EXTRACTORS } from '@dehusk/core';
import { FIELD_NAMES } from '../batch/fields.js';
import { STREAM_DEFAULTS } from '../stream/stream-defaults.js';
import type { JsonSchema } from './schema.js';

const count = (description: string, value: number, minimum: number, maximum = 2 ** 31): JsonSchema => ({
  type: 'integer',
  description,
  default: value,
  minimum,
  maximum,
});

const MAX_WORKERS = 256;
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
    maxMilliseconds: count(
      'Time a page may take in its worker before the worker is replaced, in milliseconds.',
      D.maxMilliseconds,
      100,
      HALF_HOUR,
    ),
    maxInFlight: count(
      'Pages between source and commit at most: bounds memory and replays.',
      D.maxInFlight,
      1,
      100_000,
    ),
    maxInFlightBytes: count(
      'Bytes of such pages at most; one page may stand above it.',
      D.maxInFlightBytes,
      65_536,
      64 * GIGABYTE,
    ),
    commitPages: count('A commit is made after this many pages…', D.commitPages, 1, 100_000),
    commitMilliseconds: count('…or this many milliseconds, whichever comes first.', D.commitMilliseconds, 1, HALF_HOUR),
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
    maxDocuments: count('Pages of a site its model remembers at most.', D.maxDocuments, 1),
    maxDays: {
      type: 'number',
      exclusiveMinimum: 0,
      description: 'Age up to which its model remembers a page, in days.',
      default: D.maxDays,
    },
    minDocuments: count('Pages it remembers whatever their age.', D.minDocuments, 0),
    learningPages: count(
      'Raw pages of a young site kept, to be read again when its pattern is learnt; 0: none.',
      D.learningPages,
      0,
      10_000,
    ),
    learningBytes: count('Bytes of such pages kept of a site at most, packed.', D.learningBytes, 0, GIGABYTE),
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
