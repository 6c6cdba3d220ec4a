// The thread a system runs in: one page at a time, so that a hang or a crash is one page's result and nothing else's.
import { parentPort, workerData } from 'node:worker_threads';
import { openSystem, type PageInput, type SystemSpec } from './system.js';
import type { FromWorker } from './worker-pool.js';

// Systems are measured on the page alone: one that asks the network gets a refusal, not a delay.
globalThis.fetch = () => Promise.reject(new Error('the lab gives no network'));

const post = (message: FromWorker): void => parentPort?.postMessage(message);
const inWords = (thrown: unknown): string =>
  thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);

try {
  const extractPage = await openSystem(workerData as SystemSpec);
  parentPort?.on('message', async (page: PageInput) => {
    const started = performance.now();
    try {
      const { text, reason, detail } = await extractPage(page);
      post({ type: 'done', text, reason, detail, milliseconds: performance.now() - started });
    } catch (thrown) {
      const milliseconds = performance.now() - started;
      post({ type: 'done', text: '', reason: 'error', detail: inWords(thrown), milliseconds });
    }
  });
  post({ type: 'ready' });
} catch (thrown) {
  post({ type: 'unusable', detail: inWords(thrown) });
}
