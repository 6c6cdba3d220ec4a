/**
 * Copies of feeds some of whose items have no outcome yet. What a copy teaches about its feed (validators above all) may be
 * stored only when all its items had their outcome, those that another copy gave included: a crash in between would else
 * be answered with "not modified", and an item that left the feed meanwhile would be lost.
 */

import type { StateChanges } from '../source.js';
import type { FeedCursor } from './feed-cursor.js';
import { encodeCursor } from './feed-cursor.js';

/** Cursors written with one outcome at most. */
const CURSORS_AT_ONCE = 16;

export interface Copies {
  /**
   * Notes a copy.
   *
   * @param key where its cursor is stored
   * @param open ids of its items that have no outcome
   */
  add(key: string, cursor: FeedCursor, open: readonly string[]): void;
  /** Notes an outcome and gives the cursors that may be stored now, or some of them. */
  settle(id: string): StateChanges;
  /** Notes that an item will have no outcome in this run: its copies are read again by the next. */
  forget(id: string): void;
}

interface Copy {
  readonly key: string;
  readonly cursor: FeedCursor;
  left: number;
}

export function copies(): Copies {
  /** Copies that wait for an item, by its id. */
  const waiting = new Map<string, Copy[]>();
  /** The newest copy of each feed. */
  const newest = new Map<string, Copy>();
  /** Cursors that may be stored and were not yet. */
  const whole = new Map<string, FeedCursor>();
  const finish = (copy: Copy): void => {
    if (newest.get(copy.key) !== copy) return;
    newest.delete(copy.key);
    whole.set(copy.key, copy.cursor);
  };
  return {
    add(key, cursor, open) {
      const copy: Copy = { key, cursor, left: open.length };
      newest.set(key, copy);
      whole.delete(key);
      for (const id of open) {
        const others = waiting.get(id);
        if (others === undefined) waiting.set(id, [copy]);
        else others.push(copy);
      }
      if (copy.left === 0) finish(copy);
    },
    settle(id) {
      for (const copy of waiting.get(id) ?? []) if (--copy.left === 0) finish(copy);
      waiting.delete(id);
      const changes = new Map<string, Uint8Array>();
      for (const [key, cursor] of whole) {
        if (changes.size === CURSORS_AT_ONCE) break;
        changes.set(key, encodeCursor(cursor));
        whole.delete(key);
      }
      return changes;
    },
    forget(id) {
      waiting.delete(id);
    },
  };
}
