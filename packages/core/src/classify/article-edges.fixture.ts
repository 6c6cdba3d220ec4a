/** Short articles in several templates, with every way to begin and to end a text, and what is beside it: a table of variations. */

export interface Language {
  readonly code: string;
  readonly title: string;
  readonly lead: string;
  readonly paragraphs: readonly string[];
  /** A short last paragraph, items of a list, a caption, a quotation, a note. */
  readonly short: string;
  readonly items: readonly string[];
  readonly caption: string;
  readonly quote: string;
  readonly note: string;
  readonly site: string;
  readonly menu: readonly string[];
  readonly footer: readonly string[];
  readonly cards: readonly (readonly [title: string, text: string])[];
  readonly more: string;
  readonly bio: string;
  /** The person of whom it is. */
  readonly person: string;
}

export const LANGUAGES: readonly Language[] = [
  {
    code: 'en',
    title: 'The mill at Tarn is for sale again',
    lead: 'After eleven quiet years the owners of the old mill have put it on the market, and the village hopes for a baker.',
    paragraphs: [
      'The mill stands on the lower bank of the river, where the water is slow in summer and fierce in March. Its wheel was taken down in the fifties, when a dynamo in the next valley made it useless, and the floor has been repaired twice since then.',
      'Three families have shown interest so far, according to the agent. One of them wants to grind flour again and has asked the council for a licence to use the weir, which would be the first such request in forty years.',
      'The council will answer in autumn. Until then the doors stay locked, and anybody who wants to see the stones has to ask the neighbour, who keeps the key in a tin above the stove and likes to tell how the flood of 1962 reached the third step.',
      'Nobody in the village remembers the last miller, but his account books are in the archive of the county. They show that he ground barley for half the valley and was paid in cheese more often than in coin.',
    ],
    short: 'The agent expects an offer by May.',
    items: ['two millstones of granite', 'a loft for drying', 'the weir and its gate'],
    caption: 'The mill in the winter of 1931, seen from the bridge',
    quote: 'We would rather have bread than a museum',
    note: 'An earlier version gave the wrong year for the flood.',
    site: 'Tarn Gazette',
    menu: ['News', 'Sport', 'Weather', 'Letters', 'About'],
    footer: ['Privacy', 'Terms', 'Contact'],
    cards: [
      [
        'Bus line to the coast runs on Sundays',
        'The operator gives in after two years of petitions and will serve the villages along the ridge again from June.',
      ],
      [
        'School choir sings in the capital',
        'Forty pupils leave on Friday with a programme of songs that their teacher collected in the valley.',
      ],
      [
        'Rain delays the hay harvest',
        'Farmers on the northern slope wait for a week without thunder before they cut the upper meadows.',
      ],
    ],
    more: 'Read more',
    bio: 'Anna Berg has reported from the valley since 2011 and lives near the station with two dogs and a piano.',
    person: 'Anna Berg',
  },
  {
    code: 'de',
    title: 'Die Mühle von Tarn steht wieder zum Verkauf',
    lead: 'Nach elf stillen Jahren bieten die Eigentümer die alte Mühle an, und das Dorf hofft auf einen Bäcker.',
    paragraphs: [
      'Die Mühle steht am unteren Ufer des Flusses, wo das Wasser im Sommer langsam und im März wild ist. Ihr Rad wurde in den fünfziger Jahren abgebaut, als ein Dynamo im nächsten Tal es überflüssig machte, und der Boden ist seither zweimal erneuert worden.',
      'Drei Familien haben nach Angaben des Maklers bisher Interesse gezeigt. Eine von ihnen will wieder Mehl mahlen und hat bei der Gemeinde beantragt, das Wehr nutzen zu dürfen, was seit vierzig Jahren niemand mehr getan hat.',
      'Die Gemeinde will im Herbst antworten. Bis dahin bleiben die Türen verschlossen, und wer die Steine sehen möchte, muss den Nachbarn fragen, der den Schlüssel in einer Dose über dem Herd aufbewahrt und gern von der Flut von 1962 erzählt.',
      'Niemand im Dorf erinnert sich an den letzten Müller, aber seine Rechnungsbücher liegen im Archiv des Kreises. Sie zeigen, dass er für das halbe Tal Gerste mahlte und öfter mit Käse als mit Münzen bezahlt wurde.',
    ],
    short: 'Der Makler erwartet bis Mai ein Angebot.',
    items: ['zwei Mühlsteine aus Granit', 'ein Boden zum Trocknen', 'das Wehr mit seinem Tor'],
    caption: 'Die Mühle im Winter 1931, von der Brücke gesehen',
    quote: 'Wir hätten lieber Brot als ein Museum',
    note: 'In einer früheren Fassung war das Jahr der Flut falsch.',
    site: 'Tarner Bote',
    menu: ['Nachrichten', 'Sport', 'Wetter', 'Leserbriefe', 'Über uns'],
    footer: ['Datenschutz', 'Impressum', 'Kontakt'],
    cards: [
      [
        'Bus zur Küste fährt auch sonntags',
        'Nach zwei Jahren voller Eingaben gibt der Betreiber nach und bedient die Dörfer am Kamm ab Juni wieder.',
      ],
      [
        'Schulchor singt in der Hauptstadt',
        'Vierzig Schüler reisen am Freitag mit Liedern ab, die ihre Lehrerin im Tal gesammelt hat.',
      ],
      [
        'Regen verzögert die Heuernte',
        'Die Bauern am Nordhang warten auf eine Woche ohne Gewitter, bevor sie die oberen Wiesen mähen.',
      ],
    ],
    more: 'Weiterlesen',
    bio: 'Anna Berg berichtet seit 2011 aus dem Tal und wohnt mit zwei Hunden und einem Klavier am Bahnhof.',
    person: 'Anna Berg',
  },
  {
    code: 'ru',
    title: 'Мельница в Тарне снова продаётся',
    lead: 'После одиннадцати тихих лет хозяева выставили старую мельницу на продажу, и деревня надеется на пекаря.',
    paragraphs: [
      'Мельница стоит на нижнем берегу реки, где вода летом медленная, а в марте бурная. Её колесо сняли в пятидесятые годы, когда динамо в соседней долине сделало его ненужным, а пол с тех пор чинили дважды.',
      'По словам агента, интерес пока проявили три семьи. Одна из них хочет снова молоть муку и попросила у совета разрешение пользоваться плотиной, чего не делал никто уже сорок лет.',
      'Совет ответит осенью. До тех пор двери заперты, и всякий, кто хочет увидеть жернова, должен спросить соседа, который хранит ключ в жестянке над печью и любит рассказывать о наводнении 1962 года.',
      'Никто в деревне не помнит последнего мельника, но его счётные книги лежат в архиве округа. Они показывают, что он молол ячмень для половины долины и чаще получал плату сыром, чем монетой.',
    ],
    short: 'Агент ждёт предложения к маю.',
    items: ['два жернова из гранита', 'чердак для сушки', 'плотина и её ворота'],
    caption: 'Мельница зимой 1931 года, вид с моста',
    quote: 'Нам нужнее хлеб, чем музей',
    note: 'В прежней версии был неверно указан год наводнения.',
    site: 'Тарнский вестник',
    menu: ['Новости', 'Спорт', 'Погода', 'Письма', 'О нас'],
    footer: ['Конфиденциальность', 'Условия', 'Контакты'],
    cards: [
      [
        'Автобус к побережью пойдёт и по воскресеньям',
        'После двух лет обращений перевозчик уступил и с июня снова будет заезжать в деревни на хребте.',
      ],
      [
        'Школьный хор поёт в столице',
        'Сорок учеников уезжают в пятницу с песнями, которые их учительница собрала в долине.',
      ],
      ['Дождь задержал сенокос', 'Крестьяне на северном склоне ждут недели без грозы, прежде чем косить верхние луга.'],
    ],
    more: 'Читать далее',
    bio: 'Анна Берг пишет о долине с 2011 года и живёт у станции с двумя собаками и пианино.',
    person: 'Анна Берг',
  },
  {
    code: 'zh',
    title: '塔恩的老磨坊再次出售',
    lead: '沉寂十一年之后，业主把老磨坊挂牌出售，村民们盼望来一位面包师。',
    paragraphs: [
      '磨坊坐落在河的下游岸边，那里夏天水流缓慢，三月则十分湍急。它的水轮在五十年代被拆除，因为邻谷的发电机让它失去了用处，此后地板又修过两次。',
      '中介说，目前已有三户人家表示有兴趣。其中一家想重新磨面粉，并向议会申请使用拦河坝的许可，这是四十年来的第一次申请。',
      '议会将在秋天答复。在那之前大门紧锁，谁想看看磨石，都得去问邻居，他把钥匙放在炉子上方的铁罐里，喜欢讲一九六二年的洪水怎样漫到第三级台阶。',
      '村里没有人记得最后一位磨坊主，但他的账本还保存在县档案馆里。账本显示他为半个山谷磨大麦，收到的报酬多半是奶酪而不是硬币。',
    ],
    short: '中介预计五月前会有报价。',
    items: ['两块花岗岩磨石', '一间晾晒用的阁楼', '拦河坝和它的闸门'],
    caption: '一九三一年冬天的磨坊，从桥上看去',
    quote: '我们宁愿要面包也不要博物馆',
    note: '本文早先的版本把洪水的年份写错了。',
    site: '塔恩日报',
    menu: ['新闻', '体育', '天气', '来信', '关于我们'],
    footer: ['隐私', '条款', '联系我们'],
    cards: [
      ['去海边的公交车星期天也开了', '经过两年的请愿，公司终于让步，从六月起将再次停靠山脊上的各个村庄。'],
      ['学校合唱团到首都演出', '四十名学生星期五出发，带去老师在山谷里收集的歌曲。'],
      ['雨水推迟了割草的日子', '北坡的农民要等一个没有雷雨的星期，才会去割高处的草地。'],
    ],
    more: '阅读全文',
    bio: '安娜·伯格从二〇一一年起报道这个山谷，和两条狗、一架钢琴住在车站附近。',
    person: '安娜·伯格',
  },
  {
    code: 'ja',
    title: 'ターンの水車小屋がふたたび売りに出る',
    lead: '十一年の静けさのあと、持ち主は古い水車小屋を売りに出し、村はパン屋が来ることを望んでいる。',
    paragraphs: [
      '水車小屋は川の下流の岸にあり、夏の水はゆるやかで、三月には激しくなる。隣の谷の発電機のために不要となった水車は五十年代に外され、床はそれから二度直された。',
      '仲介人によると、これまでに三つの家族が関心を示した。そのうちの一つはまた粉をひきたいと考え、堰を使う許可を議会に求めており、こうした申請は四十年ぶりになる。',
      '議会は秋に答える。それまで扉は閉ざされたままで、石臼を見たい人は隣人に頼まなければならない。彼は鍵をかまどの上の缶にしまい、一九六二年の洪水が三段目まで来たという話をするのが好きだ。',
      '最後の粉屋を覚えている人は村にいないが、帳簿は郡の文書館に残っている。それによると彼は谷の半分のために大麦をひき、代金は硬貨よりもチーズで受け取ることが多かった。',
    ],
    short: '仲介人は五月までに申し出があると見ている。',
    items: ['花崗岩の石臼が二つ', '乾燥のための屋根裏', '堰とその水門'],
    caption: '一九三一年の冬、橋から見た水車小屋',
    quote: '博物館よりもパンのほうがいい',
    note: '以前の版では洪水の年が間違っていました。',
    site: 'ターン新聞',
    menu: ['ニュース', 'スポーツ', '天気', '投書', '会社案内'],
    footer: ['プライバシー', '利用規約', 'お問い合わせ'],
    cards: [
      ['海へ行くバスが日曜日も走る', '二年にわたる請願のすえ会社は折れ、六月から尾根の村々にまた停まることになった。'],
      ['学校の合唱団が首都で歌う', '四十人の生徒が金曜日に出発し、先生が谷で集めた歌を披露する。'],
      ['雨で干し草の刈り入れが遅れる', '北斜面の農家は、雷のない一週間を待ってから高い牧草地を刈るつもりだ。'],
    ],
    more: '続きを読む',
    bio: 'アンナ・ベルクは二〇一一年からこの谷を取材し、二匹の犬とピアノとともに駅の近くに住んでいる。',
    person: 'アンナ・ベルク',
  },
  {
    code: 'ar',
    title: 'طاحونة تارن معروضة للبيع من جديد',
    lead: 'بعد أحد عشر عاما من الهدوء عرض المالكون الطاحونة القديمة للبيع، وتأمل القرية أن يأتي خباز.',
    paragraphs: [
      'تقع الطاحونة على الضفة السفلى من النهر، حيث يكون الماء بطيئا في الصيف وعنيفا في آذار. أزيلت عجلتها في الخمسينيات عندما جعلها مولد في الوادي المجاور بلا فائدة، وأصلحت أرضيتها مرتين منذ ذلك الحين.',
      'أبدت ثلاث عائلات اهتمامها حتى الآن، كما يقول الوكيل. تريد إحداها أن تطحن الدقيق من جديد وطلبت من المجلس رخصة لاستعمال السد، وهو أول طلب من هذا النوع منذ أربعين عاما.',
      'سيجيب المجلس في الخريف. وحتى ذلك الحين تبقى الأبواب مغلقة، ومن يريد أن يرى حجارة الرحى عليه أن يسأل الجار الذي يحفظ المفتاح في علبة فوق الموقد ويحب أن يحكي كيف بلغ الفيضان الدرجة الثالثة.',
      'لا أحد في القرية يتذكر آخر طحان، لكن دفاتر حساباته محفوظة في أرشيف المقاطعة. وهي تبين أنه كان يطحن الشعير لنصف الوادي وأن أجره كان جبنا في أغلب الأحيان لا نقودا.',
    ],
    short: 'يتوقع الوكيل عرضا قبل شهر أيار.',
    items: ['حجرا رحى من الغرانيت', 'علية للتجفيف', 'السد وبوابته'],
    caption: 'الطاحونة في شتاء عام ١٩٣١ كما تبدو من الجسر',
    quote: 'نفضل الخبز على المتحف',
    note: 'ذكرت نسخة سابقة سنة خاطئة للفيضان.',
    site: 'صحيفة تارن',
    menu: ['أخبار', 'رياضة', 'الطقس', 'رسائل', 'من نحن'],
    footer: ['الخصوصية', 'الشروط', 'اتصل بنا'],
    cards: [
      [
        'حافلة الساحل تعمل أيام الأحد',
        'بعد عامين من العرائض استجابت الشركة وستخدم القرى على امتداد الجبل من جديد ابتداء من حزيران.',
      ],
      ['جوقة المدرسة تغني في العاصمة', 'يسافر أربعون تلميذا يوم الجمعة ومعهم أغان جمعتها معلمتهم في الوادي.'],
      ['المطر يؤخر حصاد القش', 'ينتظر المزارعون على المنحدر الشمالي أسبوعا بلا رعد قبل أن يحصدوا المروج العالية.'],
    ],
    more: 'اقرأ المزيد',
    bio: 'آنا بيرغ تكتب عن الوادي منذ عام ٢٠١١ وتسكن قرب المحطة مع كلبين وبيانو.',
    person: 'آنا بيرغ',
  },
];

