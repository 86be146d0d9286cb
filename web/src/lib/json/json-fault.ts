/** Why a text is no JSON, and where. */
export interface JsonFault {
  /** Counted from 1. */
  line: number;
  message: string;
}

/** Levels that are looked into; the server takes fewer. */
const DEPTH_LIMIT = 200;

/**
 * What is wrong with a text as JSON; undefined when nothing is. The browsers each say it in words of
 * their own and often without a place; and a key that stands twice they take in silence, though one
 * of its values is then lost.
 */
export function findJsonFault(text: string): JsonFault | undefined {
  const scanner = new Scanner(text);
  try {
    scanner.readAll();
    return undefined;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { line: text.slice(0, error.position).split('\n').length, message: error.message };
  }
}

class Fault extends Error {
  constructor(
    readonly position: number,
    message: string,
  ) {
    super(message);
  }
}

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[\p{L}\p{N}_$.+-]+/uy;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const WORDS = new Set(['true', 'false', 'null']);

class Scanner {
  private at = 0;

  constructor(private readonly text: string) {}

  readAll(): void {
    this.readValue(0);
    this.skipSpace();
    if (this.at < this.text.length) this.fail(`expected the end, ${this.found()}`);
  }

  private readValue(depth: number): void {
    this.skipSpace();
    if (depth > DEPTH_LIMIT) this.fail(`more than ${DEPTH_LIMIT} levels deep`);
    const sign = this.text[this.at];
    if (sign === '{') this.readObject(depth);
    else if (sign === '[') this.readList(depth);
    else if (sign === '"') this.readString();
    else this.readScalar();
  }

  private readObject(depth: number): void {
    const keys = new Set<string>();
    this.at += 1;
    this.skipSpace();
    if (this.take('}')) return;
    for (;;) {
      this.skipSpace();
      if (this.text[this.at] !== '"') this.fail(`expected a key in double quotes, ${this.found()}`);
      const start = this.at;
      const key = this.readString();
      if (keys.has(key))
        throw new Fault(start, `the key ${this.text.slice(start, this.at)} stands twice`);
      keys.add(key);
      this.skipSpace();
      if (!this.take(':')) this.fail(`expected “:” after the key, ${this.found()}`);
      this.readValue(depth + 1);
      if (this.closes('}')) return;
    }
  }

  private readList(depth: number): void {
    this.at += 1;
    this.skipSpace();
    if (this.take(']')) return;
    do this.readValue(depth + 1);
    while (!this.closes(']'));
  }

  /** After an entry: whether the structure ends here rather than goes on. */
  private closes(end: string): boolean {
    this.skipSpace();
    if (this.take(end)) return true;
    const comma = this.at;
    if (!this.take(',')) this.fail(`expected “,” or “${end}”, ${this.found()}`);
    this.skipSpace();
    if (this.text[this.at] === end) throw new Fault(comma, `no comma may stand before “${end}”`);
    return false;
  }

  private readString(): string {
    const start = this.at;
    for (this.at += 1; this.at < this.text.length; this.at += 1) {
      const sign = this.text[this.at] ?? '';
      if (sign === '"') {
        this.at += 1;
        return JSON.parse(this.text.slice(start, this.at)) as string;
      }
      if (sign === '\\') this.at += this.lengthOf(ESCAPE, 'a backslash is written as \\\\') - 1;
      else if (sign === '\n' || sign === '\r')
        this.fail('a line break in a text is written as \\n');
      else if (sign === '\t') this.fail('a tab in a text is written as \\t');
      else if (sign < ' ') this.fail('a control character stands in a text');
    }
    throw new Fault(start, 'the closing quote of this text is missing');
  }

  private readScalar(): void {
    NUMBER.lastIndex = this.at;
    WORD.lastIndex = this.at;
    const number = NUMBER.exec(this.text)?.[0];
    const word = WORD.exec(this.text)?.[0];
    if (word === undefined || (word !== number && !WORDS.has(word))) {
      this.fail(`expected a value, ${this.found()}`);
    }
    this.at += word?.length ?? 0;
  }

  private lengthOf(pattern: RegExp, otherwise: string): number {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text)?.[0].length ?? this.fail(otherwise);
  }

  private take(sign: string): boolean {
    if (this.text[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }

  private skipSpace(): void {
    SPACE.lastIndex = this.at;
    this.at += SPACE.exec(this.text)?.[0].length ?? 0;
  }

  /** What stands here, in words. */
  private found(): string {
    if (this.at >= this.text.length) return 'but the text ends';
    if (this.text[this.at] === '"') return 'found a quote';
    WORD.lastIndex = this.at;
    const word =
      WORD.exec(this.text)?.[0] ?? String.fromCodePoint(this.text.codePointAt(this.at) ?? 0);
    return `found “${word.length > 24 ? `${word.slice(0, 24)}…` : word}”`;
  }

  private fail(message: string): never {
    throw new Fault(this.at, message);
  }
}
