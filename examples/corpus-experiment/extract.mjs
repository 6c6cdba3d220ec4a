// One extractor over a WARC file in one thread: `node extract.mjs SYSTEM PAGES.warc.gz OUT.jsonl`. Prints its CPU seconds, from the
// start of the process.
import { closeSync, openSync, writeSync } from 'node:fs';
import { readWarcPages } from '@dehusk/node';

const [system, warc, out] = process.argv.slice(2);

/** Systems of Dehusk's packages; the others are other projects, as the lab runs them. */
async function openSystem() {
  if (system === 'dehusk') {
    const { toMarkdown } = await import('@dehusk/core');
    return (html, url) => toMarkdown(html, { url });
  }
  const { EXTRACTORS } = await import('@dehusk/papers');
  const extractor = EXTRACTORS.find(({ name }) => name === system);
  if (extractor !== undefined) {
    const { toText } = await import('@dehusk/core');
    return (html, url) => toText(html, { url, extractor });
  }
  const { PEERS } = await import('../../packages/lab/dist/peers/peers.js');
  const peer = PEERS.find(({ name }) => name === system);
  return peer.openMarkdown ? peer.openMarkdown() : peer.open();
}

const extract = await openSystem();
const file = openSync(out, 'w');
const utf8 = new TextDecoder();
for await (const page of readWarcPages(warc)) {
  if (page.kind !== 'page') continue;
  const { url, body } = page;
  let text = '';
  try {
    text = (await extract(utf8.decode(body), url)) ?? '';
  } catch {
    // A page that fails has no text; the yield counts it.
  }
  writeSync(file, `${JSON.stringify({ url, text })}\n`);
}
closeSync(file);
const { user, system: kernel } = process.cpuUsage();
console.log(JSON.stringify({ cpuSeconds: (user + kernel) / 1e6 }));
process.exit(0);
