// Runs the stream over made-up pages in a folder and says a letter for every commit, until it is done or killed.
import { madeUpPages } from './made-up-pages.fixture.js';
import { openRun } from './made-up-run.fixture.js';

const [folder, pages] = process.argv.slice(2);
const run = await openRun(folder, madeUpPages(Number(pages), 3), { workers: 1, commitPages: 4, maxInFlight: 9 });
let said = 0;
const watch = setInterval(() => {
  const { commits } = run.stream.snapshot();
  process.stdout.write('c'.repeat(commits - said));
  said = commits;
}, 5);
await run.finish();
clearInterval(watch);
