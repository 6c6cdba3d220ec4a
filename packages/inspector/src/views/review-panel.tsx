import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Engine } from '../engine/engine.js';
import type { FilePage } from '../engine/read-files.js';
import { type Agreement, agreementOf } from '../review/agreement.js';
import { decisionLines, type PageDecision, readDecisions } from '../review/gold.js';
import type { ExtractionSettings } from '../state/settings.js';
import { counted, download, Fault, Scrolling, useFault } from './parts.js';

/** A page of the queue. */
interface Queued {
  readonly at: number;
  readonly name: string;
  readonly confidence: number | null;
  readonly text: string;
  readonly reason: string | null;
}

const STORED = 'dehusk-decisions';

/** Decisions of earlier visits. Storage may be off or full: then they last as long as the page. */
function stored(): Map<string, PageDecision> {
  try {
    return readDecisions(localStorage.getItem(STORED) ?? '');
  } catch {
    return new Map();
  }
}

function store(decisions: ReadonlyMap<string, PageDecision>): void {
  try {
    localStorage.setItem(STORED, decisionLines(decisions));
  } catch {
    // As above.
  }
}

/** What was decided so far. */
interface Review {
  /** Place in the queue. */
  readonly at: number;
  readonly decisions: ReadonlyMap<string, PageDecision>;
  /** Names of pages in the order they were decided, for undo. */
  readonly done: readonly string[];
}

/** The pages of a file extracted, the least confident first; it grows while they are. */
function useQueue(engine: Engine, pages: readonly FilePage[], settings: ExtractionSettings): readonly Queued[] {
  const [queue, setQueue] = useState<readonly Queued[]>([]);
  useEffect(() => {
    let isCurrent = true;
    void (async () => {
      const read: Queued[] = [];
      for (const [place, page] of pages.entries()) {
        const request = { page, settings, formats: ['text'], shows: 'nothing' } as const;
        const { result, printed } = await engine.ask('extract', request);
        if (!isCurrent) return;
        const { confidence, reason } = result;
        read.push({ at: place, name: page.name, confidence, reason, text: printed.text ?? '' });
        if (place === pages.length - 1 || place % 20 === 19)
          setQueue([...read].sort((a, b) => (a.confidence ?? 0) - (b.confidence ?? 0)));
      }
    })();
    return () => {
      isCurrent = false;
    };
  }, [engine, pages, settings]);
  return queue;
}

/** The place in a queue and the decisions. Keys may come faster than the panel is drawn, so each change starts from the state before it. */
function useReview(queue: readonly Queued[]) {
  const [review, setReview] = useState<Review>(() => ({ at: 0, decisions: stored(), done: [] }));
  const go = (to: (at: number) => number): void =>
    setReview((before) => ({ ...before, at: Math.max(0, Math.min(queue.length - 1, to(before.at))) }));
  const decide = (decision: PageDecision): void =>
    setReview((before) => {
      const { name } = queue[before.at];
      const decisions = new Map(before.decisions).set(name, decision);
      store(decisions);
      return { at: Math.min(queue.length - 1, before.at + 1), decisions, done: [...before.done, name] };
    });
  const undo = (): void =>
    setReview((before) => {
      const last = before.done.at(-1);
      if (last === undefined) return before;
      const decisions = new Map(before.decisions);
      decisions.delete(last);
      store(decisions);
      const at = queue.findIndex(({ name }) => name === last);
      return { at: Math.max(0, at), decisions, done: before.done.slice(0, -1) };
    });
  const keys: Readonly<Record<string, () => void>> = {
    j: () => go((one) => one + 1),
    k: () => go((one) => one - 1),
    y: () => decide('accept'),
    n: () => decide('reject'),
    u: undo,
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select');
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key)) return;
      if (queue.length === 0) return;
      event.preventDefault();
      keys[event.key]();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [queue]);
  return { ...review, go, keys };
}

interface ReviewPanelProps {
  readonly engine: Engine;
  readonly pages: readonly FilePage[];
  readonly settings: ExtractionSettings;
  /** Shows a page in the other panels. */
  onOpen(at: number): void;
}

