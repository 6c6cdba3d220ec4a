/** Small applications on loopback, rendered by a real browser through the fetcher. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '../../until.fixture.js';
import type { FetchAnswer, Fetcher } from '../fetcher-options.js';
import { HTML, type Loopback, loopback, type Routes, sends } from '../loopback.fixture.js';
import { openFetcher } from '../open-fetcher.js';
import { BROWSER, NEEDS_BROWSER } from './browser.fixture.js';

const STORY = { title: 'Boats', paragraphs: ['The harbour master counts the boats.', 'Nobody reads the book.'] };
const SHOW = `const show = ({ title, paragraphs }) => {
  document.title = title;
  document.querySelector('#root').innerHTML = '<h1>' + title + '</h1>' + paragraphs.map((p) => '<p>' + p + '</p>').join('');
};`;
const app = (script: string, body = '<div id="root"></div>', head = ''): string =>
  `<!doctype html><title>App</title>${head}<noscript>You need to enable JavaScript.</noscript>${body}<script>${SHOW}${script}</script>`;
const json = (value: unknown) => sends(JSON.stringify(value), { 'content-type': 'application/json' });

const ROUTES: Routes = {
  '/api/story': json(STORY),
  '/static/hello.js': sends('hello()', { 'content-type': 'text/javascript' }),
  '/fetches': sends(app(`fetch('/api/story').then((answer) => answer.json()).then(show)`)),
  // As frameworks do: the router reads the address, changes it, and views are modules.
  '/router': sends(
    app(`const views = { '/router': () => go('/stories/1'), '/stories/1': () => fetch('/api/story').then((a) => a.json()).then(show) };
      const go = (path) => { history.pushState({}, '', path); views[path](); };
      document.addEventListener('DOMContentLoaded', () => views[location.pathname]());`),
  ),
  '/stories/1': sends(app('')),
  '/component': sends(
    app(
      `customElements.define('a-story', class extends HTMLElement {
        connectedCallback() {
          this.attachShadow({ mode: 'open' }).innerHTML = '<h1>From the shadow</h1><slot name="text"></slot><slot>fallback</slot>';
        }
      });`,
      '<a-story><p slot="text">From the page</p></a-story>',
    ),
  ),
  '/late': sends(app(`setTimeout(() => fetch('/api/story').then((a) => a.json()).then(show), 200)`)),
  '/polls': sends(app(`show(${JSON.stringify(STORY)}); fetch('/silent')`)),
  '/silent': () => {},
  '/alerts': sends(app(`alert('one'); confirm('two'); prompt('three'); show(${JSON.stringify(STORY)})`)),
  '/popups': sends(app(`open('/other'); show(${JSON.stringify(STORY)})`)),
  '/download': sends(
    app(
      `show(${JSON.stringify(STORY)}); const a = document.createElement('a'); a.href = '/file.zip'; a.download = 'x'; a.click()`,
    ),
  ),
  '/file.zip': sends('PK', { 'content-type': 'application/zip', 'content-disposition': 'attachment' }),
  '/pictures': sends(
    app(
      `show(${JSON.stringify(STORY)}); new Image().src = '/picture.png'; new Audio('/sound.mp3').play()`,
      undefined,
      `<style>@font-face{font-family:f;src:url(/font.woff2)}body{font-family:f;background:url(/background.png)}</style>`,
    ),
  ),
  '/reloads': sends(app(`show(${JSON.stringify(STORY)}); location.reload()`)),
  '/leaves': sends(app(`location.href = '/fetches'`)),
  '/refreshes': sends(app('', undefined, '<meta http-equiv="refresh" content="0; url=/fetches">')),
  '/leaves-for-secret': sends(app(`location.href = '/secret/page'`)),
  '/cookies': (_, response) =>
    response
      .writeHead(200, { ...HTML, 'set-cookie': ['a=1', 'b=2'] })
      .end(app(`show({ title: document.cookie, paragraphs: [] })`)),
  '/tampers': sends(
    app(`show(${JSON.stringify(STORY)});
      Document.prototype.getElementsByTagName = Element.prototype.append = () => { throw new Error('mine'); };
      Object.defineProperty(Element.prototype, 'outerHTML', { get: () => 'tampered' }); JSON.stringify = () => 'tampered';`),
  ),
  '/agent': (request, response) =>
    response
      .writeHead(200, HTML)
      .end(app(`show({ title: navigator.userAgent, paragraphs: ['${request.headers['user-agent']}'] })`)),
  '/headers': sends(app(`fetch('/echo').then((a) => a.json()).then(show)`)),
  '/echo': ({ headers }, response) =>
    response
      .writeHead(200, { 'access-control-allow-origin': '*' })
      .end(JSON.stringify({ title: 'Sent', paragraphs: [headers.cookie, headers.authorization, headers['x-mine']] })),
  '/asks-elsewhere': sends(app(`fetch('/moved').then((a) => a.json()).then(show)`)),
  '/moved': ({ headers }, response) =>
    response.writeHead(302, { location: `http://localhost:${headers.host?.split(':')[1]}/echo` }).end(),
  '/loop': sends(app('for (;;);')),
  '/timers': sends(
    app(
      `show(${JSON.stringify(STORY)}); setInterval(() => { for (const end = Date.now() + 5; Date.now() < end;); }, 50)`,
    ),
  ),
  '/buffers': sends(
    app('const all = []; setInterval(() => { for (let n = 0; n < 4; n++) all.push(new Uint8Array(2 ** 24).fill(1)) })'),
  ),
  '/grows': sends(
    app(
      `const p = document.createElement('p'); p.hidden = true; p.textContent = 'x'.repeat(2e6); document.body.append(p)`,
    ),
  ),
  '/loads': sends(app(`fetch('/endless').then((answer) => answer.text())`)),
  '/endless': (_, response) => {
    response.writeHead(200, HTML);
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', more);
    more();
  },
  '/plain': sends(
    '<title>Plain</title><p>A page with enough words of text to need no script at all, which nobody has to run. It has a second sentence, so that it is long.<script>document.body.innerHTML = "ran"</script>',
  ),
  '/data': json({ a: 1 }),
  '/robots.txt': sends('User-agent: *\nDisallow: /secret', { 'content-type': 'text/plain' }),
};

const LIMITS = { renderCpuMilliseconds: 3_000, renderMegabytes: 400, renderBytes: 4_000_000, maxBytes: 1_000_000 };
const FETCHING = { allowPrivate: true, delay: 0, requestsPerMinute: 0, maxRetries: 0, chromium: BROWSER, ...LIMITS };

let server: Loopback;
let fetcher: Fetcher;
before(async () => {
  server = await loopback(ROUTES);
  if (BROWSER !== '') fetcher = openFetcher({ ...FETCHING, render: { '127.0.0.1': true } });
});
after(async () => {
  await fetcher?.close();
  await server.close();
});

const rendered = (path: string, by = fetcher): Promise<FetchAnswer> =>
  by.fetch({ url: server.home + path, kind: 'page' });
const textOf = (answer: FetchAnswer): string => {
  assert.equal(answer.kind, 'fetched', JSON.stringify(answer));
  return answer.kind === 'fetched' ? Buffer.from(answer.bytes).toString() : '';
};

const PAGES: readonly (readonly [what: string, path: string, shown: readonly RegExp[], url?: string])[] = [
  ['data fetched from an API', '/fetches', [/<title>Boats<\/title>/, /<h1>Boats<\/h1><p>The harbour/]],
  ['a client-side router, with the final address', '/router', [/Nobody reads/], '/stories/1'],
  [
    'an open shadow root with its slots',
    '/component',
    [/<h1>From the shadow<\/h1><slot name="text"><p slot="text">From the page/],
  ],
  ['a fallback of a slot', '/component', [/<slot>fallback<\/slot>/]],
  ['data fetched late', '/late', [/Nobody reads/]],
  ['a page that waits for its server for ever', '/polls', [/Nobody reads/]],
  ['a page behind dialogs', '/alerts', [/Nobody reads/]],
  ['a page that opens others', '/popups', [/Nobody reads/]],
  ['a page that starts a download', '/download', [/Nobody reads/]],
  ['a page with pictures, sound and fonts', '/pictures', [/Nobody reads/]],
  ['a page that loads itself again and again', '/reloads', [/Nobody reads/]],
  ['the page that a script leads to', '/leaves', [/Nobody reads/], '/fetches'],
  ['the page that a refresh leads to', '/refreshes', [/Nobody reads/], '/fetches'],
  ['a page whose timers never rest', '/timers', [/Nobody reads/]],
  ['a page that sets cookies', '/cookies', [/<h1>a=1; b=2<\/h1>/]],
  ['a page that replaces the functions it is read with', '/tampers', [/Nobody reads/]],
];
for (const [what, path, shown, url = path] of PAGES)
  test(`rendered: ${what}`, NEEDS_BROWSER, async () => {
    const answer = await rendered(path);
    const text = textOf(answer);
    for (const one of shown) assert.match(text, one);
    assert.doesNotMatch(text, /<script|noscript|tampered/);
    assert.equal(answer.url, server.home + url);
  });

test('no picture, sound or font is asked for, nor a page or file that a script opens', NEEDS_BROWSER, () => {
  const unwanted = server.asked.filter((path) => /picture|sound|font|background|other/.test(path));
  assert.deepEqual(unwanted, ['/pictures']);
  assert.equal(server.asked.filter((path) => path === '/reloads').length, 1);
});

test('a page asks for its document once, by the name it fetches with', NEEDS_BROWSER, async () => {
  const text = textOf(await rendered('/agent'));
  assert.match(text, /<h1>dehusk\/.*<\/h1><p>dehusk\//);
  assert.equal(server.asked.filter((path) => path === '/agent').length, 1);
});

test('the requests of scripts have the headers and cookies that the user adds', NEEDS_BROWSER, async () => {
  const headers = { '127.0.0.1': { cookie: 'a=1; b=2', authorization: 'Bearer t', 'x-mine': 'yes' } };
  const own = openFetcher({ ...FETCHING, headers, render: { '*': true } });
  const text = textOf(await rendered('/headers', own));
  await own.close();
  assert.match(text, /<p>a=1; b=2<\/p><p>Bearer t<\/p><p>yes<\/p>/);
});

test('a request of a script that is redirected to another host loses them', NEEDS_BROWSER, async () => {
  const headers = { '127.0.0.1': { cookie: 'a=1', authorization: 'Bearer t', 'x-mine': 'yes' } };
  const own = openFetcher({ ...FETCHING, headers, render: { '*': true } });
  const text = textOf(await rendered('/asks-elsewhere', own));
  await own.close();
  assert.match(text, /<h1>Sent<\/h1>/);
  assert.doesNotMatch(text, /a=1|Bearer|yes/);
});

test('robots.txt holds for the page that a script leads to', NEEDS_BROWSER, async () => {
  const answer = await rendered('/leaves-for-secret');
  assert.deepEqual([answer.kind, answer.kind === 'failed' && answer.reason], ['failed', 'robots']);
  assert.ok(!server.asked.includes('/secret/page'));
});

const REFUSED: readonly (readonly [what: string, path: string, reason: string, detail: RegExp])[] = [
  ['an infinite loop', '/loop', 'timeout', /more than 3000 ms of processor time/],
  ['more memory than allowed', '/buffers', 'too-large', /more than 400 MB of memory/],
  ['more text than allowed', '/grows', 'too-large', /more than the 1000000 characters/],
  ['more traffic than allowed', '/loads', 'too-large', /more than the 4000000 bytes/],
];
for (const [what, path, reason, detail] of REFUSED)
  test(`refused: ${what}; the next page is rendered`, NEEDS_BROWSER, async () => {
    // Filling memory takes processor time, on a busy machine more than the limit of the other pages.
    const own =
      path === '/buffers'
        ? openFetcher({ ...FETCHING, renderCpuMilliseconds: 60_000, render: { '*': true } })
        : fetcher;
    const answer = await rendered(path, own);
    if (own !== fetcher) await own.close();
    assert.equal(answer.kind, 'failed');
    assert.equal(answer.kind === 'failed' && answer.reason, reason, JSON.stringify(answer));
    assert.match(answer.kind === 'failed' ? answer.detail : '', detail);
    assert.match(textOf(await rendered('/fetches')), /Nobody reads/);
  });

test('two pages at once: the end of one is not the end of the other', NEEDS_BROWSER, async () => {
  const [looping, late] = await Promise.all([rendered('/loop'), rendered('/late', fetcher)]);
  assert.equal(looping.kind, 'failed');
  assert.match(textOf(late), /Nobody reads/);
});

test('closing ends a page that is busy', NEEDS_BROWSER, async () => {
  const own = openFetcher({ ...FETCHING, renderCpuMilliseconds: 60_000, render: { '*': true } });
  const answer = rendered('/loop', own);
  await until(() => server.asked.slice(-1).includes('/loop'));
  await own.close();
  const { kind, ...rest } = await answer;
  assert.deepEqual([kind, 'reason' in rest && rest.reason], ['failed', 'stopped']);
});

test(
  'when needed: a shell is rendered, a page with text is not; other hosts and other kinds are not',
  NEEDS_BROWSER,
  async () => {
    const own = openFetcher({
      ...FETCHING,
      render: { '127.0.0.1': 'when-needed' },
      hosts: { 'other.example': '127.0.0.1' },
    });
    try {
      assert.match(textOf(await rendered('/fetches', own)), /Nobody reads/);
      assert.match(textOf(await rendered('/plain', own)), /need no script.*<script>/);
      const elsewhere = server.home.replace('127.0.0.1', 'other.example');
      assert.match(textOf(await own.fetch({ url: `${elsewhere}/fetches`, kind: 'page' })), /<script>/);
      assert.equal(textOf(await own.fetch({ url: `${server.home}/data`, kind: 'feed' })), '{"a":1}');
    } finally {
      await own.close();
    }
  },
);

test('a browser that does not start is a reason', NEEDS_BROWSER, async () => {
  const own = openFetcher({ ...FETCHING, chromium: process.execPath, render: { '*': true } });
  const answer = await rendered('/fetches', own);
  await own.close();
  assert.match(
    answer.kind === 'failed' ? `${answer.reason}: ${answer.detail}` : '',
    /^render-failed: .* did not start/,
  );
});
