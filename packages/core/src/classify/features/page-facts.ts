/** Facts of the page: features of the page type model. */

import { classesOf, type Page, textOf } from '@dehusk/html';
import { elementShapes } from '../../blocks/shapes.js';
import { DISCUSSION_NAMES, recordFacts } from './discussion.js';
import { type BlockFacts, endBlock, firstBlock, log1p, wordsIn } from './facts.js';
import { mainContainers } from './position.js';

const PATHS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['product', /\/(product|products|p|dp|item|itm|shop)\//],
  ['collection', /\/(collections?|category|categories|c|shop|browse|b)(\/|$)/],
  ['forum', /\/(forum|forums|t|thread|threads|topic|questions|viewtopic|discussion|d|r)\b|showthread/],
  ['documentation', /\/(docs?|documentation|guide|api|reference|manual|wiki|learn|help|tutorial)/],
  ['article', /\/(blog|news|article|articles|post|posts|stories|20\d\d)\b/],
  ['service', /\/(services?|solutions?|pricing|features|platform|about|industries)/],
  ['listing', /\/(tag|tags|list|directory|courses|jobs|search|events|podcasts?|best|reviews)\b/],
  ['date', /\/20\d\d\/\d/],
  ['file', /\.html?$/],
];
const LINKED_TYPES: readonly (readonly [name: string, types: readonly string[]])[] = [
  ['product', ['Product', 'ProductGroup']],
  ['article', ['BlogPosting']], // and every type whose name ends in `Article`
  ['forum', ['DiscussionForumPosting', 'QAPage']],
  ['collection', ['CollectionPage', 'ItemList']],
  ['frequent', ['FAQPage']],
  ['recipe', ['Recipe']],
  ['organisation', ['Organization', 'LocalBusiness']],
  ['software', ['SoftwareApplication', 'WebApplication']],
  ['service', ['Service']],
  ['offer', ['Offer', 'AggregateOffer']],
  ['review', ['Review']],
];
/** The first type after `@type` in linked data. */
const LINKED_TYPE = /"@type"\s*:\s*(?:\[\s*)?"(\w+)(?=")/g;
const GENERATORS: readonly (readonly [name: string, words: readonly string[]])[] = [
  ['forum', ['discourse', 'xenforo', 'vbulletin', 'phpbb', 'flarum', 'vanilla', 'mybb', 'smf']],
  ['weblog', ['wordpress', 'ghost', 'blogger', 'drupal', 'joomla', 'typo3']],
  ['shop', ['shopify', 'woocommerce', 'magento', 'prestashop', 'bigcommerce']],
  ['documentation', 'docusaurus mkdocs sphinx gitbook readthedocs vitepress hugo jekyll antora mintlify'.split(' ')],
];
/** All of them in one search: a search per list takes twice as long. */
const GENERATOR = new RegExp(GENERATORS.flatMap(([, words]) => words).join('|'), 'gi');
const MARKS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['comment', /comment|reply/i],
  ['post', /(?:^|[\s_-])(?:post|message|topic|thread)(?:$|[\s_-])/i],
  ['product', /product|price|cart/i],
];

export const PAGE_NAMES: readonly string[] = [
  ...(
    'words linkDensity prose proseWords blocks proseBlocks longBlocks largestGroup largestGroupShare forms fields images prices dates headings firstHeadings secondHeadings thirdHeadings ' +
    'articles articleShare mainShare topShare denseShare code length textShare buttons tables preformatted titleLength ogArticle ogProduct ogWebsite publishedTime author'
  )
    .split(' ')
    .map((name) => `page.${name}`),
  ...['depth', 'length', 'slugWords'].map((name) => `address.${name}`),
  ...PATHS.map(([name]) => `address.${name}`),
  ...LINKED_TYPES.map(([name]) => `linked.${name}`),
  ...GENERATORS.map(([name]) => `generator.${name}`),
  ...MARKS.map(([name]) => `marks.${name}`),
  ...DISCUSSION_NAMES,
  'page.named',
];

