/** One Chromium process tree: started with what a stranger's page must not use switched off, measured, and ended. */
import { readFileSync } from 'node:fs';
import type { CDPSession } from 'playwright-core';
import { messageOf, Refused } from '../failures.js';

/** Time for a browser to end in an orderly way, in milliseconds. */
const CLOSE_MILLISECONDS = 3_000;
const PAGE_BYTES = 4096;

const ARGUMENTS = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--deny-permission-prompts',
  // WebRTC would send UDP past the proxy. The second name is that of older versions.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  // Names are resolved behind the proxy, where addresses are checked.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
];
/** The proxy of everything that belongs to no page: a port that nothing serves. Each page has a separate proxy. */
const NO_PROXY = 'socks5://127.0.0.1:1';

/**
 * Starts a browser.
 *
 * @param megabytes bound on the heap of a page's scripts
 * @throws Refused when it does not start
 */
export async function openBrowser(path: string, megabytes: number) {
  const { chromium } = await import('playwright-core').catch(() => {
    throw new Refused('render-failed', 'rendering needs the package playwright-core; npm install playwright-core');
  });
  const browser = await chromium
    .launch({
      executablePath: path,
      args: [...ARGUMENTS, `--js-flags=--max-old-space-size=${megabytes}`],
      proxy: { server: NO_PROXY, bypass: '<-loopback>' },
      // Chromium's sandbox refuses to run as root.
      chromiumSandbox: process.getuid?.() !== 0,
      // The command line ends on signals in its own way; the browser ends with the pipe to it.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
    .catch((error: unknown) => {
      throw new Refused('render-failed', `${path} did not start: ${messageOf(error).split('\n')[0]}`);
    });
  const session = await browser.newBrowserCDPSession();
  const root = (await processesOf(session)).find(({ type }) => type === 'browser')?.id;
  const cpuSeconds = new Map<number, number>();
  let isKilled = false;
  const kill = (): void => {
    isKilled = true;
    try {
      if (root !== undefined) process.kill(root, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  };
  return {
    browser,
    /** Ends the browser at once, busy or not. */
    kill,
    isUsable: () => !isKilled && browser.isConnected(),
    /**
     * Processor time of all renderer processes since the start, and their resident memory without what they share: 0 on systems other
     * than Linux.
     */
    async usage() {
      const renderers = (await processesOf(session)).filter(({ type }) => type === 'renderer');
      // Processes that ended count as well.
      for (const { id, cpuTime } of renderers) cpuSeconds.set(id, cpuTime);
      return {
        cpuMilliseconds: 1000 * [...cpuSeconds.values()].reduce((sum, one) => sum + one, 0),
        memoryBytes: renderers.reduce((sum, { id }) => sum + residentBytes(id), 0),
      };
    },
    async close() {
      const timer = setTimeout(kill, CLOSE_MILLISECONDS);
      await browser.close().catch(() => {});
      clearTimeout(timer);
    },
  };
}

export type OpenBrowser = Awaited<ReturnType<typeof openBrowser>>;

async function processesOf(session: CDPSession) {
  return (await session.send('SystemInfo.getProcessInfo')).processInfo;
}

/** Resident memory of a process that it shares with no other, by Linux's /proc; 0 elsewhere. */
function residentBytes(id: number): number {
  try {
    const [, resident, shared] = readFileSync(`/proc/${id}/statm`, 'latin1').split(' ').map(Number);
    return (resident - shared) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
