/** A digest of the end of a file, which tells a file that is continued from another one that was put in its place. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Bytes that a digest covers. */
const DIGEST_BYTES = 2 ** 16;

/** A digest of the last bytes of a file before a position; of nothing for position 0, whether or not there is a file. */
export async function endDigest(path: string, end: number): Promise<string> {
  const hash = createHash('sha256');
  if (end > 0)
    for await (const chunk of createReadStream(path, { start: Math.max(0, end - DIGEST_BYTES), end: end - 1 }))
      hash.update(chunk as Buffer);
  return hash.digest('hex').slice(0, 32);
}
