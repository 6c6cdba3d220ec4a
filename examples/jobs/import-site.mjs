// A CMS importer: a site → Markdown with front matter, and its pictures beside it:
//
//   node import-site.mjs https://example.org/ site/ [options of dehusk]
//
// Pictures of the Markdown are saved in site/images/, and their links point there. One that cannot be fetched keeps its address.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';

const MAX_BYTES = 20_000_000;
const TYPES = { 'image/jpeg': '.jpg', 'image/png': '.png', 'image/gif': '.gif', 'image/webp': '.webp' };

const [address, folder, ...options] = process.argv.slice(2);
if (folder === undefined) {
  console.error('expected: node import-site.mjs ADDRESS FOLDER');
  process.exit(2);
}
const crawl = ['--crawl', address, '--format', 'md', '--with-metadata', '-o', folder, ...options];
const { status } = spawnSync('dehusk', crawl, { stdio: 'inherit' });
const images = join(folder, 'images');
mkdirSync(images, { recursive: true });

/** The file of each picture; null: it cannot be fetched. */
const saved = new Map();

async function save(url) {
  const answer = await fetch(url).catch(() => null);
  const type = answer?.headers.get('content-type')?.split(';')[0] ?? '';
  const extension = TYPES[type] ?? (type.startsWith('image/') ? extname(new URL(url).pathname) : '');
  if (!answer?.ok || extension === '' || Number(answer.headers.get('content-length')) > MAX_BYTES) return null;
  const bytes = Buffer.from(await answer.arrayBuffer());
  const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}${extension}`;
  writeFileSync(join(images, name), bytes);
  return name;
}

for (const name of readdirSync(folder, { recursive: true }).filter((one) => one.endsWith('.md'))) {
  const file = join(folder, name);
  let markdown = readFileSync(file, 'utf8');
  for (const [, url] of markdown.matchAll(/!\[[^\]]*\]\((https?:[^\s)]+)/g)) {
    if (!saved.has(url)) saved.set(url, await save(url));
    const image = saved.get(url);
    if (image !== null) markdown = markdown.replaceAll(`](${url}`, `](${relative(dirname(file), join(images, image))}`);
  }
  writeFileSync(file, markdown);
}
process.exit(status);
