/** `dehusk site explain HOST`: what was learnt of a site, with support and an example; without HOST, the sites there are. */
import { SITE_LEARNERS, type SiteFact } from '@dehusk/core/internal';
import type { Command } from 'commander';
import type { Store } from '../stores/store.js';
import { unitOfKey } from '../stream/site-models.js';
import { table } from '../terminal/table.js';
import { columnsOf, painterFor } from '../terminal/terminal.js';
import type { CommandEnd } from './failures.js';
import { print } from './outputs.js';
import { modelKeys, modelsOf, STATE_HELP, unknownHost, withState } from './site-state.js';

/** Facts shown of each learner. */
const SHOWN_FACTS = 12;

const HELP = `
Examples:
  dehusk site explain --state sites/                     the sites there are
  dehusk site explain www.example.org --state sites/     GoldMiner's patterns, the tree's largest nodes
  dehusk site explain www.example.org --state sites/ --json | jq .`;

interface ExplainFlags {
  readonly state: string;
  readonly json?: true;
}

/** Adds the command's arguments and options. */
export function describeSiteExplain(command: Command, finish: (end: CommandEnd) => void): void {
  command
    .argument('[host]', 'a host, or any address of the site')
    .requiredOption('--state <folder>', STATE_HELP)
    .option('--json', 'every fact, as JSON')
    .addHelpText('after', HELP)
    .action(async (host: string | undefined, flags: ExplainFlags) => {
      await withState(flags.state, false, (store) =>
        host === undefined ? listSites(store, flags) : explainSite(store, host, flags),
      );
      finish('all-extracted');
    });
}

async function explainSite(store: Store, host: string, flags: ExplainFlags): Promise<void> {
  const found = await modelsOf(store, host);
  if (found.length === 0) throw await unknownHost(store, host, flags.state);
  const explained = found.map(({ learner, unit, model }) => ({
    learner: learner.name,
    unit,
    facts: learner.explain(model),
  }));
  if (flags.json) return print(`${JSON.stringify(explained, null, 1)}\n`);
  const paint = painterFor(process.stdout);
  for (const { learner, unit, facts } of explained) {
    await print(`${paint('bold', learner)}  ${unit}\n`);
    if (facts.length === 0) await print('nothing learnt yet: too few pages\n\n');
    else await print(`${factTable(facts)}\n`);
  }
}

/** Facts as a table: what, how many pages say so, the fact in full, an example below it. */
function factTable(given: readonly SiteFact[]): string {
  const paint = painterFor(process.stdout);
  // Of a tree only the root's line: `dehusk site tree` draws the rest.
  const facts = given.filter(({ what }, at) => what !== 'node' || given.findIndex((one) => one.what === 'node') === at);
  const rows = facts
    .slice(0, SHOWN_FACTS)
    .flatMap(({ what, value, support, of, example }) => [
      { cells: [what, `${support} of ${of}`, value] },
      ...(example === null ? [] : [{ cells: ['', '', example], style: 'dim' as const }]),
    ]);
  const heads = [{ title: 'what' }, { title: 'pages', align: 'right' as const }, { title: 'value and example' }];
  const shown = table(heads, rows, { columns: columnsOf(process.stdout), paint, last: 'wrap' });
  const more = facts.length - SHOWN_FACTS;
  const nodes = given.length - facts.length;
  if (nodes > 0) return `${shown}… and ${nodes} nodes below: dehusk site tree draws them\n`;
  return more > 0 ? `${shown}… and ${more} more (--json shows all)\n` : shown;
}

async function listSites(store: Store, flags: ExplainFlags): Promise<void> {
  const learnersByUnit = new Map<string, string[]>();
  for (const key of await modelKeys(store)) {
    const { learner, unit } = unitOfKey(key);
    // A stream keeps more in its state than what was learnt.
    if (!SITE_LEARNERS.some(({ name }) => name === learner)) continue;
    learnersByUnit.set(unit, [...(learnersByUnit.get(unit) ?? []), learner]);
  }
  const sites = [...learnersByUnit].sort(([a], [b]) => (a < b ? -1 : 1));
  if (flags.json)
    return print(
      `${JSON.stringify(
        sites.map(([unit, learners]) => ({ unit, learners })),
        null,
        1,
      )}\n`,
    );
  const rows: { cells: string[] }[] = [];
  for (const [unit, learners] of sites) {
    let bytes = 0;
    for (const learner of learners) bytes += (await store.get(`${learner}/${unit}`))?.length ?? 0;
    const order = SITE_LEARNERS.map(({ name }) => name).filter((name) => learners.includes(name));
    rows.push({ cells: [unit, `${Math.ceil(bytes / 1024)}`, order.join(', ')] });
  }
  const heads = [{ title: 'site' }, { title: 'KiB', align: 'right' as const }, { title: 'learnt by' }];
  await print(table(heads, rows, { columns: columnsOf(process.stdout), paint: painterFor(process.stdout) }));
}
