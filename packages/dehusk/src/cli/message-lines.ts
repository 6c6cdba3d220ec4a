/** The messages of a client on standard input, one JSON value a line: what is none is answered, and goes no further. */
import { Readable } from 'node:stream';
import { readLines } from '@dehusk/node';

/** Codes of JSON-RPC. */
const [PARSE_ERROR, INVALID_REQUEST] = [-32_700, -32_600];

/** A stream of the lines of another that are messages of at most `maxBytes`. @param answer writes an answer to the client */
export function messageLines(input: Readable, maxBytes: number, answer: (line: string) => void): Readable {
  const refuse = (code: number, message: string): void =>
    answer(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`);
  async function* messages(): AsyncGenerator<Uint8Array> {
    for await (const { bytes, tooLong } of readLines(input, maxBytes)) {
      const line = new TextDecoder().decode(bytes).trim();
      const shown = `got ${JSON.stringify(line.slice(0, 80))}, expected a JSON-RPC message on one line`;
      if (tooLong) refuse(INVALID_REQUEST, `the message is longer than the ${maxBytes} bytes allowed; give an address`);
      else if (line !== '')
        try {
          if (JSON.parse(line)?.jsonrpc !== undefined) yield Buffer.from(`${line}\n`);
          else refuse(INVALID_REQUEST, shown);
        } catch {
          refuse(PARSE_ERROR, shown);
        }
    }
  }
  return Readable.from(messages(), { objectMode: false });
}
