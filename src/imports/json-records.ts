import { isJsonObject, type JsonObject, parseJson } from '../kernel/json/json.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const WHITE_SPACE = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Reads the objects of a JSON list, or of JSON lines, while the text arrives. Only one of them is in
 * memory.
 * @throws SyntaxError if the text is something else, or ends too early.
 */
export async function* readRecords(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<JsonObject, void> {
  const splitter = new RecordSplitter();
  for await (const chunk of chunks) {
    for (const text of splitter.push(Buffer.from(chunk))) {
      const record = parseJson(text);
      if (isJsonObject(record)) yield record;
    }
  }
  splitter.end();
}

/** Finds where objects begin and end. */
class RecordSplitter {
  /** Parts of an object from earlier chunks. */
  private pieces: Buffer[] = [];
  /** Open brackets within the object; 0 between objects. */
  private depth = 0;
  /** Whether the list that contains the objects is open. */
  private isInList = false;
  private isInText = false;
  private isEscaped = false;

  *push(chunk: Buffer): Generator<string, void> {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!;
      const isInside = this.depth > 0;
      if (!isInside && byte === OPEN_OBJECT) from = at;
      else if (!isInside) this.skip(byte);
      this.step(byte);
      if (!isInside || this.depth > 0) continue;
      yield Buffer.concat([...this.pieces, chunk.subarray(from, at + 1)]).toString('utf8');
      this.pieces = [];
    }
    if (this.depth > 0) this.pieces.push(chunk.subarray(from));
  }

  end(): void {
    if (this.depth > 0 || this.isInList) throw new SyntaxError('The text ends too early.');
  }

  private step(byte: number): void {
    if (this.isInText) {
      if (this.isEscaped) this.isEscaped = false;
      else if (byte === BACKSLASH) this.isEscaped = true;
      else if (byte === QUOTE) this.isInText = false;
      return;
    }
    const isInside = this.depth > 0;
    if (isInside && byte === QUOTE) this.isInText = true;
    else if (byte === OPEN_OBJECT || (isInside && byte === OPEN_LIST)) this.depth += 1;
    else if (isInside && (byte === CLOSE_OBJECT || byte === CLOSE_LIST)) this.depth -= 1;
  }

  /** Moves past a character between objects. */
  private skip(byte: number): void {
    if (byte === OPEN_LIST && !this.isInList) this.isInList = true;
    else if (byte === CLOSE_LIST && this.isInList) this.isInList = false;
    else if (!WHITE_SPACE.has(byte) && byte !== COMMA) {
      throw new SyntaxError('The text is not a JSON list.');
    }
  }
}
