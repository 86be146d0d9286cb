import { Source, type Stretch } from './source.js';
import { tokenize } from './tokenizer.js';
import type { Sign, Token, Word } from './tokens.js';

/** Reads the tokens of a condition, with one token of lookahead. */
export class TokenReader {
  private readonly tokens: Token[];
  private at = 0;

  constructor(readonly source: Source) {
    this.tokens = tokenize(source);
  }

  get next(): Token {
    return this.tokens[this.at]!;
  }

  /** The token after the next one. The last token repeats. */
  get afterNext(): Token {
    return this.tokens[this.at + 1] ?? this.next;
  }

  /** The position where the token before the next one ended. */
  get reached(): number {
    return this.tokens[this.at - 1]?.end ?? 0;
  }

  take(): Token {
    const token = this.next;
    if (token.kind !== 'end') this.at++;
    return token;
  }

  isSign(sign: Sign): boolean {
    return this.next.kind === 'sign' && this.next.sign === sign;
  }

  isWord(word: Word): boolean {
    return isWord(this.next, word);
  }

  /** Skips the sign if it is next. */
  skip(sign: Sign): boolean {
    const isNext = this.isSign(sign);
    if (isNext) this.take();
    return isNext;
  }

  /**
   * Skips the sign that must come next.
   * @param opening the bracket that it closes.
   */
  close(sign: Sign, opening: Stretch): void {
    if (this.skip(sign)) return;
    if (this.next.kind === 'end') {
      throw this.source.error(`\`${sign}\` is missing: this bracket is never closed`, opening);
    }
    throw this.unexpected(`\`${sign}\` is missing`);
  }

  /** Returns an error about the next token, to throw. */
  unexpected(advice: string) {
    if (this.next.kind === 'end') {
      return this.source.error(`The condition ends unexpectedly; ${advice}`, this.next);
    }
    if (this.isWord('for') || this.isWord('if')) {
      return this.source.error(
        `${this.source.quote(this.next)} is not supported here; a condition only compares values`,
        this.next,
      );
    }
    return this.source.error(`Unexpected ${this.source.quote(this.next)}; ${advice}`, this.next);
  }
}

export function isWord(token: Token, word: Word): boolean {
  return token.kind === 'word' && token.word === word;
}
