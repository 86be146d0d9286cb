import {
  AndFilter,
  ApproximateFilter,
  EqualityFilter,
  ExtensibleFilter,
  type Filter,
  GreaterThanEqualsFilter,
  LessThanEqualsFilter,
  NotFilter,
  OrFilter,
  PresenceFilter,
  SubstringFilter,
} from 'ldapts';

/** An invalid search filter. The message tells the operator where and why. */
export class SearchFilterError extends Error {
  override readonly name = 'SearchFilterError';
}

/** A search filter in which `%s` has not been replaced yet. */
export interface SearchFilterTemplate {
  /** The number of `%s` in it. */
  readonly places: number;
  /** Returns the filter with every `%s` replaced by the value, which never becomes syntax. */
  fill(value: string): Filter;
}

/** The parts of a pattern: bytes, `*` and `%s`. */
const STAR = Symbol('*');
const PLACE = Symbol('%s');
type Piece = Buffer | typeof STAR | typeof PLACE;
type Node = (value: Buffer) => Filter;

const ATTRIBUTE = /^(?:[a-z][a-z0-9-]*|\d+(?:\.\d+)+)(?:;[a-z0-9-]+)*$/i;
const ITEM = /^(?<attribute>[^=<>~:()*%\\]*)(?<operator>=|>=|<=|~=|:[^=]*:=|:=)(?<value>.*)$/s;
const SIMPLE = {
  '>=': GreaterThanEqualsFilter,
  '<=': LessThanEqualsFilter,
  '~=': ApproximateFilter,
};

/**
 * Parses a filter (RFC 4515) in which `%s` stands for a value. The text is parsed before any value
 * is known, and the directory receives each value as bytes. So a parenthesis, a star or a NUL in a
 * user name has no special meaning.
 * @throws SearchFilterError
 */
export function parseSearchFilter(text: string): SearchFilterTemplate {
  const trimmed = text.trim();
  const reader = new FilterReader(trimmed.startsWith('(') ? trimmed : `(${trimmed})`);
  const node = reader.readAll();
  return { places: reader.places, fill: (value) => node(Buffer.from(value)) };
}

class FilterReader {
  places = 0;
  private at = 0;

  constructor(private readonly text: string) {}

  readAll(): Node {
    const node = this.readFilter();
    if (this.at < this.text.length) this.fail('there is text after the last parenthesis');
    return node;
  }

  private readFilter(): Node {
    this.take('(');
    this.skipBlanks();
    const kind = this.text[this.at] ?? '';
    const node = '&|!'.includes(kind) && kind ? this.readSet(kind) : this.readItem();
    this.take(')');
    this.skipBlanks();
    return node;
  }

  private readSet(kind: string): Node {
    this.at += 1;
    this.skipBlanks();
    const nodes: Node[] = [];
    while (this.text[this.at] === '(') nodes.push(this.readFilter());
    if (kind !== '!') {
      const Combined = kind === '&' ? AndFilter : OrFilter;
      return (value) => new Combined({ filters: nodes.map((node) => node(value)) });
    }
    const [only, ...others] = nodes;
    if (!only || others.length > 0) return this.fail('! takes exactly one filter');
    return (value) => new NotFilter({ filter: only(value) });
  }

  private readItem(): Node {
    const end = this.text.indexOf(')', this.at);
    const item = ITEM.exec(this.text.slice(this.at, end < 0 ? undefined : end))?.groups;
    if (end < 0 || !item) return this.fail('expected something like (attribute=value)');
    const { operator = '', value = '' } = item;
    const attribute = (item['attribute'] ?? '').trim();
    if (!ATTRIBUTE.test(attribute) && !(attribute === '' && operator.startsWith(':'))) {
      return this.fail(`"${attribute}" is not an attribute name`);
    }
    const pieces = this.readPieces(value);
    this.at = end;
    if (operator === '=') return equality(attribute, pieces) ?? this.fail('"**" matches nothing');
    if (pieces.includes(STAR))
      return this.fail('a star is only allowed after =; to search for a star, write \\2a');
    return operator.startsWith(':')
      ? this.extensible(attribute, operator, pieces)
      : (filled) =>
          new SIMPLE[operator as keyof typeof SIMPLE]({ attribute, value: text(pieces, filled) });
  }

  /** Reads `attribute:dn:rule:=value`, in which each of the three parts may be missing. */
  private extensible(matchType: string, operator: string, pieces: Piece[]): Node {
    const words = operator.slice(1, -2).split(':').filter(Boolean);
    const dnAttributes = words[0]?.toLowerCase() === 'dn';
    const [rule = '', ...others] = dnAttributes ? words.slice(1) : words;
    if (others.length > 0 || (rule && !ATTRIBUTE.test(rule)) || (!rule && !matchType)) {
      this.fail(`"${matchType}${operator}" is not a matching rule`);
    }
    return (filled) =>
      new ExtensibleFilter({ matchType, dnAttributes, rule, value: text(pieces, filled) });
  }

  private readPieces(value: string): Piece[] {
    const pieces: Piece[] = [];
    for (const [token] of value.matchAll(/%s|\\[0-9a-f]{2}|\*|[^%*\\(\0]+|[\s\S]/gi)) {
      if (token === '%s') pieces.push(PLACE);
      else if (token === '*') pieces.push(STAR);
      else if (/^\\../s.test(token)) pieces.push(Buffer.from(token.slice(1), 'hex'));
      else if ('\\(\0'.includes(token)) this.fail('write \\ ( ) and NUL as \\5c \\28 \\29 \\00');
      else pieces.push(Buffer.from(token));
    }
    this.places += pieces.filter((piece) => piece === PLACE).length;
    return pieces;
  }

  private take(expected: string): void {
    if (this.text[this.at] !== expected) this.fail(`"${expected}" is missing`);
    this.at += 1;
  }

  private skipBlanks(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at += 1;
  }

  private fail(reason: string): never {
    throw new SearchFilterError(`${reason}, at character ${this.at + 1}`);
  }
}

/**
 * `=*` tests whether there is a value, other stars match parts of it, and without stars the whole
 * value must match.
 */
function equality(attribute: string, pieces: Piece[]): Node | undefined {
  if (!pieces.includes(STAR)) {
    return (filled) => new EqualityFilter({ attribute, value: bytes(pieces, filled) });
  }
  if (pieces.length === 1) return () => new PresenceFilter({ attribute });
  const parts: Piece[][] = [[]];
  for (const piece of pieces) {
    if (piece === STAR) parts.push([]);
    else parts.at(-1)?.push(piece);
  }
  if (parts.every((part) => part.length === 0)) return undefined;
  return (filled) => {
    const texts = parts.map((part) => text(part, filled));
    const [initial, final] = [texts[0] ?? '', texts.at(-1) ?? ''];
    return new SubstringFilter({
      attribute,
      initial,
      any: texts.slice(1, -1).filter(Boolean),
      final,
    });
  };
}

function bytes(pieces: Piece[], filled: Buffer): Buffer {
  return Buffer.concat(pieces.map((piece) => (Buffer.isBuffer(piece) ? piece : filled)));
}

const text = (pieces: Piece[], filled: Buffer): string => bytes(pieces, filled).toString('utf8');
