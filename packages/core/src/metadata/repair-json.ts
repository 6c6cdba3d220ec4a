/**
 * JSON as pages write it: wrapped in comments or CDATA, with line breaks inside strings, trailing commas, comments, semicolons,
 * several values in one script, escaped as HTML, cut off at the end.
 *
 * One pass over the characters rewrites the text as strict JSON values, which `JSON.parse` then reads. Valid JSON is not touched.
 * Not jsonrepair: it recurses and takes quadratic time on hostile scripts (64 kB of `{`: 2 s).
 */

/** The values in the text: none when nothing can be read, several when values follow each other. Never throws. */
export function parseLooseJson(text: string): unknown[] {
  const strict = parsed(text);
  if (strict !== undefined) return [strict];
  const bare = /^\s*[[{]\s*&(?:quot|#34);/.test(text) ? text.replace(/&(?:quot|#34);/g, '"') : text;
  const values: unknown[] = [];
  for (const piece of repaired(bare)) {
    const value = parsed(piece);
    if (value !== undefined) values.push(value);
  }
  return values;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const CONTROL_ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** The outermost values as strict JSON; the text around them is dropped. */
function repaired(text: string): string[] {
  const values: string[] = [];
  /** The expected closers, the innermost last. */
  const open: string[] = [];
  let out: string[] = [];
  let at = 0;
  const flush = (): void => {
    values.push(out.join(''));
    out = [];
  };
  /** Removes a comma before a closer. */
  const dropComma = (): void => {
    for (let last = out.length - 1; last >= 0; last--) {
      if ((out[last] as string).trim() === '') continue;
      if (out[last] === ',') out.length = last;
      return;
    }
  };
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '"' && open.length > 0) {
      const end = stringEnd(text, at + 1);
      out.push(strictString(text.slice(at + 1, end)));
      at = end + 1;
    } else if (char === '{' || char === '[') {
      open.push(char === '{' ? '}' : ']');
      out.push(char);
      at++;
    } else if ((char === '}' || char === ']') && open.length > 0) {
      dropComma();
      out.push(open.pop() as string);
      at++;
      if (open.length === 0) flush();
    } else if (text.startsWith('/*', at)) {
      const end = text.indexOf('*/', at + 2);
      at = end < 0 ? text.length : end + 2;
    } else if (text.startsWith('//', at)) {
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length : end + 1;
    } else if (text.startsWith('<!--', at)) at += 4;
    else if (text.startsWith('-->', at)) at += 3;
    else {
      if (open.length > 0 && char !== ';') out.push(char);
      at++;
    }
  }
  // The text is cut off: close what is open.
  if (open.length > 0) {
    dropComma();
    while (open.length > 0) out.push(open.pop() as string);
    flush();
  }
  return values;
}

/**
 * The end of a string: the first unescaped quotation mark before a character that may follow a string. So a mark inside prose
 * (`"the "best" one"`) is part of the string.
 */
function stringEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '\\') at++;
    else if (char === '"') {
      let next = at + 1;
      while (next < text.length && next < at + 100 && text.charCodeAt(next) <= 0x20) next++;
      const after = text.charAt(next);
      if (after === '' || after === ',' || after === ':' || after === '}' || after === ']') return at;
    }
  }
  return text.length;
}

/** The content of a string as a strict JSON string. */
function strictString(inside: string): string {
  const strict = inside.replace(/\\u[\da-f]{4}|\\["\\/bfnrt]|\\|"|[\0-\x1f]/gi, (found) => {
    if (found.length > 1) return found;
    if (found === '\\') return '\\\\';
    if (found === '"') return '\\"';
    return CONTROL_ESCAPES[found] ?? ' ';
  });
  return `"${strict}"`;
}
