import { quoteFragment } from '../../filter-language/filter-syntax-error.js';
import type { Field, Relation, RowSource } from '../../filter-language/grain.js';
import type { Source } from '../../filter-language/source.js';
import type { Statement } from '../../kernel/sql/distributed-where.js';
import type { Distribution } from '../../kernel/sql/distribution.js';
import { suggestName } from '../../filter-language/suggestion.js';
import type { ReferenceNode, PathStep } from '../../filter-language/syntax-tree.js';

/** The kinds of rows with annotations. The annotations are in the table `<target>_annotations`. */
export type AnnotatedTarget = 'span' | 'trace' | 'session';

/** An annotation that a condition names. */
export interface NamedAnnotation {
  of: AnnotatedTarget;
  name: string;
}

export const ANNOTATION_FIELDS = new Map<string, Field['type']>([
  ['score', 'number'],
  ['label', 'text'],
  ['explanation', 'text'],
]);

/** The annotations in a condition. All parts that name the same annotation refer to the same row. */
export class NamedAnnotations {
  readonly named: NamedAnnotation[] = [];

  /** @param belongs SQL of whether a row with this alias belongs to the filtered row. */
  constructor(
    private readonly belongs: (
      target: AnnotatedTarget,
      alias: string,
      distribution: Distribution,
    ) => string,
  ) {}

  /**
   * Resolves `annotations['name']` and its fields.
   * @throws FilterSyntaxError if the name is missing or the field is unknown.
   */
  bind(
    target: AnnotatedTarget,
    { name, steps, ...place }: ReferenceNode,
    source: Source,
  ): Field | Relation {
    const [named, part, unwanted] = steps;
    if (named?.kind !== 'key') {
      throw source.error(`Select an annotation by its name: ${name}['name']`, named ?? place);
    }
    const joined = this.join(target, named.key);
    const sources = [joined];
    const { alias } = joined;
    const annotation = { of: target, name: named.key };
    if (!part) {
      const sql = () => `(${alias}.name IS NOT NULL)`;
      return { kind: 'relation', standsAlone: true, annotation, sources, sql };
    }
    const field = part.kind === 'attribute' ? part.name : '';
    const type = ANNOTATION_FIELDS.get(field);
    if (!type) throw unknownField(field, source, part);
    if (unwanted) throw source.error(`\`${field}\` has no parts`, unwanted);
    return { kind: 'field', type, annotation, sources, sql: () => `${alias}.${field}` };
  }

  private join(of: AnnotatedTarget, name: string): RowSource {
    let place = this.named.findIndex((known) => known.of === of && known.name === name);
    if (place === -1) place = this.named.push({ of, name }) - 1;
    // Names cannot be aliases.
    const alias = `${of}_annotation_${place}`;
    const from = `${of}_annotations ${alias}`;
    const on = (statement: Statement) =>
      `${this.belongs(of, alias, statement.distribution)} AND ${alias}.name = ${statement.bind(name)}`;
    return {
      alias,
      scope: 'condition',
      join: (statement) => `LEFT JOIN ${from} ON ${on(statement)}`,
      // Only those of spans repeat the project and the start.
      ...(of === 'span' && { required: { from, on } }),
    };
  }
}

function unknownField(field: string, source: Source, place: PathStep) {
  const fields = [...ANNOTATION_FIELDS.keys()];
  const listed = fields.map((known) => `.${known}`).join(', ');
  const suggestion = field === '' ? null : suggestName(field, fields);
  return source.error(
    suggestion
      ? `An annotation has no ${quoteFragment(field)}`
      : `Select a field of the annotation: ${listed}`,
    place,
    suggestion,
  );
}
