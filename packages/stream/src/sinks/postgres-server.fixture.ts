// A real PostgreSQL server for tests and `dehusk-lab`, reached by a socket in its folder.
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const VERSIONS = '/usr/lib/postgresql';

/** Why tests that need the server are skipped, or false. */
export const NO_POSTGRES: string | false = existsSync(VERSIONS) ? false : 'postgresql is not installed';

/** Starts a server with an empty database. */
export function startPostgres() {
  const bin = join(VERSIONS, readdirSync(VERSIONS).sort().at(-1) ?? '', 'bin');
  // The path of a socket may have 107 bytes. It needs no port, so runs at the same time do not collide.
  const home = mkdtempSync(join(tmpdir(), 'dehusk-pg-'));
  const isRoot = process.getuid?.() === 0;
  const run = (program: string, ...args: string[]): string => {
    // PostgreSQL refuses to run as root.
    const [file, ...rest] = [...(isRoot ? ['runuser', '-u', 'postgres', '--'] : []), join(bin, program), ...args];
    const options = { encoding: 'utf8', cwd: home, maxBuffer: 2 ** 30, timeout: 60_000 } as const;
    const { status, stdout, stderr } = spawnSync(file, rest, options);
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
    return stdout;
  };
  if (isRoot) chownSync(home, Number(spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' }).stdout), -1);
  const data = join(home, 'data');
  run('initdb', '-D', data, '-A', 'trust', '-U', 'dehusk', '-N');
  run('pg_ctl', '-D', data, '-w', '-l', join(home, 'log'), '-o', `-k ${home} -c listen_addresses= -F`, 'start');
  const url = `postgres://dehusk@/postgres?host=${encodeURIComponent(home)}`;
  return {
    url,
    /** The lines that psql prints for a query. */
    lines: (query: string): string[] => run('psql', url, '-AtX', '-c', query).split('\n').filter(Boolean),
    /** Stops it and removes its files. */
    close(): void {
      run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
      rmSync(home, { recursive: true });
    },
  };
}
