/** Messages between the window and the worker that runs the core. */
import type { PageExplanation } from '@dehusk/core';
import type { SiteFacts } from '../state/server.js';
import type { ExtractionSettings } from '../state/settings.js';

/** A page to inspect. */
export interface InspectedPage {
  /** HTML text, or bytes to be decoded. */
  readonly content: string | Uint8Array;
  readonly url: string | null;
  /** How it is called: a file's name, a row's id. */
  readonly name: string;
}

/** Formats that the worker prints. */
export type PrintedFormat = 'text' | 'markdown' | 'html' | 'json';

export type Request =
  | {
      readonly kind: 'extract';
      readonly page: InspectedPage;
      readonly settings: ExtractionSettings;
      /** Formats to print beside the text. */
      readonly formats: readonly PrintedFormat[];
      /** Whether the view of the page is needed. */
      readonly view: boolean;
    }
  /** The movers of a block of the page that was extracted last. */
  | { readonly kind: 'movers'; readonly block: number }
  /** Extracts a page with what was learnt of its site, then learns from it. */
  | { readonly kind: 'read'; readonly page: InspectedPage }
  | { readonly kind: 'site'; readonly url: string };

/** A feature that moved the score of a block, as in `BlockExplanation`. */
export type Mover = PageExplanation['blocks'][number]['movers'][number];

export interface Extraction {
  /** Without movers: they are asked for one by one. */
  readonly explanation: PageExplanation;
  readonly printed: Readonly<Partial<Record<PrintedFormat, string>>>;
  /** The document of the page's frame; null if it was not asked for. */
  readonly view: string | null;
  /** Milliseconds the worker took. */
  readonly milliseconds: number;
}

/** A page that a site reader read. */
export interface ReadPage {
  readonly ok: boolean;
  readonly reason: string | null;
  readonly confidence: number | null;
  readonly words: number;
  readonly url: string | null;
}

export interface Answers {
  readonly extract: Extraction;
  readonly movers: readonly Mover[];
  readonly read: ReadPage;
  readonly site: SiteFacts;
}

export type Reply =
  | { readonly id: number; readonly ok: true; readonly answer: unknown }
  | { readonly id: number; readonly ok: false; readonly message: string };
