/**
 * Checks LMDB's data file before LMDB maps it.
 *
 * LMDB trusts its file: a cut file, or one flipped bit in a page number, ends the process with SIGBUS or SIGSEGV. So this reads the
 * file with bounds first. A file begins with two meta pages, which commits write in turn; each describes a snapshot: the root pages
 * of its trees, the last page, the number of its transaction. The newest must fit the older one, and the pages of its trees must be what
 * they say: their own number, leaf or branch, as deep and as many as the snapshot counts.
 *
 * A commit never overwrites a page of the snapshot before. So a damaged newest snapshot can be given up for the older one.
 *
 * Layout: data version 2 of LMDB, little endian, 64 bits, as in its `mdb.c`.
 */
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** Offsets in a meta page, in bytes. */
const META = {
  magic: 0x18,
  version: 0x1c,
  mapSize: 0x28,
  free: 0x30,
  main: 0x60,
  lastPage: 0x90,
  transaction: 0x98,
  end: 0xa0,
} as const;
/** Offsets in the record of a tree. The first word of the free tree holds the page size. */
const TREE = { flags: 4, depth: 6, branches: 8, leaves: 16, overflows: 24, entries: 32, root: 40, end: 48 } as const;
/** Offsets in a page. A node begins with its size or page (4 bytes), its flags and the length of its key (2 each). */
const PAGE = { number: 0, transaction: 8, flags: 18, lower: 20, pages: 20, head: 24, node: 8 } as const;
const MAGIC = 0xbeefc0de;
const VERSION = 2;
const NO_ROOT = 0xffff_ffff_ffff_ffffn;
const META_PAGE = 8;
const BRANCH = 1;
const LEAF = 2;
const OVERFLOW = 4;
/** Flags of a node: its data is on overflow pages, or is the record of a tree. */
const IS_BIG = 1;
const IS_TREE = 2;
const MIN_PAGE_BYTES = 512;
const MAX_PAGE_BYTES = 65_536;

/** A file that LMDB must not open. The message says what is wrong with it. */
export class DamagedFile extends Error {}

type LmdbTree = ReturnType<typeof treeAt>;
type Snapshot = ReturnType<typeof readSnapshot>;

interface DataFile {
  readonly file: number;
  readonly size: number;
  readonly pageBytes: number;
}

/**
 * Checks the newest snapshot of a file; an empty file is a store without content.
 *
 * @param maxPages pages to read at most: a check of all pages takes as long as reading the file
 * @throws DamagedFile
 */
export function checkLmdbFile(path: string, maxPages: number): void {
  const file = openSync(path, 'r');
  try {
    let last: number | null = null;
    for (;;) {
      const size = fstatSync(file).size;
      if (size === 0) return;
      const [newest, older] = readSnapshots(file, size);
      try {
        checkPair(newest, older);
        checkSnapshot({ file, size, pageBytes: pageBytesOf(newest.bytes) }, newest, maxPages);
        return;
      } catch (error) {
        // A writer may have reused pages of the snapshot meanwhile: then there is a newer one.
        if (newest.transaction === last) throw error;
        last = newest.transaction;
      }
    }
  } finally {
    closeSync(file);
  }
}

/** LMDB's names for its files. */
export const DATA = 'data.mdb';
const LOCK = 'lock.mdb';
/** Size of pages that the binding chooses, and map size of a new file, which grows. */
const NEW = { pageBytes: 4_096, mapSize: 131_072, pages: 2 } as const;
/** Flags of a free tree: its keys are numbers. */
const NUMBER_KEYS = 8;
/** At least the size of LMDB's table of readers. */
const LOCK_BYTES = 3 * NEW.pageBytes;

/**
 * Creates those of LMDB's files that a folder lacks, with their bytes on the disk: LMDB itself ends the process with SIGSEGV when
 * it cannot write the first pages of its data, and with SIGBUS when there is no room for the table of readers, which it maps.
 *
 * @throws the system's error
 */
