import {
  getNodeValue,
  type ParseError as JsonParseError,
  type Node,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { type AST, getStaticTOMLValue, ParseError, parseTOML } from 'toml-eslint-parser';

/** A parsed configuration file with the place of every part. */
interface Place {
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
}

type LocatedValue =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** Places of values by JSON Pointer (RFC 6901): `/sources/0/url`. */
      readonly values: ReadonlyMap<string, Place>;
      /** Places of the names of settings by the same pointers. */
      readonly keys: ReadonlyMap<string, Place>;
    }
  | { readonly ok: false; readonly place: Place; readonly message: string };

/** The pointer of a member. */
export function pointer(parent: string, member: string | number): string {
  return `${parent}/${String(member).replace(/~/g, '~0').replace(/\//g, '~1')}`;
}

/** Reads JSON, comments and a last comma allowed, with the place of every setting. */
export function readJson(text: string): LocatedValue {
  const errors: JsonParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const lineStarts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lineStarts.push(at + 1);
  const place = (offset: number): Place => {
    const line = lineStarts.findLastIndex((start) => start <= offset);
    return { line: line + 1, column: offset - lineStarts[line] + 1 };
  };
  if (errors.length > 0 || root === undefined) {
    const [first] = errors;
    const message = first === undefined ? 'the file is empty' : spoken(printParseErrorCode(first.error));
    return { ok: false, place: place(first?.offset ?? 0), message };
  }
  const values = new Map<string, Place>();
  const keys = new Map<string, Place>();
  const open: { readonly node: Node; readonly at: string }[] = [{ node: root, at: '' }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, at } = next;
    values.set(at, place(node.offset));
    if (node.type === 'object')
      for (const { children: [name, value] = [] } of node.children ?? []) {
        if (name === undefined || value === undefined) continue;
        const member = pointer(at, name.value as string);
        keys.set(member, place(name.offset));
        open.push({ node: value, at: member });
      }
    else if (node.type === 'array')
      node.children?.forEach((child, index) => {
        open.push({ node: child, at: pointer(at, index) });
      });
  }
  return { ok: true, value: getNodeValue(root), values, keys };
}

/** `CommaExpected` → "comma expected". */
function spoken(code: string): string {
  return code.replace(/(?<!^)([A-Z])/g, ' $1').toLowerCase();
}

/** Reads TOML 1.0 with the place of every setting. */
export function readToml(text: string): LocatedValue {
  let program: AST.TOMLProgram;
  try {
    program = parseTOML(text);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return { ok: false, place: { line: error.lineNumber, column: error.column + 1 }, message: error.message };
  }
  const values = new Map<string, Place>();
  const keys = new Map<string, Place>();
  const top = program.body[0];
  for (const part of top.body) {
    if (part.type === 'TOMLKeyValue') readPair(part, '', values, keys);
    else {
      const parent = part.resolvedKey.reduce<string>(pointer, '');
      note(values, parent, part);
      note(keys, parent, part.key);
      for (const pair of part.body) readPair(pair, parent, values, keys);
    }
  }
  return { ok: true, value: getStaticTOMLValue(program), values, keys };
}

type Places = Map<string, Place>;

function readPair(pair: AST.TOMLKeyValue, parent: string, values: Places, keys: Places): void {
  let at = parent;
  // A dotted key opens the tables it names.
  for (const part of pair.key.keys) {
    at = pointer(at, part.type === 'TOMLBare' ? part.name : part.value);
    note(keys, at, part);
    note(values, at, pair.value);
  }
  readValue(pair.value, at, values, keys);
}

function readValue(node: AST.TOMLContentNode, at: string, values: Places, keys: Places): void {
  note(values, at, node);
  if (node.type === 'TOMLArray') {
    node.elements.forEach((one, index) => {
      readValue(one, pointer(at, index), values, keys);
    });
  } else if (node.type === 'TOMLInlineTable') for (const pair of node.body) readPair(pair, at, values, keys);
}

/** Keeps the first place of a name: a table that is opened twice is described where it begins. */
function note(places: Places, at: string, node: AST.TOMLNode): void {
  if (!places.has(at)) places.set(at, { line: node.loc.start.line, column: node.loc.start.column + 1 });
}
