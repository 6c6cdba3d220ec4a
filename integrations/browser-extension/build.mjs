// Builds the extension for Chromium and Firefox into build/browser-extension of the checkout, or into the folder that is given.
// Needs `npm run compile` first.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild-wasm';

const HERE = new URL('./', import.meta.url);
const BUILD = process.argv[2]
  ? pathToFileURL(`${resolve(process.argv[2])}/`)
  : new URL('../../build/browser-extension/', import.meta.url);

/** Keys of the manifest that one browser has and the other refuses or warns of. */
const KEYS = {
  chromium: {
    minimum_chrome_version: '116',
    permissions: ['sidePanel'],
    background: { service_worker: 'background.js', type: 'module' },
    side_panel: { default_path: 'panel.html' },
  },
  firefox: {
    browser_specific_settings: {
      gecko: {
        id: 'clean-copy@dehusk.example',
        strict_min_version: '128.0',
        data_collection_permissions: { required: ['none'] },
      },
    },
    permissions: [],
    // In the toolbar, not in the panel of all extensions.
    action: { default_area: 'navbar' },
    background: { scripts: ['background.js'], type: 'module' },
    sidebar_action: { default_panel: 'panel.html', default_title: 'Why was this dropped?', open_at_install: false },
  },
};

rmSync(BUILD, { recursive: true, force: true });
const manifest = JSON.parse(readFileSync(new URL('manifest.json', HERE), 'utf8'));
const COMMON = {
  // Chromium refuses scripts that are not valid UTF-8, such as those with lone surrogates.
  ...{ bundle: true, minify: true, platform: 'browser', charset: 'ascii', target: ['chrome116', 'firefox128'] },
  ...{ legalComments: 'none', write: false, outdir: fileURLToPath(BUILD) },
};
const source = (name) => fileURLToPath(new URL(`src/${name}.js`, HERE));
// The library is in a chunk that the worker, the popup and the panel share. What runs in pages is a plain script.
const built = [
  await build({ ...COMMON, entryPoints: ['background', 'popup', 'panel'].map(source), format: 'esm', splitting: true }),
  await build({ ...COMMON, entryPoints: [source('page')], format: 'iife' }),
];
const outputFiles = built.flatMap((one) => one.outputFiles);
for (const [browser, { permissions, ...keys }] of Object.entries(KEYS)) {
  const folder = new URL(`${browser}/`, BUILD);
  mkdirSync(folder, { recursive: true });
  for (const { path, contents } of outputFiles) writeFileSync(new URL(path.replace(/.*[\\/]/, ''), folder), contents);
  for (const name of ['popup.html', 'panel.html', 'pages.css'])
    cpSync(new URL(`src/${name}`, HERE), new URL(name, folder));
  for (const name of ['LICENSE', 'NOTICE']) cpSync(new URL(`../../${name}`, HERE), new URL(`${name}.txt`, folder));
  const { action, ...others } = keys;
  const whole = {
    ...{ ...manifest, ...others },
    action: { ...manifest.action, ...action },
    permissions: [...manifest.permissions, ...permissions],
  };
  writeFileSync(new URL('manifest.json', folder), `${JSON.stringify(whole, null, 2)}\n`);
}
// esbuild's service would keep the process alive.
process.exit(0);
