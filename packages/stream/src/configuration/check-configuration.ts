/**
 * Checks a configuration: by the schema first, then by rules no schema can express (options of the chosen extractor, valid
 * regular expressions, unique names).
 */

import { intendedField, withDefaults } from '@dehusk/core/extend';
import { nearestName } from '@dehusk/html';
import {
  FETCHER_SCHEMA,
  type FetcherOptions,
  headerFault,
  isPersonal,
  type JsonSchema,
  OVERRIDE_SCHEMA,
  type Overrides,
  overrideFaults,
  proxiesFor,
  withoutPassword,
} from '@dehusk/node';
import { anyExtractorNamed } from '@dehusk/papers';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import {
  findNodeAtLocation,
  getNodeValue,
  type ParseError as JsonParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { type AST, getStaticTOMLValue, ParseError, parseTOML } from 'toml-eslint-parser';
import { NATS_SCHEMA } from '../nats/settings.js';
import { SINKS } from '../sinks/index.js';
import type { SinkKind } from '../sinks/sink.js';
import { SOURCES } from '../sources/index.js';
import { STREAM_SCHEMA } from '../stream/stream.js';
import { LOG_SCHEMA, OPERATIONS_SCHEMA, STATE_SCHEMA } from './configuration.js';

/** A fault at a JSON Pointer; `at` says whether the setting's name is wrong or its value. */
interface SettingFault {
  readonly pointer: string;
  readonly at: 'key' | 'value';
  readonly message: string;
}

/**
 * All faults of a value in the order of the schema; empty when it is valid. Fills in defaults.
 *
 * @param required sections that may not be missing; default those of the schema
 */
export function checkConfiguration(value: unknown, required?: readonly string[]): SettingFault[] {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, useDefaults: true, strict: false });
  const validate = ajv.compile({ ...configurationSchema(), ...(required && { required }) });
  if (!validate(value)) {
    const errors = (validate.errors ?? []).filter((one) => one.keyword !== 'if');
    return errors.map(faultOf);
  }
  return [extractorFaults, hostFaults, fetchFaults, ruleFaults, nameFaults].flatMap((faults) => faults(value as Given));
}

/** What the rules below look at. */
interface Given {
  readonly stream?: {
    readonly extractor?: string;
    readonly extractorOptions?: object;
    readonly urlRules?: readonly { readonly pattern: string }[];
  };
  readonly overrides?: Overrides;
  readonly fetch?: Partial<Pick<FetcherOptions, 'headers' | 'proxy' | 'render'>>;
  readonly sources?: readonly { readonly name?: string }[];
  readonly sinks?: readonly { readonly name?: string }[];
}

const fault = (
  message: string,
  path: readonly (string | number)[],
  at: SettingFault['at'] = 'value',
): SettingFault => ({
  pointer: path.reduce<string>(pointer, ''),
  at,
  message,
});

/** The fault of a setting that a check throws at. */
function thrownAt(path: readonly (string | number)[], check: () => unknown, at?: SettingFault['at']): SettingFault[] {
  try {
    check();
    return [];
  } catch (error) {
    return [fault((error as Error).message, path, at)];
  }
}

function faultOf(error: ErrorObject): SettingFault {
  const { keyword, instancePath, params, parentSchema, data } = error;
  const where = spokenPointer(instancePath);
  const value = (message: string): SettingFault => ({ pointer: instancePath, at: 'value', message });
  switch (keyword) {
    case 'additionalProperties': {
      const wrong = String(params.additionalProperty);
      const known = Object.keys((parentSchema as JsonSchema).properties as JsonSchema);
      const near = nearestName(wrong, known);
      const hint = near === null ? `there are: ${known.join(', ')}` : `the nearest is "${near}"`;
      return {
        ...value(`${where} has no setting "${wrong}" (${hint})`),
        pointer: pointer(instancePath, wrong),
        at: 'key',
      };
    }
    case 'required':
      return {
        ...value(
          `${where} lacks "${String(params.missingProperty)}"${meaningOf(parentSchema, String(params.missingProperty))}`,
        ),
        at: 'key',
      };
    case 'enum': {
      const allowed = (params.allowedValues as unknown[]).map(String);
      const isField = instancePath.startsWith('/stream/fields/');
      const near = isField ? intendedField(String(data)) : nearestName(String(data), allowed);
      const hint = near === null ? `expected one of ${allowed.join(', ')}` : `the nearest is "${near}"`;
      return value(`${where} got ${shown(data)}, ${hint}`);
    }
    case 'type':
      return value(`${where} got ${shown(data)}, expected ${TYPES[String(params.type)] ?? String(params.type)}`);
    case 'dependentRequired':
      return value(`${where} has "${String(params.property)}" but lacks "${String(params.deps)}"`);
    case 'minItems':
      return value(`${where} got ${(data as unknown[]).length} entries, expected at least ${String(params.limit)}`);
    default:
      return value(`${where} got ${shown(data)}, expected: ${error.message ?? keyword}`);
  }
}

