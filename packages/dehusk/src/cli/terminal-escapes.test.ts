// Titles, ids, addresses, classes and archives with sequences that steer a terminal: no display passes them on.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { answers, closedAfterEach, loopback, sends } from '../../../node/dist/fetch/loopback.fixture.js';
import { type Ended, runHere } from './stream-process.fixture.js';

const home = mkdtempSync(join(tmpdir(), 'dehusk-escapes-'));
after(() => rmSync(home, { recursive: true }));
const at = (name: string): string => join(home, name);
const opened = closedAfterEach();

/** Clears the screen, sets the title, 8-bit CSI, overrides the direction, ends the line. */
const EVIL = 'x\x1b[2J\x1b]0;owned\x07\x9b31m\u202e\u2066\u2028\x7f';
const html = (number: number): string =>
  `<html lang="en" class="${EVIL}"><title>${EVIL} ${number}</title><meta name=author content="Ann ${EVIL}">
<body><nav class="menu ${EVIL}"><a href="/">Home ${EVIL}</a> <a href="/all">All news</a></nav>
<article class="story ${EVIL}"><h1>${EVIL} number ${number}</h1><p>${`The ferry ${number} left the harbour at noon ${EVIL}, as it does on every day. `.repeat(8)}</p></article></body>`;

const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/;
const clean = (what: string, text: string): void =>
  assert.doesNotMatch(
    text,
    CONTROLS,
    `${what}: ${JSON.stringify(CONTROLS.exec(text))} in ${JSON.stringify(text.slice(0, 400))}`,
  );

test('explanations, errors and summaries of commands', async () => {
  writeFileSync(at('page.html'), html(1));
  const rows = Array.from({ length: 12 }, (_, id) => ({
    id: `${EVIL}${id}`,
    url: `https://a.example/${id}`,
    html: html(id),
  }));
  writeFileSync(
    at('pages.jsonl'),
    [...rows, { id: EVIL, path: `${EVIL}.html` }, { id: 7 }].map((row) => JSON.stringify(row)).join('\n'),
  );
  writeFileSync(at('bad.jsonl'), `{"text": ${EVIL}}\n`);
  writeFileSync(at('bad.warc'), `WARC/1.0\r\nWARC-Type: response\r\nContent-Length: ${EVIL}\r\n\r\n${EVIL}\r\n\r\n`);
  const shown: readonly (readonly [args: readonly string[], output: 'both' | 'err'])[] = [
    [['extract', '--explain', at('page.html')], 'both'],
    [['extract', at(`${EVIL}.html`)], 'err'],
    [[at('pages.jsonl'), '--site', '--state', at('state')], 'err'],
    [['site', 'explain', 'a.example', '--state', at('state')], 'both'],
    [['state', 'verify', at('state')], 'both'],
    [['site', 'explain', EVIL, '--state', at('state')], 'both'],
    [['batch', '--threads', '1', at('bad.warc')], 'err'],
    [['dedupe', at('bad.jsonl'), '-o', at('out.jsonl')], 'both'],
    [['watch', at(`${EVIL}.toml`)], 'both'],
  ];
  for (const [args, output] of shown) {
    const { out, err }: Ended = await runHere(args);
    clean(args.slice(0, 2).join(' '), output === 'both' ? out + err : err);
  }
});

test('Location headers, statuses and titles of a server', async () => {
  const server = await loopback({
    '/to': answers(302, { location: `http://a.example:bad/${encodeURI(EVIL)}` }),
    // Node refuses control characters in a header, and servers are not Node: as Latin-1 they are bytes.
    '/raw': (request) =>
      void request.socket.end(
        `HTTP/1.1 302 \x1b[2J\r\nLocation: http://[\x1b[2J\x9b\r\nContent-Length: 0\r\n\r\n`,
        'latin1',
      ),
    '/type': sends('x', { 'content-type': 'text/\u009b31m' }),
  });
  opened.push(server);
  for (const path of ['to', 'raw', 'type']) {
    const { err } = await runHere(['extract', `${server.home}/${path}`, '--allow-private']);
    clean(path, err);
    assert.match(err, /dehusk: http/);
  }
});
