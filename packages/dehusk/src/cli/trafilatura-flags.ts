/**
 * The command line of trafilatura 2, flag by flag: those of this file become options of `dehusk`, the others are its own. The
 * table of docs/migration.md has the same rows.
 */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { count, type ExtractionFlags, gathered } from './extraction-options.js';
import { UsageError } from './failures.js';

/** A flag of trafilatura. */
interface TrafilaturaFlag {
  /** As commander writes it: `-b, --blacklist <file>`. */
  readonly flags: string;
  /**
   * `own`: an option of Dehusk that is defined elsewhere. `added`: defined here and shown in `--help`. `accepted`: works or
   * names the default; not shown. `refused`: an error.
   */
  readonly kind: 'own' | 'added' | 'accepted' | 'refused';
  /** The help of an added flag; what to use instead of a refused one. */
  readonly summary?: string;
  /** The heading of an added flag in `--help`; default: that of the other options. */
  readonly heading?: string;
  readonly parse?: (text: string, before: never) => unknown;
}

const FINDING = 'Finding pages:';

/** A flag of this file that finds, selects or keeps pages. */
function finding(flags: string, summary: string, parse?: TrafilaturaFlag['parse']): TrafilaturaFlag {
  return { flags, kind: 'added', heading: FINDING, summary, ...(parse && { parse }) };
}

/** Names of formats in trafilatura, and here. */
export const OUTPUT_FORMATS: Readonly<Record<string, string>> = {
  csv: 'csv',
  json: 'json',
  html: 'html',
  markdown: 'markdown',
  txt: 'text',
  xml: 'xml',
  xmltei: 'tei',
};

/** Every flag of trafilatura's `--help`, in its order, then the older names it still reads. */
export const TRAFILATURA_FLAGS: readonly TrafilaturaFlag[] = [
  { flags: '-i, --input-file <file>', kind: 'own' },
  { flags: '--input-dir <folder>', kind: 'accepted' },
  { flags: '-u, --URL <address>', kind: 'accepted' },
  { flags: '--parallel <count>', kind: 'own' },
  { flags: '-b, --blacklist <file>', kind: 'accepted' },
  { flags: '--list', kind: 'own' },
  { flags: '-o, --output-dir <folder>', kind: 'own' },
  { flags: '--backup-dir <folder>', kind: 'accepted' },
  { flags: '--keep-dirs', kind: 'accepted' },
  finding('--feed [address]', 'extract the pages listed in a feed, or in the feeds of a site'),
  finding('--sitemap [address]', 'extract the pages listed in a sitemap, or in the sitemaps of a site'),
  finding('--crawl [address]', 'follow the links of a site and extract its pages, at most 30 or --pages'),
  { flags: '--explore [address]', kind: 'accepted' },
  { flags: '--probe [address]', kind: 'accepted' },
  { flags: '--archived', kind: 'accepted' },
  { flags: '--url-filter <patterns...>', kind: 'accepted', parse: gathered },
  { flags: '-f, --fast', kind: 'accepted' },
  { flags: '--formatting', kind: 'accepted' },
  { flags: '--links', kind: 'accepted' },
  { flags: '--images', kind: 'accepted' },
  { flags: '--no-comments', kind: 'accepted' },
  { flags: '--no-tables', kind: 'accepted' },
  { flags: '--only-with-metadata', kind: 'accepted' },
  { flags: '--with-metadata', kind: 'own' },
  { flags: '--target-language <codes>', kind: 'own' },
  {
    flags: '--deduplicate',
    kind: 'added',
    summary: 'leave out paragraphs, lists and tables that the page or an earlier one of the run has; the first stays',
  },
  {
    flags: '--config-file <file>',
    kind: 'refused',
    summary: "give the extractor's options one by one with --set NAME=VALUE (dehusk --list --extractor dehusk)",
  },
  { flags: '--precision', kind: 'accepted' },
  { flags: '--recall', kind: 'accepted' },
  {
    flags: '--output-format <name>',
    kind: 'accepted',
    parse: (text: string) => {
      if (Object.hasOwn(OUTPUT_FORMATS, text)) return text;
      throw new InvalidArgumentError(`Expected ${Object.keys(OUTPUT_FORMATS).join(', ')}.`);
    },
  },
  ...Object.keys(OUTPUT_FORMATS)
    .filter((name) => name !== 'txt')
    .map((name): TrafilaturaFlag => ({ flags: `--${name}`, kind: 'own' })),
  {
    flags: '--validate-tei',
    kind: 'refused',
    summary: 'the tests of Dehusk check its TEI; to check a file, run xmllint --noout --relaxng tei_all.rng FILE',
  },
  { flags: '--verbose', kind: 'own' },
  { flags: '--version', kind: 'own' },
  {
    flags: '--no-ssl',
    kind: 'refused',
    summary: 'certificates are always checked; fetch with another program: curl -k ADDRESS | dehusk --url ADDRESS',
  },
  ...Object.entries({
    '--inputfile <file>': '--input-file',
    '--inputdir <folder>': '--input-dir',
    '--outputdir <folder>': '--output-dir',
    '--nocomments': '--no-comments',
    '--notables': '--no-tables',
    '--hash-as-name': '--output-dir, which names files by their addresses',
  }).map(([flags, instead]): TrafilaturaFlag => ({ flags, kind: 'refused', summary: `use ${instead}` })),
];

