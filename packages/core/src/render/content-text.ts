/**
 * Plain text: the words and the white space between them.
 *
 * A paragraph, heading, list item, term, code line and table row each end in one line feed (no blank lines); table cells are
 * separated by tabs. The output contains only text of the page, without control characters, so it can be scored, counted and
 * searched directly. Images print nothing; a footnote's marker is in brackets, a reading in parentheses; a formula prints as TeX
 * where the page has it, else as shown.
 */

import { singleSpaced } from '@dehusk/html';
import type { Content, Inline } from '../document/document.js';
import { withoutControls } from './renderer.js';

/** A run of text, or further content. */
type ContentPart = { readonly inline: readonly Inline[] } | { readonly content: readonly Content[] };

/** The parts of a piece of content in the order in which every format prints them; none of code and rules. */
export function partsOf(one: Content): readonly ContentPart[] {
  switch (one.type) {
    case 'heading':
    case 'paragraph':
      return [one];
    case 'list':
      return one.items.map((content) => ({ content }));
    case 'definitions':
      return one.entries.flatMap(({ term, description }) => [{ inline: term }, { content: description }]);
    case 'quote':
      return [one];
    case 'callout':
      return [{ inline: one.title }, one];
    case 'details':
      return [{ inline: one.summary }, one];
    case 'footnotes':
      return one.notes;
    case 'table':
      return [{ inline: one.caption }, ...one.rows.flatMap(({ cells }) => cells)];
    case 'figure':
      return [one, { inline: one.caption }];
    case 'code':
    case 'rule':
      return [];
  }
}

/** Text of content, for `text` and for formats with a text field. */
export function textOfContents(contents: readonly Content[]): string {
  const lines: string[] = [];
  writeContents(contents, lines);
  return withoutControls(lines.join('\n'));
}

function writeContents(contents: readonly Content[], lines: string[]): void {
  for (const content of contents) writeContent(content, lines);
}

function writeContent(content: Content, lines: string[]): void {
  switch (content.type) {
    case 'code':
      lines.push(content.text);
      return;
    case 'table':
      writeLine(inlineText(content.caption), lines);
      for (const row of content.rows) {
        const line = row.cells.map((cell) => singleSpaced(textOfContents(cell.content))).join('\t');
        if (line.trim() !== '') lines.push(line);
      }
      return;
    case 'list':
      for (const item of content.items) writeContents(item, lines);
      return;
    default:
      for (const part of partsOf(content))
        if ('inline' in part) writeLine(inlineText(part.inline), lines);
        else writeContents(part.content, lines);
  }
}

function writeLine(line: string, lines: string[]): void {
  const trimmed = line.trim();
  if (trimmed !== '') lines.push(trimmed);
}

function inlineText(all: readonly Inline[]): string {
  const pieces: string[] = [];
  writeInlines(all, pieces);
  const text = pieces.join('');
  // A search for a string takes a fraction of the time of these expressions, and most texts have neither.
  const spaced = text.includes('  ') ? text.replace(/ {2,}/g, ' ') : text;
  return spaced.includes('\n') ? spaced.replace(/ ?\n ?/g, '\n') : spaced;
}

function writeInlines(all: readonly Inline[], pieces: string[]): void {
  for (const one of all)
    switch (one.type) {
      case 'text':
      case 'code':
        pieces.push(one.text);
        break;
      case 'math':
        pieces.push(one.tex ?? one.text);
        break;
      case 'image':
      case 'media':
        pieces.push(' ');
        break;
      case 'checkbox':
        break;
      case 'footnote':
        pieces.push(`[${one.label}]`);
        break;
      case 'ruby':
        writeInlines(one.inline, pieces);
        pieces.push(`(${one.reading})`);
        break;
      case 'break':
        pieces.push('\n');
        break;
      default:
        writeInlines(one.inline, pieces);
    }
}
