// A worker thread of a batch: pages as they were found in, rows out.
import { workerData } from 'node:worker_threads';
import { serveTasks } from '../extraction/guarded-worker.js';
import type { FoundPage } from '../readers/input.js';
import { type ExtractedRow, extractRow, type RowWork } from './extract-row.js';

serveTasks<FoundPage, ExtractedRow>((found) => extractRow(found, workerData as RowWork));
