// Uses a sink like the pipeline until it is killed or the disk is full: write, flush, commit the checkpoint, report. See contract.test.ts.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { testOptions, testRecord } from './contract-records.fixture.js';
import { SinkError, type SinkKind } from './sink.js';

const [name, folder, state] = process.argv.slice(2);

function commit(checkpoint: Uint8Array, count: number): void {
  writeFileSync(`${state}.new`, JSON.stringify({ checkpoint: Buffer.from(checkpoint).toString('base64'), count }));
  renameSync(`${state}.new`, state);
}

try {
  const saved = existsSync(state) ? JSON.parse(readFileSync(state, 'utf8')) : null;
  const checkpoint = saved === null ? undefined : Buffer.from(saved.checkpoint, 'base64');
  // Not by the table, which loads every sink and the core.
  const kind: SinkKind = (await import(`./${name}.js`))[`${name}Sink`];
  const sink = await kind.open(testOptions(folder, kind), checkpoint);
  let count: number = saved?.count ?? 0;
  // Commits grow, so that sinks with one file per commit reach the limit, too.
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
