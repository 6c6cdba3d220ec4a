// A headless Firefox for tests, by WebDriver BiDi, also in its own windows ("chrome"), where its toolbar is.
import { spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { WebSocket } from 'undici';

/** Longest time for the start, and for each command, milliseconds; the first one waits for the window. On an idle machine both need a second or two. */
const MAX_START = 60_000;
const MAX_COMMAND = 90_000;

/** What a new profile would do beside the test. */
const QUIET = {
  ...{
    'browser.startup.page': 0,
    'browser.startup.homepage_override.mstone': 'ignore',
    'browser.aboutwelcome.enabled': false,
  },
  ...{
    'browser.newtabpage.enabled': false,
    'browser.newtab.preload': false,
    'dom.ipc.processPrelaunch.enabled': false,
  },
  ...{
    'datareporting.policy.dataSubmissionEnabled': false,
    'toolkit.telemetry.enabled': false,
    'ui.prefersReducedMotion': 1,
  },
};

/** The program of Firefox: FIREFOX_PATH, else `firefox-esr` or `firefox` in PATH; empty for none. */
export function findFirefox({ FIREFOX_PATH = '', PATH = '' } = process.env) {
  const folders = PATH.split(delimiter).filter((folder) => folder !== '');
  const inPath = ['firefox-esr', 'firefox'].flatMap((name) => folders.map((folder) => join(folder, name)));
  const canRun = (path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  };
  return (FIREFOX_PATH === '' ? inPath : [FIREFOX_PATH]).find(canRun) ?? '';
}

/** Fails a wait that takes too long. */
async function within(milliseconds, what, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took more than ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Starts Firefox with a new profile.
 *
 * @param preferences of the profile, by name
 * @returns `{ version, send, evaluate, inChrome, open, close }`
 */
export async function openFirefox(path, preferences = {}) {
  const profile = mkdtempSync(join(tmpdir(), 'dehusk-firefox-'));
  const lines = Object.entries({ ...QUIET, ...preferences }).map(
    (one) => `user_pref(${one.map((it) => JSON.stringify(it)).join(', ')});\n`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join(''));
  const given = ['--headless', '--no-remote', '--profile', profile];
  const remote = ['--remote-debugging-port', '0', '--remote-allow-system-access'];
  // Its own group, as the program can be a script that starts Firefox.
  const firefox = spawn(path, [...given, ...remote], { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  const ended = new Promise((resolve) => firefox.once('close', resolve).once('error', resolve));
  const end = async () => {
    try {
      process.kill(-firefox.pid, 'SIGKILL');
    } catch {}
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const address = await within(MAX_START, 'the start of Firefox', addressOf(firefox));
    const { socket, send } = await within(MAX_START, 'the connection to Firefox', connected(`${address}/session`));
    const session = await send('session.new', { capabilities: {} });
    const version = session.capabilities.browserVersion;
    return {
      version,
      ...callsOf(send),
      async close() {
        await within(
          MAX_COMMAND,
          'the end of Firefox',
          send('browser.close').then(() => ended),
        ).catch(() => {});
        socket.close();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** The address that Firefox writes at its start. */
function addressOf(firefox) {
  return new Promise((resolve, reject) => {
    let said = '';
    firefox.stderr.on('data', (text) => {
      said += text;
      const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(said) ?? [];
      if (address) resolve(address);
    });
    firefox.once('error', reject).once('close', () => reject(new Error(`Firefox ended: ${said}`)));
  });
}

/** A connection: `send(method, params)` resolves to the result of a command. */
async function connected(address) {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`no connection to ${address}`)));
  });
  let last = 0;
  const waiting = new Map();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(data);
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  const send = async (method, params = {}) => {
    const id = ++last;
    const answered = new Promise((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const answer = await within(MAX_COMMAND, method, answered);
    if (answer.type === 'error') throw new Error(`${method}: ${answer.error}: ${answer.message}`);
    return answer.result;
  };
  return { socket, send };
}

function callsOf(send) {
  /** Calls a function with JSON values in a page, and returns the JSON value of its result. */
  async function evaluate(context, call, ...given) {
    const { type, result, exceptionDetails } = await send('script.evaluate', {
      expression: `(async () => JSON.stringify((await (${call})(...${JSON.stringify(given)})) ?? null))()`,
      target: { context },
      awaitPromise: true,
    });
    if (type === 'exception') throw new Error(exceptionDetails.text);
    return JSON.parse(result.value);
  }
  return {
    send,
    evaluate,
    /** Calls a function in the browser's window, with all rights. */
    async inChrome(call, ...given) {
      const { contexts } = await send('browsingContext.getTree', { 'moz:scope': 'chrome', maxDepth: 0 });
      const { context } = contexts.find(({ url }) => url === 'chrome://browser/content/browser.xhtml');
      return evaluate(context, call, ...given);
    },
    /** Opens an address in a new tab in front, and returns its context. */
    async open(url) {
      const { context } = await send('browsingContext.create', { type: 'tab' });
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
      return context;
    },
    closeTab: (context) => send('browsingContext.close', { context }),
  };
}
