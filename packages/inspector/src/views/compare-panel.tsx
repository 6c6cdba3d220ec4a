import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Engine } from '../engine/engine.js';
import type { InspectedPage } from '../engine/worker.js';
import { wordDiff, wordScores } from '../review/word-diff.js';
import type { ExtractionSettings } from '../state/settings.js';
import { Knobs } from './knobs.js';
import { counted, Scrolling } from './parts.js';

interface ComparePanelProps {
  readonly engine: Engine;
  readonly page: InspectedPage;
  /** The gold text that came with the page, or null. */
  readonly gold: string | null;
  readonly sides: readonly [ExtractionSettings, ExtractionSettings];
  onChange(side: 0 | 1, settings: ExtractionSettings): void;
}

/** The texts of two extractions side by side. */
export function ComparePanel({ engine, page, gold: known, sides, onChange }: ComparePanelProps) {
  const [texts, setTexts] = useState<readonly [string, string]>(['', '']);
  const [gold, setGold] = useState(known ?? '');
  useEffect(() => setGold(known ?? ''), [known]);
  useEffect(() => {
    let isCurrent = true;
    void Promise.all(
      sides.map((settings) => engine.ask('extract', { page, settings, formats: ['text'], shows: 'nothing' })),
    ).then(([one, other]) => {
      if (isCurrent) setTexts([one.printed.text ?? '', other.printed.text ?? '']);
    });
    return () => {
      isCurrent = false;
    };
  }, [engine, page, ...sides]);
  const parts = useMemo(() => wordDiff(...texts), [texts]);
  const only = (side: 'first' | 'second'): number =>
    parts.filter((one) => one.in === side).reduce((sum, { text }) => sum + (text.match(/\S+/g)?.length ?? 0), 0);
  return (
    <div class="compare">
      <p role="status">
        {parts.some((one) => one.in !== 'both')
          ? `Only in the first: ${counted(only('first'), 'word')}. Only in the second: ${counted(only('second'), 'word')}.`
          : 'The texts are equal.'}
      </p>
      <div class="columns">
        {(['first', 'second'] as const).map((side, at) => (
          <section key={side} aria-label={side === 'first' ? 'First extraction' : 'Second extraction'}>
            <Knobs id={`side-${side}`} settings={sides[at]} onChange={(settings) => onChange(at as 0 | 1, settings)} />
            {gold.trim() !== '' && <p class="scores">{scoresOf(texts[at], gold)}</p>}
            <Scrolling class="text difference">
              {parts
                .filter((part) => part.in === 'both' || part.in === side)
                .map(({ in: where, text }, index) =>
                  where === 'both' ? <span key={index}>{text}</span> : <mark key={index}>{text}</mark>,
                )}
            </Scrolling>
          </section>
        ))}
      </div>
      <details open={gold !== ''}>
        <summary>Gold text: word precision and recall</summary>
        <label for="gold" class="unseen">
          Gold text
        </label>
        <textarea id="gold" rows={6} value={gold} onInput={({ currentTarget }) => setGold(currentTarget.value)} />
      </details>
    </div>
  );
}

function scoresOf(text: string, gold: string): string {
  const { precision, recall, f1 } = wordScores(text, gold);
  return `precision ${precision.toFixed(3)} · recall ${recall.toFixed(3)} · F1 ${f1.toFixed(3)}`;
}
