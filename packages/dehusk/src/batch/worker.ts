// The code of a worker thread: lines and archived pages in, rows out. What it is to do comes once, with the thread.
import { Tinypool } from 'tinypool';
import type { WorkerTask } from './batch-task.js';
import { type ProcessedLine, processArchived, processLine, type RowWork } from './process-line.js';

const decoder = new TextDecoder();

export default function work(task: WorkerTask): Promise<ProcessedLine> {
  const work = Tinypool.workerData as RowWork;
  return task.kind === 'line'
    ? processLine(decoder.decode(task.bytes), task.number, work, task.folder)
    : processArchived(task, work);
}
