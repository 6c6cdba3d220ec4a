import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DEFAULT_FETCHER } from '@dehusk/node';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { SINKS } from '../sinks/index.js';
import { SOURCES } from '../sources/index.js';
import { STREAM_DEFAULTS } from '../stream/stream.js';
import { configurationSchema } from './check-configuration.js';
import { configurationFrom, loadConfiguration, parseConfiguration } from './load-configuration.js';

const SMALLEST = '[[sources]]\nkind = "list"\npath = "urls.txt"\n\n[[sinks]]\nkind = "jsonl"\nfolder = "out"\n';

/** Faults of a text as `line:column message`. */
function faultsOf(text: string, format: 'toml' | 'json' = 'toml'): string[] {
  const loaded = parseConfiguration(text, format);
  return loaded.ok ? [] : loaded.faults.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

test('the smallest file: every other setting has its default', () => {
  const loaded = parseConfiguration(SMALLEST, 'toml');
  assert.ok(loaded.ok);
  const { sources, sinks, rejects, fetch, stream } = loaded.configuration;
  assert.deepEqual(sources, [{ kind: 'list', name: 'list', options: { path: 'urls.txt' } }]);
  assert.equal(sinks[0].options.folder, 'out');
  assert.equal(sinks[0].options.gzip, false);
  assert.equal(rejects, null);
  assert.deepEqual(fetch, DEFAULT_FETCHER);
  assert.deepEqual(stream, STREAM_DEFAULTS);
});

const FAULTS: readonly (readonly [what: string, text: string, faults: readonly string[]])[] = [
  [
    'a misspelt setting',
    `${SMALLEST}[fetch]\ndely = 5\n`,
    ['9:1 fetch has no setting "dely" (the nearest is "delay")'],
  ],
  [
    'a misspelt table',
    `${SMALLEST}[operatons]\nport = 1\n`,
    ['8:2 the file has no setting "operatons" (the nearest is "operations")'],
  ],
  ['a dotted key', `stream.worker = 2\n${SMALLEST}`, ['1:8 stream has no setting "worker" (the nearest is "workers")']],
  ['an inline table', `fetch = { delay = "soon" }\n${SMALLEST}`, ['1:19 fetch.delay got "soon", expected an integer']],
  [
    'a header for the user on all hosts',
    `${SMALLEST}[fetch.headers."*"]\nAuthorization = "key"\n`,
    ['9:17 Authorization needs a host: with "*" every site would get it'],
  ],
  [
    'a header with a line end',
    `${SMALLEST}[fetch.headers."example.org"]\nX-A = "a\\nb"\n`,
    ['9:7 the value of the header X-A has line ends or characters beyond Latin-1'],
  ],
  [
    'a proxy that is none',
    `${SMALLEST}[fetch]\nproxy = "socks5://p:1"\n`,
    ['9:9 proxy got a socks5 address, expected the address of an HTTP proxy such as http://proxy.example:3128'],
  ],
  [
    'a number too small',
    `${SMALLEST}maxMegabytes = -2\n`,
    ['8:16 sinks[0].maxMegabytes got -2, expected: must be > 0'],
  ],
  [
    'a kind that is none',
    SMALLEST.replace('"jsonl"', '"jsnl"'),
    ['6:8 sinks[0].kind got "jsnl", the nearest is "jsonl"'],
  ],
  [
    'a field by the name of another tool',
    `${SMALLEST}[stream]\nfields = ["title", "byline"]\n`,
    ['9:20 stream.fields[1] got "byline", the nearest is "author"'],
  ],
  [
    'something required',
    SMALLEST.replace('folder = "out"\n', ''),
    ['5:3 sinks[0] lacks "folder": Folder of the files; created when missing.'],
  ],
  [
    'an option of another kind',
    SMALLEST.replace('path', 'folder = "x"\npath'),
    ['3:1 sources[0] has no setting "folder" (there are: kind, name, path)'],
  ],
  [
    'no sink at all',
    SMALLEST.slice(0, SMALLEST.indexOf('[[sinks')),
    ['null:null the file lacks "sinks": Where documents go; each gets all of them.'],
  ],
  [
    'an extractor’s option',
    `${SMALLEST}[stream]\nextractor = "bte"\nextractorOptions = { tagWeigh = 1 }\n`,
    ['10:22 bte has no option "tagWeigh" (options: tagWeight); did you mean "tagWeight"?'],
  ],
  [
    'the value of an extractor’s option',
    `${SMALLEST}[stream]\nextractor = "bte"\nextractorOptions = { tagWeight = "much" }\n`,
    ['10:34 tagWeight: got "much", expected a number from -1000 to 1000'],
  ],
  [
    'a rule that is no expression',
    `${SMALLEST}[[stream.urlRules]]\npattern = "("\nkeep = ["id"]\n`,
    ['9:11 not a regular expression: Invalid regular expression: /(/: Unterminated group'],
  ],
  [
    'one name for two',
    `${SMALLEST}name = "a"\n[[sinks]]\nkind = "jsonl"\nfolder = "b"\nname = "a"\n`,
    ['12:8 the name "a" is used twice among sinks'],
  ],
  [
    'settings of a host',
    `${SMALLEST}[overrides."a.org"]\nexcludeSelector = [".a", "p >"]\noptions = { k = 1 }\n`,
    ['8:1 overrides.a.org has "options" but lacks "extractor"'],
  ],
  [
    'a selector of a host',
    `${SMALLEST}[overrides."a.org"]\nexcludeSelector = [".a", "p >"]\n`,
    ['9:19 excludeSelector got "p >", expected a CSS selector: expected rule but end of input reached at position 3'],
  ],
  ['broken TOML', '[[sources]\n', ['1:11 Expected closing bracket']],
];

for (const [what, text, faults] of FAULTS)
  test(`told with line and column: ${what}`, () => {
    const got = faultsOf(text);
    if (what === 'broken TOML') assert.match(got[0], /^[12]:\d+ /);
    else assert.deepEqual(got, faults);
  });

test('JSON is read as TOML is, with places of its own', () => {
  const json = JSON.stringify(
    { sources: [{ kind: 'list', path: 'a' }], sinks: [{ kind: 'jsonl', folder: 'b' }] },
    null,
    2,
  );
  assert.deepEqual(faultsOf(json, 'json'), []);
  assert.deepEqual(faultsOf(json.replace('"folder"', '"foldr"'), 'json'), [
    '9:5 sinks[0] lacks "folder": Folder of the files; created when missing.',
    '11:7 sinks[0] has no setting "foldr" (the nearest is "folder")',
  ]);
  assert.deepEqual(faultsOf('{\n  "sources": [,]\n}', 'json'), ['2:15 value expected']);
});

test('parts without a name are called by their kind and numbered', () => {
  const sink = (name?: string) => ({ kind: 'jsonl', folder: 'a', ...(name === undefined ? {} : { name }) });
  const loaded = configurationFrom({ sources: [{ kind: 'list', path: '-' }], sinks: [sink(), sink('x'), sink()] });
  assert.ok(loaded.ok);
  assert.deepEqual(
    loaded.configuration.sinks.map((one) => one.name),
    ['jsonl', 'x', 'jsonl-2'],
  );
});

test('the published schema is itself valid, and describes every setting of every kind', () => {
  const schema = configurationSchema();
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
  assert.ok(ajv.validateSchema(schema));
  for (const { name, schema } of [...SOURCES, ...SINKS]) {
    const properties = schema.properties as Readonly<Record<string, { readonly description?: string }>>;
    for (const [setting, { description }] of Object.entries(properties))
      assert.ok(description, `${name}.${setting} has no description`);
  }
});

test('examples/dehusk.toml is a valid configuration', () => {
  const loaded = loadConfiguration(fileURLToPath(new URL('../../../../examples/dehusk.toml', import.meta.url)));
  assert.deepEqual(loaded.ok ? [] : loaded.faults, []);
});
