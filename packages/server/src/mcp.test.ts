// The tools of the Model Context Protocol, by the official client: over standard input and output, and over HTTP.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { extract } from '@dehusk/core';
import { extractorNamed } from '@dehusk/papers';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const SENTENCE =
  'The harbour master counts the boats every evening and writes their number into the book by the door. ';
const PAGE = `<!doctype html><html lang="en"><body><nav><a href="/">Home</a></nav><article><h1>Boats</h1><p>${SENTENCE.repeat(4)}</p><p>${SENTENCE.repeat(3)}</p></article></body></html>`;
const CLI = fileURLToPath(new URL('../../dehusk/dist/cli/main.js', import.meta.url));

/** A client of `dehusk mcp` or of `/mcp` of a server, and how both are ended. */
async function connected(
  road: 'stdio' | 'http',
  ...more: string[]
): Promise<{ client: Client; close(): Promise<void> }> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  if (road === 'stdio') {
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [CLI, 'mcp', '--max-bytes', '100k', ...more] }),
    );
    return { client, close: () => client.close() };
  }
  const server = spawn(process.execPath, [CLI, 'serve', '--port', '0', '--max-bytes', '100k', '--log-level', 'error'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise<string>((resolve) =>
    server.stdout.once('data', (text) => resolve(/http:\S+?(?=\/ )/.exec(String(text))?.[0] ?? '')),
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`)));
  return {
    client,
    async close() {
      await client.close();
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
    },
  };
}

interface ToolResult {
  readonly isError?: boolean;
  readonly structuredContent?: Record<string, unknown>;
  readonly content: readonly { readonly text: string }[];
}

for (const road of ['stdio', 'http'] as const)
  test(`the tools over ${road}`, { timeout: 60_000 }, async (t) => {
    const { client, close } = await connected(road);
    t.after(close);
    const call = async (name: string, given: object): Promise<ToolResult> =>
      (await client.callTool({ name, arguments: given as Record<string, unknown> })) as unknown as ToolResult;
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['extract', 'explain'],
    );
    assert.ok(
      tools.every(({ description, outputSchema }) => (description ?? '').includes('fetches no pages') && outputSchema),
    );

    const expected = extract(PAGE);
    const markdown = await call('extract', { html: PAGE });
    assert.equal(markdown.structuredContent?.content, expected.markdown);
    assert.equal(markdown.content[0].text, expected.markdown);
    const plain = await call('extract', {
      html: PAGE,
      format: 'text',
      extractor: 'boilerpipe-article',
      pageType: 'article',
    });
    assert.equal(
      plain.content[0].text,
      extract(PAGE, { extractor: extractorNamed('boilerpipe-article'), pageType: 'article' }).text,
    );

    const explained = await call('explain', { html: PAGE, maxBlocks: 2 });
    const { blocks, blocksInAll, ok } = explained.structuredContent as {
      blocks: { why: string }[];
      blocksInAll: number;
      ok: boolean;
    };
    assert.deepEqual([ok, blocks.length, blocksInAll], [true, 2, expected.labelled.blocks.length]);
    assert.ok(blocks.every(({ why }) => why !== ''));

    for (const [given, fault] of [
      [{ html: '<nav><a href="/">Home</a></nav>' }, /^no-content: /],
      [{ html: 'x'.repeat(200_000) }, /^too-large: .*102400/],
      [{ url: 'https://a.example/' }, /^fetching-is-off: .*--allow-fetch/],
      [{}, /^bad-request: .*expected "html" or "url"/],
      [{ html: PAGE, extractor: 'dehsk' }, /^bad-request: .*did you mean "dehusk"/],
    ] as const) {
      const answer = await call('extract', given);
      assert.equal(answer.isError, true);
      assert.match(answer.content[0].text, fault);
    }
    const wrong = await call('extract', { html: 3 }).catch((error: Error) => ({
      isError: true,
      content: [{ text: error.message }],
    }));
    assert.equal(wrong.isError, true);
    // After all that, the server still answers.
    assert.equal((await call('extract', { html: PAGE })).isError ?? false, false);
  });

test('learn_site learns pages, and the corrections that explain has the ranges for', { timeout: 60_000 }, async (t) => {
  const state = mkdtempSync(join(tmpdir(), 'dehusk-mcp-'));
  const { client, close } = await connected('stdio', '--state', state);
  t.after(async () => {
    await close();
    rmSync(state, { recursive: true });
  });
  const call = async (name: string, given: object): Promise<ToolResult> =>
    (await client.callTool({ name, arguments: given as Record<string, unknown> })) as unknown as ToolResult;
  const page = (at: number): string =>
    PAGE.replace('</p>', `</p><div class="band"><p>Tune ${at} is played on the pier. ${SENTENCE.repeat(2)}</p></div>`);
  const url = (at: number): string => `https://pier.example/${at}`;
  const { blocks } = (await call('explain', { html: page(1) })).structuredContent as {
    blocks: { text: string; source: [number, number][] }[];
  };
  const band = blocks.find(({ text }) => text.startsWith('Tune 1'));
  const corrections = band?.source.map(([from, to]) => ({ from, to, keep: false }));
  assert.ok((await call('learn_site', { html: page(0), url: url(0) })).content[0].text.includes('Tune 0'));
  const corrected = await call('learn_site', { html: page(1), url: url(1), corrections });
  assert.ok(!corrected.content[0].text.includes('Tune 1'), corrected.content[0].text);
  assert.ok(!(await call('learn_site', { html: page(2), url: url(2) })).content[0].text.includes('Tune 2'));
  const without = await call('learn_site', { url: url(3), corrections });
  assert.match(without.content[0].text, /^bad-request: got corrections without the HTML/);
});
