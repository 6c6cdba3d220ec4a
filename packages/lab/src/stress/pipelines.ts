/** Pipelines into a folder, for `soak` and `replay`. */
import { join } from 'node:path';
import { configurationFrom, openPipeline, type Pipeline } from '@dehusk/stream';

/** Sections of the configuration that differ between the runs. */
interface Sections {
  readonly source: Readonly<Record<string, unknown>>;
  readonly fetch?: Readonly<Record<string, unknown>>;
  readonly stream: Readonly<Record<string, unknown>>;
  /** Whether documents and rejects are packed. */
  readonly gzip?: boolean;
}

/** A pipeline from a source into `state/`, `documents/` and `rejects/` of a folder. @throws Error listing the faults of the settings */
export function openFolderPipeline(
  folder: string,
  { source, fetch, stream, gzip = false }: Sections,
): Promise<Pipeline> {
  const output = (name: string): object => ({ kind: 'jsonl', folder: join(folder, name), gzip });
  const loaded = configurationFrom({
    sources: [source],
    sinks: [output('documents')],
    rejects: output('rejects'),
    fetch: { delay: 0, requestsPerMinute: 0, allowPrivate: true, hosts: { '*.example': '127.0.0.1' }, ...fetch },
    state: { folder: join(folder, 'state') },
    stream,
  });
  if (!loaded.ok) throw new Error(loaded.faults.map(({ message }) => message).join('; '));
  const warn = (message: string): void => void process.stderr.write(`${message}\n`);
  return openPipeline({ configuration: loaded.configuration, warn });
}
