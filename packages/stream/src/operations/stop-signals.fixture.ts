/** Runs until a signal ends it. */
import { listenForStop } from './run-pipeline.js';

setInterval(() => {}, 1_000);
const { first } = listenForStop(() => {});
process.stdout.write('listening\n');
process.stdout.write(`asked by ${await first}\n`);
