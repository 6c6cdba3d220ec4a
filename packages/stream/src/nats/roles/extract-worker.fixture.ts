// A process with the extract role over the server and the lease of its arguments, until SIGTERM. Reports its partitions.
import '../../../../node/dist/bundle.fixture.js';
import { DEFAULT_FETCHER } from '@dehusk/node';
import { STREAM_DEFAULTS } from '../../stream/stream.js';
import { NATS_DEFAULTS } from '../settings.js';
import { runRoles } from './run-roles.js';

const [servers, partitions, leaseSeconds] = process.argv.slice(2);
const stop = new AbortController();
process.once('SIGTERM', () => stop.abort());
const say = (line: string): void => void process.stdout.write(`${line}\n`);
await runRoles({
  settings: { ...NATS_DEFAULTS, servers, partitions: Number(partitions), leaseSeconds: Number(leaseSeconds) },
  roles: ['extract'],
  sources: [],
  sinks: [],
  rejects: null,
  fetch: DEFAULT_FETCHER,
  stream: {
    ...STREAM_DEFAULTS,
    commitPages: 5,
    commitMilliseconds: 200,
    maxInFlight: 12,
    learningPages: 8,
    maxMilliseconds: 60_000,
  },
  drainMilliseconds: 10_000,
  signal: stop.signal,
  warn: (message) => say(`warning ${message}`),
  onShare: (_, names) => say(`share ${names.length}`),
});
