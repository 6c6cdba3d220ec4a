/** Posts of threads whose template has no element for a post, or no name for its author: how many are found, with whom and when. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extract } from '../extract.js';

interface Written {
  readonly name: string;
  /** As written, and ISO 8601. */
  readonly date: string;
  readonly day: string;
  readonly text: string;
}

const LANGUAGES: Readonly<Record<string, readonly Written[]>> = {
  en: [
    {
      name: 'Ann Alder',
      date: 'May 3, 2020 10:12',
      day: '2020-05-03',
      text: 'Which knot holds best on a wet branch when the hammock is made of nylon? Mine slipped twice last night.',
    },
    {
      name: 'moss_17',
      date: 'May 4, 2020 11:03',
      day: '2020-05-04',
      text: 'Take a timber hitch, and put a piece of old cloth below it so that the bark stays whole.',
    },
    {
      name: 'Kai',
      date: 'May 5, 2020 08:47',
      day: '2020-05-05',
      text: 'That is what I do as well. A second turn does not hurt when it rains.',
    },
  ],
  de: [
    {
      name: 'Anna Erle',
      date: '3. Mai 2020 10:12',
      day: '2020-05-03',
      text: 'Welcher Knoten hält am besten an einem nassen Ast, wenn die Hängematte aus Nylon ist? Meiner ist zweimal gerutscht.',
    },
    {
      name: 'moos_17',
      date: '4. Mai 2020 11:03',
      day: '2020-05-04',
      text: 'Nimm einen Zimmermannsschlag und lege ein altes Tuch darunter, damit die Rinde heil bleibt.',
    },
    {
      name: 'Kai',
      date: '5. Mai 2020 08:47',
      day: '2020-05-05',
      text: 'So mache ich es auch. Ein zweiter Schlag schadet nicht, wenn es regnet.',
    },
  ],
  ja: [
    {
      name: '山歩き',
      date: '2020年5月3日 10:12',
      day: '2020-05-03',
      text: '濡れた枝にハンモックを結ぶとき、どの結び方がいちばん安全でしょうか。昨夜は二度も滑りました。',
    },
    {
      name: 'ねこ好き',
      date: '2020年5月4日 11:03',
      day: '2020-05-04',
      text: '立木結びがいいと思います。木の皮を傷めないように、古い布を下に敷いてください。',
    },
    {
      name: 'ひかり',
      date: '2020年5月5日 08:47',
      day: '2020-05-05',
      text: '私もそうしています。雨の日は、もう一回り巻いても悪くありません。',
    },
  ],
};

/** Lines of name and date. */
const LINES: Readonly<Record<string, (one: Written, at: number) => string>> = {
  'date in brackets': ({ name, date }) => `${name} (${date}):`,
  'number, name, date': ({ name, date }, at) => `#${at + 63} - ${name} - ${date}`,
  'linked date': ({ name, date }, at) => `${name} <a href="#p${at}">(${date})</a>`,
  'date, bar, name': ({ name, date }) => `${date} | ${name}`,
  'bold name': ({ name, date }) => `<b>${name}</b> · ${date}`,
};

/** Ways to write posts below each other. */
const POSTS: Readonly<Record<string, (line: string, text: string, at: number) => string>> = {
  'h4 and p': (line, text, at) => `<a name="p${at}"></a><h4>${line}</h4><p>${text}</p>`,
  'h3 and div': (line, text) => `<h3>${line}</h3><div>${text}</div>`,
  'named div and p': (line, text) => `<div class="meta">${line}</div><p>${text}</p>`,
  'dt and dd': (line, text) => `<dt>${line}</dt><dd>${text}</dd>`,
  'post with a line': (line, text) => `<div class="post"><h4>${line}</h4><div class="postbody">${text}</div></div>`,
  'rows of a table': (line, text) => `<tr><td>${line}</td></tr><tr><td>${text}</td></tr>`,
};
const around = (kind: string, posts: string): string =>
  kind === 'dt and dd' ? `<dl>${posts}</dl>` : kind === 'rows of a table' ? `<table>${posts}</table>` : posts;

