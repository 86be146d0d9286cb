import type { Statement } from '../../kernel/sql/distributed-where.js';
import { listConditionFields } from '../fields/field.js';
import { TRACE_FIELDS } from '../fields/trace.js';
import type { Collection, ElementField } from '../../filter-language/grain.js';
import { isRootOrOrphan } from '../fields/root-span.js';
import { OWN_TOKENS, SPAN_FIELDS } from '../fields/span.js';
import { joinSubtrees, subtreeErrors, subtreeTokens } from '../fields/subtrees.js';

/** Values of the spans in a loop. */
const SPAN_ELEMENTS = new Map<string, ElementField>([
  ...Object.entries(SPAN_FIELDS),
  ['llm_model_name', column('model_name', 'text', 'Model that the span called.')],
  ...Object.entries(OWN_TOKENS).map(([part, field]) => [`llm_token_count_${part}`, field] as const),
]);

/** Those that conditions on sessions know. */
const SESSION_SPAN_ELEMENTS = only(SPAN_ELEMENTS, [
  'name',
  'span_kind',
  'status_code',
  'latency_ms',
  'llm_model_name',
  'llm_token_count_prompt',
  'llm_token_count_completion',
  'llm_token_count_total',
]);

/** Returns the elements of spans that conditions on traces know. @param trace SQL of the ID of the trace. */
function traceSpanElements(trace: string): ReadonlyMap<string, ElementField> {
  return new Map<string, ElementField>([
    ...SPAN_ELEMENTS,
    [
      'cumulative_error_count',
      {
        type: 'number',
        sql: subtreeErrors,
        sources: (span) => [subtreeSource(span, 'errors', trace)],
        failure: { above: 0 },
        description: 'Number of failed spans among the span and everything below it.',
      },
    ],
    ...(['prompt', 'completion', 'total'] as const).map(
      (part) =>
        [
          `cumulative_llm_token_count_${part}`,
          {
            type: 'number',
            sql: (span) => subtreeTokens(span)[part],
            sources: (span) => [subtreeSource(span, 'tokens', trace)],
            description: 'Tokens of the span and everything below it.',
          },
        ] satisfies [string, ElementField],
    ),
    [
      'parent_span',
      {
        kind: 'relation',
        sql: (span) => `(NOT ${isRootOrOrphan(span)})`,
        description: 'The span that called it, if it is stored.',
      },
    ],
    ...[...SPAN_ELEMENTS].map(([name, field]) => [`parent_span.${name}`, ofParent(field)] as const),
  ]);
}

const COST_ELEMENTS = new Map<string, ElementField>([
  ['token_type', column('token_type', 'text', 'Such as `input`, `output` or `cache_read`.')],
  ['is_prompt', column('is_prompt', 'boolean', 'Whether the tokens belong to the prompt.')],
  ['cost', column('cost', 'number', 'US dollars; missing if no price is known.')],
  ['tokens', column('tokens', 'number', 'Number of tokens.')],
  [
    'cost_per_token',
    column('cost_per_token', 'number', 'US dollars; missing if no price is known.'),
  ],
]);

const ANNOTATION_ELEMENTS = new Map<string, ElementField>([
  ['name', column('name', 'text', 'Name of the annotation.')],
  ['label', column('label', 'text', 'Label of the annotation.')],
  ['score', column('score', 'number', 'Score of the annotation.')],
]);

/**
 * The spans of a trace, which are in its project; saying so lets PostgreSQL use the indexes of
 * projects.
 * @param trace SQL alias of the trace.
 */
export function spansOfTrace(trace: string): Collection {
  const fields = traceSpanElements(`${trace}.trace_id`);
  return traceSpans(
    'Spans of the trace.',
    fields,
    (span) => `${span}.trace_id = ${trace}.trace_id AND ${span}.project_id = ${trace}.project_id`,
  );
}

/** The spans of a session's traces, or of one of them. */
export function spansOfSession(belongs: (trace: string) => string): Collection {
  return {
    description: 'Spans of the traces.',
    from: (span) =>
      `traces ${span}_trace JOIN spans ${span} ON ${span}.trace_id = ${span}_trace.trace_id`,
    belongs: (span) => belongs(`${span}_trace`),
    areSpans: true,
    fields: SESSION_SPAN_ELEMENTS,
  };
}

