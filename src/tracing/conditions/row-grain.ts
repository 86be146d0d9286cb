import { quoteFragment } from '../../filter-language/filter-syntax-error.js';
import type {
  Field,
  Grain,
  JsonField,
  LoopRules,
  Relation,
  RowSource,
} from '../../filter-language/grain.js';
import type { Source } from '../../filter-language/source.js';
import type { Distribution } from '../../kernel/sql/distribution.js';
import { suggestName } from '../../filter-language/suggestion.js';
import type { ReferenceNode } from '../../filter-language/syntax-tree.js';
import {
  type AnnotatedTarget,
  type NamedAnnotation,
  NamedAnnotations,
} from './named-annotation.js';
import type { FieldDefinition } from '../fields/field.js';
import { type AttributePath, keysOf, spanAttribute } from '../fields/span-attribute.js';

/** The SQL of conditions on traces and on sessions, where they differ. */
export interface RowRules {
  /** SQL alias of the filtered row. */
  row: string;
  fields: ReadonlyMap<string, FieldDefinition>;
  /** The row once more, where other rows can only be joined to a distributed one. */
  itself?(distribution: Distribution): { from: string; on: string } | undefined;
  /** Its root span, which has the alias `root`. */
  root: RowSource;
  target: AnnotatedTarget;
  /** SQL of whether a span of the row failed, which is faster than looking at its spans. */
  hasFailure: string;
  /** SQL of whether an annotation with this alias belongs to the row. */
  isAnnotated(alias: string): string;
  loops: LoopRules;
}

/** Names that other filters have for annotations. */
const OTHER_ANNOTATIONS = ['annotations', 'evals', 'trace_annotations', 'session_annotations'];
const ATTRIBUTES = ['user.id', 'attributes', 'metadata'];

/**
 * Conditions on traces or sessions. In contrast to those on spans, every name must be known, a key is
 * split at its dots, and values keep their type.
 */
export class RowGrain implements Grain {
  readonly allows = {
    chains: true,
    arithmetic: true,
    lists: true,
    casts: ['float', 'str'],
    looseTypes: false,
  } as const;
  readonly loops: LoopRules;
  private readonly named: NamedAnnotations;

  constructor(private readonly rules: RowRules) {
    this.loops = rules.loops;
    this.named = new NamedAnnotations((_, alias) => rules.isAnnotated(alias));
  }

  /** The annotations that a condition names. */
  get annotations(): readonly NamedAnnotation[] {
    return this.named.named;
  }

  bind(reference: ReferenceNode, source: Source): Field | JsonField | Relation {
    const { name, steps } = reference;
    const { target, fields } = this.rules;
    const own = `${target}_annotations`;
    if (name === own) return this.named.bind(target, reference, source);
    if (OTHER_ANNOTATIONS.includes(name)) {
      throw source.error(`Annotations of a ${target} are written ${own}['name']`, reference);
    }
    if (name === 'attributes') return this.attribute(reference, [], source);
    if (name === 'metadata') return this.attribute(reference, [name], source);
    const dotted = [name, ...steps.flatMap(keysOf)].join('.');
    if (dotted === 'user.id') return this.rootAttribute(['user', 'id']);
    const field = fields.get(name);
    if (!field) throw this.unknownName(dotted, reference, source);
    const [unwanted] = steps;
    if (unwanted) throw source.error(`\`${name}\` has no parts`, unwanted);
    return this.bindField(field);
  }

  private bindField({
    type,
    storedForm,
    isOnlySearched,
    attribute,
    indexed,
    ...field
  }: FieldDefinition): Field {
    const { row } = this.rules;
    const sources = field.sources?.(row) ?? [];
    return {
      kind: 'field',
      type,
      storedForm,
      isOnlySearched,
      attribute,
      ...(indexed && { indexed }),
      sources,
      sql: (statement) => field.sql(row, statement),
    };
  }

  private attribute({ name, steps, ...place }: ReferenceNode, start: string[], source: Source) {
    if (steps.length === 0) throw source.error(`Select a part of it: ${name}['key']`, place);
    const keys = steps.flatMap(keysOf);
    return this.rootAttribute([
      ...start,
      ...keys.flatMap((key): AttributePath => (typeof key === 'string' ? key.split('.') : [key])),
    ]);
  }

  private rootAttribute(path: AttributePath): JsonField {
    return { ...spanAttribute(path, 'root'), sources: [this.rules.root] };
  }

  private unknownName(name: string, place: ReferenceNode, source: Source) {
    const { fields, target, loops } = this.rules;
    if (loops.collections.has(place.name)) {
      const written = `any(x.… for x in ${place.name})`;
      return source.error(`\`${place.name}\` is something to loop over: ${written}`, place);
    }
    const names = [...fields.keys(), ...ATTRIBUTES, `${target}_annotations`];
    const suggestion = suggestName(name, names);
    const advice = suggestion ? '' : "; attributes are written attributes['key']";
    return source.error(`Unknown name ${quoteFragment(name)}${advice}`, place, suggestion);
  }
}
