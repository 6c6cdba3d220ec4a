/** Newspapers on loopback and the configuration of a pipeline over their feeds, for `soak` and `latency`. */
import { join } from 'node:path';
import { type Configuration, configurationFrom } from 'dehusk';
import { type DemoSite, PHRASES, TEMPLATES } from 'dehusk/demo';

/** A newspaper by its number, from 0: languages and layouts take turns. */
export function newspaper(
  at: number,
  more: Pick<DemoSite, 'backlog' | 'everyMilliseconds'> & Partial<DemoSite>,
): DemoSite {
  const languages = Object.keys(PHRASES);
  return {
    host: `paper-${String(at + 1).padStart(3, '0')}.example`,
    name: `Paper ${at + 1}`,
    language: languages[at % languages.length],
    template: TEMPLATES[at % TEMPLATES.length].name,
    redesign: null,
    address: 'dated',
    feed: 'rss',
    ...more,
  };
}

/** Sections of the configuration that differ between the stress tests. */
interface NewspaperSettings {
  readonly feed: Readonly<Record<string, unknown>>;
  readonly fetch?: Readonly<Record<string, unknown>>;
  readonly stream: Readonly<Record<string, unknown>>;
  readonly rejects?: Readonly<Record<string, unknown>>;
}

/**
 * A pipeline from feeds on loopback into `state/` and `documents/` of a folder.
 *
 * @throws Error listing the faults of the settings
 */
export function newspaperConfiguration(
  folder: string,
  feeds: readonly string[],
  given: NewspaperSettings,
): Configuration {
  const { feed, fetch, ...sections } = given;
  const loaded = configurationFrom({
    sources: [{ kind: 'feed', feeds, ...feed }],
    sinks: [{ kind: 'jsonl', folder: join(folder, 'documents') }],
    fetch: { delay: 0, requestsPerMinute: 0, allowPrivate: true, hosts: { '*.example': '127.0.0.1' }, ...fetch },
    state: { folder: join(folder, 'state') },
    ...sections,
  });
  if (!loaded.ok) throw new Error(loaded.faults.map(({ message }) => message).join('; '));
  return loaded.configuration;
}
