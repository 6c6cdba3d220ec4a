import type { Bucket, Trends } from './answers.js';

/** A line of the plot and a column of its table. */
export interface Line {
  readonly label: string;
  readonly documents: readonly number[];
}

/** The counts of the plot as a table, newest first; buckets without any are left out. */
export function CountTable({
  bucket,
  times,
  lines,
}: {
  readonly bucket: Bucket;
  readonly times: readonly string[];
  readonly lines: readonly Line[];
}) {
  const rows = times
    .map((time, at) => ({ time, counts: lines.map(({ documents }) => documents[at]) }))
    .filter(({ counts }) => counts.some((count) => count > 0))
    .reverse();
  return (
    <details>
      <summary>The plot as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keys. */}
      <section class="scroll" tabIndex={0} aria-label="Counts">
        <table>
          <thead>
            <tr>
              <th scope="col">{bucket === 'hour' ? 'Hour (UTC)' : 'Day (UTC)'}</th>
              {lines.map(({ label }) => (
                <th key={label} scope="col" class="number">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ time, counts }) => (
              <tr key={time}>
                <th scope="row">{time.slice(0, bucket === 'hour' ? 16 : 10).replace('T', ' ')}</th>
                {counts.map((count, at) => (
                  <td key={lines[at].label} class="number">
                    {count}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

/** Every term of the list with its counts; a term's button shows its sites in the plot. */
export function TermTable({
  trends,
  picked,
  onPick,
}: {
  readonly trends: Trends;
  readonly picked: string | null;
  readonly onPick: (term: string | null) => void;
}) {
  const { bucket, times, terms, left } = trends;
  const sum = (counts: readonly number[]): number => counts.reduce((total, one) => total + one, 0);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keys. */}
      <section class="scroll" tabIndex={0} aria-label="Terms">
        <table>
          <caption>Documents with each term</caption>
          <thead>
            <tr>
              <th scope="col">Term</th>
              <th scope="col" class="number">
                Latest {bucket}
              </th>
              <th scope="col" class="number">
                Mean before
              </th>
              <th scope="col" class="number">
                {times.length} {bucket}s
              </th>
              <th scope="col" class="number">
                Hits
              </th>
              <th scope="col" class="number">
                Sites
              </th>
            </tr>
          </thead>
          <tbody>
            {terms.map(({ term, documents, hits, sites }) => (
              <tr key={term}>
                <th scope="row">
                  <button
                    type="button"
                    aria-pressed={picked === term}
                    onClick={() => onPick(picked === term ? null : term)}
                  >
                    {term}
                  </button>
                </th>
                <td class="number">{documents.at(-1) ?? 0}</td>
                <td class="number">{(sum(documents.slice(0, -1)) / Math.max(1, documents.length - 1)).toFixed(1)}</td>
                <td class="number">{sum(documents)}</td>
                <td class="number">{sum(hits)}</td>
                <td class="number">{sites.length}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {left > 0 && <p class="quiet">{left} terms with fewer documents are not listed.</p>}
    </>
  );
}
