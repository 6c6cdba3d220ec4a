import { EXTRACTORS, SITE_EXTRACTORS } from '@dehusk/core';
import { FIELD_NAMES } from '../batch/fields.js';
import { wholeNumber } from '../json-schema.js';
import { STREAM_DEFAULTS } from '../stream/stream-defaults.js';
import type { JsonSchema } from './schema.js';

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
      'Time a page may take in its worker before the worker is replaced, in milliseconds.',
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
