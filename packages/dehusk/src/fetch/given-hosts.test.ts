import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loopback, sends } from './loopback.fixture.js';
import { openFetcher } from './open-fetcher.js';

const CASES: readonly (readonly [host: string, hosts: Record<string, string>, outcome: string])[] = [
  ['a.example', { 'a.example': '127.0.0.1' }, 'fetched'],
  ['A.Example', { 'a.example': '127.0.0.1' }, 'fetched'],
  ['deep.below.example', { '*.example': '127.0.0.1' }, 'fetched'],
  ['a.example', { '*.example': '203.0.113.9', 'a.example': '127.0.0.1' }, 'fetched'],
  ['a.example', { 'a.example': 'elsewhere' }, 'not-connected'],
];

for (const [host, hosts, outcome] of CASES)
  test(`${host} with ${JSON.stringify(hosts)}: ${outcome}`, async () => {
    const server = await loopback({ '/': sends('<p>here') });
    const fetcher = openFetcher({ hosts, allowPrivate: true, robots: false, delay: 0, maxRetries: 0 });
    const { port } = new URL(server.home);
    const answer = await fetcher.fetch({ url: `http://${host}:${port}/`, kind: 'page' });
    assert.equal(answer.kind === 'failed' ? answer.reason : answer.kind, outcome);
    await fetcher.close();
    await server.close();
  });

test('a given address is judged like any other', async () => {
  const fetcher = openFetcher({ hosts: { 'a.example': '127.0.0.1' }, robots: false });
  const answer = await fetcher.fetch({ url: 'http://a.example/', kind: 'page' });
  assert.equal(answer.kind === 'failed' && answer.reason, 'private-address');
  await fetcher.close();
});
