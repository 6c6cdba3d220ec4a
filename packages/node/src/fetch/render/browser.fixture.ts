/** The browser of the tests, and whether there is one. */
import { findChromium } from './find-chromium.js';

function browserHere(): string | null {
  try {
    return findChromium('');
  } catch {
    return null;
  }
}

/** Path of the browser; empty: none. */
export const BROWSER = browserHere() ?? '';
/** Option of a test that needs it. */
export const NEEDS_BROWSER = { skip: BROWSER === '' && 'skipped: needs a Chromium' };
