// What the tests of the browser extension share: its build, and a server with the pages that they copy.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const DEMO = [
  ...['blog-post.fr', 'docs.en', 'forum.de', 'interview.ru', 'listing.pl', 'news-article.ar', 'news-article.en'],
  ...['product.es', 'recipe.ja'],
];
const SENTENCE =
  'The harbour master counts the boats every evening and writes their number into the book by the door. ';

/** Ten pages of the project: `{ name, url, html }`. */
export const OWN = [
  ...DEMO.map((name) => [name, `../packages/dehusk/demo/${name}.html`]),
  ['article', '../packages/core/fixtures/article/page.html'],
].map(([name, path]) => ({
  name,
  url: `http://${name.replace('.', '-')}.example/${name}`,
  html: readFileSync(new URL(path, import.meta.url)),
}));

const story = (inner, head = '') =>
  `<!doctype html><html lang="en"><head><title>Boats</title>${head}</head><body><nav><a href="/">Home</a> <a href="/all">All</a></nav>${inner}<footer><a href="/terms">Terms</a></footer></body></html>`;

/** An article of a site; `/1` and `/2` have the first two. */
export const article = (at = 1) =>
  story(
    `<article><h1>Boats ${at}</h1><p>${SENTENCE.repeat(2)}On day ${at} there were ${at} of them.</p><div class="band"><p>Tune ${at} is played on the pier by the band, and the choir of the harbour sings with it until the last boat of the day has come home, as ever.</p></div><p>The book is older than the harbour, and <b>nobody</b> knows who wrote its first page. <img src="/b.png" alt="The book"> It is kept in a box of oak that the sea brought one winter, ${at} years ago.</p><ul><li>first boat</li><li>second boat</li></ul></article>`,
  );

/** Pages by their path; every host has all of them. */
export const PAGES = {
  ...Object.fromEntries(OWN.map(({ name, html }) => [`/${name}`, html])),
  '/1': article(1),
  '/2': article(2),
  '/shadow': story(
    `<x-page><h1>Boats</h1><p slot="second">Slotted: ${SENTENCE.repeat(3)}</p></x-page><script>customElements.define('x-page', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<article><slot></slot><p>In the shadow: ${SENTENCE.repeat(3)}</p><slot name=second></slot></article>'; } });</script>`,
  ),
  '/frame': story(
    `<h1>Boats</h1><iframe srcdoc="<article><p>${SENTENCE.repeat(5)}</p></article>" width="800" height="600"></iframe>`,
  ),
  // In a page that runs scripts the content of `noscript` is text, in a sandbox it is elements.
  '/strict': article(3).replace('<ul>', '<noscript><img src="/c.png" alt="Chart"></noscript><ul>'),
  '/sandbox': article(3).replace('<ul>', '<noscript><img src="/c.png" alt="Chart"></noscript><ul>'),
  '/changed': article(4).replace(
    '</body>',
    `<script>document.querySelector('article').outerHTML = ${JSON.stringify(/<article>.*<\/article>/s.exec(article(5))[0])}</script></body>`,
  ),
  '/empty': '<title>Nothing</title><nav><a href="/">Home</a></nav>',
};
const POLICIES = {
  '/strict': "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  '/sandbox': "default-src 'none'; sandbox allow-same-origin",
};

/** A folder with the built extension, one folder for each browser; removed at the end of the process. */
export async function builtExtension() {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-extension-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const program = fileURLToPath(new URL('../integrations/browser-extension/build.mjs', import.meta.url));
  await promisify(execFile)(process.execPath, [program, folder]);
  return folder;
}

/** A server on the loopback that has the pages for every host; also as a proxy, whose requests name the host. */
export async function openPages() {
  const server = createServer(({ url }, response) => {
    const { pathname } = new URL(url, 'http://a.example');
    const page = PAGES[pathname];
    if (page === undefined) return response.writeHead(404).end();
    const policy = POLICIES[pathname];
    const headers = { 'content-type': 'text/html', ...(policy && { 'content-security-policy': policy }) };
    response.writeHead(200, headers).end(page);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
