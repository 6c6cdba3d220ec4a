/** The Chromium that renders pages: the user's own; Dehusk brings none. Apart from open-browser.ts, so that public types name no browser's. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** There is no browser to render with. */
export class BrowserMissing extends Error {}

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'brave-browser',
];
const ELSEWHERE: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['/usr/bin', '/usr/local/bin', '/snap/bin'].flatMap((folder) => NAMES.map((name) => join(folder, name))),
  darwin: ['Chromium', 'Google Chrome', 'Microsoft Edge'].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  ),
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) =>
    [
      'Google\\Chrome\\Application\\chrome.exe',
      'Chromium\\Application\\chrome.exe',
      'Microsoft\\Edge\\Application\\msedge.exe',
    ].map((path) => join(process.env[variable] ?? 'C:\\', path)),
  ),
};

/**
 * The browser's program: the given path, else the environment's CHROMIUM_PATH, else the first of the usual names and places.
 *
 * @param given a path; empty: none
 * @throws BrowserMissing when there is none, or the given one cannot be run
 */
export function findChromium(given: string, environment: NodeJS.ProcessEnv = process.env): string {
  for (const [source, path] of [
    ['the browser', given],
    ['CHROMIUM_PATH', environment.CHROMIUM_PATH ?? ''],
  ]) {
    if (path === '') continue;
    if (canRun(path)) return path;
    throw new BrowserMissing(`${source} got "${path}", expected the path of a Chromium or Chrome program`);
  }
  const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const named = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const found = [...named, ...(ELSEWHERE[process.platform] ?? [])].find(canRun);
  if (found !== undefined) return found;
  throw new BrowserMissing(
    'rendering needs a Chromium or Chrome, and none was found; install one, or name it in CHROMIUM_PATH',
  );
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
