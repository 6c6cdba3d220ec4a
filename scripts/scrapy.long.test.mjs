// The wheel of integrations/python, built and installed without a network, and its classes for Scrapy in a real crawl on loopback.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PYTHON_PACKAGE = fileURLToPath(new URL('../integrations/python', import.meta.url));
const CLI = fileURLToPath(new URL('../packages/dehusk/bin/dehusk.js', import.meta.url));
const run = promisify(execFile);

/** A Python with modules: Debian's may not be the first on the path. */
const pythonWith = (...modules) =>
  ['python3', '/usr/bin/python3'].find((one) => spawnSync(one, ['-c', `import ${modules.join(', ')}`]).status === 0);

const builder = pythonWith('setuptools', 'wheel', 'pip');
const skip = builder === undefined && 'skipped: needs python3 with pip, setuptools and wheel';
const SENTENCE =
  'The harbour master counts the boats every evening and writes their number into the book by the door. ';
const storyOf = (at) =>
  `<html lang="en"><title>Boats ${at}</title><nav><a href="/">Home</a></nav><article><h1>Boats ${at}</h1><p>${SENTENCE.repeat(3)}The café has ${at} chairs.</p></article>`;
const PAGES = {
  '/': '<ul><li><a href="/story/0">0</a><li><a href="/story/1">1</a><li><a href="/story/2">2</a><li><a href="/none">none</a><li><a href="/data.json">data</a><li><a href="/gone">gone</a></ul>',
  '/story/0': storyOf(0),
  '/story/1': Buffer.from(storyOf(1), 'latin1'),
  '/story/2': storyOf(2),
  '/none': '<nav><a href="/">Home</a></nav>',
  '/data.json': '{"a": 1}',
};

test('the wheel is built and installed offline; Scrapy crawls with it', { skip, timeout: 180_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-scrapy-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const source = join(folder, 'source');
  const site = join(folder, 'site');
  cpSync(PYTHON_PACKAGE, source, { recursive: true });
  const offline = ['--no-index', '--no-deps', '--quiet', '--disable-pip-version-check'];
  await run(builder, ['-m', 'pip', 'wheel', ...offline, '--no-build-isolation', '-w', folder, source]);
  const wheel = readdirSync(folder).find((name) => name.endsWith('.whl'));
  assert.equal(wheel, 'dehusk-0.1.0-py3-none-any.whl');
  await run(builder, ['-m', 'pip', 'install', ...offline, '--target', site, join(folder, wheel)]);
  assert.deepEqual(
    readdirSync(join(site, 'dehusk')).filter((name) => name.endsWith('.py')),
    ['__init__.py', 'child.py', 'frameworks.py', 'scrapy.py'],
  );

  const env = { ...process.env, PYTHONPATH: site, DEHUSK_COMMAND: `${process.execPath} ${CLI}` };
  const page = JSON.stringify(storyOf(3));
  const one = `import dehusk; d = dehusk.Dehusk(); print(d.extract(${page})["title"]); d.close()`;
  assert.equal((await run(builder, ['-c', one], { env, cwd: folder })).stdout, 'Boats 3\n');

  const python = pythonWith('scrapy');
  if (python === undefined) return t.skip('skipped: needs Scrapy (python3-scrapy)');
  const server = createServer(({ url }, response) => {
    const body = PAGES[url];
    const type = url.endsWith('json')
      ? 'application/json'
      : `text/html; charset=${url === '/story/1' ? 'iso-8859-1' : 'utf-8'}`;
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type }).end(body ?? storyOf(404));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const base = `http://127.0.0.1:${server.address().port}/`;
  const crawl = [join(PYTHON_PACKAGE, 'tests/crawl.py'), base];
  const { stdout, stderr } = await run(python, crawl, {
    env: { ...env, PYTHONDONTWRITEBYTECODE: '1' },
    cwd: folder,
    timeout: 90_000,
  });
  assert.equal(stderr, '');
  const { seen, kept, dropped, stats } = JSON.parse(stdout);
  const rows = Object.fromEntries(seen.map(({ url, row }) => [new URL(url).pathname, row]));
  for (const at of [0, 1, 2]) {
    const { ok, title, text } = rows[`/story/${at}`];
    assert.deepEqual([ok, title], [true, `Boats ${at}`]);
    assert.ok(text.endsWith(`The café has ${at} chairs.`), text);
    const item = kept.find(({ url }) => url?.endsWith(`/story/${at}`));
    assert.deepEqual([item.title, item.text, item.html], [title, text, undefined]);
    // An item with declared fields gets those alone.
    assert.equal('language' in item, at !== 1);
  }
  assert.equal(rows['/none'].ok, false);
  assert.equal(rows['/data.json'], null);
  assert.equal(kept.filter(({ other }) => other !== undefined).length, 5);
  assert.equal(dropped.length, 2);
  assert.match(dropped.join('\n'), /\/none has no text: no-content: /);
  // The index and the four pages in the middleware; all but the index in the pipeline.
  assert.equal(stats['dehusk/pages'], 5 + 5);
});
