/**
 * JSON on one line for every reader. JSON allows U+0085, U+2028 and U+2029 in texts, but they end a line for readers that split by
 * Unicode's rules, such as `str.splitlines` of Python; as escapes they do not. All other line ends are escaped by JSON already.
 */
const LINE_ENDS = /[\u0085\u2028\u2029]/g;

/** A value as a line of JSON, without its end. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(LINE_ENDS, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
