/** The habits of trafilatura's users, as a real process over a real server. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { answers, type Loopback, loopback, sends } from '../../../node/dist/fetch/loopback.fixture.js';
import { type Ended, startDehusk } from './stream-process.fixture.js';

const XML = { 'content-type': 'application/xml' };
const folder = mkdtempSync(join(tmpdir(), 'dehusk-trafilatura-'));
const at = (...names: string[]): string => join(folder, ...names);

/** A page with text about a thing, and links. */
function page(thing: string, links: readonly string[] = [], more = ''): string {
  const said = `The ${thing} stood on the quay for all of the long winter, and nobody in the harbour knew who had brought the ${thing} there, or what anyone wanted with it.`;
  const menu = links.map((to) => `<li><a href="${to}">${to}</a></li>`).join('');
  return `<!doctype html><html lang="en"><head><title>The ${thing}</title>${more}</head><body><ul>${menu}</ul><article><h1>The ${thing}</h1><p>${said}</p><p>When the ice broke in spring the ${thing} was gone, and the harbour master wrote in his book that the ${thing} had never been there.</p></article></body></html>`;
}

const GERMAN = `<!doctype html><html><title>Der Kran</title><article><h1>Der Kran</h1>${'<p>Der alte Kran am Hafen wurde im Winter abgebaut, weil niemand mehr wusste, wie man ihn bedient und wer ihn bezahlen sollte.</p>'.repeat(3)}</article>`;
const SHARED =
  '<p>Subscribe to the letter of the harbour museum and read every Friday what the divers have found below the old quay.</p>';
const DATED = '<meta property="article:published_time" content="2024-05-17">';

let site: Loopback;
let bare: Loopback;
before(async () => {
  const list = (): string =>
    ['/news/anchor.html', '/news/barrel.html', '/about.html']
      .map((path) => `<url><loc>${site.home}${path}</loc></url>`)
      .join('');
  const items = (): string =>
    ['anchor', 'barrel']
      .map((one) => `<item><title>${one}</title><link>${site.home}/news/${one}.html</link></item>`)
      .join('');
  site = await loopback({
    '/': sends(page('harbour', ['/about.html'], '<link rel="alternate" type="application/rss+xml" href="/feed.xml">')),
    '/robots.txt': (_, response) => void response.end(`User-agent: *\nSitemap: ${site.home}/map.xml\n`),
    '/map.xml': (_, response) => void response.writeHead(200, XML).end(`<urlset>${list()}</urlset>`),
    '/feed.xml': (_, response) =>
      void response
        .writeHead(200, XML)
        .end(`<rss version="2.0"><channel><title>Harbour</title>${items()}</channel></rss>`),
    '/news/anchor.html': sends(page('anchor', [], DATED)),
    '/news/barrel.html': sends(page('barrel', ['/'], DATED)),
    '/about.html': sends(page('museum')),
    '/kran.html': sends(GERMAN),
    '/empty.html': sends('<title>nothing</title>'),
    '/one.html': sends(page('crate').replace('</article>', `${SHARED}</article>`)),
    '/two.html': sends(
      `<!doctype html><html lang="en"><title>Ladders</title><article><h1>Ladders</h1><p>Every boat of the island carries two ladders, one of rope and one of wood, since the storm in which the pilot could not climb on board.</p>${SHARED}</article>`,
    ),
  });
  bare = await loopback({
    '/': sends(
      page('lighthouse', ['/lamp.html', '/stairs.html', '/secret/door.html', '/gone.html', 'http://other.example/x']),
    ),
    '/robots.txt': sends('User-agent: *\nDisallow: /secret/\n', { 'content-type': 'text/plain' }),
    '/lamp.html': sends(page('lamp', ['/', '/oil.html'])),
    '/stairs.html': sends(page('stairs', ['/'])),
    '/oil.html': sends(page('oil')),
    '/gone.html': answers(410),
  });
});
beforeEach(() => {
  site.asked.length = 0;
  bare.asked.length = 0;
});
after(async () => {
  await site.close();
  await bare.close();
  rmSync(folder, { recursive: true });
});

const dehusk = (...args: string[]): Promise<Ended> =>
  startDehusk(folder, ['--allow-private', '--fetch', 'pause=0', ...args]).ended;
/** Paths of the addresses printed, sorted. */
const paths = (out: string): string[] =>
  out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => new URL(line).pathname)
    .sort();
