import {
  type Field,
  type Grain,
  type JsonField,
  jsonPath,
  type Relation,
} from '../../src/filter-language/grain.js';
import type { Statement } from '../../src/kernel/sql/distributed-where.js';
import type { Source } from '../../src/filter-language/source.js';
import type { ReferenceNode, PathStep } from '../../src/filter-language/syntax-tree.js';

const FIELDS: Record<string, Field['type']> = {
  span_id: 'text',
  trace_id: 'text',
  parent_id: 'text',
  name: 'text',
  span_kind: 'text',
  status_code: 'text',
  'input.value': 'text',
  'output.value': 'text',
  latency_ms: 'number',
  'llm.token_count.prompt': 'number',
  'llm.token_count.total': 'number',
  'cumulative_token_count.total': 'number',
  'cumulative_token_count.prompt': 'number',
  'cumulative_token_count.completion': 'number',
  start_time: 'datetime',
  is_root: 'boolean',
};
const ANNOTATION_FIELDS: Record<string, Field['type']> = {
  score: 'number',
  label: 'text',
  explanation: 'text',
};

/**
 * Binds names roughly as the filter of spans does, with every feature of the language, to test what
 * all filters have in common. A reference to `runs` alone ranges over rows.
 */
export const spanLikeGrain: Grain = {
  allows: {
    chains: true,
    arithmetic: true,
    lists: true,
    casts: ['float', 'int', 'str'],
    looseTypes: true,
  },
  bind(reference, source) {
    const { name, steps } = reference;
    if (name === 'annotations' || name === 'evals' || name === 'trace_annotations') {
      return annotation(reference, source);
    }
    if (name === 'parent_span' && steps.length === 0) {
      return { kind: 'relation', standsAlone: false, sources: [], sql: () => 's.has_parent' };
    }
    if (name === 'parent_span') throw source.error('A parent has no fields', reference);
    if (name === 'runs') return anyRun();
    const type = FIELDS[source.text.slice(reference.start, reference.end)];
    if (type) return field(type, `s.${[name, ...steps.map(keyOf)].join('_')}`);
    return attribute(name === 'attributes' ? [] : [name], steps);
  },
};

function field(type: Field['type'], sql: string): Field {
  const isKind = /kind|code/.test(sql);
  const upper = { storedForm: (text: string) => text.toUpperCase() };
  return { kind: 'field', type, sources: [], sql: () => sql, ...(isKind && upper) };
}

function attribute(path: (string | number)[], steps: readonly PathStep[]): JsonField {
  const whole = [...path, ...steps.flatMap(keyOf)];
  return {
    kind: 'field',
    type: 'json',
    sqlType: 'jsonb',
    sources: [],
    sql: (statement) => jsonPath('s.attributes', whole, statement),
  };
}

function annotation({ steps, ...place }: ReferenceNode, source: Source): Field | Relation {
  const [named, part, ...more] = steps;
  if (named?.kind !== 'key' || more.length > 0) throw source.error('Which annotation?', place);
  const alias = `annotation_${named.key.length}`;
  const from = `annotations ${alias}`;
  const on = (statement: Statement) => `${alias}.name = ${statement.bind(named.key)}`;
  const join = (statement: Statement) => `LEFT JOIN ${from} ON ${on(statement)}`;
  const sources = [{ alias, scope: 'condition', join, required: { from, on } }] as const;
  if (!part) {
    return { kind: 'relation', standsAlone: true, sources, sql: () => `(${alias}.id IS NOT NULL)` };
  }
  const type = part.kind === 'attribute' ? ANNOTATION_FIELDS[part.name] : undefined;
  if (!type) throw source.error('An annotation has score, label and explanation', part);
  return { kind: 'field', type, sources, sql: () => `${alias}.${String(keyOf(part))}` };
}

function anyRun(): Field {
  return {
    kind: 'field',
    type: 'number',
    sources: [{ alias: 'r', scope: 'comparison', join: () => 'LEFT JOIN runs r ON true' }],
    sql: () => 'r.number',
  };
}

function keyOf(step: PathStep): string | number {
  if (step.kind === 'attribute') return step.name;
  if (step.kind === 'key') return step.key;
  return step.kind === 'index' ? step.index : step.keys.join('.');
}
