// The text of docs/configuration.md, from the schema.

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
export function describeSettings(schema) {
  const parts = [HEAD];
  for (const [name, setting] of Object.entries(propertiesOf(schema))) {
    if (name === '$schema') continue;
    const isList = setting.type === 'array';
    const isByHost = typeof setting.additionalProperties === 'object';
    const content = isList ? setting.items : isByHost ? setting.additionalProperties : setting;
    const head = isList ? `[[${name}]]` : isByHost ? `[${name}."HOST"]` : `[${name}]`;
    parts.push(`## \`${head}\`\n\n${String(setting.description)}\n`);
    // The settings of sinks are already listed.
    if (name === 'rejects') parts.push('Settings as of `[[sinks]]`.\n');
    else if (content.allOf === undefined) parts.push(settingsTable(propertiesOf(content), requiredOf(content)));
    else parts.push(...kindsOf(content.allOf.map((branch) => branch.then)));
  }
  return parts.join('\n');
}

/** Kinds that have the same setting, from which it is described once for all of them. */
const MIN_KINDS = 3;

/** The settings that several kinds have, then each kind with its other ones. */
function kindsOf(schemas) {
  const counts = new Map();
  const keyOf = (name, setting) => JSON.stringify([name, setting]);
  for (const schema of schemas)
    for (const [name, setting] of Object.entries(propertiesOf(schema)))
      counts.set(keyOf(name, setting), (counts.get(keyOf(name, setting)) ?? 0) + 1);
  const shared = new Map();
  const kinds = schemas.map((schema) => {
    const { kind, ...all } = propertiesOf(schema);
    const required = requiredOf(schema);
    const isShared = ([name, setting]) =>
      !required.includes(name) && (counts.get(keyOf(name, setting)) ?? 0) >= MIN_KINDS;
    const also = Object.entries(all).filter(isShared);
    for (const [name, setting] of also) shared.set(name, setting);
    const own = Object.fromEntries(Object.entries(all).filter((one) => !isShared(one)));
    const names = also.map(([name]) => `\`${name}\``).join(', ');
    const table = Object.keys(own).length === 0 ? '' : `\n${settingsTable(own, required)}`;
    return `### \`kind = "${String(kind.const)}"\`\n\n${String(schema.description)} Also: ${names}.\n${table}`;
  });
  return [settingsTable(Object.fromEntries(shared), []), ...kinds];
}

function settingsTable(settings, required) {
  const rows = Object.entries(settings).map(([name, setting]) => {
    const value = required.includes(name) ? '**required**' : setting.default === undefined ? '' : code(setting.default);
    return `| \`${name}\` | ${typeOf(setting)} | ${value} | ${String(setting.description ?? '').replaceAll('|', '\\|')}${membersOf(setting)} |`;
  });
  return `| setting | value | default | meaning |\n|---|---|---|---|\n${rows.join('\n')}\n`;
}

/** Settings inside a setting, in a sentence each. */
function membersOf(setting) {
  const inner = setting.type === 'array' ? setting.items : setting;
  const members = inner === undefined ? {} : propertiesOf(inner);
  return Object.entries(members)
    .map(([name, one]) => ` \`${name}\`: ${String(one.description ?? '')}`)
    .join('');
}

/** Listed values of an enumeration. */
const MAX_VALUES = 8;

function typeOf(setting) {
  if (Array.isArray(setting.type)) return 'text or list of text';
  const values = setting.enum;
  if (values !== undefined)
    return `${values.slice(0, MAX_VALUES).map(code).join(', ')}${values.length > MAX_VALUES ? ', …' : ''}`;
  if (setting.type === 'array') {
    const items = setting.items ?? {};
    return `list of ${items.enum === undefined ? typeOf(items) : 'names'}`;
  }
  const type = { integer: 'integer', object: 'table', string: 'text', boolean: 'true or false' }[String(setting.type)];
  const low = setting.minimum ?? setting.exclusiveMinimum;
  const isNumber = setting.type === 'integer' || setting.type === 'number';
  const from = low === undefined || !isNumber ? '' : setting.minimum === undefined ? `, above ${low}` : `, from ${low}`;
  const to = setting.maximum === undefined || setting.maximum === 2 ** 31 ? '' : ` to ${String(setting.maximum)}`;
  return `${type ?? String(setting.type ?? 'any')}${from}${to}`;
}

function code(value) {
  return `\`${JSON.stringify(value)}\``;
}

function propertiesOf(schema) {
  return schema.properties ?? {};
}

function requiredOf(schema) {
  return schema.required ?? [];
}
