// Opens a state to write, says so, and holds it until it is killed: see writer-lock.test.ts.
import { openLmdbStore } from './lmdb.js';

try {
  openLmdbStore(process.argv[2], true);
  process.stdout.write('held\n');
  setInterval(() => {}, 60_000);
} catch (error) {
  process.stdout.write(`refused: ${(error as Error).message}\n`);
}
