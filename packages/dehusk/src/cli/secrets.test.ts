/** Passwords and tokens in what the user gives, right or mistyped: no message, log or output shows them. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runHere } from './stream-process.fixture.js';

const home = mkdtempSync(join(tmpdir(), 'dehusk-secrets-'));
after(() => rmSync(home, { recursive: true }));
const at = (name: string): string => join(home, name);
const SECRET = 'hunter2';
const LOGIN = `user:${SECRET}@`;
/** Refuses connections. */
const NOWHERE = '127.0.0.1:1';

function file(name: string, content: string): string {
  writeFileSync(at(name), content);
  return at(name);
}

/** A configuration with one sink. */
const toSink = (name: string, sink: string): readonly string[] => [
  'watch',
  file(
    `${name}.toml`,
    `[[sources]]\nkind = "jsonl"\npath = ${JSON.stringify(file('none.jsonl', ''))}\n[[sinks]]\n${sink}\n[state]\nfolder = ${JSON.stringify(at(name))}\n`,
  ),
];

const RUNS: Readonly<Record<string, readonly string[]>> = {
  'a page': [`http://${LOGIN}${NOWHERE}/`, '--allow-private', '--fetch', 'retries=0'],
  'an address with a space': [`http://${LOGIN}exa mple/`],
  'an address with a wrong port': [`http://${LOGIN}example.org:99999/`],
  'another scheme': [`ftp://${LOGIN}example.org/`],
  'a list': ['-i', file('list.txt', `http://${LOGIN}exa mple/\nftp://${LOGIN}h/\n`)],
  'a start of a crawl': ['crawl', `http://${LOGIN}exa mple/`, '-o', at('crawled'), '--state', at('crawl-state')],
  'a proxy': ['http://example.org/', '--fetch', 'retries=0', '--fetch', `proxy=http://${LOGIN}${NOWHERE}`],
  'a proxy of another kind': ['http://example.org/', '--fetch', `proxy=socks5://${LOGIN}${NOWHERE}`],
  'a header without a colon': ['http://example.org/', '--header', `Authorization ${SECRET}`],
  'a header that cannot be sent': ['http://example.org/', '--header', `Authorization: ${SECRET}漢`],
  PostgreSQL: toSink('pg', `kind = "postgres"\nurl = "postgres://user:${SECRET}@${NOWHERE}/db"`),
  'PostgreSQL, with an @ in it': toSink(
    'pg-at',
    `kind = "postgres"\nurl = "postgres://user:a@${SECRET}@${NOWHERE}/db"`,
  ),
  'PostgreSQL, in the query': toSink('pg-q', `kind = "postgres"\nurl = "postgres://${NOWHERE}/db?password=${SECRET}"`),
  'PostgreSQL, mistyped': toSink('pg-typo', `kind = "postgres"\nurl = "postgres//${LOGIN}h/db"`),
  'OpenSearch, mistyped': toSink('os', `kind = "opensearch"\nurl = "htp://${LOGIN}h"\nindex = "x"`),
  NATS: toSink('nats', `kind = "nats"\nservers = "nats://${LOGIN}${NOWHERE}"`),
  'rows with addresses': [
    'batch',
    file(
      'rows.jsonl',
      [`http://${LOGIN}h/`, ` ftp://${LOGIN}h/`].map((url) => `${JSON.stringify({ url, html: '<p>x' })}\n`).join(''),
    ),
  ],
};
for (const [what, args] of Object.entries(RUNS))
  test(what, async () => {
    const { out, err } = await runHere(args);
    assert.notEqual(out + err, '');
    assert.doesNotMatch(out + err, new RegExp(SECRET));
  });
