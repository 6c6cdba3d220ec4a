/**
 * Articles whose edges are known exactly, for training: the lead in a header, short endings, captions, notes outside the text, code after
 * one paragraph; and what does not belong to them: promotional boxes between paragraphs, cards and lists of teasers below a short text.
 *
 * Observation: the gold of WCXB leaves out leads, captions, code and closing lists on many pages, and models trained on it learn to. Here
 * the text comes from the page's gold and from other pages of its fold, so that what is content is known whatever it looks like.
 */

import type { TrainingPage } from './pages.js';
import { seededRandom } from './seeded-random.js';
import type { Donors } from './splice-blocks.js';
import { commonHolder, endOfText, escaped, goldEnds, isAlone, joinEdits, type SourceEdit } from './splice-blocks.js';

/** Share of the pages that each part is put into. */
const SHARE = { short: 0.4, lead: 0.4, ending: 0.65, box: 0.45, figure: 0.45, notes: 0.2, code: 0.2, cards: 0.5 };
/** A shortened text keeps at most this many paragraphs. */
const SHORT_PARAGRAPHS = 3;
/** Least words of a paragraph that becomes the lead. */
const LEAD_WORDS = 8;

const LEAD_NAMES = [
  '',
  '',
  '',
  'lead',
  'intro',
  'standfirst',
  'deck',
  'subtitle',
  'excerpt',
  'summary',
  'chapo',
  'entradilla',
];
const BOX_NAMES = [
  '',
  '',
  'promo',
  'box',
  'related',
  'teaser',
  'inline-newsletter',
  'readmore',
  'cta',
  'widget',
  'recommended',
];
const CARD_NAMES = ['', '', 'card', 'item', 'teaser', 'post', 'story', 'tile', 'entry'];
const LIST_NAMES = ['', '', 'related', 'more', 'list', 'grid', 'row', 'latest', 'posts'];
const MORE = [
  'Read more',
  'Weiterlesen',
  'Lire la suite',
  'Leer más',
  'Читать далее',
  '続きを読む',
  'More',
  'Details',
  '»',
  '',
];
const CARD_HEADINGS = [
  'Related',
  'More stories',
  'You may also like',
  'Lesen Sie auch',
  'À lire aussi',
  'Te puede interesar',
  'Читайте также',
  '関連記事',
  '',
];
const NOTE_NAMES = ['footnotes', 'notes', 'references', 'endnotes', ''];

