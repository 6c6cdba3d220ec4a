/** Pages as people and agents read them: as Markdown, where the server has it. */
import { MARKDOWN_TYPES } from '@dehusk/core/extend';
import { decode, elementsWith, parse } from '@dehusk/html';
import type { FetchAnswer, Fetcher } from './fetcher.js';

/** `prefer`: Markdown where a server sends it; `follow`: also where a page or the convention of llms.txt has its address; `never`: HTML. */
export const MARKDOWN_MODES = ['prefer', 'follow', 'never'] as const;
export type MarkdownMode = (typeof MARKDOWN_MODES)[number];

type FetchedPage = Extract<FetchAnswer, { readonly kind: 'fetched' }>;

/** Fetches a page; its `mediaType` says what it is. Markdown that another address of the site has is under the page's own. */
export async function fetchReadable(
  fetcher: Fetcher,
  url: string,
  mode: MarkdownMode,
  signal?: AbortSignal,
): Promise<FetchAnswer> {
  const stop = signal === undefined ? {} : { signal };
  const answer = await fetcher.fetch({ url, kind: mode === 'never' ? 'page' : 'reader', ...stop });
  if (mode !== 'follow' || answer.kind !== 'fetched' || isMarkdown(answer)) return answer;
  for (const other of markdownAddresses(answer)) {
    const found = await fetcher.fetch({ url: other, kind: 'reader', ...stop });
    const isNamed =
      found.kind === 'fetched' && found.mediaType === 'text/plain' && /\.md$/.test(new URL(found.url).pathname);
    if (found.kind === 'fetched' && (isNamed || isMarkdown(found)))
      return { ...found, url: answer.url, mediaType: 'text/markdown' };
  }
  return answer;
}

const isMarkdown = ({ mediaType }: FetchedPage): boolean => MARKDOWN_TYPES.has(mediaType ?? '');

/** Where a page's Markdown may be: its `<link rel=alternate type=text/markdown>`, and its address with `.md` (llmstxt.org). Of its site only. */
function markdownAddresses({ url, bytes, charset }: FetchedPage): readonly string[] {
  const addresses: string[] = [];
  const parsed = parse(decode(bytes, { httpCharset: charset }).text, { url });
  if (parsed.ok)
    for (const node of elementsWith(parsed.page, ['href'])) {
      const of = (name: string): string => parsed.page.attribute(node, name)?.toLowerCase().trim() ?? '';
      if (MARKDOWN_TYPES.has(of('type')) && of('rel').split(/\s+/).includes('alternate'))
        addresses.push(parsed.page.attribute(node, 'href') as string);
    }
  const named = new URL(url);
  named.pathname += named.pathname.endsWith('/') ? 'index.html.md' : '.md';
  return [...addresses.slice(0, 1), named.href]
    .filter((address) => URL.canParse(address, url))
    .map((address) => new URL(address, url).href)
    .filter((address) => new URL(address).origin === named.origin);
}
