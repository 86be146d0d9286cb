import type { Distribution } from '../../kernel/sql/distribution.js';
import { quoteFragment } from '../../filter-language/filter-syntax-error.js';
import type {
  ElementField,
  Field,
  Grain,
  JsonField,
  Relation,
} from '../../filter-language/grain.js';
import type { Source } from '../../filter-language/source.js';
import type { ReferenceNode, PathStep } from '../../filter-language/syntax-tree.js';
import { GENERATIVE_MODEL_TYPE } from '../../models/generative-models.service.js';
import { type NamedAnnotation, NamedAnnotations } from './named-annotation.js';
import { IS_ROOT_OR_ORPHAN } from '../fields/root-span.js';
import { type AttributePath, keysOf, spanAttribute } from '../fields/span-attribute.js';
import { OWN_TOKENS, SPAN_FIELDS } from '../fields/span.js';
import type { FieldDefinition } from '../fields/field.js';
import { joinSubtrees, subtreeTokens } from '../fields/subtrees.js';

/** SQL of the ID of the parent of a span `s`. */
export const PARENT_ID = SPAN_FIELDS.parent_id.sql('s');
/** SQL: whether a span `s` has a parent that is stored. */
export const IS_PARENT_STORED = `(NOT ${IS_ROOT_OR_ORPHAN})`;

const SPAN_ID = {
  type: 'text',
  sql: (span) => `${span}.span_id`,
  description: 'The ID that the application sent.',
} satisfies ElementField;
const TRACE_ID = {
  type: 'text',
  sql: (span) => `${span}.trace_id`,
  description: 'The ID of its trace that the application sent.',
} satisfies ElementField;

/** The model with the prices of a span `s`. Several models can have the same name. */
const PRICED_BY = {
  type: 'text',
  sql: (span) => `(
    SELECT m.name FROM span_costs c JOIN generative_models m ON m.id = c.model_id
     WHERE c.trace_id = ${span}.trace_id AND c.span_id = ${span}.span_id)`,
  description: 'Name of the model in the settings that has the prices of this LLM call.',
} satisfies ElementField;
const PRICED_BY_ID = {
  type: 'text',
  sql: (span) => `(
    SELECT encode(convert_to('${GENERATIVE_MODEL_TYPE}:' || c.model_id, 'UTF8'), 'base64')
      FROM span_costs c WHERE c.trace_id = ${span}.trace_id AND c.span_id = ${span}.span_id)`,
  description: 'ID of the model that has the prices of this LLM call.',
} satisfies ElementField;

/** Names with a fixed type. Every other name is an attribute. */
export const FIELDS: ReadonlyMap<string, FieldDefinition> = new Map<string, FieldDefinition>([
  ...Object.entries({ ...SPAN_FIELDS, span_id: SPAN_ID, trace_id: TRACE_ID }),
  ['context.span_id', SPAN_ID],
  ['context.trace_id', TRACE_ID],
  [
    'status_message',
    {
      type: 'text',
      sql: (span) => `${span}.status_message`,
      description: 'Why the span failed.',
    },
  ],
  ...Object.entries(OWN_TOKENS).map(([part, field]) => [`llm.token_count.${part}`, field] as const),
  ['priced_by', PRICED_BY],
  ['priced_by.id', PRICED_BY_ID],
]);

/** The tokens of the subtree of a span `s`, from `joinSubtreeTokens`. */
export const SUBTREE_TOKENS = subtreeTokens('s');

/** To be joined to spans `s`. */
export const joinSubtreeTokens = (distribution: Distribution): string =>
  joinSubtrees('s', 'tokens', distribution);

/** The names to offer for `SUBTREE_TOKENS`. */
export const SUBTREE_TERMS = Object.keys(SUBTREE_TOKENS).map(
  (figure) =>
    [
      `cumulative_token_count.${figure}`,
      { type: 'number', description: 'Tokens of the span and everything below it.' },
    ] as const,
);

const SUBTREE_FIELDS = new Map(
  Object.entries(SUBTREE_TOKENS).flatMap(([figure, sql]) => [
    [`cumulative_llm_token_count_${figure}`, sql],
    [`cumulative_token_count.${figure}`, sql],
  ]),
);

const ANNOTATED_TARGETS = new Map([
  ['annotations', 'span'],
  ['evals', 'span'],
  ['trace_annotations', 'trace'],
] as const);

/** Every name of a condition that is not an attribute. */
export const FIELD_NAMES = [...FIELDS.keys(), ...SUBTREE_FIELDS.keys(), 'parent_span'];

/** Conditions on spans `s`. Use `readSpanCondition`, which joins what they need. */
export class SpanGrain implements Grain {
  readonly allows = {
    chains: true,
    arithmetic: true,
    lists: true,
    casts: ['float', 'int', 'str'],
    looseTypes: true,
  } as const;
  /** Whether a condition needs `joinSubtreeTokens`. */
  readsSubtrees = false;
  /** The paths of the attributes that a condition names, which may repeat. */
  readonly attributes: AttributePath[] = [];
  // The index of names keeps the annotations of consecutive spans together, with their values.
  private readonly named = new NamedAnnotations((target, alias, distribution) =>
    target === 'span'
      ? `${alias}.project_id = s.project_id AND ${alias}.start_time = s.start_time
         AND ${alias}.target_id = s.id ${distribution.choose({ single: '', cluster: `AND ${alias}.trace_id = s.trace_id` })}`
      : `${alias}.trace_id = s.trace_id`,
  );

  /** The annotations that a condition names. */
  get annotations(): readonly NamedAnnotation[] {
    return this.named.named;
  }

  bind(reference: ReferenceNode, source: Source): Field | JsonField | Relation {
    const { name, steps } = reference;
    const target = ANNOTATED_TARGETS.get(name as 'annotations');
    if (target) return this.named.bind(target, reference, source);
    if (name === 'parent_span') return parentSpan(reference, source);
    if (name === 'attributes') return this.attribute(explicitPath(reference, source));
    if (name === 'metadata') return this.attribute([name, ...steps.flatMap(keysOf)]);
    const unwanted = steps.find((step) => step.kind !== 'attribute');
    if (unwanted) throw dottedIndex(reference, source, unwanted);
    const path = [name, ...steps.flatMap(keysOf)];
    const dotted = path.join('.');
    const field = FIELDS.get(dotted);
    if (field) {
      const { type, storedForm } = field;
      return {
        kind: 'field',
        type,
        storedForm,
        sources: [],
        sql: (statement) => field.sql('s', statement),
      };
    }
    const subtreeSql = SUBTREE_FIELDS.get(dotted);
    if (subtreeSql === undefined) return this.attribute(path);
    this.readsSubtrees = true;
    return { kind: 'field', type: 'number', sources: [], sql: () => subtreeSql };
  }

  private attribute(path: AttributePath): JsonField {
    this.attributes.push(path);
    return spanAttribute(path);
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
  return { kind: 'relation', standsAlone: false, sources: [], sql: () => IS_PARENT_STORED };
}

function explicitPath({ steps, ...place }: ReferenceNode, source: Source): AttributePath {
  if (steps.length > 0) return steps.flatMap(keysOf);
  throw source.error("Select an attribute: attributes['key'] or its dotted name", place);
}

function dottedIndex({ name, steps }: ReferenceNode, source: Source, place: PathStep) {
  const keys = [name, ...steps.flatMap(keysOf)];
  const written = keys.map((key) => (typeof key === 'number' ? `[${key}]` : `['${key}']`)).join('');
  return source.error(`Write ${quoteFragment(`attributes${written}`)}`, place);
}
