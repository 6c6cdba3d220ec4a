/** Whether the sources of a stream can be read: a stream without documents may have no news, or no readable source. */

import { seal, unseal } from '@dehusk/html';
import type { Source } from '../sources/source.js';
import type { SourceFailure, SourceSnapshot } from './stream.js';

/** Failures of a source listed in full; the rest are counted. */
const MAX_LISTED = 5;
/** Inputs of a source remembered, to count each once. */
const MAX_INPUTS = 10_000;

export function openSourceReadings(sources: readonly Source[]) {
  const readings = sources.map((source) => ({
    source,
    /** Whether a page of it was fetched, or had its content. */
    hasPage: false,
    hasEnded: false,
    failures: [] as SourceFailure[],
    /** Inputs and pages that could not be read. */
    failed: new Set<string>(),
  }));
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
      readings.map(({ source, hasPage, hasEnded, failures, failed }) => {
        const isUnread = hasEnded && failed.size > 0;
        const state = hasPage || source.hasRead?.() ? 'read' : isUnread ? 'unreadable' : 'waiting';
        return { input: source.input, state, failures: [...failures], failed: failed.size };
      }),
  };
}

export type SourceReadings = ReturnType<typeof openSourceReadings>;

// Tracks how far an ordered input is finished while its pages end in any order.
//
// The position to write is that of the last event before the first unfinished one. Positions finished beyond it are written
// beside it, so that a run after a crash skips them instead of rejecting them as duplicates of themselves.

/** @param ahead finished positions beyond the input's position, from the store */
export function openInputProgress(ahead: readonly number[]) {
  const before = new Set(ahead);
  /** Events in flight or finished beyond the first unfinished one, in order of the input. */
  const events: { readonly position: number; isFinished: boolean }[] = [];
  const open = new Map<number, { readonly position: number; isFinished: boolean }>();
  const add = (position: number, isFinished: boolean): void => {
    const event = { position, isFinished };
    events.push(event);
    if (!isFinished) open.set(position, event);
  };
  return {
    /** Whether an event was finished by an earlier run. Removes it from the list. */
    wasFinished(position: number): boolean {
      if (!before.delete(position)) return false;
      add(position, true);
      return true;
    },
    /** An event is in flight. Positions grow. */
    begin: (position: number): void => add(position, false),
    /** An event's outcome is part of the current commit. */
    finish(position: number): void {
      const event = open.get(position);
      if (event !== undefined) event.isFinished = true;
      open.delete(position);
    },
    /** The state to write: the position (null: nothing new) and the finished positions beyond it, ascending. */
    state(): { readonly at: number | null; readonly ahead: readonly number[] } {
      let done = 0;
      while (done < events.length && events[done].isFinished) done++;
      const at = done === 0 ? null : events[done - 1].position;
      events.splice(0, done);
      const beyond = events.filter(({ isFinished }) => isFinished).map(({ position }) => position);
      return { at, ahead: [...beyond, ...before].sort((a, b) => a - b) };
    },
  };
}

export type InputProgress = ReturnType<typeof openInputProgress>;

const MAGIC = 'dhAh';
const VERSION = 1;

/** Positions as sealed bytes for the store: with a flipped bit in them, a run would skip pages. */
export function encodeAhead(ahead: readonly number[]): Uint8Array {
  return seal(MAGIC, VERSION, ahead, new Uint8Array());
}

/** @throws RangeError for other or damaged bytes, naming got and expected */
export function decodeAhead(bytes: Uint8Array | undefined, input: string): number[] {
  return bytes === undefined ? [] : unseal<number[]>(bytes, MAGIC, VERSION, `the finished pages of ${input}`).header;
}

// Bounds the pages between source and commit, by number and bytes, shared fairly among the sources.

/**
 * @param maxPages pages at once
 * @param maxBytes bytes at once
 * @param sources number of sources; each may use its equal share of the pages
 */
export function openInFlightBudget(maxPages: number, maxBytes: number, sources: number) {
  const share = Math.max(1, Math.floor(maxPages / Math.max(1, sources)));
  const inside = new Array<number>(sources).fill(0);
  let waiting: { readonly source: number; readonly go: () => void }[] = [];
  let bytes = 0;
  let isOpen = false;
  const fits = (source: number): boolean => isOpen || (inside[source] < share && bytes < maxBytes);
  const letIn = (): void => {
    const still: typeof waiting = [];
    for (const one of waiting)
      if (fits(one.source)) {
        inside[one.source]++;
        one.go();
      } else still.push(one);
    waiting = still;
  };
  return {
    /** Resolves when one more page of a source fits, and counts it. */
    enter(source: number): Promise<void> {
      if (fits(source) && !waiting.some((one) => one.source === source)) {
        inside[source]++;
        return Promise.resolve();
      }
      return new Promise((go) => waiting.push({ source, go }));
    },
    /** Counts a page's bytes once they are known. A page may exceed the bound; the next one waits. */
    weigh(more: number): void {
      bytes += more;
    },
    /** Frees a page. */
    leave(source: number, less: number): void {
      inside[source]--;
      bytes -= less;
      letIn();
    },
    /** Lifts the bounds. */
    open(): void {
      isOpen = true;
      letIn();
    },
    /** Whether a source waits. */
    get isFull(): boolean {
      return waiting.length > 0;
    },
  };
}

export type InFlightBudget = ReturnType<typeof openInFlightBudget>;
