import { painterFor, printable, printableLines } from '@dehusk/node';

/** How a command can end. `main.ts` maps these to exit codes. */
export type CommandEnd = 'all-extracted' | 'some-without-text' | 'some-unreadable' | 'interrupted' | 'terminated';

/** Wrong usage. The message states what was got and what was expected. */
export class UsageError extends Error {}

/** The command's input or output cannot be used. */
export class InputOutputError extends Error {}

/** Runs a check of the core and turns its errors about names and values into usage errors. */
export function checked<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
}

/** Does work whose errors of some kinds are about the command's input or output. @param place before their messages */
export async function ofInput<T>(
  kinds: readonly (abstract new (...given: never[]) => Error)[],
  work: () => T | Promise<T>,
  place = '',
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (kinds.some((kind) => error instanceof kind)) throw new InputOutputError(place + (error as Error).message);
    throw error;
  }
}

/** Writes lines to standard error, control characters escaped: pages, addresses and archives may have chosen a part of them. */
export function report(lines: string): void {
  process.stderr.write(printableLines(lines));
}

/** Writes to standard error why a page has no text. Pages choose names and details, so control characters are escaped. */
export function reportFailure(name: string, reason: string, detail: string): void {
  const paint = painterFor(process.stderr);
  process.stderr.write(`dehusk: ${printable(name)}: ${paint('red', reason)}: ${printable(detail)}\n`);
}

// Errors of the operating system in words: what failed and what to do.

type Explain = (subject: string, error: NodeJS.ErrnoException) => string;

/** By code (errno(3)); others keep Node's message, which names call and path. */
const EXPLANATIONS: Readonly<Record<string, Explain>> = {
  ENOENT: (subject) =>
    `there is no file or folder ${subject}; check the path, and create the folder of an output first`,
  ENOTDIR: (subject) => `${subject} leads through a file, expected folders; check the path`,
  EISDIR: (subject) => `${subject} is a folder, expected a file`,
  EEXIST: (subject) => `${subject} exists and is no folder; name another`,
  EACCES: (subject, { syscall }) => `no permission for ${subject} (${syscall}); check its owner and mode`,
  EPERM: (subject, { syscall }) => `no permission for ${subject} (${syscall}); check its owner and mode`,
  EROFS: (subject) => `${subject} is on a read-only file system; name another place`,
  ENOSPC: (subject) => `no space left to write ${subject}; make room and repeat the command`,
  EDQUOT: (subject) => `the disk quota is used up at ${subject}; make room and repeat the command`,
  EFBIG: (subject) => `${subject} reached the largest file size allowed; raise the limit (ulimit -f)`,
  EIO: (subject, { syscall }) => `${subject}: the disk reports an error (${syscall}); check it and repeat the command`,
  EMFILE: (subject) => `too many open files at ${subject}; raise the limit (ulimit -n)`,
  EADDRINUSE: (subject) => `${subject} is in use; stop the program that uses it, or name another port with --port`,
  EADDRNOTAVAIL: (subject) => `${subject} is no address of this machine; choose another`,
  ENOTFOUND: (_, { message }) => `no host is named ${message.split(' ').at(-1)}; check the name`,
};

/** An error of the operating system. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

/** One line: what failed, and what to do. */
export function explainSystemError(error: NodeJS.ErrnoException): string {
  const explain = EXPLANATIONS[error.code ?? ''];
  return explain === undefined ? error.message : explain(subjectOf(error), error);
}

/** The path, or the address and port, that the call was about. */
function subjectOf(error: NodeJS.ErrnoException & { readonly address?: string; readonly port?: number }): string {
  const { path, address, port, syscall } = error;
  if (address !== undefined) return port === undefined ? address : `port ${port} of ${address}`;
  // The calls on an open file name no path: it is one of the outputs.
  return path ?? (syscall === 'write' ? 'the output' : 'a file');
}

/** Remedies by reason and by what its detail says was got. */
const REMEDIES: readonly (readonly [reason: string, got: RegExp, remedy: string])[] = [
  ['not-html', /\bfeed\b|OPML|(?:rss|atom|rdf)\+xml/, 'dehusk watch ADDRESS --once reads the pages that a feed names'],
  [
    'not-html',
    /\bsitemap\b/,
    'dehusk watch reads the pages that a sitemap names (a source of kind "sitemap", docs/sources.md)',
  ],
  ['not-html', /JSON lines|JSON document/, 'dehusk batch reads pages from JSON lines'],
  ['not-html', /WARC/, 'dehusk batch - reads WARC from standard input'],
  ['not-html', /\barchive\b/, 'unpack it first'],
  // A host, not a file: the last part is no extension of a page or a list.
  [
    'unreadable',
    /there is no file or folder (?:[\w-]{1,63}\.)+(?!html?|xhtml|txt|md|gz|zst|jsonl?|warc|xml|csv)[a-z]{2,}(?:\/|$)/,
    'an address begins with https://',
  ],
  ['too-large', /^/, '--max-bytes allows more'],
];

/** The detail of a page without text, with a remedy where there is one. */
export function withRemedy(reason: string, detail: string): string {
  const remedy = REMEDIES.find(([of, got]) => of === reason && got.test(detail))?.[2];
  return remedy === undefined ? detail : `${detail}; ${remedy}`;
}
