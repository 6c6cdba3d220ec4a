import type { BlockExplanation, Correction } from '@dehusk/core';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Engine } from '../engine/engine.js';
import type { Corrected, Extraction, InspectedPage } from '../engine/worker.js';
import { type GoldRow, jsonLines } from '../review/gold.js';
import type { Settings } from '../state/settings.js';
import { Knobs } from './knobs.js';
import { OutputView } from './output-view.js';
import { PageFrame } from './page-frame.js';
import { Choice, counted, download, Lines } from './parts.js';
import { type BlockChoice, NO_MARKS, useExplained } from './use-selection.js';

const SHOWN_TITLES = [
  ['all', 'all blocks'],
  ['kept', 'kept only'],
  ['dropped', 'dropped only'],
] as const;

/** The kinds of blocks with colours of their own in the page (`page-view.ts`). */
const LEGEND = [
  ['text', 'kept'],
  ['headline', 'headline'],
  ['supplement', 'supplement'],
  ['comment', 'comment'],
  ['boilerplate', 'dropped'],
] as const;

interface InspectPanelProps {
  readonly engine: Engine;
  readonly settings: Settings;
  readonly page: InspectedPage;
  readonly extraction: Extraction;
  readonly view: string | null;
  readonly selection: BlockChoice;
  /** Pages that were saved as gold. */
  readonly saved: readonly GoldRow[];
  onSave(row: GoldRow): void;
  onChange(change: Partial<Settings>): void;
  /** Teaches the model of the page's site. @throws Error with the reason why it cannot */
  onTeach(html: string, corrections: readonly Correction[]): Promise<void>;
}

/** The page with its blocks marked; beside it the block that is chosen, and the settings and outputs or the corrections. */
export function InspectPanel(props: InspectPanelProps) {
  const { engine, settings, extraction, selection, onChange } = props;
  const { linked, setLinked } = selection;
  const explained = useExplained(engine, extraction, selection);
  return (
    <div class="inspect">
      <PageSection {...props} />
      <section class="side" aria-label="Block, settings and output">
        <div class="block" aria-live="polite">
          <BlockDetails block={explained} />
        </div>
        {settings.panel === 'correct' ? (
          <CorrectPanel {...props} />
        ) : (
          <>
            <Knobs id="main-knobs" settings={settings.main} onChange={(main) => onChange({ main })} />
            <OutputView
              extraction={extraction}
              output={settings.output}
              linked={linked}
              onOutput={(output) => onChange({ output })}
              onSelect={setLinked}
            />
          </>
        )}
      </section>
    </div>
  );
}

function PageSection({ settings, page, extraction, view, selection, onChange }: InspectPanelProps) {
  const { labels, result, milliseconds } = extraction;
  const { marks, setPinned, toggle } = selection;
  const kept = useMemo(() => labels?.keep.reduce((sum, one) => sum + one, 0) ?? 0, [labels]);
  const isCorrecting = settings.panel === 'correct';
  const pin = (block: number): void => {
    setPinned(block);
    if (isCorrecting) toggle(block, labels?.keep[block] === 1);
  };
  const facts = [
    page.name,
    `${kept} of ${labels?.size ?? 0} blocks kept`,
    ...(result.pageType === null ? [] : [`${result.pageType} ${(result.pageTypeProbability ?? 0).toFixed(2)}`]),
    ...(result.confidence === null ? [] : [`confidence ${result.confidence.toFixed(2)}`]),
    ...Object.entries(result.hiddenText.ways).map(([way, words]) => `${counted(words, 'word')} hidden by ${way}`),
    `${Math.round(milliseconds)} ms`,
  ];
  return (
    <section class="page" aria-label="Page">
      <div class="bar">
        <label for="shown" class="unseen">
          Blocks
        </label>
        <Choice id="shown" options={SHOWN_TITLES} value={settings.shown} onChange={(shown) => onChange({ shown })} />
        <Toggle label="by record" checked={settings.byRecord} onChange={(byRecord) => onChange({ byRecord })} />
        <Toggle label="hidden text" checked={settings.hidden} onChange={(hidden) => onChange({ hidden })} />
        <ul class="legend" aria-label="Colours">
          {LEGEND.map(([kind, name]) => (
            <li key={kind} data-kind={kind}>
              {name}
            </li>
          ))}
        </ul>
        <span class="quiet" role="status">
          {facts.join(' · ')}
        </span>
      </div>
      {view !== null && (
        <PageFrame {...{ view, labels, settings, selection }} marks={isCorrecting ? marks : NO_MARKS} onPin={pin} />
      )}
      {settings.hidden && result.hidden.length > 0 && (
        <details open>
          <summary>Kept text that the page does not show</summary>
          {result.hidden.map(({ text, from }) => (
            <p key={text}>
              <strong>{from}</strong> {text}
            </p>
          ))}
        </details>
      )}
    </section>
  );
}

