// Writes a WARC file with pages for the examples: node make-warc.mjs COUNT [FIRST].
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const lines = execFileSync(
  process.execPath,
  [fileURLToPath(new URL('make-pages.mjs', import.meta.url)), ...process.argv.slice(2)],
  {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  },
);
for (const line of lines.split('\n')) {
  if (!line.startsWith('{')) continue;
  const { id, url, html } = JSON.parse(line);
  const http = `HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(html)}\r\n\r\n${html}`;
  const head = `WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:example:${id}>\r\nWARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Target-URI: ${url}\r\nContent-Type: application/http; msgtype=response\r\n`;
  process.stdout.write(`${head}Content-Length: ${Buffer.byteLength(http)}\r\n\r\n${http}\r\n\r\n`);
}
