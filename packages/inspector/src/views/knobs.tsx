import type { PageType } from '@dehusk/core';
import type { OptionDomain } from '@dehusk/html';
import { Fragment } from 'preact';
import type { ExtractionSettings } from '../state/settings.js';
import { EXTRACTOR_TABLE, FOCUSES, TYPES } from '../state/tables.js';
import { Choice, optionsOf } from './parts.js';

interface KnobsProps {
  readonly id: string;
  readonly settings: ExtractionSettings;
  onChange(settings: ExtractionSettings): void;
}

/** The extractor, its options with their documentation, and the page's type. */
export function Knobs({ id, settings, onChange }: KnobsProps) {
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
      <Choice
        id={`${id}-extractor`}
        options={optionsOf(EXTRACTOR_TABLE.map(({ name }) => name))}
        value={extractor.name}
        onChange={(name) => onChange({ ...settings, options: {}, extractor: name })}
      />
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
      <Choice
        id={`${id}-type`}
        options={[['', 'predicted'], ...optionsOf(TYPES)]}
        value={settings.pageType ?? ''}
        onChange={(type) => onChange({ ...settings, pageType: type === '' ? null : (type as PageType) })}
      />
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
              domain={extractor.domains[name]}
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

interface OptionProps {
  readonly id: string;
  readonly name: string;
  readonly domain: OptionDomain;
  readonly value: unknown;
  readonly doc: string;
  onChange(value: unknown): void;
}

function Option({ id, name, domain, value, doc, onChange }: OptionProps) {
  const isNumber = typeof value === 'number';
  const words = 'enum' in domain && typeof value === 'string' ? domain.enum.map(String) : [];
  // What the browser finds out of range changes nothing.
  const change = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void => {
    if (!currentTarget.checkValidity()) return;
    if (typeof value === 'boolean') onChange(currentTarget.checked);
    else if (isNumber) onChange(currentTarget.valueAsNumber);
    else onChange(currentTarget.value === '' ? null : currentTarget.value);
  };
  const described = { id, 'aria-describedby': `${id}-doc` };
  return (
    <div class="option">
      <label for={id}>{name}</label>
      {typeof value === 'boolean' && <input {...described} type="checkbox" checked={value} onChange={change} />}
      {isNumber && (
        <input {...described} {...boundsOf(domain)} type="number" required value={String(value)} onChange={change} />
      )}
      {words.length > 0 && (
        <Choice {...described} options={optionsOf(words)} value={String(value)} onChange={onChange} />
      )}
      {typeof value !== 'boolean' && !isNumber && words.length === 0 && (
        <input {...described} pattern={patternOf(domain)} value={String(value ?? '')} onChange={change} />
      )}
      <p class="quiet" id={`${id}-doc`}>
        {doc}
      </p>
    </div>
  );
}

/** The attributes of a number input. The bounds that HTML cannot express are checked when the page is extracted. */
function boundsOf(domain: OptionDomain): { readonly min?: number; readonly max?: number; readonly step: string } {
  if (!('type' in domain) || (domain.type !== 'integer' && domain.type !== 'number')) return { step: 'any' };
  const { type, minimum, maximum } = domain;
  return {
    ...(minimum !== undefined && { min: minimum }),
    ...(maximum !== undefined && { max: maximum }),
    step: type === 'integer' ? '1' : 'any',
  };
}

/** The pattern of a text that may be left empty. */
function patternOf(domain: OptionDomain): string | undefined {
  const [text] = 'anyOf' in domain ? domain.anyOf : [domain];
  return 'type' in text && text.type === 'string' ? text.pattern : undefined;
}
