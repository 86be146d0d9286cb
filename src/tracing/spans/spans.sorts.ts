import { DomainError } from '../../kernel/errors/errors.js';
import { type KeysetSort, toKeysetSort } from '../../kernel/pagination/keyset-sort.js';
import type { AnnotatedOrder } from '../annotation-sorts/annotation-sort.js';
import type { FieldSort } from '../fields/field.js';
import { SPAN_SORTS } from '../fields/span.js';
import type { SpanFigure } from '../fields/span-figures.js';

export type SpanOrder = AnnotatedOrder<keyof typeof SPAN_SORTS>;

/** Returns the figure that the order compares, if it is not in the rows of spans. */
export function findFigure(order: SpanOrder | null | undefined): SpanFigure | null {
  const column: FieldSort | null = order?.col ? SPAN_SORTS[order.col] : null;
  return column?.figure ?? null;
}

/** Returns a condition on spans that the index of the order has; null if there is none. */
export function findCondition(order: SpanOrder | null | undefined): string | null {
  const column: FieldSort | null = order?.col ? SPAN_SORTS[order.col] : null;
  return column?.where ?? null;
}

/**
 * Returns the order of the spans of a trace: the newest stored first, unless another is requested.
 * @throws DomainError BAD_USER_INPUT for an order that is not in the rows of spans.
 */
export function toSpanOfTraceSort(order: SpanOrder | null): KeysetSort {
  if (order?.annotations || findFigure(order)) {
    throw new DomainError(
      'BAD_USER_INPUT',
      'The spans of a trace cannot be sorted by annotations, costs or cumulative tokens. Sort the spans of the project, with a condition on `trace_id`.',
    );
  }
  const sort = toKeysetSort(SPAN_SORTS, order ?? { dir: 'desc' }, 's.id');
  // The spans of a trace need no index, so none of them is left out.
  return findCondition(order) ? { ...sort, column: { ...sort.column!, nullable: true } } : sort;
}
