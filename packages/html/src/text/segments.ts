/** Code units that are segmented together: a longer word or sentence is cut. */
const WINDOW = 8_192;
/** Boundaries after it may depend on text after the window. */
const SURE = (WINDOW * 3) / 4;

/**
 * The segments of a text, as the segmenter finds them, in linear time: V8 copies the whole text for each segment, so the text is read in
 * windows.
 */
export function* segmentsOf(segmenter: Intl.Segmenter, text: string): Generator<Intl.SegmentData> {
  for (let from = 0; from < text.length; ) {
    let end = from + WINDOW;
    const isLast = end >= text.length;
    // Not inside a surrogate pair.
    if (!isLast && (text.charCodeAt(end) & 0xfc00) === 0xdc00) end--;
    let read = 0;
    for (const one of segmenter.segment(text.slice(from, end))) {
      const { length } = one.segment;
      if (!isLast && read > 0 && read + length > SURE) break;
      yield one;
      read += length;
    }
    from += read;
  }
}
