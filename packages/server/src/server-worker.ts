// A worker thread of the server: pages and lines of batches in, bytes out.
import { workerData } from 'node:worker_threads';
import { extractWithLanguage, processLine, type RowWork, serveTasks } from '@dehusk/node';
import { doPageWork, type RequestWork } from './page-work.js';
import type { Done, NoText } from './service.js';
import { doSiteWork, type SiteAnswer, type SiteWork } from './site-work.js';

/** A line of a batch. */
interface BatchLineTask {
  readonly kind: 'row';
  readonly bytes: Uint8Array;
  readonly number: number;
  readonly work: RowWork;
}

export type ServerTask = RequestWork | BatchLineTask | SiteWork;
export type ServerAnswer = Done | NoText | SiteAnswer;

const { limits } = workerData as Pick<RowWork['extraction'], 'limits'>;
const decoder = new TextDecoder();

serveTasks<ServerTask, ServerAnswer>(async (task) => {
  if (task.kind === 'row') {
    const { bytes } = await processLine(decoder.decode(task.bytes), task.number, task.work);
    return { kind: 'done', bytes };
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
