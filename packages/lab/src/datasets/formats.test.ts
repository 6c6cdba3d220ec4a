import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { allCases, type Case } from './dataset.js';
import { DATASET_READERS, datasetNames, openDataset } from './index.js';
import { foldOf, OPENED_STREAMS, streamPart, wasUnseenStream } from './split.js';

/** Small folders in each published format, written here. Names that end in `.gz` are compressed. */
const scratch = mkdtempSync(join(tmpdir(), 'dehusk-datasets-'));
after(() => rmSync(scratch, { recursive: true }));

function folderOf(name: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  for (const [path, content] of Object.entries(files)) {
    const full = join(scratch, name, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, path.endsWith('.gz') ? gzipSync(content) : content);
  }
  return join(scratch, name);
}

const PAGE = '<html><body><p>Bees dance.</p><p>Contact</p></body></html>';
const json = (value: unknown): string => JSON.stringify(value);
const htmlOf = (one: Case): string => Buffer.from(one.html()).toString('utf8');

interface Expected {
  readonly format: string;
  readonly folder: string;
  readonly cases:
    | readonly (Partial<Case> & { readonly html: string; readonly annotated?: never })[]
    | readonly object[];
}

const EXPECTED: readonly Expected[] = [
  {
    format: 'common-layout',
    folder: folderOf('common', {
      'manifest.jsonl.gz': [
        json({
          id: '1',
          url: 'http://a.example/1',
          domain: 'a.example',
          lang: 'en',
          pageType: 'forum',
          gold: 'Bees dance.',
          publishDate: '2026-01-02',
          encodingHint: 'iso-8859-1',
          html: 'html/1.html.gz',
        }),
        json({
          id: '2',
          gold: '\ufeffURL: http://b.example/\nText',
          goldMarkup: '\ufeffURL: http://b.example/\n<p>Text',
          encodingHint: 'unset',
          html: 'html/2.html.gz',
        }),
        json({ id: '3', gold: '<!-- this page contains no article -->', html: 'html/2.html.gz' }),
        json({ id: '4', gold: null, html: 'html/2.html.gz' }),
      ].join('\n'),
      'html/1.html.gz': PAGE,
      'html/2.html.gz': '<p>Text',
      'annotated/1.html.gz': '<p><span class="x-nc-sel2">Bees dance.</span>',
    }),
    cases: [
      {
        id: '1',
        url: 'http://a.example/1',
        domain: 'a.example',
        site: 'a.example',
        language: 'en',
        pageType: 'forum',
        gold: 'Bees dance.',
        publishDate: '2026-01-02',
        charset: 'iso-8859-1',
        html: PAGE,
      },
      { id: '2', gold: 'Text', goldMarkup: '\ufeffURL: http://b.example/\n<p>Text', charset: null, html: '<p>Text' },
      { id: '3', gold: '', html: '<p>Text' },
    ],
  },
  {
    format: 'common-layout',
    folder: folderOf('sites', {
      'bees/site.json': '{}',
      'bees/manifest.jsonl.gz': [
        json({
          id: '0001',
          domain: 'bees.example',
          kind: 'index',
          timestamp: '2020-01-01',
          gold: '',
          html: 'html/0001.html.gz',
        }),
        json({
          id: '0002',
          domain: 'bees.example',
          kind: 'article',
          timestamp: '2020-01-02',
          duplicate: true,
          gold: 'Bees dance.',
          html: 'html/0002.html.gz',
        }),
      ].join('\n'),
      'bees/html/0001.html.gz': '<ul>',
      'bees/html/0002.html.gz': PAGE,
      'ants/site.json': '{}',
      'ants/manifest.jsonl.gz': json({
        id: '0001',
        domain: 'ants.example',
        kind: 'article',
        gold: 'Ants walk.',
        html: 'html/0001.html.gz',
      }),
      'ants/html/0001.html.gz': '<p>Ants walk.',
    }),
    cases: [
      { id: 'ants/0001', site: 'ants', kind: 'article', duplicate: false, gold: 'Ants walk.', html: '<p>Ants walk.' },
      { id: 'bees/0001', site: 'bees', kind: 'index', timestamp: '2020-01-01', gold: '', html: '<ul>' },
      { id: 'bees/0002', site: 'bees', kind: 'article', duplicate: true, gold: 'Bees dance.', html: PAGE },
    ],
  },
  {
    format: 'common-layout',
    folder: folderOf('markdown', {
      'bees/manifest.jsonl.gz': json({
        site: 'bees',
        id: '1',
        url: 'http://a.example/1',
        domain: 'a.example',
        gold: '# Bees\n\n**They** dance.',
        goldText: 'Bees\nThey dance.',
        math: true,
        titles: ['bees'],
        headings: [
          [1, 'Bees'],
          ['no level', 'x'],
        ],
        links: [['here', 'http://a.example/2'], ['no target']],
        images: ['http://a.example/b.png', 3],
        codeLangs: ['js', null],
      }),
      'bees/html/1.html.gz': PAGE,
    }),
    cases: [
      {
        id: 'bees/1',
        site: 'bees',
        domain: 'a.example',
        gold: 'Bees\nThey dance.',
        structure: {
          markdown: '# Bees\n\n**They** dance.',
          address: 'http://a.example/1',
          math: true,
          titles: ['bees'],
          headings: [[1, 'Bees']],
          links: [['here', 'http://a.example/2']],
          images: ['http://a.example/b.png'],
          codeLanguages: ['js', null],
        },
        html: PAGE,
      },
    ],
  },
  {
    format: 'own-folder',
    folder: folderOf('mine', {
      'a.html': PAGE,
      'a.txt': '\ufeffBees dance.',
      'b.htm.gz': '<p>b',
      'b.txt.gz': 'b',
      'recipe/c.html': '<p>c',
      'recipe/c.txt': 'c',
      'without-gold.html': PAGE,
      'more.jsonl': [
        json({ html: PAGE, gold: 'Bees dance.' }),
        '',
        json({ id: 'x', url: 'http://a.example/x', html: '<p>é', gold: 'é', lang: 'fr', pageType: 'forum' }),
      ].join('\n'),
    }),
    cases: [
      { id: 'a', gold: 'Bees dance.', html: PAGE },
      { id: 'b', pageType: null, gold: 'b', html: '<p>b' },
      { id: 'recipe/c', pageType: 'recipe', gold: 'c', html: '<p>c' },
      { id: 'more:1', gold: 'Bees dance.', html: PAGE },
      { id: 'x', domain: 'a.example', language: 'fr', pageType: 'forum', charset: 'utf-8', gold: 'é', html: '<p>é' },
    ],
  },
];

