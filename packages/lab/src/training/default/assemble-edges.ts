/**
 * Articles whose edges are known exactly, for training: the lead in a header, short endings, captions, notes outside the text, code after
 * one paragraph; and what does not belong to them: promotional boxes between paragraphs, cards and lists of teasers below a short text.
 *
 * Observation: the gold of WCXB leaves out leads, captions, code and closing lists on many pages, and models trained on it learn to. Here
 * the text comes from the page's gold and from other pages of its fold, so that what is content is known whatever it looks like.
 */

import { PAGE_TYPES } from '@dehusk/core';
import type { Page } from '@dehusk/html';
import type { TrainingPage } from './pages.js';
import { seededRandom } from './seeded-random.js';
import {
  commonHolder,
  type Donors,
  endOfText,
  escaped,
  goldEnds,
  isAlone,
  joinEdits,
  type SourceEdit,
  syntheticComments,
} from './splice-blocks.js';

/** Share of the pages that each part is put into. */
const SHARE = {
  ...{ short: 0.4, lead: 0.4, ending: 0.65, box: 0.4, figure: 0.45, notes: 0.2, code: 0.2, cards: 0.5 },
  ...{ links: 0.35, author: 0.25, consent: 0.2, articles: 0.15, comments: 0.25 },
};
const ARTICLE = PAGE_TYPES.indexOf('article');
/** Parts that are content of documentation, where lists of links, boxes and cards lead on. */
const AROUND: ReadonlySet<string> = new Set(['box', 'links', 'author', 'articles', 'comments']);
/** Least share of a block's words that are gold, and least number of paragraphs that other pages give. */
const GOLD = 0.8;
const MIN_DONORS = 10;
/** A shortened text keeps at most this many paragraphs. */
const SHORT_PARAGRAPHS = 3;
/** Least words of a paragraph that becomes the lead. */
const LEAD_WORDS = 8;

const LEAD_NAMES = '|||lead|intro|standfirst|deck|subtitle|excerpt|summary|chapo|entradilla'.split('|');
const BOX_NAMES = '||promo|box|related|teaser|inline-newsletter|readmore|cta|widget|recommended'.split('|');
const CARD_NAMES = ['', '', 'card', 'item', 'teaser', 'post', 'story', 'tile', 'entry'];
const LIST_NAMES = ['', '', 'related', 'more', 'list', 'grid', 'row', 'latest', 'posts'];
const MORE = 'Read more|Weiterlesen|Lire la suite|Leer más|Читать далее|続きを読む|More|Details|»|'.split('|');
const CARD_HEADINGS =
  'Related|More stories|You may also like|Lesen Sie auch|À lire aussi|Te puede interesar|Читайте также|関連記事|'.split(
    '|',
  );
const LINK_LABELS = 'Related: |Read also: |Lesen Sie auch: |À lire aussi : |Читайте также: |Leia também: ||'.split('|');
const AUTHOR_NAMES = ['', '', 'author', 'bio', 'about', 'profile', 'contributor', 'box'];
const CONSENT_NAMES = ['', 'css-1x8k', 'modal', 'sc-a7f', 'dialog', 'banner', 'x9'];
const CONSENT = [
  'We and our partners store and access information on a device, such as cookies, and process personal data.',
  'You can accept or manage your choices, including your right to object where legitimate interest is used.',
  'This site uses cookies to measure its audience and to show advertising that fits your interests.',
  'Wir und unsere Partner speichern Informationen auf Ihrem Gerät, etwa Cookies, und verarbeiten personenbezogene Daten.',
  'Sie können Ihre Einwilligung jederzeit mit Wirkung für die Zukunft widerrufen.',
  'Nous et nos partenaires utilisons des cookies pour mesurer l’audience et personnaliser la publicité.',
  'Utilizamos cookies propias y de terceros para analizar nuestros servicios y mostrarle publicidad.',
  'Noi e i nostri partner archiviamo informazioni su un dispositivo, come i cookie, e trattiamo dati personali.',
  'Wij en onze partners slaan informatie op een apparaat op, zoals cookies, en verwerken persoonsgegevens.',
  'Vi og våre partnere lagrer og får tilgang til informasjon på en enhet, for eksempel informasjonskapsler.',
  'Мы используем файлы cookie, чтобы сайт работал лучше. Продолжая, вы соглашаетесь с этим.',
  '当サイトではクッキーを使用しています。同意いただける場合は「同意する」を押してください。',
];
const CONSENT_BUTTONS = 'Accept all|Alle akzeptieren|Tout accepter|Aceptar|Accetta|OK|Принять|同意する'.split('|');
const NOTE_NAMES = ['footnotes', 'notes', 'references', 'endnotes', ''];

