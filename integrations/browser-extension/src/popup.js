import { copyOfTab, currentTab, readSettings, writeSettings } from './browser.js';

const element = (id) => document.getElementById(id);
const CONTROLS = ['format', 'images', 'from', 'obsidian', 'learns', 'template'];
const propertyOf = (control) => (control.type === 'checkbox' ? 'checked' : 'value');

const ready = start();

async function start() {
  const settings = await readSettings();
  for (const name of CONTROLS) {
    const control = element(name);
    control[propertyOf(control)] = settings[name];
    control.addEventListener('change', () => {
      settings[name] = control[propertyOf(control)];
      void writeSettings(settings);
    });
  }
  document.body.dataset.ready = '';
}

/** Does it with the clean copy of what is selected, else of the page. */
async function withCopy(done, use) {
  try {
    await ready;
    const copy = await copyOfTab(await currentTab(), 'selection');
    await use(copy);
    element('said').textContent = `${done} the ${copy.part} (${copy.text.length} characters).`;
  } catch (error) {
    element('said').textContent = error.message;
  }
}

element('copy').addEventListener('click', () => withCopy('Copied', ({ text }) => navigator.clipboard.writeText(text)));
element('save').addEventListener('click', () =>
  withCopy('Saved', ({ text, name }) => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    link.download = name;
    link.click();
  }),
);
element('why').addEventListener('click', async () => {
  // Firefox opens its sidebar only in the answer to the click itself, not after a wait.
  if (chrome.sidebarAction) await chrome.sidebarAction.open();
  else await chrome.sidePanel.open({ tabId: (await currentTab()).id });
  window.close();
});
