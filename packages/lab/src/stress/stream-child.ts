// Runs the stream over a file into a folder, in a process of its own, until it is done or killed: see kill.ts. With a port, the
// pages are fetched from there.
import { type StreamOptions, sourceNamed } from 'dehusk';
import { fetchedSource } from './fetched-source.js';
import { openFolderStream } from './stream-folder.js';

const [folder, input, options, port] = process.argv.slice(2);
const run = await openFolderStream(
  folder,
  async (context) => {
    const source = await sourceNamed('jsonl').open({ path: input }, context);
    return port === undefined ? source : fetchedSource(source, Number(port));
  },
  JSON.parse(options) as Partial<StreamOptions>,
  false,
  // No page may run out of time or retries, whatever else the machine does.
  {
    delay: 0,
    requestsPerMinute: 0,
    robots: false,
    allowPrivate: true,
    hosts: { '*.example': '127.0.0.1' },
    maxMilliseconds: 60_000,
    maxRetries: 5,
    backoff: 20,
  },
);
const { emitted, rejected } = await run.finish();
process.stdout.write(`${JSON.stringify({ emitted, rejected })}\n`);
