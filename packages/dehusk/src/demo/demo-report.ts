/** The result of a run over the demo's web per site, compared with the known true texts. */
import type { StreamSnapshot } from '@dehusk/stream';
import type { DemoServer } from './demo-server.js';

/** An emitted document. */
export interface DemoRow {
  readonly id: string;
  readonly revision: number;
  readonly ok: boolean;
  readonly site: string;
  readonly url: string;
  readonly title: string | null;
  readonly text: string;
}

export interface DemoSiteReport {
  readonly site: string;
  readonly pages: number;
  readonly documents: number;
  readonly corrected: number;
  readonly duplicates: number;
  readonly discarded: number;
  /** Mean F1 of the documents emitted before the site was learnt; null without any. */
  readonly before: number | null;
  /** Mean F1 of the same pages after their correction. */
  readonly correctedTo: number | null;
  /** Mean F1 of the documents first emitted after the site was learnt. */
  readonly after: number | null;
}

/**
 * A site counts as learnt from its first correction on: then its early pages are extracted again.
 *
 * @param rows every row that was emitted, in order
 */
export function demoReport(
  server: Pick<DemoServer, 'find' | 'newsrooms'>,
  rows: readonly DemoRow[],
  snapshot: StreamSnapshot,
): DemoSiteReport[] {
  return server.newsrooms.map(({ site: { host } }) => {
    const own = rows.filter(({ site }) => site === host);
    const learntAt = own.findIndex(({ revision }) => revision > 1);
    const early = learntAt < 0 ? own : own.slice(0, learntAt);
    const earlyIds = new Set(early.map(({ id }) => id));
    const latest = new Map(own.map((row) => [row.id, row]));
    const late = own.filter(({ id }) => !earlyIds.has(id));
    const counts = snapshot.sites.find(({ site }) => site === host);
    return {
      site: host,
      pages: counts?.pages ?? 0,
      documents: latest.size,
      corrected: own.filter(({ revision }) => revision > 1).length,
      duplicates: counts?.duplicates ?? 0,
      discarded: counts?.discarded ?? 0,
      before: meanF1(server, early),
      correctedTo: meanF1(
        server,
        early.map((row) => latest.get(row.id) ?? row),
      ),
      after: meanF1(server, late),
    };
  });
}

function meanF1(server: Pick<DemoServer, 'find'>, rows: readonly DemoRow[]): number | null {
  const scores = rows.flatMap((row) => {
    const found = server.find(row.url);
    if (found === null) return [];
    // The headline is a separate field; some extractors also keep it in the text.
    const { title, text } = row;
    const full = title === null || text.startsWith(title) ? text : `${title}\n${text}`;
    return [wordF1(found.newsroom.truth(found.number), full)];
  });
  return scores.length === 0 ? null : scores.reduce((sum, one) => sum + one, 0) / scores.length;
}

/** F1 of two texts over their bags of words. */
export function wordF1(truth: string, output: string): number {
  const wanted = wordsOf(truth);
  const got = wordsOf(output);
  if (wanted.length === 0 && got.length === 0) return 1;
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of got) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    common++;
  }
  return (2 * common) / (wanted.length + got.length);
}

/** Runs of letters and digits; every Han or kana character is a word, as these scripts use no spaces. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu) ?? [];
}
