import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SinkRecord } from '../sinks/sink.js';
import { openMemoryStore } from '../stores/memory.js';
import type { Store } from '../stores/store.js';
import type { SinkInUse } from '../stream/stream.js';
import type { MonitorSettings, WatchList } from './monitor-settings.js';
import { type Monitor, openMonitor } from './open-monitor.js';

const LIST: WatchList = {
  name: 'news',
  terms: ['ferry', 'storm'],
  names: ['Aurora'],
  sites: [],
  alert: 'hit',
  windowHours: 1,
  earlierWindows: 4,
  factor: 3,
  minimum: 2,
};
const SETTINGS: MonitorSettings = { lists: [LIST], hours: 48, days: 3 };
const START = Date.UTC(2026, 2, 2, 6);

/** A document of an hour after the start. */
function document(
  id: string,
  hour: number,
  text: string,
  more: Partial<SinkRecord> & { ok?: boolean; title?: string } = {},
): SinkRecord {
  const { ok = true, title = null, revision = 1, site = 'a.example' } = more;
  const at = new Date(START + hour * 3_600_000 + 60_000).toISOString();
  return {
    id,
    revision,
    site,
    row: { id, revision, ok, site, url: `https://www.${site}/${id}`, at, title, language: 'en', text },
    markdown: null,
    raw: null,
  };
}

/** A monitor whose rows are collected in memory. */
async function opened(settings = SETTINGS, store: Store = openMemoryStore()) {
  const rows: Record<string, unknown>[] = [];
  const collecting = (name: string): SinkInUse => ({
    name,
    kind: { wantsMarkdown: false, wantsRaw: false },
    sink: {
      write: async ({ row }) => void rows.push(row),
      flush: async () => new Uint8Array(),
      committed: async () => {},
      close: async () => {},
    },
  });
  const monitor = await openMonitor(settings, { store, hits: [collecting('hits')], alerts: [collecting('alerts')] });
  const commit = async (...documents: readonly SinkRecord[]): Promise<void> => {
    for (const one of documents) await monitor.observe(one);
    await store.commit(monitor.changes());
    monitor.committed();
  };
  return { monitor, rows, commit, store };
}

/** The documents and hits of a term: `hour:documents/hits` where there are any. */
function counts(monitor: Monitor, term: string, bucket: 'hour' | 'day' = 'hour'): string {
  const { times, terms } = monitor.trends({ bucket, count: 60, list: null });
  const trend = terms.find((one) => one.term === term);
  return times
    .flatMap((time, at) =>
      trend?.documents[at]
        ? [`${(Date.parse(time) - START) / 3_600_000}:${trend.documents[at]}/${trend.hits[at]}`]
        : [],
    )
    .join(' ');
}

test('documents and hits are counted by hour, day and site', async () => {
  const { monitor, commit } = await opened();
  await commit(
    document('1', 0, 'The ferry. The ferry.'),
    document('2', 0, 'A ferry in a storm.', { site: 'b.example' }),
    document('3', 20, 'Aurora is a ferry; aurora is a light.'),
  );
  assert.equal(counts(monitor, 'ferry'), '0:2/3 20:1/1');
  assert.equal(counts(monitor, 'ferry', 'day'), '-6:2/3 18:1/1');
  assert.equal(counts(monitor, 'Aurora'), '20:1/1');
  const { terms, all } = monitor.trends({ bucket: 'hour', count: 21, list: 'news' });
  assert.deepEqual(
    terms[0].sites.map(({ site, documents }) => [site, documents[0], documents[20]]),
    [
      ['a.example', 1, 1],
      ['b.example', 1, 0],
    ],
  );
  assert.deepEqual([all[0], all[20]], [2, 1]);
  assert.throws(
    () => monitor.trends({ bucket: 'hour', count: 1, list: 'none' }),
    /list got "none", expected one of news/,
  );
});

