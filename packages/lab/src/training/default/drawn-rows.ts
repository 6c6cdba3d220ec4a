/** Which rows and features a tree is grown from. */

/** Each row with the same chance. */
export function draw(rows: Uint32Array, share: number, random: () => number): Uint32Array {
  return share >= 1 ? rows : rows.filter(() => random() < share);
}

/** Features without replacement, in rising order. */
export function drawFeatures(from: number | readonly number[], share: number, random: () => number): Uint16Array {
  const all = typeof from === 'number' ? Uint16Array.from({ length: from }, (_, at) => at) : Uint16Array.from(from);
  const count = all.length;
  const wanted = Math.max(1, Math.round(count * share));
  for (let at = 0; at < wanted; at++) {
    const other = at + Math.floor(random() * (count - at));
    const kept = all[at];
    all[at] = all[other];
    all[other] = kept;
  }
  return all.slice(0, wanted).sort();
}
