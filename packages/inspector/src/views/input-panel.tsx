import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type FilePage, pagesOfFile } from '../engine/read-files.js';
import type { InspectedPage } from '../engine/worker.js';
import { fetchPage } from '../state/server.js';
import { SAMPLES } from '../state/settings.js';
import { Choice, Fault, optionsOf, useFault } from './parts.js';

interface InputPanelProps {
  readonly sample: string | null;
  readonly url: string;
  onPage(page: InspectedPage): void;
  onFile(pages: readonly FilePage[]): void;
  onSample(name: string): void;
  onUrl(url: string): void;
  /** Shown below the inputs. */
  readonly children: ComponentChildren;
}

/** Ways to give a page: paste, file, address, sample. */
export function InputPanel({ sample, url, onPage, onFile, onSample, onUrl, children }: InputPanelProps) {
  const [fault, attempt] = useFault();
  const [pasted, setPasted] = useState('');
  const [isFetching, setFetching] = useState(false);
  const take = (file: File | undefined): void => {
    if (file !== undefined)
      void attempt(async () => onFile(await pagesOfFile(file.name, new Uint8Array(await file.arrayBuffer()))));
  };
  const address = url === '' ? null : url;
  return (
    <section
      class="input"
      aria-label="Page to inspect"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer?.files[0]);
      }}
    >
      <div class="row">
        <label for="sample">Sample</label>
        <Choice
          id="sample"
          options={[['', '–'], ...optionsOf(SAMPLES.map(({ name }) => name))]}
          value={sample ?? ''}
          onChange={(name) => name && onSample(name)}
        />
        <label for="file">File</label>
        <input
          id="file"
          type="file"
          accept=".html,.htm,.gz,.warc,.jsonl,.ndjson"
          onChange={({ currentTarget }) => take(currentTarget.files?.[0])}
        />
      </div>
      <form
        class="row grow"
        // The server says what is wrong with an address.
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (address === null || isFetching) return;
          setFetching(true);
          void attempt(async () => {
            const page = await fetchPage(address);
            onPage({ content: page.html, url: page.url, name: page.url });
          }).finally(() => setFetching(false));
        }}
      >
        <label for="address">Address</label>
        <input
          id="address"
          type="url"
          placeholder="https://example.org/story"
          value={url}
          onInput={({ currentTarget }) => onUrl(currentTarget.value)}
        />
        <button type="submit" disabled={address === null || isFetching}>
          {isFetching ? 'Fetching …' : 'Fetch'}
        </button>
      </form>
      <details>
        <summary>Paste HTML</summary>
        <label for="html" class="unseen">
          HTML
        </label>
        <textarea
          id="html"
          rows={5}
          spellcheck={false}
          placeholder="<!doctype html> …"
          onInput={({ currentTarget }) => setPasted(currentTarget.value)}
        />
        <button
          type="button"
          disabled={pasted.trim() === ''}
          onClick={() => onPage({ content: pasted, url: address, name: 'pasted' })}
        >
          Inspect
        </button>
      </details>
      {children}
      <Fault message={fault} />
    </section>
  );
}
