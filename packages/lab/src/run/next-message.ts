import type { EventEmitter } from 'node:events';

/** Why no message came. */
interface NoMessage {
  readonly type: 'late' | 'died';
  readonly detail: string;
}

/** The next message of a thread or process, its death, or `late` when neither comes within the limit, in milliseconds. */
export function nextMessage<T>(from: EventEmitter, limit: number): Promise<T | NoMessage> {
  return new Promise((resolve) => {
    const settle = (answer: T | NoMessage): void => {
      clearTimeout(timer);
      from.off('message', settle).off('error', onError).off('exit', onExit);
      resolve(answer);
    };
    const onError = ({ name, message }: Error): void => settle({ type: 'died', detail: `${name}: ${message}` });
    const onExit = (code: number | null): void =>
      settle({ type: 'died', detail: code === null ? 'it ended by a signal' : `it ended with exit code ${code}` });
    const timer = setTimeout(() => settle({ type: 'late', detail: `not done within ${limit} ms` }), limit);
    from.on('message', settle).on('error', onError).on('exit', onExit);
  });
}
