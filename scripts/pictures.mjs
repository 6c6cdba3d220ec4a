// `npm run pictures` draws the pictures of the documentation that show a terminal. A test compares them with the current output.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { terminalPicture } from './terminal-picture.mjs';
import { watchPicture } from './watch-picture.mjs';

/** The files of docs/ and what draws them. */
export const PICTURES = { 'terminal.svg': terminalPicture, 'watch.svg': watchPicture };

/** Where a picture is. */
export const placeOf = (name) => fileURLToPath(new URL(`../docs/${name}`, import.meta.url));

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [name, draw] of Object.entries(PICTURES)) writeFileSync(placeOf(name), draw());
