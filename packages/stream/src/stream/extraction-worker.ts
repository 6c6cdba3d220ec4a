// A worker thread of the stream: pages and requests in, documents and changes out, one at a time.
import { parentPort, workerData } from 'node:worker_threads';
import { introduceWorker } from '@dehusk/node';
import { DamagedState, StreamProcessor } from './stream-processor.js';
import type { FromWorker, ToWorker, WorkerSettings } from './worker-messages.js';
import { openWorkerState } from './worker-state.js';

const port = parentPort;
if (port === null) throw new Error('extraction-worker runs as a worker thread of openStream');
const post = (message: FromWorker): void => port.postMessage(message);

let requests = 0;
const asked = new Map<number, (bytes: Uint8Array | undefined) => void>();
const state = openWorkerState(
  (key) =>
    new Promise((resolve) => {
      const request = requests++;
      asked.set(request, resolve);
      post({ kind: 'get', request, key });
    }),
);
const pages = new StreamProcessor(workerData as WorkerSettings, state, (message) => post({ kind: 'warning', message }));

/** Requests run in order: a site's pages must not overtake each other, nor a checkpoint. */
let last: Promise<void> = Promise.resolve();
const then = (act: () => Promise<void>): void => {
  last = last.then(act).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    post({ kind: 'failed', message, isState: error instanceof DamagedState });
  });
};
port.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'page':
      then(async () => {
        post({ kind: 'began', what: message.task });
        post({ kind: 'done', page: await pages.work(message, (id) => post({ kind: 'began', what: id })) });
      });
      return;
    case 'checkpoint':
      then(async () => {
        post({ kind: 'checkpointing' });
        const changes = await pages.checkpoint();
        // Transferred, not copied: models are large, and their bytes are not used here again.
        const owned = [...changes.values()].filter((one) => one !== null && one.byteLength === one.buffer.byteLength);
        port.postMessage(
          { kind: 'checkpoint', changes } satisfies FromWorker,
          owned.map((one) => (one as Uint8Array).buffer as ArrayBuffer),
        );
      });
      return;
    case 'value':
      asked.get(message.request)?.(message.bytes ?? undefined);
      asked.delete(message.request);
  }
});
introduceWorker();