interface ToggleProps {
  readonly label: string;
  readonly checked: boolean;
  onChange(checked: boolean): void;
}

function Toggle({ label, checked, onChange }: ToggleProps) {
  return (
    <label class="toggle">
      <input type="checkbox" checked={checked} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />{' '}
      {label}
    </label>
  );
}

/** Why one block was kept or dropped. */
function BlockDetails({ block }: { readonly block: BlockExplanation | null }) {
  if (block === null)
    return (
      <p class="quiet">
        Point at a block of the page to see why it was kept or dropped. Click it, or press ↓ and ↑, to pin it.
      </p>
    );
  const { index, text, keep, kind, probability, why, features, words, linkWords, path, record, movers } = block;
  return (
    <div class="details">
      <p>
        <strong class={keep ? 'kept' : 'dropped'}>{keep ? 'Kept' : 'Dropped'}</strong> · block {index} · {kind}
        {probability === null ? '' : ` · probability ${probability.toFixed(2)}`} · {counted(words, 'word')}, {linkWords}{' '}
        in links
        {record === null ? '' : ` · ${record.kind} ${record.index + 1}`}
      </p>
      <p class="why">{why === '' ? 'The extractor names no rule.' : why}</p>
      {movers.length > 0 && (
        <table>
          <caption>Features that moved the score most (log-odds)</caption>
          <tbody>
            {movers.map(({ feature, value, effect }) => (
              <tr key={feature}>
                <th scope="row">{feature}</th>
                <td>{Number(value.toFixed(3))}</td>
                <td class={effect > 0 ? 'kept' : 'dropped'}>
                  {effect > 0 ? '+' : '−'}
                  {Math.abs(effect).toFixed(2)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <details>
        <summary>All features</summary>
        <dl class="features">
          {Object.entries(features).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{typeof value === 'number' ? Number(value.toFixed(3)) : value}</dd>
            </div>
          ))}
        </dl>
      </details>
      <p class="path">
        <code>{path}</code>
      </p>
      <blockquote>{text.length > 300 ? `${text.slice(0, 300)}…` : text}</blockquote>
    </div>
  );
}

const NOTHING: Corrected = { html: '', text: '', corrections: [] };

/** The text after the editor's marks, and where it goes. */
function CorrectPanel({ engine, page, extraction, selection, saved, onSave, onTeach }: InspectPanelProps) {
  const { marks, undo } = selection;
  const [corrected, setCorrected] = useState<Corrected>(NOTHING);
  useEffect(() => {
    void engine.askLatest('correct', 'correct', [...marks]).then((answer) => answer && setCorrected(answer));
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
        <button type="button" disabled={marks.size === 0} onClick={undo}>
          Undo
        </button>
        <button type="button" onClick={() => onSave({ id: page.name, url: page.url, html, gold: text, corrections })}>
          Save as gold
        </button>
        <button type="button" disabled={saved.length === 0} onClick={() => download('gold.jsonl', jsonLines(saved))}>
          Export {counted(saved.length, 'page')}
        </button>
      </div>
      <div class="actions">
        <button
          type="button"
          disabled={marks.size === 0 || page.url === null}
          aria-describedby="teach-note"
          onClick={() =>
            onTeach(html, corrections).then(
              () => setSaid(`Learnt. Pages of ${new URL(page.url as string).hostname} now follow these marks.`),
              (error: Error) => setSaid(error.message),
            )
          }
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
