import { DomainError } from '../kernel/errors/errors.js';
import { requireRowId } from '../kernel/ids/global-id.js';
import type { AnnotationSource } from './annotation.enum.js';
import type { ListedAnnotation } from './annotations.service.js';

/** Selects annotations that match all given conditions. */
export interface AnnotationCondition {
  names?: readonly string[] | null;
  sources?: readonly AnnotationSource[] | null;
  /** Global IDs of authors; null means none. */
  userIds?: readonly (string | null)[] | null;
}

/** Selects annotations that match `include`, except those that match `exclude`. */
export interface AnnotationFilterInput {
  include?: AnnotationCondition | null;
  exclude?: AnnotationCondition | null;
}

/** The order of a target's annotations. */
export interface AnnotationOrder {
  col: 'createdAt' | 'name';
  dir: 'asc' | 'desc';
}

/**
 * Returns the test of a filter for the annotations of a target, which are few.
 * @throws DomainError BAD_USER_INPUT for a filter without conditions, an empty list, or the ID of
 * something other than a user.
 */
export function toAnnotationTest(
  filter: AnnotationFilterInput | null | undefined,
): (row: ListedAnnotation) => boolean {
  if (!filter) return () => true;
  const { include, exclude } = filter;
  if (!include && !exclude) throw badInput('The filter requires `include` or `exclude`.');
  const isIncluded = include ? toTest(include) : () => true;
  const isExcluded = exclude ? toTest(exclude) : () => false;
  return (row) => isIncluded(row) && !isExcluded(row);
}

/** Sorts annotations by an order, and those that are equal in it by their IDs. */
export function sortAnnotations(
  rows: readonly ListedAnnotation[],
  order: AnnotationOrder | null | undefined,
): ListedAnnotation[] {
  if (!order) return [...rows];
  const { col, dir } = order;
  const sign = dir === 'asc' ? 1 : -1;
  return rows.toSorted((a, b) => sign * (compare(a[col], b[col]) || a.id - b.id));
}

function toTest({ names, sources, userIds }: AnnotationCondition) {
  for (const [name, list] of Object.entries({ names, sources, userIds })) {
    if (list?.length === 0) throw badInput(`\`${name}\` must not be empty.`);
  }
  const users = userIds?.map((id) => (id === null ? null : requireRowId(id, 'User')));
  return (row: ListedAnnotation) =>
    (!names || names.includes(row.name)) &&
    (!sources || sources.includes(row.source)) &&
    (!users || users.includes(row.userId));
}

function badInput(message: string): DomainError {
  return new DomainError('BAD_USER_INPUT', message);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
