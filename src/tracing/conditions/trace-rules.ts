import { isFailedTrace } from '../../spans/failure.js';
import { listConditionFields } from '../fields/field.js';
import { ROOT_OF_TRACE, TRACE_FIELDS } from '../fields/trace.js';
import { annotationsIn, costDetailsIn, spansOfTrace } from './collections.js';
import type { RowRules } from './row-grain.js';

/** The names in conditions on traces `t`. */
export const TRACE_RULES: RowRules = {
  row: 't',
  itself: (distribution) =>
    distribution.choose({
      single: undefined,
      cluster: { from: 'traces itself', on: 'itself.trace_id = t.trace_id' },
    }),
  fields: listConditionFields(TRACE_FIELDS),
  root: ROOT_OF_TRACE,
  target: 'trace',
  hasFailure: isFailedTrace('t'),
  isAnnotated: (alias) => `${alias}.trace_id = t.trace_id`,
  loops: {
    collections: new Map([
      ['spans', spansOfTrace('t')],
      [
        'trace_annotations',
        annotationsIn(
          'trace_annotations',
          'Annotations of the trace.',
          (annotation) => `${annotation}.trace_id = t.trace_id`,
        ),
      ],
      [
        'span_annotations',
        annotationsIn(
          'span_annotations',
          'Annotations of the spans of the trace.',
          (annotation) => `${annotation}.trace_id = t.trace_id`,
        ),
      ],
      [
        'span_cost_details',
        costDetailsIn(
          'Tokens of the spans of the trace by type, with their cost.',
          (detail) => `${detail}.trace_id = t.trace_id`,
        ),
      ],
    ]),
    seesOuterVariables: true,
    comparesTimes: true,
  },
};
