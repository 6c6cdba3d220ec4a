/** Archives of real pages for benchmarks, written by the sink `warc`. */
import { createHash } from 'node:crypto';
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type RawPage, sinkNamed } from 'dehusk';
import { openDataset } from '../datasets/index.js';

/** When all its pages were fetched: the archive is the same each time it is made. */
const FETCHED_AT = Date.UTC(2026, 0, 1);

/**
 * Writes the pages of a dataset so many times over, each time with a mark of its own, so that none repeats another.
 *
 * @returns the path given; an archive that is there already is kept
 */
export async function writeBenchArchive(path: string, dataset: string, times: number): Promise<string> {
  if (existsSync(path)) return path;
  const folder = `${path}.parts`;
  rmSync(folder, { recursive: true, force: true });
  await mkdir(dirname(path), { recursive: true });
  const sink = await sinkNamed('warc').open({ folder, maxMegabytes: 1e9, fsync: 'never' }, undefined);
  for (let time = 0; time < times; time++)
    for await (const page of openDataset(dataset).cases()) {
      const url = `${page.url ?? `http://${page.id}.example/`}#${time}`;
      const raw: RawPage = {
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

export function megabytesOf(path: string): number {
  return statSync(path).size / 1e6;
}
