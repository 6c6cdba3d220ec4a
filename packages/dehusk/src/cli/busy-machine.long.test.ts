/** Limits of time count the work of a page: what else the machine does, and a process that is stopped, reject nothing. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAIN } from './stream-process.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-busy-'));
after(() => rmSync(folder, { recursive: true }));

const SENTENCE = 'Every spring the ferrymen count the posts along the shore and paint those that lost their colour. ';
const PAGES = 40;

/** Writes pages of so many paragraphs. Returns the file. */
function writePages(count: number, paragraphs: number): string {
  const file = join(folder, `${paragraphs}.jsonl`);
  const rows = Array.from({ length: count }, (_, id) => {
    const html = `<html lang="en"><title>Page ${id}</title><h1>Page ${id}</h1>${`<p>${SENTENCE.repeat(3)}</p>`.repeat(paragraphs)}`;
    return `${JSON.stringify({ id, url: `https://river.example/${id}`, html })}\n`;
  });
  writeFileSync(file, rows.join(''));
  return file;
}

interface Row {
  readonly ok: boolean;
  readonly reason: string | null;
}

test('batch on a busy machine, stopped for longer than its limits allow: no page is rejected', async () => {
  const burners = Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', 'for (;;);']));
  const input = writePages(PAGES, 200);
  const output = join(folder, 'rows.jsonl');
  try {
    const child = spawn(
      process.execPath,
      [MAIN, 'batch', input, '-o', output, '--threads', '2', '--timeout', '1', '--fields', 'id,ok,reason,detail'],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const closed = new Promise((done) => child.on('close', done));
    const written = (): boolean => {
      try {
        return readFileSync(output, 'utf8').includes('\n');
      } catch {
        return false;
      }
    };
    while (child.exitCode === null && !written()) await sleep(20);
    // Limit and grace together were three seconds.
    const everybody = [child, ...burners];
    for (const one of everybody) one.kill('SIGSTOP');
    await sleep(4_000);
    for (const one of everybody) one.kill('SIGCONT');
    assert.equal(await closed, 0);
  } finally {
    for (const burner of burners) burner.kill('SIGKILL');
  }
  const read = readFileSync(output, 'utf8').trim().split('\n');
  const failed = read.map((one) => JSON.parse(one) as Row).filter(({ ok }) => !ok);
  assert.deepEqual([read.length, failed], [PAGES, []]);
});

test('a page that takes more than the limit is rejected as timeout by its CPU time', async () => {
  // Linux updates a thread's CPU time every few milliseconds only, so each page takes many.
  const input = writePages(5, 5_000);
  const child = spawn(process.execPath, [MAIN, 'batch', input, '--timeout', '0.001', '--fields', 'reason,detail'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  await new Promise((done) => child.on('close', done));
  const reasons = out
    .trim()
    .split('\n')
    .map((one) => (JSON.parse(one) as Row).reason);
  assert.deepEqual([reasons.length, new Set(reasons)], [5, new Set(['timeout'])]);
});
