/**
 * What the styles of an element say about its text: its style attribute, its attributes for colours, and the rules of the page's own
 * style elements. Nothing is loaded.
 *
 * Most elements of a page share their styles with others, so the cascade is computed once for each list of matching rules with a style
 * attribute, not for each element.
 */
import { classWords, idsOf } from './classes.js';
import { backgroundOf, colourOf, fontSizeOf, type Hiding, hidingOf, type Styles, UNKNOWN } from './hiding-styles.js';
import { attributeReader, type NodeId, type Page, textOf } from './page.js';
import { RuleIndex } from './rule-index.js';
import { type Declaration, declarationsOf, type StyleRule, screensOf, styleRules } from './style-rules.js';

/** What the styles of an element say. */
export interface Look {
  /** How it hides its whole subtree; null when it does not. */
  readonly hiding: Hiding | null;
  /** Whether it sets `display`. */
  readonly isDisplayed: boolean;
  /** Whether it sets properties of movement. */
  readonly isMoving: boolean;
  /** Whether its height changes slowly, as that of a part that a script unfolds. */
  readonly isFolding: boolean;
  /** Whether it makes its text invisible or visible; null for neither. */
  readonly isInvisible: boolean | null;
  readonly fontSize: 0 | 1 | null;
  readonly background: number | null;
  readonly colour: number | null;
}

/** The own styles of an element, from its attributes. */
interface OwnStyles {
  readonly declarations: readonly Declaration[];
  readonly colours: readonly Declaration[];
  /** By the positions of the rules. */
  readonly looks: Map<string, Look>;
}

/** A style attribute or rule that may make text invisible, or set what decides on it. */
const SUSPICIOUS =
  /none|hidden|collapse|visible|opacity|font|clip|indent|height|width|color|background|left|top|right|bottom|inset|margin|transform|scale|zoom|display|inline|block|translate|--|\\|\/\*/;

/** The innermost reference to a custom property, with its fallback. */
const VARIABLE = /\bvar\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)/;
const MAX_SUBSTITUTIONS = 8;
/** Above all selectors. */
const INLINE_STYLE = 1e8;
const IMPORTANT = 1e9;
const MOVING = ['transform', 'transition', 'will-change', 'animation'];

export class StyleReader {
  /** Whether the page links style sheets, which nobody reads here. */
  readonly hasLinkedStyles: boolean;
  private readonly rules: readonly StyleRule[];
  private readonly index: RuleIndex | null;
  private readonly unstyled: OwnStyles = { declarations: [], colours: [], looks: new Map() };
  /** Own styles by their attributes; null for those that say nothing. */
  private readonly known = new Map<string, OwnStyles | null>();
  private readonly styleOf;
  private readonly colourAttribute;
  private readonly backgroundAttribute;
  private readonly found;
  private variables: Map<string, string> | null = null;
  private revealed: ReadonlySet<string> | null = null;

  constructor(page: Page) {
    this.found = ownRules(page);
    this.rules = this.found.rules.filter(({ isState }) => !isState);
    this.index = this.rules.length === 0 ? null : new RuleIndex(page, this.rules);
    this.hasLinkedStyles = this.found.isLinked;
    this.styleOf = attributeReader(page, 'style');
    this.colourAttribute = attributeReader(page, 'color');
    this.backgroundAttribute = attributeReader(page, 'bgcolor');
  }

  /** The names, `#id` and `.class`, of elements that a style of the page shows when something happens, whatever and wherever it is. */
  revealedNames(): ReadonlySet<string> {
    if (this.revealed !== null) return this.revealed;
    const names = new Set<string>();
    const { rules, unscripted } = this.found;
    for (const rule of rules) {
      const { isState, above, last, written, block } = rule;
      const isOpen = !isState && above.length === 0 && last.classes.length < 2 && written === null;
      if (isOpen && !unscripted.has(rule)) continue;
      const own = last.id !== '' ? [`#${last.id}`] : last.classes.slice(0, 4).map((one) => `.${one}`);
      if (own.some((one) => !names.has(one)) && showing(block.declarations)) for (const one of own) names.add(one);
    }
    this.revealed = names;
    return names;
  }

  /** The look of an element; null without styles. */
  lookOf(node: NodeId): Look | null {
    const rules = this.index?.rulesOf(node) ?? [];
    const own = this.ownStyles(node);
    if (rules.length === 0 && own === this.unstyled) return null;
    const key = rules.length === 0 ? '' : rules.join();
    let look = own.looks.get(key);
    if (look === undefined) own.looks.set(key, (look = lookBy(this.cascade(rules, own))));
    return look;
  }

