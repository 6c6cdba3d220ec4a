/** Writes docs/configuration.md from the schema. */
import type { JsonSchema } from '../json-schema.js';
import { configurationSchema } from './schema.js';

const HEAD = `# Configuration

One TOML or JSON file for \`dehusk watch\`. It is checked completely before anything is opened: every fault is reported with its
line and column, and an unknown setting with the nearest known one. \`dehusk watch --check FILE\` only checks,
\`dehusk watch --print-config FILE\` prints it with all defaults. Editors that know JSON Schema can use
[configuration.schema.json](configuration.schema.json). Relative paths start from the working directory.

\`\`\`toml
[[sources]]
kind = "feed"
feeds = ["https://example.org/feed.xml"]

[[sinks]]
kind = "jsonl"
folder = "documents"

[operations]
port = 9464
\`\`\`

\`npm run goldens\` writes this page from the schema.
`;

/** The page, Markdown. */
export function describeSettings(schema: JsonSchema = configurationSchema()): string {
  const parts: string[] = [HEAD];
  for (const [name, setting] of Object.entries(propertiesOf(schema))) {
    if (name === '$schema') continue;
    const isList = setting.type === 'array';
    const isByHost = typeof setting.additionalProperties === 'object';
    const content = (isList ? setting.items : isByHost ? setting.additionalProperties : setting) as JsonSchema;
    const head = isList ? `[[${name}]]` : isByHost ? `[${name}."HOST"]` : `[${name}]`;
    parts.push(`## \`${head}\`\n\n${String(setting.description)}\n`);
    // The settings of sinks are already listed.
    if (name === 'rejects') parts.push('Settings as of `[[sinks]]`.\n');
    else if (content.allOf === undefined) parts.push(settingsTable(propertiesOf(content), requiredOf(content)));
    else for (const branch of content.allOf as readonly { then: JsonSchema }[]) parts.push(kindOf(branch.then));
  }
  return parts.join('\n');
}

function kindOf(schema: JsonSchema): string {
  const { kind, ...settings } = propertiesOf(schema);
  const head = `### \`kind = "${String(kind.const)}"\``;
  return `${head}\n\n${String(schema.description)}\n\n${settingsTable(settings, requiredOf(schema))}`;
}

function settingsTable(settings: Readonly<Record<string, JsonSchema>>, required: readonly string[]): string {
  const rows = Object.entries(settings).map(([name, setting]) => {
    const value = required.includes(name) ? '**required**' : setting.default === undefined ? '' : code(setting.default);
    return `| \`${name}\` | ${typeOf(setting)} | ${value} | ${String(setting.description ?? '').replaceAll('|', '\\|')}${membersOf(setting)} |`;
  });
  return `| setting | value | default | meaning |\n|---|---|---|---|\n${rows.join('\n')}\n`;
}

/** Settings inside a setting, in a sentence each. */
function membersOf(setting: JsonSchema): string {
  const inner = setting.type === 'array' ? (setting.items as JsonSchema | undefined) : setting;
  const members = inner === undefined ? {} : propertiesOf(inner);
  return Object.entries(members)
    .map(([name, one]) => ` \`${name}\`: ${String(one.description ?? '')}`)
    .join('');
}

/** Listed values of an enumeration. */
const MAX_VALUES = 8;

function typeOf(setting: JsonSchema): string {
  if (Array.isArray(setting.type)) return 'text or list of text';
  const values = setting.enum as readonly unknown[] | undefined;
  if (values !== undefined)
    return `${values.slice(0, MAX_VALUES).map(code).join(', ')}${values.length > MAX_VALUES ? ', …' : ''}`;
  if (setting.type === 'array') {
    const items = (setting.items as JsonSchema | undefined) ?? {};
    return `list of ${items.enum === undefined ? typeOf(items) : 'names'}`;
  }
  const type = { integer: 'integer', object: 'table', string: 'text', boolean: 'true or false' }[String(setting.type)];
  const low = setting.minimum ?? setting.exclusiveMinimum;
  const isNumber = setting.type === 'integer' || setting.type === 'number';
  const from = low === undefined || !isNumber ? '' : setting.minimum === undefined ? `, above ${low}` : `, from ${low}`;
  const to = setting.maximum === undefined || setting.maximum === 2 ** 31 ? '' : ` to ${String(setting.maximum)}`;
  return `${type ?? String(setting.type ?? 'any')}${from}${to}`;
}

function code(value: unknown): string {
  return `\`${JSON.stringify(value)}\``;
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return (schema.properties as Readonly<Record<string, JsonSchema>> | undefined) ?? {};
}

function requiredOf(schema: JsonSchema): readonly string[] {
  return (schema.required as readonly string[] | undefined) ?? [];
}
