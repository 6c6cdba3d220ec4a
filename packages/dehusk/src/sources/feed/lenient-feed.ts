/**
 * Reads the items of a feed that is not well-formed, from its tags.
 *
 * It uses htmlparser2's tokens and not its `parseFeed`, which searches the tree for every item: 5,000 items that nest because
 * their closing tags are missing took it half a minute.
 */
import { Parser } from 'htmlparser2';

/** The text of an item's elements by name; only `content:encoded` and `dc:date` have a prefix. */
export type ItemFields = ReadonlyMap<string, string>;

const ITEMS: ReadonlySet<string> = new Set(['item', 'entry']);
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
/** Most items of a feed, and characters of a field. */
const MAX_ITEMS = 100_000;
const MAX_FIELD = 4 * 1024 * 1024;
/** Most open elements: the parser's time grows with their square. */
const MAX_DEPTH = 1_000;
/** Characters parsed between two checks of the depth. */
const STEP = 16_384;

/** The items of a feed, without one that the end of the text cuts; null when nothing looks like a feed. */
export function readLeniently(text: string): ItemFields[] | null {
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
          // An item inside an item: the outer one was never closed.
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
        // An item closed by the end of the text is incomplete.
        if (ITEMS.has(name) && !isImplied) finish();
      },
    },
    { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true, decodeEntities: true },
  );
  for (let at = 0; at < text.length && depth <= MAX_DEPTH; at += STEP) parser.write(text.slice(at, at + STEP));
  if (depth <= MAX_DEPTH) parser.end();
  return isFeed ? items : null;
}
