// The code of a worker thread: lines in, rows out. What it is to do comes once, with the thread.
import { Tinypool } from 'tinypool';
import { type ProcessedLine, processLine, type RowWork } from './process-line.js';
import type { LineTask } from './worker-pool.js';

const decoder = new TextDecoder();

export default function work({ bytes, number }: LineTask): Promise<ProcessedLine> {
  return processLine(decoder.decode(bytes), number, Tinypool.workerData as RowWork);
}
