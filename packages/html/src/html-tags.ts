/**
 * Tag names as numbers, and what the HTML standard says of each: WHATWG HTML, "Tree construction", and the lists of
 * "The stack of open elements" and "Foreign content".
 *
 * An open element has a key: its number in HTML, plus {@link SVG} or {@link MATHML} in those languages. Names that are not
 * listed here have keys from {@link UNLISTED} on, in each language.
 */

const NAMES = (
  'a b big code em font i nobr s small strike strong tt u ' + // formatting elements: up to u
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup main menu ' +
  'nav ol p search section summary ul ' + // blocks: up to ul
  'h1 h2 h3 h4 h5 h6 ' +
  'annotation-xml applet area base basefont bgsound body br button caption col colgroup dd desc dt embed foreignobject form frame ' +
  'frameset head hr html iframe image img input keygen label li link listing malignmark marquee math meta mglyph mi mn mo ms mtext ' +
  'noembed noframes noscript object optgroup option param plaintext pre rb rp rt rtc ruby script select source span style sub sup ' +
  'svg table tbody td template textarea tfoot th thead title tr track var wbr xmp ' +
  // Without rules; listed for speed.
  'abbr audio canvas circle cite clippath data defs del ellipse g ins kbd line lineargradient path picture polygon polyline q rect ' +
  'samp slot stop symbol text time use video'
).split(' ');

/** The number of each name; 0 is no name. */
const IDS = new Map(NAMES.map((name, at) => [name, at + 1]));

/** The numbers of names. @throws RangeError for one that is not listed: a mistake of this program */
export function tagIds(names: string): number[] {
  return names.split(' ').map((name) => {
    const id = IDS.get(name);
    if (id === undefined) throw new RangeError(`no tag <${name}> is listed`);
    return id;
  });
}

export function listedName(id: number): string {
  return NAMES[id - 1];
}

export const [SVG, MATHML, UNLISTED] = [256, 512, 768];

/** Classes of names, as bits: special elements, those of them that end the search for a list item to close, and boundaries of scopes. */
export const [SPECIAL, LIST_ITEM_BOUNDARY, SCOPE, LIST_ITEM_SCOPE, BUTTON_SCOPE, TABLE_SCOPE] = [1, 2, 4, 8, 16, 32];
/** Elements whose end tags are implied, and those whose end tags the end of a template implies as well. */
export const [IMPLIED_END, IMPLIED_END_IN_TEMPLATE] = [64, 128];
/** A table of one byte a key: the bits of each name's classes. */
export const CLASSES = new Uint8Array(UNLISTED);

function mark(bits: number, names: string, language = 0): void {
  for (const id of tagIds(names)) CLASSES[language + id] |= bits;
}

mark(
  SPECIAL | LIST_ITEM_BOUNDARY,
  'applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd details dir dl dt embed ' +
    'fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input li link ' +
    'listing main marquee menu meta nav noembed noframes noscript object ol param plaintext pre script section select source style ' +
    'summary table tbody td template textarea tfoot th thead title tr track ul wbr xmp',
);
mark(SPECIAL, 'address div p');
mark(SPECIAL | LIST_ITEM_BOUNDARY, 'foreignobject desc title', SVG);
mark(SPECIAL | LIST_ITEM_BOUNDARY, 'mi mo mn ms mtext annotation-xml', MATHML);
const ALL_SCOPES = SCOPE | LIST_ITEM_SCOPE | BUTTON_SCOPE;
mark(ALL_SCOPES, 'applet caption html marquee object table td template th');
mark(ALL_SCOPES, 'desc foreignobject title', SVG);
mark(ALL_SCOPES, 'annotation-xml mi mn mo ms mtext', MATHML);
mark(LIST_ITEM_SCOPE, 'ol ul');
mark(BUTTON_SCOPE, 'button');
mark(TABLE_SCOPE, 'html table');
mark(IMPLIED_END | IMPLIED_END_IN_TEMPLATE, 'dd dt li optgroup option p rb rp rt rtc');
mark(IMPLIED_END_IN_TEMPLATE, 'caption colgroup tbody td tfoot th thead tr');

/** The children of tables, bodies and rows, beside which only white space is inserted in place. */
export const TABLE_PARTS = table('table tbody tfoot thead tr');

/** One byte a listed name: 1 for those named. */
export function table(names: string): Uint8Array {
  const bytes = new Uint8Array(SVG);
  for (const id of tagIds(names)) bytes[id] = 1;
  return bytes;
}

/** A hash of a name's characters: start at 0, add each lower-case character. */
export function addToHash(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}

const SLOTS = 1024;
const slots = new Uint8Array(SLOTS);
for (const [name, id] of IDS) {
  let hash = 0;
  for (let at = 0; at < name.length; at++) hash = addToHash(hash, name.charCodeAt(at));
  let slot = hash & (SLOTS - 1);
  while (slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1);
  slots[slot] = id;
}

/** The number of the name at [from, to) of a source, in any case, by its hash; 0 when it is not listed. */
export function listedId(source: string, from: number, to: number, hash: number): number {
  for (let slot = hash & (SLOTS - 1); slots[slot] !== 0; slot = (slot + 1) & (SLOTS - 1)) {
    const id = slots[slot];
    if (isName(NAMES[id - 1], source, from, to)) return id;
  }
  return 0;
}

/** Whether [from, to) of a source is a lower-case name, in any case. */
export function isName(name: string, source: string, from: number, to: number): boolean {
  if (name.length !== to - from) return false;
  for (let at = 0; at < name.length; at++) {
    const code = source.charCodeAt(from + at);
    if (name.charCodeAt(at) !== (code >= 65 && code <= 90 ? code + 32 : code)) return false;
  }
  return true;
}
