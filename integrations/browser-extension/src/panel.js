// The blocks of the page with the reason of each. One click keeps or drops a block, and teaches the site.
import { currentTab, explainTab, forgetSite, paint, teach } from './browser.js';

const element = (id) => document.getElementById(id);
let tab = null;
let shown = { blocks: [], text: '', url: '' };

async function attempt(work) {
  try {
    await work();
  } catch (error) {
    element('said').textContent = error.message;
  }
}

async function read() {
  tab = await currentTab();
  shown = await explainTab(tab);
  const kept = shown.blocks.filter(({ keep }) => keep).length;
  element('said').textContent = shown.detail ?? `${kept} of ${shown.blocks.length} blocks are kept.`;
  element('copy').textContent = shown.text;
  show();
}

function show() {
  const which = element('shown').value;
  const wanted = element('find').value.toLowerCase();
  const blocks = shown.blocks.filter(
    ({ keep, text }) => (which === 'all' || keep === (which === 'kept')) && text.toLowerCase().includes(wanted),
  );
  element('blocks').replaceChildren(...blocks.map(itemOf));
}

function itemOf(block) {
  const { text, keep, kind, why, movers, marked } = block;
  const item = document.createElement('li');
  item.className = keep ? 'kept' : 'dropped';
  item.value = block.index + 1;
  const line = document.createElement('p');
  line.textContent = text.length > 240 ? `${text.slice(0, 240)} …` : text;
  const reason = document.createElement('p');
  reason.className = 'quiet';
  const moved = movers
    .slice(0, 3)
    .map(({ feature }) => feature)
    .join(', ');
  reason.textContent = `${keep ? 'kept' : 'dropped'}: ${kind} · ${why}${moved === '' ? '' : ` · ${moved}`}${marked === null ? '' : ' · your decision'}`;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = keep ? 'Drop this' : 'Keep this';
  button.addEventListener('click', () =>
    attempt(async () => {
      await teach(shown, block, !keep);
      await read();
      element('said').textContent = `Learnt. Pages of ${new URL(shown.url).hostname} now follow it.`;
    }),
  );
  line.addEventListener('click', () => attempt(() => paint(tab.id, 'shown', [{ exact: text }], true)));
  item.append(line, reason, button);
  return item;
}

/** What was selected when the menu asked why. */
async function find() {
  const { asked = '' } = await chrome.storage.session.get('asked');
  await chrome.storage.session.remove('asked');
  if (asked !== '') element('find').value = asked.trim().slice(0, 60);
}

element('read').addEventListener('click', () => attempt(read));
element('forget').addEventListener('click', () =>
  attempt(async () => {
    await forgetSite(shown.url);
    await read();
  }),
);
element('shown').addEventListener('change', show);
element('find').addEventListener('input', show);
chrome.storage.session.onChanged.addListener(({ asked }) => {
  if (asked?.newValue) void find().then(show);
});
void attempt(async () => {
  await find();
  await read();
});
