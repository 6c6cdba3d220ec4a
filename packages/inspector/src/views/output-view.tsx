import type { BlockExplanation } from '@dehusk/core';
import { useMemo } from 'preact/hooks';
import type { Extraction, PrintedFormat } from '../engine/messages.js';
import { OUTPUTS, type OutputName } from '../state/settings.js';
import { copyText, download } from './files.js';
import { TabPanel, Tabs } from './tabs.js';

const TITLES: Readonly<Record<OutputName, string>> = {
  text: 'Text',
  preview: 'Preview',
  markdown: 'Markdown',
  html: 'HTML',
  json: 'JSON',
  metadata: 'Metadata',
};

/** The format that a view needs to be printed. */
export const FORMAT_OF: Readonly<Record<OutputName, PrintedFormat>> = {
  text: 'text',
  preview: 'html',
  markdown: 'markdown',
  html: 'html',
  json: 'json',
  metadata: 'text',
};
const EXTENSIONS: Readonly<Record<PrintedFormat, string>> = { text: 'txt', markdown: 'md', html: 'html', json: 'json' };

/** The result in each format. */
export function OutputView({
  extraction,
  output,
  linked,
  onOutput,
  onSelect,
}: {
  readonly extraction: Extraction;
  readonly output: OutputName;
  readonly linked: readonly number[];
  onOutput(output: OutputName): void;
  onSelect(blocks: readonly number[]): void;
}) {
  const format = FORMAT_OF[output];
  const text = extraction.printed[format] ?? '';
  const { explanation } = extraction;
  return (
    <section class="output" aria-label="Output">
      <div class="bar">
        <Tabs
          id="output"
          label="Output"
          tabs={OUTPUTS.map((name) => [name, TITLES[name]] as const)}
          current={output}
          onChange={onOutput}
        />
        <span class="actions">
          <button type="button" onClick={() => copyText(text)}>
            Copy
          </button>
          <button type="button" onClick={() => download(`page.${EXTENSIONS[format]}`, text)}>
            Download
          </button>
        </span>
      </div>
      <TabPanel id="output" current={output}>
        {!explanation.ok && (
          <p class="fault" role="status">
            No text: {explanation.reason}. {explanation.detail}
          </p>
        )}
        {output === 'text' && (
          <TextOutput text={text} blocks={explanation.blocks} linked={linked} onSelect={onSelect} />
        )}
        {output === 'preview' && (
          <iframe
            class="preview"
            title="The main content"
            sandbox=""
            referrerpolicy="no-referrer"
            srcdoc={framed(text)}
          />
        )}
        {(output === 'markdown' || output === 'html' || output === 'json') && <pre>{text}</pre>}
        {output === 'metadata' && <MetadataTable metadata={explanation.metadata} />}
      </TabPanel>
    </section>
  );
}

/** The content as a document that loads and runs nothing. */
function framed(html: string): string {
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`;
  return `<!doctype html>${policy}<style>body{font:16px/1.6 system-ui,sans-serif;margin:12px;overflow-wrap:anywhere}pre{overflow:auto}table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:2px 6px}img{max-width:100%}</style>${html.replace(/^<!doctype html>/i, '')}`;
}

/** Lines that a block is looked for in, after the line of the block before. */
const LOOKAHEAD = 40;
/** Characters of a block that a line must have. */
const NEEDLE = 40;

/** The line of each kept block in the text. Linear in both. */
export function linesOfBlocks(
  lines: readonly string[],
  blocks: readonly Pick<BlockExplanation, 'index' | 'keep' | 'text'>[],
): Map<number, number> {
  const squeezed = lines.map((line) => line.replace(/\s+/g, ' '));
  const found = new Map<number, number>();
  let at = 0;
  for (const { index, keep, text } of blocks) {
    const needle = text.replace(/\s+/g, ' ').trim().slice(0, NEEDLE);
    if (!keep || needle === '') continue;
    for (let line = at; line < Math.min(squeezed.length, at + LOOKAHEAD); line++)
      if (squeezed[line].includes(needle)) {
        found.set(index, line);
        at = line;
        break;
      }
  }
  return found;
}

function TextOutput({
  text,
  blocks,
  linked,
  onSelect,
}: {
  readonly text: string;
  readonly blocks: readonly BlockExplanation[];
  readonly linked: readonly number[];
  onSelect(blocks: readonly number[]): void;
}) {
  const lines = useMemo(() => text.split('\n'), [text]);
  const places = useMemo(() => linesOfBlocks(lines, blocks), [lines, blocks]);
  const marked = useMemo(() => new Set(linked.flatMap((block) => places.get(block) ?? [])), [linked, places]);
  const select = (): void => {
    const selection = getSelection();
    if (selection === null || selection.isCollapsed) return;
    const ends = [selection.anchorNode, selection.focusNode]
      .map(
        (node) =>
          (node instanceof Element ? node : node?.parentElement)?.closest<HTMLElement>('[data-line]')?.dataset.line,
      )
      .filter((line) => line !== undefined)
      .map(Number);
    if (ends.length === 0) return;
    const [from, to] = [Math.min(...ends), Math.max(...ends)];
    onSelect([...places].filter(([, line]) => line >= from && line <= to).map(([block]) => block));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: selecting text by mouse or keys is the browser's own; this only follows it.
    <div class="text" onMouseUp={select} onKeyUp={select}>
      {lines.map((line, at) => (
        <p key={at} data-line={at} class={marked.has(at) ? 'linked' : undefined}>
          {line}
        </p>
      ))}
    </div>
  );
}

function MetadataTable({ metadata }: { readonly metadata: Extraction['explanation']['metadata'] }) {
  return (
    <table class="metadata">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Value</th>
          <th scope="col">Found in</th>
        </tr>
      </thead>
      <tbody>
        {metadata.map(({ field, value, source }) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            <td>{typeof value === 'string' ? value : value.join('; ')}</td>
            <td>{source}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
