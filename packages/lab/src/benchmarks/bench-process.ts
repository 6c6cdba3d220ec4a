/**
 * The subjects of the benchmark, and the process each of them runs in: its heap, garbage collection and peak memory are not
 * shared. Bare parsers are the yardstick for systems. All subjects receive the same decoded text, so that nobody pays for
 * decoding.
 */
import { fileURLToPath } from 'node:url';
import { parse as parseColumns, rowNamed } from '@dehusk/html';
import { openSystem, type SystemSpec } from '../run/system.js';

interface Baseline {
  readonly name: string;
  open(): Promise<(html: string) => unknown>;
}

/** Bare parsers: the least work of any extractor. The first is the unit of every ratio. */
export const BASELINES: readonly Baseline[] = [
  {
    // Empty handlers, no tree.
    name: 'htmlparser2 tokens',
    async open() {
      const { Parser } = await import('htmlparser2');
      return (html) => {
        const parser = new Parser({ onopentag() {}, ontext() {}, onclosetag() {} });
        parser.write(html);
        parser.end();
      };
    },
  },
  {
    // The default tree of objects.
    name: 'parse5 tree',
    async open() {
      const { parse } = await import('parse5');
      return (html) => parse(html);
    },
  },
  {
    // The source into the page's columns.
    name: 'dehusk columns',
    open: async () => (html) => parseColumns(html),
  },
];

export type SubjectSpec = { readonly kind: 'baseline'; readonly name: string } | SystemSpec;

export type ToProcess = { readonly html: string; readonly url: string | null };
export type FromProcess =
  | { readonly type: 'ready' }
  | ({ readonly type: 'done'; readonly failed: boolean } & Readonly<Record<'wall' | 'cpu' | 'peak', number>>);

async function openSubject(spec: SubjectSpec): Promise<(html: string, url: string | null) => unknown> {
  if (spec.kind === 'baseline') return await rowNamed('baseline', BASELINES, spec.name).open();
  const extractPage = await openSystem(spec);
  return (html, url) => extractPage({ id: '', url, charset: null, html });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  globalThis.fetch = () => Promise.reject(new Error('the lab has no network'));
  const quiet = (): void => {};
  Object.assign(console, { log: quiet, info: quiet, warn: quiet, error: quiet, debug: quiet });
  const send = (message: FromProcess): void => void process.send?.(message);
  const run = await openSubject(JSON.parse(process.argv[2]) as SubjectSpec);
  process.on('message', async ({ html, url }: ToProcess) => {
    const cpuBefore = process.cpuUsage();
    const started = performance.now();
    let failed = false;
    try {
      await run(html, url);
    } catch {
      failed = true;
    }
    const wall = performance.now() - started;
    // maxRSS is in kilobytes on every platform.
    const peak = process.resourceUsage().maxRSS / 1024;
    const { user, system } = process.cpuUsage(cpuBefore);
    send({ type: 'done', wall, cpu: (user + system) / 1000, peak, failed });
  });
  send({ type: 'ready' });
}
