/** A worker of a pool that extracts nothing: a page in, a row of typical length out. */
const GUARDED_WORKER = new URL('./extraction/guarded-worker.js', import.meta.resolve('dehusk'));
const { serveTasks } = (await import(GUARDED_WORKER.href)) as { serveTasks(work: (task: unknown) => object): void };

const ROW_BYTES = 6_000;

serveTasks(() => ({ bytes: new Uint8Array(ROW_BYTES), ok: true, reason: null, pageBytes: 0 }));

export {};
