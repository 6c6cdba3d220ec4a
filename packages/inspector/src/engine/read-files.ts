/** Pages in files: HTML, JSON lines and WARC, plain or gzip. */
import type { InspectedPage } from './worker.js';

/** A row of a file that holds many pages; `gold` and `decision` as the inspector exports them. */
export interface FilePage extends InspectedPage {
  readonly gold: string | null;
}

/** Most pages that are listed of a file. */
const MAX_PAGES = 2_000;
/** Largest unpacked file, in bytes. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * The pages of a file.
 *
 * @throws Error for a file that holds none, saying what was expected
 */
export async function pagesOfFile(name: string, packed: Uint8Array): Promise<FilePage[]> {
  const bytes = isGzip(packed) ? await gunzipped(packed) : packed;
  if (/\.warc(?:\.gz)?$/i.test(name) || latin(bytes.subarray(0, 5)) === 'WARC/') return warcPages(bytes);
  if (/\.(?:jsonl|ndjson)(?:\.gz)?$/i.test(name)) return jsonPages(new TextDecoder().decode(bytes));
  return [{ content: bytes, url: null, name, gold: null }];
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Unpacks gzip, of one or several members. */
async function gunzipped(bytes: Uint8Array): Promise<Uint8Array> {
  const reader = new Blob([bytes as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream('gzip'))
    .getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MAX_BYTES) throw new Error(`the file has more than the ${MAX_BYTES} bytes allowed`);
    pieces.push(value);
  }
  return new Uint8Array(await new Blob(pieces as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

/** The pages of JSON lines: `html`, and `url`, `id`, `gold` where they are known. */
function jsonPages(text: string): FilePage[] {
  const pages: FilePage[] = [];
  let number = 0;
  for (const line of text.split('\n')) {
    number++;
    if (line.trim() === '') continue;
    let row: Record<string, unknown>;
    try {
      row = JSON.parse(line);
    } catch {
      throw new Error(`line ${number} is not JSON`);
    }
    if (typeof row?.html !== 'string') throw new Error(`line ${number} has no "html"`);
    const textOf = (field: string): string | null => (typeof row[field] === 'string' ? (row[field] as string) : null);
    pages.push({
      content: row.html,
      url: textOf('url'),
      name: String(row.id ?? `line ${number}`),
      gold: textOf('gold'),
    });
    if (pages.length === MAX_PAGES) break;
  }
  if (pages.length === 0) throw new Error('the file has no lines');
  return pages;
}

const latin = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

/** The HTML responses of a WARC file (ISO 28500), by the announced lengths of its records. */
function warcPages(bytes: Uint8Array): FilePage[] {
  const pages: FilePage[] = [];
  for (let at = 0; at < bytes.length && pages.length < MAX_PAGES; ) {
    while (bytes[at] === 0x0d || bytes[at] === 0x0a) at++;
    const head = headAt(bytes, at);
    if (head === null || !head.text.startsWith('WARC/')) break;
    const length = Number(fieldOf(head.text, 'content-length') ?? Number.NaN);
    if (!Number.isInteger(length) || length < 0) break;
    const url = fieldOf(head.text, 'warc-target-uri')?.replace(/^<|>$/g, '') ?? null;
    if (fieldOf(head.text, 'warc-type') === 'response') {
      const block = bytes.subarray(head.end, head.end + length);
      const http = headAt(block, 0);
      const type = http === null ? null : fieldOf(http.text, 'content-type');
      const isPlain = http !== null && fieldOf(http.text, 'content-encoding') === null;
      if (http !== null && isPlain && /html/i.test(type ?? ''))
        pages.push({ content: block.slice(http.end), url, name: url ?? `record ${pages.length + 1}`, gold: null });
    }
    at = head.end + length;
  }
  if (pages.length === 0) throw new Error('the WARC file has no HTML response that is not compressed');
  return pages;
}

/** Longest head of a record. */
const MAX_HEAD = 65_536;

function headAt(bytes: Uint8Array, at: number): { readonly text: string; readonly end: number } | null {
  const text = latin(bytes.subarray(at, at + MAX_HEAD));
  const end = text.indexOf('\r\n\r\n');
  return end === -1 ? null : { text: text.slice(0, end), end: at + end + 4 };
}

function fieldOf(head: string, name: string): string | null {
  for (const line of head.split('\r\n')) {
    const at = line.indexOf(':');
    if (at > 0 && line.slice(0, at).trim().toLowerCase() === name) return line.slice(at + 1).trim();
  }
  return null;
}
