/**
 * Checks a configuration: by the schema first, then by rules no schema can express (options of the chosen extractor, valid
 * regular expressions, unique names).
 */

import { intendedField, withDefaults } from '@dehusk/core/extend';
import { nearestName } from '@dehusk/html';
import type { FetcherOptions, JsonSchema } from '@dehusk/node';
import { headerFault, isPersonal, type Overrides, overrideFaults, proxiesFor, withoutPassword } from '@dehusk/node';
import { anyExtractorNamed } from '@dehusk/papers';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { pointer } from './located-value.js';
import { configurationSchema } from './schema.js';

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
  return [
    ...extractorFaults(value),
    ...hostFaults(value),
    ...fetchFaults(value),
    ...ruleFaults(value),
    ...nameFaults(value),
  ];
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
        pointer: pointer(instancePath, wrong),
        at: 'key',
        message: `${where} has no setting "${wrong}" (${hint})`,
      };
    }
    case 'required':
      return {
        pointer: instancePath,
        at: 'key',
        message: `${where} lacks "${String(params.missingProperty)}"${described(parentSchema, String(params.missingProperty))}`,
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
function described(schema: unknown, name: string): string {
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
  return at
    .slice(1)
    .split('/')
    .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'))
    .reduce((text, part) => (/^\d+$/.test(part) ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`), '');
}

function extractorFaults(value: unknown): SettingFault[] {
  const { stream } = value as { readonly stream?: { readonly extractor?: string; readonly extractorOptions?: object } };
  if (stream?.extractor === undefined) return [];
  const extractor = anyExtractorNamed(stream.extractor);
  return Object.entries(stream.extractorOptions ?? {}).flatMap(([name, one]): SettingFault[] => {
    const at = Object.hasOwn(extractor.domains, name) ? 'value' : 'key';
    try {
      withDefaults(extractor, { [name]: one });
      return [];
    } catch (error) {
      return [{ pointer: pointer('/stream/extractorOptions', name), at, message: (error as Error).message }];
    }
  });
}

function hostFaults(value: unknown): SettingFault[] {
  const { overrides = {} } = value as { readonly overrides?: Overrides };
  return Object.entries(overrides).flatMap(([host, override]) =>
    overrideFaults(override).map(({ setting, message }): SettingFault => {
      return { pointer: pointer(pointer('/overrides', host), setting), at: 'value', message };
    }),
  );
}

function fetchFaults(value: unknown): SettingFault[] {
  const { fetch } = value as { readonly fetch?: Pick<FetcherOptions, 'headers' | 'proxy' | 'render'> };
  const { headers = {}, proxy = '', render = {} } = fetch ?? {};
  const faults = Object.entries(headers).flatMap(([host, table]) =>
    Object.entries(table).flatMap(([name, text]): SettingFault[] => {
      const needsHost = host === '*' && isPersonal(name);
      const message = needsHost ? `${name} needs a host: with "*" every site would get it` : headerFault(name, text);
      return message === null
        ? []
        : [{ pointer: pointer(pointer('/fetch/headers', host), name), at: 'value', message }];
    }),
  );
  try {
    const isProxied = proxiesFor(proxy, {}) !== null;
    if (isProxied && Object.keys(render).length > 0)
      throw new RangeError('pages are rendered without a proxy: leave out proxy or render');
  } catch (error) {
    faults.push({ pointer: '/fetch/proxy', at: 'value', message: (error as Error).message });
  }
  return faults;
}

function ruleFaults(value: unknown): SettingFault[] {
  const { stream } = value as { readonly stream?: { readonly urlRules?: readonly { readonly pattern: string }[] } };
  return (stream?.urlRules ?? []).flatMap(({ pattern }, at): SettingFault[] => {
    try {
      new RegExp(pattern);
      if (!/[\t\n#]/.test(pattern)) return [];
      return [
        {
          pointer: `/stream/urlRules/${at}/pattern`,
          at: 'value',
          message: 'a pattern may not contain a tab, line break or #',
        },
      ];
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return [{ pointer: `/stream/urlRules/${at}/pattern`, at: 'value', message: `not a regular expression: ${why}` }];
    }
  });
}

function nameFaults(value: unknown): SettingFault[] {
  const lists = value as { readonly [list in 'sources' | 'sinks']?: readonly { readonly name?: string }[] };
  return (['sources', 'sinks'] as const).flatMap((list) => {
    const names = (lists[list] ?? []).map((one) => one.name);
    return names.flatMap((name, at): SettingFault[] =>
      name !== undefined && names.indexOf(name) < at
        ? [{ pointer: `/${list}/${at}/name`, at: 'value', message: `the name "${name}" is used twice among ${list}` }]
        : [],
    );
  });
}
