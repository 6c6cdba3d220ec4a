// The thread a system runs in: one page at a time, so that a hang or a crash is one page's result and nothing else's.
import { parentPort } from 'node:worker_threads';
import { openSystem } from './system.js';
import type { FromWorker, ToWorker } from './worker-pool.js';

// Systems are measured on the page alone: one that asks the network gets a refusal, not a delay.
globalThis.fetch = () => Promise.reject(new Error('the lab gives no network'));

// What systems print is not ours to show. (Worker's own `stdout: true` would keep an idle thread's process alive.)
process.stdout.write = () => true;
process.stderr.write = () => true;

const post = (message: FromWorker): void => parentPort?.postMessage(message);
const inWords = (thrown: unknown): string =>
  thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);

let extractPage: Awaited<ReturnType<typeof openSystem>>;

parentPort?.on('message', async (message: ToWorker) => {
  switch (message.type) {
    case 'open':
      try {
        extractPage = await openSystem(message.spec);
        post({ type: 'ready' });
      } catch (thrown) {
        post({ type: 'unusable', detail: inWords(thrown) });
      }
      break;
    case 'page': {
      const started = performance.now();
      try {
        const { text, reason, detail } = await extractPage(message.page);
        post({ type: 'done', text, reason, detail, milliseconds: performance.now() - started });
      } catch (thrown) {
        const milliseconds = performance.now() - started;
        post({ type: 'done', text: '', reason: 'error', detail: inWords(thrown), milliseconds });
      }
      break;
    }
  }
});
