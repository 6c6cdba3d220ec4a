/** URL rules on the command line, on a newspaper that serves all its stories from one path. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type DemoServer, openDemoServer } from '../demo/demo-server.js';
import { DEMO_SITES } from '../demo/templates.js';
import { type Ended, rowsIn, runHere } from './stream-process.fixture.js';

const STORIES = 60;
const SITE = {
  ...DEMO_SITES[4],
  address: 'query' as const,
  backlog: STORIES,
  everyMilliseconds: Number.POSITIVE_INFINITY,
};
const home = mkdtempSync(join(tmpdir(), 'dehusk-url-rules-'));
// Relative paths of commands inside this process.
process.chdir(home);
let server: DemoServer;
before(async () => {
  server = await openDemoServer({ sites: [SITE], feedEntries: STORIES });
});
after(async () => {
  await server.close();
  rmSync(home, { recursive: true });
});

const dehusk = (...args: string[]): Promise<Ended> => runHere(args);

/** Writes a configuration of a run and returns its file. */
function configured(name: string, stream: string): string {
  const file = join(home, `${name}.toml`);
  writeFileSync(
    file,
    `[[sources]]
kind = "feed"
feeds = ["${server.feed(SITE)}"]
once = true
[[sinks]]
kind = "jsonl"
folder = "${name}"
[fetch]
delay = 0
requestsPerMinute = 0
allowPrivate = true
hosts = { "*.example" = "127.0.0.1" }
[state]
folder = "${name}-state"
[stream]
extractor = "bte"
workers = 1
${stream}`,
  );
  return file;
}

test('rules are learnt and applied on request', async () => {
  const first = await dehusk('watch', configured('plain', ''));
  assert.equal(first.code, 0, first.err);
  assert.equal(rowsIn(join(home, 'plain')).length, 1, 'without a rule every story has the key /story');
  assert.equal((await dehusk('watch', configured('applied', 'urlRuleLearning = "apply"\n'))).code, 0);
  const documents = rowsIn(join(home, 'applied')).length;
  assert.ok(documents > 1 && documents < STORIES, `${documents}: one before the rule was learnt, then each story`);
  assert.match((await runHere(['state', 'verify', 'applied-state'])).err, /addresses of sites: 1/);
});

test('the nine published rules by name, on the command line and in the configuration', async () => {
  const printed = await runHere(['watch', server.feed(SITE), '--url-rule-preset', 'urltree-paper', '--print-config']);
  assert.match(printed.out, /^urlRulePreset = "urltree-paper"$/m, printed.err);
  const unknown = await runHere(['watch', server.feed(SITE), '--url-rule-preset', 'paper']);
  assert.equal(unknown.code, 2);
  assert.match(unknown.err, /urltree-paper/);
  // A page that the second rule is about: pr_id identifies it, the session does not.
  const rows = ['pr_id=1&s=1', 'pr_id=2&s=2', 'pr_id=1&s=3'].map((query) =>
    JSON.stringify({
      url: `http://www.fitchratings.com/gws/detail.cfm?${query}`,
      html: `<title>${query}</title><body><p>${`Ratings of ${query} were affirmed today by the agency. `.repeat(9)}</p>`,
    }),
  );
  writeFileSync(join(home, 'rows.jsonl'), rows.join('\n'));
  for (const [preset, documents] of [
    ['none', 1],
    ['urltree-paper', 2],
  ] as const) {
    const file = configured(preset, `urlRulePreset = "${preset}"\n`);
    const source = `[[sources]]\nkind = "jsonl"\npath = "rows.jsonl"\n`;
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^[\s\S]*?(?=\[\[sinks)/, source));
    const { code, err } = await dehusk('watch', file);
    assert.equal(code, 0, err);
    assert.equal(rowsIn(join(home, preset)).length, documents, preset);
  }
});
