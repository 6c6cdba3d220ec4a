import type { ComponentChildren } from 'preact';

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
