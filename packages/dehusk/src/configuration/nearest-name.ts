/** Names that differ by more edits than this share of their letters are not meant. */
const MAX_EDITS = 0.4;

/** The known name that is nearest to a wrong one (Levenshtein 1966, upper and lower case alike), or null. */
export function nearestName(wrong: string, known: readonly string[]): string | null {
  let best: string | null = null;
  let least = Math.max(2, wrong.length * MAX_EDITS);
  for (const name of known) {
    const edits = distance(wrong.toLowerCase(), name.toLowerCase());
    if (edits < least) {
      least = edits;
      best = name;
    }
  }
  return best;
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length];
}
