// A worker that hangs, throws or hoards memory as its tasks say.
import { existsSync, writeFileSync } from 'node:fs';
import { serveTasks } from './guarded-worker.js';

/** Hangs without using the processor. */
const block = (): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
const say = (words: string) => ({ words });

serveTasks<{ readonly does: string; readonly marker?: string }, { readonly words: string }>(({ does, marker = '' }) => {
  switch (does) {
    case 'hang':
      for (;;);
    case 'block':
      return say(String(block()));
    case 'block-once':
      if (existsSync(marker)) return say('block-once done');
      writeFileSync(marker, '');
      return say(String(block()));
    case 'throw':
      throw new Error('thrown on purpose');
    case 'hoard': {
      const heap: number[][] = [];
      for (;;) heap.push(new Array<number>(100_000).fill(1.5));
    }
    default:
      return say(`${does} done`);
  }
});
