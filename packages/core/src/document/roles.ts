/**
 * What each element of HTML does to the text around it when a document is built: starts a paragraph, a list, a mark …
 *
 * As the standard's rendering section has it, not as a page's styles have it: a page is read without them.
 */
import type { MarkName } from './document.js';

/** What an element does to what is around it. */
export type Role =
  | 'inline'
  | 'block'
  | 'heading'
  | 'list'
  | 'item'
  | 'definitions'
  | 'term'
  | 'description'
  | 'quote'
  | 'pre'
  | 'table'
  | 'cell'
  | 'caption'
  | 'figure'
  | 'figcaption'
  | 'mark'
  | 'link'
  | 'code'
  | 'math'
  | 'image'
  | 'script'
  | 'span'
  | 'noscript'
  | 'break'
  | 'rule'
  | 'hidden';

const ROLES: ReadonlyMap<string, Role> = new Map<string, Role>([
  ...each(
    'block',
    '#document html body address article aside button center details dialog div fieldset footer form frameset header hgroup ' +
      'legend main nav option optgroup p search section select summary tbody template tfoot textarea thead tr',
  ),
  ...each('heading', 'h1 h2 h3 h4 h5 h6'),
  ...each('list', 'ul ol menu dir'),
  ...each('item', 'li'),
  ...each('definitions', 'dl'),
  ...each('term', 'dt'),
  ...each('description', 'dd'),
  ...each('quote', 'blockquote'),
  ...each('pre', 'pre listing xmp plaintext'),
  ...each('table', 'table'),
  ...each('cell', 'td th'),
  ...each('caption', 'caption'),
  ...each('figure', 'figure'),
  ...each('figcaption', 'figcaption'),
  ...each('mark', 'b strong i em cite dfn var del s strike sub sup mark'),
  ...each('link', 'a'),
  ...each('code', 'code kbd samp tt'),
  ...each('math', 'math'),
  ...each('image', 'img'),
  ...each('script', 'script'),
  ...each('span', 'span'),
  ...each('noscript', 'noscript'),
  ...each('break', 'br'),
  ...each('rule', 'hr'),
  ...each('hidden', 'head style'),
]);

const MARKS: Readonly<Record<string, MarkName>> = {
  b: 'strong',
  strong: 'strong',
  i: 'emphasis',
  em: 'emphasis',
  cite: 'emphasis',
  dfn: 'emphasis',
  var: 'emphasis',
  del: 'deleted',
  s: 'deleted',
  strike: 'deleted',
  sub: 'subscript',
  sup: 'superscript',
  mark: 'mark',
};

/** The role of elements of a tag name; what is unknown is inline, as in a browser. */
export function roleOf(name: string): Role {
  return ROLES.get(name) ?? 'inline';
}

/** The mark an element of role `mark` sets on its text. */
export function markOf(name: string): MarkName {
  return MARKS[name] as MarkName;
}

function each(role: Role, names: string): [string, Role][] {
  return names.split(' ').map((name) => [name, role]);
}
