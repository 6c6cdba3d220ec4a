import type { AlertRow, HitRow, MonitorEvent } from './answers.js';

const MAX_ALERTS = 12;
const MAX_HITS = 30;

/** The latest alerts, newest first; new ones are announced. */
export function Alerts({ events }: { readonly events: readonly MonitorEvent[] }) {
  const alerts = events.flatMap((one) => (one.kind === 'alert' ? [one] : [])).slice(-MAX_ALERTS);
  return (
    <section aria-labelledby="alerts-heading">
      <h2 id="alerts-heading">Alerts</h2>
      {alerts.length === 0 && <p class="quiet">No alert yet.</p>}
      <ul class="alerts" aria-live="polite">
        {[...alerts].reverse().map(({ number, row }) => (
          <li key={number}>
            <strong>{row.term}</strong> {alertText(row)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function alertText({ rule, list, documents, mean, windows, from, site, title, at }: AlertRow): string {
  if (rule === 'burst')
    return `(${list}): ${documents} documents from ${shortTime(from)} UTC on; the mean of ${windows} earlier windows is ${mean?.toFixed(1)}`;
  return `(${list}): ${title ?? 'a document'}, ${site}, ${shortTime(at)} UTC`;
}

/** The latest hits of a list or of a term, newest first, each with the sentence around it. */
export function Hits({
  events,
  list,
  term,
}: {
  readonly events: readonly MonitorEvent[];
  readonly list: string | null;
  readonly term: string | null;
}) {
  const hits = events
    .flatMap((one) => (one.kind === 'hit' && one.row.hits > 0 ? [one] : []))
    .filter(({ row }) => row.list === list && (term === null || row.term === term))
    .slice(-MAX_HITS);
  return (
    <section aria-labelledby="hits-heading">
      <h2 id="hits-heading">Latest hits{term === null ? '' : ` of “${term}”`}</h2>
      {hits.length === 0 && <p class="quiet">No hit yet.</p>}
      <ul class="hits">
        {[...hits].reverse().map(({ number, row }) => (
          <Hit key={number} row={row} />
        ))}
      </ul>
    </section>
  );
}

function Hit({ row }: { readonly row: HitRow }) {
  const { url, title, site, language, at, hits, sentences, term } = row;
  // A page chooses its own address; only links that open a page are links here.
  const isWeb = url !== null && /^https?:\/\//i.test(url);
  const lang = language ?? undefined;
  return (
    <li>
      <span lang={lang}>
        {isWeb ? (
          <a href={url} rel="noopener noreferrer" target="_blank">
            {title ?? url}
          </a>
        ) : (
          (title ?? site)
        )}
      </span>
      <span class="quiet">
        {' '}
        {site}, {shortTime(at)} UTC, {term}
        {hits > 1 ? `, ${hits} hits` : ''}
      </span>
      {sentences.map(({ text, from, to }) => (
        <blockquote key={`${from} ${text}`} lang={lang}>
          {text.slice(0, from)}
          <mark>{text.slice(from, to)}</mark>
          {text.slice(to)}
        </blockquote>
      ))}
    </li>
  );
}

function shortTime(time: string | null | undefined): string {
  return time?.slice(0, 16).replace('T', ' ') ?? 'unknown time';
}
