import { formatMicros, parseTime } from '../kernel/time/time.js';
import type { Grain, ValueType } from './grain.js';
import type { Source } from './source.js';
import type { Comparator, LiteralNode, SyntaxNode } from './syntax-tree.js';
import type { Ordering, Test, Value } from './typed-tree.js';
import { readAsScalar, spellsNumber, TYPE_NAMES, type ValueTyping } from './value-typing.js';

/** A value with its node in the source. */
interface Side {
  value: Value;
  node: SyntaxNode;
}

/** Determines the meaning of a comparison, and checks that the types of its two sides fit. */
export class TestTyping {
  constructor(
    private readonly source: Source,
    private readonly values: ValueTyping,
    private readonly allows: Grain['allows'],
  ) {}

  /** @throws FilterSyntaxError if the two sides cannot be compared this way. */
  test(left: SyntaxNode, comparator: Comparator, right: SyntaxNode): Test {
    switch (comparator) {
      case 'is':
      case 'is not':
        return this.identity(left, comparator === 'is not', right);
      case 'in':
      case 'not in':
        return this.membership(left, comparator === 'not in', right);
      default:
        return this.comparison(left, comparator, right);
    }
  }

  private identity(left: SyntaxNode, isNegated: boolean, right: SyntaxNode): Test {
    if (right.kind === 'none') return this.absence(left, isNegated);
    if (right.kind !== 'boolean' || !this.allows.looseTypes) {
      const equality = isNegated ? '!=' : '==';
      const allowed = this.allows.looseTypes ? 'None, True and False' : 'None';
      throw this.source.error(
        `\`is\` works only with ${allowed}; compare with \`${equality}\``,
        right,
      );
    }
    const value = this.values.value(left);
    if (value.type === 'json') {
      return { kind: 'truth', isNegated, of: readAsScalar(value, 'boolean'), value: right.value };
    }
    if (value.kind === 'field' && value.type === 'boolean') {
      return { kind: 'truth', isNegated, of: value, value: right.value };
    }
    throw this.mismatch({ value, node: left }, { value: this.values.value(right), node: right });
  }

  /** The same as `is None`, for what has a value or may stand alone. */
  private equalityWithNone(node: SyntaxNode, isNegated: boolean): Test {
    const bound = this.values.valueOrRelation(node);
    if (bound.kind !== 'relation' || bound.standsAlone) return this.absence(node, isNegated);
    const written = this.source.quote(node);
    throw this.source.error(
      `${written} is not compared with \`==\`; write \`is None\` or \`is not None\``,
      node,
    );
  }

  private absence(node: SyntaxNode, isNegated: boolean): Test {
    const found = this.values.valueOrRelation(node);
    const of = found.kind === 'relation' ? found : this.values.value(node);
    if (of.kind === 'literal') {
      throw this.source.error(`${this.source.quote(node)} is never None`, node);
    }
    return { kind: 'absent', isNegated, of };
  }

  private membership(left: SyntaxNode, isNegated: boolean, right: SyntaxNode): Test {
    if (right.kind === 'list') return this.listing(left, isNegated, right);
    if (right.kind === 'text') {
      throw this.source.error('`in` must be followed by a field or a list, not a string', right);
    }
    const text = this.searched(right);
    const part = this.values.value(left);
    if (!this.allows.looseTypes && !isTextLiteral(part)) {
      throw this.source.error('Only a string in quotes can be searched for', left);
    }
    if (text.type !== 'text' && text.type !== 'json') {
      throw this.source.error(
        `\`in\` searches strings, but ${this.source.quote(right)} is ${TYPE_NAMES[text.type]}`,
        right,
      );
    }
    if (part.type === 'json') {
      return { kind: 'contains', isNegated, text, part: readAsScalar(part, 'text') };
    }
    if (part.type === 'text') {
      return { kind: 'contains', isNegated, text, part: inStoredForm(part, text) };
    }
    throw this.source.error(
      `\`in\` searches for a string, but ${this.source.quote(left)} is ${TYPE_NAMES[part.type]}` +
        (part.kind === 'literal' ? '; put it in quotes' : ''),
      left,
    );
  }

  /** Like a value, but may stand for several strings. */
  private searched(node: SyntaxNode): Value {
    const found = this.values.valueOrRelation(node);
    const isSearched = found.kind === 'field' && found.type !== 'json' && found.isOnlySearched;
    return isSearched ? found : this.values.value(node);
  }

