/** A hostile page in a real browser tries to reach a server on this machine, and a server counts what arrives. */
import assert from 'node:assert/strict';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { after, before, test } from 'node:test';
import { DEFAULT_FETCHER } from '../fetcher-options.js';
import { HTML, type Loopback, loopback } from '../loopback.fixture.js';
import { resolveGiven } from '../resolve-names.js';
import { BROWSER, NEEDS_BROWSER } from './browser.fixture.js';
import { openRenderer } from './open-renderer.js';
import { type Connect, guardedConnect } from './socks-server.js';

/** Where the page comes from: allowed, as a public host would be. */
let home: Loopback;
/** Not allowed. It counts connections, so that a request that fails later counts as well. */
let secret: Server;
let connections = 0;

before(async () => {
  home = await loopback({
    '/moved': (_, response) => response.writeHead(302, { location: `http://127.0.0.1:${portOf(secret)}/moved` }).end(),
    '/frame': (_, response) =>
      response.writeHead(200, HTML).end(`<script>location = 'http://127.0.0.1:${portOf(secret)}/frame'</script>`),
    '/seen': (_, response) => response.writeHead(200, { 'access-control-allow-origin': '*' }).end('seen'),
  });
  secret = createServer((socket) => {
    connections++;
    socket
      .on('error', () => {})
      .end('HTTP/1.1 200 OK\r\naccess-control-allow-origin: *\r\ncontent-length: 6\r\n\r\nsecret');
  });
  await new Promise<void>((done) => secret.listen(0, '0.0.0.0', done));
});
after(async () => {
  secret.close();
  await home.close();
});

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

const REBINDING = { 'rebinding.example': '127.0.0.1', 'app.example': '127.0.0.1' };
/** Each tries one way to a connection with the secret server, at the addresses `http`, `https` and `ws`. */
const WAYS: Readonly<Record<string, string>> = {
  fetch: 'fetch(http).then((answer) => answer.text()).then(show)',
  'fetch over TLS': 'fetch(https)',
  redirect: 'fetch("/moved").then((answer) => answer.text()).then(show)',
  frame: 'add("iframe", { src: http })',
  'a frame that moves on': 'add("iframe", { src: "/frame" })',
  'style sheet': 'add("link", { rel: "stylesheet", href: http })',
  script: 'add("script", { src: http })',
  picture: 'add("img", { src: http })',
  preconnect: 'add("link", { rel: "preconnect", href: http })',
  prefetch: 'add("link", { rel: "prefetch", href: http })',
  object: 'add("object", { data: http })',
  WebSocket: 'new WebSocket(ws)',
  EventSource: 'new EventSource(http)',
  beacon: 'navigator.sendBeacon(http, "x")',
  worker: 'new Worker(URL.createObjectURL(new Blob(["fetch(" + JSON.stringify(http) + ")"])))',
  window: 'open(http)',
  form: 'add("form", { action: http, method: "post", target: "frame" }).submit()',
};

/** Renders a page that tries every way to each host. */
async function attack(hosts: readonly string[], allowed: boolean): Promise<string> {
  const guarded = guardedConnect(resolveGiven(REBINDING), allowed);
  const through: Connect = (name, port) =>
    name === 'app.example' && port === 80 ? connect(Number(new URL(home.home).port), '127.0.0.1') : guarded(name, port);
  const renderer = openRenderer(BROWSER, DEFAULT_FETCHER, through);
  const script = `const show = (text) => { document.body.append(text); };
    const add = (name, attributes) => {
      const element = Object.assign(document.createElement(name), attributes);
      document.body.append(element);
      return element;
    };
    for (const host of ${JSON.stringify(hosts)}) {
      const [http, https, ws] = ['http', 'https', 'ws'].map((scheme) => scheme + '://' + host + ':${portOf(secret)}/');
      ${Object.values(WAYS)
        .map((one) => `try { ${one} } catch {}`)
        .join('\n')}
    }
    fetch('/seen').then((answer) => answer.text()).then(show);`;
  const page = Buffer.from(`<!doctype html><body><iframe name="frame"></iframe><script>${script}</script>`);
  try {
    const rendered = await renderer.render(
      {
        kind: 'fetched',
        url: 'http://app.example/',
        redirects: [],
        bytes: page,
        charset: null,
        contentType: 'text/html',
        etag: null,
        lastModified: null,
        status: 200,
        headers: [['content-type', 'text/html']],
        at: 0,
      },
      async () => ({}),
      new AbortController().signal,
    );
    return rendered.kind === 'page' ? rendered.html : rendered.to;
  } finally {
    await renderer.close();
  }
}

const HOSTS = ['127.0.0.1', '127.0.0.2', 'localhost', '[::1]', '2130706433', 'rebinding.example', 'app.example'];

test('a page reaches no server on this machine, in no way and by no name', NEEDS_BROWSER, async () => {
  connections = 0;
  const html = await attack(HOSTS, false);
  assert.match(html, /seen/);
  assert.doesNotMatch(html, /secret/);
  assert.equal(connections, 0);
});

test('the same page reaches it where private addresses are allowed', NEEDS_BROWSER, async () => {
  connections = 0;
  assert.match(await attack(['127.0.0.1'], true), /secret/);
  assert.ok(connections > 5, String(connections));
});
