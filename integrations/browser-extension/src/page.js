// Runs in the page, in the extension's world: the page's scripts and policies neither see nor stop it.
// Reads the tree that is shown: open shadow roots in place of their hosts' children, slots filled, frames of the same origin.

/** Frames below this many pixels are counters, not text. */
const MIN_FRAME_AREA = 10_000;
/** Longest page that is read, in characters. */
const MAX_LENGTH = 16_000_000;
/** Characters before and after a quote that tell it from other places with the same text. */
const CONTEXT = 32;
const SILENT = new Set(['script', 'style', 'template', 'noscript']);

function frameBody(node) {
  if (node.localName !== 'iframe' && node.localName !== 'frame') return null;
  const { width, height } = node.getBoundingClientRect();
  // Null for a frame of another origin.
  return width * height < MIN_FRAME_AREA ? null : (node.contentDocument?.body ?? null);
}

function childrenOf(node) {
  if (node.shadowRoot) return node.shadowRoot.childNodes;
  const body = frameBody(node);
  if (body !== null) return [body];
  const assigned = node.localName === 'slot' ? node.assignedNodes({ flatten: true }) : [];
  return assigned.length > 0 ? assigned : node.childNodes;
}

/** The node around another in the tree that is shown. */
function parentOf(node) {
  if (node.assignedSlot) return node.assignedSlot;
  const parent = node.parentNode;
  if (parent === null) return null;
  if (parent.nodeType === Node.DOCUMENT_FRAGMENT_NODE) return parent.host ?? null;
  if (node.localName === 'body') return parent.ownerDocument.defaultView?.frameElement ?? parent;
  return parent;
}

/** The nodes of the tree that is shown, in its order. */
function* shownNodes(root) {
  const open = [root];
  while (open.length > 0) {
    const node = open.pop();
    yield node;
    if (node.nodeType === Node.ELEMENT_NODE && !SILENT.has(node.localName))
      open.push(...[...childrenOf(node)].reverse());
  }
}

/** The selection of the document, or of the shadow root or frame that has it; null for none. */
function selectedRange() {
  const rangeOf = (selection) =>
    selection && !selection.isCollapsed && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
  const own = rangeOf(document.getSelection());
  if (own !== null && own.toString().trim() !== '') return own;
  for (const node of shownNodes(document.body ?? document.documentElement)) {
    const range = rangeOf(node.shadowRoot?.getSelection?.() ?? frameBody(node)?.ownerDocument.getSelection());
    if (range !== null && range.toString().trim() !== '') return range;
  }
  return null;
}

/** What a range selects: for each text node its part, for other nodes without children the whole. */
function selectedParts(range) {
  const parts = new Map();
  for (const node of shownNodes(range.commonAncestorContainer)) {
    if (!range.intersectsNode(node)) continue;
    if (node.nodeType === Node.TEXT_NODE) {
      const from = node === range.startContainer ? range.startOffset : 0;
      const to = node === range.endContainer ? range.endOffset : node.data.length;
      if (from < to) parts.set(node, [from, to]);
    } else if (node.nodeType === Node.ELEMENT_NODE && node.childNodes.length === 0 && !node.shadowRoot)
      parts.set(node, null);
  }
  return parts;
}

/** The page's text without white space, and the place of each character. */
function textIndex() {
  let text = '';
  const starts = [];
  for (const node of shownNodes(document.body ?? document.documentElement)) {
    if (node.nodeType !== Node.TEXT_NODE) continue;
    starts.push({ node, at: text.length });
    text += node.data.replace(/\s+/g, '');
  }
  return { text, starts };
}

/** The offset in a text node of its n-th character that is no white space. */
function offsetOf(data, count) {
  let at = 0;
  for (let seen = 0; at < data.length; at++) if (!/\s/.test(data[at]) && seen++ === count) break;
  return at;
}

/** The parts of text nodes that have a quote: `[node, from, to]`; empty when the page no longer has it. */
function partsOfQuote({ exact, prefix = '', suffix = '' }, { text, starts }) {
  const wanted = exact.replace(/\s+/g, '');
  if (wanted === '') return [];
  const whole = text.indexOf(prefix + wanted + suffix);
  const from = whole >= 0 ? whole + prefix.length : text.indexOf(wanted);
  if (from < 0) return [];
  const to = from + wanted.length;
  return starts.flatMap(({ node, at }, index) => {
    const end = starts[index + 1]?.at ?? text.length;
    if (end <= from || at >= to || end === at) return [];
    const first = offsetOf(node.data, Math.max(0, from - at));
    return [[node, first, offsetOf(node.data, Math.min(end, to) - at - 1) + 1]];
  });
}

/** Adds a copied text node, its highlighted parts in `mark`. */
function appendText(into, data, parts) {
  let from = 0;
  for (const [first, last] of parts.sort(([a], [b]) => a - b)) {
    if (first < from) continue;
    into.append(data.slice(from, first));
    const mark = into.ownerDocument.createElement('mark');
    mark.setAttribute('data-dehusk', '');
    mark.append(data.slice(first, last));
    into.append(mark);
    from = last;
  }
  into.append(data.slice(from));
}

