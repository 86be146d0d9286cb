import type { Grain, JsonField, Relation, ValueType } from './grain.js';
import type { Source } from './source.js';
import type { Cast, LoopNode, SyntaxNode } from './syntax-tree.js';
import type { Value } from './typed-tree.js';

/** Names of the types in messages. */
export const TYPE_NAMES: Record<ValueType, string> = {
  text: 'a string',
  number: 'a number',
  datetime: 'a time',
  boolean: 'a Boolean',
  json: 'a JSON value',
};

const SPELLED_NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

/** Returns whether a string is a number that can be compared. */
export function spellsNumber(text: string): boolean {
  return SPELLED_NUMBER.test(text) && Number.isFinite(Number(text));
}

/** Reads a JSON value as a scalar. */
export function readAsScalar(of: JsonField, type: 'text' | 'number' | 'boolean'): Value {
  return { kind: 'reading', type, of };
}

/** Determines the types of values: operands of comparisons, arithmetic and casts. */
export class ValueTyping {
  constructor(
    private readonly source: Source,
    private readonly grain: Grain,
    /** Determines what `len`, `sum`, `min` or `max` computes; throws for `any` and `all`. */
    private readonly aggregate: (node: LoopNode) => Value,
  ) {}

  /**
   * @throws FilterSyntaxError for anything but a single value, such as a condition, list, None or
   * relation.
   */
  value(node: SyntaxNode): Value {
    const found = this.valueOrRelation(node);
    if (found.kind === 'field' && found.type !== 'json' && found.isOnlySearched) {
      const written = this.source.quote(node);
      throw this.source.error(
        `${written} can only be searched: 'text' in ${this.source.text.slice(node.start, node.end)}`,
        node,
      );
    }
    if (found.kind !== 'relation') return found;
    const written = this.source.quote(node);
    throw this.source.error(`${written} has no value and can only be compared with None`, node);
  }

  valueOrRelation(node: SyntaxNode): Value | Relation {
    switch (node.kind) {
      case 'reference':
        return this.grain.bind(node, this.source);
      case 'text':
        return { kind: 'literal', type: 'text', value: node.text };
      case 'number':
        return { kind: 'literal', type: 'number', value: node.digits };
      case 'boolean':
        return { kind: 'literal', type: 'boolean', value: node.value };
      case 'arithmetic':
        return this.arithmetic(node);
      case 'minus':
        return { kind: 'minus', type: 'number', of: this.number(node.operand) };
      case 'cast':
        return this.cast(node.cast, node.operand, node);
      case 'loop':
        return this.aggregate(node);
      case 'list':
        throw this.source.error('A list is only allowed after `in` or `not in`', node);
      case 'none':
        throw this.source.error(
          'None can only be compared with `is`, `is not`, `==` or `!=`',
          node,
        );
      default:
        throw this.source.error(
          `${this.source.quote(node)} is a condition, but a value is required here`,
          node,
        );
    }
  }

  private arithmetic(node: SyntaxNode & { kind: 'arithmetic' }): Value {
    this.refuseUnless(this.grain.allows.arithmetic, 'Arithmetic is', node);
    const { sign } = node;
    const sides = { left: this.value(node.left), right: this.value(node.right) };
    const isJoining =
      this.grain.allows.looseTypes &&
      sign === '+' &&
      (sides.left.type === 'text' || sides.right.type === 'text');
    return {
      kind: 'arithmetic',
      type: isJoining ? 'text' : 'number',
      sign,
      left: isJoining ? this.asText(sides.left, node.left) : this.asNumber(sides.left, node.left),
      right: isJoining
        ? this.asText(sides.right, node.right)
        : this.asNumber(sides.right, node.right),
    };
  }

  number(node: SyntaxNode): Value {
    return this.asNumber(this.value(node), node);
  }

  asNumber(value: Value, node: SyntaxNode): Value {
    if (value.type === 'number') return value;
    if (value.type === 'json') return readAsScalar(value, 'number');
    const written = this.source.quote(node);
    const advice =
      value.kind === 'literal' && value.type === 'text' && spellsNumber(value.value)
        ? `; drop the quotes: ${value.value.trim()}`
        : '';
    throw this.source.error(
      `A number is required here, but ${written} is ${TYPE_NAMES[value.type]}${advice}`,
      node,
    );
  }

  private asText(value: Value, node: SyntaxNode): Value {
    if (value.type === 'text') return value;
    if (value.type === 'json') return readAsScalar(value, 'text');
    const written = this.source.quote(node);
    throw this.source.error(
      `Only strings can be concatenated with a string, but ${written} is ${TYPE_NAMES[value.type]}`,
      node,
    );
  }

  private cast(cast: Cast, operand: SyntaxNode, node: SyntaxNode): Value {
    this.refuseUnless(this.grain.allows.casts.includes(cast), `${cast}(…) is`, node);
    const value = this.value(operand);
    if (value.type === 'json') return readAsScalar(value, cast === 'str' ? 'text' : 'number');
    const written = `${this.source.quote(operand)} is ${TYPE_NAMES[value.type]}`;
    if (cast === 'str' || !this.grain.allows.looseTypes) {
      throw this.source.error(`${cast}(…) converts JSON values, but ${written}`, node);
    }
    if (value.type === 'number') return value;
    if (value.kind === 'literal' && value.type === 'text' && spellsNumber(value.value)) {
      return { kind: 'literal', type: 'number', value: value.value.trim() };
    }
    throw this.source.error(`${cast}(…) converts JSON values and numbers, but ${written}`, node);
  }

  /** @param subject the refused construct, including its verb. */
  refuseUnless(isAllowed: boolean, subject: string, node: SyntaxNode): void {
    if (!isAllowed) throw this.source.error(`${subject} not supported in this filter`, node);
  }
}
