// Sites for tests: each with a template, articles of its own words, an index page now and then, addresses given twice.
import { seededRandom } from '@dehusk/node';
import type { Source, SourceEvent } from '../sources/source.js';
import type { Store } from '../stores/store.js';

/** A page of a made-up site. */
export interface MadeUpPage {
  readonly url: string;
  readonly html: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const SYLLABLES = 'ba ko ri ten mas lo vi du gar pel sun tor mi ne ash or'.split(' ');
const START = Date.UTC(2026, 0, 5);

/** Pages of sites in turn: about one in seven is an address given before, one in thirteen is no page at all. */
export function madeUpPages(count: number, sites: number, seed = 7): MadeUpPage[] {
  const random = seededRandom(seed);
  const pick = (count: number): number => random.between(0, count - 1);
  const word = (): string => Array.from({ length: 2 + pick(3) }, () => SYLLABLES[pick(SYLLABLES.length)]).join('');
  const words = (length: number): string => Array.from({ length }, word).join(' ');
  const paragraph = (): string => `<p>The ${words(30)}, and the ${words(12)}.</p>`;
  // It reads like the article's text: only the site's other pages tell that it is none.
  const asides = Array.from({ length: sites }, () => paragraph() + paragraph());
  const pages: MadeUpPage[] = [];
  for (let at = 0; at < count; at++) {
    const site = at % sites;
    const time = START + at * 60_000;
    const home = `https://www.site${site}.example`;
    const earlier = pages.filter(({ url }) => url.startsWith(`${home}/`));
    if (earlier.length > 2 && pick(7) === 0) {
      const { url, html } = earlier[pick(earlier.length)];
      pages.push({ url: `${url}?session=${at}`, html, at: time });
      continue;
    }
    const menu = Array.from({ length: 8 }, (_, item) => `<li><a href="/s${item}/">Menu ${'abcdefgh'[item]}</a></li>`);
    const body = pick(13) === 0 ? '' : `<h1>${words(6)}</h1>${Array.from({ length: 4 }, paragraph).join('')}`;
    pages.push({
      url: `${home}/s${pick(5)}/${at}.html`,
      at: time,
      html: `<!doctype html><html lang="en"><head><title>${words(5)}</title></head><body><div class="nav t${site}"><ul>${menu.join('')}</ul></div><div class="main${site}"><div class="entry">${body}</div><div class="passage">${body && asides[site]}</div></div><div class="foot">Imprint, all rights reserved</div></body></html>`,
    });
  }
  return pages;
}

/** Stories of one path, which `id` identifies and `sid` does not. Two addresses lead to each story. */
export function queryPages(count: number): MadeUpPage[] {
  return Array.from({ length: count }, (_, at) => {
    const id = Math.floor(at / 4) * 2 + (at % 2);
    const text = `The story of the ${id}th boat that came into the harbour and went out again, with all of its cargo and crew. `;
    return {
      url: `https://www.query.example/show?id=${id}&sid=${(at * 7919) % 1000}`,
      html: `<!doctype html><html lang="en"><head><title>Boat ${id}</title></head><body><h1>Boat ${id}</h1><p>${text.repeat(3)}</p></body></html>`,
      at: START + at * 60_000,
    };
  });
}

/** The pages as an input that is read in order, from where the store says it was left. */
export function pagesSource(pages: readonly MadeUpPage[], store: Pick<Store, 'position'>, input = 'pages'): Source {
  return {
    input,
    async *items(signal): AsyncGenerator<SourceEvent> {
      const from = (await store.position(input)) ?? 0;
      for (let at = from; at < pages.length; at++) {
        if (signal.aborted) return;
        const { url, html, at: time } = pages[at];
        const position = at + 1;
        yield html === 'FAULT'
          ? { kind: 'fault', where: `${input}:${position}`, reason: 'bad-input', detail: 'no page', position }
          : {
              kind: 'item',
              id: String(position),
              url,
              at: time,
              seenAt: Math.max(time, Date.now()),
              title: null,
              content: { page: html, charset: null, mediaType: 'text/html' },
              position,
              wantsLinks: false,
            };
      }
    },
    settle: () => new Map(),
    close: async () => {},
  };
}
