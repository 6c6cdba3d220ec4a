// Commits for ever and says each commit's number once it is acknowledged, until it is killed: see contract.test.ts.
import { openLmdbStore } from './lmdb.js';

const store = openLmdbStore(process.argv[2], true);
const from = ((await store.position('input')) ?? 0) + 1;
for (let at = from; ; at++) {
  const value = new Uint8Array(20_000).fill(at & 0xff);
  // Two values that belong together, and the position.
  await store.commit(
    new Map([
      ['left', Buffer.from(`${at}:${value}`)],
      ['right', Buffer.from(`${at}:${value}`)],
      [`number/${at}`, value.subarray(0, 8)],
    ]),
    [{ input: 'input', at }],
  );
  process.stdout.write(`${at}\n`);
}
