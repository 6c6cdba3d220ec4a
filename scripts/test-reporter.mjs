// TAP as node:test prints it, with the names of failed tests before the closing counts: a log that shows only its end shows them.
import { tap } from 'node:test/reporters';

/** @param {AsyncIterable<{type: string, data: object}>} source events of node:test */
export default async function* reporter(source) {
  const failed = [];
  const events = (async function* () {
    for await (const event of source) {
      const { type, data } = event;
      if (type === 'test:fail')
        failed.push(`${data.file ?? ''}: ${data.name}: ${data.details?.error?.cause?.message ?? ''}`);
      yield event;
    }
  })();
  for await (const text of tap(events)) {
    if (/^# tests \d/.test(text))
      for (const one of failed) yield `# failed: ${one.replace(/\s+/g, ' ').slice(0, 500)}\n`;
    yield text;
  }
}
