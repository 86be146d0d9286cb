import { UnprocessableError } from '../../../kernel/errors/errors.js';
import { MAX_ROW_BYTES } from '../contents/limits.js';

/** Receives the members of an object as they are found. Values are unparsed JSON text. */
export interface MemberSink {
  /**
   * Called when a member begins whose value is a list. Return true to receive its items one by one.
   */
  beginList(key: string): boolean;
  item(key: string, json: Buffer): void;
  /** Called with any other value, or a whole list. */
  value(key: string, json: Buffer): void;
}

type State =
  | 'start'
  | 'first key'
  | 'next key'
  | 'colon'
  | 'value'
  | 'after value'
  | 'first item'
  | 'next item'
  | 'after item'
  | 'done';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * Splits the JSON text of one object into its members, and lists into their items, while the text
 * arrives. Only one item is in memory at a time. Finds the ends of values but does not validate
 * them.
 */
export class MemberScanner {
  private state: State = 'start';
  /** Number of bytes before the current chunk. */
  private passed = 0;
  private key = '';
  /** Parts of a key, value or item from earlier chunks. */
  private pieces: Buffer[] = [];
  private pieceBytes = 0;
  private isCapturing = false;
  /** Open brackets within the value. */
  private depth = 0;
  private isInText = false;
  private isEscaped = false;

  constructor(private readonly sink: MemberSink) {}

  /** @throws UnprocessableError if the text is not a JSON object or contains a value that is too large. */
  push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.isCapturing) at = this.capture(chunk, at);
      else if (this.isIgnored(chunk[at]!, at)) at += 1;
      else at = this.step(chunk, at);
    }
    this.passed += chunk.length;
  }

  /** @throws UnprocessableError if the text is truncated. */
  end(): void {
    if (this.state === 'done') return;
    throw new UnprocessableError(
      this.state === 'start' && this.passed === 0
        ? 'Invalid JSON: the request body is empty'
        : 'Invalid JSON: the request body is truncated',
    );
  }

  private isIgnored(byte: number, at: number): boolean {
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return true;
    return this.passed + at < 3 && BYTE_ORDER_MARK[this.passed + at] === byte;
  }

  /** Handles one character between values. Returns the next position. */
  private step(chunk: Buffer, at: number): number {
    const byte = chunk[at]!;
    switch (this.state) {
      case 'start':
        if (byte !== OPEN_OBJECT) {
          throw new UnprocessableError('The request body should be a JSON object.');
        }
        return this.go('first key', at);
      case 'first key':
        if (byte === CLOSE_OBJECT) return this.go('done', at);
        return this.beginKey(byte, at);
      case 'next key':
        return this.beginKey(byte, at);
      case 'colon':
        if (byte !== COLON) throw this.unexpected(at);
        return this.go('value', at);
      case 'value':
        if (byte === OPEN_LIST && this.sink.beginList(this.key)) return this.go('first item', at);
        return this.beginValue(byte, at);
      case 'after value':
        if (byte === CLOSE_OBJECT) return this.go('done', at);
        if (byte !== COMMA) throw this.unexpected(at);
        return this.go('next key', at);
      case 'first item':
        if (byte === CLOSE_LIST) return this.go('after value', at);
        return this.beginValue(byte, at);
      case 'next item':
        return this.beginValue(byte, at);
      case 'after item':
        if (byte === CLOSE_LIST) return this.go('after value', at);
        if (byte !== COMMA) throw this.unexpected(at);
        return this.go('next item', at);
      default:
        throw this.unexpected(at);
    }
  }

  private go(state: State, at: number): number {
    this.state = state;
    return at + 1;
  }

  private beginKey(byte: number, at: number): number {
    if (byte !== QUOTE) throw this.unexpected(at);
    this.isCapturing = true;
    return at;
  }

  private beginValue(byte: number, at: number): number {
    if (isDelimiter(byte) || byte === COLON) throw this.unexpected(at);
    this.isCapturing = true;
    return at;
  }

  /** Moves to the end of the key, value or item, or of the chunk. */
  private capture(chunk: Buffer, from: number): number {
    const isAtStart = this.pieceBytes === 0;
    const first = isAtStart ? chunk[from]! : this.pieces[0]![0]!;
    const isPlain = first !== QUOTE && first !== OPEN_LIST && first !== OPEN_OBJECT;
    const end = isPlain ? findEndOfPlain(chunk, from) : this.findEndOfNested(chunk, from);
    const to = end < 0 ? chunk.length : end;
    this.pieceBytes += to - from;
    if (this.pieceBytes > MAX_ROW_BYTES) {
      throw new UnprocessableError(
        `A value of "${this.shownKey()}" is larger than ${MAX_ROW_BYTES} bytes.`,
      );
    }
    this.pieces.push(chunk.subarray(from, to));
    if (end >= 0) this.finish();
    return to;
  }

  /** Returns the position after the text, list or object, or -1 if it continues in the next chunk. */
  private findEndOfNested(chunk: Buffer, from: number): number {
    let { depth, isInText, isEscaped } = this;
    let at = from;
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at]!;
      if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) {
          isInText = false;
          if (depth === 0) break;
        }
      } else if (byte === QUOTE) isInText = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        depth -= 1;
        if (depth === 0) break;
      }
    }
    this.depth = depth;
    this.isInText = isInText;
    this.isEscaped = isEscaped;
    return at < chunk.length ? at + 1 : -1;
  }

  private finish(): void {
    const json = this.pieces.length === 1 ? this.pieces[0]! : Buffer.concat(this.pieces);
    this.pieces = [];
    this.pieceBytes = 0;
    this.isCapturing = false;
    switch (this.state) {
      case 'first key':
      case 'next key':
        this.key = parseKey(json);
        this.state = 'colon';
        return;
      case 'value':
        this.sink.value(this.key, json);
        this.state = 'after value';
        return;
      default:
        this.sink.item(this.key, json);
        this.state = 'after item';
    }
  }

  private shownKey(): string {
    return this.key.slice(0, 100);
  }

  private unexpected(at: number): UnprocessableError {
    return new UnprocessableError(`Invalid JSON: unexpected character at byte ${this.passed + at}`);
  }
}

function isDelimiter(byte: number): boolean {
  return byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT;
}

/** Returns the position after a number or word, or -1 if it continues in the next chunk. */
function findEndOfPlain(chunk: Buffer, from: number): number {
  for (let at = from; at < chunk.length; at += 1) {
    const byte = chunk[at]!;
    if (isDelimiter(byte) || byte <= 0x20) return at;
  }
  return -1;
}

function parseKey(json: Buffer): string {
  try {
    return JSON.parse(json.toString('utf8')) as string;
  } catch {
    throw new UnprocessableError('Invalid JSON: a key of the request body cannot be read');
  }
}