/** A page around the parts of an article. */
type Frame = (
  language: Language,
  parts: { readonly head: string; readonly body: string; readonly below: string },
) => string;

const links = (names: readonly string[]): string =>
  names.map((name, at) => `<li><a href="/p${at}">${name}</a></li>`).join('');

export const FRAMES: Readonly<Record<string, Frame>> = {
  named: ({ code, title, site, menu, footer }, { head, body, below }) =>
    `<!doctype html><html lang="${code}"><head><meta charset="utf-8"><title>${title} | ${site}</title></head><body><header class="site-header"><a class="logo" href="/">${site}</a><nav class="main-nav"><ul>${links(menu)}</ul></nav></header><main><article class="post">${head}<div class="entry-content">${body}</div></article>${below}</main><footer class="site-footer"><ul>${links(footer)}</ul><p>© 2024 ${site}</p></footer></body></html>`,
  bare: ({ code, title, site, menu, footer }, { head, body, below }) =>
    `<!doctype html><html lang="${code}"><head><meta charset="utf-8"><title>${title} - ${site}</title></head><body><header><a href="/">${site}</a><nav><ul>${links(menu)}</ul></nav></header><main><article>${head}${body}</article>${below}</main><footer><ul>${links(footer)}</ul><p>© 2024 ${site}</p></footer></body></html>`,
  boxes: ({ code, title, site, menu, footer }, { head, body, below }) =>
    `<!doctype html><html lang="${code}"><head><meta charset="utf-8"><title>${title} – ${site}</title><meta property="og:type" content="article"></head><body><div class="a1"><a href="/">${site}</a><ul class="a2">${links(menu)}</ul></div><div class="b1"><div class="b2"><div class="b3">${head}</div><div class="b4">${body}</div></div>${below}</div><div class="c1"><ul>${links(footer)}</ul><p>© 2024 ${site}</p></div></body></html>`,
  hashed: ({ code, title, site, menu, footer }, { head, body, below }) =>
    `<!doctype html><html lang="${code}"><head><meta charset="utf-8"><title>${title} | ${site}</title></head><body><div id="root"><div class="css-1x2y3z"><a href="/">${site}</a><div class="css-8ab1">${menu.map((one, at) => `<a href="/m${at}">${one}</a>`).join('')}</div></div><div class="css-77fq"><div class="css-0k2l">${head}</div><div class="css-91tz">${body}</div></div>${below}<div class="css-4rr0">${footer.map((one, at) => `<a href="/f${at}">${one}</a>`).join('')}<span>© 2024 ${site}</span></div></div></body></html>`,
  weblog: ({ code, title, site, menu, footer }, { head, body, below }) =>
    `<!doctype html><html lang="${code}"><head><meta charset="utf-8"><title>${title} « ${site}</title></head><body class="post-template-default single single-post"><div id="page"><div id="header"><h1><a href="/">${site}</a></h1></div><div id="content"><div id="post-7" class="post hentry">${head}<div class="entry">${body}</div></div>${below}</div><div id="sidebar"><ul><li><h2>${menu[4]}</h2><ul>${links(menu)}</ul></li></ul></div><div id="footer"><p>© 2024 ${site} ${footer.map((one, at) => `<a href="/f${at}">${one}</a>`).join(' ')}</p></div></div></body></html>`,
  layout: ({ code, title, site, menu, footer }, { head, body, below }) =>
    `<html lang="${code}"><head><meta charset="utf-8"><title>${title} - ${site}</title></head><body><table width="100%"><tr><td colspan="2"><a href="/">${site}</a></td></tr><tr><td width="150">${menu.map((one, at) => `<a href="/m${at}">${one}</a><br>`).join('')}</td><td>${head}${body}${below}</td></tr><tr><td colspan="2"><font size="1">${footer.map((one, at) => `<a href="/f${at}">${one}</a>`).join(' | ')} © 2024 ${site}</font></td></tr></table></body></html>`,
};

