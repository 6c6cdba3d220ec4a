// A worker of the stream that does to it what a hostile page could do to ours; other pages are worked on as ever.
import { parentPort } from 'node:worker_threads';
import './extraction-worker.js';
import type { FromWorker, ToWorker } from './worker-messages.js';

if (parentPort === null) throw new Error('this is a worker thread');
const port = parentPort;
const hostile = new Map<number, string>();
port.on('message', (message: ToWorker) => {
  if (message.kind !== 'page') return;
  const does = /^DOES-(\w+)$/.exec(String(message.page.page))?.[1];
  if (does !== undefined) hostile.set(message.page.task, does);
});
const tell = port.postMessage.bind(port);
port.postMessage = (message: FromWorker, transfer?: readonly ArrayBuffer[]) => {
  tell(message, [...(transfer ?? [])]);
  const does = message.kind === 'began' ? hostile.get(Number(message.what)) : undefined;
  if (does === 'hang') for (;;);
  if (does === 'exit') process.exit(1);
  const heap: number[][] = [];
  while (does === 'hoard') heap.push(new Array<number>(100_000).fill(1.5));
};
