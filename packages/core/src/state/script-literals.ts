/**
 * Literals in scripts: the values of `window.STATE = {…}`, `push([1, "…"])`, `JSON.parse("…")`, `kit.start(app, element, {…})` and
 * `window.__NUXT__ = (function (a, b) { return {…a…} }("x", 1))`. They are read by a parser; nothing is run.
 *
 * Read are objects, arrays, strings, template strings without substitutions, numbers and keywords. A call, also with `new`, becomes
 * its argument, or the list of its arguments: enough for dates, sets and maps. Parameters of the function around a literal have the
 * values of the arguments. Anything else ends the literal, and the search goes on after it. Linear; no recursion.
 */
import { parsedJson } from '@dehusk/html';

/** Functions inside functions whose arguments are bound; each is skipped once before its body is read. */
const MAX_FUNCTIONS = 3;

interface Frame {
  readonly kind: 'array' | 'object' | 'call' | 'function' | 'assign' | 'return' | 'group';
  readonly list: unknown[];
  readonly record: Record<string, unknown>;
  key: string;
  /** The function of a `function` frame. */
  readonly body?: FunctionBody;
  /** Of a `return` or `assign` frame: names outside the function, and the place after its call. */
  readonly outer?: Names;
  readonly resume?: number;
}

type Names = ReadonlyMap<string, unknown>;

interface FunctionBody {
  readonly parameters: readonly string[];
  readonly from: number;
  readonly returnAt: number;
}

