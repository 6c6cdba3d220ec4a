// integrations/node-red in the real runtime.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { toMarkdown } from '../packages/core/dist/index.js';
import { answerOf, installedHosts } from './hosts.fixture.mjs';
import { blockOf } from './readme-programs.fixture.mjs';

const SENTENCE =
  'The harbour master counts the boats every evening and writes their number into the book by the door. ';
const BOATS = `<html lang="en"><title>Boats</title><nav><a href="/">Home</a></nav><article><h1>Boats</h1><p>${SENTENCE.repeat(4)}The café is <a href="/open">open</a>.</p></article>`;

/** Runs flows: the README's over HTTP, and messages that are given to the node. */
const PROGRAM = `
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
const helper = require('node-red-node-test-helper');
helper.init(require.resolve('node-red'));
const { flow, urls, messages } = JSON.parse(process.argv[2]);
const dehusk = require('./integration/dehusk.js');
const http = require('@node-red/nodes/core/network/21-httprequest.js');
await new Promise((resolve) => helper.startServer(resolve));
const answers = [];
let answer = () => {};
const sent = (send) => new Promise((resolve) => {
  const late = setTimeout(() => resolve({ output: 'none' }), 10_000);
  answer = (one) => { clearTimeout(late); resolve(one); };
  send();
});
await helper.load([dehusk, http], flow);
for (const [id, output] of [['d', 'text'], ['e', 'no text']])
  helper.getNode(id).on('input', ({ payload, dehusk }) => answer({ output, payload, dehusk }));
helper.getNode('c').on('call:error', ({ firstArg }) => answer({ output: 'error', payload: firstArg.message }));
for (const url of urls) answers.push(await sent(() => helper.getNode('b').receive({ url })));
for (const message of messages) answers.push(await sent(() => helper.getNode('c').receive(message)));
await helper.unload();
await new Promise((resolve) => helper.stopServer(resolve));
console.log(JSON.stringify(answers));
process.exit(0);
`;

test('Node-RED: the flow of the README, and messages of every kind', { timeout: 300_000 }, async (t) => {
  // The last version that runs on Node 20.
  const app = await installedHosts(t, ['node-red@4.1.15', 'node-red-node-test-helper@0.3.6'], 'node-red');
  if (app === null) return;
  const flow = JSON.parse(blockOf('node-red', 'json')).filter(({ type }) => type !== 'inject');
  // The editor lays nodes without a place on top of each other.
  assert.equal(new Set(flow.filter(({ x, y }) => x > 0 && y > 0).map(({ x, y }) => `${x} ${y}`)).size, 4);
  // The editor puts what it imports on a tab. The test sends the addresses, and listens where the debug nodes are.
  for (const node of flow) {
    node.z = 'tab';
    if (node.type === 'http request') node.url = '';
    if (node.type === 'debug') node.type = 'helper';
  }
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', 'text/html');
    if (url === '/gone') response.statusCode = 404;
    if (url === '/old') response.writeHead(302, { location: '/boats' }).end();
    else
      response.end(
        url === '/boats'
          ? Buffer.from(BOATS.replace('<title>', '<meta charset=iso-8859-1><title>'), 'latin1')
          : '<nav>Home</nav>',
      );
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const base = `http://127.0.0.1:${server.address().port}`;
  const urls = [`${base}/old`, `${base}/empty`, `${base}/gone`, 'http://127.0.0.1:1/'];
  const messages = [{ payload: BOATS }, { payload: { html: BOATS } }, { payload: null }];
  const answers = await answerOf(app, PROGRAM, {
    arguments: [JSON.stringify({ flow: [{ id: 'tab', type: 'tab' }, ...flow], urls, messages })],
  });
  const [fetched, empty, gone, unreached, text, object, nothing] = answers;
  // The address after the redirect makes links absolute.
  assert.deepEqual([fetched.output, fetched.payload], ['text', toMarkdown(BOATS, { url: `${base}/boats` })]);
  assert.deepEqual([fetched.dehusk.title, fetched.dehusk.url], ['Boats', `${base}/boats`]);
  assert.deepEqual([empty.output, empty.payload, empty.dehusk.reason], ['no text', '', 'no-content']);
  assert.deepEqual([gone.output, gone.dehusk.reason], ['no text', 'http-status']);
  assert.deepEqual([unreached.output, unreached.payload, unreached.dehusk?.reason], ['no text', '', 'not-connected']);
  assert.match(unreached.dehusk.detail, /ECONNREFUSED/);
  assert.deepEqual([text.output, text.payload], ['text', toMarkdown(BOATS)]);
  assert.deepEqual(
    [object.output, object.payload],
    ['error', 'msg.payload got object, expected HTML as text or a buffer'],
  );
  assert.deepEqual(
    [nothing.output, nothing.payload],
    ['error', 'msg.payload got null, expected HTML as text or a buffer'],
  );
});