export function createLmdbFiles(folder: string): void {
  const data = Buffer.alloc(NEW.pages * NEW.pageBytes);
  for (const slot of [0, 1]) {
    const meta = data.subarray(slot * NEW.pageBytes);
    meta.writeBigUInt64LE(BigInt(slot), PAGE.number);
    meta.writeUInt16LE(META_PAGE, PAGE.flags);
    meta.writeUInt32LE(MAGIC, META.magic);
    meta.writeUInt32LE(VERSION, META.version);
    meta.writeBigUInt64LE(BigInt(NEW.mapSize), META.mapSize);
    meta.writeUInt32LE(NEW.pageBytes, META.free);
    meta.writeUInt16LE(NUMBER_KEYS, META.free + TREE.flags);
    for (const tree of [META.free, META.main]) meta.writeBigUInt64LE(NO_ROOT, tree + TREE.root);
    meta.writeBigUInt64LE(BigInt(NEW.pages - 1), META.lastPage);
  }
  createWhole(join(folder, DATA), data);
  createWhole(join(folder, LOCK), Buffer.alloc(LOCK_BYTES));
}

/** Creates a file unless it exists. It appears with all its bytes: another process may be about to open it. */
function createWhole(path: string, bytes: Uint8Array): void {
  if (existsSync(path)) return;
  const beside = `${path}.${process.pid}.new`;
  try {
    writeFileSync(beside, bytes, { flush: true });
    linkSync(beside, path);
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    // Another process was first, or the file system has no links: then LMDB creates it.
    if (code !== 'EEXIST' && syscall !== 'link') throw Object.assign(error as Error, { path });
  } finally {
    if (existsSync(beside)) unlinkSync(beside);
  }
}

/**
 * Gives up a damaged newest snapshot for the one before it. The store must not be open.
 *
 * @returns whether there was damage
 * @throws DamagedFile when the older snapshot is damaged too; then nothing is changed
 */
export function repairLmdbFile(path: string): boolean {
  try {
    checkLmdbFile(path, Number.POSITIVE_INFINITY);
    return false;
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
  }
  const file = openSync(path, 'r+');
  try {
    const size = fstatSync(file).size;
    const damages: string[] = [];
    for (const snapshot of readSlots(file, size)) {
      try {
        if (snapshot instanceof DamagedFile) throw snapshot;
        const pageBytes = pageBytesOf(snapshot.bytes);
        checkSnapshot({ file, size, pageBytes }, snapshot, Number.POSITIVE_INFINITY);
      } catch (error) {
        damages.push((error as Error).message);
        continue;
      }
      const { bytes, slot, transaction } = snapshot;
      // The other page gets the same trees as an older transaction, so that the next commit overwrites it.
      const other = Buffer.from(bytes);
      other.writeBigUInt64LE(BigInt(1 - slot), PAGE.number);
      other.writeBigUInt64LE(BigInt(Math.max(0, transaction - 1)), META.transaction);
      writeSync(file, other, 0, other.length, (1 - slot) * pageBytesOf(bytes));
      fsyncSync(file);
      return true;
    }
    throw new DamagedFile(damages.join('; before that: '));
  } finally {
    closeSync(file);
  }
}

function wrong(what: string, got: unknown, expected: unknown): never {
  throw new DamagedFile(`${what}: got ${got}, expected ${expected}`);
}

/** The snapshots of a file, the newest first. @throws DamagedFile when one of them cannot be read */
function readSnapshots(file: number, size: number): Snapshot[] {
  return readSlots(file, size).map((one) => {
    if (one instanceof DamagedFile) throw one;
    return one;
  });
}

/** The two meta pages, those that can be read first, the newest of them first. */
function readSlots(file: number, size: number): (Snapshot | DamagedFile)[] {
  const read = (slot: number, pageBytes: number): Snapshot | DamagedFile => {
    try {
      return readSnapshot(file, size, slot, pageBytes);
    } catch (error) {
      if (error instanceof DamagedFile) return error;
      throw error;
    }
  };
  const first = read(0, 0);
  const sizes = first instanceof DamagedFile ? PAGE_SIZES : [pageBytesOf(first.bytes)];
  const found = sizes.map((pageBytes) => read(1, pageBytes));
  const second = found.find((one) => !(one instanceof DamagedFile)) ?? found[0];
  const order = (one: Snapshot | DamagedFile): number => (one instanceof DamagedFile ? -1 : one.transaction);
  return [first, second].sort((a, b) => order(b) - order(a));
}

const PAGE_SIZES = [4_096, 8_192, 16_384, 32_768, 65_536];

