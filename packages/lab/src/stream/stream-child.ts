// Runs the stream over a file into a folder, in a process of its own, until it is done or killed: see kill.ts.
import { type StreamOptions, sourceNamed } from 'dehusk';
import { openFolderStream } from './stream-folder.js';

const [folder, input, options] = process.argv.slice(2);
const run = await openFolderStream(
  folder,
  (context) => sourceNamed('jsonl').open({ path: input }, context),
  JSON.parse(options) as Partial<StreamOptions>,
);
const { emitted, rejected } = await run.finish();
process.stdout.write(`${JSON.stringify({ emitted, rejected })}\n`);
