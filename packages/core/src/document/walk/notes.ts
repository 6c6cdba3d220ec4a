/** Footnotes: references, and notes of their own element or inside a sentence. */
import type { NodeId } from '@dehusk/html';
import { type PageNote, withoutLabel } from '../footnotes.js';
import { InlineRun } from '../inline-run.js';
import { INLINE_ROLES } from '../roles.js';
import type { Reference, WalkState } from './walk-state.js';

/** Adds the marker of a footnote, in brackets as text when the note is not kept. */
export function addReference(state: WalkState, { id, label, body }: PageNote): void {
  if (!state.kept.hasText(body)) {
    state.run.text(`[${label}]`);
    return;
  }
  const reference: Reference = { type: 'footnote', id, label };
  state.addInline(reference);
  state.references.push(reference);
}

/** Opens a note one of whose references is kept; false for another. */
export function openNote(state: WalkState, node: NodeId, note: PageNote): boolean {
  const { page, kept, roles, builder } = state;
  const { id, label, references } = note;
  if (references.length > 0 && !references.some((reference) => kept.hasText(reference))) return false;
  const role = roles[page.tag[node]];
  if (INLINE_ROLES.has(role)) {
    if (references.length === 0) addReference(state, note);
    collectNote(state, node, note);
    return true;
  }
  const isItem = role === 'item' && !state.layoutLists.has(page.parent[node]);
  state.gather(node, (content) => {
    const words = withoutLabel(content, isItem ? '' : label);
    if (words.length === 0) return;
    state.notesWritten.add(id);
    if (isItem) builder.addItem(words, { note: id });
    else builder.addNote({ id, content: words });
  });
  return true;
}

/** Collects a note inside a sentence, to write it after the paragraph. */
function collectNote(state: WalkState, node: NodeId, { id, label }: PageNote): void {
  const sentence = state.run;
  state.run = new InlineRun(state.room);
  state.inlineDepth++;
  state.onExit(node, () => {
    state.inlineDepth--;
    const inline = state.run.take();
    state.run = sentence;
    state.lastText = -1;
    const content = withoutLabel([{ type: 'paragraph', inline }], label);
    if (inline.length > 0 && content.length > 0) state.waitingNotes.push({ id, content });
  });
}

/** Replaces the references to notes without words by their markers in brackets. In place, because the content around them is complete. */
export function turnUnwrittenIntoText({ references, notesWritten }: WalkState): void {
  for (const reference of references) {
    if (notesWritten.has(reference.id)) continue;
    const text = `[${reference.label}]`;
    for (const key of ['id', 'label']) Reflect.deleteProperty(reference, key);
    Object.assign(reference, { type: 'text', text });
  }
}
