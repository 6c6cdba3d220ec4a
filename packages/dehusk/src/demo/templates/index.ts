import { cards } from './cards.js';
import { classic } from './classic.js';
import { semantic } from './semantic.js';
import { table } from './table.js';
import type { PageTemplate } from './template.js';

/** Every layout there is. */
export const TEMPLATES: readonly PageTemplate[] = [classic, semantic, table, cards];

/** @throws RangeError naming what was got and every name there is */
export function templateNamed(name: string): PageTemplate {
  const found = TEMPLATES.find((one) => one.name === name);
  if (found) return found;
  throw new RangeError(`no template is named "${name}" (there are: ${TEMPLATES.map((one) => one.name).join(', ')})`);
}
