// A worker thread: extracts one page at a time, so that a hang or crash affects one page only.
import { parentPort } from 'node:worker_threads';
import { openSystem } from './system.js';
import type { FromSystemWorker, ToSystemWorker } from './worker-pool.js';

// Systems are measured on the page alone: a request fails at once.
globalThis.fetch = () => Promise.reject(new Error('the lab has no network'));

// Output of systems is dropped. (The Worker option `stdout: true` would keep the process of an idle thread alive.)
process.stdout.write = () => true;
process.stderr.write = () => true;

const post = (message: FromSystemWorker): void => parentPort?.postMessage(message);
const describe = (thrown: unknown): string =>
  thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);

let extractPage: Awaited<ReturnType<typeof openSystem>>;

parentPort?.on('message', async (message: ToSystemWorker) => {
  switch (message.type) {
    case 'open':
      try {
        extractPage = await openSystem(message.spec);
        post({ type: 'ready' });
      } catch (thrown) {
        post({ type: 'unusable', detail: describe(thrown) });
      }
      break;
    case 'page': {
      const started = performance.now();
      try {
        const { text, reason, detail } = await extractPage(message.page);
        post({ type: 'done', text, reason, detail, milliseconds: performance.now() - started });
      } catch (thrown) {
        const milliseconds = performance.now() - started;
        post({ type: 'done', text: '', reason: 'error', detail: describe(thrown), milliseconds });
      }
      break;
    }
  }
});
