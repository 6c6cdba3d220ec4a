// Imports what somebody has saved to read as notes of Obsidian: an export of Wallabag (JSON), or a folder of snapshots that SingleFile
// has made, such as Zotero's storage. A page that has a note is left alone, so that the program can run again.
//
//   node examples/jobs/import-archive.mjs EXPORT.json|FOLDER VAULT/Reading
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { extract, siteReader, urlKey } from '@dehusk/core';
import { noteOf, TEMPLATE } from '../../integrations/obsidian/note.mjs';

const [from, to] = process.argv.slice(2);
if (to === undefined) stop('usage: import-archive.mjs EXPORT.json|FOLDER VAULT/Reading');
if (!existsSync(from)) stop(`${from}: no such file or folder`);

function stop(message) {
  console.error(message);
  process.exit(2);
}

/** Entries of Wallabag: their content has been extracted, so all of it counts. */
function* wallabagEntries(file) {
  let entries;
  try {
    entries = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    stop(`${file}: ${error.message}`);
  }
  if (!Array.isArray(entries)) stop(`${file} got no list, expected an export of Wallabag as JSON`);
  for (const { url, title, content, tags, published_at: date, published_by: authors } of entries) {
    const html = content ?? '';
    const known = {
      ...(title && { title }),
      ...(date && { date: date.slice(0, 10) }),
      ...(authors?.length && { author: authors.filter(Boolean).join(', ') }),
      ...(tags?.length && { tags: tags.map((tag) => tag.label ?? tag) }),
    };
    yield { url, known, result: extract(html, { url, contentSelector: 'body' }) };
  }
}

/** Snapshots, whole pages with their address in a comment. The sites are learnt from all of them first. */
function* snapshots(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((name) => /\.html?$/i.test(name));
  const site = siteReader();
  const pages = files.sort().map((name) => {
    const path = join(folder, name);
    const head = readFileSync(path).subarray(0, 4096).toString('latin1');
    return { path, url: /^\s*url: (https?:\S+)\s*$/m.exec(head)?.[1] ?? null };
  });
  for (const { path, url } of pages) if (url !== null) site.learn(readFileSync(path), { url });
  for (const { path, url } of pages) {
    const result = extract(readFileSync(path), { url, ...(url !== null && { site }) });
    yield { url: url ?? path, known: {}, result };
  }
}

mkdirSync(to, { recursive: true });
const keyOf = (url) => urlKey(url)?.key ?? url;
const names = new Set(readdirSync(to));
// The address is a property of every note.
const seen = new Set(
  [...names]
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => {
      const source = /^source: (".*")$/m.exec(readFileSync(join(to, name), 'utf8'))?.[1];
      return source === undefined ? [] : [keyOf(JSON.parse(source))];
    }),
);
const counts = { written: 0, known: 0, without: 0 };
for (const { url, known, result } of statSync(from).isDirectory() ? snapshots(from) : wallabagEntries(from)) {
  if (seen.has(keyOf(url))) {
    counts.known++;
    continue;
  }
  if (!result.ok) {
    console.error(`${url}: ${result.reason}: ${result.detail}`);
    counts.without++;
    continue;
  }
  seen.add(keyOf(url));
  const { name, markdown } = noteOf(result, { known: { url, ...known }, template: TEMPLATE });
  let file = `${name}.md`;
  for (let n = 2; names.has(file); n++) file = `${name} ${n}.md`;
  names.add(file);
  writeFileSync(join(to, file), markdown);
  counts.written++;
}
console.log(`notes written: ${counts.written}, there before: ${counts.known}, pages without text: ${counts.without}`);
