import type { Extraction, InspectedPage } from '../engine/messages.js';
import { correctedText, correctionsOf, type GoldRow, goldLines, type Marks } from '../review/gold.js';
import { download } from './files.js';

/** The text after the editor's marks, and where it goes. */
export function CorrectPanel({
  page,
  extraction,
  marks,
  gold,
  onUndo,
  onSave,
}: {
  readonly page: InspectedPage;
  readonly extraction: Extraction;
  readonly marks: Marks;
  /** Pages that were saved as gold. */
  readonly gold: readonly GoldRow[];
  onUndo(): void;
  onSave(row: GoldRow): void;
}) {
  const { blocks } = extraction.explanation;
  const html = typeof page.content === 'string' ? page.content : new TextDecoder().decode(page.content);
  const corrections = correctionsOf(blocks, marks);
  const text = correctedText(blocks, marks);
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
          Export {gold.length} {gold.length === 1 ? 'page' : 'pages'}
        </button>
      </div>
      <h2>Corrected text</h2>
      <div class="text">
        {text.split('\n').map((line, at) => (
          <p key={at}>{line}</p>
        ))}
      </div>
    </div>
  );
}