const NO_NAMES: Names = new Map();
const NUMBER = /[-+]?(?:0x[\da-f]+|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)n?/iy;
const WORD = /(?:new\s+|void\s+)?[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*/uy;
const KEY = /[\p{L}_$][\p{L}\p{N}_$]*|\d+/uy;
const FUNCTION = /\(\s*(?:function\b\s*(?:\w+\s*)?\(([\w$,\s]*)\)|\(([\w$,\s]*)\)\s*=>)\s*\{/y;
const ASSIGNMENT = /[\s;]*([\w$]+)(?:\.([\w$]+)|\[(\d+|"[^"\\]*")\])\s*=\s*/y;
const CONSTANTS: Names = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/**
 * The literals of a script, in order: objects, arrays and strings.
 * @param minLength shorter ones are left out, in characters of the script
 */
export function scriptLiterals(text: string, minLength: number): unknown[] {
  const found: unknown[] = [];
  const reader = new LiteralReader(text);
  let before = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character <= ' ') continue;
    if (character === '/' && (text[at + 1] === '/' || text[at + 1] === '*')) {
      const end = commentEnd(text, at);
      if (end < 0) break;
      at = end - 1;
      continue;
    }
    const isText = character === '"' || character === "'" || character === '`';
    const isOpened = '=(,:?[&|'.includes(before) || (before === 'n' && /\breturn\s*$/.test(text.slice(at - 20, at)));
    const isBracket = character === '{' || character === '[' || character === '(';
    if (!isText && !(isOpened && isBracket && (character !== '(' || reader.isFunction(at)))) {
      before = character;
      continue;
    }
    const isRead = reader.read(at);
    if (isRead && reader.at - at >= minLength) found.push(reader.value);
    // Never after a failure: what was read there is not read again.
    at = Math.max(at, reader.at - 1);
    before = isRead ? ')' : text[at];
  }
  return found;
}

class LiteralReader {
  at = 0;
  value: unknown = undefined;
  private functions = 0;
  /** Characters of function bodies that may still be skipped: what keeps functions without an end linear. */
  private budget: number;

  constructor(private readonly text: string) {
    this.budget = MAX_FUNCTIONS * text.length;
  }

  isFunction(at: number): boolean {
    FUNCTION.lastIndex = at;
    return FUNCTION.test(this.text);
  }

  /** Reads the literal at a place. False when it is none; `at` is then where reading failed. */
  read(from: number): boolean {
    this.at = from;
    this.functions = 0;
    const frames: Frame[] = [];
    let names = NO_NAMES;
    for (;;) {
      // A value is expected here.
      const opened = this.open(frames, names);
      if (opened === 'failed') return false;
      if (opened === 'nested') continue;
      // A value is complete: it goes into the frame around it, which may be complete then, too.
      for (;;) {
        const frame = frames.at(-1);
        if (frame === undefined) return true;
        if (frame.kind === 'object' || frame.kind === 'assign') frame.record[frame.key] = this.value;
        else if (frame.kind !== 'return') frame.list.push(this.value);
        if (frame.kind === 'assign') {
          frames.pop();
          const next = this.statement(frames, names, frame.body as FunctionBody);
          if (!next) return false;
          break;
        }
        if (frame.kind === 'return') {
          frames.pop();
          this.at = frame.resume as number;
          names = frame.outer as Names;
          continue;
        }
        const end = this.separator(frame);
        if (end === 'failed') return false;
        if (end === 'more') break;
        frames.pop();
        if (frame.kind === 'function') {
          const body = frame.body as FunctionBody;
          this.space();
          const resume = this.text[this.at] === ')' ? this.at + 1 : this.at;
          frames.push({ kind: 'return', list: [], record: {}, key: '', outer: names, resume });
          names = new Map(body.parameters.map((name, index) => [name, frame.list[index]]));
          this.at = body.from;
          if (!this.statement(frames, names, body)) return false;
          break;
        }
        this.value = frameValue(frame);
      }
    }
  }

  /** Begins a value. `nested`: the first value inside it is expected next; `done`: `value` is set. */
  private open(frames: Frame[], names: Names): 'nested' | 'done' | 'failed' {
    this.space();
    const { text } = this;
    const character = text[this.at];
    if (character === '{' || character === '[') {
      this.at++;
      const frame: Frame = { kind: character === '{' ? 'object' : 'array', list: [], record: record(), key: '' };
      return this.first(frame, character === '{' ? '}' : ']', frames);
    }
    if (character === '"' || character === "'" || character === '`') return this.string(character) ? 'done' : 'failed';
    if (character === '!') {
      this.value = text[this.at + 1] === '0';
      this.at += 2;
      return 'done';
    }
    if (character === '(') {
      const body = this.functionBody();
      if (body === null) {
        this.at++;
        frames.push({ kind: 'group', list: [], record: {}, key: '' });
        return 'nested';
      }
      return this.first({ kind: 'function', list: [], record: {}, key: '', body }, ')', frames);
    }
    NUMBER.lastIndex = WORD.lastIndex = this.at;
    const number = NUMBER.exec(text);
    if (number !== null) {
      this.at += number[0].length;
      this.value = Number.parseFloat(number[0]);
      return 'done';
    }
    const word = WORD.exec(text)?.[0];
    if (word === undefined || word === 'function' || word === 'async') return 'failed';
    this.at += word.length;
    this.space();
    if (text[this.at] === '(') {
      this.at++;
      return this.first({ kind: 'call', list: [], record: {}, key: '' }, ')', frames);
    }
    if (word === 'void' || word.startsWith('void ')) {
      this.at++;
      this.value = undefined;
    } else this.value = CONSTANTS.has(word) ? CONSTANTS.get(word) : names.get(word);
    return 'done';
  }

  /** Opens a frame, or closes it at once when it is empty. */
  private first(frame: Frame, closer: string, frames: Frame[]): 'nested' | 'done' | 'failed' {
    this.space();
    const isEmpty = this.text[this.at] === closer;
    if (isEmpty && frame.kind !== 'function') {
      this.at++;
      this.value = frameValue(frame);
      return 'done';
    }
    frames.push(frame);
    // No arguments: an argument that no parameter takes keeps the steps of the caller the same.
    if (isEmpty) this.value = undefined;
    if (isEmpty) return 'done';
    return frame.kind !== 'object' || this.key(frame) ? 'nested' : 'failed';
  }

  /** After a value: a comma, or the end of the frame. */
  private separator(frame: Frame): 'more' | 'closed' | 'failed' {
    this.space();
    const closer = frame.kind === 'object' ? '}' : frame.kind === 'array' ? ']' : ')';
    let character = this.text[this.at];
    if (character === ',') {
      this.at++;
      this.space();
      character = this.text[this.at];
      if (character !== closer) {
        // A hole in an array.
        while (frame.kind === 'array' && this.text[this.at] === ',') {
          this.at++;
          this.space();
        }
        return frame.kind !== 'object' || this.key(frame) ? 'more' : 'failed';
      }
    }
    if (character !== closer) return 'failed';
    this.at++;
    return 'closed';
  }

  private key(frame: Frame): boolean {
    this.space();
    const quote = this.text[this.at];
    if (quote === '"' || quote === "'") {
      if (!this.string(quote)) return false;
      frame.key = String(this.value);
    } else {
      KEY.lastIndex = this.at;
      const name = KEY.exec(this.text)?.[0];
      if (name === undefined) return false;
      frame.key = name;
      this.at += name.length;
    }
    this.space();
    if (this.text[this.at] !== ':') return false;
    this.at++;
    return true;
  }

  /** Goes to the next value of a function body: of an assignment to a parameter, else of the return. */
  private statement(frames: Frame[], names: Names, body: FunctionBody): boolean {
    ASSIGNMENT.lastIndex = this.at;
    const found = ASSIGNMENT.exec(this.text);
    if (found !== null && this.at < body.returnAt) {
      const target = names.get(found[1]);
      this.at = ASSIGNMENT.lastIndex;
      const key = (found[2] ?? found[3]).replace(/"/g, '');
      const into = typeof target === 'object' && target !== null ? (target as Record<string, unknown>) : {};
      if (key === '__proto__') return false;
      frames.push({ kind: 'assign', list: [], record: into, key, body });
      return true;
    }
    this.at = body.returnAt;
    return true;
  }

  /** The function called at this place, or null. `at` is then after the parenthesis that begins its arguments. */
  private functionBody(): FunctionBody | null {
    FUNCTION.lastIndex = this.at;
    const head = FUNCTION.exec(this.text);
    if (head === null || ++this.functions > MAX_FUNCTIONS || this.budget <= 0) return null;
    const from = FUNCTION.lastIndex;
    const { text } = this;
    let returnAt = -1;
    let depth = 1;
    let at = from;
    for (; at < text.length && depth > 0; at++) {
      const character = text[at];
      if (character === '{') depth++;
      else if (character === '}') depth--;
      else if (character === '"' || character === "'" || character === '`') at = stringEnd(text, at);
      else if (depth === 1 && character === 'r' && text.startsWith('return', at)) returnAt = at + 'return'.length;
    }
    this.budget -= at - from;
    if (returnAt < 0 || depth > 0) return null;
    while (text[at] === ')' || text[at] <= ' ') at++;
    if (text[at] !== '(') return null;
    this.at = at + 1;
    return { parameters: (head[1] ?? head[2] ?? '').split(',').map((name) => name.trim()), from, returnAt };
  }

  private string(quote: string): boolean {
    const from = this.at;
    const end = stringEnd(this.text, from);
    this.at = end + 1;
    if (this.text[end] !== quote) return false;
    const raw = this.text.slice(from + 1, end);
    this.value = raw.includes('\\') ? unescaped(raw, quote) : raw;
    return true;
  }

  /** Skips white space and comments. */
  private space(): void {
    const { text } = this;
    for (;;) {
      while (this.at < text.length && text.charCodeAt(this.at) <= 32) this.at++;
      if (text[this.at] !== '/') return;
      const end = commentEnd(text, this.at);
      if (end < 0) return;
      this.at = end;
    }
  }
}

/** A record that may have any key: `__proto__` is one like the others. */
const record = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>;

function frameValue({ kind, list, record: own }: Frame): unknown {
  if (kind === 'object') return own;
  return kind === 'array' || list.length !== 1 ? list : list[0];
}

/** Place after the comment that begins here; −1 for none, or one without an end. */
function commentEnd(text: string, from: number): number {
  const isBlock = text[from + 1] === '*';
  if (!isBlock && text[from + 1] !== '/') return -1;
  const end = text.indexOf(isBlock ? '*/' : '\n', from + 2);
  return end < 0 ? -1 : end + (isBlock ? 2 : 1);
}

/** Place of the quotation mark that closes a string; of the line break or the end of the text when none does. */
function stringEnd(text: string, from: number): number {
  const quote = text.charCodeAt(from);
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 92) at++;
    else if (code === quote || (code === 10 && quote !== 96)) return at;
  }
  return text.length;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', '0': '' };

function unescaped(raw: string, quote: string): string {
  // Most long strings are JSON, which the engine reads ten times as fast.
  const text = quote === '"' ? parsedJson(`"${raw}"`) : undefined;
  if (typeof text === 'string') return text;
  return raw.replace(
    /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|\r\n|([\s\S]))/gi,
    (_, point?: string, unit?: string, byte?: string, other?: string) => {
      if (point !== undefined)
        return Number.parseInt(point, 16) > 0x10ffff ? '' : String.fromCodePoint(Number.parseInt(point, 16));
      const code = unit ?? byte;
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      return other === undefined || other === '\n' ? '' : (ESCAPES[other] ?? other);
    },
  );
}
