// Draws docs/watch.svg: the dashboard of dehusk watch in the middle of a real run on the demo's web.
// Run after `npm run build`: node scripts/watch-picture.mjs
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { drawTerminal } from './draw-terminal.mjs';

const COLUMNS = 112;
const ROWS = 24;

process.env.FORCE_COLOR = '1';
const { runDemo } = await import('../packages/dehusk/dist/demo/run-demo.js');

const terminal = Object.assign(new PassThrough(), { columns: COLUMNS, rows: ROWS, isTTY: true });
let written = '';
terminal.on('data', (chunk) => {
  written += chunk;
});
const folder = mkdtempSync(join(tmpdir(), 'dehusk-picture-'));
await runDemo({ folder, terminal, tell: () => {}, maxMilliseconds: 30_000 });
rmSync(folder, { recursive: true });

// Every drawing begins by going up over the one before. Of those that show it running, the last one.
const frames = written.split(/\x1b\[\d+A\r/).filter((frame) => frame.includes('running'));
const lines = frames
  .at(-1)
  .replace(/\x1b\[(?:\?25[lh]|[KJ])/g, '')
  .replace(/http:\/\/\S+/g, '')
  .trimEnd()
  .split('\n');
const prompt = '\x1b[36m$\x1b[0m \x1b[1mdehusk watch dehusk.toml\x1b[0m';
const svg = drawTerminal(
  [prompt, '', ...lines],
  COLUMNS,
  'dehusk watch in a terminal: totals, rates and latency, and a line for each site with pages, duplicates and what was learnt',
);
writeFileSync(new URL('../docs/watch.svg', import.meta.url), svg);
console.log(
  `docs/watch.svg: ${lines.length} lines, ${svg.length} bytes, ${frames.length} drawings of a running stream`,
);
process.exit(0);
