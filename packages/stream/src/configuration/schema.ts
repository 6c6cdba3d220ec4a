/** The JSON Schema of the configuration file, built from the tables of settings. */

import { FETCHER_SCHEMA, type JsonSchema, OVERRIDE_SCHEMA } from '@dehusk/node';
import { NATS_SCHEMA } from '../nats/nats-settings.js';
import { SINKS } from '../sinks/index.js';
import { SOURCES } from '../sources/index.js';
import { STREAM_SCHEMA } from '../stream/stream.js';
import { LOG_SCHEMA, OPERATIONS_SCHEMA, STATE_SCHEMA } from './configuration.js';

/** A kind of source or sink, as far as the schema needs it. */
interface DescribedKind {
  readonly name: string;
  readonly summary: string;
  readonly schema: JsonSchema;
}

const NAME: JsonSchema = {
  type: 'string',
  pattern: '^[A-Za-z0-9_.-]{1,100}$',
  description: 'Name in logs and state. Default: the kind, numbered where there are several.',
};

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
      stream: described('How pages become documents.', STREAM_SCHEMA),
      overrides: {
        type: 'object',
        description:
          'Settings for the pages of a host, in place of those of the run. The nearest name holds: `example.org`, then `*.example.org`, then `*`. See [selectors.md](selectors.md).',
        additionalProperties: OVERRIDE_SCHEMA,
      },
      state: described('Where learnt templates and input positions are kept.', STATE_SCHEMA),
      nats: described(
        'A stream over several processes or machines on NATS JetStream. See [distributed.md](distributed.md).',
        NATS_SCHEMA,
      ),
      log: described('The log: one line per event.', LOG_SCHEMA),
      operations: described('Operation as a service.', OPERATIONS_SCHEMA),
    },
  };
}

/** A section, its description first. */
function described(description: string, schema: JsonSchema): JsonSchema {
  return { type: 'object', description, ...schema };
}

/** An entry of one of several kinds; `kind` determines its other options. */
function oneOfKinds(kinds: readonly DescribedKind[]): JsonSchema {
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