const list = (tag: string, items: readonly string[]): string =>
  `<${tag}>${items.map((one) => `<li>${one}</li>`).join('')}</${tag}>`;

/** Ways to place a lead: the head of the article with it. */
export const LEADS: Readonly<Record<string, (one: Language) => string>> = {
  'after h1': ({ title, lead }) => `<h1>${title}</h1><p>${lead}</p>`,
  'in header': ({ title, lead }) => `<header><h1>${title}</h1><p>${lead}</p></header>`,
  'named lead': ({ title, lead }) => `<header><h1>${title}</h1><p class="lead">${lead}</p></header>`,
  'div standfirst': ({ title, lead }) => `<h1>${title}</h1><div class="standfirst">${lead}</div>`,
  h2: ({ title, lead }) => `<h1>${title}</h1><h2>${lead}</h2>`,
  'h2 named': ({ title, lead }) => `<header><h1>${title}</h1><h2 class="subtitle">${lead}</h2></header>`,
  strong: ({ title, lead }) => `<h1>${title}</h1><p><strong>${lead}</strong></p>`,
  'div in div': ({ title, lead }) => `<div><h1>${title}</h1></div><div><div>${lead}</div></div>`,
  'after meta': ({ title, lead }) =>
    `<h1>${title}</h1><div class="meta"><span>Anna Berg</span> <time datetime="2024-03-01">1.3.2024</time></div><p class="intro">${lead}</p>`,
  'section intro': ({ title, lead }) => `<section><h1>${title}</h1></section><section><p>${lead}</p></section>`,
  'role doc-subtitle': ({ title, lead }) => `<h1>${title}</h1><p role="doc-subtitle">${lead}</p>`,
  'before picture': ({ title, lead, caption }) =>
    `<header><h1>${title}</h1><p>${lead}</p></header><figure><img src="m.jpg" alt=""><figcaption>${caption}</figcaption></figure>`,
};

