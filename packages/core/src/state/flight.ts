/**
 * React's flight format, as Next.js writes it in `self.__next_f.push([1, "…"])`: rows `ID:JSON`, and text rows `ID:Tlength,text`, whose
 * length counts UTF-8 bytes. Other rows (modules, hints, errors) hold no text. A string `$ID`, `$LID` or `$@ID` in a row refers to a row,
 * also with a path (`$ID:props:children`); `$D` begins a date; `$$` stands for a dollar sign.
 */

/** Rows by their id. */
type FlightRows = ReadonlyMap<string, unknown>;

const ROW = /([0-9a-f]{0,16}):(?:T([0-9a-f]{1,16}),)?/y;
const NO_SPACE = /\S/g;

/** Reads the rows of a stream. A damaged row is left out. Linear. */
export function readFlight(stream: string): FlightRows {
  const rows = new Map<string, unknown>();
  let at = 0;
  while (at < stream.length) {
    NO_SPACE.lastIndex = at;
    at = NO_SPACE.exec(stream)?.index ?? stream.length;
    ROW.lastIndex = at;
    const head = ROW.exec(stream);
    if (head?.[2] !== undefined) {
      const from = ROW.lastIndex;
      at = afterBytes(stream, from, Number.parseInt(head[2], 16));
      rows.set(head[1], stream.slice(from, at));
      continue;
    }
    const end = stream.indexOf('\n', at);
    const line = stream.slice(head === null ? at : ROW.lastIndex, end < 0 ? stream.length : end);
    at = end < 0 ? stream.length : end + 1;
    if (head === null || !/^["[{]/.test(line)) continue;
    try {
      rows.set(head[1], JSON.parse(line));
    } catch {
      // Left out.
    }
  }
  return rows;
}

/** Place after a number of UTF-8 bytes. */
function afterBytes(text: string, from: number, bytes: number): number {
  let at = from;
  for (let left = bytes; left > 0 && at < text.length; at++) {
    const code = text.charCodeAt(at);
    // Each half of a pair counts two of its four bytes.
    left -= code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
  }
  return at;
}

/** The value that a string of a row stands for: that of another row, or the string itself. */
export function fromFlight(text: string, rows: FlightRows): unknown {
  if (!text.startsWith('$') || text === '$') return text;
  if (text.startsWith('$$')) return text.slice(1);
  if (text.startsWith('$D')) return text.slice(2);
  const [, id, path] = /^\$[L@QWFhi]?([0-9a-f]+)((?::[\w$-]{1,50}){0,10})$/.exec(text) ?? [];
  if (id === undefined) return undefined;
  let value = rows.get(id);
  for (const step of path.split(':').slice(1)) {
    // The parts of an element: ["$", type, key, props].
    const key = Array.isArray(value) && value[0] === '$' ? ({ type: '1', key: '2', props: '3' }[step] ?? step) : step;
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string, unknown>)[key]
        : undefined;
    if (typeof value === 'string' && value.startsWith('$')) return undefined;
  }
  return value;
}
