/** Never ends by itself: for the test of the two signals. */
import { listenForStop } from './stop-signals.js';

setInterval(() => {}, 1_000);
const { first } = listenForStop(() => {});
process.stdout.write('listening\n');
process.stdout.write(`asked by ${await first}\n`);