for (const { format, folder, cases } of EXPECTED)
  test(`${format}: ${folder.slice(scratch.length + 1)} is recognised and read`, async () => {
    const dataset = openDataset(folder);
    assert.equal(dataset.format, format);
    const found = await allCases(dataset);
    assert.deepEqual(
      found.map((one, at) =>
        Object.fromEntries(
          Object.keys(cases[at] ?? { id: '' }).map((field) => [
            field,
            field === 'html' ? htmlOf(one) : one[field as keyof Case],
          ]),
        ),
      ),
      cases,
    );
    assert.match(dataset.sha256(), /^[0-9a-f]{64}$/);
    assert.equal(openDataset(folder).sha256(), dataset.sha256());
  });

test('every reader of the table is tested above, and every format is read by its reader', () => {
  assert.deepEqual(
    [...new Set(EXPECTED.map((one) => one.format))].sort(),
    DATASET_READERS.map((one) => one.format).sort(),
  );
});

test('annotated pages come with the case', async () => {
  const [one, two] = await allCases(openDataset(join(scratch, 'common')));
  assert.match(Buffer.from(one.annotated() ?? []).toString(), /x-nc-sel2/);
  assert.equal(two.annotated(), null);
});

test('the digest follows the gold, not the compression', () => {
  const row = json({ id: '1', gold: 'a', html: 'html/1.html.gz' });
  const files = (gold: string): Record<string, string> => ({ 'manifest.jsonl.gz': gold, 'html/1.html.gz': PAGE });
  const one = openDataset(folderOf('digest-1', files(row))).sha256();
  writeFileSync(join(folderOf('digest-2', files(row)), 'manifest.jsonl.gz'), gzipSync(row, { level: 1 }));
  assert.equal(openDataset(join(scratch, 'digest-2')).sha256(), one);
  assert.notEqual(openDataset(folderOf('digest-3', files(row.replace('"a"', '"b"')))).sha256(), one);
});

