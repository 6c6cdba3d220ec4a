/**
 * Puts a generated part into a file people write: what stands between two markers is replaced, all else is kept.
 *
 * Markers are HTML comments named after the part: `<!-- scores:begin -->` … `<!-- scores:end -->`.
 */
import { readFileSync, writeFileSync } from 'node:fs';

/** The two markers of a part, as help texts and complaints show them. */
export function markersOf(part: string): readonly [begin: string, end: string] {
  return [`<!-- ${part}:begin -->`, `<!-- ${part}:end -->`];
}

/**
 * Replaces a part of a file.
 *
 * @throws RangeError naming file and markers when the file has no such part; the file is then as it was
 */
export function replacePart(file: string, part: string, inside: string): void {
  const [begin, end] = markersOf(part);
  const text = readFileSync(file, 'utf8');
  const from = text.indexOf(begin);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) throw new RangeError(`${file} has no ${begin} … ${end} to write between`);
  writeFileSync(file, `${text.slice(0, from + begin.length)}\n${inside}\n${text.slice(to)}`);
}
