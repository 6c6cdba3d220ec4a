// The core under Node's permission model, which guards files, processes and threads; Node guards the network from version 25 on, so
// that here the core may not load a module for it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

/** Prints the loaded modules of Node that reach the network, processes or threads. */
const PRINT_LOADED = `
const reaching = /^NativeModule (?:net|tls|dgram|dns|https?|http2|child_process|worker_threads|undici)$/;
process.stdout.write(JSON.stringify(process.moduleLoadList.filter((one) => reaching.test(one))));`;

const PROGRAM = `
import assert from 'node:assert/strict';
import fs from 'node:fs';
const { extract, FORMATS } = await import(process.argv[1]);
const page = '<title>Ferry</title><article><h1>Ferry</h1><p>' + 'The ferry left the harbour at noon, as on every day. '.repeat(9);
const result = extract(page, { url: 'https://a.example/1' });
assert.ok(result.ok && /left the harbour/.test(result.text));
for (const format of FORMATS) format.print(result, {}, { id: 1, url: null });
assert.throws(() => fs.writeFileSync('written', ''), { code: 'ERR_ACCESS_DENIED' });
assert.throws(() => fs.readFileSync('/etc/passwd'), { code: 'ERR_ACCESS_DENIED' });
${PRINT_LOADED}`;

test('it works without rights to files, processes and threads, and loads no module of the network', () => {
  const flag = process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission';
  const readable = ['./*', '../package.json', '../../../node_modules/*', '../node_modules/*', '../../html/*'];
  const rights = readable.map((path) => `--allow-fs-read=${fileURLToPath(new URL(path, import.meta.url))}`);
  const run = (program: string, ...args: string[]): string => {
    const given = [flag, '--no-warnings', ...rights, '--input-type=module', '--eval', program, ...args];
    const { stdout, stderr, status } = spawnSync(process.execPath, given, { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    return stdout;
  };
  const core = new URL('./index.js', import.meta.url).href;
  assert.equal(run(PROGRAM, core), run(`import 'node:assert/strict';${PRINT_LOADED}`));
});
