/**
 * A strict reader of XML, and the content models of the TEI P5 elements the renderer prints, as the Guidelines' element
 * pages give them: what may stand in each, in which order, with which attributes. Narrower than the standard where the renderer
 * uses less (no Relax NG validator runs in these tests).
 */
import assert from 'node:assert/strict';

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (XmlElement | string)[];
}

const NAME = /[A-Za-z_][\w.:-]*/y;
const ENTITY = /&(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);/g;
const CHARACTERS = /^(?:[\t\n\r\x20-\ud7ff\ue000-\ufffd]|[\ud800-\udbff][\udc00-\udfff])*$/;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
function decoded(reference: string): string {
  const name = reference.slice(1, -1);
  if (!name.startsWith('#')) return ENTITIES[name] ?? assert.fail(reference);
  return String.fromCodePoint(name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)));
}

/** Reads XML; throws on anything that is not well formed (no DTD, comments or CDATA: the renderer prints none). */
export function readXml(source: string): XmlElement {
  assert.match(source, CHARACTERS, 'a character XML cannot hold');
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  assert.ok(source.startsWith(declaration), 'no XML declaration');
  let at = declaration.length;
  const fail = (why: string): never => assert.fail(`${why} at ${at}: ${source.slice(at, at + 60)}`);
  const text = (raw: string): string => {
    if (/[<&]/.test(raw.replace(ENTITY, ''))) fail(`bare < or & in ${raw}`);
    return raw.replace(ENTITY, decoded);
  };
  const stack: { name: string; attributes: Record<string, string>; children: (XmlElement | string)[] }[] = [];
  for (;;) {
    const next = source.indexOf('<', at);
    if (next < 0) return fail('no end tag');
    if (next > at) stack.at(-1)?.children.push(text(source.slice(at, next))) ?? fail('text outside the root');
    at = next + 1;
    if (source[at] === '/') {
      const end = source.indexOf('>', at);
      const closed = stack.pop() ?? fail('end tag without a start');
      assert.equal(source.slice(at + 1, end), closed.name);
      at = end + 1;
      if (stack.length > 0) stack.at(-1)?.children.push(closed);
      else {
        assert.equal(source.slice(at).trim(), '', 'text behind the root');
        return closed;
      }
      continue;
    }
    NAME.lastIndex = at;
    const name = NAME.exec(source)?.[0] ?? fail('no name');
    at += name.length;
    const attributes: Record<string, string> = {};
    for (;;) {
      const attribute = /^ ([\w:.-]+)="([^"<]*)"/.exec(source.slice(at, at + 20_000));
      if (!attribute) break;
      const [whole, key = '', value = ''] = attribute;
      assert.ok(!Object.hasOwn(attributes, key), `${key} twice`);
      attributes[key] = text(value);
      at += whole.length;
    }
    const element = { name, attributes, children: [] };
    if (source.startsWith('/>', at)) {
      at += 2;
      stack.at(-1)?.children.push(element) ?? fail('an empty root');
    } else if (source[at] === '>') {
      at += 1;
      stack.push(element);
    } else fail('a malformed tag');
  }
}

interface Model {
  /** The children's names, each with a space after it. */
  readonly children: RegExp;
  readonly text?: boolean;
  readonly attributes?: Readonly<Record<string, RegExp>>;
}

const of = (names: string): string => `(?:(?:${names.split(' ').join('|')}) )`;
/** Phrase-level and global content. */
const PHRASE = 'hi code formula ref lb graphic ruby abbr choice';
/** Blocks, as they may stand in divisions, quotes, items, cells and figures. */
const BLOCK = 'p ab list quote table figure floatingText milestone note';
const ONLY = (names: string): RegExp => new RegExp(`^${of(names)}*$`);
const ADDRESS = /^(?:https?:|mailto:|tel:|[^:\s]*$|[^:\s]*[/?#])\S*$/;
const DATE = /^\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?)?)?)?$/;
const MIXED: Model = { children: ONLY(`${PHRASE} ${BLOCK}`), text: true };

