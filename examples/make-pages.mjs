// Writes JSON lines with pages for the examples: node make-pages.mjs COUNT [FIRST] [short]. One record in 50 is no page.
const [count, first = 0] = process.argv.slice(2, 4).map(Number);
const isShort = process.argv[4] === 'short';
const NOUNS = 'river stone winter market letter garden window bridge morning harbour village teacher'.split(' ');
const text = (seed) =>
  Array.from(
    { length: 8 },
    (_, n) => `the ${NOUNS[(seed * 5 + n * 7) % 12]} of the people was in a ${NOUNS[(seed + n) % 12]}`,
  ).join(', and ');
const line = (id) => {
  if (id % 50 === 7) return `no page: ${id}`;
  if (isShort) return JSON.stringify({ id, html: `<p>Page ${id} of the book by the door.` });
  const html = `<html lang="en"><title>Story ${id}</title><ul><li><a href="/">Home</a></ul><article><h1>Story ${id}</h1><p>${text(id)}.</p><p>${text(id + 31)}.</p></article><footer>All rights reserved</footer>`;
  return JSON.stringify({ id: `page-${id}`, url: `https://example.org/stories/${id}`, html });
};
for (let id = first; id < first + count; id++)
  if (!process.stdout.write(`${line(id)}\n`)) await new Promise((resolve) => process.stdout.once('drain', resolve));
