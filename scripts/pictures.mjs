// `npm run pictures` writes what docs/ shows of the program, so that a test can compare it.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commandsPage } from './commands-page.mjs';
import { scoreChart } from './score-chart.mjs';
import { terminalPicture } from './terminal-picture.mjs';
import { watchPicture } from './watch-picture.mjs';

/** The files of docs/ and what draws them. */
export const PICTURES = {
  'terminal.svg': terminalPicture,
  'watch.svg': watchPicture,
  'score-speed.svg': scoreChart,
  'commands.md': commandsPage,
};

/** Where a picture is. */
export const placeOf = (name) => fileURLToPath(new URL(`../docs/${name}`, import.meta.url));

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [name, draw] of Object.entries(PICTURES)) writeFileSync(placeOf(name), await draw());
