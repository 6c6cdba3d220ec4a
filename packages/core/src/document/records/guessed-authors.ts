/**
 * Authors of boards whose templates name nobody by class or link: the short text that stands at one place of nearly every record, near
 * its date, and says different things.
 */
import { elementShapes } from '../../blocks/features/shapes.js';
import { oneLine } from '../../page/metadata/finding.js';
import { type NodeId, type Page, TEXT } from '../../page/page.js';
import { isName } from './marks.js';
import type { PostRecord } from './post-body.js';

/** Longest name guessed, in characters: shorter than what a class calls one. */
const MAX_NAME = 30;
/** The place occurs in this share of the records at least, once in each. */
const MIN_RECORDS = 0.8;
/** Of the names, this share differs at least, and at least two do. */
const MIN_DIFFERENT = 0.2;
/** Text nodes of a record looked at, from its first: names stand at the head. */
const REACH = 25;

interface Place {
  readonly names: Map<number, { node: NodeId; name: string }>;
  repeats: number;
  distance: number;
}

/** The records with guessed authors where none has one; as they are otherwise. Linear in the page. */
export function withGuessedAuthors(page: Page, records: readonly PostRecord[], shown: Uint32Array): PostRecord[] {
  if (records.length < 2 || records.some(({ author }) => author !== null)) return [...records];
  const shapes = elementShapes(page);
  const places = new Map<number, Place>();
  for (const [at, { root, date }] of records.entries()) {
    const end = Math.min(page.end[root], records[at + 1]?.root ?? page.size);
    let seen = 0;
    for (let node = root + 1; node < end && seen < REACH; node++) {
      if (page.tag[node] !== TEXT || shown[node + 1] === shown[node]) continue;
      seen++;
      const parent = page.parent[node];
      if (page.textTo[parent] - page.textFrom[parent] > MAX_NAME * 4) continue;
      const name = oneLine(page.chars.slice(page.textFrom[parent], page.textTo[parent]));
      if (name.length > MAX_NAME || !isName(name) || parent === date?.node) continue;
      const key = shapes.nearChain[parent];
      let place = places.get(key);
      if (place === undefined) {
        place = { names: new Map(), repeats: 0, distance: 0 };
        places.set(key, place);
      }
      if (place.names.has(at)) place.repeats++;
      else {
        place.names.set(at, { node: parent, name });
        place.distance += Math.abs(parent - (date?.node ?? root));
      }
    }
  }
  let best: Place | null = null;
  for (const place of places.values()) {
    const different = new Set([...place.names.values()].map(({ name }) => name)).size;
    const isName =
      place.names.size >= records.length * MIN_RECORDS &&
      place.repeats === 0 &&
      different >= Math.max(2, place.names.size * MIN_DIFFERENT);
    if (isName && (best === null || place.distance / place.names.size < best.distance / best.names.size)) best = place;
  }
  return records.map((record, at): PostRecord => {
    const found = best?.names.get(at);
    if (found === undefined) return record;
    const { node, name } = found;
    return { ...record, author: { node, kind: 'author', rank: 1, value: name, written: name } };
  });
}
