// Records for the contract of the sinks; some correct earlier ones.
import { createHash } from 'node:crypto';
import type { SinkKind, SinkRecord } from './sink.js';

/** Settings that finish a file every few commits. A killed process loses nothing that the operating system has. */
export function testOptions(folder: string, { schema }: Pick<SinkKind, 'schema'>): Record<string, unknown> {
  const isFinishing = Object.hasOwn(schema.properties as object, 'maxMegabytes');
  return { folder, fsync: 'never', ...(isFinishing && { maxMegabytes: 0.02 }) };
}

/** The record of a number; every fifth corrects the one four before. */
export function testRecord(number: number): SinkRecord {
  const revision = number % 5 === 0 ? 2 : 1;
  const of = revision === 2 ? number - 4 : number;
  const id = createHash('sha256').update(String(of)).digest('hex').slice(0, 32);
  const site = of % 3 === 0 ? 'a.example' : 'b.example';
  const url = `https://www.${site}/news/ferry-${of}`;
  const text = `Ferry ${of}, told for the ${revision}. time. ${'The posts along the shore. '.repeat(of % 20)}`;
  const html = `<title>Ferry ${of}</title><p>${text}`;
  return {
    id,
    revision,
    site,
    row: {
      id,
      revision,
      url,
      site,
      at: 1_700_000_000_000 + number,
      ok: true,
      title: `Ferry "${of}": ä`,
      author: null,
      confidence: 0.5,
      tags: ['x', 'y'],
      text,
    },
    markdown: `# Ferry ${of}\n\n${text}\n`,
    raw: {
      bytes: Buffer.from(html),
      status: 200,
      headers: [
        ['Content-Type', 'text/html; charset=utf-8'],
        ['Content-Encoding', 'gzip'],
      ],
      at: 1_700_000_000_000 + number,
    },
  };
}
