/** Standard input, announced where a person must type it. */
import { isHandled } from '../terminal/modes.js';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * The bytes of standard input. On a terminal, a line on standard error says that the program waits for input and how to end it.
 *
 * A signal ends the wait: the process, or the input, if the program listens to the signal to end in order.
 *
 * @param content what is read, for the announcement: `a page`
 */
export async function* readStandardInput(content = 'input'): AsyncGenerator<Buffer> {
  const { stdin } = process;
  if (stdin.isTTY) process.stderr.write(`dehusk: reading ${content} from standard input, end with Ctrl-D\n`);
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
    stdin.destroy();
  };
  // A listener without another one would keep the signal from ending the process.
  const handled = SIGNALS.filter(isHandled);
  for (const signal of handled) process.on(signal, stop);
  try {
    yield* stdin as AsyncIterable<Buffer>;
  } catch (error) {
    // A stream that is destroyed reports that it ended too early.
    if (!isStopped) throw error;
  } finally {
    for (const signal of handled) process.off(signal, stop);
  }
}
