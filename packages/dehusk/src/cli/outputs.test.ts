// Outputs in a folder whose names clash, and addresses with passwords.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { closedAfterEach, loopback, sends } from '../../../node/dist/fetch/loopback.fixture.js';
import { runHere } from './stream-process.fixture.js';

const home = mkdtempSync(join(tmpdir(), 'dehusk-outputs-'));
after(() => rmSync(home, { recursive: true }));
const at = (...names: string[]): string => join(home, ...names);
const opened = closedAfterEach();
const html = (word: string): string =>
  `<title>${word}</title><article><h1>${word}</h1><p>${`The ${word} left the harbour at noon, as on every day. `.repeat(9)}</article>`;

test('a page whose folder is the output of another, and an output that is a folder, get other names', async () => {
  mkdirSync(at('in', 'a.txt', 'deep'), { recursive: true });
  for (const name of ['a.html', 'a.txt/b.html', 'a.txt/deep/c.html', 'd.html'])
    writeFileSync(at('in', name), html(name));
  mkdirSync(at('out', 'd.txt'), { recursive: true });
  const { code, err } = await runHere(['extract', at('in'), '-o', at('out')]);
  assert.equal(code, 0, err);
  const files = readdirSync(at('out'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  assert.deepEqual(files.map(({ name }) => name).sort(), ['a.txt', 'b.txt', 'c.txt', 'd-2.txt']);
  const again = await runHere(['extract', at('in'), '-o', at('out')]);
  assert.match(again.err, /earlier runs extracted 4 pages/);
});

test('the password of an address is in no output, message or file name', async () => {
  const server = await loopback({ '/page': sends(html('ferry')) });
  opened.push(server);
  const address = (path: string): string => server.home.replace('http://', 'http://user:s3cret@') + path;
  writeFileSync(at('list.txt'), `${address('/page')}\n${address('/missing')}\n`);
  const runs = await Promise.all(
    [
      ['extract', address('/page'), address('/missing'), '--json'],
      ['extract', '-i', at('list.txt'), '--json'],
      ['extract', address('/page'), address('/missing'), '-o', at('fetched')],
    ].map((args) => runHere([...args, '--allow-private'])),
  );
  const names = readdirSync(at('fetched'), { recursive: true });
  const shown = JSON.stringify(runs) + names + readFileSync(at('fetched', 'failed.jsonl'), 'utf8');
  assert.match(shown, /ferry left the harbour/);
  assert.doesNotMatch(shown, /s3cret|user:/);
});
