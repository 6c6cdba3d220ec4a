/**
 * Offer rules: boxes in an article that ask the reader to pay or to leave an address.
 *
 * Observation: below the teaser of a paid article stands a box of sentences about subscriptions, inside the article's element and
 * often with hashed class names, so the block trees take it for paragraphs. Its words betray it: in every language a few set
 * phrases say who may read on. A form with one field for an e-mail address marks a newsletter box in the same way.
 */

import { type NodeId, nameOf } from '@dehusk/html';
import { PAGE_TYPES } from '../page-types.js';
import { scaleOdds } from './article-rules.js';
import type { BlockFacts } from './features/facts.js';
import type { PageRows } from './features.js';

/** What the text before the end of a teaser says of the rest, in the languages of the tests. */
const GATES: readonly string[] = [
  // English
  'already (?:a|an|have a) (?:paid )?(?:subscri|member)',
  '(?:for|to) (?:our |paid |premium ){0,3}(?:subscribers|members)(?: only|$)',
  '(?:subscriber|member)s?[- ](?:only|exclusive)',
  '(?:keep|continue) reading (?:for|with)',
  'to (?:keep|continue) reading',
  'subscribe (?:now |today )?(?:to|and) (?:read|unlock|keep|continue|get unlimited)',
  // German, Dutch, Swedish
  'bereits (?:ein )?(?:abo|abonn|kunde)',
  '(?:weiterlesen|jetzt lesen) mit ',
  'nur für (?:abonnent|mitglieder)',
  '(?:exclusief|alleen|enkel) voor abonnees',
  'al (?:een )?(?:abonnee|abonnement)',
  'redan prenumerant',
  // French, Spanish, Portuguese, Italian
  'réservée? (?:aux|à nos) abonn',
  'déjà abonn',
  '(?:solo|exclusivo|exclusiva) para (?:suscriptores|socios|assinantes)',
  'ya (?:eres|es|soy) suscriptor',
  'já é (?:assinante|cadastrado)',
  '(?:riservato|solo per) (?:agli )?abbonati',
  'sei già abbonato',
  // Polish, Russian, Greek, Turkish
  'chcesz czytać dalej',
  'dla prenumerator',
  '(?:доступ[а-яё]{0,4}|только) (?:по подписке|для подписчиков)',
  'уже (?:есть подписка|подписчик)',
  '(?:μόνο )?για (?:τους )?συνδρομητές',
  'abonelere özel',
  'okumaya devam etmek için',
  // Chinese, Japanese, Korean, Thai
  '(?:付费|订阅|会员)(?:后|用户)?(?:专享|可读|阅读全文|继续阅读)',
  '(?:有料|会員限定の?)(?:会員)?記事',
  '有料会員(?:限定|に)',
  '残り[:：]?\\d+文字',
  '(?:구독자|회원|프리미엄 회원) 전용',
  'เฉพาะสมาชิก',
  // Arabic, Hebrew, Hindi
  'لقراءة المقال كامل',
  'للمشتركين فقط',
  'למנויים בלבד',
  'केवल (?:सदस्यों|ग्राहकों) के लिए',
];
// Without the flag u, which doubles the time to compile it.
const GATE = new RegExp(GATES.join('|'), 'i');
/** Most words of a block that says so, and of the box around it. */
const GATE_WORDS = 40;
const BOX_WORDS = 120;
/** Most words of a newsletter box. */
const LETTER_WORDS = 60;
/** Most fields of its form: others are for comments, orders and log-ins. */
const LETTER_FIELDS = 3;
/** A box holds at most this share of the page's expected words: more is the content itself. */
const BOX_SHARE = 0.5;
/** On pages that sell something, an offer is the content: no rule applies from this probability of one on. */
const SELLING = 0.5;
const SELLERS = (['service', 'product', 'listing', 'collection'] as const).map((type) => PAGE_TYPES.indexOf(type));
/** Factor of the odds of an offer's blocks. */
const OFFER_ODDS = 0.02;

/** Lowers the probability of boxes that offer subscriptions and newsletters, in place. Linear in the page. */
export function lowerOffers({ visible }: PageRows, types: Float32Array, probability: Float32Array): void {
  if (SELLERS.reduce((sum, type) => sum + types[type], 0) >= SELLING) return;
  const { page, size, words, blocks } = visible;
  const expected = new Float64Array(size + 1);
  for (let b = 0; b < size; b++) expected[b + 1] = expected[b] + probability[b] * words[b];
  const lowered = new Uint8Array(size);
  const lower = (from: number, to: number): void => {
    for (let b = from; b < to; b++) {
      if (lowered[b] === 1) continue;
      lowered[b] = 1;
      probability[b] = scaleOdds(probability[b], OFFER_ODDS);
    }
  };
  const lowerBox = (node: NodeId, most: number, leastBlocks: number): boolean => {
    const box = boxAround(visible, node, most, leastBlocks);
    if (box === null || expected[box.to] - expected[box.from] > BOX_SHARE * expected[size]) return false;
    lower(box.from, box.to);
    return true;
  };
  for (let b = 0; b < size; b++)
    if (lowered[b] === 0 && words[b] <= GATE_WORDS && GATE.test(blocks.text[b]))
      if (!lowerBox(blocks.element[b], BOX_WORDS, 2)) lower(b, b + 1);
  const input = page.nameIndex('input');
  for (let node = 1; node < page.size; node++)
    if (page.tag[node] === input && isAddress(visible, node)) lowerBox(node, LETTER_WORDS, 1);
}

/** The blocks of the innermost element around a node that has enough of them; null when it has too many words. */
function boxAround(
  { page, blocksBefore, sums }: BlockFacts,
  node: NodeId,
  most: number,
  leastBlocks: number,
): { readonly from: number; readonly to: number } | null {
  for (let up = node; up > 0; up = page.parent[up]) {
    const from = blocksBefore[up];
    const to = blocksBefore[page.end[up]];
    if (sums.words[to] - sums.words[from] > most) return null;
    if (to - from >= leastBlocks) return { from, to };
  }
  return null;
}

/** Whether a field asks for an e-mail address and its form for little else. */
function isAddress({ page, fieldsBefore }: BlockFacts, field: NodeId): boolean {
  const asks =
    page.attribute(field, 'type')?.toLowerCase() === 'email' ||
    /e-?mail/i.test(`${page.attribute(field, 'name') ?? ''} ${page.attribute(field, 'placeholder') ?? ''}`);
  if (!asks) return false;
  let form = page.parent[field];
  while (form > 0 && nameOf(page, form) !== 'form') form = page.parent[form];
  return form <= 0 || fieldsBefore[page.end[form]] - fieldsBefore[form] <= LETTER_FIELDS;
}
