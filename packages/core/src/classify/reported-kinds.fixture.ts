/**
 * Forms of every kind of fault that was reported of pages (`note.md` of the cases): each kind is a few lines that write the same fault in
 * other elements, with and without names, at other places. A program writes every form in every template and language.
 */
import { ENDINGS, FRAMES, LANGUAGES, type Language, LEADS } from './article-edges.fixture.js';

/** A form of a kind: parts of the page, and the texts of the result in order. */
interface Form {
  readonly head?: string;
  readonly body: string;
  readonly below?: string;
  readonly texts: readonly string[];
  /** The page, where a template would be in the way. */
  readonly page?: string;
}
type Forms = (one: Language, p: readonly string[]) => Readonly<Record<string, Form>>;

interface KindPage {
  readonly kind: string;
  readonly name: string;
  readonly html: string;
  readonly texts: readonly string[];
}

const para = (texts: readonly string[]): string => texts.map((text) => `<p>${text}</p>`).join('');
const each = <T>(all: readonly T[], write: (one: T, at: number) => string): string => all.map(write).join('');
const list = (tag: string, items: readonly string[]): string =>
  `<${tag}>${each(items, (one) => `<li>${one}</li>`)}</${tag}>`;
/** Forms by name from rows of markup, with the same texts. */
const alike = (forms: Readonly<Record<string, string>>, texts: readonly string[]): Record<string, Form> =>
  Object.fromEntries(Object.entries(forms).map(([name, body]) => [name, { body, texts }]));
/** The same markup between the paragraphs of a text, before them and after them; the markup's texts at the same place. */
const placed = (
  forms: Readonly<Record<string, readonly [html: string, texts: readonly string[]]>>,
  p: readonly string[],
): Record<string, Form> =>
  Object.fromEntries(
    Object.entries(forms).flatMap(([name, [html, texts]]) =>
      [0, 1, p.length].map((at) => [
        `${name} at ${at}`,
        {
          body: para(p.slice(0, at)) + html + para(p.slice(at)),
          texts: [...p.slice(0, at), ...texts, ...p.slice(at)],
        },
      ]),
    ),
  );
const NICKS = ['fern', 'moss', 'brook'];
const PERSON = ['Anna Berg', 'Jon Alder', 'Mia Sand', 'Ole Witt', 'Tilda Reed', 'Kai Holm'];

/** Words of a newsletter's frame, of a consent dialog and of links, per language. */
const PHRASES: Readonly<
  Record<
    string,
    {
      readonly mail: readonly string[];
      readonly consent: readonly string[];
      readonly related: string;
      readonly follow: readonly string[];
      readonly by: string;
      readonly comments: string;
    }
  >
> = {
  en: {
    mail: [
      'View in browser',
      'You receive this mail because you signed up on tarn.example.',
      'Unsubscribe',
      'Update your preferences',
    ],
    consent: [
      'We value your privacy',
      'We and our 184 partners use cookies to store information on your device and to show you advertisements that fit your interests.',
      'You may withdraw your consent at any time in the settings.',
      'Accept all',
      'Reject',
    ],
    related: 'Related',
    follow: ['Follow us on ', 'Sign up for our newsletter'],
    by: 'By',
    comments: '1 response so far',
  },
  de: {
    mail: [
      'Im Browser ansehen',
      'Sie erhalten diese E-Mail, weil Sie sich auf tarn.example angemeldet haben.',
      'Abbestellen',
      'Einstellungen ändern',
    ],
    consent: [
      'Wir achten Ihre Privatsphäre',
      'Wir und unsere 184 Partner verwenden Cookies, um Informationen auf Ihrem Gerät zu speichern und Ihnen passende Werbung zu zeigen.',
      'Sie können Ihre Einwilligung jederzeit in den Einstellungen widerrufen.',
      'Alle akzeptieren',
      'Ablehnen',
    ],
    related: 'Lesen Sie auch',
    follow: ['Folgen Sie uns auf ', 'Abonnieren Sie unseren Newsletter'],
    by: 'Von',
    comments: '1 Kommentar',
  },
  ru: {
    mail: [
      'Открыть в браузере',
      'Вы получили это письмо, потому что подписались на сайте tarn.example.',
      'Отписаться',
      'Изменить настройки',
    ],
    consent: [
      'Мы ценим вашу конфиденциальность',
      'Мы и наши 184 партнёра используем файлы cookie, чтобы хранить сведения на вашем устройстве и показывать подходящую рекламу.',
      'Вы можете отозвать своё согласие в любое время в настройках.',
      'Принять все',
      'Отклонить',
    ],
    related: 'Читайте также',
    follow: ['Подписывайтесь на нас в ', 'Подпишитесь на нашу рассылку'],
    by: 'Автор:',
    comments: '1 комментарий',
  },
  zh: {
    mail: ['在浏览器中查看', '您收到此邮件是因为您在 tarn.example 上注册过。', '退订', '更改设置'],
    consent: [
      '我们重视您的隐私',
      '我们和我们的一百八十四个合作伙伴使用 Cookie 在您的设备上存储信息，并向您展示符合兴趣的广告。',
      '您可以随时在设置中撤回您的同意。',
      '全部接受',
      '拒绝',
    ],
    related: '延伸阅读',
    follow: ['关注我们的', '订阅我们的电子报'],
    by: '作者：',
    comments: '1 条评论',
  },
  ja: {
    mail: ['ブラウザで表示', 'このメールは tarn.example に登録された方にお送りしています。', '配信停止', '設定を変更'],
    consent: [
      'プライバシーを大切にします',
      '当社と百八十四のパートナーは、端末に情報を保存し、興味に合った広告を表示するためにクッキーを使用します。',
      '同意は設定からいつでも取り消すことができます。',
      'すべて同意する',
      '拒否する',
    ],
    related: '関連記事',
    follow: ['フォローする：', 'ニュースレターに登録'],
    by: '文：',
    comments: 'コメント 1 件',
  },
  ar: {
    mail: ['عرض في المتصفح', 'تصلك هذه الرسالة لأنك سجلت في موقع tarn.example.', 'إلغاء الاشتراك', 'تعديل الإعدادات'],
    consent: [
      'نحن نقدر خصوصيتك',
      'نستخدم نحن وشركاؤنا البالغ عددهم ١٨٤ ملفات تعريف الارتباط cookie لتخزين المعلومات على جهازك وعرض إعلانات تناسب اهتماماتك.',
      'يمكنك سحب موافقتك في أي وقت من الإعدادات.',
      'قبول الكل',
      'رفض',
    ],
    related: 'اقرأ أيضا',
    follow: ['تابعنا على ', 'اشترك في نشرتنا'],
    by: 'بقلم',
    comments: 'تعليق واحد',
  },
};
const phrases = (one: Language) => PHRASES[one.code] ?? PHRASES.en;

