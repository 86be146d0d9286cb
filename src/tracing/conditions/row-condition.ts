import { addFilter } from '../../filter-language/add-filter.js';
import { readFilter } from '../../filter-language/read-filter.js';
import type { Condition } from '../../filter-language/typed-tree.js';
import type { DistributedWhere } from '../../kernel/sql/distributed-where.js';
import type { NamedAnnotation } from './named-annotation.js';
import { selectGatheredSessions } from './gathered-sessions.js';
import { impliesFailure } from './implied-failure.js';
import { RowGrain, type RowRules } from './row-grain.js';
import { SESSION_RULES } from './session-rules.js';
import { TRACE_RULES } from './trace-rules.js';

/** A condition on traces or sessions that has been read and checked. */
export interface RowCondition {
  condition: Condition;
  rules: RowRules;
  annotations: readonly NamedAnnotation[];
}

const RULES = { trace: TRACE_RULES, session: SESSION_RULES };

/**
 * Reads a condition on traces or sessions (docs/filters.md); null if it is absent or blank, which
 * selects all.
 * @throws FilterSyntaxError if it is not a condition.
 */
export function readRowCondition(
  of: keyof typeof RULES,
  text: string | null | undefined,
): RowCondition | null {
  const grain = new RowGrain(RULES[of]);
  const condition = readFilter(text ?? '', grain);
  return condition && { condition, rules: RULES[of], annotations: grain.annotations };
}

/**
 * Adds a condition on traces `t` or sessions `s`. Never repeats a row.
 * @param candidates which sessions may meet it; by default, those that meet all that was added before.
 */
export function addRowCondition(
  where: DistributedWhere,
  { condition, rules }: RowCondition,
  candidates: DistributedWhere = where,
): void {
  const isGathered = rules.target === 'session' && where.distribution.gathersSessions;
  const own = isGathered ? where.another() : where;
  if (impliesFailure(condition)) own.and(rules.hasFailure);
  addFilter(own, condition, undefined, rules.itself?.(where.distribution));
  if (!isGathered) return;
  const met = selectGatheredSessions(candidates.toString(), own.toString().slice('WHERE '.length));
  where.and(`s.id IN (${met})`);
}
