// Commits for ever and says each commit's number once it is acknowledged, until it is killed or the disk is full (it then closes
// the store and ends with 3): see contract.test.ts.
import { openLmdbStore } from './lmdb.js';
import { StoreError } from './store.js';

const store = openLmdbStore(process.argv[2], true);
const from = ((await store.position('input')) ?? 0) + 1;
for (let at = from; ; at++) {
  const value = new Uint8Array(20_000).fill(at & 0xff);
  // Two values that belong together, and the position.
  try {
    await store.commit(
      new Map([
        ['left', Buffer.from(`${at}:${value}`)],
        ['right', Buffer.from(`${at}:${value}`)],
        [`number/${at}`, value.subarray(0, 8)],
      ]),
      [{ input: 'input', at }],
    );
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    process.stderr.write(`StoreError: ${error.message}\n`);
    process.exitCode = 3;
    await store.close();
    break;
  }
  process.stdout.write(`${at}\n`);
}
