/** Compares the direct parser with parse5's, on tag soup and on changed pages. Both generators repeat themselves for a seed. */
import { parseDirectly } from './direct-parser.js';
import { DEFAULT_LIMITS } from './limits.js';
import { type Page, textOf } from './page.js';
import { parseWithParse5 } from './rare-parser.js';

/** Why the direct parser leaves a page, or where its page differs from parse5's; both null when they are equal. */
interface Comparison {
  readonly left: string | null;
  readonly difference: string | null;
}

const never = (): boolean => false;

export function compared(source: string): Comparison {
  const direct = parseDirectly(source, null, DEFAULT_LIMITS, never);
  if (!('page' in direct)) return { left: direct.left, difference: null };
  const other = parseWithParse5(source, null, DEFAULT_LIMITS, never);
  return { left: null, difference: other.ok ? differenceOf(direct.page, other.page) : other.detail };
}

const COLUMNS = ['parent', 'end', 'depth', 'textFrom', 'textTo', 'sourceFrom', 'sourceTo', 'openTo'] as const;

function differenceOf(ours: Page, theirs: Page): string | null {
  const differs = (what: string, one: unknown, other: unknown): string | null =>
    one === other ? null : `${what}: ${JSON.stringify(one)} against ${JSON.stringify(other)}`;
  for (let node = 0; node < Math.min(ours.size, theirs.size); node++) {
    const found =
      differs(`name of ${node}`, ours.names[ours.tag[node]], theirs.names[theirs.tag[node]]) ??
      (ours.tag[node] === 0 ? differs(`text of ${node}`, textOf(ours, node), textOf(theirs, node)) : null) ??
      differs(`attributes of ${node}`, JSON.stringify(ours.attributes(node)), JSON.stringify(theirs.attributes(node)));
    if (found !== null) return found;
    for (const column of COLUMNS)
      if (ours[column][node] !== theirs[column][node])
        return differs(`${column} of ${node}`, ours[column][node], theirs[column][node]);
  }
  return differs('size', ours.size, theirs.size) ?? differs('text', ours.chars, theirs.chars);
}

/** A source of numbers in [0, 1) that repeats itself for a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const STARTS = [
  '',
  '<!doctype html>',
  '<!doctype html><html><head><title>t</title></head><body>',
  '<html><body>',
  '<!doctype html><body><div>',
  '<!doctype html><body><table><tr><td>',
  '<p>a<table>',
  '<!doctype html><head><meta charset=x></head> ',
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">\n',
  '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">',
];
const COMMON = 'a b i p div span font em li ul nobr form button h1 table tr td object blockquote';
const ANY =
  'tbody th caption col colgroup select option optgroup dl dd dt input h2 marquee svg g foreignObject desc title math mi mo noscript ' +
  'script style textarea iframe xmp head body html meta link base br hr img image ruby rt rp rb rtc pre listing main article template ' +
  'search details param source x-y keygen label strong u é';
const TABLES = 'table table table tr tr td tbody caption form input b a div p svg template';
const NAMES = [COMMON, `${COMMON} ${ANY}`, `${TABLES} ${COMMON}`].map((names) => names.split(' '));
const ATTRIBUTES = [
  '',
  '',
  '',
  ' a=1',
  ' a=2 b',
  ' type=hidden',
  ' href="x"',
  " color='red'",
  ' viewBox=0',
  ' title="one &amp; two\r\nthree 😀"',
  " DATA-X='a\rb'",
  ' a="&copy=1&notit;&amp"',
  ' /',
  '/',
  ' ==x',
  ' é=ü É="a\0b"',
  ' a b=c/ d = "e"f=g',
];
const TEXTS = [
  ...[
    'x',
    'x',
    'word word',
    ' ',
    '\n',
    '\r\n',
    ' a\tb\r\rc ',
    '😀',
    '&amp;',
    '&lt',
    '&#x41;',
    '&notit;',
    '&nbsp;',
    '&#10;',
  ],
  ...['&#128;', '&Ecirc;', '&', '<', '<!--c-->', '<!-- a - b -- c < d -->', '<!---->', '<!--->', '<!-->', '<!--a--!>'],
  ...[
    '<!doctype html>',
    '<?p?>',
    '</ x>',
    '</>',
    'a</> b',
    '<!>',
    '<script>if (a < b) <!-- <script> </script> --></script>',
    '\0',
    '<xÉ>',
    '</xÉ>',
    '<x\0>',
    '<!doctype html\0>',
  ],
];

/** How a page may be cut off. */
const ENDS = [
  ...['<p a="b', '<b c=d', '</p', '</b e', '<!--x', '<!--x--', '<?x', '<!doctype', '<', '</', 'x&am'],
  ...[
    '<script>x',
    '<script><!-- <script>x</script>',
    '<style><',
    '<title>&amp',
    '<textarea>\n',
    '<xmp></xm',
    '<iframe>x</iframe ',
  ],
];

/** Tags, texts and references in any order; most tags are closed, often the wrong one first. */
export function tagSoup(random: () => number): string {
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  const names = oneOf(NAMES);
  const open: string[] = [];
  let soup = oneOf(STARTS);
  for (let count = 1 + Math.floor(random() * 25); count > 0; count--) {
    const choice = random();
    if (choice < 0.4) {
      const name = oneOf(names);
      soup += `<${random() < 0.1 ? name.toUpperCase() : name}${oneOf(ATTRIBUTES)}>`;
      open.push(name);
    } else if (choice < 0.65) {
      const place = random() < 0.7 ? open.length - 1 : Math.floor(random() * open.length);
      const name = open.length > 0 && random() < 0.7 ? open.splice(place, 1)[0] : oneOf(names);
      soup += `</${name}${random() < 0.05 ? ' a="b>"' : ''}>`;
    } else soup += oneOf(TEXTS);
  }
  return random() < 0.1 ? soup + oneOf(ENDS) : soup;
}

/** A page with some tags dropped, doubled, swapped or added, and sometimes cut. */
export function changedPage(source: string, random: () => number): string {
  const pieces = source.split(/(?=<)/);
  for (let count = 1 + Math.floor(random() * 6); count > 0; count--) {
    const at = Math.floor(random() * pieces.length);
    const other = Math.floor(random() * pieces.length);
    const choice = random();
    if (choice < 0.25) pieces.splice(at, 1);
    else if (choice < 0.45) pieces.splice(at, 0, pieces[other] ?? '');
    else if (choice < 0.6) [pieces[at], pieces[other]] = [pieces[other] ?? '', pieces[at] ?? ''];
    else if (choice < 0.95) pieces.splice(at, 0, tagSoup(random).replace(/^<!doctype[^>]*>/i, ''));
    else pieces.length = at;
  }
  return pieces.join('');
}
