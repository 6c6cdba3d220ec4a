// docs/watch.svg: the dashboard of dehusk watch. A running stream never looks the same twice, so the picture shows one moment of
// `dehusk demo`, 13 seconds after its start.

import { painterFor } from '../packages/node/dist/terminal/terminal.js';
import { dashboardLines } from '../packages/stream/dist/operations/dashboard.js';
import { drawTerminal, prompt } from './draw-terminal.mjs';

const COLUMNS = 112;
const ROWS = 24;
const STARTED = Date.UTC(2026, 10, 23, 0, 40);
const NOW = STARTED + 13_000;
const HOUR = 3_600_000;

const site = (name, pages, emitted, duplicates, waiting, modelPages, hours) => ({
  ...{ site: name, pages, emitted, duplicates, waiting, modelPages },
  discarded: 0,
  modelAt: NOW - hours * HOUR,
});
const SITES = [
  site('ribera.example', 42, 39, 7, 0, 35, 15),
  site('vestnik.example', 42, 40, 6, 0, 36, 15),
  site('harbour-gazette.example', 36, 35, 5, 3, 31, 21),
  site('courrier-du-phare.example', 34, 32, 6, 3, 28, 23),
  site('talbote.example', 34, 33, 5, 1, 29, 23),
  site('valley-post.example', 34, 33, 5, 3, 29, 23),
];
const RATES = [4.1, 4.1, 3.5, 3.3, 3.3, 3.3];
const CURVE = [0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 4, 5, 5, 4, 0, 5, 8, 11, 8, 9, 19, 24, 0, 12, 2];
const MESSAGES = [
  'new  courrier-du-phare.example  Didier Roque : « une ville sans théâtre n’est qu’un endroit où dormir',
  'new  harbour-gazette.example  The regional orchestra: “this is the best news we have had for a long time”',
  'new  harbour-gazette.example  The water company will train forty volunteers for the flood season in the old town',
];

/** The picture as SVG. */
export function watchPicture() {
  const lines = dashboardLines({
    title: 'dehusk watch',
    snapshot: {
      ...{ phase: 'running', startedAt: STARTED, seen: 325, again: 0, emitted: 212, revised: 24 },
      ...{ rejected: { 'identify/duplicate': 34 }, inFlight: 103, committed: 222, commits: 20, bytes: 1_700_000 },
      latency: { p50: 8_900, p95: 10_800, p99: 11_000 },
      workers: { busy: 2, total: 2, replaced: 0 },
      sites: SITES,
    },
    rates: { total: 21.6, sites: new Map(SITES.map((one, at) => [one.site, RATES[at]])), curve: CURVE },
    fetching: { requests: 300, retries: 0, bytes: 1_700_000, waiting: 67, active: 6, failures: {} },
    messages: MESSAGES,
    now: NOW,
    columns: COLUMNS,
    rows: ROWS,
    paint: painterFor({ isTTY: true }, {}),
  });
  return drawTerminal(
    [prompt('dehusk watch dehusk.toml'), '', ...lines],
    COLUMNS,
    'dehusk watch in a terminal: totals, rates and latency, and a line for each site with pages, duplicates and what was learnt',
  );
}