const NEWS = ['/news/anchor.html', '/news/barrel.html'];

describe('--list prints addresses', () => {
  for (const [name, args, printed] of [
    ['of a site with a sitemap', () => ['--sitemap', site.home], ['/about.html', ...NEWS]],
    ['of a sitemap', () => ['--sitemap', `${site.home}/map.xml`], ['/about.html', ...NEWS]],
    ['of a site with a feed', () => ['--feed', `${site.home}/`], NEWS],
    ['of a feed', () => ['--feed', `${site.home}/feed.xml`], NEWS],
    ['of the addresses of the command line', () => [`${site.home}/`, '--feed'], NEWS],
    ['that contain a text', () => ['--sitemap', site.home, '--url-filter', 'anchor', 'barrel'], NEWS],
    [
      'of visited pages and of their links',
      () => ['--crawl', bare.home],
      ['/', '/gone.html', '/lamp.html', '/oil.html', '/secret/door.html', '/stairs.html'],
    ],
    [
      'of so many visited pages',
      () => ['--crawl', `${bare.home}/lamp.html`, '--pages', '1'],
      ['/', '/lamp.html', '/oil.html'],
    ],
    [
      'of a site without a sitemap',
      () => ['--explore', `${bare.home}/stairs.html`, '--pages', '1'],
      ['/', '/stairs.html'],
    ],
    ['of a site with a sitemap, explored', () => ['--explore', site.home], ['/about.html', ...NEWS]],
    ['without fetching them', () => [`${site.home}/x.html`], ['/x.html']],
  ] as const)
    test(name, async () => {
      const { code, out, err } = await dehusk('--list', ...args());
      assert.deepEqual(paths(out), printed, err);
      assert.equal(code, 0, err);
    });

  test('except those of --blacklist', async () => {
    writeFileSync(at('unwanted.txt'), `${site.home.replace('http', 'https')}/about.html/\n`);
    const { out } = await dehusk('--sitemap', site.home, '--list', '--blacklist', 'unwanted.txt');
    assert.deepEqual(paths(out), NEWS);
  });

  test('of the lists in a file', async () => {
    writeFileSync(at('sites.txt'), `${site.home}/feed.xml\n`);
    const { out } = await dehusk('-i', 'sites.txt', '--feed', '--list');
    assert.deepEqual(paths(out), NEWS);
  });

  test('and without an input, extractors', async () => {
    const { code, out } = await dehusk('--list');
    assert.equal(code, 0);
    assert.match(out, /justext-goldminer/);
  });
});

