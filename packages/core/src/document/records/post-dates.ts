/** Dates of posts whose numbers may be day and month or month and day: the other posts of the page tell which. */
import { parseDate, VISIBLE_YEARS } from '../../page/metadata/dates.js';

const NUMBERS = /^\D{0,12}(\d{1,2})([-/.])(\d{1,2})\2\d{4}/;

/**
 * The dates as they are, those that were not read for that reason only read by the order the others show.
 *
 * @param dates value and text as written, null for posts without
 */
export function withKnownOrder(
  dates: readonly ({ readonly value: string; readonly written: string } | null)[],
): (string | null)[] {
  let dayFirst = false;
  let monthFirst = false;
  for (const one of dates) {
    const found = one === null ? null : NUMBERS.exec(one.written);
    if (found === null) continue;
    if (Number(found[1]) > 12) dayFirst = true;
    if (Number(found[3]) > 12) monthFirst = true;
  }
  // None shown, or both, by mistakes: then nothing is known.
  const language = dayFirst === monthFirst ? null : dayFirst ? 'en-GB' : 'en-US';
  return dates.map((one) => {
    if (one === null || language === null || one.value !== one.written || !NUMBERS.test(one.written))
      return one?.value ?? null;
    return parseDate(one.written, { language, years: VISIBLE_YEARS }) ?? one.value;
  });
}