/** The source and the gold of an article with assembled edges; null when the page has too little text. Deterministic by seed. */
export function assembleEdges(one: TrainingPage, donors: Donors, seed: number) {
  const [first, last] = goldEnds(one);
  if (first < 0 || donors.prose.length < MIN_DONORS) return null;
  const assembly = new Assembly(one, donors, seed, first, last);
  return assembly.paragraphs.length < 2 ? null : assembly.run();
}

/** One page on its way to another one: edits of the source, and lines of gold by their place in it. */
class Assembly {
  /** Blocks of gold that are paragraphs alone in their elements, in order; those removed are not in {@link kept}. */
  readonly paragraphs: readonly number[];
  private readonly kept: Set<number>;
  private readonly edits: SourceEdit[] = [];
  private readonly lines = new Map<number, string[]>();
  private readonly random: () => number;
  private readonly page: Page;
  private readonly holder: number;
  /** Places in the source: before the first paragraph, after the text, after the element that holds it. */
  private start = 0;
  private end = 0;
  private readonly after: number;

  constructor(
    private readonly one: TrainingPage,
    private readonly donors: Donors,
    seed: number,
    first: number,
    last: number,
  ) {
    const { visible } = one.rows;
    this.random = seededRandom(seed ^ 0x2f6e2b1);
    this.page = visible.page;
    const gold: number[] = [];
    for (let b = first; b <= last; b++) if (one.label[b] >= GOLD) gold.push(b);
    this.kept = new Set(gold);
    this.paragraphs = gold.filter((b) => visible.prose[b] === 1 && isAlone(visible, b));
    this.holder = commonHolder(one, first, last);
    this.after = this.page.sourceTo[this.holder];
  }

  run(): { source: string; gold: string } {
    if (this.happens('short')) this.shorten();
    this.start = this.page.sourceFrom[this.elementOf(this.left()[0])];
    this.end = endOfText(this.one, this.holder, Math.max(...this.kept));
    const isArticle = this.one.type === ARTICLE;
    for (const part of PARTS) if (this.happens(part) && (isArticle || !AROUND.has(part))) this[part]();
    const { blocks } = this.one.rows.visible;
    for (const b of this.kept) this.note(this.page.sourceFrom[blocks.first[b]], [blocks.text[b]]);
    const order = [...this.lines].sort(([x], [y]) => x - y).flatMap(([, own]) => own);
    return { source: joinEdits(this.page.source, this.edits), gold: order.join('\n') };
  }

  private happens = (part: keyof typeof SHARE): boolean => this.random() < SHARE[part];
  private below = (limit: number): number => Math.floor(this.random() * limit);
  private pick = <T>(from: readonly T[]): T => from[this.below(from.length)];
  private left = (): number[] => this.paragraphs.filter((b) => this.kept.has(b));
  private elementOf = (b: number): number => this.one.rows.visible.blocks.element[b];
  private afterBlock = (b: number): number => this.page.sourceTo[this.elementOf(b)];
  private afterOrBelow = (): number => (this.random() < 0.5 ? this.end : this.after);
  /** After a paragraph that is not the last. */
  private between = (): number => this.afterBlock(this.pick(this.left().slice(0, -1)) ?? this.left()[0]);

  private excerpt = (least: number, most: number): string => {
    const all = this.pick(this.donors.prose).split(' ');
    const length = least + this.below(most - least + 1);
    const from = this.below(Math.max(1, all.length - length));
    return all.slice(from, from + length).join(' ');
  };

  private text = (least: number, most: number): string => escaped(this.excerpt(least, most));

  /** Text in one of several elements, perhaps with a class. */
  private element = (tags: readonly string[], inner: string, names: readonly string[] = ['']): string => {
    const tag = this.pick(tags);
    const name = this.pick(names);
    return `<${tag}${name === '' ? '' : ` class="${name}"`}>${inner}</${tag}>`;
  };

  private note(at: number, own: readonly string[]): void {
    this.lines.set(at, [...(this.lines.get(at) ?? []), ...own]);
  }

  private insert(at: number, html: string, own: readonly string[] = []): void {
    this.edits.push({ from: at, to: at, text: html });
    this.note(at, own);
  }

  private remove(b: number): void {
    const element = this.elementOf(b);
    this.edits.push({ from: this.page.sourceFrom[element], to: this.page.sourceTo[element], text: '' });
    this.kept.delete(b);
  }

