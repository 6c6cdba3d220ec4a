// A worker of the stream that hangs, exits or hoards memory at pages that say so; other pages are worked on as usual.
import { existsSync, writeFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import './extraction-worker.js';
import type { FromWorker, ToWorker } from './worker-messages.js';

if (parentPort === null) throw new Error('this is a worker thread');
const port = parentPort;
const hostile = new Map<number, string>();
port.on('message', (message: ToWorker) => {
  if (message.kind !== 'page') return;
  const [, does, marker] = /^DOES-(\w+)(?: (.*))?$/.exec(String(message.page)) ?? [];
  if (does === undefined || (does === 'blockonce' && existsSync(marker))) return;
  if (does === 'blockonce') writeFileSync(marker, '');
  hostile.set(message.task, does);
});
const tell = port.postMessage.bind(port);
port.postMessage = (message: FromWorker, transfer?: readonly ArrayBuffer[]) => {
  tell(message, [...(transfer ?? [])]);
  const does = message.kind === 'began' ? hostile.get(Number(message.what)) : undefined;
  if (does === 'hang') for (;;);
  // Hangs without using the processor.
  if (does?.startsWith('block')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (does === 'exit') process.exit(1);
  const heap: number[][] = [];
  while (does === 'hoard') heap.push(new Array<number>(100_000).fill(1.5));
};
