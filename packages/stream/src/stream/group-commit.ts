/**
 * Commits the outcome of many pages: makes outputs durable, then writes all state in one transaction.
 *
 * Order: write records to the sinks; flush the sinks, which return checkpoints; run the transaction with the sites' state, the sources'
 * cursors, the checkpoints, the inputs' positions and the totals; notify the sinks. A crash before the transaction leaves records
 * beyond the checkpoints, which the sinks remove when they are opened; a crash after it leaves nothing to do.
 */
import type { SinkRecord } from '../sinks/sink.js';
import type { Store } from '../stores/store.js';
import { rejectId } from './document-row.js';
import { encodeAhead, type InputProgress } from './source-readings.js';
import { sealCheckpoint, stateKey, TOTALS_KEY } from './state-values.js';
import type { Reject, SinkInUse } from './stream.js';
import { encodeTotals, type StreamCounts } from './stream-counts.js';
import type { ItemEnd, WorkedDocument } from './worker-messages.js';

/** The targets of a commit. */
interface CommitTargets {
  readonly store: Store;
  readonly sinks: readonly SinkInUse[];
  readonly rejects: SinkInUse | null;
  readonly counts: StreamCounts;
  /** Progress of the inputs that are read in order, by name. */
  readonly progress: ReadonlyMap<string, InputProgress>;
  now(): number;
}

/** All sinks whose checkpoints a commit writes. */
function allSinks({ sinks, rejects }: CommitTargets): readonly SinkInUse[] {
  return [...sinks, ...(rejects === null ? [] : [rejects])];
}

/** Stores the first checkpoint of new sinks, before anything is written to them. */
export async function commitFirstCheckpoints(targets: CommitTargets): Promise<void> {
  const { store } = targets;
  const all = allSinks(targets);
  const changes = new Map<string, Uint8Array>();
  for (const { name, sink } of all)
    if ((await store.get(stateKey.sink(name))) === undefined)
      changes.set(stateKey.sink(name), sealCheckpoint(await sink.flush()));
  if (changes.size === 0) return;
  await store.commit(changes);
  for (const { name, sink } of all) if (changes.has(stateKey.sink(name))) await sink.committed();
}

/**
 * Writes the outcome of items in the order they were seen, with the state they led to.
 *
 * @param isLast whether it is the last commit of the run
 * @throws SinkError, StoreError or the disk's error; nothing committed before is changed
 */
export async function commitGroup(
  targets: CommitTargets,
  ends: readonly ItemEnd[],
  state: ReadonlyMap<string, Uint8Array | null>,
  isLast: boolean,
): Promise<void> {
  const { store, counts, progress } = targets;
  const changes = new Map(state);
  const ordered = [...ends].sort((a, b) => a.item.number - b.item.number);
  const again = new Set(ordered.filter(comesAgain));
  for (const end of ordered) {
    if (!again.has(end)) await writeEnd(targets, end);
    settle(end, changes);
  }
  const all = allSinks(targets);
  const checkpoints = await Promise.all(all.map(({ sink }) => sink.flush(isLast)));
  for (let at = 0; at < all.length; at++) changes.set(stateKey.sink(all[at].name), sealCheckpoint(checkpoints[at]));

  const positions = [];
  for (const { item } of ordered)
    if (item.event.position !== null) progress.get(item.source.input)?.finish(item.event.position);
  for (const [input, one] of progress) {
    const { at, ahead } = one.state();
    if (at !== null) positions.push({ input, at });
    changes.set(stateKey.ahead(input), ahead.length === 0 ? null : encodeAhead(ahead));
  }
  const now = targets.now();
  for (const end of ordered) counts.count(end, again.has(end), now);
  changes.set(TOTALS_KEY, encodeTotals(counts.totals()));
  await store.commit(changes, positions);
  counts.committed();
  await Promise.all(all.map(({ sink }) => sink.committed()));
}

/** Whether an item has not ended, because its source will offer it again. */
function comesAgain({ item: { event, source }, mayPass }: ItemEnd): boolean {
  return mayPass && event.kind === 'item' && source.comesAgain?.(event) === true;
}

/** Writes an item's document, its corrections and its rejection to the sinks. */
async function writeEnd({ sinks, rejects, now }: CommitTargets, end: ItemEnd): Promise<void> {
  const site = end.item.site ?? '';
  const put = async (document: WorkedDocument, raw: ItemEnd['item']['raw']): Promise<void> => {
    const { id, revision, row, markdown } = document;
    for (const { kind, sink } of sinks)
      await sink.write({
        id,
        revision,
        site,
        row,
        markdown: kind.wantsMarkdown ? markdown : null,
        raw: kind.wantsRaw ? raw : null,
      });
  };
  if (end.document !== null) await put(end.document, end.item.raw);
  for (const correction of end.corrections) await put(correction, null);
  if (end.reject === null || rejects === null) return;
  const { event, source, url } = end.item;
  const place = event.kind === 'item' ? event.id : `${event.where} ${event.position ?? ''} ${event.reason}`;
  const input = (event.kind === 'item' ? event.input : undefined) ?? source.input;
  await rejects.sink.write(rejectRecord(place, site, { url, ...end.reject, at: now(), input }));
}

/**
 * A rejection as sinks receive it.
 *
 * @param place of the item in its input
 * @param site empty when it is not known
 */
export function rejectRecord(place: string, site: string, reject: Reject): SinkRecord {
  const id = rejectId(reject.input, place);
  const row = { id, ...reject, at: new Date(reject.at).toISOString() };
  return { id, revision: 1, site, row, markdown: null, raw: null };
}

function settle(end: ItemEnd, changes: Map<string, Uint8Array | null>): void {
  const { event, source, url } = end.item;
  if (event.kind !== 'item') return;
  const settled = source.settle(event, {
    kind: end.document === null ? 'rejected' : 'emitted',
    reason: end.reject?.reason ?? null,
    mayPass: end.mayPass,
    url,
    links: end.links,
  });
  for (const [key, value] of settled) changes.set(key, value);
}
