import { LOOP_FUNCTIONS, parseLoop } from './parse-loop.js';
import { parseReference } from './parse-reference.js';
import { Source, type Stretch } from './source.js';
import type { Cast, Comparator, LiteralNode, LoopFunction, SyntaxNode } from './syntax-tree.js';
import { isWord, TokenReader } from './token-reader.js';
import type { Sign } from './tokens.js';

/**
 * Maximum nesting of parentheses, `not` and minus signs. Real conditions have only a few levels.
 */
const MAX_NESTING = 100;
/** Maximum numbers of arithmetic operators, comparisons and loops in a condition. */
const MAX_SIGNS = 100;
const MAX_COMPARISONS = 100;
const MAX_LOOPS = 20;

/** The precedence of operators, as in Python. */
const LOOSEST = 0;
const OR = 1;
const AND = 2;
const NOT = 3;
const COMPARISON = 4;
const MINUS = 7;
const ARITHMETIC = { '+': 5, '-': 5, '*': 6, '/': 6, '%': 6 } as const;

const COMPARATORS: readonly Sign[] = ['==', '!=', '<', '<=', '>', '>='];
const CASTS: readonly string[] = ['float', 'int', 'str'];

/**
 * Parses a condition: a Python expression of comparisons (see ADR 14). Neither resolves names nor
 * checks types.
 * @param allows whether it may contain loops. Otherwise, their functions are ordinary names.
 * @throws only FilterSyntaxError, if the text is not a condition.
 */
export function parseCondition(source: Source, allows = { loops: false }): SyntaxNode {
  const parser = new Parser(new TokenReader(source), allows);
  return parser.whole();
}

class Parser {
  private depth = 0;
  private signs = 0;
  private comparisons = 0;
  private loops = 0;

  constructor(
    private readonly reader: TokenReader,
    private readonly allows: { loops: boolean },
  ) {}

  whole(): SyntaxNode {
    const node = this.expression(LOOSEST);
    if (this.reader.next.kind === 'end') return node;
    throw this.reader.unexpected('an operator such as `and` or `==` is missing before this');
  }

  /** Pratt parser: reads on as long as operators bind more tightly than `power`. */
  private expression(power: number): SyntaxNode {
    if (++this.depth > MAX_NESTING) {
      throw this.reader.source.error('The condition is nested too deeply', this.reader.next);
    }
    let left = this.prefix(power);
    for (let next = this.infix(left, power); next; next = this.infix(left, power)) left = next;
    this.depth--;
    return left;
  }

  private prefix(power: number): SyntaxNode {
    const { reader } = this;
    const { start } = reader.next;
    if (reader.isWord('not')) {
      if (power > NOT) throw reader.unexpected('`not` needs parentheses around it here');
      reader.take();
      const operand = this.expression(NOT);
      return { kind: 'not', operand, start, end: operand.end };
    }
    if (reader.skip('-')) return minus(this.expression(MINUS), start);
    if (reader.isSign('(')) return this.brackets();
    if (reader.isSign('[')) return this.list();
    const { next } = reader;
    if (next.kind === 'name') return this.named(next.name);
    return this.literal() ?? this.missingValue();
  }

  private named(name: string): SyntaxNode {
    const { reader } = this;
    if (!isOpening(reader.afterNext)) return parseReference(reader);
    if (CASTS.includes(name)) return this.cast(name as Cast);
    if (!this.allows.loops || !LOOP_FUNCTIONS.includes(name)) return parseReference(reader);
    if (++this.loops > MAX_LOOPS) {
      throw reader.source.error(`A condition can have at most ${MAX_LOOPS} loops`, reader.next);
    }
    return parseLoop(reader, name as LoopFunction, () => this.expression(LOOSEST));
  }

  private missingValue(): never {
    throw this.reader.unexpected('a name or a value is missing here');
  }

  private literal(): LiteralNode | null {
    const { next } = this.reader;
    const { start, end } = next;
    if (next.kind === 'text') {
      this.reader.take();
      return { kind: 'text', text: next.text, start, end };
    }
    if (next.kind === 'number') {
      this.reader.take();
      return { kind: 'number', digits: next.digits, start, end };
    }
    if (next.kind !== 'word' || !/^[A-Z]/.test(next.word)) return null;
    this.reader.take();
    if (next.word === 'None') return { kind: 'none', start, end };
    return { kind: 'boolean', value: next.word === 'True', start, end };
  }