/** Cards with links, in the elements of many templates. */
const CARDS: Readonly<Record<string, (cards: Language['cards'], more: string) => string>> = {
  'ul h4': (cards) =>
    `<ul class="stream">${each(cards, ([t, x], at) => `<li class="stream-entry"><div class="inner"><h4><a href="/2024/0${at}">${t}</a></h4><p>${x}</p></div></li>`)}</ul>`,
  divs: (cards) =>
    `<div>${each(cards, ([t, x], at) => `<div><h3><a href="/2024/0${at}">${t}</a></h3><p>${x}</p></div>`)}</div>`,
  articles: (cards) =>
    `<section><h2>+</h2>${each(cards, ([t, x], at) => `<article><h2><a href="/2024/0${at}">${t}</a></h2><time datetime="2024-03-0${at + 1}">2024-03-0${at + 1}</time><p>${x}</p></article>`)}</section>`,
  'whole links': (cards) =>
    `<div class="row">${each(cards, ([t, x], at) => `<a class="col" href="/2024/0${at}"><img src="/${at}.jpg" alt=""><div class="t">${t}</div><div class="x">${x}</div></a>`)}</div>`,
  'div titles': (cards) =>
    `<div class="x9">${each(cards, ([t, x], at) => `<div class="x8"><div class="x7"><a href="/2024/0${at}">${t}</a></div><div class="x6">${x}</div></div>`)}</div>`,
  'more links': (cards, more) =>
    `<div>${each(cards, ([t, x], at) => `<div><h3>${t}</h3><p>${x}</p><a href="/2024/0${at}">${more}</a></div>`)}</div>`,
  aside: (cards) =>
    `<aside><ul>${each(cards, ([t, x], at) => `<li><a href="/2024/0${at}">${t}</a><p>${x}</p></li>`)}</ul></aside>`,
  table: (cards) =>
    `<table>${each(cards, ([t, x], at) => `<tr><td><a href="/2024/0${at}"><img src="/${at}.jpg"></a></td><td><b><a href="/2024/0${at}">${t}</a></b><br>${x}</td></tr>`)}</table>`,
};
const six = (one: Language): Language['cards'] => [
  ...one.cards,
  ...one.cards.map(([t, x]) => [`${t} (2)`, x] as const),
];

