// Checks the built site (build/site, or the folder given): every internal link leads to a file and, with a fragment, to an element
// with that id; every external one is a URL; nothing is loaded from elsewhere. Prints each fault and ends with 1 if there is one.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parse } from '../../packages/html/dist/index.js';

/** Attributes that load something, besides `href` of `link`. */
const LOADING = new Set(['src', 'srcset', 'poster', 'data']);
const LINK = new Set(['href', ...LOADING]);
const LIMITS = { maxBytes: 2 ** 26, maxNodes: 10_000_000, maxDepth: 10_000, maxMilliseconds: 60_000 };

/** The links and ids of a page. */
function readPage(path) {
  const parsed = parse(readFileSync(path, 'utf8'), { limits: LIMITS });
  if (!parsed.ok) throw new Error(`${path}: ${parsed.detail}`);
  const { page } = parsed;
  const ids = new Set();
  const links = [];
  for (let node = 1; node < page.size; node++) {
    const name = page.names[page.tag[node]];
    for (const attribute of ['id', 'name']) {
      const id = page.attribute(node, attribute);
      if (id !== null && (attribute === 'id' || name === 'a')) ids.add(id);
    }
    for (const attribute of LINK) {
      const link = page.attribute(node, attribute);
      if (link !== null) links.push({ link, loads: LOADING.has(attribute) || name === 'link' });
    }
  }
  return { ids, links };
}

/** Every fault of a site, one sentence each. @param root the folder of the site */
export function linkFaults(root) {
  const faults = [];
  const pages = new Map();
  const pageAt = (path) => {
    if (!pages.has(path)) pages.set(path, readPage(path));
    return pages.get(path);
  };
  const check = (path, { link, loads }) => {
    if (link.startsWith('data:') || link.startsWith('mailto:')) return null;
    if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(link)) {
      if (loads) return 'is loaded from elsewhere';
      return /^https?:/.test(link) && URL.canParse(link) ? null : 'is no URL';
    }
    const [, place, fragment] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(link);
    let target = place === '' ? path : resolve(dirname(path), decodeURIComponent(place));
    if (relative(root, target).startsWith('..')) return 'leaves the site';
    if (existsSync(target) && statSync(target).isDirectory()) target = join(target, 'index.html');
    if (!existsSync(target)) return 'leads to no file';
    if (!fragment || !target.endsWith('.html')) return null;
    return pageAt(target).ids.has(decodeURIComponent(fragment)) ? null : 'leads to no element of that page';
  };
  for (const name of readdirSync(root, { recursive: true })) {
    if (!name.endsWith('.html')) continue;
    const path = join(root, name);
    for (const link of pageAt(path).links) {
      const fault = check(path, link);
      if (fault !== null) faults.push(`${name}: ${link.link} ${fault}`);
    }
  }
  return { faults, pages: pages.size, links: [...pages.values()].reduce((sum, { links }) => sum + links.length, 0) };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = resolve(process.argv[2] ?? fileURLToPath(new URL('../../build/site', import.meta.url)));
  const { faults, pages, links } = linkFaults(root);
  for (const fault of faults) console.error(fault);
  console.log(`${pages} pages, ${links} links, ${faults.length} wrong: ${root}`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
