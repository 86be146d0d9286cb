import type { Collection, LoopRules } from '../../filter-language/grain.js';
import { ANNOTATION_FIELDS, type AnnotatedTarget } from './named-annotation.js';
import { SESSION_RULES } from './session-rules.js';
import { FIELDS, SUBTREE_TERMS } from './span-grain.js';
import { TRACE_RULES } from './trace-rules.js';

/** A name that conditions can contain, with its description. */
export interface VocabularyTerm {
  /** As written, such as `latency_ms` or `annotations["helpful"].score`. */
  name: string;
  /** `text`, `number`, `datetime`, `boolean`, `relation`, `rows`, or `json` for any scalar. */
  type: string;
  description: string;
  category: 'field' | 'annotation' | 'attribute' | 'collection';
  /** The rows in a loop whose elements have this field; null for the filtered row. */
  iterableName: string | null;
}

/** Names in a project, which conditions can use. */
export interface ObservedNames {
  annotations: { of: AnnotatedTarget; name: string }[];
  /** Dotted. */
  attributes: string[];
}

const OTHERS = {
  span: { rules: null, annotations: 'annotations' },
  trace: { rules: TRACE_RULES, annotations: 'trace_annotations' },
  session: { rules: SESSION_RULES, annotations: 'session_annotations' },
};

/** Returns the terms of conditions on spans, traces or sessions, fixed ones first. */
export function listTerms(of: AnnotatedTarget, observed: ObservedNames): VocabularyTerm[] {
  const { rules } = OTHERS[of];
  return [
    ...(rules ? fieldTerms(rules.fields) : spanTerms()),
    ...(rules ? collectionTerms(rules.loops) : []),
    ...observed.annotations.flatMap((annotation) => annotationTerms(annotation)),
    ...observed.attributes.map((path) => attributeTerm(of, path)),
  ];
}

function spanTerms(): VocabularyTerm[] {
  const fields = [...FIELDS].filter(([name]) => !name.startsWith('context.'));
  const parent = { kind: 'relation', description: 'The span that called it, if it is stored.' };
  return fieldTerms([...fields, ...SUBTREE_TERMS, ['parent_span', parent]]);
}

function fieldTerms(
  fields: Iterable<readonly [string, { type?: string | undefined; description: string }]>,
  iterableName: string | null = null,
): VocabularyTerm[] {
  return [...fields].map(([name, field]) => ({
    name,
    type: field.type ?? 'relation',
    description: field.description,
    category: 'field',
    iterableName,
  }));
}

function collectionTerms({ collections }: LoopRules): VocabularyTerm[] {
  return [...collections].flatMap(([name, collection]) => termsOf(name, collection, null));
}

/** Collections of spans contain collections of spans, so only the first level is listed. */
function termsOf(
  name: string,
  { description, fields, collections }: Collection,
  iterableName: string | null,
): VocabularyTerm[] {
  const rows = { name, type: 'rows', description, category: 'collection', iterableName } as const;
  const nested = iterableName === null ? [...(collections ?? [])] : [];
  return [
    rows,
    ...fieldTerms(fields, name),
    ...nested.flatMap(([inner, of]) => termsOf(inner, of('row'), name)),
  ];
}

function annotationTerms({ of, name }: ObservedNames['annotations'][number]): VocabularyTerm[] {
  const written = `${OTHERS[of].annotations}[${JSON.stringify(name)}]`;
  const term = { category: 'annotation', iterableName: null } as const;
  const target = { span: 'the span', trace: 'the trace', session: 'the session' }[of];
  return [
    { ...term, name: written, type: 'relation', description: `Whether ${target} has it.` },
    ...[...ANNOTATION_FIELDS].map(([field, type]) => ({
      ...term,
      name: `${written}.${field}`,
      type,
      description: `The ${field} of an annotation of ${target}.`,
    })),
  ];
}

/** Spans have attributes by their dotted names, unless a key could not be written that way. */
function attributeTerm(of: AnnotatedTarget, path: string): VocabularyTerm {
  const keys = path.split('.');
  const isName = keys.every((key) => /^[A-Za-z_]\w*$/.test(key));
  const [first, ...rest] = keys;
  const steps = (from: string[]) => from.map((key) => `[${JSON.stringify(key)}]`).join('');
  const isMetadata = first === 'metadata' && rest.length > 0;
  const name = isMetadata
    ? `metadata${steps(rest)}`
    : of === 'span' && isName
      ? path
      : `attributes${steps(keys)}`;
  return {
    name,
    type: 'json',
    description: of === 'span' ? 'An attribute of the span.' : 'An attribute of the root span.',
    category: 'attribute',
    iterableName: null,
  };
}
