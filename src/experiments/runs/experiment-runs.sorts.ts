import { DomainError } from '../../kernel/errors/errors.js';
import type { KeysetSort, SortColumn } from '../../kernel/pagination/keyset-sort.js';
import { isStorable } from '../../kernel/validation/storable.js';

const LATENCY: SortColumn = { sql: 'r.latency_ms', type: 'FLOAT', nullable: false };

/** The query joins the evaluation as `a`. */
const SCORE: SortColumn = { sql: 'a.score', type: 'FLOAT', nullable: true };

/** An order of runs. */
export interface RunSort extends KeysetSort {
  /** Name of the evaluation by whose scores the runs are sorted. */
  annotationName: string | null;
}

/** A requested order of runs: by latency, or by the scores of one evaluation. */
export interface AskedRunSort {
  col: { annotationName?: string | null };
  dir: 'asc' | 'desc';
}

/**
 * @returns null for sorting by example and repetition.
 * @throws DomainError BAD_USER_INPUT for a name that no evaluation can have.
 */
export function runSort(asked: AskedRunSort | null | undefined): RunSort | null {
  if (!asked) return null;
  const annotationName = asked.col.annotationName ?? null;
  if (!isStorable(annotationName ?? '')) {
    throw new DomainError('BAD_USER_INPUT', 'No evaluation can have this name.');
  }
  return {
    column: annotationName === null ? LATENCY : SCORE,
    descending: asked.dir === 'desc',
    id: 'r.id',
    annotationName,
  };
}
