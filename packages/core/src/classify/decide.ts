/**
 * From the probabilities of the trees to the blocks that are kept: rules that look at other blocks, the decoder, and rules that keep
 * structures and items whole. Each rule is a row of {@link RULES}; `dehusk-lab ablate` prints what each is worth on every set.
 */

import { type Changes, type OtherArticle, PAGE_TYPES } from '../blocks/block.js';
import { dropConsent, dropLinkedLines, lowerCommentThread, lowerTeasers } from './article-rules.js';
import { dropPassages, joinTableRows, raiseTemplateless } from './context-rules.js';
import { type DecodeChoice, type Decoded, decodeBlocks } from './decode.js';
import * as edges from './edge-rules.js';
import type { PageRows } from './features.js';
import { completeItems, dropButtons, keepTopics } from './item-rules.js';
import * as parts from './part-rules.js';
import { setArticlesAside } from './several-articles.js';
import { keepNotes, keepStructures } from './structure-rules.js';
import { type Discussion, type FoundDiscussion, findDiscussion, lowerFields, raisePosts } from './thread-rules.js';

/** What rules before the decoder see and change: the probability of each row. */
interface Judgement {
  readonly rows: PageRows;
  /** Probabilities of `PAGE_TYPES`, with the article prior. */
  readonly types: Float32Array;
  readonly probability: Float32Array;
  discussion: FoundDiscussion | null;
}

/** What rules after the decoder see and change: the choice of visible blocks. */
interface RuleChoice {
  readonly rows: PageRows;
  readonly types: Float32Array;
  /** Per row: the probability after the decoder moved groups together. */
  readonly probability: Float32Array;
  readonly discussion: Discussion | null;
  readonly keep: Uint8Array;
  readonly changed: Changes;
  isTopicList: boolean;
  otherArticles: readonly OtherArticle[];
}

type Rule = { readonly name: string; readonly does: string } & (
  | { readonly judge: (on: Judgement) => void }
  | { readonly select: (on: RuleChoice) => void }
);

const ARTICLE = PAGE_TYPES.indexOf('article');
const [FORUM, DOCUMENTATION] = [PAGE_TYPES.indexOf('forum'), PAGE_TYPES.indexOf('documentation')];
/** Whether a page is more likely one text than a list, a thread or an offer. */
const isText = (types: Float32Array): boolean => types[ARTICLE] + types[DOCUMENTATION] >= 0.5;
/** Least probability of an article whose edges are looked at. */
const [LIKELY_ARTICLE, SURE_ARTICLE] = [0.3, 0.5];
const isArticle = (types: Float32Array): boolean =>
  types[ARTICLE] >= LIKELY_ARTICLE && types.every((chance, type) => type === FORUM || chance <= types[ARTICLE]);
/** Least probability of a forum whose structures may be posts. */
const LIKELY_FORUM = 0.3;

const edgesOf = ({ rows, keep, changed }: RuleChoice) => edges.edgesOf(rows.visible, keep, changed);

