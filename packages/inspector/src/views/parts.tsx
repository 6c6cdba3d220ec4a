/** Parts that several panels have. */
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';

export { counted } from '@dehusk/html';

/** Why something cannot be done; nothing for an empty message. */
export function Fault({ message }: { readonly message: string }) {
  if (message === '') return null;
  return (
    <p class="fault" role="alert">
      {message}
    </p>
  );
}

/** Work whose error is shown: its message, empty before and after work that succeeds, and how to start it. */
export function useFault() {
  const [fault, setFault] = useState('');
  const attempt = (work: () => Promise<void>): Promise<void> => {
    setFault('');
    return work().catch(({ message }: Error) => setFault(message));
  };
  return [fault, attempt] as const;
}

interface ChoiceProps<T extends string> {
  readonly id: string;
  readonly options: readonly (readonly [value: T, title: string])[];
  readonly value: T;
  readonly 'aria-describedby'?: string;
  onChange(value: NoInfer<T>): void;
}

/** A list of which one value is chosen. */
export function Choice<T extends string>({ options, onChange, ...attributes }: ChoiceProps<T>) {
  return (
    <select {...attributes} onChange={({ currentTarget }) => onChange(options[currentTarget.selectedIndex][0])}>
      {options.map(([value, title]) => (
        <option key={value} value={value}>
          {title}
        </option>
      ))}
    </select>
  );
}

/** Names as options of a {@link Choice}. */
export function optionsOf<T extends string>(names: readonly T[]): (readonly [T, string])[] {
  return names.map((name) => [name, name]);
}

interface DataTableProps {
  readonly class?: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly [name: string, ...cells: string[]])[];
}

/** Rows below the titles of their columns; the first cell names its row. */
export function DataTable({ columns, rows, ...attributes }: DataTableProps) {
  return (
    <table {...attributes}>
      <thead>
        <tr>
          {columns.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], at) => (
          <tr key={at}>
            <th scope="row">{name}</th>
            {cells.map((cell, column) => (
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A box that scrolls, also by keys. */
export function Scrolling({ class: name, children }: { readonly class: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys.
    <div class={name} tabIndex={0}>
      {children}
    </div>
  );
}

/** Tabs by the ARIA pattern: arrow keys move between them, the panel is labelled by its tab. */
export function Tabs<T extends string>({
  id,
  label,
  tabs,
  current,
  onChange,
}: {
  readonly id: string;
  readonly label: string;
  readonly tabs: readonly (readonly [name: T, title: string])[];
  readonly current: T;
  onChange(name: T): void;
}) {
  const move = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex(([name]) => name === current);
    const next = tabs[(at + step + tabs.length) % tabs.length][0];
    onChange(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map(([name, title]) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${id}-${name}`}
          aria-selected={name === current}
          aria-controls={`${id}-panel`}
          tabIndex={name === current ? 0 : -1}
          onClick={() => onChange(name)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

/** The panel of the current tab. */
export function TabPanel({ id, current, children }: { id: string; current: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the ARIA pattern asks for it, so that a panel of text can be scrolled by keys.
    <div class="tab-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`} tabIndex={0}>
      {children}
    </div>
  );
}

/** Lines drawn at first; the others follow in pieces, so that a long text does not hold up the page. */
const FIRST = 200;
const PIECE = 2_000;

/** A text, a paragraph a line. */
export function Lines({ text, marked }: { readonly text: string; readonly marked?: ReadonlySet<number> }) {
  const lines = useMemo(() => text.split('\n'), [text]);
  const [drawn, setDrawn] = useState({ lines, count: FIRST });
  const count = drawn.lines === lines ? drawn.count : FIRST;
  useEffect(() => {
    if (count >= lines.length) return;
    const timer = setTimeout(() => setDrawn({ lines, count: count + PIECE }), 100);
    return () => clearTimeout(timer);
  }, [lines, count]);
  // A piece that is drawn is not compared again unless its marks change.
  const pieces: number[] = [];
  for (let from = 0; from < Math.min(lines.length, count); from += from === 0 ? FIRST : PIECE) pieces.push(from);
  return (
    <>
      {pieces.map((from) => (
        <Piece key={from} lines={lines} from={from} to={from + (from === 0 ? FIRST : PIECE)} marked={marked} />
      ))}
    </>
  );
}

interface PieceProps {
  readonly lines: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly marked: ReadonlySet<number> | undefined;
}

function Piece({ lines, from, to, marked }: PieceProps) {
  return useMemo(
    () => (
      <>
        {lines.slice(from, to).map((line, at) => (
          <p key={at} data-line={from + at} class={marked?.has(from + at) ? 'linked' : undefined}>
            {line}
          </p>
        ))}
      </>
    ),
    [lines, from, to, marked],
  );
}

/** Saves a text as a file. */
export function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Copies a text; without permission the browser does nothing. */
export function copyText(text: string): void {
  void navigator.clipboard?.writeText(text).catch(() => {});
}