const TYPES: Readonly<Record<string, string>> = {
  integer: 'an integer',
  number: 'a number',
  string: 'text in quotes',
  boolean: 'true or false',
  array: 'a list',
  object: 'a table',
};

/** Without links to the documents: they lead nowhere in a terminal. */
function meaningOf(schema: unknown, name: string): string {
  const property = ((schema as JsonSchema).properties as JsonSchema | undefined)?.[name] as JsonSchema | undefined;
  return typeof property?.description === 'string' ? `: ${property.description.replace(/ See \[.*/, '')}` : '';
}

const LONGEST_SHOWN = 60;

function shown(data: unknown): string {
  if (Array.isArray(data)) return 'a list';
  if (typeof data === 'object' && data !== null) return 'a table';
  const text = JSON.stringify(typeof data === 'string' ? withoutPassword(data) : data) ?? String(data);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

/** `/sources/0/url` → `sources[0].url`. */
function spokenPointer(at: string): string {
  if (at === '') return 'the file';
  return membersOf(at).reduce(
    (text, part) => (/^\d+$/.test(part) ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`),
    '',
  );
}

function extractorFaults({ stream }: Given): SettingFault[] {
  if (stream?.extractor === undefined) return [];
  const extractor = anyExtractorNamed(stream.extractor);
  return Object.entries(stream.extractorOptions ?? {}).flatMap(([name, one]) =>
    thrownAt(
      ['stream', 'extractorOptions', name],
      () => withDefaults(extractor, { [name]: one }),
      Object.hasOwn(extractor.domains, name) ? 'value' : 'key',
    ),
  );
}

function hostFaults({ overrides = {} }: Given): SettingFault[] {
  return Object.entries(overrides).flatMap(([host, override]) =>
    overrideFaults(override).map(({ setting, message }) => fault(message, ['overrides', host, setting])),
  );
}

function fetchFaults({ fetch: { headers = {}, proxy = '', render = {} } = {} }: Given): SettingFault[] {
  const faults = Object.entries(headers).flatMap(([host, table]) =>
    Object.entries(table).flatMap(([name, text]) => {
      const needsHost = host === '*' && isPersonal(name);
      const message = needsHost ? `${name} needs a host: with "*" every site would get it` : headerFault(name, text);
      return message === null ? [] : [fault(message, ['fetch', 'headers', host, name])];
    }),
  );
  const checkProxy = (): void => {
    if (proxiesFor(proxy, {}) !== null && Object.keys(render).length > 0)
      throw new RangeError('pages are rendered without a proxy: leave out proxy or render');
  };
  return [...faults, ...thrownAt(['fetch', 'proxy'], checkProxy)];
}

function ruleFaults({ stream }: Given): SettingFault[] {
  return (stream?.urlRules ?? []).flatMap(({ pattern }, at) =>
    thrownAt(['stream', 'urlRules', at, 'pattern'], () => {
      if (/[\t\n#]/.test(pattern)) throw new Error('a pattern may not contain a tab, line break or #');
      try {
        new RegExp(pattern);
      } catch (error) {
        throw new Error(`not a regular expression: ${(error as Error).message}`);
      }
    }),
  );
}

function nameFaults(given: Given): SettingFault[] {
  return (['sources', 'sinks'] as const).flatMap((list) => {
    const names = (given[list] ?? []).map((one) => one.name);
    return names.flatMap((name, at) =>
      name !== undefined && names.indexOf(name) < at
        ? [fault(`the name "${name}" is used twice among ${list}`, [list, at, 'name'])]
        : [],
    );
  });
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
          'Settings for the pages of a host, in place of those of the run. The nearest name holds: `example.org`, then `*.example.org`, then `*`. See [output.md](output.md#selectors-and-overrides).',
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
function oneOfKinds(kinds: readonly Pick<SinkKind, 'name' | 'summary' | 'schema'>[]): JsonSchema {
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

/** A parsed configuration file with the place of every part. */
interface Place {
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
}

type LocatedValue =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** The place of a setting's name or value by JSON Pointer (RFC 6901): `/sources/0/url`. */
      placeOf(at: string, part: SettingFault['at']): Place | undefined;
    }
  | { readonly ok: false; readonly place: Place; readonly message: string };

/** The pointer of a member. */
function pointer(parent: string, member: string | number): string {
  return `${parent}/${String(member).replace(/~/g, '~0').replace(/\//g, '~1')}`;
}

/** The members of a pointer. */
function membersOf(at: string): string[] {
  return at
    .split('/')
    .slice(1)
    .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'));
}

/** Reads JSON, comments and a last comma allowed, with the place of every setting. */
export function readJson(text: string): LocatedValue {
  const errors: JsonParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const lineStarts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lineStarts.push(at + 1);
  const place = (offset: number): Place => {
    const line = lineStarts.findLastIndex((start) => start <= offset);
    return { line: line + 1, column: offset - lineStarts[line] + 1 };
  };
  if (errors.length > 0 || root === undefined) {
    const [first] = errors;
    const message = first === undefined ? 'the file is empty' : spoken(printParseErrorCode(first.error));
    return { ok: false, place: place(first?.offset ?? 0), message };
  }
  const placeOf = (at: string, part: SettingFault['at']): Place | undefined => {
    const path = membersOf(at).map((member) => (/^\d+$/.test(member) ? Number(member) : member));
    const found = findNodeAtLocation(root, path);
    const node = part === 'key' ? found?.parent?.children?.[0] : found;
    return node && place(node.offset);
  };
  return { ok: true, value: getNodeValue(root), placeOf };
}

/** `CommaExpected` → "comma expected". */
function spoken(code: string): string {
  return code.replace(/(?<!^)([A-Z])/g, ' $1').toLowerCase();
}

/** Reads TOML 1.0 with the place of every setting. */
export function readToml(text: string): LocatedValue {
  let program: AST.TOMLProgram;
  try {
    program = parseTOML(text);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return { ok: false, place: { line: error.lineNumber, column: error.column + 1 }, message: error.message };
  }
  const places = { key: new Map<string, Place>(), value: new Map<string, Place>() };
  for (const part of program.body[0].body) {
    if (part.type === 'TOMLKeyValue') readPair(part, '');
    else {
      const parent = part.resolvedKey.reduce<string>(pointer, '');
      note('value', parent, part);
      note('key', parent, part.key);
      for (const pair of part.body) readPair(pair, parent);
    }
  }
  return { ok: true, value: getStaticTOMLValue(program), placeOf: (at, part) => places[part].get(at) };

  function readPair(pair: AST.TOMLKeyValue, parent: string): void {
    let at = parent;
    // A dotted key opens the tables it names.
    for (const part of pair.key.keys) {
      at = pointer(at, part.type === 'TOMLBare' ? part.name : part.value);
      note('key', at, part);
      note('value', at, pair.value);
    }
    readValue(pair.value, at);
  }

  function readValue(node: AST.TOMLContentNode, at: string): void {
    note('value', at, node);
    if (node.type === 'TOMLArray')
      for (const [index, one] of node.elements.entries()) readValue(one, pointer(at, index));
    else if (node.type === 'TOMLInlineTable') for (const pair of node.body) readPair(pair, at);
  }

  /** Keeps the first place of a name: a table that is opened twice is described where it begins. */
  function note(of: SettingFault['at'], at: string, node: AST.TOMLNode): void {
    const { line, column } = node.loc.start;
    if (!places[of].has(at)) places[of].set(at, { line, column: column + 1 });
  }
}
