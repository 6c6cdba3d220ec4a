import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorPhrase } from './article-check.js';
import { type ExtractOptions, extract } from './extract.js';

const SENTENCE =
  'The harbour master counts the boats every evening and writes their number into the book by the door. ';
const MENU = '<nav><a href="/">Home</a> <a href="/news">News</a> <a href="/contact">Contact us</a></nav>';
const page = (title: string, body: string, head = ''): string =>
  `<html><head><title>${title}</title>${head}</head><body>${MENU}${body}<footer>© Harbour Post</footer></body></html>`;
const teaser = (n: number): string =>
  `<article class="post-${n} hentry"><h2><a href="/2024/05/story-of-boat-${n}">The story of boat number ${n}</a></h2>
  <time>${n} May 2024</time><p>The boat came back with the evening tide, and nobody saw it. <a href="/2024/05/story-of-boat-${n}">Read more</a></p></article>`;
const list = Array.from({ length: 12 }, (_, n) => teaser(n + 1)).join('');
const story = `<article><h1>Boats</h1><p>${SENTENCE.repeat(3)}</p><p>${SENTENCE.repeat(3)}</p></article>`;
const post = (n: number): string =>
  `<article class="post" id="post-${n}"><a class="username" href="/members/user${n}">user${n}</a> <time>${n} May 2024</time><div class="message">Reply ${n}: ${SENTENCE}</div></article>`;
const thread = `<h1>Boats in the harbour</h1>${[1, 2, 3, 4, 5, 6].map(post).join('')}`;
const SCRIPT = '<script src="/static/main.js"></script>';

const REFUSED: readonly (readonly [what: string, reason: string, html: string, detail: RegExp, url?: string])[] = [
  [
    'a 404 of a server',
    'error-page',
    '<title>404 Not Found</title><center><h1>404 Not Found</h1></center>nginx',
    /404 Not Found/,
  ],
  [
    'a soft 404 with links',
    'error-page',
    page('Page not found | Harbour Post', `<h1>Oops!</h1><p>${SENTENCE}</p>`),
    /Oops!/,
  ],
  [
    'a German heading',
    'error-page',
    page('Hafenpost', '<h1>Seite nicht gefunden</h1><p>Bitte nutzen Sie die Suche.</p>'),
    /Seite nicht/,
  ],
  [
    'a Russian one',
    'error-page',
    page('Порт', '<h2>Страница не найдена</h2><p>Вернитесь на главную.</p>'),
    /Страница не/,
  ],
  ['a Chinese one', 'error-page', page('港口', '<h1>您访问的页面不存在</h1>'), /页面不存在/],
  [
    'an error of the server',
    'error-page',
    page('500 Internal Server Error', '<p>The server had a problem.</p>'),
    /500/,
  ],
  [
    'a browser check',
    'error-page',
    page('Just a moment...', '<p>Checking your browser before you go on.</p>'),
    /Just a moment/,
  ],
  ['a refusal', 'error-page', '<title>Harbour</title><p>Access Denied</p><p>Reference 18.2f</p>', /Access Denied/],
  [
    'a login',
    'error-page',
    page('Log in | Harbour', '<form><input name=u><input type="password"></form>'),
    /asks for a login/,
  ],
  [
    'a removed article',
    'error-page',
    page('Harbour', '<h1>This article is no longer available</h1>'),
    /no longer available/,
  ],
  [
    'an empty root',
    'needs-javascript',
    `<title>Harbour</title><body><div id="root"></div>${SCRIPT}`,
    /a script fills <div id="root">; --render/,
  ],
  [
    'a notice',
    'needs-javascript',
    `<body><noscript>You need to enable JavaScript to run this app.</noscript><div id="main"></div>${SCRIPT}`,
    /You need to enable JavaScript to run this app\."; --render/,
  ],
  [
    'a Japanese notice',
    'needs-javascript',
    `<body><noscript>JavaScriptを有効にしてください。</noscript>${SCRIPT}`,
    /JavaScript/,
  ],
  [
    'a front page',
    'listing',
    page('Harbour Post', list, '<meta property="og:type" content="website">'),
    /lists others/,
    '/',
  ],
  [
    'an archive',
    'listing',
    page('May 2024', `<h1>May 2024</h1>${list}<a href="/2024/05/page/2">Older</a>`),
    /address of a list/,
    '/2024/05/',
  ],
];
for (const [what, reason, html, detail, path = '/a/b'] of REFUSED)
  test(`asked for an article, ${what} has none: ${reason}`, () => {
    const result = extract(html, { url: `https://example.org${path}`, pageType: 'article' });
    assert.deepEqual([result.ok, result.reason, result.text], [false, reason, '']);
    assert.match(result.detail ?? '', detail);
  });