/** The source and the gold of an article with assembled edges; null when the page has too little text. Deterministic by seed. */
export function assembleEdges(
  one: TrainingPage,
  donors: Donors,
  seed: number,
): { source: string; gold: string } | null {
  const { visible } = one.rows;
  const { page, blocks, words, heading } = visible;
  const [first, last] = goldEnds(one);
  if (first < 0 || donors.prose.length < 10) return null;
  const gold: number[] = [];
  for (let b = first; b <= last; b++) if (one.label[b] >= 0.8) gold.push(b);
  const paragraphs = gold.filter((b) => visible.prose[b] === 1 && isAlone(visible, b));
  if (paragraphs.length < 2) return null;

  const random = seededRandom(seed ^ 0x2f6e2b1);
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)];
  const excerpt = (least: number, most: number): string => {
    const all = pick(donors.prose).split(' ');
    const length = least + below(most - least + 1);
    const from = below(Math.max(1, all.length - length));
    return all.slice(from, from + length).join(' ');
  };
  const named = (tag: string, name: string): string => (name === '' ? `<${tag}>` : `<${tag} class="${name}">`);
  const edits: SourceEdit[] = [];
  /** Lines of gold by their place in the source; equal places in the order of insertion. */
  const lines = new Map<number, string[]>();
  const kept = new Set(gold);
  const insert = (at: number, html: string, own: readonly string[] = []): void => {
    edits.push({ from: at, to: at, text: html });
    lines.set(at, [...(lines.get(at) ?? []), ...own]);
  };
  const remove = (b: number): void => {
    const element = blocks.element[b];
    edits.push({ from: page.sourceFrom[element], to: page.sourceTo[element], text: '' });
    kept.delete(b);
  };

  if (random() < SHARE.short) {
    const most = 1 + below(SHORT_PARAGRAPHS);
    const stay = new Set(paragraphs.slice(0, most));
    const end = [...stay].at(-1) as number;
    for (const b of gold) if (b > end && isAlone(visible, b)) remove(b);
    // What cannot be removed block by block stays content.
  }
  const left = paragraphs.filter((b) => kept.has(b));
  const holder = commonHolder(one, first, last);
  const start = page.sourceFrom[blocks.element[left[0]]];
  const lastKept = [...kept].sort((x, y) => x - y).at(-1) as number;
  const end = endOfText(one, holder, lastKept);

  let lead = -1;
  if (random() < SHARE.lead && left.length > 1 && words[left[0]] >= LEAD_WORDS) {
    lead = left[0];
    remove(lead);
    const text = blocks.text[lead];
    const title = gold.find((b) => heading[b] === 1 && b < lead) ?? headlineBefore(one, lead);
    const place = title >= 0 ? page.sourceTo[blocks.element[title]] : page.sourceFrom[holder];
    const [open, close] = pick([
      ['<p>', '</p>'],
      ['<div>', '</div>'],
      ['<h2>', '</h2>'],
      ['<header><p>', '</p></header>'],
      ['<p><strong>', '</strong></p>'],
      ['<div><p>', '</p></div>'],
    ]);
    const name = pick(LEAD_NAMES);
    insert(place, `${name === '' ? open : open.replace(/>/, ` class="${name}">`)}${escaped(text)}${close}`, [text]);
  }
  const figure = (): readonly [html: string, caption: string] => {
    const caption = excerpt(4, 16);
    const credit = random() < 0.3 ? ` <small>${pick(['Photo:', 'Foto:', '©'])} ${escaped(excerpt(2, 3))}</small>` : '';
    return pick<() => readonly [string, string]>([
      () => [`<figure><img src="a.jpg" alt=""><figcaption>${escaped(caption)}${credit}</figcaption></figure>`, caption],
      () => [`<figure><img src="a.jpg"><figcaption>${escaped(caption)}</figcaption></figure>`, caption],
      () => [`<div class="image"><img src="a.jpg"><p class="caption">${escaped(caption)}</p></div>`, caption],
    ])();
  };
  if (random() < SHARE.figure) {
    const count = random() < 0.4 ? 2 + below(3) : 1;
    const all = Array.from({ length: count }, figure);
    const html = all.map(([own]) => own).join('');
    const box = count > 1 ? `${named('div', pick(['gallery', 'images', 'row', '']))}${html}</div>` : html;
    insert(
      pick([start, end, page.sourceTo[blocks.element[pick(left)]]]),
      box,
      all.map(([, caption]) => caption),
    );
  }
  if (random() < SHARE.code) {
    const code = excerpt(3, 9).replace(/[.,]/g, '();');
    const html = `<pre><code>${escaped(code)}</code></pre>`;
    insert(
      random() < 0.5 ? end : page.sourceTo[blocks.element[left[0]]],
      random() < 0.4 ? `<div class="highlight">${html}</div>` : html,
      [code],
    );
  }
  if (random() < SHARE.ending) {
    const count = 1 + below(2);
    for (let at = 0; at < count; at++) {
      const [html, own] = ending(excerpt, below, pick);
      insert(end, html, own);
    }
  }
  if (random() < SHARE.notes) {
    const notes = Array.from({ length: 1 + below(4) }, () => excerpt(4, 18));
    const items = notes.map(
      (text, at) => `<li id="fn${at + 1}"><p>${escaped(text)} <a href="#fnref${at + 1}">↩</a></p></li>`,
    );
    insert(
      random() < 0.5 ? page.sourceTo[holder] : end,
      `${named('div', pick(NOTE_NAMES))}<ol>${items.join('')}</ol></div>`,
      notes,
    );
    insert(page.sourceTo[blocks.element[left[0]]], '<p><sup><a href="#fn1">1</a></sup></p>');
  }
  if (random() < SHARE.box && left.length > 1) {
    const tag = pick(['div', 'aside', 'section', 'div']);
    const title = random() < 0.7 ? `<${pick(['h1', 'h2', 'h3', 'h4', 'strong'])}>${escaped(excerpt(3, 9))}</x>` : '';
    const headline = title.replace(/<(\w+)>(.*)<\/x>/, '<$1>$2</$1>');
    const byline = random() < 0.3 ? `<p>${escaped(excerpt(2, 2))}, ${1 + below(28)}.${1 + below(12)}.2024</p>` : '';
    const body = random() < 0.8 ? `<p>${escaped(excerpt(6, 30))}</p>` : '';
    const box = `${named(tag, pick(BOX_NAMES))}${headline}${byline}${body}<a href="/x${below(99)}">${pick(MORE)}</a></${tag}>`;
    insert(page.sourceTo[blocks.element[pick(left.slice(0, -1))]], box);
  }
  if (random() < SHARE.cards) {
    const name = pick(CARD_NAMES);
    const level = pick(['h2', 'h3', 'h4', 'p', 'span']);
    const isList = random() < 0.4;
    const hasText = random() < 0.7;
    const cards = Array.from({ length: 2 + below(9) }, (_, at) => {
      const text = hasText ? `<p>${escaped(excerpt(6, 28))}</p>` : '';
      const date = random() < 0.3 ? `<time>${1 + below(28)}.${1 + below(12)}.2024</time>` : '';
      return `${named(isList ? 'li' : 'div', name)}<${level}><a href="/story-${at}">${escaped(excerpt(3, 11))}</a></${level}>${date}${text}</${isList ? 'li' : 'div'}>`;
    });
    const title = pick(CARD_HEADINGS);
    const holderTag = isList ? 'ul' : 'div';
    const list = `${title === '' ? '' : `<h3>${title}</h3>`}${named(holderTag, pick(LIST_NAMES))}${cards.join('')}</${holderTag}>`;
    insert(random() < 0.5 ? end : page.sourceTo[holder], list);
  }

  for (const b of kept) {
    const at = page.sourceFrom[blocks.first[b]];
    lines.set(at, [...(lines.get(at) ?? []), blocks.text[b]]);
  }
  const order = [...lines].sort(([x], [y]) => x - y).flatMap(([, own]) => own);
  return { source: joinEdits(page.source, edits), gold: order.join('\n') };
}

