// A worker thread of the server: pages and lines of batches in, bytes out.
import { workerData } from 'node:worker_threads';
import { extractRow, extractWithLanguage, type FoundPage, type RowWork, serveTasks } from '@dehusk/node';
import { doPageWork, type RequestWork } from './page-work.js';
import type { Done, NoText } from './service.js';
import { doSiteWork, type SiteAnswer, type SiteWork } from './site-work.js';

/** A line of a batch. Its bytes are a field of the message, so that they are transferred between threads. */
type BatchLineTask = Omit<FoundPage & { readonly kind: 'line' }, 'kind'> & {
  readonly kind: 'batch';
  readonly work: RowWork;
};

export type ServerTask = RequestWork | BatchLineTask | SiteWork;
export type ServerAnswer = Done | NoText | SiteAnswer;

const { limits } = workerData as Pick<RowWork['extraction'], 'limits'>;

serveTasks<ServerTask, ServerAnswer>(async (task) => {
  if (task.kind === 'batch') {
    const { row } = await extractRow({ ...task, kind: 'line' }, task.work);
    return { kind: 'done', bytes: row as Uint8Array };
  }
  try {
    if (task.kind === 'site') return await doSiteWork(task, limits ?? {});
    return await doPageWork(task, (page, options) =>
      extractWithLanguage(page, limits === undefined ? options : { ...options, limits }),
    );
  } catch (error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { kind: 'no-text', reason: 'internal-error', detail };
  }
});