/** One row of {@link PAGE_NAMES}. */
export function pageFacts(facts: BlockFacts): Float32Array {
  const { page, sums, size, total, blocks } = facts;
  const head = readHead(page);
  const { top, dense, article, main } = mainContainers(facts);
  const shapes = elementShapes(page);
  let proseBlocks = 0;
  let longBlocks = 0;
  let code = 0;
  const levels = [0, 0, 0, 0, 0, 0, 0];
  for (let b = 0; b < size; b++) {
    proseBlocks += facts.prose[b];
    if (facts.prose[b] === 1 && facts.words[b] >= 30) longBlocks++;
    levels[facts.heading[b]]++;
    code += (facts.words[b] * blocks.codeChars[b]) / blocks.text[b].length;
  }
  let largestGroup = 0;
  let largestGroupWords = 0;
  const classes = classesOf(page);
  /** Per distinct class attribute, and first for none: number of elements. */
  const classCount = new Uint32Array(classes.values.length);
  /** Groups in the order of their first members; per leader, the number of members with words, and of words. */
  const leaders: number[] = [];
  const groupCount = new Uint32Array(page.size);
  const groupWords = new Float64Array(page.size);
  let elements = 0;
  for (let node = 1; node < page.size; node++) {
    if (page.tag[node] === 0) continue;
    elements++;
    classCount[classes.of[node]]++;
    if (shapes.alike[node] < 3 || endBlock(facts, node) === firstBlock(facts, node)) continue;
    const words = wordsIn(facts, node);
    if (words < 3) continue;
    const leader = shapes.leader[node];
    if (groupCount[leader] === 0) leaders.push(leader);
    groupCount[leader]++;
    groupWords[leader] += words;
  }
  for (const leader of leaders)
    if (groupCount[leader] >= 3 && groupWords[leader] > largestGroupWords) {
      largestGroupWords = groupWords[leader];
      largestGroup = groupCount[leader];
    }
  const marks = MARKS.map(() => 0);
  for (let at = 1; at < classes.values.length; at++) {
    const beginning = classes.values[at].slice(0, 200);
    MARKS.forEach(([, pattern], mark) => {
      if (pattern.test(beginning)) marks[mark] += classCount[at];
    });
  }
  const share = (node: number): number => (node >= 0 ? wordsIn(facts, node) / total : 0);
  const linked = linkedTypes(head.linked);
  const generators = new Set(Array.from(head.generator.matchAll(GENERATOR), ([word]) => word.toLowerCase()));
  const counts = tagCounts(page);
  const path = pathOf(head.address ?? page.url ?? '');
  const segments = path.split('/').filter((segment) => segment !== '');
  return Float32Array.from([
    log1p(total),
    sums.linkWords[size] / total,
    sums.proseWords[size] / total,
    log1p(sums.proseWords[size]),
    log1p(size),
    log1p(proseBlocks),
    log1p(longBlocks),
    log1p(largestGroup),
    largestGroupWords / total,
    counts('form'),
    log1p(facts.fieldsBefore[page.size]),
    log1p(counts('img')),
    log1p(sums.prices[size]),
    log1p(sums.dates[size]),
    log1p(sums.headings[size]),
    levels[1],
    log1p(levels[2]),
    log1p(levels[3]),
    log1p(counts('article')),
    share(article),
    share(main),
    share(top),
    share(dense),
    code / total,
    log1p(page.source.length),
    total / Math.max(1, page.source.length / 1000),
    log1p(counts('button')),
    log1p(counts('table')),
    log1p(counts('pre')),
    head.title.length,
    head.type === 'article' ? 1 : 0,
    head.type.includes('product') ? 1 : 0,
    head.type === 'website' ? 1 : 0,
    head.hasPublishedTime ? 1 : 0,
    head.hasAuthor ? 1 : 0,
    segments.length,
    path.length,
    (segments.at(-1) ?? '').split(/[-_]/).length,
    ...PATHS.map(([, pattern]) => (pattern.test(path) ? 1 : 0)),
    ...LINKED_TYPES.map(([, types]) => (types.some((type) => linked.has(type)) ? 1 : 0)),
    ...GENERATORS.map(([, words]) => (words.some((word) => generators.has(word)) ? 1 : 0)),
    ...marks.map((count) => log1p(count)),
    ...recordFacts(facts).values,
    // Where few elements have a class, missing names are no evidence.
    (elements - classCount[0]) / Math.max(1, elements),
  ]);
}

/** The types of linked data; every kind of article becomes `BlogPosting`. */
function linkedTypes(source: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [, type] of source.matchAll(LINKED_TYPE)) found.add(type.endsWith('Article') ? 'BlogPosting' : type);
  return found;
}

function tagCounts(page: Page): (name: string) => number {
  const counts = new Uint32Array(page.names.length);
  for (let node = 0; node < page.size; node++) counts[page.tag[node]]++;
  return (name) => {
    const index = page.nameIndex(name);
    return index < 0 ? 0 : counts[index];
  };
}

/** Characters of linked data searched for types. */
const LINKED_REACH = 200_000;

interface Head {
  title: string;
  type: string;
  generator: string;
  address: string | null;
  linked: string;
  hasPublishedTime: boolean;
  hasAuthor: boolean;
}

function readHead(page: Page): Head {
  const head: Head = {
    ...{ title: '', type: '', generator: '', linked: '' },
    ...{ address: null, hasPublishedTime: false, hasAuthor: false },
  };
  const [title, link, script, meta] = ['title', 'link', 'script', 'meta'].map((name) => page.nameIndex(name));
  for (let node = 1; node < page.size; node++) {
    const name = page.tag[node];
    if (name === title) head.title ||= textOf(page, node).trim();
    else if (name === link) {
      if (page.attribute(node, 'rel') === 'canonical') head.address ??= page.attribute(node, 'href');
    } else if (name === script) {
      if ((page.attribute(node, 'type') ?? '').includes('ld+json') && head.linked.length < LINKED_REACH)
        head.linked += textOf(page, node).slice(0, LINKED_REACH);
    } else if (name === meta) {
      const key = (page.attribute(node, 'property') ?? page.attribute(node, 'name') ?? '').toLowerCase();
      const value = page.attribute(node, 'content') ?? '';
      if (key === 'og:type') head.type = value.toLowerCase();
      else if (key === 'og:url') head.address ??= value;
      else if (key === 'generator') head.generator = value.slice(0, 200);
      else if (key === 'article:published_time') head.hasPublishedTime = true;
      else if (key === 'author') head.hasAuthor = true;
    }
  }
  head.generator += page.source.slice(0, 20_000);
  return head;
}

/** The path of an address, lower case; empty when it cannot be read. */
function pathOf(address: string): string {
  const found = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/[^/?#]*)?([^?#]*)/i.exec(address);
  return (found?.[1] ?? '').toLowerCase();
}
