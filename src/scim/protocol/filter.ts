import { ScimError } from './scim-error.js';

const COMPARISONS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** A filter as a tree (RFC 7644, 3.4.2.2). */
export type Filter =
  | { kind: 'and' | 'or'; parts: Filter[] }
  | { kind: 'not'; part: Filter }
  | { kind: 'present'; path: string }
  | { kind: 'compare'; path: string; op: Comparison; value: string | number | boolean | null }
  /** `emails[…]`: the conditions hold for one value of the attribute. */
  | { kind: 'values'; path: string; part: Filter };

/** More than any client sends. Each operator costs. */
const MAX_LENGTH = 2_000;
const MAX_DEPTH = 20;

const TOKEN =
  /\s*(?:(?<text>"(?:[^"\\]|\\.)*")|(?<number>-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?=[\s)\]]|$)|(?<word>[a-z$][\w$:.-]*)|(?<sub>\.[a-z$][\w$-]*)|(?<mark>[()[\]]))/iy;

/** @throws ScimError `invalidFilter` if the text is no filter. */
export function parseFilter(text: string): Filter {
  if (text.length > MAX_LENGTH) {
    throw invalidFilter(`A filter can have at most ${MAX_LENGTH} characters.`);
  }
  const parser = new Parser(readTokens(text));
  const filter = parser.readOr();
  parser.assertEnd();
  return filter;
}

/** Returns whether a value, such as an email address with its type, meets a filter. */
export function matchesFilter(filter: Filter, value: Record<string, unknown>): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => matchesFilter(part, value));
    case 'or':
      return filter.parts.some((part) => matchesFilter(part, value));
    case 'not':
      return !matchesFilter(filter.part, value);
    case 'present':
      return value[filter.path.toLowerCase()] !== undefined;
    case 'compare': {
      const [own, wanted] = [value[filter.path.toLowerCase()], filter.value].map((side) =>
        String(side).toLowerCase(),
      );
      if (filter.op === 'eq') return own === wanted;
      if (filter.op === 'ne') return own !== wanted;
      throw invalidFilter('Paths can only compare by eq or ne.');
    }
    default:
      return false;
  }
}

export const invalidFilter = (message: string): ScimError =>
  new ScimError('invalidFilter', message);

const unreadable = (): ScimError =>
  invalidFilter('The filter cannot be read. An example is: userName eq "ada@example.com"');

type Token = { kind: 'text' | 'number' | 'word' | 'sub' | 'mark'; source: string };

function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const groups = TOKEN.exec(text)?.groups;
    if (!groups) throw unreadable();
    const [kind, source] = Object.entries(groups).find(([, part]) => part !== undefined)!;
    tokens.push({ kind: kind as Token['kind'], source });
  }
  return tokens;
}

/** `and` binds more tightly than `or`. Operators ignore case. */
class Parser {
  private next = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  readOr(): Filter {
    if (++this.depth > MAX_DEPTH) throw invalidFilter('The filter is nested too deeply.');
    const filter = this.readJoined('or', () => this.readJoined('and', () => this.readTerm()));
    this.depth--;
    return filter;
  }

  assertEnd(): void {
    if (this.next < this.tokens.length) throw unreadable();
  }

  private readJoined(kind: 'and' | 'or', read: () => Filter): Filter {
    const parts = [read()];
    while (this.skip('word', kind)) parts.push(read());
    return parts.length === 1 ? parts[0]! : { kind, parts };
  }

  private readTerm(): Filter {
    if (this.skip('mark', '(')) return this.closed(')', this.readOr());
    if (this.isWord('not') && this.tokens[this.next + 1]?.source === '(') {
      this.next += 2;
      return { kind: 'not', part: this.closed(')', this.readOr()) };
    }
    const path = this.take('word');
    if (!this.skip('mark', '[')) return this.readComparison(path);
    const part = this.closed(']', this.readOr());
    if (this.tokens[this.next]?.kind !== 'sub') return { kind: 'values', path, part };
    // Not in the standard, but Entra ID looks for `emails[type eq "work"].value eq "…"`.
    const compared = this.readComparison(this.take('sub').slice(1));
    return { kind: 'values', path, part: { kind: 'and', parts: [part, compared] } };
  }

  private readComparison(path: string): Filter {
    const op = this.take('word').toLowerCase();
    if (op === 'pr') return { kind: 'present', path };
    const comparison = COMPARISONS.find((name) => name === op);
    if (!comparison) throw unreadable();
    return { kind: 'compare', path, op: comparison, value: this.readValue() };
  }

  private readValue(): string | number | boolean | null {
    const token = this.tokens[this.next++];
    const isLiteral = token?.kind === 'word' && /^(true|false|null)$/i.test(token.source);
    const isValue = token?.kind === 'text' || token?.kind === 'number' || isLiteral;
    if (!token || !isValue) throw unreadable();
    try {
      const source = token.kind === 'text' ? token.source : token.source.toLowerCase();
      return JSON.parse(source) as string | number | boolean | null;
    } catch {
      throw unreadable();
    }
  }

  private closed(mark: string, filter: Filter): Filter {
    if (!this.skip('mark', mark)) throw unreadable();
    return filter;
  }

  private take(kind: Token['kind']): string {
    const token = this.tokens[this.next++];
    if (token?.kind !== kind) throw unreadable();
    return token.source;
  }

  private skip(kind: Token['kind'], source: string): boolean {
    const isThere =
      kind === 'word' ? this.isWord(source) : this.tokens[this.next]?.source === source;
    if (isThere) this.next++;
    return isThere;
  }

  private isWord(word: string): boolean {
    const token = this.tokens[this.next];
    return token?.kind === 'word' && token.source.toLowerCase() === word;
  }
}
