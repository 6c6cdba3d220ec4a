// Every command ends a page that is too slow with a reason, and does the pages after it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { INSTALLED_DEHUSK } from './installed-packages.mjs';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-time-limits-'));
after(() => rmSync(folder, { recursive: true }));

const SENTENCE = 'The keeper of the light wrote down every ship that passed the island';
/** Paragraphs, each with its own words. */
const prose = (count) =>
  Array.from(
    { length: count },
    (_, at) =>
      `<p>${SENTENCE} in the year ${at}: ${['north', 'south', 'east', 'west'].map((way, one) => `${way} number${at * 7 + one}`).join(', ')}.</p>`,
  ).join('');
const page = (words) =>
  `<!doctype html><html lang="en"><title>The light</title><link rel=canonical href="https://light.example/${words.length}"><article>${words}</article>`;
const ORDINARY = page(`<h1>The light</h1>${prose(40)}`);
/** Takes more than the limit to extract; to parse, less. */
const LARGE = page(prose(12_000));
/** A step of the core that never ends, for every page with this word: a fault that nobody knows of yet. */
const HANG = 'never-ends';
const HANGING = page(`<h1>${HANG}</h1>${prose(12)}<p><a href="x">${HANG}</a></p>`);
const hook = join(folder, 'hook.cjs');
writeFileSync(
  hook,
  `const { trim } = String.prototype;
  String.prototype.trim = function () {
    const text = String(this);
    if (text.length < 200 && text.includes('${HANG}')) for (;;);
    return trim.call(text);
  };`,
);

/** A folder with a slow page and one after it. */
function inputs(slow) {
  const own = mkdtempSync(join(folder, 'pages-'));
  mkdirSync(join(own, 'pages'));
  writeFileSync(join(own, 'pages/1.html'), slow);
  writeFileSync(join(own, 'pages/2.html'), ORDINARY);
  const rows = [slow, ORDINARY].map((html, at) =>
    JSON.stringify({ id: at + 1, url: `https://light.example/${at + 1}`, html }),
  );
  writeFileSync(join(own, 'rows.jsonl'), `${rows.join('\n')}\n`);
  return own;
}

function dehusk(own, args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--require', hook, INSTALLED_DEHUSK, ...args], {
    cwd: own,
    encoding: 'utf8',
    timeout: 240_000,
    maxBuffer: 1 << 26,
    env: { ...process.env, NO_COLOR: '1' },
  });
  return { status, stdout, stderr };
}

const LIMIT = ['--timeout', '250ms'];
const PAGES = ['pages/1.html', 'pages/2.html'];
/** The options of a command, its exit code, where it names the reason, and what shows that the second page was done. */
const COMMANDS = {
  pages: { args: PAGES, status: 1, done: ({ stdout }) => stdout.includes(SENTENCE) },
  'one page': { args: PAGES.slice(0, 1), status: 1, done: ({ stdout }) => stdout === '' },
  'pages as JSON': {
    args: ['--json', ...PAGES],
    status: 1,
    done: ({ stdout }) => stdout.includes('"reason": "timeout"') && stdout.includes(SENTENCE),
  },
  '--explain': { args: ['--explain', ...PAGES], status: 1, done: ({ stdout }) => stdout.includes('pages/2.html') },
  '--deduplicate': { args: ['--deduplicate', ...PAGES], status: 1, done: ({ stdout }) => stdout.includes(SENTENCE) },
  folder: {
    args: ['pages', '-o', 'texts'],
    status: 1,
    done: ({ own }) => readdirSync(join(own, 'texts')).includes('2.txt'),
  },
  batch: { args: ['batch', 'rows.jsonl', '--strict'], status: 1, done: ({ stdout }) => stdout.includes(SENTENCE) },
  '--site': { args: ['rows.jsonl', '--site'], status: 1, done: ({ stdout }) => stdout.includes(SENTENCE) },
  corpus: {
    args: ['corpus', '--from', 'rows.jsonl', '-o', 'corpus', '--format', 'jsonl', '--extractor', 'site'],
    status: 0,
    done: ({ own }) =>
      JSON.parse(readFileSync(join(own, 'corpus/report.json'), 'utf8')).total.withoutText.timeout === 1,
    silent: true,
  },
};

/** Which commands have which page. Worker threads end pages that hang: `extraction/worker-pool.test.ts`. */
const TABLE = [
  ['a page that hangs', HANGING, ['pages as JSON', '--explain', '--deduplicate', '--site', 'corpus']],
  ['a large page', LARGE, Object.keys(COMMANDS)],
];

for (const [slowness, html, names] of TABLE)
  for (const name of names) {
    const { args, status, done, silent } = COMMANDS[name];
    test(`${name}: ${slowness} ends in time`, () => {
      const own = inputs(html);
      const end = dehusk(own, [...args, ...LIMIT]);
      const all = JSON.stringify(end, null, 1).slice(0, 3_000);
      assert.equal(end.status, status, all);
      assert.ok(silent || /timeout/.test(end.stdout + end.stderr), all);
      assert.ok(done({ ...end, own }), all);
    });
  }
