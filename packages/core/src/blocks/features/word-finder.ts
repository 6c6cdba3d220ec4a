/**
 * Which of several lists of lower-case ASCII words stand in a text, found in one pass over it: a table tells of two characters
 * whether any word begins with them. (A regular expression a list tries every word at every place.)
 */
export function wordFinder(lists: readonly (readonly string[])[]): (text: string) => number[] {
  const begins = new Uint8Array(128 * 128);
  const words = lists.flatMap((list, at) => list.map((word) => ({ word, at })));
  for (const { word } of words) begins[word.charCodeAt(0) * 128 + word.charCodeAt(1)] = 1;
  return (text) => {
    const found = lists.map(() => 0);
    let before = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code >= 128) {
        before = 0;
        continue;
      }
      if (begins[before * 128 + code] === 1)
        for (const one of words) if (found[one.at] === 0 && text.startsWith(one.word, at - 1)) found[one.at] = 1;
      before = code;
    }
    return found;
  };
}