  private ownStyles(node: NodeId): OwnStyles {
    const style = this.styleOf(node) ?? '';
    const colour = this.colourAttribute(node);
    const background = this.backgroundAttribute(node);
    if (style === '' && colour === null && background === null) return this.unstyled;
    const key = colour === null && background === null ? style : JSON.stringify([style, colour, background]);
    let own = this.known.get(key);
    if (own === undefined) {
      const declarations = SUSPICIOUS.test(style.toLowerCase()) ? declarationsOf(style) : [];
      const colours: Declaration[] = [];
      if (colour !== null) colours.push({ name: 'color', value: colour, isImportant: false });
      if (background !== null) colours.push({ name: 'background-color', value: background, isImportant: false });
      own = declarations.length + colours.length === 0 ? null : { declarations, colours, looks: new Map() };
      this.known.set(key, own);
    }
    return own ?? this.unstyled;
  }

  /** The values of an element by the cascade. */
  private cascade(rules: readonly number[], own: OwnStyles): Styles {
    const values = new Map<string, string>();
    const weights = new Map<string, number>();
    const set = ({ name, value, isImportant }: Declaration, specificity: number): void => {
      const weight = specificity + (isImportant ? IMPORTANT : 0);
      if ((weights.get(name) ?? 0) > weight) return;
      weights.set(name, weight);
      values.set(name, value);
    };
    for (const one of own.colours) set(one, 0);
    for (const at of rules) for (const one of this.rules[at].block.declarations) set(one, this.rules[at].specificity);
    for (const one of own.declarations) set(one, INLINE_STYLE);
    for (const [name, value] of values) if (value.includes('var(')) values.set(name, this.substituted(value, values));
    return values;
  }

  /** A value with the custom properties in it: those of the element, else the ones that the page declares last. */
  private substituted(value: string, own: Styles): string {
    const variables = (this.variables ??= declaredVariables(this.rules));
    let text = value;
    for (let left = MAX_SUBSTITUTIONS; left > 0 && text.includes('var('); left--)
      text = text.replace(
        VARIABLE,
        (_, name, fallback) => own.get(name) ?? variables.get(name) ?? fallback?.trim() ?? '',
      );
    return text;
  }
}

function lookBy(styles: Styles): Look {
  const visibility = styles.get('visibility');
  const painted = styles.get('-webkit-text-fill-color') ?? 'currentcolor';
  const fill = painted === 'currentcolor' ? styles.get('color') : painted;
  const shadow = styles.get('text-shadow') ?? 'none';
  const clip = `${styles.get('background-clip')} ${styles.get('-webkit-background-clip')}`;
  // Text that a gradient or a shadow draws.
  const isDrawn = shadow !== 'none' || clip.includes('text');
  return {
    hiding: hidingOf(styles),
    isDisplayed: styles.has('display'),
    isMoving: MOVING.some((one) => styles.has(one)),
    isFolding: styles.has('max-height') && styles.get('transition')?.includes('height') === true,
    isInvisible: visibility === 'hidden' || visibility === 'collapse' || (visibility === 'visible' ? false : null),
    fontSize: fontSizeOf(styles),
    background: backgroundOf(styles),
    colour: isDrawn ? UNKNOWN : fill === undefined || fill === 'inherit' ? null : colourOf(fill),
  };
}

/** The custom properties that rules declare. */
function declaredVariables(rules: readonly StyleRule[]): Map<string, string> {
  const variables = new Map<string, string>();
  for (const { block } of rules)
    if (block.text.includes('--'))
      for (const { name, value } of block.declarations) if (name.startsWith('--')) variables.set(name, value);
  return variables;
}

function showing(declarations: readonly Declaration[]): boolean {
  return declarations.some(({ name, value }) => {
    if (name === 'display') return value !== 'none';
    if (name === 'visibility') return value === 'visible';
    if (name === 'opacity') return Number.parseFloat(value) > 0.1;
    if (name === 'height' || name === 'max-height') return /[1-9]|auto|none|fit|max/.test(value);
    return name === 'color' && value !== 'transparent';
  });
}

/** The rules of the style elements of a page; those for pages without scripts never hide. */
function ownRules(page: Page) {
  const rules: StyleRule[] = [];
  const unscripted = new Set<StyleRule>();
  let isLinked = false;
  const [ids, words] = [idsOf(page), classWords(page).all];
  const isNamed = (mark: string, name: string): boolean => (mark === '#' ? ids : words).has(name);
  const [style, link, noscript, template] = ['style', 'link', 'noscript', 'template'].map((one) => page.nameIndex(one));
  let unscriptedTo = 0;
  for (let node = 1; node < page.size; node++) {
    const tag = page.tag[node];
    if (tag === template) node = page.end[node] - 1;
    else if (tag === noscript) unscriptedTo = page.end[node];
    else if (tag === link) isLinked ||= /\bstylesheet\b/i.test(page.attribute(node, 'rel') ?? '');
    else if (tag === style) {
      const screens = screensOf(page.attribute(node, 'media') ?? '');
      if (screens === 'none') continue;
      if (/@import/.test(textOf(page, node))) isLinked = true;
      for (const rule of styleRules(textOf(page, node), isNamed)) {
        const isUnscripted = node < unscriptedTo;
        const own = isUnscripted || screens === 'some' ? { ...rule, isState: true } : rule;
        if (isUnscripted) unscripted.add(own);
        rules.push(own);
      }
    }
  }
  return { rules, unscripted, isLinked };
}
