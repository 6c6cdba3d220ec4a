/**
 * A stream of bytes, looked at through a window that slides forward: what is looked at is in one piece. Bytes are never
 * written over, so that what was looked at stays good; a chunk that comes into an empty window is not copied.
 */
export class ByteWindow {
  /** Bytes of the stream before the window. */
  position = 0;
  private buffer: Buffer = Buffer.alloc(0);
  private start = 0;
  private end = 0;
  private hasEnded = false;
  private readonly input: AsyncIterator<Uint8Array>;

  constructor(input: AsyncIterable<Uint8Array>) {
    this.input = input[Symbol.asyncIterator]();
  }

  /** Bytes in the window. */
  get available(): number {
    return this.end - this.start;
  }

  /** What is in the window. */
  view(): Buffer {
    return this.buffer.subarray(this.start, this.end);
  }

  /** Widens the window to so many bytes; false when the stream ends before. */
  async ensure(count: number): Promise<boolean> {
    while (this.available < count && !this.hasEnded) {
      const { value, done } = await this.input.next();
      if (done) this.hasEnded = true;
      else this.add(value);
    }
    return this.available >= count;
  }

  /** Slides forward over bytes that are in the window. */
  skip(count: number): void {
    this.start += count;
    this.position += count;
  }

  /** Slides forward over so many bytes, in the window or not; false when the stream ends before. */
  async skipFar(count: number): Promise<boolean> {
    for (let left = count; ; ) {
      const step = Math.min(left, this.available);
      this.skip(step);
      left -= step;
      if (left === 0) return true;
      if (!(await this.ensure(1))) return false;
    }
  }

  /** The next bytes of the window, and slides over them. */
  take(count: number): Buffer {
    const bytes = this.buffer.subarray(this.start, this.start + count);
    this.skip(count);
    return bytes;
  }

  /** Ends the stream. */
  async close(): Promise<void> {
    this.hasEnded = true;
    await this.input.return?.();
  }

  private add(chunk: Uint8Array): void {
    const used = this.available;
    if (used === 0) {
      // Its end is its room: what comes next is not written behind it, into bytes that may be another's.
      this.buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      this.start = 0;
      this.end = chunk.length;
      return;
    }
    if (this.end + chunk.length > this.buffer.length) {
      const room = Buffer.allocUnsafe(2 * (used + chunk.length));
      this.buffer.copy(room, 0, this.start, this.end);
      this.buffer = room;
      this.start = 0;
      this.end = used;
    }
    this.buffer.set(chunk, this.end);
    this.end += chunk.length;
  }
}
