/** Stand-in for a space at which no line may break; becomes a space when the lines are complete. */
export const FIXED_SPACE = '\x01';

/** Starts a line without being markup there; a number with a period would begin a list. */
const SAFE_START = /^(?!\d+[.)]$)[\p{L}\p{N}]/u;
/** Before a line end, a backslash is a line break, and a tag that is alone on its line begins a block of HTML. */
const UNSAFE_END = /[\\>]$/;

/**
 * Breaks a line of prose at spaces into lines of at most `width` characters. A line is longer where no break is safe: the next
 * word could be read as markup, or the word before with the break.
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
    if (next !== undefined && (!SAFE_START.test(next) || UNSAFE_END.test(word))) continue;
    const unit = together.join(' ');
    together = [];
    if (current.length > 0 && length + 1 + unit.length > width) end();
    current.push(unit);
    length += unit.length + (current.length > 1 ? 1 : 0);
  }
  end();
  return lines;
}
