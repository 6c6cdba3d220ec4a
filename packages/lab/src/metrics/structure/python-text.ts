/**
 * The text functions of the reference scorer. Python's white space and words differ from JavaScript's, so both are spelled
 * out; figures would differ otherwise.
 */
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

/** Python's `\s` on str, inside a character class. */
export const SPACE = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const SPACES = new RegExp(`[${SPACE}]+`, 'g');
const TRAILING_SPACES = new RegExp(`[${SPACE}]+$`);
const LEADING_SPACES = new RegExp(`^[${SPACE}]+`);

/** Scripts whose characters are one word each. */
const CJK = '\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff';
const WORDS = new RegExp(`[${CJK}]|(?:(?![${CJK}])[\\p{L}\\p{N}])+`, 'gu');

/** Typographic variants and the plain characters they count as. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ '‘': "'", '’': "'", '′': "'", '“': '"', '”': '"', '„': '"', '–': '-', '—': '-', '\u2011': '-', '…': '...' },
  ...{
    '\u00a0': ' ',
    '\u202f': ' ',
    '\u2009': ' ',
    '\u200b': '',
    '\u200c': '',
    '\ufeff': '',
    '\u00ad': '',
    '\ufe0f': '',
  },
};
const TYPOGRAPHIC = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');
const plain = (text: string): string => text.replace(TYPOGRAPHIC, (one) => PLAIN[one]);

/** Plain quotes and dashes, white space collapsed and trimmed. */
export function normalise(text: string): string {
  return trim(
    plain(text)
      .replace(/-{2,3}/g, '-')
      .replace(SPACES, ' '),
  );
}

/** Lower-case words; each Chinese, Japanese or Korean character is a word. */
export function wordsOf(text: string): string[] {
  return (plain(text).match(WORDS) ?? []).map((word) => word.toLowerCase());
}

export const wordText = (text: string): string => wordsOf(text).join(' ');

export const trimEnd = (text: string): string => text.replace(TRAILING_SPACES, '');
export const trim = (text: string): string => trimEnd(text.replace(LEADING_SPACES, ''));
export const withoutSpaces = (text: string): string => text.replace(SPACES, '');

// The URL functions of the reference scorer (Python's `urllib.parse`). The WHATWG parser normalises more, so keys would differ.

/** Schemes with a hierarchical path, against which relative addresses are resolved. */
const HIERARCHICAL = new Set(['', 'ftp', 'http', 'https', 'file', 'sftp', 'svn', 'svn+ssh', 'ws', 'wss']);

/** `urlsplit`, with the parameters after `;` left in the path. */
function split(url: string, defaultScheme = '') {
  let rest = url.replace(/^[\0-\x20]+/, '').replace(/[\t\r\n]/g, '');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(rest)?.[1];
  if (scheme !== undefined) rest = rest.slice(scheme.length + 1);
  const host = rest.startsWith('//') ? (/^[^/?#]*/.exec(rest.slice(2))?.[0] ?? '') : '';
  if (rest.startsWith('//')) rest = rest.slice(2 + host.length);
  const [beforeFragment, fragment] = cut(rest, '#');
  const [path, query] = cut(beforeFragment, '?');
  return { scheme: scheme?.toLowerCase() ?? defaultScheme, host, path, query, fragment };
}

function cut(text: string, at: string): readonly [before: string, after: string] {
  const index = text.indexOf(at);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}

function join({ scheme, host, path, query, fragment }: ReturnType<typeof split>): string {
  let url = path;
  if (host !== '' || (scheme !== '' && HIERARCHICAL.has(scheme) && !url.startsWith('//')))
    url = `//${host}${url !== '' && !url.startsWith('/') ? '/' : ''}${url}`;
  return `${scheme && `${scheme}:`}${url}${query && `?${query}`}${fragment && `#${fragment}`}`;
}

/** `urljoin`. */
function resolve(base: string, url: string): string {
  if (base === '') return url;
  if (url === '') return base;
  const from = split(base);
  const to = split(url, from.scheme);
  if (to.scheme !== from.scheme || !HIERARCHICAL.has(to.scheme)) return url;
  if (to.host !== '') return join(to);
  if (to.path === '') return join({ ...to, host: from.host, path: from.path, query: to.query || from.query });
  let segments = to.path.split('/');
  if (!to.path.startsWith('/')) {
    const folder = from.path.split('/');
    if (folder.at(-1) !== '') folder.pop();
    segments = [...folder, ...segments].filter((one, at, all) => one !== '' || at === 0 || at === all.length - 1);
  }
  const resolved: string[] = [];
  for (const segment of segments)
    if (segment === '..') resolved.pop();
    else if (segment !== '.') resolved.push(segment);
  if (['.', '..'].includes(segments.at(-1) ?? '')) resolved.push('');
  return join({ ...to, host: from.host, path: resolved.join('/') || '/' });
}

/** `urldefrag`: the address without its fragment, and the fragment. */
function withoutFragment(url: string): readonly [url: string, fragment: string] {
  if (!url.includes('#')) return [url, ''];
  const parts = split(url);
  return [join({ ...parts, fragment: '' }), parts.fragment];
}

/** `unquote`: percent escapes decoded as UTF-8, malformed bytes as U+FFFD. */
export function unquote(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/[\0-\x7f]+/g, (run) =>
    Buffer.from(
      run.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    ).toString('utf8'),
  );
}

/** `html.unescape`: character references of HTML, also those without semicolon. */
function unescapeHtml(text: string): string {
  if (!text.includes('&')) return text;
  const [node] = parseFragment(text.replace(/</g, '&lt;')).childNodes;
  return node !== undefined && node.nodeName === '#text' ? (node as DefaultTreeAdapterTypes.TextNode).value : text;
}

/** An address of a link or an image, made absolute. */
export const absolute = (base: string, url: string): string => resolve(base, unescapeHtml(trim(url)));

const withoutSlashes = (url: string): string => url.replace(/\/+$/, '');

/** The key by which two addresses are compared: without scheme, escapes, `index.html` and final slashes. */
export function urlKey(url: string): string {
  const bare = unquote(url)
    .replace(/^https?:/, '')
    .replace(/\/index\.html?($|[#?])/g, '/$1');
  const [before, fragment] = withoutFragment(bare);
  return withoutSlashes(before) + (fragment && `#${fragment}`);
}

/** Whether a link leads to a place on the same page. */
export function isInPage(base: string, url: string): boolean {
  if (url.startsWith('#')) return true;
  const [page, fragment] = withoutFragment(absolute(base, url));
  return fragment !== '' && withoutSlashes(page) === withoutSlashes(withoutFragment(base)[0]);
}
