// Streams whose sources cannot be read: the reason, the remedy and the exit code.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { answers, type Loopback, loopback, resets, sends } from '../../../node/dist/fetch/loopback.fixture.js';
import { runHere, startDehusk } from './stream-process.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-unread-'));
const at = (name: string): string => join(folder, name);
const RSS = '<rss version="2.0"><channel><title>News</title></channel></rss>';
const XML = { 'content-type': 'application/xml' };
let server: Loopback;
before(async () => {
  server = await loopback({
    '/feed': sends(RSS, XML),
    '/text': sends('no feed', XML),
    '/page': sends('<!doctype html><title>Page</title><p>Without links to feeds.'),
    '/busy': answers(503),
    '/reset': resets,
    '/robots.txt': answers(404),
    '/empty.xml': sends('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>', XML),
  });
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

let runs = 0;
const run = (args: readonly string[]) =>
  runHere([...args, '--workers', '1', '--extractor', 'justext', '--delay', '0', '--state', at(`state-${runs++}`)]);
const configured = (sources: string, fetch = 'allowPrivate = true'): string => {
  const file = at(`run-${runs++}.toml`);
  writeFileSync(
    file,
    `${sources.replaceAll('HOME', server.home)}
[[sinks]]
kind = "jsonl"
folder = "${at('out')}"
[fetch]
${fetch}
maxRetries = 0
`,
  );
  return file;
};

/** With `lives`, the run would go on for ever if the failure did not end it. */
const UNREAD: readonly (readonly [what: string, args: () => string[], says: RegExp])[] = [
  [
    'a private address, without an end',
    () => ['watch', `${server.home}/feed`],
    /\/feed: private-address: .*; --allow-private fetches it anyway$/m,
  ],
  [
    'a feed that does not exist, without an end',
    () => ['watch', `${server.home}/none`, '--allow-private'],
    /\/none: http-status: the server answered 404, expected 200; check the address$/m,
  ],
  [
    'no feed, without an end',
    () => ['watch', `${server.home}/text`, '--allow-private'],
    /malformed-feed: .*; name an RSS/,
  ],
  [
    'a host without an address',
    () => ['watch', 'http://no-such-host.invalid/feed', '--once'],
    /not-resolved: .*; check the host name/,
  ],
  [
    'a refused connection',
    () => ['watch', configured('[[sources]]\nkind = "feed"\nonce = true\nfeeds = ["http://127.0.0.1:1/feed"]')],
    /not-connected: .*; check the address and whether its server runs/,
  ],
  [
    'a server that is busy, once',
    () => ['watch', configured('[[sources]]\nkind = "feed"\nonce = true\nfeeds = ["HOME/busy"]')],
    /\/busy: http-status: the server answered 503/,
  ],
  [
    'two sources',
    () => [
      'watch',
      configured(
        '[[sources]]\nkind = "feed"\nfeeds = ["HOME/none"]\n[[sources]]\nkind = "sitemap"\nurls = ["HOME/text"]\ninterval = 60',
      ),
    ],
    /\/none: http-status: .*\ndehusk: .*\/text: /,
  ],
  ['a crawl', () => ['crawl', `${server.home}/`], /private-address: .*--allow-private/],
  ['a crawl of a page that does not exist', () => ['crawl', `${server.home}/none`, '--allow-private'], /answered 404/],
  [
    'a list of addresses',
    () => {
      writeFileSync(at('list.txt'), `${server.home}/none\n${server.home}/gone\n`);
      return ['watch', configured(`[[sources]]\nkind = "list"\npath = "${at('list.txt')}"`)];
    },
    /\/none: http-status: .*\ndehusk: .*\/gone: http-status/,
  ],
];
for (const [what, args, says] of UNREAD)
  test(`${what}: reason, remedy and exit code 3`, async () => {
    const { code, out, err } = await run(args());
    assert.deepEqual([code, out], [3, ''], err);
    assert.match(err, /^dehusk: no source could be read: /m);
    assert.match(err, says);
  });

const READ: readonly (readonly [what: string, args: () => string[]])[] = [
  ['a feed without items', () => ['watch', `${server.home}/feed`, '--once', '--allow-private']],
  ['one feed of two', () => ['watch', `${server.home}/none`, `${server.home}/feed`, '--once', '--allow-private']],
  ['an empty sitemap', () => ['watch', configured('[[sources]]\nkind = "sitemap"\nurls = ["HOME/empty.xml"]')]],
];
for (const [what, args] of READ)
  test(`${what} is read: exit code 0`, async () => {
    const { code, err } = await run(args());
    assert.equal(code, 0, err);
    assert.doesNotMatch(err, /no source could be read/);
  });

test('a service waits for a server that is busy or resets, says so, and a signal ends it with 0', async () => {
  const file = configured('[[sources]]\nkind = "feed"\nfeeds = ["HOME/busy", "HOME/reset"]');
  const { child, ended, says } = startDehusk(folder, ['watch', file, '--state', at('service')]);
  await says(/\/busy: http-status: the server answered 503, expected 200; the next attempt is in \d+ min/);
  await says(/\/reset: not-connected: .*; the next attempt is in \d+ min/);
  child.kill('SIGTERM');
  const { code, err } = await ended;
  assert.equal(code, 0, err);
});