test('a title counts once, whether or not the text begins with it', async () => {
  const { monitor, commit } = await opened();
  await commit(
    document('1', 0, 'Ferry late\nIt is.', { title: 'Ferry late' }),
    document('2', 1, 'It is late.', { title: 'Ferry late' }),
  );
  assert.equal(counts(monitor, 'ferry'), '0:1/1 1:1/1');
});

test('a correction replaces the counts of its document, in its hour; a withdrawal removes them', async () => {
  const { monitor, rows, commit } = await opened();
  await commit(document('1', 0, 'A ferry.'), document('1', 5, 'A storm and a storm.', { revision: 2 }));
  assert.equal(counts(monitor, 'ferry'), '');
  assert.equal(counts(monitor, 'storm'), '0:1/2');
  // In a later commit, too, and an earlier revision changes nothing.
  await commit(document('1', 5, 'A ferry, a storm.', { revision: 3 }));
  await commit(document('1', 5, 'A ferry, a ferry.', { revision: 2 }));
  assert.deepEqual([counts(monitor, 'ferry'), counts(monitor, 'storm')], ['0:1/1', '0:1/1']);
  await commit(document('1', 0, '', { revision: 4, ok: false }));
  assert.deepEqual([counts(monitor, 'ferry'), counts(monitor, 'storm')], ['', '']);
  const hits = rows
    .filter(({ kind }) => kind === 'hit')
    .map(({ term, revision, hits: count }) => `${term} ${revision} ${count}`);
  assert.deepEqual(hits, ['ferry 1 1', 'ferry 2 0', 'storm 2 2', 'ferry 3 1', 'storm 3 1', 'ferry 4 0', 'storm 4 0']);
  assert.equal(
    new Set(rows.filter(({ term }) => term === 'storm').map(({ id }) => id)).size,
    2,
    'one id for the hit, one for its alerts',
  );
});

test('an alert of a hit comes once for a document and a term', async () => {
  const { rows, commit } = await opened();
  await commit(
    document('1', 0, 'A ferry.'),
    document('1', 0, 'A ferry, a ferry.', { revision: 2 }),
    document('2', 0, 'A ferry.'),
  );
  assert.deepEqual(
    rows.filter(({ kind }) => kind === 'alert').map(({ document: of, revision }) => `${of} ${revision}`),
    ['1 1', '2 1'],
  );
});

test('an alert of a burst comes once while the burst lasts', async () => {
  const { rows, commit } = await opened({ ...SETTINGS, lists: [{ ...LIST, alert: 'burst' }] });
  for (let hour = 0; hour < 6; hour++) await commit(document(`${hour}`, hour, 'Nothing.'));
  for (let hour = 6; hour < 9; hour++)
    for (const site of ['a.example', 'b.example', 'c.example'])
      await commit(document(`${hour}${site}`, hour, 'A ferry.', { site }));
  const alerts = rows.filter(({ kind }) => kind === 'alert');
  assert.equal(alerts.length, 1);
  const [{ rule, term, documents, mean, windows, from, hit }] = alerts;
  assert.deepEqual(
    [rule, term, documents, mean, windows, from],
    ['burst', 'ferry', 2, 0, 4, '2026-03-02T12:00:00.000Z'],
  );
  assert.equal((hit as { site: string }).site, 'b.example');
});

test('a list of sites takes their subdomains and no other', async () => {
  const { monitor, commit } = await opened({
    ...SETTINGS,
    lists: [{ ...LIST, sites: ['www.b.example', 'c.example'] }],
  });
  await commit(
    ...['a.example', 'b.example', 'c.example', 'abc.example'].map((site, at) =>
      document(`${at}`, at, 'A ferry.', { site }),
    ),
  );
  assert.equal(counts(monitor, 'ferry'), '1:1/1 2:1/1');
});

