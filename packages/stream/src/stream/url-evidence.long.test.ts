/** URL rules that the stream learns: applied on request, and the same after a kill. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { queryPages } from './made-up-pages.fixture.js';
import { openRun, rowsOf, stateOf } from './made-up-run.fixture.js';
import { stateKey } from './state-values.js';
import type { StreamOptions } from './stream.js';
import { decodeEvidence, emptyEvidence, recordAddress } from './url-rule-learning.js';

const home = mkdtempSync(join(tmpdir(), 'dehusk-url-evidence-'));
after(() => rmSync(home, { recursive: true }));
let folders = 0;
const PAGES = queryPages(120);
const SITE = 'query.example';

interface Outcome {
  readonly folder: string;
  readonly documents: number;
  readonly rules: readonly (readonly [retain: string, isApplied: boolean])[];
}

async function ran(options: Partial<StreamOptions>, folder = join(home, `run-${folders++}`)): Promise<Outcome> {
  await (await openRun(folder, PAGES, { workers: 1, extractor: 'bte', ...options })).finish();
  const value = (await stateOf(folder))[stateKey.addresses(SITE)];
  const { rules } = value === undefined ? emptyEvidence() : decodeEvidence(Buffer.from(value, 'base64'));
  return {
    folder,
    documents: rowsOf(folder, 'documents').length,
    rules: rules.map(({ retain, isApplied }) => [retain.join(), isApplied]),
  };
}

const applied = ran({ urlRuleLearning: 'apply' });

test('a rule is learnt on request, and applied from the page after it was learnt', async () => {
  const { documents, rules } = await applied;
  // Before the 50th page the query is dropped: one document. Then each of the stories 24 to 59 is one.
  assert.deepEqual({ documents, rules }, { documents: 37, rules: [['id', true]] });
  const cases: readonly (readonly [Partial<StreamOptions>, Omit<Outcome, 'folder'>])[] = [
    [{}, { documents: 1, rules: [] }],
    // Configured rules come first.
    [
      { urlRuleLearning: 'apply', urlRules: [{ pattern: 'query\\.example/show', keep: ['id', 'sid'] }] },
      { documents: 120, rules: [['id', true]] },
    ],
  ];
  for (const [options, expected] of cases) {
    const { folder: _, ...got } = await ran(options);
    assert.deepEqual(got, expected, JSON.stringify(options));
  }
});

test('killed with SIGKILL and started again: the same documents, the same rules', async () => {
  const folder = join(home, 'killed');
  const program = fileURLToPath(new URL('./kill-stream.fixture.js', import.meta.url));
  let kills = 0;
  for (let isOver = false; !isOver; ) {
    const child = spawn(process.execPath, [program, folder, String(PAGES.length), 'apply'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let commits = 0;
    child.stdout.on('data', (text: Buffer) => {
      commits += text.length;
      if (kills < 2 && commits >= 7) child.kill('SIGKILL');
    });
    const signal = await new Promise<string | null>((done) => child.on('close', (_, how) => done(how)));
    if (signal === 'SIGKILL') kills++;
    isOver = signal === null;
  }
  assert.equal(kills, 2);
  const { folder: whole } = await applied;
  assert.deepEqual(rowsOf(folder, 'documents'), rowsOf(whole, 'documents'));
  assert.deepEqual(await stateOf(folder), await stateOf(whole));
});

test('addresses that say nothing, or that a terminal or a configuration file should not get, are left out', () => {
  const cases: readonly (readonly [url: string, title: string | null, recorded: number])[] = [
    ['https://e.example/show?id=1', 'A', 1],
    ['https://e.example/show?id=1', ' ', 0],
    ['https://e.example/show?id=1', null, 0],
    [`https://e.example/show?id=${'1'.repeat(600)}`, 'A', 0],
    ['https://e.example/show?%1B[31m=1', 'A', 0],
    ['https://e.example/show?a%0Ab=1', 'A', 0],
    ['https://e.example/a%c2%9bb?id=1', 'A', 0],
    ['https://e.example/a%23b?id=1', 'A', 0],
  ];
  for (const [url, title, expected] of cases) {
    const evidence = emptyEvidence();
    recordAddress(evidence, { url, at: 0 }, title);
    assert.equal(evidence.recorded, expected, `${url} ${title}`);
  }
  const full = emptyEvidence();
  for (let at = 0; at < 620; at++) recordAddress(full, { url: `https://e.example/${at}`, at }, 'A');
  assert.deepEqual([full.recorded, full.fetched.length, full.fetched[0].at], [620, 500, 120]);
});
