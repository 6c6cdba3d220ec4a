/** The wall clock that ends a worker which hangs without using the processor: ten times the limit of CPU time. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { madeUpPages } from './made-up-pages.fixture.js';
import { STREAM_DEFAULTS } from './stream.js';
import { WorkerSlots } from './worker-slots.js';

const home = mkdtempSync(join(tmpdir(), 'dehusk-hung-'));
after(() => rmSync(home, { recursive: true }));
const PAGES = madeUpPages(3, 2);

test('a page whose worker hangs without using the processor is tried once more, alone, before it is rejected', async () => {
  const once = async (html: string, expected: string): Promise<void> => {
    const marker = join(home, html);
    const warnings: string[] = [];
    await new Promise<void>((finished, fail) => {
      const workers = new WorkerSlots({
        threads: 2,
        // The first page of a new worker loads modules, which takes processor time.
        maxMilliseconds: 1_500,
        maxMegabytes: 256,
        settings: { options: { ...STREAM_DEFAULTS, extractor: 'justext' }, wantsMarkdown: false },
        file: new URL('./hostile-extraction.fixture.js', import.meta.url),
        read: () => Promise.resolve(undefined),
        async onEnd() {
          if (workers.finished() < 3) return;
          const { ends } = await workers.checkpoint(true);
          await workers.close();
          const hung = ends.find((end) => (end.ok ? end.page.task : end.task) === 0);
          assert.equal(hung?.ok === false ? hung.reason : 'emitted', expected);
          assert.equal(ends.filter(({ ok }) => ok).length, expected === 'emitted' ? 3 : 2);
          finished();
        },
        warn: (message) => warnings.push(message),
        fail,
      });
      const page = { input: 'i', title: null, charset: null, mediaType: null, wantsLinks: false };
      workers.submit({ ...page, ...PAGES[0], task: 0, site: 'a', page: `${html} ${marker}` });
      for (const task of [1, 2]) workers.submit({ ...page, ...PAGES[task], task, site: 'b', page: PAGES[task].html });
    });
    assert.equal(warnings.length, expected === 'emitted' ? 1 : 2);
    assert.match(warnings[0], /ms by the clock.*between pages; 1 page will be worked on again/);
  };
  await Promise.all([once('DOES-block', 'timeout'), once('DOES-blockonce', 'emitted')]);
});