/** @param slot 0 or 1: the page that it is on */
function readSnapshot(file: number, size: number, slot: number, pageBytes: number) {
  const at = slot * pageBytes;
  const page = `meta page ${slot}`;
  if (size < at + META.end) wrong('its length', `${size} bytes`, `at least ${at + META.end}`);
  const bytes = readAt(file, at, META.end);
  if (bytes.readUInt32LE(META.magic) !== MAGIC) wrong(`${page}, first bytes`, 'others', 'those of LMDB');
  if (bytes.readUInt32LE(META.version) !== VERSION)
    wrong(`${page}, data version`, bytes.readUInt32LE(META.version), VERSION);
  const ownBytes = pageBytesOf(bytes);
  if ((ownBytes & (ownBytes - 1)) !== 0 || ownBytes < MIN_PAGE_BYTES || ownBytes > MAX_PAGE_BYTES)
    wrong(`${page}, page size`, ownBytes, 'a power of two');
  if (slot === 1 && ownBytes !== pageBytes) wrong(`${page}, page size`, ownBytes, pageBytes);
  const number = numberAt(bytes, PAGE.number);
  if (number !== slot) wrong(`${page}, its number`, number, slot);
  if (bytes.readUInt16LE(PAGE.flags) !== META_PAGE)
    wrong(`${page}, its kind`, bytes.readUInt16LE(PAGE.flags), META_PAGE);
  const lastPage = numberAt(bytes, META.lastPage);
  const mapSize = numberAt(bytes, META.mapSize);
  const needed = (lastPage + 1) * ownBytes;
  if (size < needed) wrong('its length', `${size} bytes`, `at least ${needed}`);
  if (mapSize < needed || mapSize % ownBytes !== 0) wrong(`${page}, map size`, mapSize, `at least ${needed}`);
  const transaction = numberAt(bytes, META.transaction);
  const free = treeAt(bytes, META.free);
  const main = treeAt(bytes, META.main);
  return { slot, bytes, mapSize, lastPage, transaction, free, main };
}

/** Commits alternate between the meta pages, and a file never loses pages. */
function checkPair(newest: Snapshot, older: Snapshot): void {
  const { transaction, slot } = newest;
  if (transaction === 0) return;
  if (transaction % 2 !== slot) wrong(`meta page ${slot}, transaction`, transaction, slot === 0 ? 'an even' : 'an odd');
  if (transaction - older.transaction !== 1)
    wrong('the transactions of the meta pages', `${older.transaction} and ${transaction}`, 'neighbours');
  if (newest.lastPage < older.lastPage) wrong('the last page', newest.lastPage, `at least ${older.lastPage}`);
  for (const name of ['free', 'main'] as const)
    if (older.transaction > 0 && newest[name].flags !== older[name].flags)
      wrong(`meta page ${slot}, flags of a tree`, newest[name].flags, older[name].flags);
}

function checkSnapshot(given: DataFile, snapshot: Snapshot, maxPages: number): void {
  const { lastPage, transaction } = snapshot;
  const budget = { pages: maxPages };
  const trees = [snapshot.free, snapshot.main];
  // Every commit writes the root of at least one of the two trees.
  const written = trees.map(({ root }) =>
    root === null ? 0 : numberAt(readPage(given, root, lastPage, PAGE.head), PAGE.transaction),
  );
  if (Math.max(...written) !== transaction)
    wrong(`meta page ${snapshot.slot}, transaction`, transaction, Math.max(...written));
  for (let at = 0; at < trees.length; at++)
    for (const tree of walkTree(given, trees[at], lastPage, budget)) if (at > 0) trees.push(tree);
  // A page beyond the last one, written by this transaction or an earlier one: the next commit would overwrite it.
  const beyond = (lastPage + 1) * given.pageBytes;
  if (beyond + given.pageBytes > given.size) return;
  const page = readAt(given.file, beyond, PAGE.head);
  const by = numberAt(page, PAGE.transaction);
  if (numberAt(page, PAGE.number) === lastPage + 1 && by > 0 && by <= transaction)
    wrong('the last page', lastPage, `at least ${lastPage + 1}`);
}

