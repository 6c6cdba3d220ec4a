/** `dehusk state rules STATE [HOST]`: the URL rules that a stream learnt, proposed or applied. */
import { urltree } from '@dehusk/core/internal';
import type { Command } from 'commander';
import { tomlTable } from '../configuration/print-configuration.js';
import type { Store } from '../stores/store.js';
import { unitOfKey } from '../stream/site-models.js';
import { addressesKey } from '../stream/state-keys.js';
import { decodeEvidence, type StoredRule } from '../stream/url-evidence.js';
import { table } from '../terminal/table.js';
import { columnsOf, painterFor } from '../terminal/terminal.js';
import { type CommandEnd, InputOutputError } from './failures.js';
import { print } from './outputs.js';
import { urlOfHost, withState } from './site-state.js';

interface RulesFlags {
  readonly json?: true;
  readonly toml?: true;
}

/** A learnt rule and the site it was learnt from. */
interface SiteRule extends StoredRule {
  readonly site: string;
}

const HELP = `
A rule names the query parameters that identify a document; everything else of a query is dropped. A stream learns rules from
addresses and titles (stream.urlRuleLearning). They are only proposed, unless the configuration applies them.
"support" is the number of addresses, "confidence" that of the least certain parameter. _cid_ is the title of the page,
_canonical_ its rel=canonical.

Examples:
  dehusk state rules state/
  dehusk state rules state/ www.example.org --json
  dehusk state rules state/ --toml >> dehusk.toml      accept all of them; delete those you do not want`;

/** Adds the command's arguments and options. */
export function describeStateRules(command: Command, finish: (end: CommandEnd) => void): void {
  command
    .argument('<state>', 'a folder of state')
    .argument('[host]', 'a host or any address of a site: only its rules')
    .option('--json', 'everything, as JSON')
    .option('--toml', 'as sections of a configuration')
    .addHelpText('after', HELP)
    .action(async (folder: string, host: string | undefined, flags: RulesFlags) => {
      await withState(folder, false, async (store) => {
        const site = host === undefined ? null : urltree.unit(urlOfHost(host));
        const rules = (await rulesOf(store)).filter((rule) => site === null || rule.site === site);
        await print(flags.json ? `${JSON.stringify(rules, null, 1)}\n` : flags.toml ? asToml(rules) : asTable(rules));
      });
      finish('all-extracted');
    });
}

/** The rules of all sites, by site. @throws InputOutputError for a value that cannot be read */
async function rulesOf(store: Store): Promise<SiteRule[]> {
  const prefix = addressesKey('');
  const rules: SiteRule[] = [];
  for (const key of (await store.keys()).filter((one) => one.startsWith(prefix)).sort()) {
    try {
      const evidence = decodeEvidence((await store.get(key)) as Uint8Array);
      rules.push(...evidence.rules.map((rule) => ({ site: unitOfKey(key).unit, ...rule })));
    } catch (error) {
      throw new InputOutputError(`the state "${key}" cannot be read: ${(error as Error).message}`);
    }
  }
  return rules;
}

function asTable(rules: readonly SiteRule[]): string {
  if (rules.length === 0) return 'no rules were learnt\n';
  const right = 'right' as const;
  const heads = [
    { title: 'site' },
    { title: 'keep' },
    { title: 'support', align: right, leftOut: 2 },
    { title: 'confidence', align: right, leftOut: 1 },
    { title: 'state' },
    { title: 'pattern' },
  ];
  const rows = rules.map((rule) => ({
    cells: [
      rule.site,
      rule.retain.join(' '),
      String(rule.support),
      rule.confidence.toFixed(2),
      stateOf(rule),
      rule.pattern,
    ],
  }));
  return table(heads, rows, { columns: columnsOf(process.stdout), paint: painterFor(process.stdout) });
}

function stateOf({ isApplied, undecided }: StoredRule): string {
  if (isApplied) return 'applied';
  return undecided.length === 0 ? 'proposed' : `undecided: ${undecided.join(' ')}`;
}

function asToml(rules: readonly SiteRule[]): string {
  return rules
    .map((rule) => {
      const { site, support, confidence, pattern, retain: keep } = rule;
      const comment = `# ${site}: ${stateOf(rule)}, ${support} addresses, confidence ${confidence.toFixed(2)}`;
      return `${comment.replace(/[\r\n]/g, ' ')}\n${tomlTable('[[stream.urlRules]]', { pattern, keep })}`;
    })
    .join('\n');
}