  private listing(left: SyntaxNode, isNegated: boolean, list: SyntaxNode & { kind: 'list' }): Test {
    const value = this.values.value(left);
    if (value.kind === 'literal') {
      throw this.source.error(
        `${this.source.quote(left)} is not a field that can be in a list`,
        left,
      );
    }
    const first = list.items[0];
    const among = list.items.map((item) => {
      if (item.kind !== first?.kind) throw this.mixedList(first!, item);
      const side = { value: this.values.value(item), node: item };
      return this.unified({ value, node: left }, '==', side);
    });
    const of = among[0]?.left ?? value;
    return { kind: 'member', isNegated, of, among: among.map(({ right }) => literalValue(right)) };
  }

  private mixedList(first: LiteralNode, item: LiteralNode) {
    return this.source.error(
      `All values of a list must have the same type, but ${this.source.quote(first)} and ` +
        `${this.source.quote(item)} differ`,
      item,
    );
  }

  private comparison(left: SyntaxNode, comparator: Ordering, right: SyntaxNode): Test {
    const isEquality = comparator === '==' || comparator === '!=';
    const none = [left, right].find(({ kind }) => kind === 'none');
    if (isEquality && none) {
      return this.equalityWithNone(none === left ? right : left, comparator === '!=');
    }
    return this.unified({ value: this.values.value(left), node: left }, comparator, {
      value: this.values.value(right),
      node: right,
    });
  }

  /** Converts both sides to the same type. */
  private unified(left: Side, comparator: Ordering, right: Side): Test & { kind: 'compare' } {
    const isOrdered = comparator !== '==' && comparator !== '!=';
    const type = this.commonType(left, isOrdered, right);
    if (isOrdered && type === 'boolean') {
      throw this.source.error('True and False have no order; compare with `==`', right.node);
    }
    if (isOrdered && type === 'text' && !this.allows.looseTypes) {
      throw this.source.error(
        'Strings have no order in this filter; compare with `==`',
        right.node,
      );
    }
    return {
      kind: 'compare',
      comparator,
      type,
      left: this.converted(left, type, right),
      right: this.converted(right, type, left),
    };
  }

  private commonType(left: Side, isOrdered: boolean, right: Side): ValueType {
    const [ofLeft, ofRight] = [left.value.type, right.value.type];
    if (ofLeft === 'json' && ofRight === 'json') return isOrdered ? 'number' : 'json';
    if (ofLeft === 'json' && ofRight !== 'datetime') return ofRight;
    if (ofRight === 'json' && ofLeft !== 'datetime') return ofLeft;
    if (ofLeft === ofRight) return ofLeft;
    if (ofLeft === 'datetime' && isTextLiteral(right.value)) return ofLeft;
    if (ofRight === 'datetime' && isTextLiteral(left.value)) return ofRight;
    throw this.mismatch(left, right);
  }

  private converted({ value, node }: Side, type: ValueType, other: Side): Value {
    if (value.type === 'json') {
      return type === 'json' || type === 'datetime' ? value : readAsScalar(value, type);
    }
    if (type === 'datetime' && isTextLiteral(value)) {
      return { kind: 'literal', type, value: this.time(value.value, node) };
    }
    return type === 'text' ? inStoredForm(value, other.value) : value;
  }

  private time(text: string, node: SyntaxNode): string {
    const parsed = /^\s*\d{4}-/.test(text) ? parseTime(text) : null;
    if (parsed?.hasOffset) return formatMicros(parsed.micros);
    const problem = parsed ? 'has no offset from UTC' : 'is not a time';
    throw this.source.error(
      `${this.source.quote(node)} ${problem}; write it as '2024-05-01T00:00:00Z'`,
      node,
    );
  }

  private mismatch(left: Side, right: Side) {
    const [a, b] = [left, right].map(
      ({ value, node }) => `${this.source.quote(node)} is ${TYPE_NAMES[value.type]}`,
    );
    const advice = adviceFor(left.value, right.value) || adviceFor(right.value, left.value);
    return this.source.error(`${a}, but ${b}${advice}`, right.node);
  }
}

function adviceFor(literal: Value, other: Value): string {
  if (literal.kind !== 'literal') return '';
  if (other.type === 'number' && literal.type === 'text' && spellsNumber(literal.value)) {
    return `; drop the quotes: ${literal.value.trim()}`;
  }
  if (other.type === 'text' && literal.type === 'number') return '; put it in quotes';
  if (other.type === 'datetime') return "; write the time as '2024-05-01T00:00:00Z'";
  return '';
}

function isTextLiteral(value: Value): value is Value & { kind: 'literal'; type: 'text' } {
  return value.kind === 'literal' && value.type === 'text';
}

function inStoredForm(value: Value, other: Value): Value {
  if (!isTextLiteral(value) || other.kind !== 'field' || other.type === 'json') return value;
  return other.storedForm ? { ...value, value: other.storedForm(value.value) } : value;
}

function literalValue(value: Value): string | boolean {
  if (value.kind !== 'literal') throw new TypeError('A list can contain only literals.');
  return value.value;
}