  /** Removes what follows the first paragraphs; blocks that share their element stay. */
  private shorten(): void {
    const end = this.paragraphs[Math.min(this.paragraphs.length - 1, this.below(SHORT_PARAGRAPHS))];
    for (const b of [...this.kept]) if (b > end && isAlone(this.one.rows.visible, b)) this.remove(b);
  }

  /** Moves the first paragraph to the headline, in another element. */
  lead(): void {
    const { heading, words, blocks } = this.one.rows.visible;
    const [lead, next] = this.left();
    if (next === undefined || words[lead] < LEAD_WORDS) return;
    this.remove(lead);
    let title = lead - 1;
    while (title >= 0 && heading[title] !== 1) title--;
    const place = title >= 0 ? this.afterBlock(title) : this.page.sourceFrom[this.holder];
    const text = escaped(blocks.text[lead]);
    const inner = this.pick([text, text, `<p>${text}</p>`, `<strong>${text}</strong>`]);
    const tags = inner === `<p>${text}</p>` ? ['div', 'header', 'section'] : ['p', 'p', 'div', 'h2'];
    this.insert(place, this.element(tags, inner, LEAD_NAMES), [blocks.text[lead]]);
  }

  figure(): void {
    const captions = Array.from({ length: this.random() < 0.4 ? 2 + this.below(3) : 1 }, () => this.excerpt(4, 16));
    const credit =
      this.random() < 0.3 ? ` <small>${this.pick(['Photo:', 'Foto:', '©'])} ${this.text(2, 3)}</small>` : '';
    const isFigure = this.random() < 0.75;
    const figures = captions.map((own) =>
      isFigure
        ? `<figure><img src="a.jpg" alt=""><figcaption>${escaped(own)}${credit}</figcaption></figure>`
        : `<div class="image"><img src="a.jpg"><p class="caption">${escaped(own)}</p></div>`,
    );
    const html =
      figures.length > 1 ? this.element(['div'], figures.join(''), ['gallery', 'images', 'row', '']) : figures[0];
    this.insert(this.pick([this.start, this.end, this.between()]), html, captions);
  }

  code(): void {
    const code = this.excerpt(3, 9).replace(/[.,]/g, '();');
    const html = `<pre><code>${escaped(code)}</code></pre>`;
    const place = this.random() < 0.5 ? this.end : this.afterBlock(this.left()[0]);
    this.insert(place, this.random() < 0.4 ? `<div class="highlight">${html}</div>` : html, [code]);
  }

  ending(): void {
    for (let at = 1 + this.below(2); at > 0; at--) this.insert(this.end, ...this.shortEnding());
  }

  notes(): void {
    const notes = Array.from({ length: 1 + this.below(4) }, () => this.excerpt(4, 18));
    const items = notes.map(
      (own, at) => `<li id="fn${at + 1}"><p>${escaped(own)} <a href="#fnref${at + 1}">↩</a></p></li>`,
    );
    this.insert(this.afterOrBelow(), this.element(['div'], `<ol>${items.join('')}</ol>`, NOTE_NAMES), notes);
    this.insert(this.afterBlock(this.left()[0]), '<p><sup><a href="#fn1">1</a></sup></p>');
  }

  /** A box that leads to another article, between two paragraphs. */
  box(): void {
    const headline = this.random() < 0.7 ? this.element(['h1', 'h2', 'h3', 'h4', 'strong'], this.text(3, 9)) : '';
    const byline = this.random() < 0.3 ? `<p>${this.text(2, 2)}, ${this.date()}</p>` : '';
    const body = this.random() < 0.8 ? `<p>${this.text(6, 30)}</p>` : '';
    const more = `<a href="/x${this.below(99)}">${this.pick(MORE)}</a>`;
    this.insert(
      this.between(),
      this.element(['div', 'aside', 'section', 'div'], headline + byline + body + more, BOX_NAMES),
    );
  }

  /** Lines that are links to other articles, between two paragraphs. */
  links(): void {
    const link = (at: number): string => `<a href="/more-${at}">${this.text(3, 11)}</a>`;
    const label = this.pick(LINK_LABELS);
    const html = this.pick([
      () => `<p>${label}${link(1)}</p>`,
      () => `<p><strong>${label}${link(1)}</strong></p>`,
      () => `<h3>${link(1)}</h3>`,
      () => `<ul><li>${link(1)}</li><li>${link(2)}</li><li>${link(3)}</li></ul>`,
      () => `<p>${link(1)}</p><p>${link(2)}</p>`,
    ])();
    this.insert(this.between(), html);
  }