const pageOf = (language: string, body: string): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>Wet branch</title></head><body><p><a href="/">Camp talk</a></p><h1>Wet branch</h1>${body}<hr><p><a href="/about">About</a></p></body></html>`;

const postsIn = (html: string) => extract(html, { url: 'https://camp.example/t/7', pageType: 'forum' }).posts;
const endOf = (text: string): string => text.replace(/\s+/g, ' ').slice(-20);
/** Author, day and last characters of each post. */
const postsOf = (html: string): string =>
  postsIn(html)
    .map(({ author, date, text }) => `${author} ${date?.slice(0, 10)} ${endOf(text)}`)
    .join('\n');
const wanted = (posts: readonly Written[]): string =>
  posts.map(({ name, day, text }) => `${name} ${day} ${endOf(text)}`).join('\n');

const found: string[] = [];
let all = 0;
for (const [language, posts] of Object.entries(LANGUAGES))
  for (const [kind, write] of Object.entries(POSTS))
    for (const [form, line] of Object.entries(LINES)) {
      const body = around(kind, posts.map((one, at) => write(line(one, at), one.text, at)).join('\n'));
      all++;
      if (postsOf(pageOf(language, body)) !== wanted(posts)) found.push(`${kind}, ${form}, ${language}`);
    }

test('posts below lines of name and date', (t) => {
  t.diagnostic(`${all - found.length} of ${all}`);
  assert.ok(all - found.length >= 0.9 * all, `wrong:\n${found.join('\n')}`);
});

test('the versions of a changelog are no posts', () => {
  const entries = ['May 3, 2020', 'May 4, 2020', 'May 5, 2020'].map(
    (date) =>
      `<h3>Version 1.2 (${date})</h3><p>The pump no longer stops when the tank is empty, and it starts by itself.</p>`,
  );
  assert.equal(postsIn(pageOf('en', entries.join(''))).length, 1);
});

for (const [language, [first, ...rest]] of Object.entries(LANGUAGES)) {
  const replies = rest
    .map(
      ({ name, date, text }) =>
        `<div class="comment"><span class="author">${name}</span> <span class="date">${date}</span><div class="comment-body"><p>${text}</p></div></div>`,
    )
    .join('');
  const forms: Readonly<Record<string, readonly [body: string, posts: readonly Written[]]>> = {
    'a message of an archive': [
      `<b>${first.name}</b> <a href="mailto:list@camp.example?Subject=Re">ann at camp.example</a><br><i>${first.date}</i><hr><pre>${first.text}\n\nAnn</pre>`,
      [{ ...first, text: `${first.text}\n\nAnn` }],
    ],
    'an issue and comments': [
      `<p>Opened ${first.date}</p><table><tr><th>Reported by:</th><td>${first.name}</td><th>Owned by:</th><td>${rest[0].name}</td></tr></table><div class="description"><p>${first.text}</p></div>${replies}`,
      [first, ...rest],
    ],
  };
  for (const [form, [body, posts]] of Object.entries(forms))
    test(`the first post outside the template: ${form}, ${language}`, () =>
      assert.equal(postsOf(pageOf(language, body)), wanted(posts)));
}

/** Boards whose templates name the author by a class alone, by the first line of a panel, or not at all. */
const BOARDS: Readonly<Record<string, { row: (one: Written, at: number) => string; open?: string; close?: string }>> = {
  'rows with a name and details': {
    open: '<table>',
    row: ({ name, date, text }, at) =>
      `<tr><td class="row${1 + (at % 2)}"><span class="name"><a name="${at}"></a><b>${name}</b></span><br><span class="postdetails">Joined: 14 May 2005<br>Posts: 51</span></td><td class="row${1 + (at % 2)}"><table><tr><td><span class="postdetails">Posted: ${date}<span class="gen">&nbsp;</span>&nbsp; Post subject: Wet branch</span></td></tr><tr><td><span class="postbody">${text}</span></td></tr></table></td></tr><tr><td><a href="#top">Back to top</a></td><td></td></tr><tr><td colspan="2" class="spaceRow"></td></tr>`,
    close: '</table>',
  },
  'a panel of lines': {
    row: ({ name, date, text }) =>
      `<div class="post"><div class="post_author"><span class="largetext">${name}</span><br><span>Senior Member</span><br>Registrierung: 14 May 2005</div><div class="post_content"><span class="post_date">${date}</span><div class="post_body">${text}</div></div></div>`,
  },
  'members are links, guests are not': {
    row: ({ name, date, text }, at) =>
      `<li><div><strong>${at === 1 ? name : `<a href="http://x${at}.example">${name}</a>`}</strong></div><div><div><p>${text}</p></div><div>${date}</div></div></li>`,
    open: '<ol>',
    close: '</ol>',
  },
};
for (const [language, posts] of Object.entries(LANGUAGES))
  for (const [board, { open = '<div>', row, close = '</div>' }] of Object.entries(BOARDS))
    test(`${board}, ${language}`, () => {
      const all = postsIn(pageOf(language, open + posts.map(row).join('') + close));
      assert.deepEqual(
        all.map(({ author, date }) => [author, date?.slice(0, 10)]),
        posts.map(({ name, day }) => [name, day]),
      );
      for (const [at, { text }] of posts.entries()) assert.ok(all[at].text.includes(endOf(text)), all[at].text);
    });

/** Posts with a number and neither name nor date. */
const NUMBERS: Readonly<Record<string, (at: number) => string>> = {
  'number sign': (at) => `#${at + 4}`,
  'number sign behind': (at) => `${at + 1}#`,
  floors: (at) => `${at + 1}楼`,
};
for (const [language, posts] of Object.entries(LANGUAGES))
  for (const [form, number] of Object.entries(NUMBERS))
    test(`posts that only count: ${form}, ${language}`, () => {
      const rows = posts.map(({ text }, at) => `<section class="f"><span>${number(at)}</span><p>${text}</p></section>`);
      const texts = postsIn(pageOf(language, rows.join(''))).map(({ text }) => endOf(text));
      assert.deepEqual(
        texts,
        posts.map(({ text }) => endOf(text)),
      );
    });

test('a page that declares a thread is one, whatever its names', () => {
  const declared = '<script type="application/ld+json">{"@type":"DiscussionForumPosting"}</script>';
  const rows = LANGUAGES.en.map(({ text }, at) => `<section class="f"><span>#${at + 1}</span><p>${text}</p></section>`);
  const page = pageOf('en', `<article>${rows.join('')}</article>`);
  assert.equal(extract(page.replace('</head>', `${declared}</head>`)).pageType, 'forum');
});
