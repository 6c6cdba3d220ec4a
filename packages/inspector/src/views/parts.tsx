/** Parts that several panels have. */
import type { ComponentChildren } from 'preact';

/** Why something cannot be done; nothing for an empty message. */
export function Fault({ message }: { readonly message: string }) {
  if (message === '') return null;
  return (
    <p class="fault" role="alert">
      {message}
    </p>
  );
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
