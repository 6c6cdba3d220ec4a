/** A hostile page in a real browser tries to reach a server on this machine, and a server counts what arrives. */
import assert from 'node:assert/strict';
import { createSocket, type Socket as DatagramSocket } from 'node:dgram';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { after, before, test } from 'node:test';
import { DEFAULT_FETCHER } from '../fetcher-options.js';
import { HTML, type Loopback, loopback } from '../loopback.fixture.js';
import { resolveGiven } from '../resolve-names.js';
import { BROWSER, NEEDS_BROWSER } from './browser.fixture.js';
import { openRenderer } from './render-answers.js';
import { type Connect, guardedConnect } from './socks-server.js';

/** Where the page comes from: allowed, as a public host would be. */
let home: Loopback;
/** Not allowed. It counts connections, so that a request that fails later counts as well. */
let secret: Server;
let connections = 0;
/** The same for datagrams, at the same port. */
let secretDatagrams: DatagramSocket;
let datagrams = 0;

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
  secretDatagrams = createSocket('udp4', () => datagrams++);
  await new Promise<void>((done) => secretDatagrams.bind(portOf(secret), '0.0.0.0', done));
});
after(async () => {
  secret.close();
  secretDatagrams.close();
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
  'WebRTC to a STUN server': 'callOver("stun:" + http.slice(7, -1))',
  'WebRTC to a TURN server': 'callOver("turn:" + http.slice(7, -1))',
  'WebRTC to a TURN server over TCP': 'callOver("turn:" + http.slice(7, -1) + "?transport=tcp")',
  'WebRTC to a peer': 'callOver().then((call) => callPeer(call, host))',
  WebTransport: 'new WebTransport(https)',
  'DNS prefetch': 'add("link", { rel: "dns-prefetch", href: http })',
  'module preload': 'add("link", { rel: "modulepreload", href: http })',
  icon: 'add("link", { rel: "icon", href: http })',
  import: 'import(http)',
  'frame with a document': 'add("iframe", { srcdoc: "<script>fetch(" + JSON.stringify(http) + ")</" + "script>" })',
  'frame without an address':
    'add("iframe", { src: "data:text/html,<script>fetch(" + JSON.stringify(http) + ")</" + "script>" })',
  'shared worker': 'new SharedWorker("data:text/javascript,fetch(" + JSON.stringify(http) + ")")',
  'style import': 'add("style", { textContent: "@import " + JSON.stringify(http) })',
  ping: 'add("a", { href: "#", ping: http }).click()',
  'speculation rules':
    'add("script", { type: "speculationrules", textContent: JSON.stringify({ prefetch: [{ urls: [http], eagerness: "immediate" }] }) })',
  form: 'add("form", { action: http, method: "post", target: "frame" }).submit()',
};

/** What a peer answers in WebRTC, without its address. */
const PEER = [
  ...[
    'v=0',
    'o=- 1 2 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
    'c=IN IP4 0.0.0.0',
  ],
  ...['a=ice-ufrag:abcd', 'a=ice-pwd:abcdabcdabcdabcdabcdabcd', 'a=setup:active', 'a=mid:0', 'a=sctp-port:5000'],
  `a=fingerprint:sha-256 ${Array(32).fill('AA').join(':')}`,
  '',
].join('\r\n');

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
    const callOver = async (urls) => {
      const call = new RTCPeerConnection(urls && { iceServers: [{ urls, username: 'a', credential: 'b' }] });
      call.createDataChannel('');
      await call.setLocalDescription();
      return call;
    };
    const callPeer = async (call, host) => {
      const sdp = ${JSON.stringify(PEER)};
      await call.setRemoteDescription({ type: 'answer', sdp });
      const end = host + ' ' + ${portOf(secret)} + ' typ host';
      await call.addIceCandidate({ candidate: 'candidate:1 1 udp 1 ' + end, sdpMid: '0' });
      await call.addIceCandidate({ candidate: 'candidate:2 1 tcp 1 ' + end + ' tcptype passive', sdpMid: '0' });
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
        mediaType: 'text/html',
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
  assert.equal(datagrams, 0);
});

test('the same page reaches it where private addresses are allowed', NEEDS_BROWSER, async () => {
  connections = 0;
  assert.match(await attack(['127.0.0.1'], true), /secret/);
  assert.ok(connections > 5, String(connections));
});
