import cliProgress from 'cli-progress';

/** A progress line on stderr; silent when stderr is not a terminal. */
export interface Progress {
  start(label: string, all: number): void;
  update(done: number): void;
  stop(): void;
}

/** `table@dataset ████░░ 120/684 | 31 s left`, at most ten times a second. */
export function progressBar(): Progress {
  const bar = new cliProgress.SingleBar(
    {
      stream: process.stderr,
      format: '{label} {bar} {value}/{total} | {eta} s left',
      clearOnComplete: true,
      hideCursor: true,
      noTTYOutput: false,
      fps: 10,
      etaBuffer: 50,
    },
    cliProgress.Presets.shades_classic,
  );
  const shown = process.stderr.isTTY === true;
  return {
    start(label, all) {
      if (shown) bar.start(all, 0, { label });
    },
    update(done) {
      if (shown) bar.update(done);
    },
    stop() {
      if (shown) bar.stop();
    },
  };
}
