/** Calls of the worker. */
import type { Answers, Reply, Request } from './messages.js';

type RequestOf<K> = Extract<Request, { readonly kind: K }>;

export interface Engine {
  /** @throws Error with the worker's message */
  ask<K extends keyof Answers>(request: RequestOf<K>): Promise<Answers[K]>;
  /**
   * As `ask`, for requests of which only the last one counts: while the worker is busy, a newer one takes the place of one that waits.
   *
   * @returns null for a request that was replaced
   */
  askLatest<K extends keyof Answers>(slot: string, request: RequestOf<K>): Promise<Answers[K] | null>;
}

export function startEngine(): Engine {
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
  const slots = new Map<string, { running: boolean; next: (() => void) | null; drop: (() => void) | null }>();
  return {
    ask,
    async askLatest<K extends keyof Answers>(name: string, request: RequestOf<K>) {
      let slot = slots.get(name);
      if (slot === undefined) {
        slot = { running: false, next: null, drop: null };
        slots.set(name, slot);
      }
      const own = slot;
      if (own.running) {
        own.drop?.();
        const isNext = await new Promise<boolean>((resolve) => {
          own.next = () => resolve(true);
          own.drop = () => resolve(false);
        });
        if (!isNext) return null;
      }
      own.running = true;
      try {
        return await ask(request);
      } finally {
        own.running = false;
        const { next } = own;
        own.next = null;
        own.drop = null;
        next?.();
      }
    },
  };
}