/** Reads the pages of a tree; returns the trees whose records are in it. Ends early when the budget is used up. */
function walkTree(given: DataFile, tree: LmdbTree, lastPage: number, budget: { pages: number }): LmdbTree[] {
  const { pageBytes } = given;
  const found: LmdbTree[] = [];
  const count = { branches: 0, leaves: 0, overflows: 0, entries: 0 };
  const open = tree.root === null ? [] : [{ number: tree.root, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (--budget.pages < 0) return found;
    const { number, depth } = next;
    const page = readPage(given, number, lastPage, pageBytes);
    const name = `page ${number}`;
    if (depth > tree.depth) wrong('the depth of a tree', tree.depth, `at least ${depth}`);
    const isLeaf = depth === tree.depth;
    const flags = page.readUInt16LE(PAGE.flags);
    if (flags !== (isLeaf ? LEAF : BRANCH)) wrong(`${name}, its kind`, flags, isLeaf ? 'a leaf' : 'a branch');
    const keys = page.readUInt16LE(PAGE.lower) / 2;
    if (!Number.isInteger(keys) || keys < 1 || PAGE.head + 2 * keys > pageBytes)
      wrong(`${name}, its keys`, keys, `1 to ${pageBytes / 2}`);
    if (isLeaf) count.leaves++;
    else count.branches++;
    for (let key = 0; key < keys; key++) {
      const at = PAGE.head + page.readUInt16LE(PAGE.head + 2 * key);
      const nodeEnd = (length: number): void => {
        if (length > pageBytes) wrong(`${name}, key ${key}`, `an end at ${length}`, `at most ${pageBytes}`);
      };
      nodeEnd(at + PAGE.node);
      const low = page.readUInt32LE(at);
      const nodeFlags = page.readUInt16LE(at + 4);
      const data = at + PAGE.node + page.readUInt16LE(at + 6);
      if (!isLeaf) {
        nodeEnd(data);
        open.push({ number: low + nodeFlags * 2 ** 32, depth: depth + 1 });
        continue;
      }
      count.entries++;
      nodeEnd(data + (nodeFlags & IS_BIG ? 8 : low));
      if (nodeFlags & IS_BIG) {
        const first = numberAt(page, data);
        const long = readPage(given, first, lastPage, PAGE.head);
        const kind = long.readUInt16LE(PAGE.flags);
        const pages = long.readUInt32LE(PAGE.pages);
        if (kind !== OVERFLOW) wrong(`page ${first}, its kind`, kind, 'a long value');
        if (first + pages - 1 > lastPage || pages * pageBytes < low) wrong(`page ${first}, its pages`, pages, 'others');
        count.overflows += pages;
      } else if (nodeFlags & IS_TREE && low === TREE.end) found.push(treeAt(page, data));
    }
  }
  for (const [name, got] of Object.entries(count))
    if (got !== tree[name as keyof typeof count]) wrong(`${name} of a tree`, tree[name as keyof typeof count], got);
  return found;
}

/** The first bytes of a page. @throws DamagedFile when there is no such page, or it is another */
function readPage({ file, pageBytes }: DataFile, number: number, lastPage: number, length: number): Buffer {
  if (number < 2 || number > lastPage) wrong('a page number', number, `2 to ${lastPage}`);
  const page = readAt(file, number * pageBytes, length);
  const own = numberAt(page, PAGE.number);
  if (own !== number) wrong(`page ${number}, its number`, own, number);
  return page;
}

function treeAt(bytes: Buffer, at: number) {
  const root = bytes.readBigUInt64LE(at + TREE.root);
  return {
    flags: bytes.readUInt16LE(at + TREE.flags),
    depth: bytes.readUInt16LE(at + TREE.depth),
    branches: numberAt(bytes, at + TREE.branches),
    leaves: numberAt(bytes, at + TREE.leaves),
    overflows: numberAt(bytes, at + TREE.overflows),
    entries: numberAt(bytes, at + TREE.entries),
    root: root === NO_ROOT ? null : Number(root),
  };
}

function pageBytesOf(meta: Buffer): number {
  return meta.readUInt32LE(META.free);
}

function numberAt(bytes: Buffer, at: number): number {
  return Number(bytes.readBigUInt64LE(at));
}

/** @throws DamagedFile when the file ends before */
function readAt(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  const read = readSync(file, bytes, 0, length, at);
  return read === length ? bytes : wrong(`its bytes from ${at} on`, read, length);
}
