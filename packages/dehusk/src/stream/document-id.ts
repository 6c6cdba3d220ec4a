import { createHash } from 'node:crypto';

/** A document's stable id: 32 hexadecimal digits of the SHA-256 of its site and URL key; the same on every run. */
export function documentId(site: string, key: string): string {
  return hashed(`document\n${site}\n${key}`);
}

/** The id of a page that gave no document, or of a piece of input that was none: by input and place. */
export function rejectId(input: string, item: string): string {
  return hashed(`reject\n${input}\n${item}`);
}

/** A short digest of a document's text: whether a second look at a page changed it. */
export function textDigest(text: string): string {
  return hashed(text);
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
