/** `--archived` as a real process: a server in the place of web.archive.org, behind a proxy that leads there. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { answers, loopback, sends } from '../../../node/dist/fetch/loopback.fixture.js';
import { startDehusk } from './stream-process.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-archived-'));
after(() => rmSync(folder, { recursive: true }));
const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
const made = spawnSync('openssl', [
  ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
  ...['-keyout', key, '-out', cert, '-subj', '/CN=web.archive.org', '-addext', 'subjectAltName=DNS:web.archive.org'],
]);
const skip = made.status === 0 ? false : 'skipped: needs openssl';

const page = (said: string): string =>
  `<!doctype html><html lang="en"><title>The log</title><h1>The log</h1><p>${`${said} on that evening, as it had for a hundred years. `.repeat(5)}</p>`;

async function listen(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

test('a page that is gone comes from the archive under its own address; one that is there, and one never kept, do not', {
  skip,
}, async () => {
  const site = await loopback({
    '/there.html': sends(page('The lamp burned')),
    '/gone.html': answers(410),
    '/never.html': answers(404),
  });
  const asked: string[] = [];
  const archive = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    asked.push(request.url ?? '');
    if (request.url === `/web/2id_/${site.home}/gone.html`)
      response.writeHead(302, { location: `/web/20240517083000id_/${site.home}/gone.html` }).end();
    else if (request.url?.startsWith('/web/20240517083000id_/'))
      response.writeHead(200, { 'content-type': 'text/html' }).end(page('The horn sounded'));
    else response.writeHead(404).end();
  });
  const to = await listen(archive);
  const proxy = createServer().on('connect', (request, socket) => {
    assert.equal(request.url, 'web.archive.org:443');
    const through = connect(to, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(through).pipe(socket);
    });
    through.on('error', () => socket.destroy());
    socket.on('error', () => through.destroy());
  });
  const port = await listen(proxy);
  try {
    const addresses = ['/there.html', '/gone.html', '/never.html'].map((path) => site.home + path);
    const { code, out, err } = await startDehusk(
      folder,
      [...addresses, '--archived', '--allow-private', '--fetch', 'pause=0', '--format', 'jsonl'],
      { environment: { HTTPS_PROXY: `http://127.0.0.1:${port}`, NODE_EXTRA_CA_CERTS: cert } },
    ).ended;
    const rows = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { ok: boolean; url: string; text: string });
    assert.deepEqual(
      rows.map(({ ok, text }) => [ok, /^.*\n(.*?) on that/.exec(text)?.[1]]),
      [
        [true, 'The lamp burned'],
        [true, 'The horn sounded'],
        [false, undefined],
      ],
      err,
    );
    assert.equal(rows[1]?.url, addresses[1]);
    assert.match(err, /never\.html: http-status: .*404.*; the Internet Archive: .*404/);
    assert.equal(code, 3);
    assert.deepEqual(
      asked.map((path) => path.replace(/^\/web\/\w+\//, '')),
      [addresses[1], addresses[1], addresses[2]],
    );
  } finally {
    for (const server of [proxy, archive]) {
      server.closeAllConnections();
      server.close();
    }
    await site.close();
  }
});
