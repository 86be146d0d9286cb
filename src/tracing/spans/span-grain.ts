import { quoteFragment } from '../../common/filter-language/filter-syntax-error.js';
import type {
  Field,
  Grain,
  JsonField,
  Relation,
  RowSource,
} from '../../common/filter-language/grain.js';
import type { Source } from '../../common/filter-language/source.js';
import { suggestName } from '../../common/filter-language/suggestion.js';
import type { ReferenceNode, Step } from '../../common/filter-language/syntax-tree.js';
import { spanAttribute } from './span-attribute.js';
import { IS_ROOT_OR_ORPHAN } from './spans.filters.js';

const TOKENS = { prompt: 0, completion: 1 };

/** Names with a fixed type. Every other name is an attribute. */
const FIELDS = new Map<string, Pick<Field, 'type' | 'storedForm'> & { sql: string }>([
  ...['span_id', 'context.span_id'].map((name) => [name, text('s.span_id')] as const),
  ...['trace_id', 'context.trace_id'].map((name) => [name, text('s.trace_id')] as const),
  ['parent_id', text('s.parent_id')],
  ['name', text('s.name')],
  ['span_kind', { ...text('s.kind'), storedForm: toUpperCase }],
  ['status_code', { ...text('s.status_code'), storedForm: toUpperCase }],
  ['status_message', text('s.status_message')],
  ['start_time', { type: 'datetime', sql: 's.start_time' }],
  ['end_time', { type: 'datetime', sql: 's.end_time' }],
  ['latency_ms', number('(extract(epoch FROM s.end_time - s.start_time) * 1000)')],
  ['llm.token_count.prompt', number('s.prompt_tokens')],
  ['llm.token_count.completion', number('s.completion_tokens')],
  ['llm.token_count.total', number('(s.prompt_tokens + s.completion_tokens)')],
]);

/** The tokens of the subtree of a span `s`, from `SUBTREE_TOKENS_JOIN`. */
export const SUBTREE_TOKENS = {
  prompt: subtreeTokens('prompt'),
  completion: subtreeTokens('completion'),
  total: `(${subtreeTokens('prompt')} + ${subtreeTokens('completion')})`,
};

const SUBTREE_FIELDS = new Map(
  Object.entries(SUBTREE_TOKENS).flatMap(([figure, sql]) => [
    [`cumulative_llm_token_count_${figure}`, sql],
    [`cumulative_token_count.${figure}`, sql],
  ]),
);

const ANNOTATION_TABLES = new Map([
  ['annotations', 'span'],
  ['evals', 'span'],
  ['trace_annotations', 'trace'],
] as const);
const ANNOTATION_FIELDS = new Map<string, Field['type']>([
  ['score', 'number'],
  ['label', 'text'],
  ['explanation', 'text'],
]);

/**
 * The tokens of each span's subtree, as an object of span IDs, to be joined to spans `s`. PostgreSQL
 * computes it once for consecutive spans of a trace (Memoize), which takes 40 µs for ten spans. It
 * does so only for a single row of a table, hence `traces` and `OFFSET`.
 */
export const SUBTREE_TOKENS_JOIN = `
  LEFT JOIN LATERAL (
    SELECT CASE WHEN t.prompt_tokens > 0 OR t.completion_tokens > 0 THEN (
      WITH RECURSIVE above (span_id, parent_id, origin, prompt, completion) AS (
        SELECT o.span_id, o.parent_id, o.span_id, o.prompt_tokens, o.completion_tokens
          FROM spans o
         WHERE o.trace_id = t.trace_id AND (o.prompt_tokens > 0 OR o.completion_tokens > 0)
        UNION
        SELECT p.span_id, p.parent_id, a.origin, a.prompt, a.completion
          FROM above a JOIN spans p ON p.trace_id = t.trace_id AND p.span_id = a.parent_id)
      SELECT jsonb_object_agg(sums.span_id, jsonb_build_array(sums.prompt, sums.completion))
        FROM (SELECT span_id, sum(prompt) AS prompt, sum(completion) AS completion
                FROM above GROUP BY span_id) sums) END AS tokens
      FROM traces t WHERE t.trace_id = s.trace_id OFFSET 0
  ) subtree ON true`;

/** Conditions on spans `s`. Use `readSpanCondition`, which joins what they need. */
export class SpanGrain implements Grain {
  readonly allows = {
    chains: true,
    arithmetic: true,
    lists: true,
    casts: ['float', 'int', 'str'],
  } as const;
  /** Whether a condition needs `SUBTREE_TOKENS_JOIN`. */
  readsSubtrees = false;
  /** SQL aliases of the annotations in a condition, because names cannot be aliases. */
  private readonly aliases = new Map<string, string>();