/** Ways to end a text, with what is in it. */
export const ENDINGS: Readonly<Record<string, (one: Language) => readonly [html: string, texts: readonly string[]]>> = {
  'short paragraph': ({ short }) => [`<p>${short}</p>`, [short]],
  'two words': ({ items }) => [`<p>${items[0]}</p>`, [items[0]]],
  list: ({ items }) => [list('ul', items), items],
  'numbered list': ({ items }) => [list('ol', items), items],
  'heading and list': ({ items, caption }) => [`<h2>${caption}</h2>${list('ul', items)}`, [caption, ...items]],
  quote: ({ quote }) => [`<blockquote><p>${quote}</p></blockquote>`, [quote]],
  'quote without paragraph': ({ quote }) => [`<blockquote>${quote}</blockquote>`, [quote]],
  code: () => ['<pre><code>make all\nmake install</code></pre>', ['make install']],
  'line and code': ({ short }) => [`<p>${short}</p><pre><code>make all</code></pre>`, [short, 'make all']],
  definitions: ({ items, quote }) => [`<dl><dt>${items[0]}</dt><dd>${quote}</dd></dl>`, [items[0], quote]],
  details: ({ items, quote }) => [
    `<details><summary>${items[0]}</summary><p>${quote}</p></details>`,
    [items[0], quote],
  ],
  correction: ({ note }) => [`<p><em>${note}</em></p>`, [note]],
  'correction in a box': ({ note }) => [`<div class="note"><p>${note}</p></div>`, [note]],
  figure: ({ caption }) => [`<figure><img src="m.jpg" alt=""><figcaption>${caption}</figcaption></figure>`, [caption]],
  gallery: ({ caption, items }) => [
    `<div class="gallery"><figure><img src="m.jpg"><figcaption>${caption}</figcaption></figure><figure><img src="n.jpg"><figcaption>${items[0]}</figcaption></figure></div>`,
    [caption, items[0]],
  ],
  table: ({ items }) => [
    `<table>${items.map((one, at) => `<tr><th>${one}</th><td>${at + 3}</td></tr>`).join('')}</table>`,
    items,
  ],
};

