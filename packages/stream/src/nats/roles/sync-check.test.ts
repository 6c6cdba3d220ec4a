/** The warning about durability, and the example configuration that avoids it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadConfiguration } from '../../configuration/load-configuration.js';
import { NO_NATS_SERVER } from '../nats-server.fixture.js';
import { warnOfSync } from './run-roles.js';

const EXAMPLE = new URL('../../../../../examples/nats/', import.meta.url);

// The monitoring port of servers of several versions: Debian's is too old to report the setting.
const server = createServer((request, response) => {
  const config = request.url === '/varz' ? { sync_interval: 0, sync_always: true } : null;
  response.end(JSON.stringify({ version: '2.12.1', jetstream: { config } }));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => server.close());
const port = (server.address() as AddressInfo).port;

test('a server that reports sync_interval always is fine; any other is worth a warning', async () => {
  const warnings = async (monitor: string): Promise<string[]> => {
    const found: string[] = [];
    const info = { version: '2.12.1' };
    await warnOfSync(info, { monitor }, (message) => found.push(message));
    return found;
  };
  assert.deepEqual(await warnings(`http://127.0.0.1:${port}`), []);
  for (const [monitor, expected] of [
    ['', /it was not asked/],
    ['http://127.0.0.1:9', /cannot be read/],
  ] as const) {
    const found = await warnings(monitor);
    assert.equal(found.length, 1);
    assert.match(found[0], expected);
    assert.match(found[0], /sync_interval: always/);
  }
  server.removeAllListeners('request').on('request', (_, response) => response.end('{"jetstream":{"config":{}}}'));
  assert.match((await warnings(`http://127.0.0.1:${port}`))[0], /does not report sync_interval always/);
});

test('the example configuration is one that nats-server accepts', { skip: NO_NATS_SERVER }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-conf-'));
  try {
    const text = readFileSync(new URL('nats-server.conf', EXAMPLE), 'utf8');
    assert.match(text, /^ {2}sync_interval: always$/m);
    const file = join(folder, 'nats-server.conf');
    const { stdout } = spawnSync('nats-server', ['--version'], { encoding: 'utf8' });
    const isOld = /v2\.[0-9]\./.test(stdout);
    // Older servers than 2.10 do not know the setting.
    writeFileSync(file, isOld ? text.replace(/^ {2}sync_interval.*$/m, '') : text);
    const environment = { ...process.env, DEHUSK_NATS_PASSWORD: 'secret' };
    const { status, stderr } = spawnSync('nats-server', ['-t', '-c', file], { encoding: 'utf8', env: environment });
    assert.equal(status, 0, stderr);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the example configuration of the stream is valid', () => {
  const loaded = loadConfiguration(fileURLToPath(new URL('dehusk.toml', EXAMPLE)));
  assert.ok(loaded.ok, JSON.stringify(loaded));
  assert.equal(loaded.configuration.nats.replicas, 3);
});