/** Ways to find pages. */
export const DISCOVERIES = ['feed', 'sitemap', 'crawl', 'explore'] as const;
export type DiscoveryKind = (typeof DISCOVERIES)[number];

/** The flags that select pages, as commander returns them. */
export interface SelectionFlags extends Readonly<Partial<Record<DiscoveryKind | 'probe', string | true>>> {
  readonly pages?: number;
  readonly urlFilter?: readonly string[];
  readonly blacklist?: string;
  readonly archived?: true;
  readonly backupDir?: string;
}

/** The other flags of this file that have an effect, as commander returns them. */
export interface TrafilaturaFlags extends SelectionFlags {
  readonly URL?: string;
  readonly inputDir?: string;
  readonly outputFormat?: string;
  readonly fast?: true;
  readonly precision?: true;
  readonly recall?: true;
  readonly deduplicate?: true;
}

/** The flags that take an address of their own. */
const ADDRESS_FLAGS = [...DISCOVERIES, 'probe'] as const;

/**
 * The flag that takes addresses in place of pages; null if none is given. Its `address` is null where those of the command line are meant;
 * `finds` says whether the pages are others than those of the addresses.
 *
 * @throws UsageError for two of them, and for `--pages` with none that finds pages
 */
export function addressFlagOf(flags: SelectionFlags) {
  const given = ADDRESS_FLAGS.filter((name) => flags[name] !== undefined);
  if (given.length > 1) throw new UsageError(`--${given[0]} and --${given[1]} contradict each other`);
  const [name] = given;
  if (flags.pages !== undefined && !DISCOVERIES.some((one) => one === name))
    throw new UsageError(`--pages is for ${DISCOVERIES.map((one) => `--${one}`).join(', ')}`);
  if (name === undefined) return null;
  const address = flags[name];
  return { name, address: typeof address === 'string' ? address : null, finds: name !== 'probe' };
}

/** Adds the options that this table defines. */
export function addTrafilaturaFlags(command: Command): Command {
  for (const { flags, kind, summary = '', heading, parse } of TRAFILATURA_FLAGS) {
    if (kind === 'own') continue;
    const option = new Option(flags, summary);
    if (parse !== undefined) option.argParser(parse as (text: string, before: unknown) => unknown);
    if (kind === 'accepted' || kind === 'refused') option.hideHelp();
    else if (heading !== undefined) option.helpGroup(heading);
    command.addOption(option);
  }
  return command.addOption(
    new Option('--pages <count>', 'maximum pages of each feed, sitemap or site').argParser(count).helpGroup(FINDING),
  );
}

/** @throws UsageError for a flag that is refused, naming what to use instead */
export function refuseTrafilaturaFlags(command: Command): void {
  for (const { flags, kind, summary } of TRAFILATURA_FLAGS) {
    if (kind !== 'refused') continue;
    const option = new Option(flags);
    if (command.getOptionValueSource(option.attributeName()) === 'cli')
      throw new UsageError(`${option.long} of trafilatura is not available: ${summary}`);
  }
}

/** The extractor of `--fast`: among the fastest of the README's table, the one with the highest mean. */
const FAST_EXTRACTOR = 'justext-goldminer';

/** The flags with those that `--fast`, `--precision` and `--recall` stand for. @throws UsageError if they contradict another one */
export function fromTrafilatura<T extends ExtractionFlags & TrafilaturaFlags>(flags: T): T {
  const { fast, precision, recall, extractor = FAST_EXTRACTOR, set = [] } = flags;
  if (fast && extractor !== FAST_EXTRACTOR)
    throw new UsageError(`--fast and --extractor ${extractor} contradict each other`);
  if (precision && recall) throw new UsageError('--precision and --recall contradict each other');
  const focus = precision ? ['focus=precision'] : recall ? ['focus=recall'] : [];
  return { ...flags, ...(fast && { extractor }), set: [...set, ...focus] };
}

/** Whether a flag asks for markup, which plain text does not have. */
export function asksForMarkup(command: Command): boolean {
  return ['formatting', 'links', 'images'].some(
    (name) => command.getOptionValueSource(name) === 'cli' && command.getOptionValue(name) === true,
  );
}
