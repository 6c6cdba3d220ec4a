/** Pages that the fuzzer mutates. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

export const FIXTURES = fileURLToPath(new URL('../../../core/fixtures', import.meta.url));
/** Larger pages are left out: mutations of many small ones find more. */
const MAX_BYTES = 200_000;

/** The sources of the `.html` and `.html.gz` files below a folder, by path. @throws Error when there is no such folder */
export function pagesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.html?(?:\.gz)?$/.test(path))
    .sort()
    .flatMap((path) => {
      const bytes = readFileSync(join(folder, path));
      const page = path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
      return page.length <= MAX_BYTES ? [page.toString('utf8')] : [];
    });
}