const MODELS: Readonly<Record<string, Model>> = {
  TEI: { children: /^teiHeader text $/, attributes: { xmlns: /^http:\/\/www\.tei-c\.org\/ns\/1\.0$/ } },
  teiHeader: { children: /^fileDesc encodingDesc (?:profileDesc )?$/ },
  fileDesc: { children: /^titleStmt publicationStmt sourceDesc $/ },
  titleStmt: { children: /^title (?:author )*$/ },
  title: { children: /^$/, text: true, attributes: { type: /^main$/ } },
  author: { children: /^$/, text: true },
  publicationStmt: { children: /^publisher (?:availability )?(?:date )*$/ },
  publisher: { children: /^$/, text: true },
  availability: { children: /^licence $/ },
  licence: { children: /^$/, text: true, attributes: { target: ADDRESS } },
  date: { children: /^$/, text: true, attributes: { type: /^(?:published|modified)$/, when: DATE } },
  sourceDesc: { children: /^bibl $/ },
  bibl: { children: ONLY('title author publisher date ref') },
  encodingDesc: { children: /^appInfo $/ },
  appInfo: { children: /^application $/ },
  application: { children: /^label $/, attributes: { version: /^\d/, ident: /^\w+$/ } },
  profileDesc: { children: /^(?:abstract )?(?:langUsage )?(?:textClass )?$/ },
  abstract: { children: /^p $/ },
  langUsage: { children: /^language $/ },
  language: { children: /^$/, text: true, attributes: { ident: /^[\w-]+$/ } },
  textClass: { children: /^(?:keywords )+$/ },
  keywords: { children: /^(?:term )+$/, attributes: { n: /^\w+$/ } },
  term: { children: /^$/, text: true },
  text: { children: /^body $/ },
  body: {
    children: new RegExp(
      `^(?:head )?(?=(?:(?:milestone|note) )*${of('p ab list quote table figure floatingText div')})${of(BLOCK)}*(?:div )*$`,
    ),
  },
  div: { children: new RegExp(`^head ${of(BLOCK)}*(?:div )*$`) },
  head: { children: ONLY(PHRASE), text: true },
  p: { children: ONLY(PHRASE), text: true },
  ab: { children: ONLY(PHRASE), text: true, attributes: { type: /^(?:heading|code)$/, n: /^[1-6]$/ } },
  list: {
    children: /^(?:(?:item )+|(?:label item )+)$/,
    attributes: { rend: /^(?:numbered|bulleted)$/, type: /^gloss$/, n: /^-?\d+$/ },
  },
  label: { children: ONLY(PHRASE), text: true },
  item: MIXED,
  quote: { children: ONLY(BLOCK) },
  floatingText: { children: /^body $/, attributes: { type: /^(?:callout|details)$/, subtype: /^\S+$/ } },
  note: { children: ONLY(BLOCK), attributes: { place: /^foot$/, 'xml:id': /^[\p{L}_][\p{L}\p{N}_.-]*$/u } },
  ruby: { children: /^rb rt $/ },
  rb: { children: ONLY(PHRASE), text: true },
  rt: { children: /^$/, text: true },
  abbr: { children: ONLY(PHRASE), text: true },
  choice: { children: /^abbr expan $/ },
  expan: { children: /^$/, text: true },
  table: { children: /^(?:head )?(?:row )+$/ },
  row: { children: /^(?:cell )+$/, attributes: { role: /^label$/ } },
  cell: {
    ...MIXED,
    attributes: { role: /^label$/, cols: /^[1-9]\d*$/, rows: /^[1-9]\d*$/, rend: /^(?:left|center|right)$/ },
  },
  figure: { children: new RegExp(`^${of(`${BLOCK} graphic`)}*(?:head )?$`) },
  graphic: { children: /^(?:desc )?$/, attributes: { url: ADDRESS } },
  desc: { children: /^$/, text: true },
  milestone: { children: /^$/, attributes: { unit: /^section$/, rend: /^rule$/ } },
  hi: { children: ONLY(PHRASE), text: true, attributes: { rend: /^\w+$/ } },
  code: { children: /^$/, text: true, attributes: { lang: /^\S+$/, 'xml:space': /^preserve$/ } },
  formula: { children: /^$/, text: true, attributes: { notation: /^TeX$/, rend: /^display$/ } },
  ref: {
    children: ONLY(PHRASE),
    text: true,
    attributes: { target: ADDRESS, type: /^(?:footnote|video|audio|frame|drawing)$/ },
  },
  lb: { children: /^$/ },
};

/** Checks an element and all in it against the models; throws naming the element. */
export function checkContentModel(root: XmlElement): void {
  const open: XmlElement[] = [root];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    const model = MODELS[element.name] ?? assert.fail(`<${element.name}> is not an element of the table`);
    const elements = element.children.filter((child) => typeof child !== 'string');
    const names = elements.map((child) => `${child.name} `).join('');
    assert.match(names, model.children, `content of <${element.name}>`);
    if (!model.text)
      for (const child of element.children)
        if (typeof child === 'string') assert.equal(child.trim(), '', `text in <${element.name}>`);
    for (const [name, value] of Object.entries(element.attributes))
      assert.match(
        value,
        model.attributes?.[name] ?? assert.fail(`${name} of <${element.name}>`),
        `${element.name}/@${name}`,
      );
    open.push(...elements);
  }
}