function copyOf(node, copy) {
  if (frameBody(node) !== null || (node.localName === 'body' && node.ownerDocument !== document))
    return copy.createElement('div');
  return copy.importNode(node, node.localName === 'template');
}

const api = {
  /**
   * The page, or its selection, as HTML.
   *
   * @param part `page` or `selection`
   * @param quotes highlights, which become `mark`
   * @returns `{ html, url, part, highlights }`; `part` is `page` when nothing is selected; html is null for a page that is too long
   */
  capture({ part = 'page', quotes = [] } = {}) {
    const range = part === 'selection' ? selectedRange() : null;
    const selected = range === null ? null : selectedParts(range);
    const around = new Set();
    for (const node of selected?.keys() ?? [])
      for (let one = node; one !== null && !around.has(one); one = parentOf(one)) around.add(one);
    const marks = new Map();
    const index = quotes.length > 0 ? textIndex() : null;
    for (const quote of quotes)
      for (const [node, from, to] of partsOfQuote(quote, index))
        marks.set(node, [...(marks.get(node) ?? []), [from, to]]);
    // A document that runs no scripts and loads nothing.
    const copy = document.implementation.createHTMLDocument('');
    const isLeftOut = (node) =>
      (node.localName === 'script' && node.type !== 'application/ld+json') ||
      (selected !== null && node !== document.head && !document.head?.contains(node) && !around.has(node));
    const root = copy.importNode(document.documentElement, false);
    const open = [[document.documentElement, root]];
    while (open.length > 0) {
      const [node, into] = open.pop();
      for (const child of childrenOf(node)) {
        if (child.nodeType === Node.TEXT_NODE) {
          if (isLeftOut(child)) continue;
          const [from, to] = selected?.get(child) ?? [0, child.data.length];
          const inPart = (marks.get(child) ?? []).map(([a, b]) => [Math.max(a, from) - from, Math.min(b, to) - from]);
          appendText(
            into,
            child.data.slice(from, to),
            inPart.filter(([a, b]) => a < b),
          );
        } else if (child.nodeType === Node.ELEMENT_NODE && !isLeftOut(child)) {
          const copied = copyOf(child, copy);
          into.append(copied);
          // In a page that runs scripts its content is text; here it is elements. Firefox reads it as text also here, except in a template.
          if (child.localName === 'noscript' && child.childElementCount === 0) {
            const parsed = copy.createElement('template');
            parsed.innerHTML = child.textContent;
            copied.append(parsed.content);
          } else if (child.localName !== 'template') open.push([child, copied]);
        }
      }
    }
    const html = `<!doctype html>${root.outerHTML}`;
    const url = location.href;
    return {
      html: html.length > MAX_LENGTH ? null : html,
      url,
      part: selected === null ? 'page' : 'selection',
      highlights: marks.size,
    };
  },

  /** The page's source, from the browser's cache where it has it. */
  async source() {
    const response = await fetch(location.href, { credentials: 'include', cache: 'force-cache' });
    const html = new TextDecoder(document.characterSet).decode(await response.arrayBuffer());
    return { html: html.length > MAX_LENGTH ? null : html, url: location.href, part: 'page', highlights: 0 };
  },

  /** The selection as a quote; null for none. */
  quote() {
    const range = selectedRange();
    if (range === null) return null;
    const exact = range.toString().trim();
    const { text, starts } = textIndex();
    const [first, [from]] = [...selectedParts(range)].find(([node]) => node.nodeType === Node.TEXT_NODE);
    const before = starts.find(({ node }) => node === first)?.at ?? 0;
    const wanted = exact.replace(/\s+/g, '');
    const at = text.indexOf(wanted, before + first.data.slice(0, from).replace(/\s+/g, '').length);
    if (at < 0) return { exact };
    const end = at + wanted.length;
    return { exact, prefix: text.slice(Math.max(0, at - CONTEXT), at), suffix: text.slice(end, end + CONTEXT) };
  },

  /** Paints quotes without a change to the page; `name` is `kept` for highlights, `shown` for a block. Returns how many were found. */
  paint(name, quotes, scrolls = false) {
    const index = textIndex();
    const parts = quotes.flatMap((quote) => partsOfQuote(quote, index));
    const ranges = parts.map(([node, from, to]) => {
      const range = node.ownerDocument.createRange();
      range.setStart(node, from);
      range.setEnd(node, to);
      return range;
    });
    CSS.highlights?.set(`dehusk-${name}`, new Highlight(...ranges));
    if (scrolls) parts[0]?.[0].parentElement?.scrollIntoView({ block: 'center' });
    return parts.length;
  },

  /** Copies a text although the page neither has the clipboard's permission nor a secure address. */
  copyText(text) {
    const put = (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      event.clipboardData.setData('text/plain', text);
    };
    document.addEventListener('copy', put, { capture: true, once: true });
    const isCopied = document.execCommand('copy');
    document.removeEventListener('copy', put, { capture: true });
    return isCopied;
  },
};

globalThis.dehuskPage = api;
