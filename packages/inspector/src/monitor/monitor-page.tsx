/** The page of `dehusk monitor`: trends of a list's terms, alerts, and the latest hits in their sentences. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Bucket, followEvents, type MonitorEvent, type Trends, trendsOf } from './answers.js';
import { Alerts, Hits } from './event-lists.js';
import { TrendPlot } from './trend-plot.js';
import { CountTable, type Line, TermTable } from './trend-tables.js';

/** Lines of the plot; the table has every term. */
const MAX_LINES = 6;
/** Events of each kind that are kept. */
const MAX_EVENTS = 100;
/** Between two readings of the trends, in milliseconds. */
const PAUSE = 500;

export function MonitorPage() {
  const [bucket, setBucket] = useState<Bucket>('hour');
  const [list, setList] = useState<string | null>(null);
  const [term, setTerm] = useState<string | null>(null);
  const [trends, setTrends] = useState<Trends | null>(null);
  const [fault, setFault] = useState('');
  const [isOpen, setOpen] = useState(true);
  const [events, setEvents] = useState<readonly MonitorEvent[]>([]);
  const [changes, setChanges] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);

  useEffect(
    () =>
      followEvents(
        (more) =>
          setEvents((known) => {
            const last = known.at(-1)?.number ?? 0;
            const all = [...known, ...more.filter(({ number }) => number > last)];
            const latest = (kind: MonitorEvent['kind']) => all.filter((one) => one.kind === kind).slice(-MAX_EVENTS);
            return [...latest('hit'), ...latest('alert')].sort((a, b) => a.number - b.number);
          }),
        () => {
          timer.current ??= setTimeout(() => {
            timer.current = null;
            setChanges((count) => count + 1);
          }, PAUSE);
        },
        setOpen,
      ),
    [],
  );
  useEffect(() => {
    let isLate = false;
    trendsOf(bucket, list).then(
      (read) => {
        if (isLate) return;
        setTrends(read);
        setFault('');
      },
      (error: Error) => !isLate && setFault(error.message),
    );
    return () => {
      isLate = true;
    };
  }, [bucket, list, changes]);

  const picked = trends?.terms.find((one) => one.term === term) ?? null;
  const lines: readonly Line[] =
    picked === null
      ? (trends?.terms ?? []).slice(0, MAX_LINES).map(({ term: label, documents }) => ({ label, documents }))
      : picked.sites.slice(0, MAX_LINES).map(({ site, documents }) => ({ label: site ?? 'other sites', documents }));
  const heading = `Documents ${picked === null ? 'with the terms' : `with “${picked.term}”, by site`}, by ${bucket}`;
  return (
    <>
      <header>
        <h1>Dehusk monitor</h1>
        <label>
          List{' '}
          <select
            value={trends?.list ?? ''}
            onChange={({ currentTarget }) => {
              setList(currentTarget.value);
              setTerm(null);
            }}
          >
            {(trends?.lists ?? []).map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
        <label>
          Counts by{' '}
          <select value={bucket} onChange={({ currentTarget }) => setBucket(currentTarget.value as Bucket)}>
            <option value="hour">hour</option>
            <option value="day">day</option>
          </select>
        </label>
        <span class="connection" role="status">
          {isOpen ? '' : 'Not connected; trying again'}
        </span>
      </header>
      <main>
        {fault !== '' && <p role="alert">{fault}</p>}
        {trends !== null && (
          <section aria-labelledby="trend-heading">
            <h2 id="trend-heading">{heading}</h2>
            {picked !== null && (
              <button type="button" onClick={() => setTerm(null)}>
                All terms
              </button>
            )}
            {trends.times.length === 0 ? (
              <p>No document was counted yet.</p>
            ) : (
              <>
                <TrendPlot times={trends.times} lines={lines} />
                <CountTable bucket={bucket} times={trends.times} lines={lines} />
              </>
            )}
            <TermTable trends={trends} picked={term} onPick={setTerm} />
          </section>
        )}
        <Alerts events={events} />
        <Hits events={events} list={trends?.list ?? null} term={term} />
      </main>
    </>
  );
}
