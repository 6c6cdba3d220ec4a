// A worker thread that extracts single pages.
import { workerData } from 'node:worker_threads';
import type { RawPage } from '../raw-page.js';
import { serveTasks } from './guarded-worker.js';
import { type PageWork, type RenderedPage, renderPage } from './render-page.js';

serveTasks<RawPage, RenderedPage>((task) => renderPage(task, workerData as PageWork));