/** The block of the last first-level heading before a block, or −1. */
function headlineBefore({ rows: { visible } }: TrainingPage, before: number): number {
  for (let b = before - 1; b >= 0; b--) if (visible.heading[b] === 1) return b;
  return -1;
}

type Ending = readonly [html: string, gold: readonly string[]];

/** A short ending of a text. */
function ending(
  excerpt: (least: number, most: number) => string,
  below: (limit: number) => number,
  pick: <T>(from: readonly T[]) => T,
): Ending {
  const several = (least: number, most: number): string[] =>
    Array.from({ length: 2 + below(4) }, () => excerpt(least, most));
  const text = excerpt(2, 12);
  const list = several(2, 9);
  return pick<() => Ending>([
    () => [`<p>${escaped(text)}.</p>`, [text]],
    () => [`<p>${escaped(text)}.</p>`, [text]],
    () => [`<p><em>${escaped(text)}.</em></p>`, [text]],
    () => [`<ul>${list.map((one) => `<li>${escaped(one)}</li>`).join('')}</ul>`, list],
    () => [`<ol>${list.map((one) => `<li>${escaped(one)}</li>`).join('')}</ol>`, list],
    () => [`<blockquote><p>${escaped(text)}</p></blockquote>`, [text]],
    () => [`<blockquote>${escaped(text)}</blockquote>`, [text]],
    () => [
      `<dl>${list.map((one, at) => (at % 2 === 0 ? `<dt>${escaped(one)}</dt>` : `<dd>${escaped(one)}</dd>`)).join('')}</dl>`,
      list,
    ],
    () => [`<details><summary>${escaped(list[0])}</summary><p>${escaped(list[1])}</p></details>`, list.slice(0, 2)],
    () => [`<h2>${escaped(list[0])}</h2><p>${escaped(text)}.</p>`, [list[0], text]],
    () => [
      `<table>${list.map((one) => `<tr><th>${escaped(one)}</th><td>${below(99)}</td></tr>`).join('')}</table>`,
      list,
    ],
    () => [`<p>${escaped(text)}:</p><pre>${escaped(list[0])}</pre>`, [text, list[0]]],
  ])();
}