describe('pages found are extracted', () => {
  test('those of a sitemap', async () => {
    const { code, out } = await dehusk('--sitemap', site.home, '--url-filter', '/news/', '--json');
    assert.equal(code, 0);
    for (const one of ['The anchor', 'The barrel']) assert.ok(out.includes(`"title": "${one}"`), one);
    assert.ok(!out.includes('museum'));
  });

  test('those of a crawl, each fetched once, none that robots.txt forbids', async () => {
    const { code, err } = await dehusk('--crawl', bare.home, '-o', 'crawled');
    assert.equal(code, 0, err);
    const files = readdirSync(at('crawled'), { recursive: true, encoding: 'utf8' }).filter((one) =>
      one.endsWith('.txt'),
    );
    assert.deepEqual(files.map((one) => one.replace(/^.*\//, '')).sort(), [
      'index.txt',
      'lamp.txt',
      'oil.txt',
      'stairs.txt',
    ]);
    assert.equal(new Set(bare.asked).size, bare.asked.length, bare.asked.join(' '));
    assert.ok(!bare.asked.includes('/secret/door.html'));
  });
});

describe('what cannot be read', () => {
  for (const [name, args, code, says] of [
    ['no feed there', () => ['--feed', `${site.home}/about.html`], 3, /about\.html: not-a-feed: /],
    ['no sitemap there', () => ['--sitemap', `${bare.home}/`], 3, /sitemap\.xml: http-status: /],
    ['no site there', () => ['--crawl', `${bare.home}/gone.html`], 3, /gone\.html: http-status: /],
    [
      'two ways',
      () => ['--feed', site.home, '--crawl', site.home],
      2,
      /^dehusk: --feed and --crawl contradict each other\n$/,
    ],
    [
      '--pages alone',
      () => ['--pages', '3', site.home],
      2,
      /^dehusk: --pages is for --feed, --sitemap, --crawl, --explore\n$/,
    ],
    ['texts of a probe', () => ['--probe', site.home, '-o', 'x'], 2, /^dehusk: --probe prints addresses; .*\n$/],
    ['no address', () => ['--feed'], 2, /^dehusk: --feed needs an address: .*\n$/],
    ['a path', () => ['--sitemap', 'map.xml'], 2, /^dehusk: --sitemap got "map.xml", expected an http\(s\) address\n$/],
    ['no blacklist there', () => ['-b', 'none.txt', `${site.home}/`], 3, /^dehusk: --blacklist: .*none\.txt.*\n$/],
  ] as const)
    test(name, async () => {
      const ended = await dehusk(...args());
      assert.match(ended.err, says);
      assert.equal(ended.code, code);
      assert.equal(ended.out, '');
    });
});

test('--probe prints the addresses with text in the language', async () => {
  writeFileSync(
    at('probed.txt'),
    ['/kran.html', '/empty.html', '/about.html'].map((one) => site.home + one).join('\n'),
  );
  const all = await dehusk('-i', 'probed.txt', '--probe');
  assert.deepEqual(paths(all.out), ['/about.html', '/kran.html']);
  assert.equal(all.code, 1);
  const german = await dehusk('-i', 'probed.txt', '--probe', '--target-language', 'de');
  assert.deepEqual(paths(german.out), ['/kran.html']);
});

test('--backup-dir keeps pages as they were fetched, and a second copy beside the first', async () => {
  for (let run = 0; run < 2; run++) await dehusk(`${site.home}/news/anchor.html`, '--backup-dir', 'raw');
  const files = readdirSync(at('raw'), { recursive: true, encoding: 'utf8' }).filter((one) => one.endsWith('.gz'));
  assert.deepEqual(files.map((one) => one.replace(/^.*\//, '')).sort(), ['anchor-2.html.gz', 'anchor.html.gz']);
  for (const file of files)
    assert.equal(gunzipSync(readFileSync(at('raw', file))).toString(), page('anchor', [], DATED));
});

test('--only-with-metadata rejects a page without a date', async () => {
  const { code, out, err } = await dehusk(
    ...['/about.html', '/news/anchor.html'].map((one) => site.home + one),
    '--only-with-metadata',
  );
  assert.equal(code, 1);
  assert.match(err, /about\.html: no-metadata: .*date/);
  assert.ok(out.includes('anchor') && !out.includes('museum'));
});

test('--deduplicate leaves out what an earlier page has', async () => {
  const addresses = ['/one.html', '/two.html', '/one.html'].map((one) => site.home + one);
  const { code, out, err } = await dehusk(...addresses, '--deduplicate');
  assert.equal(code, 1);
  assert.equal(out.split('Subscribe to the letter').length - 1, 1);
  assert.ok(out.includes('two ladders, one of rope'));
  assert.match(err, /one\.html: duplicate: /);
});

test('--fast names its extractor, and contradicts another', async () => {
  const { out } = await dehusk(`${site.home}/about.html`, '--fast', '--json');
  assert.equal((JSON.parse(out) as { extractor: string }).extractor, 'justext-goldminer');
  const { code, err } = await dehusk(`${site.home}/about.html`, '--fast', '--extractor', 'bte');
  assert.equal(code, 2);
  assert.match(err, /--fast and --extractor bte contradict each other/);
});

test('--formatting, --links and --images select Markdown where no format is named', async () => {
  for (const flag of ['--formatting', '--links', '--images'])
    assert.match((await dehusk(`${site.home}/about.html`, flag)).out, /^# The museum/, flag);
  assert.match((await dehusk(`${site.home}/about.html`, '--formatting', '--output-format', 'txt')).out, /^The museum/);
});

test('--csv has one line of names, and a row for every page', async () => {
  const addresses = ['/about.html', '/empty.html', '/kran.html'].map((one) => site.home + one);
  const { code, out } = await dehusk(...addresses, '--csv');
  assert.equal(code, 1);
  const lines = out.split('\n');
  assert.match(lines[0] ?? '', /^schema,id,url,at,ok,reason,detail,title,.*,text$/);
  for (const [at, start] of addresses.map((url, at) => [at, `1,${url},${url},`] as const))
    assert.equal(lines.filter((line) => line.startsWith(start)).length, 1, addresses[at]);
  assert.equal(lines.filter((line) => line.startsWith('schema,')).length, 1);
});
