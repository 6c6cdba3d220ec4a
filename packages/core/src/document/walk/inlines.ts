/** Elements of running text. */
import { linkAddress, type NodeId, nameOf, singleSpaced } from '@dehusk/html';
import { quotationMarks, rubyOf } from '../annotations.js';
import { imageOf, isEnlargement } from '../image.js';
import { mediaOf } from '../media.js';
import { withoutRedirect } from '../redirects.js';
import { formatOf, isUnformatted } from '../roles.js';
import { isTaskBox } from '../shape.js';
import type { Handler, WalkState } from './walk-state.js';

/** Microformats write dates as the title of `<abbr>`. */
const MACHINE_DATE = /^\d{4}-\d\d/;

export const addFormat: Handler = (state, node) => {
  const { run } = state;
  if (state.notes.wrappers.has(node) || state.formulas.noEmphasis.has(node)) return node + 1;
  if (isUnformatted(state.page, node)) return node + 1;
  if (run.turnOn({ type: formatOf(nameOf(state.page, node)) })) state.onExit(node, () => state.run.turnOff());
  return node + 1;
};

export const addAbbreviation: Handler = (state, node) => {
  const title = singleSpaced(state.page.attribute(node, 'title') ?? '');
  if (title !== '' && !MACHINE_DATE.test(title) && state.run.turnOn({ type: 'abbreviation', title }))
    state.onExit(node, () => state.run.turnOff());
  return node + 1;
};

export const addLink: Handler = (state, node) => {
  openLink(state, node);
  return node + 1;
};

export function openLink(state: WalkState, node: NodeId): void {
  const { page, base } = state;
  const href = state.selfLinks.has(node) ? null : page.attribute(node, 'href');
  const address = href === null || href.trim() === '#' ? null : linkAddress(href, base);
  const url = address === null ? null : withoutRedirect(address);
  if (url === null || (!state.kept.hasText(node) && isEnlargement(page, node, base))) return;
  const title = singleSpaced(page.attribute(node, 'title') ?? '') || null;
  if (state.run.turnOn({ type: 'link', url, title })) state.onExit(node, () => state.run.turnOff());
}

export const addQuotation: Handler = (state, node) => {
  const marks = state.kept.hasText(node) ? quotationMarks(state.page, node, state.quotations) : null;
  if (marks === null) return node + 1;
  state.run.text(marks[0]);
  state.quotations++;
  state.onExit(node, () => {
    state.quotations--;
    state.run.text(marks[1]);
  });
  return node + 1;
};

export const addRuby: Handler = (state, node) => {
  const parts = rubyOf(state.page, node, state.kept);
  if (parts === null) return node + 1;
  for (const part of parts)
    if (part.type === 'text') state.run.text(part.text);
    else state.addInline(part);
  return state.page.end[node];
};

export const addTaskBox: Handler = (state, node) => {
  const { page } = state;
  if (isTaskBox(page, node)) state.addInline({ type: 'checkbox', checked: page.attribute(node, 'checked') !== null });
  return node + 1;
};

export const addImage: Handler = (state, node) => {
  const image = imageOf(state.page, node, state.base);
  if (image?.type === 'text') {
    state.splitAtBreaks();
    state.run.text(image.text);
  } else if (image !== null) state.addInline(image);
  return node + 1;
};

export const addMedia: Handler = (state, node) => {
  const media = mediaOf(state.page, node, state.base);
  if (media !== null) state.addInline(media);
  return state.kept.hasText(node) ? node + 1 : state.page.end[node];
};
