const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Tells at which line records begin, given the bytes they are made of and where they end. */
export class LineCounter {
  private chunks: Buffer[] = [];
  /** Offset of the first byte that was not looked at, and of the first chunk. */
  private at = 0;
  private chunkStart = 0;
  private line = 1;
  private isAfterReturn = false;

  add(chunk: Buffer): void {
    this.chunks.push(chunk);
  }

  /** Skips blank lines. Gives the line at which the next record begins. */
  startOfRecord(): number {
    this.walk((byte) => byte === LINE_FEED || byte === CARRIAGE_RETURN);
    return this.line;
  }

  /** Goes to the end of a record. */
  endOfRecord(offset: number): void {
    this.walk(() => this.at < offset);
  }

  private walk(goesOn: (byte: number) => boolean): void {
    for (let chunk = this.chunks[0]; chunk; chunk = this.chunks[0]) {
      for (; this.at < this.chunkStart + chunk.length; this.at += 1) {
        const byte = chunk[this.at - this.chunkStart]!;
        if (!goesOn(byte)) return;
        // `\r\n` is one break, wherever chunks meet.
        if (byte === CARRIAGE_RETURN || (byte === LINE_FEED && !this.isAfterReturn)) this.line += 1;
        this.isAfterReturn = byte === CARRIAGE_RETURN;
      }
      this.chunkStart += chunk.length;
      this.chunks.shift();
    }
  }
}
