import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { type LocatedValue, type Place, pointer } from './located-value.js';

/** Reads JSON, comments and a last comma allowed, with the place of every setting. */
export function readJson(text: string): LocatedValue {
  const errors: ParseError[] = [];
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
