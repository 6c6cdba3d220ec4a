/** Messages between threads. Bytes in their fields are transferred: cloning a page costs half as much again. */
import type { MessagePort } from 'node:worker_threads';

type Port = Pick<MessagePort, 'postMessage'>;

/** Posts a copy of a message. The sender keeps the message, for a second attempt. */
export function postCopy(port: Port, message: object): void {
  const copied = Object.entries(message).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? new Uint8Array(value) : value,
  ]);
  postOwn(port, Object.fromEntries(copied));
}

/** Posts a message whose bytes the sender does not use again. */
export function postOwn(port: Port, message: object): void {
  const bytes = Object.values(message).filter((one) => one instanceof Uint8Array);
  const owned = bytes.filter((one) => one.byteLength === one.buffer.byteLength);
  port.postMessage(
    message,
    owned.map((one) => one.buffer as ArrayBuffer),
  );
}
