/**
 * Rules that name the query parameters which identify a document of a site; the rest of the query is dropped.
 *
 * A rule file is text with one rule per line, `pattern<TAB>parameter[<TAB>parameter…]`, and `#` comments. The pattern is a
 * regular expression, case-sensitive, searched (not anchored) in the basic key. The first rule whose pattern matches and whose
 * parameters are all present wins.
 */

export interface UrlRule {
  readonly pattern: RegExp;
  /** Names of the parameters to retain; `_cid_` is the hash of the page's title, `_canonical_` the page's own canonical address. */
  readonly retain: readonly string[];
}

/** In place of a parameter in {@link UrlRule.retain}: the page's own canonical address names the document. */
export const CANONICAL = '_canonical_';

/**
 * Reads a rule file.
 *
 * @throws RangeError for a line without a parameter or with a broken pattern, with its number
 */
export function parseUrlRules(text: string): UrlRule[] {
  const rules: UrlRule[] = [];
  for (const [at, line] of text.split(/\r\n|[\r\n]/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [pattern, ...retain] = line.split('\t').map((field) => field.trim());
    if (retain.length === 0 || retain.includes(''))
      throw new RangeError(
        `URL rules, line ${at + 1}: got ${JSON.stringify(line)}, expected a pattern, a tab and parameter names`,
      );
    try {
      rules.push({ pattern: new RegExp(pattern, 'u'), retain });
    } catch (error) {
      throw new RangeError(
        `URL rules, line ${at + 1}: got ${JSON.stringify(pattern)}, expected a regular expression (${(error as Error).message})`,
      );
    }
  }
  return rules;
}
