// Counts documents by day that contain terms, in the JSON lines of `dehusk watch`, and prints each hit:
//
//   dehusk watch https://example.org/feed.xml -o - | node watch-terms.mjs ferry "harbour council"
//
// A hit is a line "DAY TERM ADDRESS SENTENCE", separated by tabs. The table of counts follows when the input ends. A term matches
// as whole words, in either case; in scripts without spaces it matches anywhere. A correction replaces the document it corrects.
import { createInterface } from 'node:readline';

const WORD = '[\\p{L}\\p{N}\\p{M}]';
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

const terms = process.argv.slice(2);
if (terms.length === 0) {
  console.error('got no terms, expected one or more: node watch-terms.mjs TERM…');
  process.exit(2);
}
const patterns = terms.map((term) => {
  const words = term.normalize('NFKC').trim().split(/\s+/);
  const text = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('\\s+');
  return new RegExp(SPACELESS.test(term) ? text : `(?<!${WORD})${text}(?!${WORD})`, 'iu');
});

/** The day of each document and the terms it contains, by its id. */
const documents = new Map();

function read(row) {
  const { id, revision = 1, at, url } = row;
  const known = documents.get(id);
  if (known !== undefined && known.revision >= revision) return;
  const lines = row.ok === false ? [] : `${row.title ?? ''}\n${row.text ?? ''}`.normalize('NFKC').split('\n');
  const found = terms.filter((_, term) => lines.some((line) => patterns[term].test(line)));
  const day = known?.day ?? String(at).slice(0, 10);
  documents.set(id, { revision, day, terms: found, isWithdrawn: row.ok === false });
  for (const term of found) {
    if (known?.terms.includes(term)) continue;
    const line = lines.find((one) => patterns[terms.indexOf(term)].test(one)) ?? '';
    console.log([day, term, url, sentenceIn(line, patterns[terms.indexOf(term)])].join('\t'));
  }
}

function sentenceIn(line, pattern) {
  const at = pattern.exec(line)?.index ?? 0;
  return (
    new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(line).containing(at)?.segment.trim() ?? line
  );
}

// Ctrl-C ends `dehusk watch` first, and with it the input.
process.on('SIGINT', () => {});
for await (const line of createInterface({ input: process.stdin })) if (line !== '') read(JSON.parse(line));

const days = [...new Set([...documents.values()].map(({ day }) => day))].sort();
console.log(['\nday', 'documents', ...terms].join('\t'));
for (const day of days) {
  const of = [...documents.values()].filter((one) => one.day === day && !one.isWithdrawn);
  console.log([day, of.length, ...terms.map((term) => of.filter((one) => one.terms.includes(term)).length)].join('\t'));
}
