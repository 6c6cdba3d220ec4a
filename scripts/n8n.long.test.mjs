// integrations/n8n in n8n's own loader and engine.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toMarkdown, toText } from '../packages/core/dist/index.js';
import { answerOf, installedHosts } from './hosts.fixture.mjs';

const SENTENCE =
  'The harbour master counts the boats every evening and writes their number into the book by the door. ';
const BOATS = `<html lang="en"><title>Boats</title><nav><a href="/">Home</a></nav><article><h1>Boats</h1><p>${SENTENCE.repeat(4)}See <a href="/more">more</a>.</p></article>`;

const FILE = {
  data: Buffer.from(BOATS.replace('See', '<meta charset=iso-8859-1>The café. See'), 'latin1').toString('base64'),
  mimeType: 'text/html',
};

/** Loads the package as n8n does, and runs a workflow: items that are given, then the node. */
const PROGRAM = `
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
require('reflect-metadata');
const { PackageDirectoryLoader, WorkflowExecute, ExecutionLifecycleHooks } = require('n8n-core');
const { Workflow } = require('n8n-workflow');
const loader = new PackageDirectoryLoader(new URL('./integration', import.meta.url).pathname);
await loader.loadAll();
const types = { Given: { description: { name: 'given', version: 1, group: ['trigger'], inputs: [], outputs: ['main'], properties: [], defaults: {} } } };
const runs = JSON.parse(process.argv[2]);
const base = 'http://localhost:5678/';
const urls = { restApiUrl: base, instanceBaseUrl: base, formWaitingBaseUrl: base, webhookBaseUrl: base, webhookWaitingBaseUrl: base, webhookTestBaseUrl: base };
const answers = [];
for (const { items, parameters, onError } of runs) {
  const given = { ...types.Given, async execute() { return [items.map(({ binary, ...json }) => ({ json, ...(binary && { binary }) }))]; } };
  const nodeOf = (type) => (type === 'test.given' ? given : loader.getNode(type.split('.').at(-1)).type);
  const nodeTypes = { getByName: nodeOf, getByNameAndVersion: nodeOf, getKnownTypes: () => ({}) };
  const nodes = [
    { id: '1', name: 'Given', type: 'test.given', typeVersion: 1, position: [0, 0], parameters: {} },
    { id: '2', name: 'Dehusk', type: 'n8n-nodes-dehusk.dehusk', typeVersion: 1, position: [0, 0], parameters, ...(onError && { onError }) },
  ];
  const connections = { Given: { main: [[{ node: 'Dehusk', type: 'main', index: 0 }]] } };
  const workflow = new Workflow({ id: '1', nodes, connections, active: false, nodeTypes, settings: {} });
  const hooks = new ExecutionLifecycleHooks('manual', '1', { id: '1', name: 'test', nodes, connections, active: false });
  const run = await new WorkflowExecute({ hooks, variables: {}, ...urls }, 'manual').run({ workflow, startNode: workflow.getNode('Given') });
  const { runData, error } = run.data.resultData;
  answers.push({ items: runData.Dehusk?.[0].data?.main[0] ?? null, error: (error ?? runData.Dehusk?.[0].error)?.message ?? null });
}
console.log(JSON.stringify({ known: Object.keys(loader.known.nodes), answers }));
`;

/** The host is 332 MB. */
const skip = process.env.NIGHTLY_TESTS !== '1' && 'skipped: NIGHTLY_TESTS=1 installs n8n';

test('n8n: the package is loaded, and its node extracts items', { skip, timeout: 300_000 }, async (t) => {
  const app = await installedHosts(t, ['n8n-core@2.41.1', 'n8n-workflow@2.41.0'], 'n8n');
  if (app === null) return;
  const url = 'https://pier.example/boats';
  const runs = [
    {
      items: [
        { data: BOATS, url },
        { data: '<nav>Home</nav>', url },
      ],
      parameters: {},
    },
    {
      items: [{ page: BOATS }, { page: '' }],
      parameters: { html: '={{ $json.page }}', url, fields: 'all', drop: true, learn: true },
    },
    { items: [{ data: BOATS, url }], parameters: { fields: 'text' } },
    { items: [{ data: 7 }, { data: BOATS }], parameters: {} },
    { items: [{ data: 7 }, { data: BOATS }], parameters: {}, onError: 'continueRegularOutput' },
    { items: [{ data: BOATS }], parameters: { source: 'binary' } },
    { items: [{ binary: { data: FILE } }], parameters: { source: 'binary' } },
  ];
  const { known, answers } = await answerOf(app, PROGRAM, { arguments: [JSON.stringify(runs)] });
  assert.deepEqual(known, ['dehusk']);
  const [plain, all, text, wrong, continued, noFile, file] = answers;
  assert.equal(plain.error, null);
  assert.deepEqual(
    plain.items.map(({ json, pairedItem }) => [json.ok, json.reason, pairedItem]),
    [
      [true, null, { item: 0 }],
      [false, 'no-content', { item: 1 }],
    ],
  );
  assert.equal(plain.items[0].json.markdown, toMarkdown(BOATS, { url }));
  assert.equal('text' in plain.items[0].json, false);
  assert.deepEqual(
    all.items.map(({ json }) => [json.title, json.schema, json.content.length > 0]),
    [['Boats', 1, true]],
  );
  assert.equal(text.items[0].json.text, toText(BOATS, { url }));
  assert.match(wrong.error, /"HTML" got number, expected text/);
  assert.deepEqual(
    continued.items.map(({ json }) => [json.ok, json.reason]),
    [
      [false, 'bad-input'],
      [true, null],
    ],
  );
  assert.match(noFile.error, /binary/i);
  assert.equal(file.error, null);
  assert.match(file.items[0].json.markdown, /The café/);
});
