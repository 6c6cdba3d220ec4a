import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { FIXTURES, faultOf, fuzz, growthFault, pagesIn } from './fuzz.js';

const article = readFileSync(new URL('../../../core/fixtures/article/page.html', import.meta.url), 'utf8');

test('the same seed makes the same pages', async () => {
  const run = () => fuzz({ seed: 3, pages: 30, cpuSeconds: 60, corpus: [article, '<p>A short page.'] });
  const [first, second] = [await run(), await run()];
  assert.equal(first.pages, 30);
  assert.ok(first.extracted > 10, `${first.extracted} with text`);
  assert.ok(first.peakMegabytes > 0);
  assert.equal(second.extracted, first.extracted);
});

const CPU_SECONDS = process.env.NIGHTLY_TESTS === '1' ? 60 : 10;
test('random pages keep every invariant', async () => {
  const corpus = pagesIn(FIXTURES);
  const { failures, extracted } = await fuzz({ seed: 4, pages: 20_000, cpuSeconds: CPU_SECONDS, corpus });
  assert.deepEqual(failures, []);
  assert.ok(extracted > 20, `${extracted} with text`);
});

/** Pages that broke an invariant once, minimised and written again. */
const ONCE_BROKEN = [
  '<p>The words of it<img data-tex="\x1b[1m">and more',
  '<p>The words of it</p>/l<code data-tex=D><',
  '<div data-tex=t class=post><a class="username">r</a><p>10:12tThe',
  '<p><math ><s">c',
  '<a href=x><code/><t>`](j:)',
  'r</><input class="margin-toggle"><span class="sidenote">ipt:</span> The text goes on.<p',
  '<table ody><tr class="topic-list-item" 80"><td class="main-l"><a hr class="badge"><span data-tex="ba"></span><span class="badge-category cle"><span class="category-name">sensor</a><exc">Two="v" title="span></td><td>4 Outubro 2024</td></tr><tr class="topic-list-item" idem-81"><td ><a href//ega" class="badge bully"></span><span class="badge-category clear-badge"><span class="category-name">rega</sptd><td>2 Outubro 2024<',
  'p,n the l><a class=f href="#fn:1">1</a><input class="margin-toggle"><span class="sidenote">It ends <li id="fn:1"><p>F',
  '<div data-latex="a"><h2>B<d id="ans2" class="Answer"><d"><a href="/user/2">y</a>2021/5/4 Good morning.<ul></div><div id="ans3"><a href="/user/3">2021/5/4',
  '<table><div data-tex="="><div class="postcontainer001"><div class="p"><div class="post001"><input data-utc="1556811200">1g rope of my mooring did not survive',
];

/** Such pages that have no other words. */
const ONCE_BROKEN_ALONE = [
  '<hr>[1]:t:<p c="">[1] cript:x<',
  'body><dble"><table i/td><td cla><input t class="margin-toggle"><span class="sidenote">ds ss="g2"><td cla>Сегодня 7:31:/td></tr><tbg2"><td c> от <a href="indexofile;u=2">ОЀ">Ищ/p></td/tbody></table></div>text">SMF 2.0.',
  'd><a><div class=Lvie-UserInerInfo__Date3">/p></div><code class=src>2024-05-17<li id=uot;Article&q&ple/ra><i h data-latex="max">< ds ph, mo/ds"><h2_2"><a href="/user/2">山',
  'r</a></span><a class="at">2 years ago</a>!doctype lick="\\(x\\)"><code><h1 id="&#x80;"><meta><math><plaintnext</a>nr><div class="comment"><div00">A hots ago</a></span> <id=104">2 years ago</a></span> <span"hnuser">Tom K</a>ears ago</a></spr><div class="commentem?id=104">2 years ago</a></spa><div class="comment">itle="2022-02-05T0><div class="commtext c00">A hot stoe="2022-02-05T08:4class="comment"><dd=104">2 years ago',
];

test('pages that broke an invariant once keep it, and so does the corpus', () => {
  const words = '<p>The words of an article, which go on for a while, and then some more of them.</p>'.repeat(4);
  for (const page of [article, ...ONCE_BROKEN_ALONE, ...ONCE_BROKEN.map((one) => words + one)])
    assert.equal(faultOf(Buffer.from(page)), null, page.slice(-80));
});

test('a page whose time grows by more than its length is found', () => {
  const part = Buffer.from('<p>words');
  assert.equal(
    growthFault(part, ({ length }) => length / 1_000),
    null,
  );
  assert.match(growthFault(part, ({ length }) => length ** 2 / 1e8) ?? '', /^grows: 41 ms for 64000 bytes, 655 ms/);
});
