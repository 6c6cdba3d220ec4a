import type { PageType } from '@dehusk/core';
import { Fragment } from 'preact';
import type { ExtractionSettings } from '../state/settings.js';
import { EXTRACTOR_TABLE, FOCUSES, TYPES } from '../state/tables.js';

/** The extractor, its options with their documentation, and the page's type. */
export function Knobs({
  id,
  settings,
  onChange,
}: {
  readonly id: string;
  readonly settings: ExtractionSettings;
  onChange(settings: ExtractionSettings): void;
}) {
  const extractor = EXTRACTOR_TABLE.find((one) => one.name === settings.extractor) ?? EXTRACTOR_TABLE[0];
  const optionOf = (name: string): unknown => settings.options[name] ?? extractor.defaults[name];
  const setOption = (name: string, value: unknown): void => {
    const { [name]: _before, ...others } = settings.options;
    onChange({ ...settings, options: value === extractor.defaults[name] ? others : { ...others, [name]: value } });
  };
  const hasFocus = Object.hasOwn(extractor.defaults, 'focus');
  const others = Object.keys(extractor.defaults).filter(
    (name) => name !== 'focus' && !Array.isArray(extractor.defaults[name]),
  );
  return (
    <fieldset class="knobs">
      <legend>Extraction</legend>
      <label for={`${id}-extractor`}>Extractor</label>
      <select
        id={`${id}-extractor`}
        value={extractor.name}
        onChange={({ currentTarget }) => onChange({ ...settings, options: {}, extractor: currentTarget.value })}
      >
        {EXTRACTOR_TABLE.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <p class="quiet">{extractor.summary}</p>
      {hasFocus && (
        <>
          <label for={`${id}-focus`}>Precision – recall: {String(optionOf('focus'))}</label>
          <input
            id={`${id}-focus`}
            type="range"
            min="0"
            max={FOCUSES.length - 1}
            step="1"
            value={FOCUSES.indexOf(String(optionOf('focus')))}
            aria-valuetext={String(optionOf('focus'))}
            onInput={({ currentTarget }) => setOption('focus', FOCUSES[Number(currentTarget.value)])}
          />
        </>
      )}
      <label for={`${id}-type`}>Page type</label>
      <select
        id={`${id}-type`}
        value={settings.pageType ?? ''}
        onChange={({ currentTarget }) =>
          onChange({ ...settings, pageType: currentTarget.value === '' ? null : (currentTarget.value as PageType) })
        }
      >
        <option value="">predicted</option>
        {TYPES.map((type) => (
          <option key={type} value={type}>
            {type}
          </option>
        ))}
      </select>
      {(
        [
          ['contentSelector', 'Content selector', 'main, .story'],
          ['excludeSelector', 'Exclude selector', '.promo'],
        ] as const
      ).map(([name, title, example]) => (
        <Fragment key={name}>
          <label for={`${id}-${name}`}>{title}</label>
          <input
            id={`${id}-${name}`}
            placeholder={example}
            value={settings[name]}
            onInput={({ currentTarget }) => onChange({ ...settings, [name]: currentTarget.value })}
          />
        </Fragment>
      ))}
      {others.length > 0 && (
        <details>
          <summary>Options of {extractor.name}</summary>
          {others.map((name) => (
            <Option
              key={name}
              id={`${id}-${name}`}
              name={name}
              value={optionOf(name)}
              doc={extractor.optionDocs[name] ?? ''}
              onChange={(value) => setOption(name, value)}
            />
          ))}
        </details>
      )}
    </fieldset>
  );
}

function Option({
  id,
  name,
  value,
  doc,
  onChange,
}: {
  readonly id: string;
  readonly name: string;
  readonly value: unknown;
  readonly doc: string;
  onChange(value: unknown): void;
}) {
  const change = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void => {
    if (typeof value === 'boolean') onChange(currentTarget.checked);
    else if (typeof value !== 'number') onChange(currentTarget.value);
    else if (currentTarget.value.trim() !== '' && Number.isFinite(Number(currentTarget.value)))
      onChange(Number(currentTarget.value));
  };
  return (
    <div class="option">
      <label for={id}>{name}</label>
      {typeof value === 'boolean' && (
        <input id={id} type="checkbox" checked={value} aria-describedby={`${id}-doc`} onChange={change} />
      )}
      {typeof value === 'number' && (
        <input id={id} type="number" step="any" value={value} aria-describedby={`${id}-doc`} onChange={change} />
      )}
      {typeof value !== 'boolean' && typeof value !== 'number' && (
        <input id={id} value={String(value ?? '')} aria-describedby={`${id}-doc`} onChange={change} />
      )}
      <p class="quiet" id={`${id}-doc`}>
        {doc}
      </p>
    </div>
  );
}