  author(): void {
    const name = this.text(2, 2);
    const title = this.element(['h3', 'h4', 'strong', 'div'], name);
    const html = `<img src="u.jpg" alt="">${title}<p>${name} ${this.text(12, 45)}.</p>`;
    this.insert(this.afterOrBelow(), this.element(['div'], html, AUTHOR_NAMES));
  }

  /** Other articles with their whole text. */
  articles(): void {
    const items = Array.from({ length: 2 + this.below(3) }, (_, at) => {
      const text = Array.from({ length: 1 + this.below(3) }, () => `<p>${escaped(this.pick(this.donors.prose))}</p>`);
      const link = `<a href="/a-${at}">${this.text(3, 9)}</a>`;
      const title = this.random() < 0.7 ? this.element(['h2', 'h3', 'div'], link) : '';
      return this.element(['div'], title + text.join(''), CARD_NAMES);
    });
    this.insert(this.after, this.element(['div'], items.join(''), LIST_NAMES));
  }

  comments(): void {
    this.insert(this.afterOrBelow(), syntheticComments(this.donors.prose, this.random));
  }

  consent(): void {
    const texts = Array.from({ length: 1 + this.below(3) }, () => `<p>${this.pick(CONSENT)}</p>`);
    const html = this.element(
      ['div'],
      `${texts.join('')}<button>${this.pick(CONSENT_BUTTONS)}</button>`,
      CONSENT_NAMES,
    );
    const top = this.page.tag.indexOf(this.page.nameIndex('body'));
    const closes = /<\/body\s*>/i.exec(this.page.source)?.index ?? this.page.source.length;
    this.insert(this.random() < 0.5 || top < 0 ? closes : this.page.openTo[top], html);
  }

  cards(): void {
    const isList = this.random() < 0.4;
    const hasText = this.random() < 0.7;
    const tag = isList ? 'li' : 'div';
    const level = this.pick(['h2', 'h3', 'h4', 'p', 'span']);
    const name = this.pick(CARD_NAMES);
    const cards = Array.from({ length: 2 + this.below(9) }, (_, at) => {
      const title = `<${level}><a href="/story-${at}">${this.text(3, 11)}</a></${level}>`;
      const date = this.random() < 0.3 ? `<time>${this.date()}</time>` : '';
      return this.element([tag], title + date + (hasText ? `<p>${this.text(6, 28)}</p>` : ''), [name]);
    });
    const title = this.pick(CARD_HEADINGS);
    const list = this.element([isList ? 'ul' : 'div'], cards.join(''), LIST_NAMES);
    this.insert(this.afterOrBelow(), title === '' ? list : `<h3>${title}</h3>${list}`);
  }

  private date = (): string => `${1 + this.below(28)}.${1 + this.below(12)}.2024`;

  /** A short ending of a text, and its gold. */
  private shortEnding(): [html: string, gold: readonly string[]] {
    const text = this.excerpt(2, 12);
    const list = Array.from({ length: 2 + this.below(4) }, () => this.excerpt(2, 9));
    const [plain, first, second] = [text, ...list].map(escaped);
    const all = (of: (one: string, at: number) => string): string =>
      list.map((one, at) => of(escaped(one), at)).join('');
    return this.pick<() => [string, readonly string[]]>([
      () => [`<p>${plain}.</p>`, [text]],
      () => [`<p>${plain}.</p>`, [text]],
      () => [`<p><em>${plain}.</em></p>`, [text]],
      () => [`<ul>${all((one) => `<li>${one}</li>`)}</ul>`, list],
      () => [`<ol>${all((one) => `<li>${one}</li>`)}</ol>`, list],
      () => [`<blockquote><p>${plain}</p></blockquote>`, [text]],
      () => [`<blockquote>${plain}</blockquote>`, [text]],
      () => [`<dl>${all((one, at) => (at % 2 === 0 ? `<dt>${one}</dt>` : `<dd>${one}</dd>`))}</dl>`, list],
      () => [`<details><summary>${first}</summary><p>${second}</p></details>`, list.slice(0, 2)],
      () => [`<h2>${first}</h2><p>${plain}.</p>`, [list[0], text]],
      () => [`<table>${all((one) => `<tr><th>${one}</th><td>${this.below(99)}</td></tr>`)}</table>`, list],
      () => [`<p>${plain}:</p><pre>${first}</pre>`, [text, list[0]]],
    ])();
  }
}

/** Parts of a page in the order in which they are put into it. */
const PARTS = [
  ...(['lead', 'figure', 'code', 'ending', 'notes', 'box', 'links', 'author'] as const),
  ...(['articles', 'comments', 'consent', 'cards'] as const),
];
