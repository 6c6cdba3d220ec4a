/** Messages between the window and the worker that runs the core. */
import type { BlockExplanation, Correction, PageExplanation } from '@dehusk/core';
import type { BlockLabels } from '../state/labels.js';
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
      /** `labels`: its blocks are shown and asked about; `view`: the view of the page is needed, too. */
      readonly shows: 'nothing' | 'labels' | 'view';
    }
  /** Explains a block of the page that is shown. */
  | { readonly kind: 'block'; readonly block: number }
  /** The page that is shown, with an editor's marks: block and decision. */
  | { readonly kind: 'correct'; readonly marks: readonly (readonly [block: number, keep: boolean])[] }
  /** Learns the corrections of a page. */
  | { readonly kind: 'teach'; readonly html: string; readonly url: string; readonly corrections: readonly Correction[] }
  /** Takes the models of a site that a server saved. */
  | { readonly kind: 'restore'; readonly saved: Uint8Array }
  /** Extracts a page with what was learnt of its site, then learns from it. */
  | { readonly kind: 'read'; readonly page: InspectedPage }
  | { readonly kind: 'site'; readonly url: string };

export type RequestOf<K> = Extract<Request, { readonly kind: K }>;

export interface Extraction {
  /** The result without its blocks. */
  readonly result: Omit<PageExplanation, 'blocks' | 'blocksLeftOut'>;
  /** The values that each field of the metadata could have; none if blocks were not asked for. */
  readonly candidates: PageExplanation['metadata'];
  /** Null if they were not asked for. */
  readonly labels: BlockLabels | null;
  readonly printed: Readonly<Partial<Record<PrintedFormat, string>>>;
  /** The document of the page's frame; null if it was not asked for. */
  readonly view: string | null;
  /** Milliseconds the worker took. */
  readonly milliseconds: number;
}

/** A page after correction. */
export interface Corrected {
  /** The source that the ranges of its blocks are of. */
  readonly html: string;
  /** The text after correction: the kept blocks, one a line. */
  readonly text: string;
  readonly corrections: readonly Correction[];
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
  /** Null for a block that the page does not have. */
  readonly block: BlockExplanation | null;
  readonly correct: Corrected;
  /** Whether the page could be learnt from. */
  readonly teach: boolean;
  readonly restore: null;
  readonly read: ReadPage;
  readonly site: SiteFacts;
}

export type Reply =
  | { readonly id: number; readonly ok: true; readonly answer: unknown }
  | { readonly id: number; readonly ok: false; readonly message: string };
