/** Images and embedded media: which are content, and by which address. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuLimit } from '../../../html/dist/cpu-limit.fixture.js';
import { documentOfHtml, markdownOfHtml } from './content.fixture.js';

const URL = 'https://example.org/';
const markdownOf = (html: string): string => markdownOfHtml(html, { url: URL }).replaceAll(URL, '');

const IMAGES: readonly (readonly [name: string, html: string, markdown: string])[] = [
  ['its source', '<p>a <img src=b.png alt=c title=d>', 'a ![c](b.png "d")'],
  ['a lazy one beside a placeholder', '<p>a <img src=data:image/gif;base64,R0 data-src=b.png>', 'a ![](b.png)'],
  ['a lazy one with a low-quality picture', '<p>a <img src=tiny.jpg data-original=b.jpg>', 'a ![](b.jpg)'],
  ['a flag is no address', '<p>a <img src=b.png data-lazy=true>', 'a ![](b.png)'],
  ['a template is no address', '<p>a <img src=b.png data-src="b_{width}x.png">', 'a ![](b.png)'],
  ['an attribute of any name', '<p>a <img src=data:, data-hi-res="b.webp?w=2" alt=x.png>', 'a ![x.png](b.webp?w=2)'],
  ['an address without a file in a lazy one', '<p>a <img src=data:, data-hi-res-src=/id/7 alt=c>', 'a ![c](id/7)'],
  ['the largest of a set', '<p>a <img srcset="b.png 1x, c.png 2x">', 'a ![](c.png)'],
  ['a lazy set', '<p>a <img src=data:, data-srcset="b,c.png 320w, d,e.png 640w">', 'a ![](d,e.png)'],
  ['a picture', '<p>a <picture><source srcset="b.webp 320w, c.webp 640w"><img alt=d></picture>', 'a ![d](c.webp)'],
  ['of AMP', '<p>a <amp-img src=b.png></amp-img>', 'a ![](b.png)'],
  ['a placeholder by its name', '<p>a <img src=/i/blank.gif><img src=lazy-placeholder.png>b', 'a b'],
  ['a name that only ends like one', '<p>a <img src=first_pixel.png>', 'a ![](first_pixel.png)'],
  ['a tracker by its size', '<p>a <img src=b.gif width=1 height=1>b', 'a b'],
  ['an avatar', '<p>a <img class="avatar photo" src=b.png>b', 'a b'],
  ['a portrait by its name', '<p>a <img src=/img/profile.webp><img src=my-profile.png>', 'a ![](my-profile.png)'],
  ['an emoji', '<p>a<img class=emoji alt="🎉" src=b.png>b', 'a🎉b'],
  ['a flag', '<p>a <img alt="🇩🇪" src=b.png width=16>b', 'a 🇩🇪b'],
  ['a large one with an emoji as text', '<p>a <img alt="🎉" src=b.png width=640>', 'a ![🎉](b.png)'],
  ['digits are no emoji', '<p>a <img alt="12" src=b.png>', 'a ![12](b.png)'],
  ['a lazy one without a point', '<p>a <img data-src=photo alt=c>', 'a ![c](photo)'],
  ['a lazy query', '<p>a <img data-src="?image=1" src=data:,>', 'a ![](?image=1)'],
  ['a flag alone', '<p>a <img data-src=true alt=c>b', 'a b'],
  ['a page about it is no source', '<p>a <img src=blank.gif resource=/File:B.jpg about=/b.png>b', 'a b'],
  ['the icon of a site', '<p>a <img src=/favicon.ico> <img class="icon bookmark-icon" src=b.png>b', 'a b'],
  // Drawn by styles.
  [
    'a background declared as image',
    '<p>a<p role=img aria-label=c style="background: #fff url(b.png)"></p>',
    'a\n\n![c](b.png)',
  ],
  [
    'slides',
    '<p>a<div class=swiper><i class=x style="background-image:url(&quot;b.png&quot;)"></i><div data-bg=c.png></div></div>',
    'a\n\n![](b.png)\n\n![](c.png)',
  ],
  [
    'a link as a slide',
    '<p>a<div><a class=slide href=c.png title=d style="background-image: url(\'b.png\')"></a></div>',
    'a\n\n![d](b.png)',
  ],
  [
    'a background in a figure',
    '<p>a<figure><div style="background-image:url(b.png)"></div><figcaption>c</figcaption></figure>',
    'a\n\n![](b.png)\n\nc',
  ],
  ['a lazy background', '<p>a<div role=img class=lazy data-bg="url(b.png)"></div>', 'a\n\n![](b.png)'],
  ['a background elsewhere', '<p>a<div class=hero style="background-image:url(b.png)"></div><p>c', 'a\n\nc'],
  ['a background of words', '<p>a<div class=slide style="background-image:url(b.png)">c</div>', 'a\n\nc'],
  ['a gradient', '<p>a<div class=slide style="background-image:linear-gradient(red,blue)"></div>', 'a'],
  // Twice for browsers without scripts.
  ['the lazy one after the other', '<p>a <noscript><img src=b.png></noscript><img data-src=b.png>', 'a ![](b.png)'],
  ['the lazy one and the other', '<p>a <img data-src=b.png><noscript><img src=b.png></noscript>', 'a ![](b.png)'],
  ['the same twice', '<p>a <img src=b.png><noscript><img src=b.png></noscript>', 'a ![](b.png)'],
  [
    'a small one, an empty one and the full one',
    '<p>a<div><div><img src="/60/b.png?q=2"></div><img><noscript><img src=/900/b.png></noscript></div>',
    'a\n\n![](900/b.png)',
  ],
  ['only for browsers without scripts', '<p>a <noscript><img src=b.png></noscript>', 'a ![](b.png)'],
  ['two pictures', '<p>a <img src=b.png><noscript><img src=c.png></noscript>', 'a ![](b.png)![](c.png)'],
  ['a tracker for them', '<p>a <img src=b.png><noscript><img src=c.gif width=1></noscript>', 'a ![](b.png)'],
  [
    'of the paragraph before',
    '<p>a <img src=/1/b.png><p>c <noscript><img src=/2/b.png></noscript>',
    'a ![](1/b.png)\n\nc ![](2/b.png)',
  ],
  // Links around images.
  ['a link to the image', '<p>a <a href=b.png><img src=b.png></a>', 'a ![](b.png)'],
  ['a link to a larger one', '<p>a <a href=/l/b.png><img src=b-300x200.png></a>', 'a ![](b-300x200.png)'],
  [
    'a link to its original',
    '<p>a <a href=b.png><img src=b_hu1234567890_800x0_resize.png></a>',
    'a ![](b_hu1234567890_800x0_resize.png)',
  ],
  ['a lightbox', '<p>a <a class=glightbox href=c.png><img src=b.png></a>', 'a ![](b.png)'],
  ['a page of a wiki about it', '<p>a <a class=image href=/wiki/File:B.jpg><img src=b.png></a>', 'a ![](b.png)'],
  ['a link of the author', '<p>a <a href=c.png><img src=b.png></a>', 'a [![](b.png)](c.png)'],
  ['a link to another page', '<p>a <a class=image href=/c><img src=b.png></a>', 'a [![](b.png)](c)'],
  ['a link with words', '<p>a <a href=b.png><img src=b.png> words</a>', 'a [![](b.png) words](b.png)'],
  ['a card', '<a href=c><div><b>d</b></div><p>e</p><img src=b.png></a>', '[**d**](c)\n\ne\n\n![](b.png)'],
  ['a card with its picture first', '<a href=c><img src=b.png><h3>d</h3><p>e</p></a>', '![](b.png)\n\n### [d](c)\n\ne'],
  [
    'a card with its address',
    '<a href=https://c.example/><div>d</div><div>https://c.example/</div></a>',
    '[d](https://c.example/)\n\n<https://c.example/>',
  ],
  ['a card of one block', '<a href=c><img src=b.png><div>d <i>e</i></div></a>', '[![](b.png)](c)\n\n[d _e_](c)'],
  ['a link without a target', '<p>a <a href="#">b</a> <a href="javascript:c()">d</a> <a href=e></a>', 'a b d'],
  ['in a heading', '<h2><a href=b.png><img src=b.png alt=c></a> Title</h2>', '## ![c](b.png) Title'],
  // Lists and figures.
  ['a carousel', '<p>a<ul><li><img src=b.png><li><img src=c.png></ul>', 'a\n\n![](b.png)\n\n![](c.png)'],
  [
    'a caption of a weblog',
    '<p>a<div class="wp-caption alignleft"><img src=b.png><p class=wp-caption-text>Words</div>',
    'a\n\n![](b.png)\n\nWords',
  ],
];
for (const [name, html, markdown] of IMAGES)
  test(`image, ${name}: ${html.slice(0, 70)}`, () => {
    assert.equal(markdownOf(html), markdown);
  });

/** Images beside text that is dropped: blocks with the word "No" are. */
const PLACES: readonly (readonly [name: string, html: string, isKept: boolean])[] = [
  ['closes the text before a footer', '<div><p>Yes.<p><img src=b.png></p><footer>No.</footer></div>', true],
  ['closes the text before more of it', '<div><p>Yes.<p><img src=b.png></p><p>No.</p></div>', false],
  ['a box behind the text', '<div><p>Yes.<div><img src=b.png></div><footer>No.</footer></div>', false],
  ['in the footer', '<div><p>Yes.</p><footer><img src=b.png>No.</footer></div>', false],
  ['a paragraph before the text', '<div><header>No.</header><p><img src=b.png></p><p>Yes.</div>', true],
  ['a picture of a teaser', '<div><header>No.</header><picture><img src=b.png></picture><p>Yes.</div>', false],
  ['after a box in the text', '<div><p>Yes.<div>No.</div><figure><img src=b.png></figure><p>Yes.</div>', true],
  ['between boxes in the text', '<div><p>Yes.<div>No.</div><img src=b.png><div>No.</div><p>Yes.</div>', true],
  ['between boxes behind it', '<div><p>Yes.<div>No.</div><img src=b.png><div>No.</div></div>', false],
  ['in a box of the text', '<div><p>Yes.<div>No.<p><img src=b.png></p>No.</div><p>Yes.</div>', false],
  ['between two paragraphs', '<div><p>Yes.<div><img src=b.png></div><p>Yes.</div>', true],
  ['at the end', '<div><p>Yes.<div><img src=b.png></div></div><footer>No.</footer>', true],
];
for (const [name, html, isKept] of PLACES)
  test(`image, ${name}: ${isKept ? 'kept' : 'dropped'}`, () => {
    const markdown = markdownOfHtml(html, { drop: (text) => text.includes('No') });
    assert.equal(markdown.includes('b.png'), isKept);
  });

