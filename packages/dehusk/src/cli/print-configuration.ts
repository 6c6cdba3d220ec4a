/** A configuration as TOML with all defaults, as `--print-config` shows it; it can be read again. */
import type { Configuration, SourceFailure, StreamSnapshot } from '@dehusk/stream';

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

// The message of a run in which no source could be read.

/** Remedies by reason; the details of the other reasons name theirs. */
const REMEDIES: Readonly<Record<string, string>> = {
  'not-resolved': 'check the host name and the network',
  'not-connected': 'check the address and whether its server runs',
  'http-status': 'check the address',
  timeout: 'try again later, or raise maxMilliseconds of [fetch]',
  'not-a-feed': 'name the feed itself, or read the site with dehusk crawl',
  'malformed-feed': 'name an RSS, Atom, RDF or JSON feed',
  'wrong-content-type': 'name the feed or sitemap itself',
};

/**
 * Names the sources and why they could not be read, with the remedy.
 *
 * @param wasLimited whether the run's time was limited: sources that failed until then count as unreadable, too
 * @returns null when a source was read, or none has failed
 */
export function unreadableSources({ sources }: StreamSnapshot, wasLimited: boolean): string | null {
  const failures = sources.flatMap((one) => one.failures);
  const isUnread = sources.every(({ state }) => state === 'unreadable' || (wasLimited && state === 'waiting'));
  if (!isUnread || failures.length === 0) return null;
  const failed = sources.reduce((sum, one) => sum + one.failed, 0);
  const more = failed > failures.length ? `\ndehusk: and ${failed - failures.length} more could not be read` : '';
  return `no source could be read: ${failures.map(described).join('\ndehusk: ')}${more}`;
}

function described({ where, reason, detail }: SourceFailure): string {
  const remedy = REMEDIES[reason];
  return `${where}: ${reason}: ${detail}${remedy === undefined ? '' : `; ${remedy}`}`;
}
