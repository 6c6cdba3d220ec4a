import { columnsOf, cut, painterFor, printable, table, wrap } from '@dehusk/node';
import { SITE_LEARNERS } from '@dehusk/papers';
import { type Store, uncheckedValue, unitOfKey } from '@dehusk/stream';
import type { Command } from 'commander';
import type { CommandEnd } from './failures.js';
import { print } from './outputs.js';
import { HOST_OF_FILES, modelKeys, modelsOf, STATE_HELP, unknownHost, withState } from './site-state.js';
import { describeStateExport, describeStateImport } from './state-command.js';

const EXAMPLES = `
dehusk pages/ --site --state sites/ learns sites and extracts their pages.

Examples:
  dehusk site explain www.example.org --state sites/    what was learnt
  dehusk site export sites/ --out sites.gz              one portable file`;

/** `dehusk site …`: what `--site` has learnt. */
export function describe(command: Command, finish: (end: CommandEnd) => void): Command {
  const add = (name: string, description: string): Command =>
    command.command(name).description(description).copyInheritedSettings(command);
  describeSiteExplain(add('explain', 'show what was learnt of a site; without a host, list the sites'), finish);
  describeStateExport(add('export', 'write what was learnt as one portable file'), finish, true);
  describeStateImport(add('import', 'create a state from an exported file'), finish, 'site');
  return command.addHelpText('after', EXAMPLES);
}

/** Facts shown of each learner. */
const SHOWN_FACTS = 20;
/** Columns of a sentence, and the space before its second line. */
const MEASURE = 100;
const INDENT = '  ';

const EXPLAIN_HELP = `
Examples:
  dehusk site explain --state sites/                     all sites
  dehusk site explain www.example.org --state sites/     where the article is, what is dropped, how sure
  dehusk site explain www.example.org --state sites/ --json | jq .`;

interface ExplainFlags {
  readonly state: string;
  readonly json?: true;
}

/** Adds the command's arguments and options. */
function describeSiteExplain(command: Command, finish: (end: CommandEnd) => void): void {
  command
    .argument('[host]', 'a host, or any address of the site')
    .requiredOption('--state <folder>', STATE_HELP)
    .option('--json', 'every fact, as JSON')
    .addHelpText('after', EXPLAIN_HELP)
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
  // Where the article is comes first.
  found.sort((a, b) => Number(b.learner.name === 'containers') - Number(a.learner.name === 'containers'));
  const explained = found.map(({ learner, unit, model }) => ({
    learner: learner.name,
    unit,
    facts: learner.explain(model),
  }));
  if (flags.json) return print(`${JSON.stringify(explained, null, 1)}\n`);
  const paint = painterFor(process.stdout);
  const columns = Math.min(MEASURE, columnsOf(process.stdout)) - INDENT.length;
  for (const { learner, unit, facts } of explained) {
    const sentences = facts.filter(({ sentence }) => sentence !== null);
    const lines = sentences
      .slice(0, SHOWN_FACTS)
      .flatMap(({ what, sentence, example }) => [
        ...wrap(printable(sentence ?? ''), columns).map((line, at) => (at === 0 ? `- ${line}` : INDENT + line)),
        ...(example === null || what === 'node' ? [] : [INDENT + paint('dim', cut(printable(example), columns))]),
      ]);
    const more = sentences.length - SHOWN_FACTS;
    if (more > 0) lines.push(`  … and ${more} more (--json shows all)`);
    await print(`${paint('bold', learner)}  ${printable(unit)}\n${lines.join('\n')}\n\n`);
  }
}

async function listSites(store: Store, flags: ExplainFlags): Promise<void> {
  const learnersByUnit = new Map<string, string[]>();
  for (const key of await modelKeys(store)) {
    const { learner, unit } = unitOfKey(key);
    // A stream's state holds other values too.
    if (!SITE_LEARNERS.some(({ name }) => name === learner)) continue;
    learnersByUnit.set(unit, [...(learnersByUnit.get(unit) ?? []), learner]);
  }
  const sites = [...learnersByUnit].sort(([a], [b]) => (a < b ? -1 : 1));
  const listed = sites.map(([unit, learners]) => ({ unit, learners }));
  if (flags.json) return print(`${JSON.stringify(listed, null, 1)}\n`);
  const rows: { cells: string[] }[] = [];
  for (const [unit, learners] of sites) {
    let bytes = 0;
    for (const learner of learners) bytes += (await uncheckedValue(store, `${learner}/${unit}`))?.length ?? 0;
    const order = SITE_LEARNERS.map(({ name }) => name).filter((name) => learners.includes(name));
    const name = unit === HOST_OF_FILES ? `${unit} (pages without an address)` : unit;
    rows.push({ cells: [name, `${Math.ceil(bytes / 1024)}`, order.join(', ')] });
  }
  const heads = [{ title: 'site' }, { title: 'KiB', align: 'right' as const }, { title: 'learnt by' }];
  await print(table(heads, rows, { columns: columnsOf(process.stdout), paint: painterFor(process.stdout) }));
}
