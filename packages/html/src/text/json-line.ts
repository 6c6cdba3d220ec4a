/**
 * JSON on one line for every reader. JSON allows U+0085, U+2028 and U+2029 in texts, but they end a line for readers that split by
 * Unicode's rules, such as `str.splitlines` of Python; as escapes they do not. All other line ends are escaped by JSON already.
 */
const LINE_ENDS = /[\u0085\u2028\u2029]/g;

/** A value as a line of JSON, without its end. */
export function jsonLine(value: unknown): string {
  return escaped(JSON.stringify(value), LINE_ENDS);
}

/**
 * What YAML 1.2 reads as a line end or the start of a stream, or does not allow; JSON does not escape it. Also what begins tags and
 * targets of links in Markdown: many of its viewers show front matter as text.
 */
const NOT_IN_YAML = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|<(?=[A-Za-z/!?])|(?<=\])\(/g;

/** A string, number or list as a value of YAML: JSON, in which no text can end its field. */
export function yamlValue(value: unknown): string {
  return escaped(JSON.stringify(value), NOT_IN_YAML);
}

function escaped(json: string, characters: RegExp): string {
  return json.replace(characters, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The value of JSON; undefined for a text that is none, or nests too deeply for the reviver. */
export function parsedJson(text: string, reviver?: (key: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch {
    return undefined;
  }
}
