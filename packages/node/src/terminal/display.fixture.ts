// A display that ends as its argument says: `crash`, `reject`, `exit`, or `wait` for a signal.
import { setModes } from './modes.js';

setModes(process.stderr, ['alternate screen', 'hidden cursor', 'no line wrap']);
setModes(process.stderr, ['hidden cursor']);
const ends: Readonly<Record<string, () => unknown>> = {
  crash: () => {
    throw new Error('the program crashed');
  },
  reject: () => Promise.reject(new Error('the program crashed')),
  exit: () => process.exit(5),
  wait: () => setTimeout(() => {}, 60_000),
};
setImmediate(ends[process.argv[2]]);