test('what cannot be read is said with file and line', async () => {
  const broken = folderOf('broken', { 'a.jsonl': `${json({ html: '<p>', gold: '' })}\n{"html": ` });
  await assert.rejects(allCases(openDataset(broken)), /a\.jsonl, line 2: not JSON/);
  const lacking = folderOf('lacking', { 'a.jsonl': json({ html: '<p>' }) });
  await assert.rejects(allCases(openDataset(lacking)), /line 1: expected the fields "html" and "gold", got html/);
  const listed = folderOf('listed', { 'a.jsonl': '[]' });
  await assert.rejects(allCases(openDataset(listed)), /expected an object/);
  assert.throws(
    () => openDataset(folderOf('empty', { 'notes.md': '' })),
    /is in none of the known formats:\n {2}common-layout: /,
  );
  assert.throws(() => openDataset('no-such-set'), /no dataset "no-such-set": neither .* \(names: wcxb-dev, canola/);
});

test('a root can be given, and names what it has', () => {
  const root = folderOf('root', {
    'canola/manifest.jsonl.gz': json({ id: '1', gold: 'a' }),
    'streams/x/manifest.jsonl.gz': '',
    'streams/x/site.json': '{}',
  });
  assert.deepEqual(datasetNames({ root }), ['canola', 'streams', 'streams/x']);
  const { licence, name, citation } = openDataset('canola', { root });
  assert.deepEqual([name, licence], ['canola', 'CC-BY-SA-4.0']);
  assert.match(citation, /KrdWrd/);
  assert.equal(openDataset('streams/x', { root }).title, 'Page streams of single sites in time order');
});

test('kinds: seven or more pages of each kind come with the repository', async () => {
  const types = (await allCases(openDataset('kinds'))).map(({ pageType }) => pageType);
  const counts = [...new Set(types)].map((type) => types.filter((one) => one === type).length);
  assert.equal(counts.length, 13);
  for (const count of counts) assert.ok(count >= 7, `${count}`);
});

test('folds keep sites together, are stable and even', () => {
  const of = (domain: string, folds = 5): number => foldOf({ domain, site: null, id: 'x' }, folds);
  assert.equal(of('a.example'), of('a.example'));
  const sizes = [0, 0, 0, 0, 0];
  for (let site = 0; site < 5000; site++) sizes[of(`site-${site}.example`)]++;
  for (const size of sizes) assert.ok(Math.abs(size - 1000) < 150, sizes.join());
  assert.equal(foldOf({ domain: null, site: null, id: 'x' }, 1), 0);
  // The split of a name must never change: figures were reported on it.
  assert.deepEqual(
    ['a.example', 'b.example', 'c.example', 'd.example'].map((one) => of(one)),
    FIXED_FOLDS,
  );
  assert.throws(() => foldOf({ domain: 'a', site: null, id: 'x' }, 0), /folds got 0/);
});
const FIXED_FOLDS = [0, 1, 3, 0];

test('opened streams come from the unseen half alone; none of the tuning half becomes unseen', () => {
  // Found by trying: the first is in fold 1, the second in fold 0.
  const unseen = { domain: 'ubalab.org', site: 'x', id: '1' };
  const tuning = { domain: 'www.hopit.de', site: 'x', id: '1' };
  const opened = [...OPENED_STREAMS][0];
  assert.deepEqual([wasUnseenStream(unseen), wasUnseenStream(tuning)], [true, false]);
  assert.equal(streamPart(unseen), 'unseen');
  assert.equal(streamPart({ ...unseen, site: opened }), 'tuning');
  assert.equal(streamPart(tuning), 'tuning');
});
