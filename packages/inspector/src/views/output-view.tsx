import { useMemo } from 'preact/hooks';
import type { Extraction, PrintedFormat } from '../engine/worker.js';
import { OUTPUTS, type OutputName } from '../state/settings.js';
import { copyText, DataTable, download, Lines, TabPanel, Tabs } from './parts.js';

/** The outputs: their titles, and the format that each needs to be printed. */
export const VIEWS: Readonly<Record<OutputName, { readonly title: string; readonly format: PrintedFormat }>> = {
  text: { title: 'Text', format: 'text' },
  preview: { title: 'Preview', format: 'html' },
  markdown: { title: 'Markdown', format: 'markdown' },
  html: { title: 'HTML', format: 'html' },
  json: { title: 'JSON', format: 'json' },
  metadata: { title: 'Metadata', format: 'text' },
};
const EXTENSIONS: Readonly<Record<PrintedFormat, string>> = { text: 'txt', markdown: 'md', html: 'html', json: 'json' };

interface OutputViewProps {
  readonly extraction: Extraction;
  readonly output: OutputName;
  readonly linked: readonly number[];
  onOutput(output: OutputName): void;
  onSelect(blocks: readonly number[]): void;
}

/** The result in each format. */
export function OutputView({ extraction, output, linked, onOutput, onSelect }: OutputViewProps) {
  const { format } = VIEWS[output];
  const text = extraction.printed[format] ?? '';
  const { result, labels } = extraction;
  return (
    <section class="output" aria-label="Output">
      <div class="bar">
        <Tabs
          id="output"
          label="Output"
          tabs={OUTPUTS.map((name) => [name, VIEWS[name].title] as const)}
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
        {!result.ok && (
          <p class="fault" role="status">
            No text: {result.reason}. {result.detail}
          </p>
        )}
        {output === 'text' && (
          <TextOutput text={text} line={labels?.line ?? NO_LINES} linked={linked} onSelect={onSelect} />
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
        {output === 'metadata' && (
          <DataTable
            class="metadata"
            columns={['Field', 'Value', 'Found in']}
            rows={[...result.metadata, ...extraction.candidates].map(({ field, value, source }) => [
              field,
              typeof value === 'string' ? value : value.join('; '),
              source,
            ])}
          />
        )}
      </TabPanel>
    </section>
  );
}

/** The content as a document that loads and runs nothing. */
function framed(html: string): string {
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`;
  return `<!doctype html>${policy}<style>body{font:16px/1.6 system-ui,sans-serif;margin:12px;overflow-wrap:anywhere}pre{overflow:auto}table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:2px 6px}img{max-width:100%}</style>${html.replace(/^<!doctype html>/i, '')}`;
}

const NO_LINES = new Int32Array(0);

interface TextOutputProps {
  readonly text: string;
  /** Per block: its line, or −1. */
  readonly line: Int32Array;
  readonly linked: readonly number[];
  onSelect(blocks: readonly number[]): void;
}

function TextOutput({ text, line, linked, onSelect }: TextOutputProps) {
  const marked = useMemo(() => new Set(linked.map((block) => line[block] ?? -1)), [linked, line]);
  const select = (): void => {
    const selection = getSelection();
    if (selection === null || selection.isCollapsed) return;
    const ends = [selection.anchorNode, selection.focusNode]
      .map(
        (node) =>
          (node instanceof Element ? node : node?.parentElement)?.closest<HTMLElement>('[data-line]')?.dataset.line,
      )
      .filter((one) => one !== undefined)
      .map(Number);
    if (ends.length === 0) return;
    const [from, to] = [Math.min(...ends), Math.max(...ends)];
    onSelect([...line.keys()].filter((block) => line[block] >= from && line[block] <= to));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: selecting text by mouse or keys is the browser's own; this only follows it.
    <div class="text" onMouseUp={select} onKeyUp={select}>
      <Lines text={text} marked={marked} />
    </div>
  );
}