  bind(reference: ReferenceNode, source: Source): Field | JsonField | Relation {
    const { name, steps } = reference;
    const table = ANNOTATION_TABLES.get(name as 'annotations');
    if (table) return this.annotation(table, reference, source);
    if (name === 'parent_span') return parentSpan(reference, source);
    if (name === 'attributes') return explicitAttribute(reference, source);
    if (name === 'metadata') return spanAttribute([name, ...steps.flatMap(keysOf)]);
    const unwanted = steps.find((step) => step.kind !== 'attribute');
    if (unwanted) throw dottedIndex(reference, source, unwanted);
    const path = [name, ...steps.flatMap(keysOf)];
    const dotted = path.join('.');
    const field = FIELDS.get(dotted);
    if (field) return { ...field, kind: 'field', sources: [], sql: () => field.sql };
    const subtreeSql = SUBTREE_FIELDS.get(dotted);
    if (subtreeSql === undefined) return spanAttribute(path);
    this.readsSubtrees = true;
    return { kind: 'field', type: 'number', sources: [], sql: () => subtreeSql };
  }

  /** All parts of a condition that name the same annotation refer to the same row. */
  private annotation(
    table: 'span' | 'trace',
    { name, steps, ...place }: ReferenceNode,
    source: Source,
  ): Field | Relation {
    const [named, part, unwanted] = steps;
    if (named?.kind !== 'key') {
      throw source.error(`Select an annotation by its name: ${name}['name']`, named ?? place);
    }
    const joined = this.joinAnnotation(table, named.key);
    const sources = [joined];
    const { alias } = joined;
    if (!part) {
      const sql = () => `(${alias}.name IS NOT NULL)`;
      return { kind: 'relation', standsAlone: true, sources, sql };
    }
    const field = part.kind === 'attribute' ? part.name : '';
    const type = ANNOTATION_FIELDS.get(field);
    if (!type) throw unknownAnnotationField(field, source, part);
    if (unwanted) throw source.error(`\`${field}\` has no parts`, unwanted);
    return { kind: 'field', type, sources, sql: () => `${alias}.${field}` };
  }

  private joinAnnotation(table: 'span' | 'trace', annotation: string): RowSource {
    const key = `${table} ${annotation}`;
    const alias = this.aliases.get(key) ?? `${table}_annotation_${this.aliases.size}`;
    this.aliases.set(key, alias);
    const ofSpan = table === 'span' ? `AND ${alias}.span_id = s.span_id` : '';
    return {
      alias,
      scope: 'condition',
      join: (bind) =>
        `LEFT JOIN ${table}_annotations ${alias}
           ON ${alias}.trace_id = s.trace_id ${ofSpan} AND ${alias}.name = ${bind(annotation)}`,
    };
  }
}

function parentSpan({ steps, ...place }: ReferenceNode, source: Source): Relation {
  const [unwanted] = steps;
  if (unwanted) {
    throw source.error(
      '`parent_span` can only be compared with None: `parent_span is None` selects root spans',
      place,
    );
  }
  const sql = () => `(NOT ${IS_ROOT_OR_ORPHAN})`;
  return { kind: 'relation', standsAlone: false, sources: [], sql };
}

function explicitAttribute({ steps, ...place }: ReferenceNode, source: Source): JsonField {
  if (steps.length > 0) return spanAttribute(steps.flatMap(keysOf));
  throw source.error("Select an attribute: attributes['key'] or its dotted name", place);
}

function dottedIndex({ name, steps }: ReferenceNode, source: Source, place: Step) {
  const keys = [name, ...steps.flatMap(keysOf)];
  const written = keys.map((key) => (typeof key === 'number' ? `[${key}]` : `['${key}']`)).join('');
  return source.error(`Write ${quoteFragment(`attributes${written}`)}`, place);
}

function unknownAnnotationField(field: string, source: Source, place: Step) {
  const fields = [...ANNOTATION_FIELDS.keys()];
  const listed = fields.map((known) => `.${known}`).join(', ');
  const problem = field === '' ? '' : `An annotation has no ${quoteFragment(field)}`;
  const suggestion = field === '' ? '' : suggestName(field, fields);
  return source.error(
    problem === '' || suggestion === ''
      ? `Select a field of the annotation: ${listed}`
      : `${problem}${suggestion}`,
    place,
  );
}

function keysOf(step: Step): (string | number)[] {
  switch (step.kind) {
    case 'attribute':
      return [step.name];
    case 'key':
      return [step.key];
    case 'index':
      return [step.index];
    default:
      return step.keys;
  }
}

function text(sql: string) {
  return { type: 'text', sql } as const;
}

function number(sql: string) {
  return { type: 'number', sql } as const;
}

/** Spans without tokens below them are not in the object. */
function subtreeTokens(figure: keyof typeof TOKENS): string {
  return `coalesce((subtree.tokens -> s.span_id ->> ${TOKENS[figure]})::numeric, 0)`;
}

function toUpperCase(written: string): string {
  return written.toUpperCase();
}
