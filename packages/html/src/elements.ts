/** Names of elements, grouped by what they are to a reader. Lists elsewhere are made of these groups. */

/** Names separated by spaces, and groups of them, as one set. */
export function tagNames(...lists: readonly (string | ReadonlySet<string>)[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => (typeof list === 'string' ? list.split(' ') : [...list])));
}

export const HEADINGS = tagNames('h1 h2 h3 h4 h5 h6');
/** Elements whose white space is shown. */
export const PREFORMATTED = tagNames('pre listing xmp plaintext');
/** Elements in a line of text. */
export const PHRASING = tagNames(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q s samp small span strike strong ' +
    'sub sup time tt u var',
);
/** Elements without content or an end tag. */
export const VOID = tagNames('area base br col embed hr img input link meta param source track wbr');
export const IMAGES = tagNames('img amp-img amp-anim');
/** Embedded media that are not images. */
export const MEDIA = tagNames(
  'video audio iframe object embed svg lite-youtube lite-vimeo youtube-video amp-youtube amp-vimeo',
);
/** Elements whose content is characters to the parser, and markup only to browsers that do without the element. */
export const FALLBACKS = tagNames('iframe noembed noframes');
/** Elements that a page never shows. */
export const UNSEEN = tagNames('head title script style template');
/** Elements whose characters are not text of the page: those it never shows, drawings and formulas, and fields of forms. */
export const UNREAD = tagNames(UNSEEN, 'svg math select textarea');
