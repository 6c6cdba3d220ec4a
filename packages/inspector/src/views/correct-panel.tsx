import type { Correction } from '@dehusk/core';
import { useEffect, useState } from 'preact/hooks';
import type { Engine } from '../engine/engine.js';
import type { Corrected, Extraction, InspectedPage } from '../engine/messages.js';
import { type GoldRow, goldLines, type Marks } from '../review/gold.js';
import { counted, download, Lines } from './parts.js';

const NOTHING: Corrected = { html: '', text: '', corrections: [] };

interface CorrectPanelProps {
  readonly engine: Engine;
  readonly page: InspectedPage;
  readonly extraction: Extraction;
  readonly marks: Marks;
  /** Pages that were saved as gold. */
  readonly gold: readonly GoldRow[];
  onUndo(): void;
  onSave(row: GoldRow): void;
  /** Teaches the model of the page's site. @throws Error with the reason why it cannot */
  onTeach(html: string, corrections: readonly Correction[]): Promise<void>;
}

/** The text after the editor's marks, and where it goes. */
export function CorrectPanel({ engine, page, extraction, marks, gold, onUndo, onSave, onTeach }: CorrectPanelProps) {
  const [corrected, setCorrected] = useState<Corrected>(NOTHING);
  useEffect(() => {
    void engine
      .askLatest('correct', { kind: 'correct', marks: [...marks] })
      .then((answer) => answer && setCorrected(answer));
  }, [engine, extraction, marks]);
  const { text, corrections, html } = corrected;
  const [said, setSaid] = useState('');
  return (
    <div class="correct">
      <p>
        Click a block of the page to keep or drop it, or pin one with ↓ and ↑ and press Enter.{' '}
        {marks.size === 0 ? 'No block is marked.' : `${marks.size} marked.`}
      </p>
      <div class="actions">
        <button type="button" disabled={marks.size === 0} onClick={onUndo}>
          Undo
        </button>
        <button type="button" onClick={() => onSave({ id: page.name, url: page.url, html, gold: text, corrections })}>
          Save as gold
        </button>
        <button type="button" disabled={gold.length === 0} onClick={() => download('gold.jsonl', goldLines(gold))}>
          Export {counted(gold.length, 'page')}
        </button>
      </div>
      <div class="actions">
        <button
          type="button"
          disabled={marks.size === 0 || page.url === null}
          aria-describedby="teach-note"
          onClick={async () => {
            try {
              await onTeach(html, corrections);
              setSaid(`Learnt. Pages of ${new URL(page.url as string).hostname} now follow these marks.`);
            } catch (error) {
              setSaid(error instanceof Error ? error.message : String(error));
            }
          }}
        >
          Teach the site's model
        </button>
        <span id="teach-note" class="quiet" role="status">
          {page.url === null ? 'Enter the address of the page: it names the site.' : said}
        </span>
      </div>
      <h2>Corrected text</h2>
      <div class="text">
        <Lines text={text} />
      </div>
    </div>
  );
}
