// A worker thread: extracts one page at a time, so that a hang or crash affects one page only.
import { serveTasks } from '@dehusk/node';
import type { SystemAnswer, SystemPage } from './run.js';
import { openSystem } from './system.js';

// Systems are measured on the page alone: a request fails at once.
globalThis.fetch = () => Promise.reject(new Error('the lab has no network'));

// Output of systems is dropped. (The Worker option `stdout: true` would keep the process of an idle thread alive.)
process.stdout.write = () => true;
process.stderr.write = () => true;

const describe = (thrown: unknown): string =>
  thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);

let opened: { readonly run: number; readonly extractPage: Awaited<ReturnType<typeof openSystem>> } | null = null;

serveTasks<SystemPage, SystemAnswer>(async ({ run, spec, page }) => {
  try {
    if (opened?.run !== run) opened = { run, extractPage: await openSystem(spec) };
  } catch (thrown) {
    return { unusable: describe(thrown) };
  }
  const started = performance.now();
  try {
    const { text, reason, detail } = await opened.extractPage(page);
    return { text, reason, detail, milliseconds: performance.now() - started };
  } catch (thrown) {
    const milliseconds = performance.now() - started;
    return { text: '', reason: 'error', detail: describe(thrown), milliseconds };
  }
});
