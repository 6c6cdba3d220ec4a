/**
 * Tracks how far an ordered input is finished while its pages end in any order.
 *
 * The position to write is that of the last event before the first unfinished one. Positions finished beyond it are written
 * beside it, so that a run after a crash skips them instead of rejecting them as duplicates of themselves.
 */
import { seal, unseal } from '@dehusk/html';

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
