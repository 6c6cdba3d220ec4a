// Builds the inspector into packages/server/dist/inspector, and puts the page that shows the API's description beside it. Does nothing when they are newer than the compiled sources.
import { cpSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const url = (path) => new URL(`../${path}`, import.meta.url);
const changedAt = (path) => statSync(url(path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

const SOURCES = [
  'packages/html/dist/.tsbuildinfo',
  'packages/core/dist/.tsbuildinfo',
  'packages/papers/dist/.tsbuildinfo',
  'packages/inspector/dist/.tsbuildinfo',
  'packages/inspector/index.html',
  'packages/inspector/vite.config.js',
  'packages/inspector/src/inspector.css',
  'scripts/build-inspector.mjs',
];
const DONE = 'packages/server/dist/api-docs/index.html';

if (changedAt(DONE) < Math.max(...SOURCES.map(changedAt))) {
  const { build } = await import('vite');
  const root = fileURLToPath(url('packages/inspector'));
  await build({ root, logLevel: 'warn' });
  const docs = url('packages/server/dist/api-docs/');
  mkdirSync(docs, { recursive: true });
  for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE'])
    cpSync(url(`node_modules/swagger-ui-dist/${name}`), new URL(name === 'LICENSE' ? 'LICENSE.txt' : name, docs));
  writeFileSync(
    new URL('start.js', docs),
    "SwaggerUIBundle({ url: '../openapi.json', dom_id: '#api', deepLinking: true });\n",
  );
  // Last, as it marks the build as complete.
  writeFileSync(
    url(DONE),
    `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Dehusk API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="swagger-ui.css">
    <script src="swagger-ui-bundle.js" defer></script>
    <script src="start.js" defer></script>
  </head>
  <body><div id="api"></div></body>
</html>
`,
  );
}
