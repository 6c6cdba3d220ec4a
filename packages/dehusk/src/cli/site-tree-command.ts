/** `dehusk site tree HOST`: the URL tree of a site, drawn, with the documents and distinct blocks of each node. */
import type { SiteFact } from '@dehusk/core/internal';
import type { Command } from 'commander';
import { table } from '../terminal/table.js';
import { columnsOf, painterFor } from '../terminal/terminal.js';
import { count } from './extraction-options.js';
import { type CommandEnd, InputOutputError } from './failures.js';
import { print } from './outputs.js';
import { modelsOf, STATE_HELP, unknownHost, withState } from './site-state.js';

/** Nodes below this many documents are counted together, unless told otherwise. */
const MIN_DOCUMENTS = 1;

interface TreeFlags {
  readonly state: string;
  readonly depth?: number;
  readonly least: number;
}

const HELP = `
Examples:
  dehusk site tree www.example.org --state sites/
  dehusk site tree www.example.org --state sites/ --depth 5 --least 10`;

/** Adds the command's arguments and options. */
export function describeSiteTree(command: Command, finish: (end: CommandEnd) => void): void {
  command
    .argument('<host>', 'a host, or any address of the site')
    .requiredOption('--state <folder>', STATE_HELP)
    .option('--depth <levels>', 'levels shown below the root (default: all)', count)
    .option('--least <documents>', 'leave out nodes with fewer documents', count, MIN_DOCUMENTS)
    .addHelpText('after', HELP)
    .action(async (host: string, flags: TreeFlags) => {
      await withState(flags.state, false, async (store) => {
        const found = await modelsOf(store, host);
        if (found.length === 0) throw await unknownHost(store, host, flags.state);
        for (const { learner, unit, model } of found) {
          const nodes = learner.explain(model).filter(({ what }) => what === 'node');
          if (nodes.length > 0) return print(drawTree(unit, nodes, flags));
        }
        throw new InputOutputError(
          `no tree was learnt of ${host}, only by ${found.map(({ learner }) => learner.name).join(', ')} (dehusk site learn --learner urltree)`,
        );
      });
      finish('all-extracted');
    });
}

interface DrawnNode {
  readonly depth: number;
  readonly name: string;
  readonly fact: SiteFact;
}

/** The tree as a table; a node's depth is its fact's indentation, two columns a level, as learners print it. */
export function drawTree(
  unit: string,
  facts: readonly SiteFact[],
  { depth, least }: Pick<TreeFlags, 'depth' | 'least'>,
): string {
  const nodes: DrawnNode[] = facts.map((fact) => {
    const name = fact.value.trimStart();
    return { depth: (fact.value.length - name.length) / 2, name: name === '' ? unit : name, fact };
  });
  const shown = nodes.filter((node) => node.fact.support >= least && (depth === undefined || node.depth <= depth));
  const rows = shown.map((node, at) => ({
    cells: [`${branches(shown, at)}${node.name}`, String(node.fact.support), node.fact.example ?? ''],
  }));
  const heads = [{ title: 'node' }, { title: 'documents', align: 'right' as const }, { title: 'blocks' }];
  const left = nodes.length - shown.length;
  return `${table(heads, rows, { columns: columnsOf(process.stdout), paint: painterFor(process.stdout) })}${
    left > 0 ? `${left} smaller or deeper nodes left out\n` : ''
  }`;
}

/** The lines in front of a node: whether its own parent, and each level above, has more children to come. */
function branches(nodes: readonly DrawnNode[], at: number): string {
  const { depth } = nodes[at];
  const goesOn = (level: number): boolean => {
    for (let next = at + 1; next < nodes.length; next++) {
      if (nodes[next].depth < level) return false;
      if (nodes[next].depth === level) return true;
    }
    return false;
  };
  let lines = '';
  for (let level = 1; level < depth; level++) lines += goesOn(level) ? '│  ' : '   ';
  return depth === 0 ? '' : `${lines}${goesOn(depth) ? '├─ ' : '└─ '}`;
}
