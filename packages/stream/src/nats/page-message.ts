/** Messages between the roles: a request to fetch a page, and a page with its content. */
import { gunzipSync, gzipSync } from 'node:zlib';
import type { SourceItem } from '../sources/source.js';

/** A page to fetch, as JSON: an item of a source. */
export interface FetchTask extends Pick<SourceItem, 'id' | 'url' | 'title' | 'at' | 'seenAt'> {
  /** The source's input. */
  readonly input: string;
  /** Where the outcome with the page's links goes; null: nobody waits for it. */
  readonly outcome: string | null;
}

/** How a request ended, for sources that follow links. */
export interface PageOutcome {
  /** The id of the source's item. */
  readonly id: string;
  /** Null when the page was fetched. */
  readonly reason: string | null;
  /** The final address. */
  readonly url: string;
  readonly links: readonly string[];
}

/** A page: a line of JSON, then its bytes as gzip. */
interface PageMessage extends Omit<FetchTask, 'outcome'> {
  readonly charset: string | null;
  readonly contentType: string | null;
  readonly page: Uint8Array | string;
}

const LINE_END = 10;

/** The page as bytes. */
export function encodePage({ page, ...about }: PageMessage): Uint8Array {
  const line = JSON.stringify({ ...about, isText: typeof page === 'string' });
  return Buffer.concat([Buffer.from(`${line}\n`), gzipSync(page, { level: 1 })]);
}

/**
 * @param maxBytes bound on the page, unpacked
 * @throws RangeError for other bytes
 */
export function decodePage(bytes: Uint8Array, maxBytes: number): PageMessage {
  try {
    const end = bytes.indexOf(LINE_END);
    const { isText, ...about } = JSON.parse(Buffer.from(bytes.subarray(0, end)).toString()) as PageMessage & {
      readonly isText: boolean;
    };
    const page = gunzipSync(bytes.subarray(end + 1), { maxOutputLength: maxBytes });
    return { ...about, page: isText ? page.toString() : page };
  } catch (error) {
    throw new RangeError(
      `got ${bytes.length} bytes that are no page (${(error as Error).message}), expected a line of JSON and gzip`,
    );
  }
}