export const KINDS: Readonly<Record<string, Forms>> = {
  '01 promotional box in the text': (one, p) => {
    const [title, text] = one.cards[0];
    const boxes = {
      'headline and byline': `<aside class="box"><div class="summary"><h2 class="headline"><a href="/other">${title}</a></h2><p class="byline">${phrases(one).by} <a rel="author" href="/staff/j">Jon Alder</a></p></div></aside>`,
      'h1 in div': `<div class="box"><h1><a href="/other">${title}</a></h1><time datetime="2024-02-01">2024-02-01</time></div>`,
      'h2 and text': `<div><h2><a href="/other">${title}</a></h2><p>${phrases(one).by} Jon Alder</p><p>${text}</p></div>`,
      'article element': `<article><h2><a href="/other">${title}</a></h2><p>${text}</p></article>`,
      'link alone': `<div class="teaser"><a href="/other"><img src="/o.jpg"><h3>${title}</h3></a></div>`,
      'section with label': `<section><h3>${phrases(one).related}</h3><a href="/other">${title}</a></section>`,
      'list with label': `<div class="inline"><strong>${phrases(one).related}</strong>${list(
        'ul',
        one.cards.map(([t], at) => `<a href="/o${at}">${t}</a>`),
      )}</div>`,
    };
    return Object.fromEntries(
      Object.entries(boxes).flatMap(([name, box]) =>
        [1, 2, 3].map((at) => [
          `${name} after ${at}`,
          {
            head: `<div class="summary"><h2 class="headline">${one.title}</h2></div>`,
            body: para(p.slice(0, at)) + box + para(p.slice(at)),
            texts: p,
          },
        ]),
      ),
    );
  },
  '01 list of works with headlines': (one, p) => {
    const works = p.map((text, at) => [one.cards[at % 3][0], `${PERSON[at]}, 20${10 + at}`, text] as const);
    const texts = [one.lead, ...works.flat()];
    const lead = `<p>${one.lead}</p>`;
    return alike(
      {
        h1: lead + each(works, ([t, by, x]) => `<h1>${t}</h1><p>${by}</p><p>${x}</p>`),
        'h1 in divs': lead + each(works, ([t, by, x]) => `<div><h1>${t}</h1><p>${by}</p><p>${x}</p></div>`),
        h2: lead + each(works, ([t, by, x]) => `<h2>${t}</h2><p>${by}</p><p>${x}</p>`),
        'h2 in sections':
          lead +
          each(
            works,
            ([t, by, x]) => `<section class="work"><h2>${t}</h2><p class="by">${by}</p><p>${x}</p></section>`,
          ),
      },
      texts,
    );
  },
  '03 lead': (one, p) => {
    const { title, lead, caption } = one;
    const more: Record<string, (one: Language) => string> = {
      ...LEADS,
      'div header, p': () => `<div class="article-header"><h1>${title}</h1><p>${lead}</p></div>`,
      'summary after byline': () =>
        `<header><h1>${title}</h1><div class="byline">${phrases(one).by} <a rel="author" href="/s/a">Anna Berg</a></div><div class="summary"><p>${lead}</p></div></header>`,
      'h3 deck': () => `<header><h1>${title}</h1><h3 class="deck">${lead}</h3></header>`,
      'hero section': () => `<section class="hero"><div><h1>${title}</h1><p>${lead}</p></div></section>`,
      'before a figure without text': () =>
        `<h1>${title}</h1><div class="teaser-text"><strong>${lead}</strong></div><img src="/m.jpg" alt="">`,
      hgroup: () => `<hgroup><h1>${title}</h1><p>${lead}</p></hgroup>`,
      span: () => `<div class="title"><h1>${title}</h1><span class="sub">${lead}</span></div>`,
    };
    return Object.fromEntries(
      Object.entries(more).map(([name, head]) => [
        name,
        { head: head(one), body: para(p), texts: [lead, ...(name === 'before picture' ? [caption] : []), ...p] },
      ]),
    );
  },
  '04 short ending after one paragraph': (one, p) =>
    Object.fromEntries(
      Object.entries(ENDINGS).flatMap(([name, ending]) => {
        const [html, texts] = ending(one);
        const all =
          name === 'code'
            ? ['make all', ...texts]
            : name === 'table'
              ? one.items.flatMap((item, at) => [item, `${at + 3}`])
              : texts;
        return [1, 3].map((n) => [
          `${name} after ${n}`,
          { body: para(p.slice(0, n)) + html, texts: [...p.slice(0, n), ...all] },
        ]);
      }),
    ),
  '05 text and end in lists': (one, p) => {
    const end = `<h2>${one.caption}</h2><ul><li>${one.items[0]}</li><li>${one.items[1]}</li><li>${one.items[2]}<ul><li>${one.quote}</li><li>${one.short}</li></ul></li></ul>`;
    const flat = `<h2>${one.caption}</h2>${list('ul', [...one.items, one.quote, one.short])}`;
    const texts = [p[0], p[1], one.caption, ...one.items, one.quote, one.short];
    return alike(
      {
        'markdown body': `<div class="markdown-body"><ul><li><p>${p[0]}</p></li><li><p>${p[1]}</p></li></ul>${end}</div>`,
        'no names': `<ul><li>${p[0]}</li><li>${p[1]}</li></ul>${end}`,
        flat: `<ul><li>${p[0]}</li><li>${p[1]}</li></ul>${flat}`,
        numbered: `<ol><li><p>${p[0]}</p></li><li><p>${p[1]}</p></li></ol>${end}`,
        'paragraphs first': para(p.slice(0, 2)) + end,
        'classes on lists': `<ul class="list"><li>${p[0]}</li><li>${p[1]}</li></ul><h3>${one.caption}</h3><ol class="list">${each([...one.items, one.quote, one.short], (x) => `<li>${x}</li>`)}</ol>`,
        'in a section': `<section><ul><li>${p[0]}</li><li>${p[1]}</li></ul></section><section>${end}</section>`,
        definitions: `<dl><dt>1</dt><dd>${p[0]}</dd></dl><p>${p[1]}</p>${end}`.replace('<dt>1</dt>', ''),
      },
      texts,
    );
  },
  '07 captions of the first and last figure': (one, p) => {
    const forms: Record<string, (text: string) => string> = {
      figure: (text) => `<figure><img src="/a.jpg" alt=""><figcaption>${text}</figcaption></figure>`,
      'figure with p': (text) =>
        `<figure><a href="/a.jpg"><img src="/a.jpg" alt=""></a><figcaption><p>${text}</p></figcaption></figure>`,
      'wp-caption': (text) =>
        `<div class="wp-caption alignnone"><img src="/a.jpg" alt=""><p class="wp-caption-text">${text}</p></div>`,
      'div caption': (text) => `<div class="image"><img src="/a.jpg" alt=""><div class="caption">${text}</div></div>`,
      picture: (text) =>
        `<div class="media"><figure><picture><source srcset="/a.webp"><img src="/a.jpg" alt=""></picture><figcaption class="credit">${text}</figcaption></figure></div>`,
      'em below': (text) => `<p><img src="/a.jpg" alt=""><br><em>${text}</em></p>`,
    };
    return Object.fromEntries(
      Object.entries(forms).flatMap(([name, form]) => [
        [`${name} first`, { body: form(one.caption) + para(p), texts: [one.caption, ...p] }],
        [`${name} last`, { body: para(p) + form(one.quote), texts: [...p, one.quote] }],
        [
          `${name} both`,
          {
            body: form(one.caption) + para(p.slice(0, 2)) + form(one.quote),
            texts: [one.caption, ...p.slice(0, 2), one.quote],
          },
        ],
      ]),
    );
  },
  '08 galleries': (one, p) => {
    const captions = [one.caption, ...one.items];
    const figures = (n: number): string =>
      each(
        captions.slice(0, n),
        (text, at) => `<figure><img src="/${at}.jpg" alt=""><figcaption>${text}</figcaption></figure>`,
      );
    return placed(
      {
        'two in div': [`<div>${figures(2)}</div>`, captions.slice(0, 2)],
        'four in named div': [`<div class="gallery">${figures(4)}</div>`, captions],
        list: [
          `<ul class="blocks-gallery-grid">${each(captions, (text, at) => `<li><figure><img src="/${at}.jpg"><figcaption>${text}</figcaption></figure></li>`)}</ul>`,
          captions,
        ],
        nested: [`<figure class="wp-block-gallery">${figures(3)}</figure>`, captions.slice(0, 3)],
        'dl gallery': [
          `<div class="gallery">${each(captions, (text, at) => `<dl class="gallery-item"><dt><img src="/${at}.jpg"></dt><dd class="wp-caption-text">${text}</dd></dl>`)}</div>`,
          captions,
        ],
        slides: [
          `<div class="swiper"><div class="swiper-wrapper">${each(captions, (text, at) => `<div class="swiper-slide"><img src="/${at}.jpg"><p>${text}</p></div>`)}</div></div>`,
          captions,
        ],
      },
      p,
    );
  },
  '09 tabs of code': (_one, p) => {
    const code = ['py -m venv venv', 'python3 -m venv env'];
    const labels = ['Windows', 'Linux + macOS'];
    const pre = code.map((text) => `<pre><code>${text}</code></pre>`);
    return placed(
      {
        bootstrap: [
          `<ul class="nav nav-tabs" role="tablist"><li class="nav-item"><a class="nav-link active" data-toggle="tab" href="#w1" role="tab">${labels[0]}</a></li><li class="nav-item"><a class="nav-link" data-toggle="tab" href="#l1" role="tab">${labels[1]}</a></li></ul><div class="tab-content"><div class="tab-pane fade show active" id="w1" role="tabpanel">${pre[0]}</div><div class="tab-pane fade" id="l1" role="tabpanel">${pre[1]}</div></div>`,
          code,
        ],
        docusaurus: [
          `<div class="tabs-container"><ul role="tablist" class="tabs"><li role="tab" aria-selected="true" class="tabs__item">${labels[0]}</li><li role="tab" class="tabs__item">${labels[1]}</li></ul><div><div role="tabpanel">${pre[0]}</div><div role="tabpanel" hidden>${pre[1]}</div></div></div>`,
          code,
        ],
        'sphinx buttons': [
          `<div class="sphinx-tabs docutils container"><div role="tablist"><button class="sphinx-tabs-tab" role="tab">${labels[0]}</button><button class="sphinx-tabs-tab" role="tab">${labels[1]}</button></div><div class="sphinx-tabs-panel" role="tabpanel">${pre[0]}</div><div class="sphinx-tabs-panel" role="tabpanel">${pre[1]}</div></div>`,
          code,
        ],
        'radio and label': [
          `<div class="tabbed-set"><input type="radio" id="t1" name="t" checked><input type="radio" id="t2" name="t"><div class="tabbed-labels"><label for="t1">${labels[0]}</label><label for="t2">${labels[1]}</label></div><div class="tabbed-content"><div class="tabbed-block">${pre[0]}</div><div class="tabbed-block">${pre[1]}</div></div></div>`,
          code,
        ],
        'links to panels': [
          `<div><ul><li><a href="#p1">${labels[0]}</a></li><li><a href="#p2">${labels[1]}</a></li></ul><div id="p1">${pre[0]}</div><div id="p2">${pre[1]}</div></div>`,
          code,
        ],
        'divs with role': [
          `<div><div role="tablist"><div role="tab">${labels[0]}</div><div role="tab">${labels[1]}</div></div><div role="tabpanel"><div class="highlight">${pre[0]}</div></div><div role="tabpanel"><div class="highlight">${pre[1]}</div></div></div>`,
          code,
        ],
      },
      p.slice(0, 3),
    );
  },
  '10 notes outside the text': (one, p) => {
    const mark = (n: string, id: string, name = ''): string =>
      `<sup${name}><a href="#${id}${n}" id="${id}ref${n}">${n}</a></sup>`;
    const text = `<p>${p[0]}${mark('1', 'fn')}</p><p>${p[1]}</p>`;
    const texts = [`${p[0]} 1`, p[1], one.note];
    const note = one.note;
    return Object.fromEntries(
      Object.entries({
        'div list': `<div id="footnotes"><hr><ol><li id="fn1">${note} <a href="#fnref1">↩</a></li></ol></div>`,
        'section paragraphs': `<section class="footnotes"><ol><li id="fn1"><p>${note} <a href="#fnref1" class="footnote-back">↩︎</a></p></li></ol></section>`,
        'plain divs': `<div class="q1"><div id="fn1"><a href="#fnref1">1</a>. ${note}</div></div>`,
        aside: `<aside id="fn1"><p><a href="#fnref1">1</a> ${note}</p></aside>`,
        paragraph: `<div><p id="fn1"><sup>1</sup> ${note} <a href="#fnref1">↑</a></p></div>`,
        definitions: `<dl class="footnote"><dt><a href="#fnref1">1</a></dt><dd id="fn1"><p>${note}</p></dd></dl>`,
      }).flatMap(([name, notes]) => [
        [`${name} below`, { body: text, below: notes, texts }],
        [`${name} inside`, { body: text + notes, texts }],
      ]),
    );
  },
  '12 hidden elements': (one, p) => {
    const x = one.cards[0][1];
    return Object.fromEntries(
      Object.entries({
        'display none': `<div style="display:none"><p>${x}</p></div>`,
        'visibility hidden': `<p style="visibility:hidden">${x}</p>`,
        attribute: `<p hidden>${x}</p>`,
        template: `<template><p>${x}</p></template>`,
        dialog: `<dialog><p>${x}</p></dialog>`,
        'off screen': `<div style="position:absolute;left:-9999px"><p>${x}</p></div>`,
        'display none in a span': `<p>${p[2]} <span style="display: none !important">${x}</span></p>`,
        'aria hidden': `<div aria-hidden="true" style="display:none">${x}</div>`,
        'class of a style': `<style>.q7{display:none}</style><div class="q7"><p>${x}</p></div>`,
      }).map(([name, html]) => [
        name,
        {
          body: `<p>${p[0]}</p><p>${p[1]}</p>${html}${name.endsWith('span') ? '' : `<p>${p[2]}</p>`}`,
          texts: p.slice(0, 3),
        },
      ]),
    );
  },
  'kept: contents, mailing lists, cookies to eat': (one, p) => {
    const { mail, consent } = phrases(one);
    const [accept] = consent.slice(3);
    const places = (of: string): string =>
      `<ul>${each(one.items, (item, at) => `<li><a href="${of}#k${at}">${item}</a></li>`)}</ul>`;
    const sections = each(one.items, (item, at) => `<h2 id="k${at}">${item}</h2><p>${p[at % p.length]}</p>`);
    const sectionTexts = one.items.flatMap((item, at) => [item, p[at % p.length]]);
    const code = 'make && make install';
    const lists = [one.site, ...one.menu.slice(0, 3)];
    return {
      'contents of another page': {
        body: `<p>${p[0]}</p>${places('/manual')}${para(p.slice(1))}`,
        texts: [p[0], ...one.items, ...p.slice(1)],
      },
      'links to headings before code': {
        body: `${para(p.slice(0, 2))}${places('')}<pre><code>${code}</code></pre>${sections}`,
        texts: [...p.slice(0, 2), ...one.items, code, ...sectionTexts],
      },
      'mailing lists': {
        body: `<p>${p[0]}</p>${each(lists, (name, at) => `<h2>${name}</h2><p>${p[1 + (at % 3)]} <a href="mailto:l${at}-unsubscribe@lists.example">${mail[2]}</a></p>`)}`,
        texts: [p[0], ...lists.flatMap((name, at) => [name, `${p[1 + (at % 3)]} ${mail[2]}`])],
      },
      'cookies to eat': {
        body: `<div class="recipe"><p>${p[0]}</p><ul><li>200 g cookies</li><li>100 g butter</li></ul><p>${p[1]}</p><button aria-label="${accept}"></button></div>${para(p.slice(2))}`,
        texts: [p[0], '200 g cookies', '100 g butter', ...p.slice(1)],
      },
    };
  },
  '14 anchors without an address': (one, p) => {
    const bare = (body: string): string => `<HTML><BODY><H1>${one.title}</H1>${body}</BODY></HTML>`;
    const cells = ['Mon', 'Tue', '2', '3'];
    const table = `<TABLE><TR><TD>Mon</TD><TD>Tue</TD></TR><TR><TD>2</TD><TD>3</TD></TR></TABLE>`;
    const pages: Record<string, readonly [body: string, texts: readonly string[]]> = {
      unclosed: [`<A NAME="x"><P>${p[0]}${table}<P>${p[1]}${table}<P>${p[2]}`, [p[0], ...cells, p[1], ...cells, p[2]]],
      'unclosed with a line': [
        `<A NAME="x"><B>${one.caption}</B><BR><P>${p[0]}${table}<P>${p[1]}`,
        [one.caption, p[0], ...cells, p[1]],
      ],
      closed: [`<A NAME="x">${one.caption}</A><P>${p[0]}${table}<P>${p[1]}`, [one.caption, p[0], ...cells, p[1]]],
      'around paragraphs': [p.map((text, at) => `<P><A NAME="p${at}">${text}</A></P>`).join(''), p],
      'in headings': [`<P>${p[0]}</P><H2><A NAME="y">${one.caption}</A></H2><P>${p[1]}</P>`, [p[0], one.caption, p[1]]],
      ids: [`<a id="x">${p[0]}<p>${p[1]}</p><p>${p[2]}</p>`, p.slice(0, 3)],
    };
    return Object.fromEntries(
      Object.entries(pages).map(([name, [body, texts]]) => [
        name,
        { page: bare(body), body: '', texts: [one.title, ...texts] },
      ]),
    );
  },
  '15 inline styles in a sentence': (_one, p) => {
    const [before, after] = [p[1].slice(0, 40), p[1].slice(40)];
    return Object.fromEntries(
      Object.entries({
        div: `<div style="display:inline;"><span>5.22</span></div>`,
        'inline block': `<div style="display: inline-block">5.22</div>`,
        font: `<font style="display:inline">5.22</font>`,
        custom: `<x-price>5.22</x-price>`,
        spans: `<span class="currency"><span style="display:inline">5.22</span></span>`,
      }).flatMap(([name, html]) => [
        [
          `${name} in div`,
          {
            body: `<div>${p[0]}</div><div>${before} ${html} ${after}</div><p>${p[2]}</p>`,
            texts: [p[0], before, '5.22', after, p[2]],
          },
        ],
        [
          `${name} in p`,
          { body: `<p>${p[0]}</p><div>${before} $${html} ${after}</div>`, texts: [p[0], `${before} $5.22 ${after}`] },
        ],
      ]),
    );
  },
  '16 newsletters': (one, p) => {
    const { mail } = phrases(one);
    const row = (html: string, style = ''): string => `<tr><td${style}>${html}</td></tr>`;
    const shell = (rows: string): string =>
      `<html lang="${one.code}"><head><meta charset="utf-8"><title>${one.title}</title></head><body bgcolor="#eee"><table width="100%" role="presentation"><tr><td align="center"><table width="600" role="presentation">${rows}</table></td></tr></table><img src="https://m.example/o.gif" width="1" height="1"></body></html>`;
    const divs = (blocks: readonly string[]): string =>
      `<html lang="${one.code}"><head><meta charset="utf-8"><title>${one.title}</title></head><body><div style="max-width:600px">${each(blocks, (html) => `<div>${html}</div>`)}</div></body></html>`;
    const view = `<a href="https://m.example/view">${mail[0]}</a>`;
    const logo = `<img src="https://m.example/l.png" alt="">`;
    const h1 = `<h1>${one.title}</h1>`;
    const end = `<p>${mail[1]}</p><p><a href="https://m.example/u">${mail[2]}</a> | <a href="https://m.example/p">${mail[3]}</a></p><p>${one.site}, 12 Quay Street, Tarn</p>`;
    const line = `${one.site} · 12 Quay Street, Tarn<br><a href="https://m.example/unsubscribe?x=1">${mail[2]}</a>`;
    const texts = [p[0], p[1], one.caption, p[2]];
    const middle = `<h2>${one.caption}</h2><p>${p[2]}</p>`;
    const pages = {
      rows: shell(
        row(view, ' style="font-size:12px"') +
          row(logo) +
          row(h1) +
          row(para(p.slice(0, 2))) +
          row(middle) +
          row(end, ' style="font-size:11px;color:#999"'),
      ),
      'button and signature': shell(
        row(view) +
          row(h1 + para(p.slice(0, 2))) +
          row(`<table role="presentation"><tr><td>${middle}</td></tr></table>`) +
          row(end),
      ),
      'one line below': shell(row(logo + h1) + row(para(p.slice(0, 2)) + middle) + row(line, ' align="center"')),
      divs: divs([view, h1, para(p.slice(0, 2)), middle, end]),
      'divs with a line': divs([h1, para(p.slice(0, 2)) + middle, line]),
      'links of its parts': shell(
        row(view) +
          row(logo) +
          row(h1) +
          row(para(p.slice(0, 2))) +
          row(`${middle}<a href="https://m.example/a" style="padding:10px">${one.more}</a>`) +
          row(end),
      ),
      'buttons in cells': shell(
        row(
          `${h1 + para(p.slice(0, 2))}<table><tr><td><a href="https://m.example/a">${one.more}</a></td></tr></table>`,
        ) +
          row(
            `<table role="presentation"><tr><td>${middle}<p><a href="https://m.example/b">${one.more}</a></p></td></tr></table>`,
          ) +
          row(line),
      ),
      'divs with links of its parts': divs([
        view,
        h1,
        para(p.slice(0, 2)),
        `${middle}<div><a href="https://m.example/a">${one.more}</a></div>`,
        end,
      ]),
      'unsubscribe in the sentence': shell(
        row(h1) +
          row(para(p.slice(0, 2)) + middle) +
          row(`<p>${mail[1]} <a href="https://m.example/unsubscribe">${mail[2]}</a></p>`),
      ),
    };
    return Object.fromEntries(Object.entries(pages).map(([name, page]) => [name, { page, body: '', texts }]));
  },
  '33 layout tables without closing tags': (one, p) => {
    const shell = (cell: string): string =>
      `<!DOCTYPE html><html lang="${one.code}"><head><meta charset="utf-8"><title>${one.title}</title></head><body><table class="maintable"><tr><td class="sidebar">${each(one.menu, (m, at) => `<a href="/${at}">${m}</a> `)}</td><td class="content"><h1>${one.title}</h1>${cell}</td></tr></table></body></html>`;
    const [a, b] = [p[2].slice(0, 30), p[2].slice(30)];
    return Object.fromEntries(
      Object.entries({
        'open paragraphs': `<p>${p[0]}<p>${p[1]}<p>${a}<b>${one.items[0]}</b> ${b}`,
        breaks: `${p[0]}<br><br>${p[1]}<br><br>${a}<b>${one.items[0]}</b> ${b}`,
        divs: `<div>${p[0]}</div><div>${p[1]}</div>${a}<i>${one.items[0]}</i> ${b}`,
        'font and centre': `<font size="2"><p>${p[0]}<p>${p[1]}<p>${a}<b>${one.items[0]}</b> ${b}</font>`,
      }).map(([name, cell]) => [
        name,
        { page: shell(cell), body: '', texts: [p[0], p[1], `${a}${one.items[0]} ${b}`] },
      ]),
    );
  },
  '34 lists of a bare body': (one, p) => {
    const shell = (body: string): string =>
      `<!DOCTYPE html><html lang="${one.code}"><head><meta charset="utf-8"><title>${one.title}</title></head><body><h1>${one.title}</h1>${body}</body></html>`;
    const rows = [...one.items, one.quote];
    return Object.fromEntries(
      Object.entries({
        'list between': [
          `<i>${one.lead}</i><hr>${para(p.slice(0, 2))}<p>${one.short}</p>${list('ul', rows)}<p>${p[2]}</p>`,
          [one.lead, p[0], p[1], one.short, ...rows, p[2]],
        ],
        'list at the end': [`${para(p)}${list('ul', rows)}`, [...p, ...rows]],
        'two lists': [
          `${para(p.slice(0, 1))}${list('ol', rows)}${para(p.slice(1, 2))}${list('ul', one.items)}<p>${one.note}</p>`,
          [p[0], ...rows, p[1], ...one.items, one.note],
        ],
        'loose text': [`${p[0]}<p>${p[1]}${list('ul', rows)}${p[2]}`, [p[0], p[1], ...rows, p[2]]],
      } satisfies Record<string, [string, string[]]>).map(([name, [body, texts]]) => [
        name,
        { page: shell(body), body: '', texts },
      ]),
    );
  },
  '37 accordions': (one, p) => {
    const parts = [
      [one.items[0], [one.cards[0][0], one.cards[1][0]]],
      [one.items[1], [one.short, one.quote]],
    ] as const;
    const texts = parts.flatMap(([title, rows]) => [title, ...rows]);
    return placed(
      {
        bootstrap: [
          `<div class="accordion">${each(parts, ([t, rows]) => `<div class="accordion-item"><h3 class="accordion-header"><button class="accordion-button collapsed" aria-expanded="false">${t}</button></h3><div class="accordion-collapse collapse"><div class="accordion-body">${list('ol', rows)}</div></div></div>`)}</div>`,
          texts,
        ],
        details: [each(parts, ([t, rows]) => `<details><summary>${t}</summary>${para(rows)}</details>`), texts],
        'details in a box': [
          `<div class="faq">${each(parts, ([t, rows]) => `<details><summary>${t}</summary><div>${para(rows)}</div></details>`)}</div>`,
          texts,
        ],
        'h4 and div': [
          `<div>${each(parts, ([t, rows]) => `<div><h4>${t}</h4><div>${para(rows)}</div></div>`)}</div>`,
          texts,
        ],
        definitions: [`<dl>${each(parts, ([t, rows]) => `<dt>${t}</dt><dd>${rows.join('<br>')}</dd>`)}</dl>`, texts],
        'div buttons': [
          `<div class="panel-group">${each(parts, ([t, rows]) => `<div class="panel"><div class="panel-heading" role="button" aria-expanded="false">${t}</div><div class="panel-collapse collapse">${list('ul', rows)}</div></div>`)}</div>`,
          texts,
        ],
      },
      p.slice(0, 3),
    );
  },
  '38 lines of date and author in the text': (one, p) => {
    const by = phrases(one).by;
    const head = {
      spans: `<div><span class="date">December 27, 2021</span><span class="by">${by} Anna Berg</span></div>`,
      'one paragraph': `<p class="meta">${by} Anna Berg | 27.12.2021</p>`,
      'time element': `<div class="entry-meta"><time datetime="2021-12-27">27 Dec 2021</time> <a rel="author" href="/a">Anna Berg</a></div>`,
      'no names': `<div><span>2021-12-27</span> <span>${by} Anna Berg</span></div>`,
      list: `<ul class="info"><li>${by} Anna Berg</li><li>2021-12-27</li></ul>`,
      'time without names': `<p><time datetime="2021-12-27T10:00">27.12.2021 10:00</time></p>`,
    };
    return alike(
      Object.fromEntries(
        Object.entries(head).flatMap(([name, html]) => [
          [name, `${html}${para(p)}`],
          [`${name} in a post`, `<div class="post">${html}${para(p)}</div>`],
        ]),
      ),
      p,
    );
  },
  '40 lead in a heading': (one, p) => {
    const { lead } = one;
    return alike(
      {
        'h2 in body': `<div id="storytext"><h2>${lead}</h2>${para(p)}</div>`,
        h2: `<h2>${lead}</h2>${para(p)}`,
        h3: `<h3>${lead}</h3>${para(p)}`,
        'h2 strong': `<h2><strong>${lead}</strong></h2>${para(p)}`,
        'h2 in div': `<div class="intro"><h2>${lead}</h2></div><div>${para(p)}</div>`,
        h4: `<section><h4>${lead}</h4>${para(p)}</section>`,
      },
      [lead, ...p],
    );
  },
  '42 code with numbers of lines': (_one, p) => {
    const code = ['docker run db', '-d postgres'];
    return Object.fromEntries(
      Object.entries(
        placed(
          {
            crayon: [
              `<div class="crayon-syntax"><table class="crayon-table"><tr class="crayon-row"><td class="crayon-nums"><div>1</div><div>2</div></td><td class="crayon-code"><div class="crayon-pre">${each(code, (line) => `<div class="crayon-line">${line}</div>`)}</div></td></tr></table></div>`,
              code,
            ],
            gutter: [
              `<table><tbody><tr><td class="gutter"><div class="line number1">1</div><div class="line number2">2</div></td><td class="code"><div class="container">${each(code, (line, at) => `<div class="line number${at + 1}"><code>${line}</code></div>`)}</div></td></tr></tbody></table>`,
              code,
            ],
            'nested pre': [
              `<pre><table><tr><td class="gutter"><pre class="lineno">1\n2</pre></td><td class="code"><pre>${code.join('\n')}</pre></td></tr></table></pre>`,
              code,
            ],
            highlight: [`<div class="highlight"><pre><code>${code.join('\n')}</code></pre></div>`, code],
          },
          p.slice(0, 3),
        ),
      ),
    );
  },
  '45 pages in a form': (one, p) => {
    const menu = `<header><a href="/">${one.site}</a><nav>${list(
      'ul',
      one.menu.map((m, at) => `<a href="/${at}">${m}</a>`),
    )}</nav></header>`;
    const foot = `<footer>${list(
      'ul',
      one.footer.map((m, at) => `<a href="/f${at}">${m}</a>`),
    )}<p>© 2024 ${one.site}</p></footer>`;
    const shell = (inner: string): string =>
      `<!DOCTYPE html><html lang="${one.code}"><head><meta charset="utf-8"><title>${one.title}</title></head><body>${inner}</body></html>`;
    const view = '<input type="hidden" name="__VIEWSTATE" value="/wEPDwUK">';
    const text = `<h1>${one.title}</h1>${para(p)}`;
    return Object.fromEntries(
      Object.entries({
        'whole page': `<form method="post" action="./1.aspx" id="PageForm">${view}${menu}<div id="ctl00_Content">${text}</div>${foot}</form>`,
        'no id': `<form method="post">${view}${menu}<div>${text}</div>${foot}</form>`,
        table: `<form method="post" action="./1.aspx">${view}<table><tr><td>${menu}</td></tr><tr><td>${text}</td></tr><tr><td>${foot}</td></tr></table></form>`,
        'text only': `${menu}<form id="aspnetForm" action="x.aspx">${view}<div class="content">${text}</div></form>${foot}`,
      }).map(([name, inner]) => [name, { page: shell(inner), body: '', texts: p }]),
    );
  },
  '46 telling words in names of sections': (one, p) => {
    const names = [
      'FeedforwardAndFeedback',
      'TheRoleOfTheSubscribe',
      'SharePopularRelated',
      'related-work',
      'share-of-market',
      'comments-on-method',
      'sidebar-design',
      'navigation-at-sea',
      'advertising-history',
      'cookie-recipe',
      'footer-of-the-page',
      'popular-music',
      'author-rights',
      'menu-of-the-week',
    ];
    const titles = [one.caption, one.items[0], one.items[1]];
    const texts = [p[0], titles[0], p[1], titles[1], p[2], titles[2], p[3]];
    return Object.fromEntries(
      names.flatMap((name, at) => {
        const named = [name, names[(at + 3) % names.length], names[(at + 7) % names.length]];
        return [
          [
            `${name} on section`,
            {
              body: `<p>${p[0]}</p>${each(titles, (t, n) => `<section id="${named[n]}"><h2>${t}</h2><p>${p[n + 1]}</p></section>`)}`,
              texts,
            },
          ],
          [
            `${name} on heading`,
            {
              body: `<p>${p[0]}</p>${each(titles, (t, n) => `<h2 id="${named[n]}">${t}</h2><p>${p[n + 1]}</p>`)}`,
              texts,
            },
          ],
        ];
      }),
    );
  },
  '48 names of layouts around the text': (one, p) => {
    const body = `${para(p.slice(0, 2))}<h3>${one.caption}</h3><p>${p[2]}</p>`;
    const texts = [p[0], p[1], one.caption, p[2]];
    return alike(
      Object.fromEntries(
        [
          'two-column section-compendium-content',
          'has-sidebar',
          'content-sidebar',
          'with-nav',
          'comments-open',
          'no-footer',
          'ads-enabled',
          'share-enabled',
          'sidebar-left layout',
          'menu-open',
        ].map((name) => [name, `<div class="${name}"><div class="static-container">${body}</div></div>`]),
      ),
      texts,
    );
  },
  '49 lists of frameworks': (one, p) =>
    placed(
      {
        angular: [
          `<ol _ngcontent-ab1="">${each(one.cards, ([, x]) => `<li _ngcontent-ab1="" class="ng-star-inserted"><div><span>${x}</span></div></li>`)}</ol>`,
          one.cards.map(([, x]) => x),
        ],
        'custom elements': [
          `<app-terms><ol>${each(one.cards, ([, x]) => `<li><app-term><p>${x}</p></app-term></li>`)}</ol></app-terms>`,
          one.cards.map(([, x]) => x),
        ],
        'mat list': [
          `<mat-list role="list">${each(one.cards, ([, x]) => `<mat-list-item role="listitem"><span class="mat-content">${x}</span></mat-list-item>`)}</mat-list>`,
          one.cards.map(([, x]) => x),
        ],
      },
      p.slice(0, 2),
    ),
  '50 tables in items': (one, p) => {
    const table = `<table><tr><th>${one.items[0]}</th><th>${one.items[1]}</th></tr><tr><td>4</td><td>${list('ul', [one.quote, one.items[2]])}</td></tr></table>`;
    const rows = [one.short, one.caption, one.items[0], one.items[1], '4', one.quote, one.items[2], one.note];
    return placed(
      Object.fromEntries(
        ['ol', 'ul'].flatMap((tag) => [
          [tag, [`<${tag}><li>${one.short}</li><li>${one.caption}${table}</li><li>${one.note}</li></${tag}>`, rows]],
          [
            `${tag} with p`,
            [
              `<${tag}><li><p>${one.short}</p></li><li><p>${one.caption}</p><div>${table}</div></li><li><p>${one.note}</p></li></${tag}>`,
              rows,
            ],
          ],
        ]),
      ),
      p.slice(0, 2),
    );
  },
  '52 short tables': (one, p) =>
    placed(
      {
        'thead only': [
          `<table><thead><tr><th>${one.items[0]}</th><th>${one.items[1]}</th></tr></thead></table>`,
          one.items.slice(0, 2),
        ],
        'one row': [`<table><tr><td>${one.items[0]}</td><td>${one.items[1]}</td></tr></table>`, one.items.slice(0, 2)],
        'header rows': [
          `<table><tbody><tr><th scope="row">${one.items[0]}</th><td>${one.quote}</td></tr><tr><th scope="row">${one.items[1]}</th><td>${list('ul', [one.short, one.note])}</td></tr></tbody></table>`,
          [one.items[0], one.quote, one.items[1], one.short, one.note],
        ],
        'in a box': [
          `<div class="table-wrapper"><table><tr><th>${one.items[0]}</th><th>${one.items[1]}</th></tr><tr><td>1</td><td>2</td></tr></table></div>`,
          [...one.items.slice(0, 2), '1', '2'],
        ],
      },
      p.slice(0, 2),
    ),
  '53 nested layout tables': (one, p) => {
    const menu = each(one.menu.slice(0, 2), (m, at) => `<a href="/${at}">${m}</a><br>`);
    const head = `<font size="4"><b>${one.caption}</b></font>`;
    const data = `<table border="1"><tr><td>${one.items[0]}</td><td>4</td></tr><tr><td>${one.items[1]}</td><td>5</td></tr></table>`;
    const text = `${head}<p>${p[0]}</p>${data}<p>${p[1]}</p>`;
    const texts = [one.caption, p[0], one.items[0], '4', one.items[1], '5', p[1]];
    const shell = (inner: string): string =>
      `<!DOCTYPE html><html lang="${one.code}"><head><meta charset="utf-8"><title>${one.title}</title></head><body>${inner}</body></html>`;
    const bar = each(one.menu, (m, at) => `<td><a href="/${at}">${m}</a></td>`);
    const foot = `<font size="1">© 1999 ${one.site}</font>`;
    return Object.fromEntries(
      Object.entries({
        'menu beside': `<table width="760"><tr><td><table><tr>${bar}</tr></table></td></tr><tr><td><table><tr><td width="120">${menu}</td><td>${text}</td></tr></table></td></tr><tr><td>${foot}</td></tr></table>`,
        'menu in one cell': `<table><tr><td>${each(one.menu, (m, at) => `<a href="/${at}">${m}</a> | `)}</td></tr><tr><td>${text}</td></tr><tr><td>${foot}</td></tr></table>`,
        'three columns': `<table><tr><td width="100">${menu}</td><td><table><tr><td>${text}</td></tr></table></td><td width="100">${each(one.menu.slice(2), (m, at) => `<a href="/r${at}">${m}</a><br>`)}</td></tr></table>`,
        'list of links beside': `<table><tr><td>${list(
          'ul',
          one.menu.map((m, at) => `<a href="/${at}">${m}</a>`),
        )}</td><td>${text}</td></tr></table><p>${foot}</p>`,
      }).map(([name, inner]) => [name, { page: shell(inner), body: '', texts }]),
    );
  },
  '56 dialogs about cookies': (one, p) => {
    const [title, use, back, yes, no] = phrases(one).consent;
    const buttons = `<button>${yes}</button><button>${no}</button>`;
    return Object.fromEntries(
      [1, 3].flatMap((n) =>
        Object.entries({
          named: `<div id="cookie-popup" class="modal"><h2>${title}</h2><p>${use}</p><p>${back}</p>${buttons}</div>`,
          hashed: `<div class="x1a"><div class="q7w"><h3>${title}</h3><p>${use}</p><p>${back}</p>${buttons}</div></div>`,
          'no heading': `<div><div>${use} ${back}</div>${buttons}</div>`,
          section: `<section role="dialog"><h2>${title}</h2><div>${use}<br>${back}</div><a href="#">${yes}</a></section>`,
          aside: `<aside><p>${use}</p><p>${back} <a href="/privacy">${one.footer[0]}</a></p>${buttons}</aside>`,
        }).map(([name, below]) => [
          `${name}, ${n} paragraphs`,
          { body: para(p.slice(0, n)), below, texts: p.slice(0, n) },
        ]),
      ),
    );
  },
  '59 long lists in the text': (one, p) => {
    const row = (at: number): string =>
      `${one.cards[at % 3][1]} <a href="https://other.example/${at}">${one.items[at % 3]}</a>`;
    const rows = Array.from({ length: 18 }, (_, at) => row(at));
    const texts = Array.from({ length: 18 }, (_, at) => [one.cards[at % 3][1], one.items[at % 3]]).flat();
    const nested = `<ul>${each([0, 6, 12], (from) => `<li>${rows[from]}<ul>${each(rows.slice(from + 1, from + 6), (r) => `<li>${r}</li>`)}</ul></li>`)}</ul>`;
    const all = [p[0], p[1], one.caption, ...texts, one.quote, p[2]];
    const before = `${para(p.slice(0, 2))}<h2>${one.caption}</h2>`;
    const after = `<h2>${one.quote}</h2><p>${p[2]}</p>`;
    return alike(
      {
        nested: before + nested + after,
        flat: before + list('ul', rows) + after,
        numbered: before + list('ol', rows) + after,
        'with paragraphs': `${before}<ul>${each(rows, (r) => `<li><p>${r}</p></li>`)}</ul>${after}`,
        'in a box': `${before}<div>${list('ul', rows)}</div>${after}`,
        named: `${before}<ul class="links">${each(rows, (r) => `<li>${r}</li>`)}</ul>${after}`,
      },
      all,
    );
  },
  'loss 01 cards beside a short article': (one, p) =>
    Object.fromEntries(
      Object.entries(CARDS).flatMap(([name, write]) =>
        [1, 2].flatMap((n) => [
          [
            `${name} below ${n}`,
            {
              body: para(p.slice(0, n)),
              below: `<div class="below">${write(six(one), one.more)}</div>`,
              texts: p.slice(0, n),
            },
          ],
          [
            `${name} with long texts ${n}`,
            {
              body: para(p.slice(0, n)),
              below: `<div class="below">${write(
                six(one).map(([t, x]) => [t, `${x} ${one.short}`]),
                one.more,
              )}</div>`,
              texts: p.slice(0, n),
            },
          ],
          [
            `${name} in the body ${n}`,
            {
              body: `<div>${para(p.slice(0, n))}</div>${write(n === 1 ? one.cards : six(one), one.more)}`,
              texts: p.slice(0, n),
            },
          ],
        ]),
      ),
    ),
  'loss 06 a passage twice': (one, p) => {
    const copy = para(p.slice(0, 2));
    return {
      'hidden copy': { body: `<div style="display:none">${copy}</div>${para(p)}`, texts: p },
      'copy after': { body: para(p), below: `<div class="mobile">${copy}</div>`, texts: p },
      'excerpt before': { body: `<div class="excerpt"><p>${p[0]}</p></div><div>${para(p)}</div>`, texts: p },
      'copy in an aside': { body: `<aside>${copy}</aside><div class="text">${para(p)}</div>`, texts: p },
      'one text': { body: para(p.slice(0, 2)), below: `<div>${p[0]} ${p[1]}</div>`, texts: p.slice(0, 2) },
      'two columns': { body: `<div class="desktop">${para(p)}</div><div class="phone">${para(p)}</div>`, texts: p },
      ...Object.fromEntries(
        ['message', 'post', 'comment'].map((named) => {
          const post = (html: string, at: number): string =>
            `<div class="${named}" id="post-${at + 1}"><div class="user"><a class="username" href="/u/${at}">${NICKS[at]}</a></div><time datetime="2023-11-2${at}">Nov 2${at}, 2023</time><div class="${named}-body">${html}</div></div>`;
          const body = `<div class="preview" style="display:none"><div class="${named}-body">${copy}</div></div>${[copy, `<p>${one.lead}</p>`, `<p>${p[2]}</p>`].map(post).join('')}`;
          const page = `<!doctype html><html lang="${one.code}"><head><title>${one.title} | ${one.site}</title><meta name="generator" content="XenForo"></head><body><div class="nav"><a href="/">${one.site}</a></div><h1>${one.title}</h1>${body}</body></html>`;
          return [`hidden preview of a ${named}`, { page, body: '', texts: [p[0], p[1], one.lead, p[2]] }];
        }),
      ),
    };
  },
  'loss 08 one comment': (one, p) => {
    const [, text] = one.cards[0];
    const when = 'Feb 12, 2008 at 12:40 pm';
    return Object.fromEntries(
      [1, 2].flatMap((n) =>
        Object.entries({
          'named list': `<div id="comments"><h3 class="comments_headers">${phrases(one).comments}</h3><ul id="comment_list"><li id="comment-0"><p class="comment_meta"><strong>1 Ole Witt // ${when}</strong></p><div class="entry"><p>${text}</p></div></li></ul></div>`,
          'ids only': `<div><h3>${phrases(one).comments}</h3><ol><li id="comment-17"><cite>Ole Witt</cite> <small>${when}</small><p>${text}</p></li></ol></div>`,
          section: `<section id="comments"><h2>${phrases(one).comments}</h2><article id="comment-3"><b>Ole Witt</b> <time datetime="2008-02-12">${when}</time><p>${text}</p></article></section>`,
          definitions: `<div class="comments"><dl><dt id="c3">Ole Witt, ${when}</dt><dd><p>${text}</p></dd></dl></div>`,
          'hashed with a form': `<div class="_3x"><div class="_4f">${phrases(one).comments}</div><div class="_5t" id="comment-9"><div>Ole Witt</div><div>${when}</div><div>${text}</div></div><form action="/comment"><textarea name="comment"></textarea><button>OK</button></form></div>`,
        }).map(([name, below]) => [
          `${name}, ${n} paragraphs`,
          { body: para(p.slice(0, n)), below, texts: p.slice(0, n) },
        ]),
      ),
    );
  },
  'loss 09 full texts of others': (one, p) => {
    const texts = one.cards.map(
      ([title, text], at) => [title, `${text} ${p[3]}`, `${one.cards[(at + 1) % 3][1]} ${one.bio}`] as const,
    );
    const item = (write: (title: string, body: string, at: number) => string): string =>
      each(texts, ([title, a, b], at) => write(title, para([a, b]), at));
    return Object.fromEntries(
      Object.entries({
        'hidden by class': `<section class="more"><h2>${phrases(one).related}</h2><div class="more-list">${item((t, x, at) => `<div class="more-item"><a href="/n/${at}"><div class="more-title">${t}</div></a><div class="hide"><div class="rich-text">${x}</div></div></div>`)}</div></section>`,
        shown: `<section><h2>${phrases(one).related}</h2>${item((t, x, at) => `<article><h3><a href="/n/${at}">${t}</a></h3><div>${x}</div></article>`)}</section>`,
        divs: `<div>${item((t, x, at) => `<div><a href="/n/${at}">${t}</a>${x}</div>`)}</div>`,
        'list items': `<ul>${item((t, x, at) => `<li><h4><a href="/n/${at}">${t}</a></h4>${x}</li>`)}</ul>`,
        'same class': `<div class="list">${item((t, x, at) => `<div class="post"><h2><a href="/n/${at}">${t}</a></h2><div class="entry-content">${x}</div></div>`)}</div>`,
      }).flatMap(([name, below]) =>
        [2, 3].map((n) => [`${name}, ${n} paragraphs`, { body: para(p.slice(0, n)), below, texts: p.slice(0, n) }]),
      ),
    );
  },
  'loss 11 lines that lead away in the text': (one, p) => {
    const { related, follow } = phrases(one);
    const [[a], [b], [c]] = one.cards;
    const between = {
      'linked paragraph': `<p><a href="/o1">${a}</a></p>`,
      'linked strong': `<p><strong><a href="/o1">${a}</a></strong></p>`,
      'with label': `<p><strong>${related}: <a href="/o2">${b}</a></strong></p>`,
      'label outside the link': `<p>${related}: <a href="/o2">${b}</a></p>`,
      list: list(
        'ul',
        [a, b, c].map((t, at) => `<a href="/s${at}">${t}</a>`),
      ),
      'two in a row': `<p><a href="/o1">${a}</a></p><p><a href="/o2">${b}</a></p>`,
      'div link': `<div class="r1"><a href="/o1">${a}</a></div>`,
      'h4 label and list': `<h4>${related}</h4>${list(
        'ul',
        [a, b].map((t, at) => `<a href="/s${at}">${t}</a>`),
      )}`,
    };
    const last = {
      social: `<p><em>${follow[0]}<a href="https://twitter.com/hg">Twitter</a>, <a href="https://facebook.com/hg">Facebook</a>.</em></p>`,
      newsletter: `<p><strong><a href="/newsletter">${follow[1]}</a></strong></p>`,
      'social icons': `<p>${follow[0]}<a href="https://instagram.com/hg">Instagram</a> | <a href="https://t.me/hg">Telegram</a> | <a href="mailto:a@b.example">E-Mail</a></p>`,
    };
    return Object.fromEntries([
      ...Object.entries(between).flatMap(([name, html]) =>
        [1, 2].map((at) => [
          `${name} after ${at}`,
          { body: para(p.slice(0, at)) + html + para(p.slice(at)), texts: p },
        ]),
      ),
      ...Object.entries(last).map(([name, html]) => [name, { body: para(p) + html, texts: p }]),
    ]);
  },
  'loss 14 biography of the author': (one, p) => {
    const bio = one.bio;
    return Object.fromEntries(
      [1, 3].flatMap((n) =>
        Object.entries({
          tabs: `<div class="author-tabs"><div class="author-tab"><h4>${one.person}</h4><p>${bio}</p></div></div>`,
          'h3 and portrait': `<div><img src="/a.jpg" alt=""><h3>${one.person}</h3><p>${bio}</p></div>`,
          'linked name': `<div class="x2"><h4><a href="/author/anna">${one.person}</a></h4><div>${bio}</div></div>`,
          section: `<section><h2>${one.person}</h2><p>${bio}</p><a href="/author/anna">→</a></section>`,
          'strong name': `<div class="about"><strong>${one.person}</strong><br>${bio}</div>`,
          named: `<div class="author-bio"><p>${bio}</p></div>`,
        }).map(([name, below]) => [
          `${name}, ${n} paragraphs`,
          {
            head: `<h1>${one.title}</h1><p class="byline">${phrases(one).by} <a rel="author" href="/author/anna">${one.person}</a></p>`,
            body: para(p.slice(0, n)),
            below,
            texts: p.slice(0, n),
          },
        ]),
      ),
    );
  },
  'loss 12 labels, values, cards and cells': (one, p) => {
    const cards = one.cards;
    const facts = one.items.map((item, at) => [item, cards[at][1]] as const);
    const towns = [
      'Abbot',
      'Bay End',
      'Cliff',
      'Dune',
      'Easterley',
      'Ferry',
      'Gull',
      'Holm',
      'Isle',
      'Kelpie',
      'Long Sand',
      'Marsh',
    ];
    const forms: Record<string, readonly [string, readonly string[]]> = {
      'label and value': [
        `<div class="infos">${each(facts, ([l, v]) => `<div class="info"><div class="info-title">${l}:<div class="info-text">${v}</div></div></div>`)}</div>`,
        facts.flat(),
      ],
      'spans in items': [
        `<ul>${each(facts, ([l, v]) => `<li><span>${l}</span><span> ${v}</span></li>`)}</ul>`,
        facts.flat(),
      ],
      'linked cards': [
        `<div class="cards">${each(cards, ([t, x], at) => `<a class="card" href="/s/${at}"><div class="card-header">${t}</div><div class="card-content"><p>${x}</p></div></a>`)}</div>`,
        cards.flat(),
      ],
      cells: [
        `<h3>${one.caption}:</h3><div class="towns">${each(towns, (t) => `<div class="town">${t}</div>`)}</div>`,
        [one.caption, ...towns],
      ],
      'cards with h3': [`<div>${each(cards, ([t, x]) => `<div><h3>${t}</h3><p>${x}</p></div>`)}</div>`, cards.flat()],
    };
    return Object.fromEntries(
      Object.entries(forms).map(([name, [html, texts]]) => [
        name,
        { body: `<p>${one.lead}</p>${html}<p>${p[0]}</p>`, texts: [one.lead, ...texts, p[0]] },
      ]),
    );
  },
};

/** Every form of every kind, each in two of the templates that follow each other, in every language. */
export function* kindPages(only = ''): Generator<KindPage> {
  const frames = Object.entries(FRAMES);
  for (const [kind, forms] of Object.entries(KINDS)) {
    if (only !== '' && !kind.includes(only)) continue;
    let turn = 0;
    for (const one of LANGUAGES)
      for (const [name, form] of Object.entries(forms(one, one.paragraphs))) {
        const { page, head = `<h1>${one.title}</h1>`, body, below = '', texts } = form;
        const chosen = page === undefined ? [frames[turn % frames.length], frames[(turn + 1) % frames.length]] : [];
        turn += page === undefined ? 2 : 0;
        if (page !== undefined) yield { kind, name: `${name}: ${one.code}`, html: page, texts };
        for (const [frame, write] of chosen)
          yield { kind, name: `${name}: ${frame}, ${one.code}`, html: write(one, { head, body, below }), texts };
      }
  }
}
