/**
 * Items of a feed that is not well-formed: a walk over its tags that takes whatever stands inside items.
 *
 * Over htmlparser2's tokens and not its `parseFeed`, which searches the tree again for every item: 5,000 items that nest
 * for want of closing tags took it half a minute.
 */
import { Parser } from 'htmlparser2';

/** The fields of an item by the names of their elements, without prefixes but for `content:encoded` and `dc:date`. */
export type ItemFields = ReadonlyMap<string, string>;

/** Elements that are items. */
const ITEMS: ReadonlySet<string> = new Set(['item', 'entry']);
/** Elements whose text is kept. */
const FIELDS: ReadonlySet<string> = new Set([
  'title',
  'link',
  'guid',
  'id',
  'description',
  'summary',
  'content',
  'content:encoded',
  'pubdate',
  'updated',
  'published',
  'dc:date',
]);
/** Items taken of one feed, and characters of one field: more is no feed. */
const MAX_ITEMS = 100_000;
const MAX_FIELD = 4 * 1024 * 1024;
/** Open elements after which the rest is left: the parser's time grows with their square. */
const MAX_DEPTH = 1_000;
/** Characters between two looks at the depth. */
const STEP = 16_384;

/** The items of a feed, the last left out when the feed ends inside it; null when it has no sign of a feed. */
export function readForgivingly(text: string): ItemFields[] | null {
  const items: ItemFields[] = [];
  let isFeed = false;
  let depth = 0;
  let item: Map<string, string> | null = null;
  let field: string | null = null;
  const finish = (): void => {
    if (item !== null && items.length < MAX_ITEMS) items.push(item);
    item = null;
    field = null;
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth++;
        if (name === 'rss' || name === 'feed' || name === 'rdf:rdf' || name === 'channel') isFeed = true;
        if (ITEMS.has(name)) {
          // An item inside an item: the first was never closed.
          finish();
          item = new Map();
        } else if (item !== null && FIELDS.has(name) && !item.has(name)) {
          const { href, rel = 'alternate', ispermalink } = attributes;
          if (name === 'link' && href !== undefined) {
            if (rel === 'alternate') item.set('link', href);
          } else if (!(name === 'guid' && ispermalink === 'false')) {
            field = name;
            item.set(name, '');
          }
        }
      },
      ontext(piece) {
        const known = field === null ? undefined : item?.get(field);
        if (known !== undefined && known.length + piece.length <= MAX_FIELD) item?.set(field as string, known + piece);
      },
      onclosetag(name, isImplied) {
        depth--;
        if (name === field) field = null;
        // What the end of the text closes was cut.
        if (ITEMS.has(name) && !isImplied) finish();
      },
    },
    { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true, decodeEntities: true },
  );
  for (let at = 0; at < text.length && depth <= MAX_DEPTH; at += STEP) parser.write(text.slice(at, at + STEP));
  if (depth <= MAX_DEPTH) parser.end();
  return isFeed ? items : null;
}