/** What may be beside a text and is none of it: in the body after the first paragraph, at its end, or below the article. */
export const BESIDE: Readonly<
  Record<
    string,
    readonly [
      place: 'inside' | 'end' | 'below',
      html: (one: Language) => string,
      texts: (one: Language) => readonly string[],
    ]
  >
> = {
  'promotional box': [
    'inside',
    ({ cards, more }) =>
      `<aside class="promo"><h3>${cards[0][0]}</h3><p>${cards[0][1]}</p><a href="/x">${more}</a></aside>`,
    ({ cards }) => cards[0],
  ],
  'box without a name': [
    'inside',
    ({ cards, more }) =>
      `<div><h3><a href="/x">${cards[0][0]}</a></h3><p>${cards[0][1]}</p><a href="/x">${more}</a></div>`,
    ({ cards }) => cards[0],
  ],
  'linked paragraph': ['inside', ({ cards }) => `<p><a href="/x">${cards[0][0]}</a></p>`, ({ cards }) => [cards[0][0]]],
  'list of links': [
    'end',
    ({ cards }) => `<ul>${cards.map(([title], at) => `<li><a href="/x${at}">${title}</a></li>`).join('')}</ul>`,
    ({ cards }) => cards.map(([title]) => title),
  ],
  'cards below': [
    'below',
    ({ cards }) =>
      `<div class="grid">${cards.map(([title, text], at) => `<div class="card"><h3><a href="/x${at}">${title}</a></h3><p>${text}</p></div>`).join('')}</div>`,
    ({ cards }) => cards.flat(),
  ],
  'cards without names': [
    'below',
    ({ cards }) =>
      `<div>${[...cards, ...cards].map(([title, text], at) => `<div><h4><a href="/x${at}">${title}</a></h4><p>${text}</p></div>`).join('')}</div>`,
    ({ cards }) => cards.flat(),
  ],
  author: [
    'below',
    ({ bio, person }) => `<div class="author-box"><h4>${person}</h4><p>${bio}</p></div>`,
    ({ bio }) => [bio],
  ],
  'author without a name': [
    'end',
    ({ bio, person }) => `<div><img src="a.jpg" alt=""><h3>${person}</h3><p>${bio}</p></div>`,
    ({ bio }) => [bio],
  ],
};
