import { type AST, getStaticTOMLValue, ParseError, parseTOML } from 'toml-eslint-parser';
import { type LocatedValue, type Place, pointer } from './located-value.js';

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
  // A dotted key opens the tables on its way.
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

/** The first place of a name counts: a table that is opened twice is described where it begins. */
function note(places: Places, at: string, node: AST.TOMLNode): void {
  if (!places.has(at)) places.set(at, { line: node.loc.start.line, column: node.loc.start.column + 1 });
}
