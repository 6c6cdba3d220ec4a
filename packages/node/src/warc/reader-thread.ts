// A thread that reads the pages of a WARC file, and posts them several at once with their bodies in one buffer.
import { parentPort, workerData } from 'node:worker_threads';
import {
  readWarcPages,
  type WarcCounts,
  type WarcPage,
  type WarcPageFault,
  type WarcPageOptions,
} from './warc-pages.js';

/** Data the thread starts with. */
export interface ReaderData {
  readonly path: string;
  readonly options: WarcPageOptions & { readonly counts: WarcCounts };
  /** Parcels that the other thread has used up. */
  readonly taken: Int32Array;
}

/** Pages in a row. */
export interface Parcel {
  readonly pages: readonly (WarcPage | WarcPageFault)[];
  /** Totals up to and with them. */
  readonly counts: WarcCounts;
  readonly isLast: boolean;
}

/** Bytes of a parcel, at least. */
const PARCEL_BYTES = 2 ** 18;
const PARCEL_PAGES = 64;
/** Parcels not used up yet, at most. */
const AHEAD = 4;

const { path, options, taken } = workerData as ReaderData;
let sent = 0;
let pages: (WarcPage | WarcPageFault)[] = [];
let bytes = 0;

for await (const page of readWarcPages(path, options)) {
  pages.push(page);
  if (page.kind === 'page') bytes += page.body.length;
  if (bytes >= PARCEL_BYTES || pages.length >= PARCEL_PAGES) post(false);
}
post(true);

function post(isLast: boolean): void {
  // This thread has nothing else to do, so it may block.
  for (let used = Atomics.load(taken, 0); sent - used >= AHEAD; used = Atomics.load(taken, 0))
    Atomics.wait(taken, 0, used);
  const buffer = new ArrayBuffer(bytes);
  let at = 0;
  const packed = pages.map((page) => {
    if (page.kind === 'fault') return page;
    const body = new Uint8Array(buffer, at, page.body.length);
    body.set(page.body);
    at += body.length;
    return { ...page, body };
  });
  parentPort?.postMessage({ pages: packed, counts: options.counts, isLast } satisfies Parcel, [buffer]);
  sent++;
  pages = [];
  bytes = 0;
}
