/**
 * `dehusk demo --monitor`: a story breaks in the demo's newspapers while `dehusk monitor` watches them. A day without the story is there
 * from the start, a second day is published hour by hour, then the web stands still. An hour is published when the one before is
 * committed, so that the same is counted on an idle and on a busy machine.
 */
import { join } from 'node:path';
import { runPipeline } from '../operations/run-pipeline.js';
import type { StreamSnapshot } from '../stream/stream.js';
import { AURORA, AURORA_NAMES } from './breaking-story.js';
import { openDemoServer } from './demo-server.js';
import { DEMO_SITES } from './demo-sites.js';
import { DEMO_LEFT, emptyDemoFolder, FEED_ENTRIES, parsedDemoConfiguration } from './run-demo.js';

export interface MonitorDemoOptions {
  /** Output folder; replaces the output of an earlier demo. */
  readonly folder: string;
  readonly port: number;
  /** Called with the address of the page once it can be opened. */
  onStart(address: string): void;
  /** Receives alerts and status lines. */
  readonly tell: (line: string) => void;
}

const HOUR = 3_600_000;
/** Hours there from the start, and published after it. */
const BACKLOG = 24;
const PUBLISHED = 24;
/** Least time between two hours of the newspapers: a feed is read once a second. */
const HOUR_MILLISECONDS = 1_000;
const STATUS_MILLISECONDS = 10_000;

/** Runs until a signal. @throws what stops a stream */
export async function runMonitorDemo({ folder, port, onStart, tell }: MonitorDemoOptions): Promise<void> {
  emptyDemoFolder(folder);
  let hours = 0;
  const server = await openDemoServer({
    sites: DEMO_SITES.map((site) => ({ ...site, backlog: BACKLOG, everyMilliseconds: 1 })),
    feedEntries: FEED_ENTRIES,
    firstAt: (Math.floor(Date.now() / HOUR) - BACKLOG - PUBLISHED) * HOUR,
    elapsed: () => hours,
    story: AURORA,
  });
  const listed = new Set(server.listed());
  let timer: NodeJS.Timeout | undefined;
  const publish = ({ seen, again, inFlight }: StreamSnapshot): void => {
    if (hours === PUBLISHED || inFlight > 0 || seen - again < listed.size) return;
    hours++;
    for (const address of server.listed()) listed.add(address);
    if (hours === PUBLISHED) tell('the second day is published; the page stays until Ctrl-C');
  };
  try {
    await runPipeline({
      configuration: parsedDemoConfiguration(server, folder, monitorSections(folder, port), COPIES),
      title: 'dehusk monitor, on its demo web',
      terminal: null,
      tell,
      statusMilliseconds: STATUS_MILLISECONDS,
      onStart(address, snapshot) {
        onStart(`${address}/`);
        timer = setInterval(() => publish(snapshot()), HOUR_MILLISECONDS);
      },
    });
  } finally {
    clearInterval(timer);
    await server.close();
  }
}

/** The copies for phones that the aggregator lists would count again. */
const COPIES = 'usesCanonical = true\n';

/** The settings of the monitor as TOML. Ferries and town halls are in the news every day, the Aurora is not. */
function monitorSections(folder: string, port: number): string {
  const place = (name: string): string => JSON.stringify(join(folder, name));
  return `
[[monitor.lists]]
name = "Aurora"
names = ${JSON.stringify(AURORA_NAMES)}
alert = "burst"

[[monitor.lists]]
name = "ferries"
terms = ["ferry operator", "Fährgesellschaft", "société des ferries", "naviera", "паромный оператор"]
alert = "burst"

[[monitor.lists]]
name = "town halls"
terms = ["harbour council", "Stadtrat", "conseil municipal", "ayuntamiento", "городской совет"]
alert = "none"

[monitor.hits]
kind = "jsonl"
folder = ${place(DEMO_LEFT.hits)}

[[monitor.alerts]]
kind = "jsonl"
folder = ${place(DEMO_LEFT.alerts)}

[operations]
port = ${port}
drainSeconds = 5
`;
}
