/** Models of sites in a store: one request at a time reads and changes those of a site, and its changes are durable before it is answered. */
import type { Store } from '@dehusk/stream';
import { modelKey } from '@dehusk/stream';
import type { Answer, SiteService } from './service.js';
import { SITE_LEARNERS_IN_USE, type SiteAnswer, type SiteWork } from './site-work.js';

/** Runs work in a thread, or answers that there is none. */
type RunSiteWork = (work: SiteWork) => Promise<SiteAnswer | Exclude<Answer, { readonly kind: 'done' }>>;

/**
 * Opens the service over a store.
 *
 * @param maxAccepted requests under way at most, those that wait for their site included; more are `busy`
 */
export function openSiteService(store: Store, run: RunSiteWork, maxAccepted: number): SiteService {
  /** The last work on each key. */
  const last = new Map<string, Promise<unknown>>();
  let accepted = 0;

  /** Runs work after all earlier work on the same keys: sites of one domain may share a model. */
  async function inTurn<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const before = Promise.allSettled(keys.flatMap((key) => last.get(key) ?? []));
    const turn = before.then(work);
    const settled = turn.then(
      () => {},
      () => {},
    );
    for (const key of keys) last.set(key, settled);
    try {
      return await turn;
    } finally {
      for (const key of keys) if (last.get(key) === settled) last.delete(key);
    }
  }

  async function answer(url: string, work: Omit<SiteWork, 'kind' | 'url' | 'models'>): Promise<Answer> {
    if (accepted >= maxAccepted) return { kind: 'busy' };
    const keys = keysOf(url);
    accepted++;
    return inTurn(keys, async () => {
      const models: Record<string, Uint8Array> = {};
      for (const key of keys) {
        const bytes = await store.get(key);
        if (bytes !== undefined) models[key] = bytes;
      }
      const done = await run({ kind: 'site', url, models, ...work });
      if (done.kind !== 'site-done') return done;
      const changes = Object.entries(done.changes);
      if (changes.length > 0) await store.commit(new Map(changes));
      return done.answer;
    }).finally(() => accepted--);
  }

  const NOTHING = { page: null, output: null, at: 0, saved: null, corrections: null };
  return {
    read: (page, url, at, output, corrections) =>
      answer(url, { action: 'read', page, output, at, saved: null, corrections: corrections ?? null }),
    describe: (url) => answer(url, { ...NOTHING, action: 'describe' }),
    save: (url) => answer(url, { ...NOTHING, action: 'save' }),
    restore: (url, saved) => answer(url, { ...NOTHING, action: 'restore', saved }),
    forget: (url) =>
      inTurn(keysOf(url), async () => {
        const known = [];
        for (const key of keysOf(url)) if ((await store.get(key)) !== undefined) known.push(key);
        if (known.length > 0) await store.commit(new Map(known.map((key) => [key, null])));
        return known.length > 0;
      }),
    close: async () => {
      await Promise.allSettled(last.values());
      await store.close();
    },
  };
}

/** The keys of the models of an address's site. */
function keysOf(url: string): string[] {
  return SITE_LEARNERS_IN_USE.map(({ learner }) => modelKey(learner.name, learner.unit(url)));
}
