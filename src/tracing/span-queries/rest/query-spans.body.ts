import { z } from 'zod';
import {
  anyObject,
  laxBoolean,
  laxInt,
  laxTime,
  reason,
} from '../../../kernel/validation/json-fields.js';
import { isRawNumber } from '../../../kernel/json/json.js';

const DEFAULT_LIMIT = 1000;

/** The queries of the published clients. What is inside a query is checked by the service. */
export const querySpansBody = z
  .object({
    queries: z
      .array(anyObject())
      .describe(
        'Each query may have `select`, `filter`, `explode`, `concat`, `rename` and `index`. The response contains one part per query.',
      ),
    start_time: laxTime().nullish().describe('Spans that began at this time or later.'),
    end_time: laxTime().nullish().describe('Spans that began before this time.'),
    stop_time: laxTime().nullish().describe('The same as `end_time`.'),
    limit: laxInt()
      .refine(
        (limit) => !isRawNumber(limit) && limit >= 0,
        reason('greater_than_equal', 'Input should be greater than or equal to 0'),
      )
      .meta({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
      .transform(Number)
      .nullish()
      .transform((limit) => limit ?? DEFAULT_LIMIT)
      .describe('Maximum number of spans for each query. Defaults to 1,000.'),
    root_spans_only: laxBoolean().nullish(),
    orphan_span_as_root_span: laxBoolean()
      .nullish()
      .describe(
        'Whether `root_spans_only` includes spans whose parent is not stored. The default.',
      ),
    project_name: z.string().nullish().describe('The parameter of this name takes precedence.'),
  })
  .meta({ id: 'QuerySpansRequest' });

export type QuerySpansBody = z.output<typeof querySpansBody>;
