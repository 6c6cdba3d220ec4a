// The text of docs/configuration.md, from the schema.
const HEAD = `# Configuration

One TOML or JSON file for \`dehusk watch\`. \`--check FILE\` only checks it: every fault has its line and column, an unknown setting the
nearest known one. \`--print-config FILE\` prints it with all defaults. Editors can use [the JSON Schema](configuration.schema.json).
Relative paths start from the working directory. In brackets: the default, and the values allowed.

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
`;
/** The page, Markdown. */
export function describeSettings(schema) {
  described.clear();
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
    else if (content.allOf === undefined) parts.push(settingsList(propertiesOf(content), requiredOf(content)));
    else parts.push(...kindsOf(content.allOf.map((branch) => branch.then)));
  }
  return parts.join('\n');
}
/** Kinds that have the same setting, from which it is described once for all of them. */
const MIN_KINDS = 2;
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
    const isOfAll = (entry) => counts.get(keyOf(...entry)) === schemas.length;
    const names = also.flatMap((entry) => (isOfAll(entry) ? [] : [`\`${entry[0]}\``])).join(', ');
    const table = Object.keys(own).length === 0 ? '' : `\n${settingsList(own, required)}`;
    return `### \`kind = "${String(kind.const)}"\`\n\n${String(schema.description)}${names === '' ? '' : ` Also: ${names}.`}\n${table}`;
  });
  return [settingsList(Object.fromEntries(shared), []), ...kinds];
}
/** Settings that the page has described: the next of the same meaning refers to them. */
const described = new Set();
function settingsList(settings, required) {
  const rows = Object.entries(settings).map(([name, setting]) => {
    const value = required.includes(name) ? '**required**' : setting.default === undefined ? '' : code(setting.default);
    const facts = [value, valuesOf(setting)].filter((fact) => fact !== '').join('; ');
    const unit = UNIT.exec(String(setting.description ?? ''))?.[1];
    const inUnit = unit === undefined ? facts : `${facts} ${UNITS[unit] ?? unit}`;
    const head = `- \`${name}\`${facts === '' ? '' : ` (${inUnit})`}`;
    const meaning = String(setting.description ?? '').replace(UNIT, '');
    const key = `${name}: ${meaning}`;
    if (described.has(key)) return `${head}: as above`;
    described.add(key);
    return `${head}: ${meaning}${membersOf(setting)}`;
  });
  return `${rows.join('\n')}\n`;
}
/** The unit at the end of a description, which is printed beside the values. */
const UNIT = /, in (milliseconds|seconds|bytes|characters|days|MiB|MB|minutes)\b/;
const UNITS = { milliseconds: 'ms', seconds: 's' };
/** Settings in the tables of a list, in a sentence each. */
function membersOf(setting) {
  const members = propertiesOf((setting.type === 'array' ? setting.items : undefined) ?? {});
  return Object.entries(members)
    .map(([name, member]) => ` \`${name}\`: ${String(member.description ?? '')}`)
    .join('');
}
/** Values of an enumeration that are listed; the description of a longer one says where they are. */
const MAX_VALUES = 8;
function valuesOf(setting) {
  if (Array.isArray(setting.type)) return 'text or list of text';
  const values = setting.enum;
  if (values !== undefined) return values.length > MAX_VALUES ? '' : values.map(code).join(', ');
  const { minimum, exclusiveMinimum, maximum } = setting;
  const isBounded = maximum !== undefined && maximum !== 2 ** 31;
  if (minimum !== undefined && setting.type !== 'array') return isBounded ? `${minimum}–${maximum}` : `from ${minimum}`;
  if (exclusiveMinimum !== undefined) return `above ${exclusiveMinimum}${isBounded ? ` to ${maximum}` : ''}`;
  return setting.type === 'array' && setting.default === undefined ? 'list' : '';
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