test('old hours, days and documents are forgotten; the number of values stays bounded', async () => {
  const { commit, store, monitor } = await opened({ ...SETTINGS, hours: 5, days: 2 });
  const sizes: number[] = [];
  for (let hour = 0; hour < 200; hour++) {
    await commit(document(`${hour}`, hour, 'A ferry.'));
    sizes.push((await store.keys('monitor/')).length);
  }
  assert.equal(counts(monitor, 'ferry').split(' ').length, 5);
  // Hours and days of the term and of all documents; two days of documents with their index; the newest hour, the events.
  assert.ok(Math.max(...sizes) <= 2 * 5 + 2 * 2 + 2 * 48 + 2, String(Math.max(...sizes)));
  await commit(document('late', 0, 'A ferry.'));
  assert.equal((await store.keys('monitor/document/late')).length, 0);
});

test('law: the state does not depend on how documents are grouped into commits, nor on restarts between them', async () => {
  const documents = Array.from({ length: 120 }, (_, at) => {
    const revision = at % 7 === 6 ? 2 : 1;
    const id = `d${revision === 2 ? at - 3 : at}`;
    return document(id, (at * 37) % 90, at % 2 === 0 ? 'The ferry Aurora.' : 'A storm, a ferry.', {
      revision,
      site: `s${at % 3}.example`,
    });
  });
  const stateAfter = async (sizes: readonly number[], restarts: boolean): Promise<Record<string, string>> => {
    let run = await opened({ ...SETTINGS, hours: 20, lists: [{ ...LIST, alert: 'burst' }] });
    for (let at = 0, group = 0; at < documents.length; group++) {
      const size = sizes[group % sizes.length];
      await run.commit(...documents.slice(at, at + size));
      at += size;
      if (restarts) run = await opened({ ...SETTINGS, hours: 20, lists: [{ ...LIST, alert: 'burst' }] }, run.store);
    }
    const state: Record<string, string> = {};
    for (const key of await run.store.keys('monitor/'))
      state[key] = Buffer.from((await run.store.get(key)) ?? []).toString();
    return state;
  };
  const expected = await stateAfter([120], false);
  assert.ok(Object.keys(expected).length > 20);
  for (const [sizes, restarts] of [
    [[1], false],
    [[1], true],
    [[7, 1, 30], true],
  ] as const)
    assert.deepEqual(await stateAfter(sizes, restarts), expected);
});

test('a site named like a property of objects is counted', async () => {
  const { monitor, commit } = await opened();
  await commit(document('1', 0, 'A ferry.', { site: '__proto__' }));
  assert.equal(monitor.trends({ bucket: 'hour', count: 1, list: null }).terms[0].sites[0].site, '__proto__');
});

test('many hits do not drive out alerts', async () => {
  const { monitor, commit } = await opened({
    ...SETTINGS,
    lists: [LIST, { ...LIST, name: 'often', terms: ['the'], alert: 'none' }],
  });
  await commit(
    document('first', 0, 'A ferry.'),
    ...Array.from({ length: 200 }, (_, at) => document(`${at}`, 0, 'The.')),
  );
  const kinds = monitor.recent().map(({ kind }) => kind);
  assert.deepEqual(
    [kinds.filter((kind) => kind === 'hit').length, kinds.filter((kind) => kind === 'alert').length],
    [100, 1],
  );
});

test('events are numbered, those of a commit are passed on after it, and the latest survive a restart', async () => {
  const first = await opened();
  const heard: number[] = [];
  const end = first.monitor.onCommit((events) => heard.push(...events.map((one) => one.number)));
  await first.monitor.observe(document('1', 0, 'A ferry.'));
  assert.deepEqual([heard, first.monitor.recent().length], [[], 0]);
  await first.commit();
  assert.deepEqual(heard, [1, 2]);
  end();
  const second = await opened(SETTINGS, first.store);
  await second.commit(document('2', 1, 'A storm.'));
  assert.deepEqual(
    second.monitor.recent().map((one) => one.number),
    [1, 2, 3, 4],
  );
});
