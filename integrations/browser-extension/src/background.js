// Menus and keys.
import { copyOfTab, highlight, inPage } from './browser.js';

const MENUS = [
  ['copy-page', 'Clean copy of the page', ['page']],
  ['copy-selection', 'Clean copy of the selection', ['selection']],
  ['highlight', 'Highlight the selection', ['selection']],
  ['why', 'Why was this kept or dropped?', ['page', 'selection']],
];

chrome.runtime.onInstalled.addListener(() => {
  chrome.contextMenus.removeAll(() => {
    for (const [id, title, contexts] of MENUS) chrome.contextMenus.create({ id, title, contexts });
  });
});

chrome.contextMenus.onClicked.addListener(({ menuItemId, selectionText = '' }, tab) => {
  if (menuItemId !== 'why') return act(menuItemId, tab);
  // First, as browsers open a panel only in answer to a click.
  const opened = chrome.sidePanel ? chrome.sidePanel.open({ tabId: tab.id }) : chrome.sidebarAction.open();
  return opened.then(() => chrome.storage.session.set({ asked: selectionText }));
});

chrome.commands.onCommand.addListener((command, tab) => act(command, tab));

/** Does it, and says on the toolbar's button how it went. */
async function act(command, tab) {
  try {
    if (command === 'highlight') {
      if (!(await highlight(tab))) throw new Error('nothing is selected');
    } else {
      const { text } = await copyOfTab(tab, command === 'copy-selection' ? 'selection' : 'page');
      if (!(await inPage(tab.id, 'copyText', text))) throw new Error('the page does not let its clipboard be written');
    }
    await say(tab.id, '✓', 'Clean copy');
  } catch (error) {
    await say(tab.id, '!', `Clean copy: ${error.message}`);
  }
}

async function say(tabId, text, title) {
  await chrome.action.setBadgeText({ tabId, text });
  await chrome.action.setTitle({ tabId, title });
}
