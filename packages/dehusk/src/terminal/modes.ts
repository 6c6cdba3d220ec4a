/** Terminal modes that a display changes, and their restoration on every way the process can end. */
import type { WriteStream } from 'node:tty';

/** Control sequences that switch a mode on and off again (ECMA-48 and the private modes of xterm). */
const MODES = {
  'hidden cursor': ['\x1b[?25l', '\x1b[?25h'],
  'no line wrap': ['\x1b[?7l', '\x1b[?7h'],
  'alternate screen': ['\x1b[?1049h', '\x1b[?1049l'],
} as const;
export type TerminalMode = keyof typeof MODES;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** What switches off the modes that are on. */
const restorers = new Set<() => void>();

/**
 * Switches modes on. They are switched off by the function it returns, or before the process ends by a signal, an uncaught
 * error or `process.exit`. A signal that nothing else listens to ends the process, as it would without a display.
 *
 * @returns switches the modes off; a second call does nothing
 */
export function setModes(terminal: Pick<WriteStream, 'write'>, modes: readonly TerminalMode[]): () => void {
  const restore = (): void => {
    if (!restorers.delete(restore)) return;
    terminal.write(modes.map((mode) => MODES[mode][1]).join(''));
    if (restorers.size === 0) unlisten();
  };
  if (restorers.size === 0) listen();
  restorers.add(restore);
  terminal.write(modes.map((mode) => MODES[mode][0]).join(''));
  return restore;
}

/** Whether the program listens to a signal to end in order, besides restoring the terminal. */
export function isHandled(signal: NodeJS.Signals): boolean {
  return process.listenerCount(signal) > (restorers.size > 0 ? 1 : 0);
}

function restoreAll(): void {
  for (const restore of restorers) restore();
}

function onSignal(signal: NodeJS.Signals): void {
  // Another listener ends the process in order, or waits for a second signal.
  if (process.listenerCount(signal) > 1) return;
  restoreAll();
  process.kill(process.pid, signal);
}

function listen(): void {
  // First in line: `once` removes a listener before it calls it, and a later one would not count it.
  for (const signal of SIGNALS) process.prependListener(signal, onSignal);
  // Before the error is printed: text on the alternate screen vanishes with it.
  process.on('uncaughtExceptionMonitor', restoreAll);
  process.on('exit', restoreAll);
}

function unlisten(): void {
  for (const signal of SIGNALS) process.off(signal, onSignal);
  process.off('uncaughtExceptionMonitor', restoreAll);
  process.off('exit', restoreAll);
}