const ARTICLES: readonly (readonly [what: string, html: string])[] = [
  ['a story', page('Boats', story)],
  ['a story about errors', page('404 Not Found: what the code means', `<h1>404 Not Found</h1>${story}`)],
  ['a story below a login form', page('Boats', `<form>Log in <input type="password"></form>${story}`)],
  ['a story with a notice', page('Boats', `<noscript>Please enable JavaScript.</noscript>${story}${SCRIPT}`)],
  ['a story with teasers below', page('Boats', `${story}<aside>${teaser(1)}${teaser(2)}${teaser(3)}</aside>`)],
  ['a thread', page('Boats in the harbour | Harbour forum', thread)],
  ['a short story', page('Captcha', `<h1>My captcha</h1><p>${SENTENCE}</p>`)],
];
for (const [what, html] of ARTICLES)
  test(`${what} is an article`, () => {
    const result = extract(html, { url: 'https://example.org/2024/05/17/boats', pageType: 'article' });
    assert.ok(result.ok, `${result.detail}`);
  });

const reasonOf = (html: string, options: ExtractOptions = {}): string | null => extract(html, options).reason;

const SHELLS: readonly (readonly [what: string, body: string, reason: string | null])[] = [
  ['an empty root', '<div id="root"></div>', 'needs-javascript'],
  ['a root that loads', '<div id="root">Loading…</div>', 'needs-javascript'],
  ['a root between menu and footer', `${MENU}<div id="app"></div><footer>© 2024</footer>`, 'needs-javascript'],
  ['a notice', '<noscript>You need to enable JavaScript to run this app.</noscript>', 'needs-javascript'],
  ['a notice outside noscript', '<div><p>This site requires JavaScript. Turn it on.</p></div>', 'needs-javascript'],
  ['a notice in another language', '<noscript>Te rugăm să pornești JavaScript.</noscript>', 'needs-javascript'],
  ['a sentence about JavaScript', '<p>JavaScript is a language for the web, and a short one.</p>', null],
  ['a story with a notice', `<noscript>Please enable JavaScript.</noscript>${story}`, null],
];
for (const [what, body, reason] of SHELLS)
  test(`without a page type, ${what}: ${reason ?? 'text'}`, () =>
    assert.equal(reasonOf(`<title>Harbour</title><body>${body}${SCRIPT}`), reason));

test('without a page type only a page without content is called an error page', () => {
  assert.equal(reasonOf('<title>404 Not Found</title><nav></nav>'), 'error-page');
  assert.equal(reasonOf('<nav></nav>', { pageType: 'article' }), 'no-text');
  assert.equal(reasonOf(page('Harbour Post', list)), null);
  assert.equal(reasonOf(page('Harbour Post', list), { pageType: 'listing' }), null);
});

test('phrases of errors and logins in many languages; titles of articles are none', () => {
  const errors = [
    'Error 404 (Not Found)!!1',
    '404',
    'HTTP Error 503',
    '403 Forbidden',
    "Sorry, this page isn't available.",
    'The page you requested could not be found',
    'This page doesn’t exist',
    'Page introuvable',
    'Página no encontrada',
    'Página não encontrada',
    'Pagina non trovata',
    'Pagina niet gevonden',
    'Sidan kunde inte hittas',
    'Siden ble ikke funnet',
    'Sivua ei löytynyt',
    'Nie znaleziono strony',
    'Stránka nenalezena',
    'Сторінку не знайдено',
    'Az oldal nem található',
    'Η σελίδα δεν βρέθηκε',
    'Sayfa bulunamadı',
    'ページが見つかりませんでした',
    '找不到该页面',
    '페이지를 찾을 수 없습니다',
    'الصفحة غير موجودة',
    'הדף המבוקש לא נמצא',
    'Không tìm thấy trang',
    'Halaman tidak ditemukan',
    'Attention Required! | Cloudflare',
    'Verify you are human',
    'Доступ запрещён',
    '访问被拒绝',
    'Service Unavailable',
    'Too Many Requests',
  ];
  assert.deepEqual(
    errors.filter((text) => errorPhrase(text) !== 'error'),
    [],
  );
  for (const text of ['Sign in', 'Anmelden', 'Connexion', 'ログイン', 'Вход в систему'])
    assert.equal(errorPhrase(text), 'login');
  const titles = [
    '500 days of summer',
    '404 miles on foot',
    'The page turner',
    'A page from history',
    'Lost and found',
    'Denied: a story of a visa',
    'Входной билет',
    'Moments of calm',
    'Security in the harbour',
    SENTENCE.repeat(3),
  ];
  assert.deepEqual(
    titles.filter((text) => errorPhrase(text) !== null),
    [],
  );
});
