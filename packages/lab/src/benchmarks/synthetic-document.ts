/** Documents of synthetic sites: one template per site, sections, articles with unique paragraphs. */

const NOUNS =
  'river stone winter market letter garden window bridge morning harbour village teacher engine forest'.split(' ');

/** Default of paragraphs of 34 words per article, and links around it: about 10 kB of HTML. */
const PARAGRAPHS = 12;
const LINKS = 75;

/**
 * A document of a synthetic site.
 *
 * @param paragraphs of the article; with fewer than {@link PARAGRAPHS} the article also has fewer links around it
 */
export function syntheticDocument(
  site: number,
  number: number,
  random: () => number,
  paragraphs = PARAGRAPHS,
): { url: string; html: string } {
  const pick = (): string => NOUNS[Math.floor(random() * NOUNS.length)];
  const words = (count: number): string =>
    Array.from({ length: count }, () => `${pick()}${letters(Math.floor(random() * 400))}`).join(' ');
  const items = (of: string, count: number): string =>
    Array.from(
      { length: count },
      (_, at) => `<li><a href="/${of}${at}">${of} ${letters(site * 31 + at)}</a></li>`,
    ).join('');
  const section = number % 7;
  const links = Math.round(LINKS * Math.min(1, paragraphs / PARAGRAPHS));
  const [menu, side, foot] = [0.27, 0.53, 0.2].map((share) => Math.max(2, Math.round(share * links)));
  const text = Array.from({ length: paragraphs }, () => `<p>the ${words(24)} and the ${words(8)}.</p>`).join('');
  const html = `<!doctype html><html lang="en"><head><title>${words(4)}</title></head><body><div class="head t${site}"><ul>${items('menu', menu)}</ul></div>
<div id="s${site}"><div class="entry"><h1>${words(6)}</h1>${text}</div><div class="side"><ul>${items(`section ${letters(section)}`, side)}</ul></div></div>
<div class="foot"><ul>${items('foot', foot)}</ul></div></body></html>`;
  return { url: `https://www.site${site}.example/section-${section}/${number}.html`, html };
}

/** A number as letters: learners treat blocks that differ only in digits as equal. */
function letters(value: number): string {
  let rest = value;
  let text = '';
  do {
    text += String.fromCharCode(97 + (rest % 26));
    rest = Math.floor(rest / 26);
  } while (rest > 0);
  return text;
}
