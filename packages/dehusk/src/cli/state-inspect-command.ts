/** `dehusk state inspect STATE [HOST]`: the sites a state knows, and how far the inputs were read. */
import { DuplicateFilter, urltree } from '@dehusk/core/internal';
import type { Command } from 'commander';
import { type Store, uncheckedValue } from '../stores/store.js';
import { unitOfKey } from '../stream/site-models.js';
import { decodeRecord } from '../stream/site-record.js';
import { duplicatesKey, siteKey, TOTALS_KEY } from '../stream/state-keys.js';
import { stateKindOf } from '../stream/state-values.js';
import { decodeTotals } from '../stream/stream-counts.js';
import { table } from '../terminal/table.js';
import { columnsOf, painterFor } from '../terminal/terminal.js';
import type { CommandEnd } from './failures.js';
import { print } from './outputs.js';
import { unknownHost, urlOfHost, withState } from './site-state.js';

/** A site's entry in the state. */
interface SiteState {
  readonly site: string;
  /** Pages learnt from; null for `dehusk site learn`, which does not count them. */
  readonly pages: number | null;
  /** Pages seen, duplicates included; null when no stream saw the site. */
  readonly seen: number | null;
  readonly duplicates: number | null;
  /** Pages that wait for the site's pattern. */
  readonly waiting: number;
  readonly bytes: number;
  /** Time of the newest page learnt from, milliseconds since 1970. */
  readonly learntAt: number | null;
  /** Values by key, in bytes. */
  readonly values: Readonly<Record<string, number>>;
}

interface InspectFlags {
  readonly json?: true;
}

const DAY = 86_400_000;

/** Adds the command's arguments and options. */
export function describeStateInspect(command: Command, finish: (end: CommandEnd) => void): void {
  command
    .argument('<state>', 'a folder of state')
    .argument('[host]', 'a host or any address of a site: only its values')
    .option('--json', 'everything, as JSON')
    .addHelpText(
      'after',
      `
Examples:
  dehusk state inspect state/
  dehusk state inspect state/ www.example.org
  dehusk state inspect state/ --json | jq '.sites[] | select(.pages < 10) | .site'`,
    )
    .action(async (folder: string, host: string | undefined, flags: InspectFlags) => {
      await withState(folder, false, async (store) => {
        const sites = await sitesOf(store);
        if (host === undefined) return showAll(store, sites, flags);
        const found = sites.get(urltree.unit(urlOfHost(host)));
        if (found === undefined) throw await unknownHost(store, host, folder);
        return showOne(found, flags);
      });
      finish('all-extracted');
    });
}

/** Sites by registrable domain, each with the values of all its hosts. */
async function sitesOf(store: Store): Promise<Map<string, SiteState>> {
  const values = new Map<string, Record<string, number>>();
  for (const key of await store.keys()) {
    if (!stateKindOf(key)?.isLearnt) continue;
    const subject = unitOfKey(key).unit.split('/')[0];
    const site = urltree.unit(`https://${subject}/`) || subject;
    const own = values.get(site) ?? {};
    own[key] = (await uncheckedValue(store, key))?.length ?? 0;
    values.set(site, own);
  }
  const sites = new Map<string, SiteState>();
  for (const [site, own] of values) {
    const record = await read(store, siteKey(site), decodeRecord);
    const counters = (await read(store, duplicatesKey(site), (bytes) => DuplicateFilter.decode(bytes)))?.counters;
    sites.set(site, {
      site,
      pages: record?.learnt ?? null,
      seen: counters?.documents ?? null,
      duplicates: counters === undefined ? null : Math.max(0, counters.documents - counters.keys - counters.revisions),
      waiting: record?.learning.length ?? 0,
      bytes: Object.values(own).reduce((sum, one) => sum + one, 0),
      learntAt: record?.learntAt ?? null,
      values: own,
    });
  }
  return sites;
}

/** A value, or null when it is missing or unreadable (`dehusk state verify` reports those). */
async function read<T>(store: Store, key: string, decode: (bytes: Uint8Array) => T): Promise<T | null> {
  const bytes = await uncheckedValue(store, key);
  if (bytes === undefined) return null;
  try {
    return decode(bytes);
  } catch {
    return null;
  }
}

async function showAll(store: Store, sites: ReadonlyMap<string, SiteState>, flags: InspectFlags): Promise<void> {
  const ordered = [...sites.values()].sort((a, b) => (b.pages ?? 0) - (a.pages ?? 0) || (a.site < b.site ? -1 : 1));
  const totals = await read(store, TOTALS_KEY, decodeTotals);
  const positions = await store.positions();
  if (flags.json) return print(`${JSON.stringify({ totals, positions, sites: ordered }, null, 1)}\n`);
  const rows = ordered.map(({ site, pages, seen, duplicates, waiting, bytes, learntAt }) => ({
    cells: [
      site,
      pages === null ? '' : String(pages),
      seen === null || duplicates === null ? '' : `${Math.round((100 * duplicates) / Math.max(1, seen))} %`,
      waiting === 0 ? '' : String(waiting),
      String(Math.ceil(bytes / 1024)),
      learntAt === null ? '' : ageOf(Date.now() - learntAt),
    ],
  }));
  const right = 'right' as const;
  const heads = [
    { title: 'site' },
    { title: 'pages', align: right },
    { title: 'duplicates', align: right, leftOut: 1 },
    { title: 'waiting', align: right, leftOut: 2 },
    { title: 'KiB', align: right },
    { title: 'last learnt', leftOut: 3 },
  ];
  const paint = painterFor(process.stdout);
  await print(table(heads, rows, { columns: columnsOf(process.stdout), paint }));
  const megabytes = ordered.reduce((sum, { bytes }) => sum + bytes, 0) / 1024 / 1024;
  await print(`\n${ordered.length} sites, ${megabytes.toFixed(1)} MB\n`);
  if (totals !== null) {
    const rejected = Object.entries(totals.rejected).map(([reason, count]) => `${count} ${reason}`);
    await print(
      `${totals.emitted} documents (${totals.revised} of them corrections)${rejected.length > 0 ? `; rejected: ${rejected.join(', ')}` : ''}\n`,
    );
  }
  for (const { input, at } of positions) await print(`${input}: read to ${at}\n`);
}

function showOne(site: SiteState, flags: InspectFlags): Promise<void> {
  if (flags.json) return print(`${JSON.stringify(site, null, 1)}\n`);
  const rows = Object.entries(site.values).map(([key, bytes]) => ({ cells: [String(Math.ceil(bytes / 1024)), key] }));
  const heads = [{ title: 'KiB', align: 'right' as const }, { title: 'value' }];
  return print(table(heads, rows, { columns: columnsOf(process.stdout), paint: painterFor(process.stdout) }));
}

/** A time span in words, in its largest unit. */
function ageOf(milliseconds: number): string {
  const units: readonly (readonly [number, string])[] = [
    [DAY, 'day'],
    [DAY / 24, 'hour'],
    [60_000, 'minute'],
  ];
  for (const [span, name] of units) {
    const count = Math.floor(milliseconds / span);
    if (count >= 1) return `${count} ${name}${count === 1 ? '' : 's'} ago`;
  }
  return 'now';
}
