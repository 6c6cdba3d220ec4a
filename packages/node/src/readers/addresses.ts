/** Pages fetched from their addresses. */
import { createReadStream } from 'node:fs';
import { withoutPassword } from '../without-password.js';
import { type Input, type PageReader, placeFor } from './input.js';
import { readLines } from './read-lines.js';
import { readStandardInput } from './standard-input.js';

export const addressReader: PageReader = {
  accepts: ({ input }) => input.kind === 'url',
  async *find({ name: url, fetch }, options) {
    const place = placeFor(options, placeOf(url), null);
    if (place === null) return;
    const from = { input: url, name: url, id: url, place, number: 1, line: 1, size: 0, changedAt: null };
    const answer = await fetch(url);
    if (answer.kind === 'fetched') {
      const { bytes: page, charset, mediaType, url, at } = answer;
      yield { ...from, kind: 'read', page, charset, mediaType, url, title: null, at };
    } else if (answer.kind === 'failed') {
      const { reason, detail, attempts } = answer;
      const whole = attempts > 1 ? `${detail} (${attempts} attempts)` : detail;
      yield { ...from, url, kind: 'failed', reason, detail: whole };
    }
  },
};

/** Longest line of a list, in bytes. What is longer than an address and shorter than this is refused when it is fetched. */
const MAX_LINE_BYTES = 2 ** 20;

/**
 * The addresses in a list: one a line; blank lines and lines that begin with `#` are left out.
 *
 * @throws RangeError for a line that is too long for an address
 */
export async function readUrlList(path: string): Promise<Input[]> {
  const bytes = path === '-' ? readStandardInput('addresses') : createReadStream(path);
  const inputs: Input[] = [];
  for await (const line of readLines(bytes as AsyncIterable<Uint8Array>, MAX_LINE_BYTES)) {
    if (line.tooLong)
      throw new RangeError(
        `${path}:${line.number}: got a line of more than ${MAX_LINE_BYTES} bytes, expected an address`,
      );
    const url = new TextDecoder().decode(line.bytes).trim();
    if (url !== '' && !url.startsWith('#')) inputs.push({ kind: 'url', url: withoutPassword(url) });
  }
  return inputs;
}

/** Most characters and bytes of a file name made from a part of an address; file systems allow 255 bytes, endings included. */
const MAX_NAME = 80;
const MAX_NAME_BYTES = 200;
/** Most folders made from an address, so that its path stays below the 4,096 bytes that Linux allows. */
const MAX_FOLDERS = 12;

/** A path for an address: host, then the parts of its path, with what file systems refuse replaced. */
export function placeOf(url: string): string {
  if (!URL.canParse(url)) return 'page';
  const { host, pathname, search } = new URL(url);
  const safe = (part: string): string => {
    const plain = part.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^\.+/, '');
    let name = [...plain].slice(0, MAX_NAME).join('');
    while (Buffer.byteLength(name) > MAX_NAME_BYTES) name = [...name].slice(0, -1).join('');
    return name.replace(/(?<!\.)\.+$/, '').replace(DEVICE_NAME, '$&_');
  };
  let path = pathname;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    // A stray percent sign stays as it is.
  }
  const parts = path
    .split('/')
    .map(safe)
    .filter((part) => part !== '');
  const last = pathname.endsWith('/') ? 'index' : (parts.pop() ?? 'index');
  return [safe(host), ...parts.slice(0, MAX_FOLDERS), search === '' ? last : safe(`${last}${search}`)].join('/');
}

/** The beginning of a file name, in any case, that Windows takes for a device, whatever follows its first dot. */
export const DEVICE_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
