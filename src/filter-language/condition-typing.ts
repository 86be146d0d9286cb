import type { Grain } from './grain.js';
import { LoopScope } from './loop-scope.js';
import type { Source } from './source.js';
import type { ComparisonNode, LoopNode, ReferenceNode, SyntaxNode } from './syntax-tree.js';
import { TestTyping } from './test-typing.js';
import type { Condition, Value } from './typed-tree.js';
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
    this.values = new ValueTyping(source, grain, (loop) => this.aggregate(loop));
    this.tests = new TestTyping(source, this.values, grain.allows);
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
      case 'loop':
        return this.quantifier(node);
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
    const [only] = tests;
    if (only?.kind === 'contains' && only.isNegated && isOnlySearched(only.text)) {
      // None of the strings may contain it.
      const operand: Condition = { kind: 'comparison', tests: [{ ...only, isNegated: false }] };
      return { kind: 'not', operand };
    }
    return { kind: 'comparison', tests };
  }

  private quantifier(node: LoopNode): Condition {
    if (node.function !== 'any' && node.function !== 'all') throw this.noCondition(node);
    const { inner, loop } = this.enter(node);
    return {
      kind: 'quantifier',
      function: node.function,
      loop,
      condition: inner.condition(node.element),
    };
  }

  private aggregate(node: LoopNode): Value {
    const { inner, loop } = this.enter(node);
    const { element } = node;
    switch (node.function) {
      case 'len': {
        const isVariable =
          element.kind === 'reference' && element.name === node.variable && !element.steps.length;
        if (isVariable) return { kind: 'aggregate', type: 'number', function: 'len', loop };
        throw this.source.error(
          `\`len\` counts elements; write len([${node.variable} for …])`,
          element,
        );
      }
      case 'sum':
        return {
          kind: 'aggregate',
          type: 'number',
          function: 'sum',
          loop,
          of: inner.values.number(element),
        };
      case 'min':
      case 'max': {
        const of = inner.values.value(element);
        const isTime = of.type === 'datetime' && this.grain.loops?.comparesTimes;
        return isTime
          ? { kind: 'aggregate', type: 'datetime', function: node.function, loop, of }
          : {
              kind: 'aggregate',
              type: 'number',
              function: node.function,
              loop,
              of: inner.values.asNumber(of, element),
            };
      }
      default:
        throw this.source.error(
          `${this.source.quote(node)} is a condition, but a value is required here`,
          node,
        );
    }
  }

  private enter(node: LoopNode) {
    const scope = LoopScope.enter(this.grain, node, this.source);
    const inner = new ConditionTyping(this.source, scope);
    const condition = node.condition && inner.condition(node.condition);
    return { inner, loop: { row: scope.row, collection: scope.collection, condition } };
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

function isOnlySearched(value: Value): boolean {
  return value.kind === 'field' && value.type !== 'json' && (value.isOnlySearched ?? false);
}
