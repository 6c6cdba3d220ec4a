import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '@dehusk/html';
import { PAGE_TYPES } from '../blocks/block.js';
import { type BlockFacts, blockFacts } from './features/facts.js';
import { pageFacts } from './features/page-facts.js';
import { FEATURE_GROUPS, FEATURE_NAMES, featureMatrix, pageRows } from './features.js';

const factsOf = (html: string): BlockFacts => {
  const parsed = parse(html, { url: 'https://pages.example/news/2026/05/the-mill' });
  assert.ok(parsed.ok);
  return blockFacts(parsed.page);
};
/** Named features of every row, with token and type scores all zero. */
const matrixOf = (html: string): Record<string, number>[] => {
  const visible = factsOf(html);
  const rows = pageRows(visible);
  const scores = {
    page: pageFacts(visible),
    types: new Float32Array(PAGE_TYPES.length),
    classScore: new Float32Array(rows.size),
    wordScore: new Float32Array(rows.size),
  };
  const matrix = featureMatrix(rows, scores);
  return Array.from({ length: rows.size }, (_, row) =>
    Object.fromEntries(FEATURE_NAMES.map((name, at) => [name, matrix[row * FEATURE_NAMES.length + at]])),
  );
};

const PROSE =
  'The mill stood idle for years, and the river took its wheel. Nobody in the village remembers the last miller.';

test('names are unique and the groups cover all columns', () => {
  assert.equal(new Set(FEATURE_NAMES).size, FEATURE_NAMES.length);
  assert.equal(FEATURE_GROUPS.at(-1)?.to, FEATURE_NAMES.length);
  FEATURE_GROUPS.forEach((group, at) => {
    assert.equal(group.from, FEATURE_GROUPS[at - 1]?.to ?? 0);
  });
});

test('what the columns say of a small page', () => {
  const [nav, headline, prose, price] = matrixOf(
    `<title>The mill</title><nav><a href=/>Home</a></nav><main><article><h1>The mill</h1><p>${PROSE}</p><p>Tickets: €12</p></article></main>`,
  );
  assert.equal(nav.linkDensity, 1);
  assert.equal(nav['levels.nav'], 1);
  assert.equal(headline.heading, 1);
  assert.equal(headline.titleCovered, 1);
  assert.equal(prose.prose, 1);
  assert.equal(prose.inMain, 1);
  assert.equal(prose.inLargestArticle, 1);
  assert.equal(prose.fromHeadline, 1);
  assert.equal(prose.ending, 2);
  assert.ok(prose.stopWordDensity > 0.3);
  assert.equal(price.price, 1);
  assert.equal(price['before1.words'], prose.words);
});

test('lengths are words of running text in every script', () => {
  const cases: readonly (readonly [text: string, words: number])[] = [
    ['The old mill', 3],
    ['수아는 밤에 종을 쳤다', 4],
    ['旧码头的钟声', 3],
    ['鐘が鳴る', 2],
    ['Rust 语言', 2],
    ['ระฆังเก่า', 2], // seven letters and two marks
  ];
  for (const [text, words] of cases) assert.equal(factsOf(`<p>${text}</p>`).words[0], words, text);
});

test('sentences end in every script', () => {
  const cases: readonly (readonly [text: string, ends: number])[] = [
    ['Is it? It is.', 2],
    ['钟响了。你听！', 2],
    ['वह आया। वह गया।', 2],
    ['وہ آیا۔ وہ گیا۔', 2],
    ['เรือเข้าท่า เสียงระฆังดัง', 1],
    ['version 2.0 of node.js', 0],
  ];
  for (const [text, ends] of cases) assert.equal(factsOf(`<p>${text}</p>`).sentences[0], ends, text);
});

