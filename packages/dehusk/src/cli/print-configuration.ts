/** A configuration as TOML with all defaults, as `--print-config` shows it; it can be read again. */
import type { Configuration } from '@dehusk/stream';

export function printConfiguration(configuration: Configuration): string {
  const { urlRules, overrides, ...stream } = configuration.stream;
  const rules = (urlRules ?? '').split('\n').filter((line) => line !== '');
  return [
    ...configuration.sources.map((one) => part('[[sources]]', one)),
    ...configuration.sinks.map((one) => part('[[sinks]]', one)),
    ...(configuration.rejects === null ? [] : [part('[rejects]', configuration.rejects)]),
    tomlTable('[fetch]', configuration.fetch),
    tomlTable('[stream]', {
      ...stream,
      urlRules: rules.map((line) => {
        const [pattern, ...keep] = line.split('\t');
        return { pattern, keep };
      }),
    }),
    ...Object.entries(overrides).map(([host, one]) => tomlTable(`[overrides.${keyOf(host)}]`, one)),
    tomlTable('[state]', configuration.state),
    tomlTable('[nats]', configuration.nats),
    tomlTable('[log]', configuration.log),
    tomlTable('[operations]', configuration.operations),
  ].join('\n');
}

function part(head: string, { kind, name, options }: Configuration['sinks'][number]): string {
  return tomlTable(head, { kind, name, ...options });
}

/** A section of TOML: its head in brackets, then a line per setting that is neither undefined nor null. */
function tomlTable(head: string, settings: object): string {
  const lines = Object.entries(settings)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${keyOf(name)} = ${written(value)}\n`);
  return `${head}\n${lines.join('')}`;
}

function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{ ${Object.entries(value)
      .map(([name, one]) => `${keyOf(name)} = ${written(one)}`)
      .join(', ')} }`.replace('{  }', '{}');
  // A TOML basic string escapes as JSON does.
  return JSON.stringify(value);
}

function keyOf(name: string): string {
  return /^[A-Za-z0-9_-]+$/.test(name) ? name : JSON.stringify(name);
}
