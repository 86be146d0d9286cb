import type { Grain } from './grain.js';
import type { Source } from './source.js';
import type { ComparisonNode, ReferenceNode, SyntaxNode } from './syntax-tree.js';
import { TestTyping } from './test-typing.js';
import type { Condition } from './typed-tree.js';
import { ValueTyping } from './value-typing.js';

/**
 * Resolves the names of a condition for one kind of row, and checks that all types fit.
 * @throws FilterSyntaxError if a type does not fit or the whole is not a condition.
 */
export function typeCondition(node: SyntaxNode, grain: Grain, source: Source): Condition {
  const typed = new ConditionTyping(source, grain).condition(node);
  if (typed.kind !== 'constant') return typed;
  throw source.error(`${source.quote(node)} alone is not a condition`, node);
}

class ConditionTyping {
  private readonly values: ValueTyping;
  private readonly tests: TestTyping;

  constructor(
    private readonly source: Source,
    private readonly grain: Grain,
  ) {
    this.values = new ValueTyping(source, grain);
    this.tests = new TestTyping(source, this.values);
  }

  condition(node: SyntaxNode): Condition {
    switch (node.kind) {
      case 'and':
      case 'or':
        return { kind: node.kind, operands: node.operands.map((inner) => this.condition(inner)) };
      case 'not':
        return { kind: 'not', operand: this.condition(node.operand) };
      case 'comparison':
        return this.comparison(node);
      case 'boolean':
        return { kind: 'constant', value: node.value };
      case 'reference':
        return this.alone(node);
      default:
        // Report a mistake inside first, because its message is more useful.
        this.values.value(node);
        throw this.noCondition(node);
    }
  }

  private comparison({ first, rest }: ComparisonNode): Condition {
    const { allows } = this.grain;
    const second = rest[1];
    if (second && !allows.chains) {
      throw this.source.error(
        'Chained comparisons are not supported in this filter; join two with `and`',
        second.operand,
      );
    }
    let left = first;
    const tests = rest.map(({ comparator, operand }) => {
      if (operand.kind === 'list') {
        this.values.refuseUnless(allows.lists, 'A list is', operand);
      }
      const test = this.tests.test(left, comparator, operand);
      left = operand;
      return test;
    });
    return { kind: 'comparison', tests };
  }

  private alone(node: ReferenceNode): Condition {
    const bound = this.grain.bind(node, this.source);
    if (bound.kind === 'relation' && bound.standsAlone) return { kind: 'presence', of: bound };
    if (bound.kind === 'field' && bound.type === 'boolean') {
      const value = { kind: 'literal', type: 'boolean', value: true } as const;
      const sides = { left: bound, right: value };
      return {
        kind: 'comparison',
        tests: [{ kind: 'compare', comparator: '==', type: 'boolean', ...sides }],
      };
    }
    throw this.noCondition(node);
  }

  private noCondition(node: SyntaxNode) {
    const written = this.source.quote(node);
    return this.source.error(
      `${written} alone is not a condition; compare it, for example with \`== …\` or \`is not None\``,
      node,
    );
  }
}
