// What the extension does in the browser, for its worker, popup and panel: captures tabs, and keeps what it knows in the browser's storage.
import { siteReader } from '@dehusk/core';
import { correctionsOf, explained, extracted, printed, SETTINGS } from './clean-copy.js';

const MAX_PAGES_OF_MARKS = 500;

/** The browser does not let the extension read a page. */
export class Unreadable extends Error {
  constructor(cause) {
    super('The browser does not let extensions read this page before their button is pressed on it.', { cause });
  }
}

/** Calls a function of `page.js` in a tab. @throws Unreadable */
export async function inPage(tabId, name, ...args) {
  const target = { tabId };
  const call = (wanted, given) => globalThis.dehuskPage?.[wanted](...given);
  const asked = chrome.scripting.executeScript({ target, func: () => 'dehuskPage' in globalThis });
  const [answer] = await asked.catch((error) => {
    throw new Unreadable(error);
  });
  // Firefox runs nothing in its own pages, and does not refuse either.
  if (answer === undefined) throw new Unreadable();
  const { result: isThere } = answer;
  if (!isThere) await chrome.scripting.executeScript({ target, files: ['page.js'] });
  const [{ result, error }] = await chrome.scripting.executeScript({ target, func: call, args: [name, args] });
  if (error) throw new Error(String(error.message ?? error));
  return result;
}

export async function readSettings() {
  const { settings } = await chrome.storage.local.get('settings');
  return { ...SETTINGS, ...settings };
}

export const writeSettings = (settings) => chrome.storage.local.set({ settings });

/** An address without its fragment, which names a place in the page; that of a tab is missing until the extension may read it. */
const addressOf = (url = '') => url.replace(/#.*/s, '');
const hostOf = (url) => (/^https?:/.test(url) ? new URL(url).hostname : '');

async function stored(key, otherwise) {
  return (await chrome.storage.local.get(key))[key] ?? otherwise;
}

export const highlightsOf = (url) => stored(`highlights:${addressOf(url)}`, []);

/** Keeps the selection of a tab as a highlight, and paints all of the page. Returns false when nothing is selected. */
export async function highlight(tab) {
  const quote = await inPage(tab.id, 'quote');
  if (quote === null) return false;
  const quotes = [...(await highlightsOf(tab.url)), quote];
  await chrome.storage.local.set({ [`highlights:${addressOf(tab.url)}`]: quotes });
  await paint(tab.id, 'kept', quotes);
  return true;
}

export async function paint(tabId, name, quotes, scrolls = false) {
  const css =
    '::highlight(dehusk-kept) { background: #ffe46b; color: #000 } ::highlight(dehusk-shown) { background: #9fd3ff; color: #000 }';
  await chrome.scripting.insertCSS({ target: { tabId }, css });
  return inPage(tabId, 'paint', name, quotes, scrolls);
}

const bytesOf = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
function textOf(bytes) {
  let text = '';
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return btoa(text);
}

/** The reader of an address's site; null for what is no site. */
async function openReader(url) {
  if (hostOf(url) === '') return null;
  const saved = await stored(`site:${hostOf(url)}`, null);
  try {
    return siteReader(saved === null ? {} : { saved: bytesOf(saved) });
  } catch {
    // Saved by another version: what it knew is learnt again.
    return siteReader();
  }
}

const keepReader = (url, reader) => chrome.storage.local.set({ [`site:${hostOf(url)}`]: textOf(reader.save()) });

/** Forgets all of an address's site: what was learnt, the user's decisions and highlights. */
export async function forgetSite(url) {
  const isOfSite = (key) => /^(?:marks|highlights):/.test(key) && hostOf(key.replace(/^\w+:/, '')) === hostOf(url);
  const pages = Object.keys(await chrome.storage.local.get(null)).filter(isOfSite);
  await chrome.storage.local.remove([`site:${hostOf(url)}`, ...pages]);
}

/**
 * Reads a tab.
 *
 * @param part `page` or `selection`
 * @returns `{ captured, result, settings, reader }`
 * @throws Error with the reason when there is nothing to copy
 */
export async function readTab(tab, part = 'page') {
  const settings = await readSettings();
  const quotes = await highlightsOf(tab.url);
  const live = await inPage(tab.id, 'capture', { part, quotes });
  const captured = settings.from === 'source' && live.part === 'page' ? await inPage(tab.id, 'source') : live;
  if (captured.html === null) throw new Error('the page is too long');
  const reader = settings.learns ? await openReader(captured.url) : null;
  const result = extracted(captured, reader);
  if (reader !== null && captured.part === 'page') await keepReader(captured.url, reader);
  return { captured, result, settings, reader };
}

/** The clean copy of a tab: `{ text, name, part }`. @throws Error with the reason when there is none */
export async function copyOfTab(tab, part = 'page') {
  const { captured, result, settings } = await readTab(tab, part);
  if (!result.ok) throw new Error(result.detail ?? result.reason);
  return { ...printed(result, captured.part, settings), part: captured.part };
}

/** The blocks of a tab with their reasons, and the copy: `{ url, blocks, text, detail }`. */
export async function explainTab(tab) {
  const { captured, result, settings } = await readTab(tab);
  const marks = new Map(await stored(`marks:${addressOf(captured.url)}`, []));
  const blocks = explained(result, marks);
  const { text } = result.ok ? printed(result, 'page', settings) : { text: '' };
  return { url: captured.url, captured, blocks, text, detail: result.ok ? null : (result.detail ?? result.reason) };
}

/** Keeps or drops the text of a block, and teaches it to the page's site. Later pages of the site follow. */
export async function teach({ url, captured, blocks }, block, keep) {
  const key = `marks:${addressOf(url)}`;
  const marks = new Map(await stored(key, []));
  marks.set(block.text, keep);
  await chrome.storage.local.set({ [key]: [...marks] });
  await dropOldMarks();
  const reader = await openReader(url);
  if (reader === null) throw new Error('only pages with a web address can be taught');
  const corrections = correctionsOf(blocks.map((one) => ({ ...one, marked: marks.get(one.text) ?? null })));
  reader.learn(captured.html, { url, corrections });
  await keepReader(url, reader);
}

/** Marks are only needed to add to them: the oldest pages' go. */
async function dropOldMarks() {
  const all = Object.keys(await chrome.storage.local.get(null)).filter((key) => key.startsWith('marks:'));
  if (all.length > MAX_PAGES_OF_MARKS) await chrome.storage.local.remove(all.slice(0, all.length - MAX_PAGES_OF_MARKS));
}

/** The tab that the popup or the panel is about: the active one, or the one that `?tab=` names. */
export async function currentTab() {
  const id = new URLSearchParams(location.search).get('tab');
  if (id !== null) return chrome.tabs.get(Number(id));
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  return tab;
}
