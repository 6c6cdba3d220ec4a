import { useState } from 'preact/hooks';
import type { Engine } from '../engine/engine.js';
import type { Extraction, InspectedPage } from '../engine/messages.js';
import { correctedText, correctionsOf, type GoldRow, goldLines, type Marks } from '../review/gold.js';
import { teachServer } from '../state/server.js';
import { download } from './files.js';

/** The text after the editor's marks, and where it goes. */
export function CorrectPanel({
  engine,
  page,
  extraction,
  marks,
  gold,
  teachesServer,
  onUndo,
  onSave,
}: {
  readonly engine: Engine;
  readonly page: InspectedPage;
  readonly extraction: Extraction;
  readonly marks: Marks;
  /** Pages that were saved as gold. */
  readonly gold: readonly GoldRow[];
  readonly teachesServer: boolean;
  onUndo(): void;
  onSave(row: GoldRow): void;
}) {
  const [status, setStatus] = useState('');
  const { blocks } = extraction.explanation;
  const html = typeof page.content === 'string' ? page.content : new TextDecoder().decode(page.content);
  const corrections = correctionsOf(blocks, marks);
  const text = correctedText(blocks, marks);
  const teach = async (): Promise<void> => {
    try {
      if (teachesServer && page.url !== null) await teachServer(page.url, html, corrections);
      else if (!(await engine.ask({ kind: 'learn', page, corrections })))
        throw new Error('the page names no address: enter it above');
      setStatus('The model of the site has learnt from this page.');
    } catch (error) {
      setStatus(error instanceof Error ? error.message : String(error));
    }
  };
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
        <button type="button" onClick={teach}>
          Teach the site's model
        </button>
      </div>
      <p role="status">{status}</p>
      <h2>Corrected text</h2>
      <div class="text">
        {text.split('\n').map((line, at) => (
          <p key={at}>{line}</p>
        ))}
      </div>
    </div>
  );
}
