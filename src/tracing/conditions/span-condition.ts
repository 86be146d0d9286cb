import { addFilter } from '../../filter-language/add-filter.js';
import { readFilter } from '../../filter-language/read-filter.js';
import { COMPARED, type Relation } from '../../filter-language/grain.js';
import type { Condition, Test, Value } from '../../filter-language/typed-tree.js';
import type { DistributedWhere } from '../../kernel/sql/distributed-where.js';
import type { AttributePath } from '../fields/span-attribute.js';
import type { NamedAnnotation } from './named-annotation.js';
import { IS_PARENT_STORED, PARENT_ID, SpanGrain, joinSubtreeTokens } from './span-grain.js';

/** A condition on spans that has been read and checked. */
export interface SpanCondition {
  condition: Condition;
  /** Whether it needs the tokens of subtrees. */
  readsSubtrees: boolean;
  annotations: readonly NamedAnnotation[];
  /** The paths of its attributes, which may repeat. */
  attributes: readonly AttributePath[];
}

/**
 * Reads a condition on spans (docs/filters.md); null if it is blank, which selects all spans.
 * @throws FilterSyntaxError if it is not a condition.
 */
export function readSpanCondition(text: string): SpanCondition | null {
  const grain = new SpanGrain();
  const condition = readFilter(text, grain);
  const { readsSubtrees, annotations, attributes } = grain;
  return condition && { condition, readsSubtrees, annotations, attributes };
}

/** Spans of projects that began from `start` (inclusive) to `end` (exclusive). A null bound is open. */
export interface SpansInRange {
  /** SQL of the list of the row IDs of the projects. */
  projectIds: string;
  start: string | null;
  end: string | null;
}

/** Citus only joins other rows to a distributed one. */
const ITSELF = {
  from: 'spans itself',
  on: 'itself.trace_id = s.trace_id AND itself.span_id = s.span_id',
};

/**
 * Adds a condition on spans `s`. Never repeats a span, even if it has several annotations.
 * @param all what the query selects besides, if it reads all of that.
 * @returns the joins that must follow `spans s` in the query. They keep the number of rows.
 */
export function addSpanCondition(
  where: DistributedWhere,
  read: SpanCondition | null,
  all?: SpansInRange,
): string {
  if (!read) return '';
  const within = all && ((alias: string) => repeatRange(where, alias, all));
  const { distribution } = where;
  const itself = distribution.choose({ single: undefined, cluster: ITSELF });
  addFilter(where, read.condition, within, itself);
  return read.readsSubtrees ? joinSubtreeTokens(distribution) : '';
}

/** Annotations repeat the project and the start of their span. */
function repeatRange(
  where: DistributedWhere,
  alias: string,
  { projectIds, start, end }: SpansInRange,
): string {
  return [
    `${alias}.project_id = ANY(${projectIds})`,
    ...(start === null ? [] : [`${alias}.start_time >= ${where.bind(start)}`]),
    ...(end === null ? [] : [`${alias}.start_time < ${where.bind(end)}`]),
  ].join(' AND ');
}

/**
 * Returns whether a condition certainly selects only root spans, with or without orphans. False only means
 * that this is not certain.
 */
export function selectsOnlyRoots({ condition }: SpanCondition): boolean {
  return impliesRoot(condition, true);
}

/** @param isWanted whether spans are selected for which the condition is true, and not false. */
function impliesRoot(condition: Condition, isWanted: boolean): boolean {
  switch (condition.kind) {
    case 'not':
      return impliesRoot(condition.operand, !isWanted);
    case 'constant':
      return condition.value !== isWanted;
    case 'presence':
    case 'quantifier':
      return false;
    case 'comparison': {
      const { tests } = condition;
      const isRootTest = (test: Test) =>
        test.kind === 'absent' && test.isNegated !== isWanted && tellsRoots(test.of);
      return isWanted ? tests.some(isRootTest) : tests.every(isRootTest);
    }
    default: {
      const { kind, operands } = condition;
      const implies = (operand: Condition) => impliesRoot(operand, isWanted);
      return (kind === 'and') === isWanted ? operands.some(implies) : operands.every(implies);
    }
  }
}

function tellsRoots(of: Value | Relation): boolean {
  if (of.kind !== 'field' && of.kind !== 'relation') return false;
  const sql = of.sql(COMPARED);
  return sql === PARENT_ID || sql === IS_PARENT_STORED;
}
