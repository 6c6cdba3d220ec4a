/** Terminal modes that a display changes, and their restoration on every way the process can end. */
import type { EventEmitter } from 'node:events';
import type { WriteStream } from 'node:tty';

/** Control sequences that switch a mode on and off again (ECMA-48 and the private modes of xterm). */
const MODES = {
  'hidden cursor': ['\x1b[?25l', '\x1b[?25h'],
  'no line wrap': ['\x1b[?7l', '\x1b[?7h'],
  'alternate screen': ['\x1b[?1049h', '\x1b[?1049l'],
} as const;
type TerminalMode = keyof typeof MODES;

/** Signals that end the process. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

interface Display {
  readonly terminal: Pick<WriteStream, 'write'>;
  readonly modes: readonly TerminalMode[];
}

/** The displays whose modes are on. */
const displays = new Set<Display>();

/**
 * Switches modes on. They are switched off by the function it returns, or before the process ends by a signal, an uncaught
 * error or `process.exit`, and while it is suspended (Ctrl-Z). A signal that nothing else listens to ends the process, as it
 * would without a display.
 *
 * @returns switches the modes off; a second call does nothing
 */
export function setModes(terminal: Display['terminal'], modes: Display['modes']): () => void {
  const display = { terminal, modes };
  if (displays.size === 0) listen();
  displays.add(display);
  write(display, 'on');
  return () => remove(display);
}

/** Whether the program listens to a signal to end in order, besides restoring the terminal. */
export function isHandled(signal: NodeJS.Signals): boolean {
  return process.listenerCount(signal) > (displays.size > 0 ? 1 : 0);
}

function write({ terminal, modes }: Display, state: 'on' | 'off'): void {
  terminal.write(modes.map((mode) => MODES[mode][state === 'on' ? 0 : 1]).join(''));
}

function remove(display: Display): void {
  if (!displays.delete(display)) return;
  write(display, 'off');
  if (displays.size === 0) unlisten();
}

function removeAll(): void {
  for (const display of displays) remove(display);
}

function onSignal(signal: NodeJS.Signals): void {
  // Another listener ends the process in order, or waits for a second signal.
  if (isHandled(signal)) return;
  removeAll();
  process.kill(process.pid, signal);
}

/** Stops the process; the next line runs when it is continued. A listener to SIGCONT would run after an overdue drawing. */
function suspend(): void {
  for (const display of displays) write(display, 'off');
  process.kill(process.pid, 'SIGSTOP');
  for (const display of displays) write(display, 'on');
}

/** First in line: `once` removes a listener before it calls it, and a later one would not count it. */
const LISTENERS: readonly (readonly [event: string, listener: (...values: never[]) => void])[] = [
  ...SIGNALS.map((signal) => [signal, onSignal] as const),
  ['SIGTSTP', suspend],
  // Before the error is printed: text on the alternate screen vanishes with it.
  ['uncaughtExceptionMonitor', removeAll],
  ['exit', removeAll],
];
const emitter: EventEmitter = process;

function listen(): void {
  for (const [event, listener] of LISTENERS) emitter.prependListener(event, listener as () => void);
}

function unlisten(): void {
  for (const [event, listener] of LISTENERS) emitter.off(event, listener as () => void);
}
