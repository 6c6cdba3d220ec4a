// A worker thread that extracts single pages.
import { workerData } from 'node:worker_threads';
import { serveTasks } from './guarded-worker.js';
import { type PageTask, type PageWork, type RenderedPage, renderPage } from './render-page.js';

serveTasks<PageTask, RenderedPage>((task) => renderPage(task, workerData as PageWork));