const MEDIA: readonly (readonly [html: string, media: readonly unknown[] | null])[] = [
  ['<iframe src=https://www.youtube.com/embed/x title=T></iframe>', ['video', 'https://www.youtube.com/embed/x', 'T']],
  ['<iframe data-src=//player.vimeo.com/video/1></iframe>', ['video', 'https://player.vimeo.com/video/1', '']],
  ['<iframe src=https://w.soundcloud.com/player/></iframe>', ['audio', 'https://w.soundcloud.com/player/', '']],
  ['<iframe src=https://codepen.io/a/embed/b></iframe>', ['frame', 'https://codepen.io/a/embed/b', '']],
  ['<iframe src=/chart title="A chart"></iframe>', ['frame', 'https://example.org/chart', 'A chart']],
  ['<iframe src=/chart allowfullscreen></iframe>', ['frame', 'https://example.org/chart', '']],
  ['<iframe src=/chart></iframe>', null],
  ['<iframe src=https://ad.doubleclick.net/x title=x></iframe>', null],
  ['<iframe src=/x title="3rd party ad content"></iframe>', null],
  ['<iframe src=/x title=x width=1 height=1></iframe>', null],
  ['<iframe src=/x title=x style="display: none"></iframe>', null],
  ['<iframe src="javascript:x" title=x></iframe>', null],
  ['<video title=T><source src=a.mp4><source src=a.webm></video>', ['video', 'https://example.org/a.mp4', 'T']],
  ['<audio src=a.mp3></audio>', ['audio', 'https://example.org/a.mp3', '']],
  ['<video src="blob:x"></video>', null],
  ['<object><param name=movie value=a.mp4></object>', ['video', 'https://example.org/a.mp4', '']],
  ['<embed src=a.pdf>', ['frame', 'https://example.org/a.pdf', '']],
  [
    '<lite-youtube videoid=abc-123 playlabel=T></lite-youtube>',
    ['video', 'https://www.youtube.com/watch?v=abc-123', 'T'],
  ],
  ['<lite-youtube videoid="x&y"></lite-youtube>', null],
  ['<svg viewBox="0 0 400 300"><title>T</title><g><path/><path/><path/><path/></g></svg>', ['drawing', null, 'T']],
  ['<svg aria-label=T width=400><g><path/><path/><path/><path/><path/></g></svg>', ['drawing', null, 'T']],
  ['<svg aria-label=T viewBox="0 0 24 24"><g><path/><path/><path/><path/><path/></g></svg>', null],
  ['<svg viewBox="0 0 400 300"><g><path/><path/><path/><path/><path/></g></svg>', null],
];
for (const [html, expected] of MEDIA)
  test(`media: ${html.slice(0, 80)}`, () => {
    const { content } = documentOfHtml(`<p>Before ${html} after.`, { url: URL });
    const inline = content[0]?.type === 'paragraph' ? content[0].inline : [];
    const media = inline.flatMap((one) => (one.type === 'media' ? [[one.kind, one.url, one.title]] : []));
    assert.deepEqual(media, expected === null ? [] : [expected]);
  });

test('an object of an image type is an image', () => {
  assert.equal(markdownOf('<p>a <object data=b.svg type=image/svg+xml></object>'), 'a ![](b.svg)');
});

for (const [name, html] of [
  ['noscripts', `<div>${'<img src=a.png><noscript><img src=b.png></noscript>'.repeat(20_000)}`],
  ['images before one noscript', `${'<img>'.repeat(100_000)}<noscript><img src=b.png></noscript>`],
  ['links around nothing', `<p>a${'<a href=b.png><b></b></a>'.repeat(60_000)}`],
  ['sources', `<p>a<video>${'<source>'.repeat(60_000)}</video>`],
  ['sizes in a name', `<p>a<a href="${'a-10x10'.repeat(1_000)}.png"><img src=a.png></a>`],
] as const)
  test(`many ${name}: linear time`, () => {
    const withinLimit = cpuLimit(4);
    markdownOf(html);
    withinLimit();
  });
