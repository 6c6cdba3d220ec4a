// The completion scripts in the real shells, the manual page in the real man, and help in its ways.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SHELLS } from './completion-command.js';
import { runHere } from './stream-process.fixture.js';
import { openPane, without } from './terminal-pane.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-completion-'));
const at = (name: string): string => join(folder, name);
before(async () => {
  for (const shell of SHELLS) {
    const { code, out } = await runHere(['completion', shell]);
    assert.equal(code, 0);
    writeFileSync(at(shell), out);
  }
  writeFileSync(at('page.html'), '');
});
after(() => rmSync(folder, { recursive: true }));

/** What is typed, the only word that completes it, and one that must not. */
const CASES: readonly (readonly [words: readonly string[], completes: string, not: string])[] = [
  [['wat'], 'watch', 'batch'],
  [['site', 'expl'], 'explain', 'export'],
  [['batch', '--sha'], '--shard', '--render'],
  [['--for-'], '--for-llm', '--shard'],
  [['site', 'explain', '--sta'], '--state', '--shard'],
  [['pag'], 'page.html', 'watch'],
];

test('bash completes commands, options and files', { skip: without('bash') }, () => {
  for (const [words, completes, not] of CASES) {
    const script = `source ${at('bash')}; COMP_WORDS=(dehusk ${words.join(' ')}); COMP_CWORD=${words.length}; _dehusk; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' });
    assert.equal(stderr, '');
    assert.ok(stdout.split('\n').includes(completes), `${words}: ${stdout}`);
    assert.ok(!stdout.split('\n').includes(not), `${words}: ${stdout}`);
  }
});

test('fish completes commands, options and files', { skip: without('fish') }, () => {
  for (const [words, completes, not] of CASES) {
    const script = `source ${at('fish')}; complete -C 'dehusk ${words.join(' ')}'`;
    const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', script], { cwd: folder, encoding: 'utf8' });
    assert.equal(stderr, '');
    const found = stdout.split('\n').map((line) => line.split('\t')[0]);
    assert.ok(found.includes(completes), `${words}: ${stdout}`);
    assert.ok(!found.includes(not), `${words}: ${stdout}`);
  }
});

test('zsh completes commands, options and files on a terminal', {
  skip: without('zsh') || without('tmux'),
}, async () => {
  const { tmux, captured } = openPane(folder, 120, 20, `cd ${folder} && PS1='> ' zsh -f`);
  try {
    await captured('>');
    tmux('send-keys', `autoload -U compinit && compinit -u -D && source ${at('zsh')} && echo rea''dy`, 'Enter');
    await captured('ready');
    for (const [words, completes] of CASES) {
      tmux('send-keys', `dehusk ${words.join(' ')}`, 'Tab');
      await captured(`> dehusk ${[...words.slice(0, -1), completes].join(' ')}`);
      tmux('send-keys', 'C-u');
    }
  } finally {
    tmux('kill-server');
  }
});

test('the manual page is that of the commands, and man renders it without warnings', async () => {
  const { code, out } = await runHere(['completion', 'man']);
  assert.equal(code, 0);
  const file = fileURLToPath(new URL('../../man/dehusk.1', import.meta.url));
  if (process.env.UPDATE_GOLDENS === '1') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, out);
  }
  assert.ok(existsSync(file), `${file} is missing: write it with npm run goldens and read it`);
  assert.equal(out, readFileSync(file, 'utf8'));
  if (without('man') !== false) return;
  const { stdout, stderr } = spawnSync('man', ['--warnings', '-l', file], {
    encoding: 'utf8',
    env: { ...process.env, MANWIDTH: '100', LC_ALL: 'C.UTF-8' },
  });
  assert.equal(stderr, '');
  for (const shown of [/dehusk site explain/, /--with-metadata/, /Exit codes:/, /Examples:/])
    assert.match(stdout, shown);
});

const SAME: readonly (readonly [args: readonly string[], as: readonly string[]])[] = [
  [['help'], ['--help']],
  [
    ['help', 'batch'],
    ['batch', '--help'],
  ],
  [
    ['help', 'site', 'explain'],
    ['site', 'explain', '--help'],
  ],
  [['-V'], ['--version']],
];
for (const [args, as] of SAME)
  test(`dehusk ${args.join(' ')} is dehusk ${as.join(' ')}`, async () => {
    const run = await runHere(args);
    assert.deepEqual(run, await runHere(as));
    assert.equal(run.code, 0);
  });

const WRONG: readonly (readonly [args: readonly string[], says: RegExp])[] = [
  [
    ['wach', 'https://example.org/feed.xml'],
    /^dehusk: there is no file or command "wach"\. Did you mean "dehusk watch"\?$/m,
  ],
  [['batsh', 'pages.jsonl'], /Did you mean "dehusk batch"\?/],
  [['help', 'sit'], /there is no command "sit"; did you mean "site"\?/],
  [['help', 'batch', 'more'], /^dehusk: there is no command "more" \(batch has none\)$/m],
  [['completion', 'powershell'], /bash, zsh, fish, man/],
];
for (const [args, says] of WRONG)
  test(`dehusk ${args.join(' ')} is wrong usage`, async () => {
    const { code, err } = await runHere(args);
    assert.equal(code, 2);
    assert.match(err, says);
  });

test('help has the exit codes of its command and marks required options', async () => {
  const codes = async (...args: string[]): Promise<string[]> => {
    const { out } = await runHere([...args, '--help']);
    const lines = out.slice(out.indexOf('\nExit codes:')).trim().split('\n').slice(1);
    return lines.map((line) => line.trim().split(' ')[0]);
  };
  assert.deepEqual(await codes('batch'), ['0', '1', '2', '3', '70', '130', '143']);
  assert.deepEqual(await codes('watch'), ['0', '2', '3', '70']);
  assert.deepEqual(await codes('dedupe'), ['0', '2', '3', '70', '130', '143']);
  assert.match((await runHere(['site', 'explain', '--help'])).out, /--state <folder> [^-]*\(required\)/);
});
