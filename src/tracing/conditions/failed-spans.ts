import { filterSql } from '../../filter-language/filter-sql.js';
import { COMPARED, type Relation } from '../../filter-language/grain.js';
import {
  type Condition,
  type Loop,
  type Value,
  valuesOf,
} from '../../filter-language/typed-tree.js';
import type { Statement } from '../../kernel/sql/distributed-where.js';
import { parentOf } from './collections.js';
import { findFilledLoops } from './filled-loops.js';
import { showsFailure } from './implied-failure.js';
import { SPAN_FIELDS } from '../fields/span.js';

/**
 * Writes SQL that selects the trace IDs of failed spans, newest first. They may repeat.
 * @param where SQL of whether a span with an alias is in the project and range, and failed.
 */
export type FailedSpans = (
  statement: Statement,
  where: (span: string) => string,
  limit: string,
) => string;

/** Where SQL refers to a column. */
const ALIAS = /\b([a-z_]\w*)\./g;

/**
 * Finds the failed spans that a condition on traces or sessions implies, which are few and have an
 * index: every row that meets it has one of each set, or spans that one of them called. Null if it
 * implies none.
 */
export function findFailedSpans(condition: Condition, isWanted = true): FailedSpans | null {
  switch (condition.kind) {
    case 'not':
      return findFailedSpans(condition.operand, !isWanted);
    case 'comparison':
      return isWanted
        ? first(condition.tests.flatMap(findFilledLoops).map((loop) => ofElement(loop, null)))
        : null;
    case 'and':
    case 'or': {
      const found = condition.operands.map((operand) => findFailedSpans(operand, isWanted));
      return (condition.kind === 'and') === isWanted ? first(found) : anyOf(found);
    }
    case 'quantifier': {
      // "All" and "not any" are also true without elements.
      if ((condition.function === 'any') !== isWanted) return null;
      return ofElement(condition.loop, isWanted ? condition.condition : null);
    }
    default:
      return null;
  }
}

/** The failed spans that an element of a loop implies which meets its condition and another one. */
function ofElement(
  { row, collection, condition }: Loop,
  other: Condition | null,
): FailedSpans | null {
  const parts = [condition, other].filter((one) => one !== null).flatMap(partsOf);
  if (collection.areSpans) {
    if (parts.some((part) => isFailureOf(row, part))) return select(row, [row], parts);
    const parent = parentOf(row);
    if (parts.some((part) => isFailureOf(parent, part)))
      return select(parent, [row, parent], parts);
  }
  return first(parts.map((part) => findFailedSpans(part)));
}

/**
 * Returns whether a condition on the spans of a loop certainly selects only those whose parent failed. False
 * only means that this is not certain.
 * @param row SQL alias of the spans.
 */
export function impliesFailedParent(row: string, condition: Condition): boolean {
  return partsOf(condition).some((part) => isFailureOf(parentOf(row), part));
}

/** The conditions that all must be met. */
function partsOf(condition: Condition): Condition[] {
  return condition.kind === 'and' ? condition.operands.flatMap(partsOf) : [condition];
}

function isFailureOf(span: string, condition: Condition): boolean {
  if (condition.kind !== 'comparison') return false;
  const sql = SPAN_FIELDS.status_code.sql(span);
  const isStatus = (value: Value | Relation) =>
    value.kind === 'field' && value.sql(COMPARED) === sql;
  return condition.tests.some((test) => showsFailure(test) && valuesOf(test).some(isStatus));
}

/**
 * @param failed alias of the failed spans.
 * @param aliases that of the element, and of its parent if that failed.
 */
function select(
  failed: string,
  [row, parent]: [string, string?],
  parts: readonly Condition[],
): FailedSpans {
  const aliases = parent === undefined ? [row] : [row, parent];
  const known = parts.filter((part) => usesOnly(part, aliases));
  return (statement, where, limit) => {
    const conditions = ['true', ...known.map((part) => filterSql(part, statement).condition)].join(
      ' AND ',
    );
    // OFFSET keeps PostgreSQL from reading all spans to join them.
    const isMet =
      parent === undefined
        ? conditions
        : `EXISTS (SELECT FROM spans ${row} WHERE ${row}.trace_id = ${parent}.trace_id
             AND ${row}.parent_id = ${parent}.span_id AND ${row}.span_id <> ${parent}.span_id
             AND ${conditions} OFFSET 0)`;
    return `SELECT ${failed}.trace_id FROM spans ${failed} WHERE ${where(failed)} AND ${isMet}
             ORDER BY ${failed}.start_time DESC LIMIT ${limit}`;
  };
}

/** Returns whether a condition compares nothing but columns of rows with these aliases. */
function usesOnly(condition: Condition, aliases: readonly string[]): boolean {
  switch (condition.kind) {
    case 'constant':
      return true;
    case 'not':
      return usesOnly(condition.operand, aliases);
    case 'and':
    case 'or':
      return condition.operands.every((operand) => usesOnly(operand, aliases));
    case 'comparison':
      return condition.tests.flatMap(valuesOf).every((value) => isOf(value, aliases));
    default:
      return false;
  }
}

function isOf(value: Value | Relation, aliases: readonly string[]): boolean {
  switch (value.kind) {
    case 'literal':
      return true;
    case 'field': {
      const used = value.sql(COMPARED).matchAll(ALIAS);
      return value.type !== 'json' && used.every(([, alias = '']) => aliases.includes(alias));
    }
    case 'minus':
      return isOf(value.of, aliases);
    case 'arithmetic':
      return isOf(value.left, aliases) && isOf(value.right, aliases);
    default:
      return false;
  }
}

function first(found: readonly (FailedSpans | null)[]): FailedSpans | null {
  return found.find((spans) => spans !== null) ?? null;
}

function anyOf(found: readonly (FailedSpans | null)[]): FailedSpans | null {
  const known = found.filter((spans) => spans !== null);
  // An empty list is false.
  if (known.length < found.length || known.length === 0) return null;
  return (...given) => known.map((spans) => `(${spans(...given)})`).join(' UNION ALL ');
}
