import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { addressFrom, type PagePlace, type ReadOptions } from './input.js';

/** A page's bytes, or the reason why there are none. */
export type PageBytes =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: 'unreadable' | 'too-large'; readonly detail: string };

/**
 * Reads a page from a file; gzip is recognised by its first bytes, whatever the file is called.
 * Synchronous: a worker has nothing else to do meanwhile. Never throws on what the disk does.
 *
 * @param path a regular file; pipes and devices are refused, as reading them may never end
 * @param maxBytes bound on the file and on what it unpacks to
 * @param root folder that the path may not leave, links included; null: a person named the path, and it may lead anywhere
 */
export function readPageFile(path: string, maxBytes: number, root: string | null): PageBytes {
  let file: number | undefined;
  try {
    // Without O_NONBLOCK, opening a pipe without a writer would block before the pipe could be refused.
    file = openSync(root === null ? path : pathInside(root, path), constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = fstatSync(file);
    if (!stat.isFile())
      return unreadable(`${path} is ${stat.isDirectory() ? 'a folder' : 'a device or pipe'}, expected a file`);
    if (stat.size > maxBytes)
      return {
        ok: false,
        reason: 'too-large',
        detail: `${path} has ${stat.size} bytes, more than the ${maxBytes} allowed`,
      };
    return unpack(readFileSync(file), path, maxBytes);
  } catch (error) {
    return unreadable(error instanceof Error ? error.message : String(error));
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/**
 * The path without links. An untrusted input may only name files in its folder: `/etc/shadow`, `../../secret` or a link to them
 * would become a document.
 *
 * @throws Error when it is outside of the root, whether or not there is a file
 */
function pathInside(root: string, path: string): string {
  try {
    const real = realpathSync.native(path);
    if (isInside(realpathSync.native(root), real)) return real;
  } catch (error) {
    if (isInside(resolve(root), resolve(path))) throw error;
  }
  throw new Error(
    `${path} is outside of the folder ${resolve(root)}; --root FOLDER (root of a source) allows a wider one`,
  );
}

function isInside(root: string, path: string): boolean {
  const below = relative(root, path);
  return below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}

/** A file that is a page. @param root folder that it may not leave, links included; null: a person named it */
export function fileFound(
  from: PagePlace,
  changedAt: number | null,
  { urlTemplate = null }: Pick<ReadOptions, 'urlTemplate'>,
  root: string | null,
  share?: number,
) {
  const url = urlTemplate === null ? null : addressFrom(urlTemplate, from.place);
  const known = { line: from.number, size: from.name.length, changedAt, ...(share !== undefined && { share }) };
  return { ...from, ...known, kind: 'file', path: from.name, root, url } as const;
}

const TEXT = /\.(?:(txt|text)|md|markdown)(?:\.gz)?$/i;

/** The media type of a file by its name: plain text, Markdown, or null for all others, which show what they are. */
export function mediaTypeOf(path: string): string | null {
  const found = TEXT.exec(path);
  return found === null ? null : found[1] === undefined ? 'text/markdown' : 'text/plain';
}

/**
 * A page's bytes without gzip; bytes that are not gzip are returned as they are.
 *
 * @param name what to call the input in messages
 * @param maxBytes bound on the unpacked bytes
 */
export function unpack(bytes: Uint8Array, name: string, maxBytes: number): PageBytes {
  if (!isGzip(bytes)) return { ok: true, bytes };
  try {
    return { ok: true, bytes: gunzipSync(bytes, { maxOutputLength: maxBytes }) };
  } catch (error) {
    if (error instanceof RangeError)
      return { ok: false, reason: 'too-large', detail: `${name} unpacks to more than the ${maxBytes} bytes allowed` };
    const { code, message } = error as NodeJS.ErrnoException;
    return unreadable(
      code === 'Z_BUF_ERROR'
        ? `${name} is damaged: it ends within its gzip; get it again, or use what "gzip -dc" prints of it`
        : `${name} begins as gzip but is not: ${message}`,
    );
  }
}

/** Whether bytes begin with the magic number of gzip (RFC 1952). */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function unreadable(detail: string): PageBytes {
  return { ok: false, reason: 'unreadable', detail };
}
