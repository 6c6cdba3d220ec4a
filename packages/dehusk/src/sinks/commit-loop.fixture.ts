// What a pipeline does to a sink, until it is killed or the disk is full: write, flush, commit the mark, say so. See contract.test.ts.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { testOptions, testRecord } from './contract-records.fixture.js';
import { sinkNamed } from './index.js';
import { SinkError } from './sink.js';

const [name, folder, state] = process.argv.slice(2);

function commit(mark: Uint8Array, count: number): void {
  writeFileSync(`${state}.new`, JSON.stringify({ mark: Buffer.from(mark).toString('base64'), count }));
  renameSync(`${state}.new`, state);
}

try {
  const saved = existsSync(state) ? JSON.parse(readFileSync(state, 'utf8')) : null;
  const mark = saved === null ? undefined : Buffer.from(saved.mark, 'base64');
  const sink = await sinkNamed(name).open(testOptions(folder), mark);
  let count: number = saved?.count ?? 0;
  // Commits grow, so that the limit is met by sinks too that write every commit into files of its own.
  for (let size = 7; ; size += 4) {
    commit(await sink.flush(), count);
    await sink.committed();
    process.stdout.write(`${count}\n`);
    for (let more = 0; more < size; more++) await sink.write(testRecord(++count));
  }
} catch (error) {
  process.stderr.write(error instanceof SinkError ? `SinkError: ${error.message}\n` : String((error as Error).stack));
  process.exitCode = 3;
}
