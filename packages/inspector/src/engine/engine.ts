/** Calls of the worker. */
import type { Handlers } from './worker.js';

type RequestOf<K extends keyof Handlers> = Parameters<Handlers[K]>[0];

export function startEngine() {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, (data: MessageEvent['data']) => void>();
  let count = 0;
  worker.onmessage = ({ data }: MessageEvent): void => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  };
  const ask = <K extends keyof Handlers>(kind: K, request: RequestOf<K>): Promise<ReturnType<Handlers[K]>> =>
    new Promise((resolve, reject) => {
      const id = ++count;
      waiting.set(id, ({ answer, message }) => (message === undefined ? resolve(answer) : reject(new Error(message))));
      worker.postMessage({ id, kind, request });
    });
  /** What runs in a slot, and how to replace what waits for it. */
  const running = new Map<string, Promise<unknown>>();
  const replace = new Map<string, () => void>();
  return {
    /** @throws Error with the worker's message */
    ask,
    /**
     * As `ask`, for requests of which only the last one counts: while the worker is busy, a newer one takes the place of one that waits.
     *
     * @returns null for a request that was replaced
     */
    async askLatest<K extends keyof Handlers>(slot: string, kind: K, request: RequestOf<K>) {
      replace.get(slot)?.();
      let isReplaced = false;
      replace.set(slot, () => {
        isReplaced = true;
      });
      while (running.has(slot) && !isReplaced) await running.get(slot);
      if (isReplaced) return null;
      replace.delete(slot);
      const answer = ask(kind, request);
      running.set(
        slot,
        answer.catch(() => {}),
      );
      try {
        return await answer;
      } finally {
        running.delete(slot);
      }
    },
  };
}

export type Engine = ReturnType<typeof startEngine>;
