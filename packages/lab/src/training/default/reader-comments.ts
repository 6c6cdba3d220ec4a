/**
 * Made-up threads of reader comments, for grafting below articles in training: running text of other pages under names and
 * dates, in the markup of weblog and press systems of twenty years. WCXB has few pages with many comments.
 */

/** Shapes of one comment; text is escaped. */
const SHAPES: readonly ((who: string, when: string, text: readonly string[], at: number) => string)[] = [
  (who, when, text, at) =>
    `<li class="comment" id="comment-${at}"><cite class="fn">${who}</cite> <a href="#c${at}">${when}</a>${text.map((one) => `<p>${one}</p>`).join('')}<a href="#r">Reply</a></li>`,
  (who, when, text) => `<tr><td><b>${who}</b><br>${when}</td><td>${text.join('<br><br>')}</td></tr>`,
  (who, when, text) => `<dt>${who} <small>${when}</small></dt><dd>${text.map((one) => `<p>${one}</p>`).join('')}</dd>`,
  (who, when, text) => `<div class="name">${who} | ${when}</div><div class="text">${text.join('<br>')}</div><hr>`,
  (who, _, text) => `<p><b>${who}</b><br>${text.join('<br>')}</p>`,
  (who, when, text, at) =>
    `<a name="c${at}"></a>${text.map((one) => `<p>${one}</p>`).join('')}<p class="posted">Posted by: <a href="#u">${who}</a> | ${when}</p>`,
  (who, when, text) => `${text.join('<br><br>')}<br><i>${who}, ${when}</i><br><br>`,
  (who, when, text) =>
    `<div class="reply"><div class="author"><a href="#u">${who}</a></div><div class="date">${when}</div><div class="message">${text.join(' ')}</div><div class="votes"><span>0</span> <a href="#v">+</a></div></div>`,
  (who, _, text) => `<blockquote>${text.join(' ')}</blockquote><p>- ${who}</p>`,
];
/** What stands around the comments of the shape of the same number. */
const AROUND: readonly (readonly [open: string, close: string])[] = [
  ['<ol class="commentlist">', '</ol>'],
  ['<table class="comments">', '</table>'],
  ['<dl id="comments">', '</dl>'],
  ['<div class="comments">', '</div>'],
  ['<div>', '</div>'],
  ['<div id="comments">', '</div>'],
  ['<div>', '</div>'],
  ['<section class="discussion">', '</section>'],
  ['<div class="letters">', '</div>'],
];
const HEADINGS: readonly ((count: number) => string)[] = [
  (count) => `<h3>${count} Comments</h3>`,
  (count) => `<h2>Comments (${count})</h2>`,
  () => '<p><b>Comments</b></p>',
  (count) => `<h4>${count} responses</h4>`,
  () => '<div>Have your say</div>',
  () => '<h3>Reader comments</h3>',
  (count) => `<div>Kommentare: ${count}</div>`,
  (count) => `<div>Комментарии (${count})</div>`,
  () => '<h3>Σχόλια</h3>',
  () => '<div>网友评论</div>',
  () => '',
  () => '',
];
const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const MAX_COMMENTS = 40;

/** @param prose running texts to comment with; @param random numbers 0…1 */
export function readerComments(prose: readonly string[], random: () => number): string {
  const whole = (below: number): number => Math.floor(random() * below);
  const shape = whole(SHAPES.length);
  const count = 1 + whole(random() < 0.5 ? 6 : MAX_COMMENTS);
  const clock = (): string => `${1 + whole(12)}:${String(whole(60)).padStart(2, '0')}`;
  const dates: readonly (() => string)[] = [
    () => `${MONTHS[whole(12)]} ${1 + whole(28)}, ${2004 + whole(20)} at ${clock()} pm`,
    () => `${1 + whole(28)}.${1 + whole(12)}.${2004 + whole(20)} ${clock()}`,
    () => `${2 + whole(20)} hours ago`,
    () => `${2004 + whole(20)}-0${1 + whole(9)}-${10 + whole(18)} ${clock()}`,
  ];
  const date = dates[whole(dates.length)];
  const wordOf = (): string => {
    const words = prose[whole(prose.length)].split(' ');
    return words[whole(words.length)].replace(/[^\p{L}\p{N}]/gu, '') || 'Anonymous';
  };
  const comments: string[] = [];
  for (let at = 0; at < count; at++) {
    const text = Array.from({ length: random() < 0.75 ? 1 : 2 }, () => excerpt(prose[whole(prose.length)], random));
    const who = random() < 0.6 ? wordOf() : `${wordOf()} ${wordOf()}`;
    comments.push(SHAPES[shape](escaped(who), date(), text.map(escaped), 1000 + at));
  }
  const [open, close] = AROUND[shape];
  return `${HEADINGS[whole(HEADINGS.length)](count)}${open}${comments.join('')}${close}`;
}

/** A few words of a text, or all of it. */
function excerpt(text: string, random: () => number): string {
  const words = text.split(' ');
  const length = random() < 0.3 ? words.length : 2 + Math.floor(random() * 40);
  return words.slice(0, length).join(' ');
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}
