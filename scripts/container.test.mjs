// The container files name only paths, flags and commands that exist. Building them needs a container engine, which tests lack.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const container = readFileSync(path('Containerfile'), 'utf8');
const compose = readFileSync(path('compose.yaml'), 'utf8');
const help = spawnSync(process.execPath, [path('packages/dehusk/bin/dehusk.js'), 'serve', '--help'], {
  encoding: 'utf8',
}).stdout;

test('paths that the Containerfile copies from the build are in the repository', () => {
  const copied = [...container.matchAll(/COPY --from=build (.+)/g)].flatMap(([, list]) => list.split(' ').slice(0, -1));
  assert.ok(copied.length >= 5);
  for (const name of copied) assert.ok(existsSync(path(name.replace('/dehusk/', ''))), name);
  const [, entry] = /ENTRYPOINT \["node", "(.+?)"\]/.exec(container);
  assert.ok(existsSync(path(entry)));
});

test('flags of both files are flags of dehusk serve', () => {
  const flags = [...(container.split('\nCMD')[1] + compose).matchAll(/--[a-z-]+/g)].map(([flag]) => flag);
  assert.ok(flags.length >= 5);
  for (const flag of flags) assert.ok(help.includes(`${flag} `), flag);
});

test('the health check asks a route of the API, at the default port', () => {
  const [, port, route] = /fetch\('http:\/\/127\.0\.0\.1:(\d+)(\/\w+)'\)/.exec(container);
  assert.equal(route, '/livez');
  assert.ok(help.includes(`default: ${port}`));
  assert.ok(container.includes(`EXPOSE ${port}`) && compose.includes(`:${port}:${port}`));
  assert.match(container, /^USER node$/m);
});