/** The pages of a file, least confident first, to accept or reject by keys; and the agreement of two reviewers. */
export function ReviewPanel({ engine, pages, settings, onOpen }: ReviewPanelProps) {
  const queue = useQueue(engine, pages, settings);
  const { at, decisions, done, go, keys } = useReview(queue);
  const current = queue[Math.min(at, queue.length - 1)];
  const reviewed = useMemo(() => queue.filter(({ name }) => decisions.has(name)).length, [queue, decisions]);
  if (pages.length === 0)
    return <p>Open a file of JSON lines or a WARC file: its pages are reviewed here, the least confident first.</p>;
  if (current === undefined) return <p role="status">Extracting {counted(pages.length, 'page')} …</p>;
  const actions: readonly (readonly [title: string, act: () => void, isOff?: boolean])[] = [
    ['Accept (y)', keys.y],
    ['Reject (n)', keys.n],
    ['Previous (k)', keys.k],
    ['Next (j)', keys.j],
    ['Undo (u)', keys.u, done.length === 0],
    ['Inspect', () => onOpen(current.at)],
  ];
  return (
    <div class="review">
      <p role="status">
        Page {Math.min(at, queue.length - 1) + 1} of {queue.length}, {reviewed} reviewed.
      </p>
      <div class="columns">
        <section aria-label="Page under review">
          <h2>{current.name}</h2>
          <p>
            {current.confidence === null ? 'no confidence' : `confidence ${current.confidence.toFixed(2)}`}
            {current.reason === null ? '' : ` · ${current.reason}`} · {decisions.get(current.name) ?? 'not reviewed'}
          </p>
          <div class="actions">
            {actions.map(([title, act, isOff = false]) => (
              <button key={title} type="button" disabled={isOff} onClick={act}>
                {title}
              </button>
            ))}
          </div>
          <Scrolling class="text">
            {current.text === '' ? (
              <p class="quiet">No text.</p>
            ) : (
              current.text.split('\n').map((line) => <p key={line}>{line}</p>)
            )}
          </Scrolling>
        </section>
        <section aria-label="Queue and agreement">
          <ol class="queue">
            {queue.map(({ name, confidence }, place) => (
              <li key={name}>
                <button type="button" aria-current={place === at ? 'true' : undefined} onClick={() => go(() => place)}>
                  {confidence?.toFixed(2) ?? '–'} {name} {decisions.has(name) ? `(${decisions.get(name)})` : ''}
                </button>
              </li>
            ))}
          </ol>
          <div class="actions">
            <button
              type="button"
              disabled={decisions.size === 0}
              onClick={() => download('decisions.jsonl', decisionLines(decisions))}
            >
              Export decisions
            </button>
          </div>
          <SecondReviewer
            decisions={decisions}
            onOpen={(opened) => go(() => queue.findIndex(({ name }) => name === opened))}
          />
        </section>
      </div>
    </div>
  );
}

interface SecondReviewerProps {
  readonly decisions: ReadonlyMap<string, PageDecision>;
  /** Shows a page by its name. */
  onOpen(name: string): void;
}

/** The agreement with the decisions in a file. */
function SecondReviewer({ decisions, onOpen }: SecondReviewerProps) {
  const [agreement, setAgreement] = useState<Agreement | null>(null);
  const [fault, attempt] = useFault();
  return (
    <>
      <p>
        <label for="second">Decisions of a second reviewer</label>{' '}
        <input
          id="second"
          type="file"
          accept=".jsonl"
          onChange={({ currentTarget: { files } }) =>
            void attempt(async () => {
              if (files?.[0]) setAgreement(agreementOf(decisions, readDecisions(await files[0].text())));
            })
          }
        />
      </p>
      <Fault message={fault} />
      {agreement !== null && (
        <div role="status">
          <p>
            {counted(agreement.count, 'page')} by both:{' '}
            {agreement.observed === null ? '–' : `${(100 * agreement.observed).toFixed(1)} %`} agreement, Cohen’s κ{' '}
            {agreement.kappa === null ? 'undefined (all decisions are the same)' : agreement.kappa.toFixed(3)}
          </p>
          {agreement.disagreements.length > 0 && (
            <ul>
              {agreement.disagreements.map((name) => (
                <li key={name}>
                  <button type="button" onClick={() => onOpen(name)}>
                    {name}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </>
  );
}
