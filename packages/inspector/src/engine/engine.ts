/** Calls of the worker. */
import type { Answers, Reply, RequestOf } from './messages.js';

export function startEngine() {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, (reply: Reply) => void>();
  let count = 0;
  worker.onmessage = ({ data }: MessageEvent<Reply>): void => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  };
  const ask = <K extends keyof Answers>(request: RequestOf<K>): Promise<Answers[K]> =>
    new Promise((resolve, reject) => {
      const id = ++count;
      waiting.set(id, (reply) => (reply.ok ? resolve(reply.answer as Answers[K]) : reject(new Error(reply.message))));
      worker.postMessage({ id, request });
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
    async askLatest<K extends keyof Answers>(slot: string, request: RequestOf<K>) {
      replace.get(slot)?.();
      let isReplaced = false;
      replace.set(slot, () => {
        isReplaced = true;
      });
      while (running.has(slot) && !isReplaced) await running.get(slot);
      if (isReplaced) return null;
      replace.delete(slot);
      const answer = ask(request);
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
