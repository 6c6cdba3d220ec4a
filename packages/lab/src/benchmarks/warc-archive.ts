/** WARC archives of the pages of `wcxb-dev` for benchmarks, written by the sink `warc`. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type RawResponse, sinkNamed } from '@dehusk/stream';
import { openDataset } from '../datasets/index.js';

const DATASET = 'wcxb-dev';
/** Fetch time of every page, so that the archive is always the same. */
const FETCHED_AT = Date.UTC(2026, 0, 1);
export const READ_BYTES = 2 ** 20;

export const megabytesOf = (path: string): number => statSync(path).size / 1e6;

/**
 * Writes the dataset's pages several times, each time with a mark, so that no page repeats. Keeps an existing archive.
 *
 * @param limit pages at most
 */
export async function writeArchive(path: string, times: number, limit = Number.POSITIVE_INFINITY): Promise<string> {
  if (existsSync(path)) return path;
  const folder = `${path}.parts`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(path), { recursive: true });
  const sink = await sinkNamed('warc').open({ folder, maxMegabytes: 1e9, fsync: 'never' }, undefined);
  let pages = 0;
  for (let time = 0; time < times; time++)
    for await (const page of openDataset(DATASET).cases()) {
      if (++pages > limit) break;
      const url = `${page.url ?? `http://${page.id}.example/`}#${time}`;
      const raw: RawResponse = {
        bytes: Buffer.from(`<!-- ${time} -->${await page.html()}`),
        status: 200,
        headers: [['Content-Type', 'text/html; charset=utf-8']],
        at: FETCHED_AT,
      };
      const id = createHash('sha256').update(url).digest('hex').slice(0, 32);
      await sink.write({ id, revision: 1, site: page.domain ?? 'example', row: { url }, markdown: null, raw });
    }
  await sink.flush();
  await sink.committed();
  await sink.close();
  renameSync(`${folder}/pages.warc.gz`, path);
  rmSync(folder, { recursive: true });
  return path;
}
