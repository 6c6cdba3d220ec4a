// The real hosts of integrations, from the configured registry of npm, beside the packed packages.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { INSTALLED, prepareInstalled } from './installed-packages.mjs';

/** Longest time for the registry, milliseconds. */
const MAX_INSTALL = 120_000;

/**
 * Installs packages in a folder that has the integration's files, and below which `dehusk` and its packages are found.
 *
 * @param hosts names with versions: `crawlee@3`
 * @param folder the integration's folder
 * @returns the folder; null when the registry cannot be reached in time, and the test is skipped
 */
export async function installedHosts(t, hosts, folder) {
  prepareInstalled();
  mkdirSync(INSTALLED, { recursive: true });
  const app = mkdtempSync(join(INSTALLED, 'host-'));
  t.after(() => rmSync(app, { recursive: true, force: true, maxRetries: 5 }));
  cpSync(fileURLToPath(new URL(`../integrations/${folder}`, import.meta.url)), join(app, 'integration'), {
    recursive: true,
  });
  writeFileSync(join(app, 'package.json'), '{ "type": "module" }');
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  const npm = spawn('npm', ['install', ...options, ...hosts], { cwd: app, stdio: 'ignore', timeout: MAX_INSTALL });
  const code = await new Promise((resolve) => npm.once('error', () => resolve(-1)).once('close', resolve));
  if (code === 0) return app;
  t.skip(`skipped: needs ${hosts.join(', ')} from a registry of npm, within ${MAX_INSTALL / 1000} seconds`);
  return null;
}

/** Runs a program as a module in a folder, and returns the JSON of its last line. */
export async function answerOf(app, program, { arguments: given = [], env = {}, timeout = 60_000 } = {}) {
  const file = join(app, 'program.mjs');
  writeFileSync(file, program);
  const child = spawn(process.execPath, [file, ...given], { cwd: app, env: { ...process.env, ...env }, timeout });
  let out = '';
  let err = '';
  child.stdout.on('data', (text) => {
    out += text;
  });
  child.stderr.on('data', (text) => {
    err += text;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`the program ended with ${code}: ${err}${out}`);
  return JSON.parse(out.trim().split('\n').at(-1));
}
