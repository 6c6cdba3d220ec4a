// Fails when a package has more source lines than scripts/budgets.json allows: TypeScript without tests, fixtures and weights. Budgets
// only fall: whoever needs more lines deletes others.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const NOT_COUNTED = /\.test\.|\.fixture\.|weights|-data\.ts$/;
const budgets = JSON.parse(readFileSync(new URL('budgets.json', import.meta.url), 'utf8'));

function linesOf(folder) {
  const files = readdirSync(folder, { recursive: true }).filter(
    (name) => /\.tsx?$/.test(name) && !NOT_COUNTED.test(name),
  );
  return files.reduce((sum, name) => sum + readFileSync(join(folder, name), 'utf8').split('\n').length - 1, 0);
}

const over = Object.entries(budgets)
  .map(([name, budget]) => ({ name, budget, lines: linesOf(`packages/${name}/src`) }))
  .filter(({ lines, budget }) => lines > budget);
for (const { name, lines, budget } of over)
  console.error(`packages/${name} has ${lines} source lines, expected at most ${budget} (scripts/budgets.json)`);
if (over.length > 0) process.exitCode = 1;
