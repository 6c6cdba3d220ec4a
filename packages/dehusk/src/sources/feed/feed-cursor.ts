/** Where the reading of a feed stands, as kept in the store. */
import type { FeedRate } from './poll-schedule.js';

export interface FeedCursor {
  readonly url: string;
  /** Validators of the copy whose items were all had. */
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly rate: FeedRate;
  /** Milliseconds since 1970 of the last poll. */
  readonly polledAt: number;
}

export function encodeCursor(cursor: FeedCursor): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(cursor));
}

/** The cursor, or null when there is none or it is not one: the feed is then read as if for the first time. */
export function decodeCursor(bytes: Uint8Array | undefined, url: string): FeedCursor | null {
  if (bytes === undefined) return null;
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes)) as Partial<FeedCursor> | null;
    const { etag, lastModified, rate, polledAt } = value ?? {};
    if (value?.url !== url || typeof polledAt !== 'number') return null;
    if (typeof rate?.items !== 'number' || typeof rate.milliseconds !== 'number') return null;
    return { url, etag: textOf(etag), lastModified: textOf(lastModified), rate, polledAt };
  } catch {
    return null;
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