/** The traces of a session. @param belongs SQL of whether a trace belongs to it. */
export function tracesOfSession(belongs: (trace: string) => string): Collection {
  return {
    description: 'Traces of the session.',
    from: (trace) => `traces ${trace}`,
    belongs,
    fields: only(listConditionFields(TRACE_FIELDS), ['start_time', 'end_time', 'latency_ms']),
    collections: new Map([
      [
        'spans',
        (trace) => ({
          description: 'Spans of the trace.',
          from: (span: string) => `spans ${span}`,
          belongs: (span: string) => `${span}.trace_id = ${trace}.trace_id`,
          areSpans: true,
          fields: SESSION_SPAN_ELEMENTS,
        }),
      ],
    ]),
  };
}

/** @param belongs SQL of whether an annotation belongs to what is filtered. */
export function annotationsIn(
  table: 'span_annotations' | 'trace_annotations' | 'session_annotations',
  description: string,
  belongs: (annotation: string) => string,
): Collection {
  return {
    description,
    from: (annotation) => `${table} ${annotation}`,
    belongs,
    fields: ANNOTATION_ELEMENTS,
  };
}

/** @param belongs SQL of whether tokens of one type of a span belong to what is filtered. */
export function costDetailsIn(
  description: string,
  belongs: (detail: string) => string,
): Collection {
  return {
    description,
    from: (detail) => `span_cost_details ${detail}`,
    belongs,
    fields: COST_ELEMENTS,
  };
}

function traceSpans(
  description: string,
  fields: Collection['fields'],
  belongs: Collection['belongs'],
): Collection {
  return {
    description,
    from: (span) => `spans ${span}`,
    belongs,
    areSpans: true,
    fields,
    collections: new Map([
      [
        'children',
        (parent) =>
          traceSpans(
            'Spans that the span called.',
            fields,
            (span) =>
              `${span}.trace_id = ${parent}.trace_id AND ${span}.parent_id = ${parent}.span_id
               AND ${span}.span_id <> ${parent}.span_id`,
          ),
      ],
      [
        'siblings',
        (other) =>
          traceSpans(
            'Other spans with the same parent.',
            fields,
            (span) =>
              `${span}.trace_id = ${other}.trace_id AND ${span}.parent_id = ${other}.parent_id
               AND ${span}.span_id <> ${other}.span_id`,
          ),
      ],
      [
        'annotations',
        (span) =>
          annotationsIn(
            'span_annotations',
            'Annotations of the span.',
            (annotation) =>
              `${annotation}.trace_id = ${span}.trace_id AND ${annotation}.span_id = ${span}.span_id`,
          ),
      ],
      [
        'cost_details',
        (span) =>
          costDetailsIn(
            'Tokens of the span by type, with their cost.',
            (detail) =>
              `${detail}.trace_id = ${span}.trace_id AND ${detail}.span_id = ${span}.span_id`,
          ),
      ],
    ]),
  };
}

function subtreeSource(span: string, figure: 'tokens' | 'errors', trace: string) {
  const join = ({ distribution }: Statement) => joinSubtrees(span, figure, distribution, trace);
  return { alias: `${span}_${figure}`, scope: 'condition', isComputed: true, join } as const;
}

/** SQL alias of the parent of a span in a loop. */
export function parentOf(span: string): string {
  return `${span}_parent`;
}

function ofParent(field: ElementField): ElementField {
  return {
    ...field,
    sql: (span, statement) => field.sql(parentOf(span), statement),
    sources: parentSource,
    description: `Of the span that called it. ${field.description}`,
  };
}

/** A span that is its own parent has none. */
function parentSource(span: string) {
  const alias = parentOf(span);
  const join = () =>
    `LEFT JOIN spans ${alias} ON ${alias}.trace_id = ${span}.trace_id
        AND ${alias}.span_id = ${span}.parent_id AND ${alias}.span_id <> ${span}.span_id`;
  return [{ alias, scope: 'condition', join }] as const;
}

function column(
  name: string,
  type: 'text' | 'number' | 'datetime' | 'boolean',
  description: string,
): ElementField {
  return { type, sql: (row) => `${row}.${name}`, description };
}

function only<T>(fields: ReadonlyMap<string, T>, names: readonly string[]): Map<string, T> {
  return new Map([...fields].filter(([name]) => names.includes(name)));
}
