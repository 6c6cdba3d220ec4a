/** Ctrl-C and SIGTERM for commands that end in order: the first asks to stop, the second ends the process at once. */
import type { CommandEnd } from './failures.js';

export class StopRequest {
  readonly #abort = new AbortController();
  /** How the command ends when it was asked to stop. */
  end: CommandEnd = 'interrupted';

  constructor() {
    // Once: a second signal does not wait.
    process.once('SIGINT', this.#stop).once('SIGTERM', this.#stop);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  close(): void {
    process.off('SIGINT', this.#stop).off('SIGTERM', this.#stop);
  }

  readonly #stop = (signal: NodeJS.Signals): void => {
    if (signal === 'SIGTERM') this.end = 'terminated';
    this.#abort.abort();
  };
}