  /**
   * Reads the operator and operand after `left`; null if the operator does not bind more tightly
   * than `power`.
   */
  private infix(left: SyntaxNode, power: number): SyntaxNode | null {
    const { reader } = this;
    const { next } = reader;
    if (isWord(next, 'or')) return power < OR ? this.junction('or', OR, left) : null;
    if (isWord(next, 'and')) return power < AND ? this.junction('and', AND, left) : null;
    if (next.kind === 'sign' && next.sign in ARITHMETIC) {
      const sign = next.sign as keyof typeof ARITHMETIC;
      if (power >= ARITHMETIC[sign]) return null;
      if (++this.signs > MAX_SIGNS) {
        throw reader.source.error(
          `A condition can have at most ${MAX_SIGNS} arithmetic operators`,
          next,
        );
      }
      reader.take();
      const right = this.expression(ARITHMETIC[sign]);
      return { kind: 'arithmetic', sign, left, right, start: left.start, end: right.end };
    }
    return power < COMPARISON ? this.comparison(left) : null;
  }

  /** Reads all operands into one list, so that a long condition does not become a deep tree. */
  private junction(kind: 'and' | 'or', power: number, first: SyntaxNode): SyntaxNode {
    const operands = [first];
    while (this.reader.isWord(kind)) {
      this.reader.take();
      operands.push(this.expression(power));
    }
    return { kind, operands, start: first.start, end: operands.at(-1)!.end };
  }

  private comparison(first: SyntaxNode): SyntaxNode | null {
    const rest: { comparator: Comparator; operand: SyntaxNode }[] = [];
    for (let next = this.comparator(); next; next = this.comparator()) {
      if (++this.comparisons > MAX_COMPARISONS) {
        throw this.reader.source.error(
          `A condition can have at most ${MAX_COMPARISONS} comparisons`,
          this.reader.next,
        );
      }
      rest.push({ comparator: next, operand: this.expression(COMPARISON) });
    }
    const last = rest.at(-1);
    if (!last) return null;
    return { kind: 'comparison', first, rest, start: first.start, end: last.operand.end };
  }

  private comparator(): Comparator | null {
    const { reader } = this;
    const { next, afterNext } = reader;
    if (next.kind === 'sign') {
      if (!COMPARATORS.includes(next.sign)) return null;
      reader.take();
      return next.sign as Comparator;
    }
    if (isWord(next, 'not') && isWord(afterNext, 'in')) {
      reader.take();
      reader.take();
      return 'not in';
    }
    if (isWord(next, 'in')) {
      reader.take();
      return 'in';
    }
    if (!isWord(next, 'is')) return null;
    reader.take();
    if (!isWord(afterNext, 'not')) return 'is';
    reader.take();
    return 'is not';
  }

  private cast(cast: Cast): SyntaxNode {
    const { reader } = this;
    const { start } = reader.take();
    const opening = reader.take();
    if (reader.isSign(')')) throw reader.unexpected(`\`${cast}\` takes one value`);
    const operand = this.expression(LOOSEST);
    if (reader.isSign(',')) throw reader.unexpected(`\`${cast}\` takes only one value`);
    reader.close(')', opening);
    return { kind: 'cast', cast, operand, start, end: reader.reached };
  }

  /** Reads `(…)`: an expression in parentheses, or a tuple. */
  private brackets(): SyntaxNode {
    const { reader } = this;
    const opening = reader.take();
    if (reader.isSign(')')) return this.items([], opening, ')');
    const inner = this.expression(LOOSEST);
    if (reader.isSign(',')) return this.items([this.item(inner)], opening, ')');
    reader.close(')', opening);
    // Errors then quote the source, including parentheses.
    return { ...inner, start: opening.start, end: reader.reached };
  }

  private list(): SyntaxNode {
    const opening = this.reader.take();
    if (this.reader.isSign(']')) return this.items([], opening, ']');
    return this.items([this.item(this.expression(LOOSEST))], opening, ']');
  }

  private items(items: LiteralNode[], opening: Stretch, closing: ')' | ']'): SyntaxNode {
    const { reader } = this;
    while (reader.skip(',')) {
      if (reader.isSign(closing)) break;
      items.push(this.item(this.expression(LOOSEST)));
    }
    reader.close(closing, opening);
    return { kind: 'list', items, start: opening.start, end: reader.reached };
  }

  private item(node: SyntaxNode): LiteralNode {
    if (
      node.kind === 'text' ||
      node.kind === 'number' ||
      node.kind === 'boolean' ||
      node.kind === 'none'
    ) {
      return node;
    }
    const { source } = this.reader;
    throw source.error(
      `A list can contain only values such as 'a' or 1, not ${source.quote(node)}`,
      node,
    );
  }
}

function isOpening(token: TokenReader['next']): boolean {
  return token.kind === 'sign' && token.sign === '(';
}

function minus(operand: SyntaxNode, start: number): SyntaxNode {
  const { end } = operand;
  if (operand.kind !== 'number') return { kind: 'minus', operand, start, end };
  const { digits } = operand;
  return {
    kind: 'number',
    digits: digits.startsWith('-') ? digits.slice(1) : `-${digits}`,
    start,
    end,
  };
}
