// Starts `dehusk serve` of the packed package, for tests.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { INSTALLED_DEHUSK } from './installed-packages.mjs';

const START_MILLISECONDS = 60_000;
const ANSWER_MILLISECONDS = 60_000;

/**
 * Starts the server on a free port.
 *
 * @param words further arguments
 * @param cwd the folder it runs in
 */
export async function startInstalledServer(words, cwd) {
  const child = spawn(process.execPath, [INSTALLED_DEHUSK, 'serve', '--port', '0', '--log-level', 'error', ...words], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let shown = '';
  child.stdout.on('data', (text) => (shown += text));
  child.stderr.on('data', (text) => (shown += text));
  const ended = once(child, 'exit');
  const from = performance.now();
  let address;
  while ((address = /http:\/\/[^/]+/.exec(shown)?.[0]) === undefined) {
    if (child.exitCode !== null || performance.now() - from > START_MILLISECONDS) {
      child.kill('SIGKILL');
      throw new Error(`dehusk serve ${words.join(' ')} did not start: ${shown}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    address,
    /** What it wrote so far. */
    shown: () => shown,
    ask: (path, init) => fetch(address + path, { signal: AbortSignal.timeout(ANSWER_MILLISECONDS), ...init }),
    /** A request whose path is sent as it is: `fetch` removes `..`. Resolves to the status and the body. */
    askExactly: (path, headers = {}) =>
      new Promise((resolve, reject) => {
        const { hostname, port } = new URL(address);
        const sent = request({ hostname, port, path, headers, timeout: ANSWER_MILLISECONDS }, async (response) => {
          let body = '';
          for await (const piece of response) body += piece;
          resolve({ status: response.statusCode, body });
        });
        sent.on('timeout', () => sent.destroy(new Error(`${path} was not answered`)));
        sent.on('error', reject).end();
      }),
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
