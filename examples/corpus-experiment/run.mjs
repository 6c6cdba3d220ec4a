// The same WARC file through extractors that corpora are made with: what each keeps of the text, tables and code, what it adds, whether
// copies of a page stay equal, and how fast it is.
//
//   node examples/corpus-experiment/run.mjs [-n PAGES] [--data FOLDER] [--out FOLDER] [--systems NAMES]
//
// FOLDER has manifest.jsonl.gz with `id`, `url`, `gold` a page and html/ID.html.gz (as the lab's data sets), or pages.jsonl with `html`.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { parseHTML } from 'linkedom';

const HERE = fileURLToPath(new URL('./', import.meta.url));
const VILLAGE = fileURLToPath(new URL('../../packages/lab/fixtures/village', import.meta.url));
const PYTHON = 'readability-lxml + html2text';
const SYSTEMS = ['dehusk', PYTHON, 'readability-turndown', 'defuddle', 'justext', 'boilerpipe-article', 'everything'];
const { values: options } = parseArgs({
  options: {
    n: { type: 'string', short: 'n', default: '200' },
    data: { type: 'string', default: VILLAGE },
    out: { type: 'string', default: 'corpus-experiment' },
    systems: { type: 'string', default: SYSTEMS.join(',') },
  },
});

// ---- The pages, and the file

/** The pages of a folder with the smallest hashes of their ids. */
function readPages(folder, count) {
  const manifest = join(folder, 'manifest.jsonl.gz');
  const isPacked = existsSync(manifest);
  const lines = isPacked
    ? gunzipSync(readFileSync(manifest)).toString()
    : readFileSync(join(folder, 'pages.jsonl'), 'utf8');
  const hash = ({ id }) => createHash('sha256').update(id).digest('hex');
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter(({ gold }) => gold)
    .sort((a, b) => (hash(a) < hash(b) ? -1 : 1))
    .slice(0, count)
    .map(({ id, url, gold, html }) => ({
      ...{ id, gold, url: url ?? `https://pages.example/${id}` },
      html: !isPacked ? html : gunzipSync(readFileSync(join(folder, 'html', `${id}.html.gz`))).toString(),
    }));
}

/** Words of menus: the copies of a page differ by them. */
const MENU =
  'Home News Shop About Team Jobs Press Contact Terms Privacy Help Login Search Offers Events Partners'.split(' ');

/** The page again, as a mirror or another category of the site has it: under another address, with another frame. */
function copyOf({ id, url, html }) {
  const links = MENU.map((word, at) => `<li><a href="/${id.length}/${at}">${word} ${id.length + at}</a></li>`).join('');
  const top = `<div class="menu"><ul>${links}</ul></div>`;
  const bottom = `<div class="related"><h3>Read also</h3><ul>${links}</ul></div><footer><p>Mirror ${id.length}. All rights reserved.</p></footer>`;
  const framed = html
    .replace(/<body\b[^>]*>/i, (tag) => tag + top)
    .replace(/<\/body\s*>(?![\s\S]*<\/body)/i, (tag) => bottom + tag);
  return { url: `${url}${url.includes('?') ? '&' : '?'}from=mirror`, html: framed };
}

/** Every fourth page has a copy. */
const hasCopy = (_, at) => at % 4 === 0;

function warcOf(pages) {
  return gzipSync(
    Buffer.concat(
      pages.flatMap(({ url, html }, at) => {
        const page = Buffer.from(html);
        const http = `HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: ${page.length}\r\n\r\n`;
        const length = Buffer.byteLength(http) + page.length;
        const head = `WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:page:${at}>\r\nWARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Target-URI: ${url}\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: ${length}\r\n\r\n`;
        return [Buffer.from(head + http), page, Buffer.from('\r\n\r\n')];
      }),
    ),
  );
}

// ---- What a text is measured by

