// Runs the stream over made-up pages in a folder and says a letter for every commit, until it is done or killed.
import { madeUpPages, queryPages } from './made-up-pages.fixture.js';
import { openRun } from './made-up-run.fixture.js';

const [folder, pages, learning = 'off'] = process.argv.slice(2);
// With a third argument: a site of which URL rules are learnt.
const run = await openRun(
  folder,
  learning === 'off' ? madeUpPages(Number(pages), 3) : queryPages(Number(pages)),
  learning === 'off'
    ? { workers: 1, commitPages: 4, maxInFlight: 9 }
    : {
        workers: 1,
        commitPages: 4,
        maxInFlight: 9,
        extractor: 'bte',
        urlRuleLearning: learning as 'apply',
      },
);
let said = 0;
const watch = setInterval(() => {
  const { commits } = run.stream.snapshot();
  process.stdout.write('c'.repeat(commits - said));
  said = commits;
}, 5);
await run.finish();
clearInterval(watch);