/** Every rule, in the order in which they apply: those that judge, then the decoder, then those that select. */
export const RULES: readonly Rule[] = [
  {
    name: 'comment lines',
    does: 'lowers what follows the first of several lines with a time of day below an article',
    judge: ({ rows, types, probability }) => lowerCommentThread(rows, types, probability),
  },
  {
    name: 'teasers',
    does: 'lowers lists of linked items outside the body of an article',
    judge: ({ rows, types, probability }) => lowerTeasers(rows, types, probability),
  },
  {
    name: 'no template',
    does: 'raises all of a small page without navigation and classes',
    judge: ({ rows, probability }) => raiseTemplateless(rows, probability),
  },
  {
    name: 'table rows',
    does: 'gives the short cells of a row their mean probability',
    judge: ({ rows, probability }) => joinTableRows(rows, probability),
  },
  {
    name: 'posts',
    does: 'raises the bodies of the posts of a thread, and lowers panels, signatures and what follows the last post',
    judge: (on) => {
      on.discussion = findDiscussion(on.rows, on.types, on.probability);
      if (on.discussion?.kind === 'thread') raisePosts(on.rows, on.discussion.templates, on.probability);
      if (on.discussion?.isTicket) lowerFields(on.rows, on.probability);
    },
  },
  {
    name: 'structures',
    does: 'keeps code, tables, figures, lists and headings between and beside kept paragraphs, each as a whole',
    select: ({ rows, types, probability, discussion, keep, changed }) => {
      // The posts of a thread are structures, too.
      if (discussion !== 'thread' && types[FORUM] < LIKELY_FORUM)
        keepStructures(rows.visible, probability, keep, changed);
    },
  },
  {
    name: 'lead',
    does: 'keeps running text between the headline of an article and its first kept text',
    select: (on) => {
      if (on.discussion !== 'thread' && isArticle(on.types)) edges.keepLead(edgesOf(on), on.probability);
    },
  },
  {
    name: 'headline',
    does: 'keeps the headline above the first kept block of a page that is no text',
    select: (on) => {
      if (!isText(on.types) && on.types[FORUM] < LIKELY_FORUM) parts.keepHeadline(edgesOf(on), on.probability);
    },
  },
  {
    name: 'values',
    does: 'keeps short lines between kept ones of a box, addresses of e-mail and telephone, and the price of a headline',
    select: (on) => {
      if (on.discussion !== 'thread') parts.keepValues(edgesOf(on), on.probability);
    },
  },
  {
    name: 'ending',
    does: 'keeps texts that follow the last kept one of an article',
    select: (on) => {
      if (on.discussion !== 'thread' && isText(on.types)) parts.keepEnding(edgesOf(on), on.probability);
    },
  },
  {
    name: 'notes',
    does: 'keeps the notes whose references are kept',
    select: ({ rows, keep, changed }) => keepNotes(rows.visible, keep, changed),
  },
  {
    name: 'around articles',
    does: 'drops lines and portraits of authors, tags and invitations to comment, by the names that themes give them',
    select: (on) => {
      if (isText(on.types)) edges.dropFurniture(edgesOf(on));
    },
  },
  {
    name: 'consent',
    does: 'drops dialogs about cookies outside the element of the headline',
    select: ({ rows, keep, changed }) => dropConsent(rows.visible, keep, changed),
  },
  {
    name: 'topics',
    does: 'keeps the rows of a list of topics or links, and nothing after them',
    select: (on) => {
      // The short posts of a thread have the parts of topics too.
      if (on.discussion !== 'thread') on.isTopicList = keepTopics(on.rows, on.keep, on.changed);
    },
  },
  {
    name: 'items',
    does: 'keeps what is at one place of the items of a list when half of it is kept',
    select: ({ rows, types, probability, discussion, keep, changed, isTopicList }) => {
      // Above the text of a post is its author.
      const hasTitles = discussion !== 'thread' && types[FORUM] < LIKELY_FORUM;
      if (!isTopicList) completeItems(rows, probability, hasTitles, keep, changed);
    },
  },
  {
    name: 'buttons',
    does: 'drops buttons whose text the page repeats',
    select: ({ rows, keep, changed, isTopicList }) => {
      if (!isTopicList) dropButtons(rows, keep, changed);
    },
  },
  {
    name: 'linked lines',
    does: 'drops lines of an article that lead to other pages of the site, and boxes that such a line opens or ends',
    select: ({ rows, types, keep, changed }) => dropLinkedLines(rows.visible, types, keep, changed),
  },
  {
    name: 'forms',
    does: 'drops lines above a field for an address of e-mail, and questions above buttons',
    select: (on) => {
      if (isText(on.types)) parts.dropForms(edgesOf(on));
    },
  },
  {
    name: 'opening',
    does: 'drops links, dates and authors before the first running text',
    select: (on) => {
      if (on.discussion !== 'thread' && isText(on.types))
        edges.dropOpening(edgesOf(on), on.types[ARTICLE] >= SURE_ARTICLE);
    },
  },
  {
    name: 'passages',
    does: 'drops an excerpt or a sentence of a kept text, and a text that is there once more',
    select: ({ rows, types, keep, changed }) => {
      if (isArticle(types)) dropPassages(rows.visible, keep, changed);
    },
  },
  {
    name: 'tabs',
    does: 'drops the labels of tabs that show code',
    select: (on) => edges.dropTabs(edgesOf(on)),
  },
  {
    name: 'end of mail',
    does: 'drops the end of a newsletter',
    select: (on) => edges.dropMailEnd(edgesOf(on)),
  },
  {
    name: 'closing',
    does: 'drops invitations, boxes about the author and comments below an article',
    select: (on) => {
      if (on.discussion === 'thread' || !isArticle(on.types)) return;
      const page = edgesOf(on);
      for (const rule of [edges.dropInvitations, edges.dropComments, edges.dropBiography, edges.dropCounted])
        rule(page);
    },
  },
  {
    name: 'other articles',
    does: "drops articles below the page's own",
    select: (on) => {
      on.otherArticles = setArticlesAside(on.rows.visible, on.keep, on.changed);
    },
  },
];

/** The blocks of a page that are kept, and why. */
export interface Decision extends Decoded {
  readonly changed: Readonly<Changes>;
  readonly otherArticles: readonly OtherArticle[];
  readonly discussion: Discussion | null;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Decides which rows of a page are kept. Linear in the page but for a sort.
 *
 * @param types probabilities of `PAGE_TYPES`, with the article prior
 * @param probability per row, by the trees; stays as it is
 * @param without names of rules that do not apply
 */
export function decide(
  rows: PageRows,
  types: Float32Array,
  probability: Float32Array,
  choice: DecodeChoice,
  without = NONE,
): Decision {
  const judgement = judge(rows, types, probability, without);
  const { words, text, group, visible } = rows;
  const { page, blocks } = visible;
  const place = blocks.element.map((element) => page.parent[element]);
  const decoded = decodeBlocks({ probability: judgement.probability, words, text, group, place }, choice);
  const discussion = judgement.discussion?.kind ?? null;
  const { changed, otherArticles } = select(judgement, decoded, without);
  return { ...decoded, changed, otherArticles, discussion };
}

/** Applies the rules before the decoder to a copy of the probabilities. */
export function judge(rows: PageRows, types: Float32Array, probability: Float32Array, without = NONE): Judgement {
  const judgement: Judgement = { rows, types, probability: probability.slice(), discussion: null };
  for (const rule of RULES) if ('judge' in rule && !without.has(rule.name)) rule.judge(judgement);
  return judgement;
}

/** Applies the rules after the decoder to a choice, in place. */
function select(
  { rows, types, discussion: found }: Judgement,
  { probability, keep }: Decoded,
  without = NONE,
): RuleChoice {
  const discussion = found?.kind ?? null;
  const changed: Changes = new Array(rows.visible.size);
  const selection: RuleChoice = {
    ...{ rows, types, probability, keep, discussion, changed },
    ...{ isTopicList: false, otherArticles: [] },
  };
  for (const rule of RULES) if ('select' in rule && !without.has(rule.name)) rule.select(selection);
  return selection;
}
