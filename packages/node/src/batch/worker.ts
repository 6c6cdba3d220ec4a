// A worker thread of a batch: lines, rows and archived pages in, rows out.
import { workerData } from 'node:worker_threads';
import { serveTasks } from '../extraction/guarded-worker.js';
import type { WorkerTask } from './batch-task.js';
import { type ProcessedLine, processArchived, processLine, type RowWork } from './process-line.js';

const work = workerData as RowWork;
const decoder = new TextDecoder();

serveTasks<WorkerTask, ProcessedLine>((task) =>
  task.kind === 'archived'
    ? processArchived(task, work)
    : processLine(task.kind === 'line' ? decoder.decode(task.bytes) : task.row, task.number, work, task),
);