test('text in the state of a script is found in every script, addresses and codes are not', () => {
  const hiddenOf = (value: string): number =>
    pageRows(factsOf(`<p>Shell</p><script type="application/json">${JSON.stringify({ value })}</script>`)).hiddenTexts
      .length;
  assert.equal(hiddenOf(PROSE), 1);
  assert.equal(
    hiddenOf('长堤尽头的钟楼沉默了四十年。星期五早上六点，钟声再次传遍全城，人们打开窗户静静地听。'.repeat(2)),
    1,
  );
  assert.equal(hiddenOf(`/assets/${'abcdef0123456789'.repeat(6)}.js`), 0);
  assert.equal(hiddenOf('abcdef0123456789'.repeat(6)), 0);
});

test('the stretch that reads like an article holds its paragraphs and not the menus around them', () => {
  const menu = `<ul>${'<li><a href=/x>Menu item</a></li>'.repeat(6)}</ul>`;
  const rows = matrixOf(`${menu}<div>${`<p>${PROSE} ${PROSE}</p>`.repeat(4)}</div>${menu}`);
  rows.forEach((row, at) => {
    const isText = at >= 6 && at < 10;
    assert.equal(row.content, isText ? 1 : 0, `content of row ${at}`);
    assert.equal(row.stretches, isText ? 3 : 0, `stretches of row ${at}`);
    assert.equal(row['stretch.run.distance'], at < 6 ? at - 6 : at < 10 ? 0 : at - 9);
  });
  assert.equal(rows[7]['stretch.links.place'], Math.fround(1.5 / 4));
  assert.equal(rows[0]['stretch.links.place'], -1);
});

test('repeated siblings and template groups are seen', () => {
  const rows = matrixOf(
    `<ul>${[1, 2, 3, 4].map((n) => `<li class="card c${n}"><div class=t>Item number ${n}</div></li>`).join('')}</ul>`,
  );
  for (const row of rows) {
    assert.equal(row['item.count'], Math.fround(Math.log1p(4)));
    assert.equal(row['template.count'], Math.fround(Math.log1p(4)));
    assert.equal(row['template.different'], 1);
  }
});

test('running text is running text in any script', () => {
  for (const text of [
    '河流带走了水车的轮子，多年来磨坊一直闲置着。村里没有人记得最后一位磨坊主是谁，也没有人知道他去了哪里。',
    'Мельница стояла без дела много лет, и река унесла её колесо. Никто в деревне не помнит последнего мельника.',
    'ظلت الطاحونة متوقفة لسنوات طويلة، وأخذ النهر عجلتها معه. لا أحد في القرية يتذكر آخر طحان كان يعمل فيها.',
  ]) {
    const [row] = matrixOf(`<p>${text}</p>`);
    assert.equal(row.prose, 1, text);
    assert.ok(row.stopWordDensity > 0.05, `${text}: ${row.stopWordDensity}`);
  }
});

test('hidden text: told when the page does not show it, left out when it does', () => {
  const linked = (text: string): string =>
    `<script type="application/ld+json">{"@type":"Product","description":${JSON.stringify(text)}}</script>`;
  const hidden = matrixOf(`${linked(PROSE)}<p>Add to basket</p>`);
  assert.equal(hidden.length, 2);
  assert.equal(hidden[1]['hidden.kind'], 1);
  assert.equal(hidden[1]['hidden.topic'], 1);
  assert.equal(hidden[1].depth, -2);
  assert.equal(hidden[0]['hidden.kind'], 0);
  assert.equal(matrixOf(`${linked(PROSE)}<p>${PROSE}</p>`).length, 1);
  assert.equal(matrixOf(`<script type="application/ld+json">{broken</script><p>x1</p>`).length, 1);
});

test('law: every value is a number, on pages of any kind', () => {
  for (const html of [
    '',
    '<frameset><frame></frameset>',
    '<p>x',
    `${'<div>'.repeat(3000)}deep`,
    '<table>loose<tr><td>1<td>2</table>',
    `<p>${'word '.repeat(20_000)}`,
    '<a href=x>a</a>'.repeat(500),
  ])
    for (const row of matrixOf(html))
      for (const [name, value] of Object.entries(row)) assert.ok(Number.isFinite(value), `${name} is ${value}`);
});