const letters = (text) => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
/** Markdown without addresses, tags and escapes: what is left is what a reader sees. */
const readable = (text) =>
  text
    .replace(/\]\((?:<[^>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+"[^"\n]*")?\)/g, '] ')
    .replace(/<\/?[a-z][^>\n]*>/gi, ' ')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1');
function countWords(text) {
  const counts = new Map();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
const sum = (counts) => [...counts.values()].reduce((total, one) => total + one, 0);

/** Lines of code and rows of tables of a page that its gold has: `{ code, rows }`. */
function partsOf({ html, gold }) {
  const { document } = parseHTML(html);
  const known = letters(gold);
  const code = [...document.querySelectorAll('pre')]
    .flatMap((one) => one.textContent.split('\n'))
    .map((line) => line.trimEnd())
    .filter((line) => letters(line).length >= 4 && known.includes(letters(line)));
  const rows = [...document.querySelectorAll('tr')]
    .filter((row) => row.querySelector('table, pre') === null)
    .map((row) => [...row.querySelectorAll('td, th')].map((cell) => letters(cell.textContent)).filter(Boolean))
    .filter((cells) => cells.length >= 2 && cells.every((cell) => known.includes(cell)));
  return { code, rows };
}

/** A line of code is kept when the text has it with its own white space. */
function keptCode(code, text) {
  const lines = new Map();
  for (const line of text.split('\n')) {
    const key = line.trim();
    lines.set(key, [...(lines.get(key) ?? []), line.trimEnd()]);
  }
  return code.filter((line) => lines.get(line.trim())?.some((one) => one.endsWith(line))).length;
}

/** A row is kept when one line of the text has its cells in their order. */
function keptRows(rows, lines) {
  const hasAll = (line, cells) => {
    let from = 0;
    return cells.every((cell) => {
      const at = line.indexOf(cell, from);
      from = at + cell.length;
      return at >= 0;
    });
  };
  return rows.filter((cells) => {
    const length = cells.reduce((total, cell) => total + cell.length, 0);
    // A line with far more than the row is a whole table on one line.
    return lines.some((line) => line.length <= 2 * length + 20 && hasAll(line, cells));
  }).length;
}

// ---- The run

mkdirSync(options.out, { recursive: true });
const pages = readPages(options.data, Number(options.n)).map((page) => ({ ...page, ...partsOf(page) }));
const copies = pages.filter(hasCopy).map(copyOf);
const warc = join(options.out, 'pages.warc.gz');
writeFileSync(warc, warcOf([...pages, ...copies]));
const results = [];
for (const name of options.systems.split(',')) {
  const output = join(options.out, `${name.replace(/[^a-z0-9]+/gi, '-')}.jsonl`);
  const command =
    name === PYTHON
      ? ['/usr/bin/python3', join(HERE, 'lxml_baseline.py'), warc, output]
      : [process.execPath, join(HERE, 'extract.mjs'), name, warc, output];
  const { status, stdout, stderr } = spawnSync(command[0], command.slice(1), { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) {
    console.error(`${name} is left out: ${(stderr ?? '').trim().split('\n').at(-1) || 'it cannot be started'}`);
    continue;
  }
  const { cpuSeconds } = JSON.parse(stdout.trim().split('\n').at(-1));
  const rows = readFileSync(output, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const texts = new Map(rows.map(({ url, text }) => [url, text]));
  results.push({ name, ...measure(texts), cpuSeconds, tokens: tokensOf(rows) });
}

/** As Dehusk counts chunks: a token for four characters. */
function tokensOf(rows) {
  return rows.reduce((total, { text }) => total + Math.ceil(text.length / 4), 0);
}

function measure(texts) {
  const totals = {
    pages: 0,
    gold: 0,
    shared: 0,
    words: 0,
    code: 0,
    keptCode: 0,
    rows: 0,
    keptRows: 0,
    equal: 0,
    mixed: 0,
  };
  const seen = new Set();
  for (const [at, { url, gold, code, rows }] of pages.entries()) {
    const text = texts.get(url) ?? '';
    const plain = readable(text);
    const [wanted, got] = [countWords(gold), countWords(plain)];
    totals.pages += got.size > 0 ? 1 : 0;
    totals.gold += sum(wanted);
    totals.words += sum(got);
    for (const [word, count] of got) totals.shared += Math.min(count, wanted.get(word) ?? 0);
    totals.code += code.length;
    totals.keptCode += keptCode(code, text);
    totals.rows += rows.length;
    totals.keptRows += keptRows(rows, plain.split('\n').map(letters));
    const key = letters(plain);
    if (key !== '' && seen.has(key)) totals.mixed++;
    seen.add(key);
    if (
      hasCopy(null, at) &&
      key !== '' &&
      letters(readable(texts.get(copyOf({ id: '', url, html: '' }).url) ?? '')) === key
    )
      totals.equal++;
  }
  return totals;
}

// ---- The report

const percent = (part, whole) => (whole === 0 ? '–' : ((100 * part) / whole).toFixed(1));
const COLUMNS = [
  ['system', ({ name }) => name],
  ['pages with text, %', ({ pages: got }) => percent(got, pages.length)],
  ['words kept, %', ({ shared, gold }) => percent(shared, gold)],
  ['words that are not content, %', ({ words, shared }) => percent(words - shared, words)],
  ['lines of code, %', ({ keptCode: kept, code }) => percent(kept, code)],
  ['rows of tables, %', ({ keptRows: kept, rows }) => percent(kept, rows)],
  ['copies equal, %', ({ equal }) => percent(equal, copies.length)],
  ['million tokens per CPU hour', ({ tokens, cpuSeconds }) => ((tokens / cpuSeconds) * 0.0036).toFixed(1)],
];
const table = results.map((result) => COLUMNS.map(([, read]) => read(result)));
const [{ code = 0, rows = 0 } = {}] = results;
const about = `${pages.length} pages and ${copies.length} copies; ${code} lines of code and ${rows} rows of tables are content. Node ${process.version}.`;
const markdown = [COLUMNS.map(([name]) => name), COLUMNS.map((_, at) => (at === 0 ? '---' : '---:')), ...table]
  .map((row) => `| ${row.join(' | ')} |`)
  .join('\n');
const cells = (row, tag) =>
  `<tr>${row.map((cell) => `<${tag}>${cell.replace(/[&<]/g, (one) => `&#${one.charCodeAt(0)};`)}</${tag}>`).join('')}</tr>`;
writeFileSync(join(options.out, 'report.json'), `${JSON.stringify({ about, results }, null, 2)}\n`);
writeFileSync(join(options.out, 'report.md'), `${markdown}\n\n${about}\n`);
writeFileSync(
  join(options.out, 'report.html'),
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>One WARC file, ${results.length} extractors</title>
<style>:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif } body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem } .wide { overflow-x: auto } td, th { padding: .3rem .6rem; text-align: end; border-bottom: 1px solid #8886 } :is(td, th):first-child { text-align: start }</style></head>
<body><h1>One WARC file, ${results.length} extractors</h1><div class="wide"><table><thead>${cells(
    COLUMNS.map(([name]) => name),
    'th',
  )}</thead><tbody>${table.map((row) => cells(row, 'td')).join('\n')}</tbody></table></div><p>${about}</p></body></html>
`,
);
console.log(`${markdown}\n\n${about}`);
