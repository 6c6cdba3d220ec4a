// The live page: extracts the HTML in the text area whenever it changes. Results are shown as text only, never as HTML.
import { DEFAULT_EXTRACTOR, EXTRACTORS, extract, rendererNamed } from '../../packages/core/dist/index.js';

/** Pause in typing after which the page is extracted, in milliseconds. */
const TYPING = 300;
/** Most time for a page, in milliseconds. */
const MAX_MILLISECONDS = 5_000;
/** Most blocks in the table. */
const MAX_BLOCKS = 2_000;

const SENTENCES = [
  'For forty years Mara Lindqvist has opened the upper gate at six in the morning, and the boats that wait below have learned to trust her clock more than their own.',
  'When the canal office sent the letter that the gates would be moved by a motor from spring on, she read it twice, folded it, and went out to grease the hinges as she does every Friday.',
  'The motor came in April. It needs no breakfast, and it closes when it should; but it does not know who is on the boats, and nobody waves to it.',
];
const EXAMPLE = `<!doctype html>
<html lang="en">
<head>
  <title>The lock keeper | River Post</title>
  <meta name="author" content="Jonas Brandt">
  <meta property="article:published_time" content="2026-04-12">
</head>
<body>
  <nav><a href="/">Home</a> <a href="/news">News</a> <a href="/boats">Boats</a> <a href="/contact">Contact</a></nav>
  <article>
    <h1>The lock keeper</h1>
    <p>${SENTENCES[0]}</p>
    <p>${SENTENCES[1]}</p>
    <h2>The motor</h2>
    <p>${SENTENCES[2]}</p>
    <table>
      <tr><th>Year</th><th>Boats</th></tr>
      <tr><td>2024</td><td>1,204</td></tr>
      <tr><td>2025</td><td>1,377</td></tr>
    </table>
  </article>
  <aside><h3>Read more</h3><ul><li><a href="/1">Ferry stops for good</a></li><li><a href="/2">New bridge in May</a></li></ul></aside>
  <footer>© River Post · <a href="/privacy">Privacy</a> · <a href="/imprint">Imprint</a></footer>
</body>
</html>`;

const element = (id) => document.getElementById(id);
const [html, url, extractor, tabs, status, output] = ['html', 'url', 'extractor', 'tabs', 'status', 'output'].map(
  element,
);

/** An element with a text. */
function make(name, text = '', attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}

const printed = (format) => (result) => make('pre', result.ok ? rendererNamed(format).render(result.document) : '');

/** Each format makes the element that shows a result. */
const FORMATS = {
  Markdown: printed('markdown'),
  Text: printed('text'),
  HTML: printed('html'),
  Record: (result) => make('pre', JSON.stringify(result, null, 2)),
  Blocks: blocksTable,
};

function blocksTable({ labelled: { blocks, labels } }) {
  const table = make('table');
  const head = table.createTHead().insertRow();
  for (const title of ['#', 'Label', 'Text', 'Reason']) head.append(make('th', title, { scope: 'col' }));
  const body = table.createTBody();
  blocks.slice(0, MAX_BLOCKS).forEach((block, at) => {
    const isKept = labels.keep[at] === 1;
    const row = body.insertRow();
    if (isKept) row.className = 'kept';
    const cells = [String(at), isKept ? 'content' : 'boilerplate', block.text.trim(), labels.why[at] ?? ''];
    row.append(...cells.map((text) => make('td', text)));
  });
  return table;
}

let result = null;
let format = 'Markdown';

function show() {
  for (const tab of tabs.children) {
    const isSelected = tab.textContent === format;
    tab.setAttribute('aria-selected', String(isSelected));
    tab.tabIndex = isSelected ? 0 : -1;
  }
  output.replaceChildren(...(result === null ? [] : [FORMATS[format](result)]));
}

function summary() {
  const { labelled, pageType, confidence, lang } = result;
  const kept = labelled.labels.keep.reduce((sum, one) => sum + one, 0);
  return [
    ...(result.ok ? [] : [`${result.reason}: ${result.detail}`]),
    `${kept} of ${labelled.blocks.length} blocks kept`,
    ...(pageType === null ? [] : [`page type ${pageType}`]),
    ...(confidence === null ? [] : [`confidence ${confidence.toFixed(2)}`]),
    ...(lang === null ? [] : [`language ${lang}`]),
  ].join(' · ');
}

function run() {
  const address = url.value.trim();
  if (html.value.trim() === '') result = null;
  else
    result = extract(html.value, {
      extractor: extractor.value,
      // Where the extractor can, it says why it labels each block so.
      options: 'explain' in EXTRACTORS.find(({ name }) => name === extractor.value).defaults ? { explain: true } : {},
      url: URL.canParse(address) ? address : null,
      limits: { maxMilliseconds: MAX_MILLISECONDS },
      clock: () => performance.now(),
    });
  status.textContent = result === null ? '' : summary();
  status.className = result === null || result.ok ? '' : 'failed';
  show();
}

let timer;
const runSoon = () => {
  clearTimeout(timer);
  timer = setTimeout(run, TYPING);
};

extractor.append(...EXTRACTORS.map(({ name }) => make('option', name, { value: name })));
extractor.value = DEFAULT_EXTRACTOR;
tabs.append(
  ...Object.keys(FORMATS).map((name) =>
    make('button', name, { type: 'button', role: 'tab', 'aria-controls': 'output' }),
  ),
);
tabs.addEventListener('click', ({ target }) => {
  if (!Object.hasOwn(FORMATS, target.textContent)) return;
  format = target.textContent;
  show();
});
tabs.addEventListener('keydown', ({ key }) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (step === undefined) return;
  const names = Object.keys(FORMATS);
  format = names[(names.indexOf(format) + step + names.length) % names.length];
  show();
  tabs.children[names.indexOf(format)].focus();
});
html.addEventListener('input', runSoon);
url.addEventListener('input', runSoon);
extractor.addEventListener('change', run);
element('example').addEventListener('click', () => {
  html.value = EXAMPLE;
  url.value = 'https://river.example/2026/04/12/lock-keeper';
  run();
});
// Browsers restore what was in the text area.
run();
