/** Rendering from the command line: flags, configuration, reasons and exit codes. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Loopback, loopback, sends } from '../../../node/dist/fetch/loopback.fixture.js';
import { NEEDS_BROWSER } from '../../../node/dist/fetch/render/browser.fixture.js';
import { type Ended, rowsIn, runHere } from './stream-process.fixture.js';

const SENTENCE =
  'The harbour master counts the boats every evening and writes their number into the book by the door. ';
const APP = `<!doctype html><html lang="en"><title>App</title><body><noscript>You need to enable JavaScript to run this app.</noscript>
  <div id="root"></div><script>fetch('/story.json').then((answer) => answer.json()).then(({ title, text }) => {
    document.title = title;
    document.getElementById('root').innerHTML = '<article><h1>' + title + '</h1><p>' + text + '</p><p>' + text + '</p></article>';
  });</script>`;
const STORY = JSON.stringify({ title: 'Boats', text: SENTENCE.repeat(3) });

const home = mkdtempSync(join(tmpdir(), 'dehusk-render-'));
process.chdir(home);
let server: Loopback;
before(async () => {
  server = await loopback({
    '/app': sends(APP),
    '/grows': sends(APP.replace('fetch(', 'document.body.title = "x".repeat(2e6); fetch(')),
    '/story.json': sends(STORY, { 'content-type': 'application/json' }),
  });
});
after(async () => {
  await server.close();
  rmSync(home, { recursive: true });
});

const dehusk = (...args: string[]): Promise<Ended> => runHere([...args, '--allow-private']);

test('without --render an application needs JavaScript, and the message names the flag', async () => {
  const { code, out, err } = await dehusk(`${server.home}/app`);
  assert.deepEqual([code, out], [1, '']);
  assert.match(err, /needs-javascript: the page says "You need to enable JavaScript to run this app\."; --render runs/);
});

for (const flags of [['--render'], ['--fetch', 'render=when-needed']])
  test(`${flags.join(' ')}: the text that scripts load`, NEEDS_BROWSER, async () => {
    const { code, out, err } = await dehusk(`${server.home}/app`, ...flags, '--markdown');
    assert.equal(code, 0, err);
    assert.match(out, /^# Boats\n\nThe harbour master/);
  });

test(
  'addresses in a file; a page that cannot be rendered has a reason, and the next is read',
  NEEDS_BROWSER,
  async () => {
    writeFileSync('urls.txt', `${server.home}/grows\n${server.home}/app\n`);
    const { code, out, err } = await dehusk('-i', 'urls.txt', '--render', '--fetch', 'pause=0', '--max-bytes', '1M');
    assert.equal(code, 3);
    assert.match(err, /\/grows: too-large: the rendered page has more than the 1048576 characters allowed/);
    assert.match(out, /The harbour master/);
  },
);

test('watch renders the hosts that its configuration names', NEEDS_BROWSER, async () => {
  const configuration = (when: string): string => `[[sources]]
kind = "list"
path = "urls.txt"
[[sinks]]
kind = "jsonl"
folder = "${when}"
[state]
folder = "state-${when}"
[fetch]
delay = 0
allowPrivate = true
[fetch.render]
"127.0.0.1" = ${when === 'when-needed' ? '"when-needed"' : when}
[stream]
extractor = "dehusk"
workers = 1
`;
  writeFileSync('urls.txt', `${server.home}/app\n`);
  for (const [when, titles] of [
    ['false', []],
    ['true', ['Boats']],
    ['when-needed', ['Boats']],
  ] as const) {
    writeFileSync('watch.toml', configuration(when));
    const { code, err } = await runHere(['watch', 'watch.toml']);
    assert.equal(code, 0, err);
    assert.deepEqual(
      rowsIn(when).map(({ title }) => title),
      titles,
    );
  }
});

test('an unknown time to render: exit code 2 before anything is fetched', async () => {
  const before = server.asked.length;
  const ended = await dehusk(`${server.home}/app`, '--fetch', 'render=now');
  assert.deepEqual([ended.code, server.asked.length], [2, before]);
  assert.match(ended.err, /--fetch render: got "now"\. Expected one of: when-needed/);
});

test('a browser that is none: exit code 3 before anything is fetched', async () => {
  process.env.CHROMIUM_PATH = '/nowhere';
  for (const command of [[], ['watch', '--once'], ['crawl']]) {
    const before = server.asked.length;
    const ended = await dehusk(...command, `${server.home}/app`, '--render');
    assert.deepEqual([ended.code, server.asked.length], [3, before], ended.err);
    assert.match(ended.err, /CHROMIUM_PATH got "\/nowhere", expected the path of/);
  }
  delete process.env.CHROMIUM_PATH;
});
