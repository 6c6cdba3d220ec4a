/**
 * Rules that say which query parameters identify a document of a site; everything else in a query is dropped.
 *
 * A rule file is text: `pattern<TAB>parameter[<TAB>parameter…]` a line, `#` comments. The pattern is a regular expression,
 * case-sensitive, searched (not anchored) in the basic key. Rules are tried in order; the first whose pattern matches and
 * whose parameters are all there wins.
 */

export interface UrlRule {
  readonly pattern: RegExp;
  /** Names of the parameters to retain; `_cid_` is the hash of the page's title, `_canonical_` the page's own canonical address. */
  readonly retain: readonly string[];
}

/** The nine rules of the URL Tree paper (Table 1), as a rule file: the example to start from. */
export const PAPER_URL_RULES = [
  '# The nine rules of the URL Tree paper: pattern, then the parameters that identify a document.',
  '^https?://abcnews\\.go\\.com\tid',
  '^https?://www\\.fitchratings\\.com.*?/detail\\.cfm\tpr_id',
  '^https?://bbs\\.chinadaily\\.com\\.cn/viewthread\\.php\ttid',
  '^https?://www\\.hurriyetdailynews\\.com/n\\.php\tn',
  '^https?://globeandmail\\.golfcanada\\.ca\tarticleId',
  '^https?://podcast\\.ft\\.com/index\\.php\tpid',
  '^https?://www\\.aljazeera\\.com(\\?.*)?$\t_cid_',
  '^https?://www\\.dailymail\\.co\\.uk/home/index\\.html\t_cid_',
  '^https?://www\\.foxnews\\.com/on-air.*?/index\\.html\t_cid_',
].join('\n');

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

/** Prints rules as a rule file. */
export function printUrlRules(rules: readonly UrlRule[]): string {
  return rules.map(({ pattern, retain }) => `${[pattern.source, ...retain].join('\t')}\n`).join('');
}
