/**
 * Corrected pages as gold: JSON lines with `html` and `gold`, which `dehusk-lab` reads as a data set, and the corrections as ranges of
 * the HTML. And the decisions of a reviewer.
 */
import type { Correction } from '@dehusk/core';

/** A block's index and the decision on it. */
export type Marks = ReadonlyMap<number, boolean>;

/** A line of gold. */
export interface GoldRow {
  readonly id: string;
  readonly url: string | null;
  readonly html: string;
  /** The text after correction. */
  readonly gold: string;
  readonly corrections: readonly Correction[];
}

/** Rows as JSON lines. */
export const jsonLines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** A reviewer's decision on a page: whether its text is right. */
export type PageDecision = 'accept' | 'reject';

/** Decisions as JSON lines: `{"id": …, "decision": "accept"}`. */
export function decisionLines(decisions: ReadonlyMap<string, PageDecision>): string {
  return jsonLines([...decisions].map(([id, decision]) => ({ id, decision })));
}

/** Reads decisions. @throws Error that names the line that is none */
export function readDecisions(text: string): Map<string, PageDecision> {
  const decisions = new Map<string, PageDecision>();
  text.split('\n').forEach((line, at) => {
    if (line.trim() === '') return;
    let row: { readonly id?: unknown; readonly decision?: unknown } | null = null;
    try {
      row = JSON.parse(line);
    } catch {
      // Reported below.
    }
    if (typeof row?.id !== 'string' || (row.decision !== 'accept' && row.decision !== 'reject'))
      throw new Error(`line ${at + 1}: expected {"id": "…", "decision": "accept"} or "reject"`);
    decisions.set(row.id, row.decision);
  });
  return decisions;
}
