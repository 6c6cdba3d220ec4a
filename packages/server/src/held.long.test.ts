// What a client may hold of the server: slots of batches, memory of bodies and of fetched pages; and what no answer says.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { openTestServer } from './server.fixture.js';

const PAGE = `<html lang=en><body><article><h1>Boats</h1><p>${'The harbour master counts the boats every evening. '.repeat(9)}<a href="/next">Next</a></p></article></body></html>`;

/** Whether something becomes true within twenty seconds. */
async function becomesTrue(isTrue: () => boolean): Promise<boolean> {
  for (let left = 200; left > 0 && !isTrue(); left--) await wait(100);
  return isTrue();
}

test('a batch that sends a byte now and then loses its place, and one that sends pages keeps it', async (t) => {
  const one = await openTestServer({ requestMilliseconds: 600 });
  t.after(one.close);
  const batch = (line: string, everyMilliseconds: number): Promise<string> =>
    new Promise((resolve) => {
      const sent = request(`${one.server.address}/v1/batch`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson' },
      });
      let text = '';
      const timer = setInterval(() => sent.write(line), everyMilliseconds);
      const end = (how: string): void => {
        clearInterval(timer);
        sent.destroy();
        resolve(how);
      };
      sent.on('response', (response) => {
        response.on('data', (chunk) => (text += chunk));
        response.on('error', () => end('cut'));
        response.on('end', () => end('ended'));
        response.on('aborted', () => end('cut'));
      });
      sent.on('error', () => end('cut'));
      const began = performance.now();
      becomesTrue(() => text.split('\n').length > 4 && performance.now() - began > 3_000).then((isSo) =>
        end(isSo ? 'open after rows' : 'open after nothing'),
      );
    });
  const [idle, busy] = await Promise.all([
    batch('\n', 100),
    batch(`${JSON.stringify({ html: PAGE.repeat(3) })}\n`, 300),
  ]);
  assert.equal(idle, 'cut');
  assert.equal(busy, 'open after rows');
});

test('a body in pieces of one byte holds what it has, and a fetched page counts', async (t) => {
  const size = 300_000;
  const large = `<html><body><p>${'word '.repeat(size / 5)}</p></body></html>`;
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const one = await openTestServer({
    maxBytes: 400_000_000,
    fetchPage: async (url) => {
      await held;
      return { ok: true, url, bytes: new TextEncoder().encode(PAGE), charset: null, mediaType: 'text/html' };
    },
  });
  t.after(one.close);
  const before = process.memoryUsage().arrayBuffers;
  const answer = await new Promise<number>((resolve, reject) => {
    const sent = request(
      `${one.server.address}/v1/extract`,
      { method: 'POST', headers: { 'content-type': 'text/html' } },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    sent.on('error', reject);
    sent.setNoDelay(true);
    sent.write(large);
    sent.end('x');
  });
  assert.equal(answer, 200);
  assert.ok(process.memoryUsage().arrayBuffers - before < 20 * size);
  // While the first page is fetched, it counts as the largest.
  const first = one.ask('/v1/extract?url=https://pier.example/1');
  await wait(200);
  const second = await one.ask('/v1/extract?url=https://pier.example/2');
  assert.deepEqual([second.status, ((await second.json()) as { reason: string }).reason], [503, 'queue-full']);
  release();
  assert.equal((await first).status, 200);
  assert.equal((await one.ask('/v1/extract?url=https://pier.example/3')).status, 200);
});

test('no answer and no log has a password of an address, or an address inside the network', async (t) => {
  const one = await openTestServer({
    fetchPage: async () => ({
      ok: false,
      reason: 'private-address',
      detail: 'vault.example is 10.1.2.3, which is private',
    }),
  });
  t.after(one.close);
  const url = 'https://ann:secret@pier.example/boats';
  const asHtml = { method: 'POST', body: PAGE, headers: { 'content-type': 'text/html' } };
  const asJson = (path: string) =>
    one.ask(path, {
      method: 'POST',
      body: JSON.stringify({ url, html: PAGE }),
      headers: { 'content-type': 'application/json' },
    });
  for (const response of [
    await one.ask(`/v1/extract?url=${encodeURIComponent(url)}`, asHtml),
    await asJson('/v1/extract'),
    await asJson('/v1/explain'),
  ]) {
    assert.equal(response.status, 200);
    assert.doesNotMatch(await response.text(), /secret/);
  }
  const refused = await one.ask(`/${url}`);
  assert.equal(refused.status, 403);
  assert.doesNotMatch(await refused.text(), /10\.1\.2\.3|secret/);
  assert.doesNotMatch(JSON.stringify(one.answered), /secret/);
});
