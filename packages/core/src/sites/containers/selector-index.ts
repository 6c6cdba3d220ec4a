/**
 * Every selector that a page could have its container by, with the elements it names there: one sign, or one below another.
 *
 * The blocks of each element are all that choosing asks for; they are the same as long as the page's signs are.
 */
import { memoized } from '../../page/memo.js';
import type { NamedRecord } from './named-record.js';
import type { PageRecord } from './page-record.js';
import type { ElementName, Selector } from './template.js';

/** Named elements above an element that may stand before it in a selector. */
const MAX_ABOVE = 6;

/** The selectors of a page, one row each, with the outermost elements each names: its places. */
export interface SelectorPlaces {
  /** Hash of each selector. */
  readonly hashes: Float64Array;
  selector(row: number): Selector;
  /** Places of selector `row`: `first[row]` … `first[row + 1]` − 1. */
  readonly first: Uint32Array;
  /** Per place: the blocks [from, to) it holds. */
  readonly from: Uint16Array;
  readonly to: Uint16Array;
  /** Per selector: UTF-16 code units its places hold. */
  readonly chars: Float64Array;
}

/** Numbers for the selectors of some pages, 0 … size − 1. */
export interface SelectorIndex {
  readonly size: number;
  /** A page's selectors, and the number of each. */
  of(record: PageRecord): { readonly rows: Int32Array; readonly places: SelectorPlaces };
}

/** Numbers the selectors of the pages. */
export function selectorIndex(pages: readonly NamedRecord[]): SelectorIndex {
  const numbers = new Map<number, number>();
  const ofPage = new Map<PageRecord, { rows: Int32Array; places: SelectorPlaces }>();
  for (const page of pages) {
    const places = selectorPlaces(page);
    const rows = Int32Array.from(places.hashes, (hash) => {
      const number = numbers.get(hash) ?? numbers.size;
      numbers.set(hash, number);
      return number;
    });
    ofPage.set(page.record, { rows, places });
  }
  return { size: numbers.size, of: (record) => ofPage.get(record) ?? NO_SELECTORS };
}

interface Found {
  readonly inner: ElementName;
  readonly outer: ElementName | null;
  readonly from: number[];
  readonly to: number[];
  chars: number;
}

const selectorPlaces = memoized(({ record, signs }: NamedRecord): SelectorPlaces => {
  const charsTo = new Float64Array(record.chars.length + 1);
  for (let at = 0; at < record.chars.length; at++) charsTo[at + 1] = charsTo[at] + record.chars[at];
  const { parent, from, to } = record;
  const found = new Map<number, Found>();
  for (let row = 0; row < signs.length; row++) {
    const inner = signs[row];
    if (!inner.isNamed) continue;
    const outers: (ElementName | null)[] = [null];
    for (let above = row; parent[above] !== above && outers.length <= MAX_ABOVE; ) {
      above = parent[above];
      const outer = signs[above];
      if (outer.isNamed && outer.hash !== inner.hash && !outers.includes(outer)) outers.push(outer);
    }
    for (const outer of outers) {
      const hash = (outer === null ? 0 : (outer.hash >>> 11) * 2 ** 32) + inner.hash;
      let own = found.get(hash);
      if (own === undefined) {
        own = { inner, outer, from: [], to: [], chars: 0 };
        found.set(hash, own);
      } else if (to[row] <= own.to[own.to.length - 1]) continue; // inside one that was taken
      own.from.push(from[row]);
      own.to.push(to[row]);
      own.chars += charsTo[to[row]] - charsTo[from[row]];
    }
  }
  const all = [...found.values()];
  const first = new Uint32Array(all.length + 1);
  all.forEach((one, at) => {
    first[at + 1] = first[at] + one.to.length;
  });
  return {
    hashes: Float64Array.from(found.keys()),
    selector: (row) => ({ inner: all[row].inner.text, outer: all[row].outer?.text ?? null }),
    first,
    from: Uint16Array.from(all.flatMap((one) => one.from)),
    to: Uint16Array.from(all.flatMap((one) => one.to)),
    chars: Float64Array.from(all, ({ chars }) => chars),
  };
});

const NO_SELECTORS: ReturnType<SelectorIndex['of']> = {
  rows: new Int32Array(0),
  places: {
    hashes: new Float64Array(0),
    selector: () => ({ inner: '', outer: null }),
    first: new Uint32Array(1),
    from: new Uint16Array(0),
    to: new Uint16Array(0),
    chars: new Float64Array(0),
  },
};
