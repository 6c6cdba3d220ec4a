/** Represents a space that no line may break at, until all is written. */
export const FIXED_SPACE = '\x01';

/** Starts a line without being markup there; a number with a period would begin a list. */
const SAFE_START = /^(?!\d+[.)]$)[\p{L}\p{N}]/u;
const ENDS_IN_BACKSLASH = /\\$/;

/**
 * A line of prose as lines of at most a number of characters, broken at spaces. A line longer than that stays where no break is safe: the next
 * word could be taken for markup, or a backslash before the break for a line break.
 */
export function wrapped(line: string, width: number): string[] {
  if (line.length <= width) return [line.replaceAll(FIXED_SPACE, ' ')];
  const lines: string[] = [];
  let current: string[] = [];
  let length = 0;
  const end = (): void => {
    lines.push(current.join(' ').replaceAll(FIXED_SPACE, ' '));
    current = [];
    length = 0;
  };
  /** Words that no break may part. */
  let together: string[] = [];
  const words = line.split(' ');
  for (const [at, word] of words.entries()) {
    together.push(word);
    const next = words[at + 1];
    if (next !== undefined && (!SAFE_START.test(next) || ENDS_IN_BACKSLASH.test(word))) continue;
    const unit = together.join(' ');
    together = [];
    if (current.length > 0 && length + 1 + unit.length > width) end();
    current.push(unit);
    length += unit.length + (current.length > 1 ? 1 : 0);
  }
  end();
  return lines;
}
