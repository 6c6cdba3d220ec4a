/** Whether the sources of a stream can be read: a stream without documents may have no news, or no readable source. */
import type { Source } from '../sources/source.js';
import type { SourceFailure, SourceSnapshot } from './stream.js';

/** Failures of a source listed in full; the rest are counted. */
const MAX_LISTED = 5;
/** Inputs of a source remembered, to count each once. */
const MAX_INPUTS = 10_000;

interface SourceReading {
  readonly source: Source;
  /** Whether a page of it was fetched, or had its content. */
  hasPage: boolean;
  hasEnded: boolean;
  readonly failures: SourceFailure[];
  /** Inputs and pages that could not be read. */
  readonly failed: Set<string>;
}

export function openSourceReadings(sources: readonly Source[]) {
  const readings = sources.map(
    (source): SourceReading => ({ source, hasPage: false, hasEnded: false, failures: [], failed: new Set() }),
  );
  const isRead = ({ source, hasPage }: SourceReading): boolean => hasPage || source.hasRead?.() === true;
  return {
    /** An input or a page of the source at an index could not be read. */
    failed(at: number, failure: SourceFailure): void {
      const { failures, failed } = readings[at];
      if (failed.has(failure.where) || failed.size >= MAX_INPUTS) return;
      failed.add(failure.where);
      if (failures.length < MAX_LISTED) failures.push(failure);
    },
    hasPage(at: number): void {
      readings[at].hasPage = true;
    },
    /** The source ended without being stopped. */
    ended(at: number): void {
      readings[at].hasEnded = true;
    },
    snapshot: (): SourceSnapshot[] =>
      readings.map((reading) => {
        const { source, hasEnded, failures, failed } = reading;
        const isUnread = hasEnded && failed.size > 0;
        const state = isRead(reading) ? 'read' : isUnread ? 'unreadable' : 'waiting';
        return { input: source.input, state, failures: [...failures], failed: failed.size };
      }),
  };
}

export type SourceReadings = ReturnType<typeof openSourceReadings>;
