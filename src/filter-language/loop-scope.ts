import { quoteFragment } from './filter-syntax-error.js';
import type { Statement } from '../kernel/sql/distributed-where.js';
import type { Collection, Field, Grain, JsonField, LoopRules, Relation } from './grain.js';
import type { Source, Stretch } from './source.js';
import { suggestName } from './suggestion.js';
import type { LoopNode, ReferenceNode } from './syntax-tree.js';

/**
 * The names in a loop: its variable and, if the grain allows that, those of the loops around it. The
 * names of the filtered row are not among them.
 */
export class LoopScope implements Grain {
  readonly allows;
  readonly loops: LoopRules;

  private constructor(
    private readonly outer: Grain,
    rules: LoopRules,
    private readonly variable: string,
    readonly collection: Collection,
    /** SQL alias of an element. */
    readonly row: string,
  ) {
    this.allows = outer.allows;
    this.loops = rules;
  }

  /** @throws FilterSyntaxError if there is nothing of this name to loop over. */
  static enter(outer: Grain, { variable, over }: LoopNode, source: Source): LoopScope {
    const { loops: rules } = outer;
    if (!rules) throw source.error('Loops are not supported in this filter', over);
    const collection =
      outer instanceof LoopScope
        ? outer.findCollection(over, source)
        : findByName(over, rules.collections, source);
    const depth = outer instanceof LoopScope ? outer.depth + 1 : 1;
    return new LoopScope(outer, rules, variable, collection, `row_${depth}`);
  }

  private get depth(): number {
    return this.outer instanceof LoopScope ? this.outer.depth + 1 : 1;
  }

  bind(reference: ReferenceNode, source: Source): Field | JsonField | Relation {
    const scope = this.findScope(reference.name);
    if (scope) return scope.bindElement(reference, source);
    const written = quoteFragment(reference.name);
    throw source.error(
      `${written} is not available in this loop; use \`${this.variable}\` and its fields, such as \`${this.variable}.${this.names[0]}\``,
      reference,
    );
  }

  private get names(): string[] {
    return [...this.collection.fields.keys()];
  }

  /** The innermost visible loop with this variable. */
  private findScope(variable: string): LoopScope | null {
    if (variable === this.variable) return this;
    return this.loops.seesOuterVariables && this.outer instanceof LoopScope
      ? this.outer.findScope(variable)
      : null;
  }

  private bindElement({ steps, ...place }: ReferenceNode, source: Source): Field | Relation {
    const name = steps
      .map((step) => (step.kind === 'attribute' ? step.name : source.quote(step)))
      .join('.');
    const field = this.collection.fields.get(name);
    if (!field) throw this.unknownField(name, source, steps[0] ?? place);
    const { row } = this;
    const sql = (statement: Statement) => field.sql(row, statement);
    const sources = field.sources?.(row) ?? [];
    if (field.kind === 'relation') return { kind: 'relation', standsAlone: false, sources, sql };
    const { type, storedForm, failure } = field;
    return { kind: 'field', type, storedForm, failure, sources, sql };
  }

  private unknownField(name: string, source: Source, place: Pick<Stretch, 'start'>) {
    const nested = [...(this.collection.collections?.keys() ?? [])];
    const written = quoteFragment(this.variable);
    if (nested.includes(name)) {
      return source.error(
        `\`${this.variable}.${name}\` is something to loop over: any(x.… for x in ${this.variable}.${name})`,
        place,
      );
    }
    const suggestion = name === '' ? null : suggestName(name, [...this.names, ...nested]);
    const listed = this.names.map((known) => `.${known}`).join(', ');
    return source.error(
      suggestion
        ? `${written} has no field ${quoteFragment(name)}`
        : `Select a field of ${written}: ${listed}`,
      place,
      suggestion,
    );
  }

  private findCollection(over: ReferenceNode, source: Source): Collection {
    const scope = this.findScope(over.name);
    if (!scope) {
      if (this.loops.seesOuterVariables) return findByName(over, this.loops.collections, source);
      throw source.error(
        `${source.quote(over)} is not available in this loop; loop over rows of \`${this.variable}\``,
        over,
      );
    }
    const nested = scope.collection.collections ?? new Map<string, never>();
    const [step, unwanted] = over.steps;
    const name = step?.kind === 'attribute' && !unwanted ? step.name : '';
    const found = nested.get(name);
    if (found) return found(scope.row);
    throw source.error(
      nested.size === 0
        ? `\`${scope.variable}\` has nothing to loop over`
        : `Loop over ${listNames(nested.keys(), `${scope.variable}.`)}`,
      step ?? over,
      suggestName(name, nested.keys()),
    );
  }
}

function findByName(
  over: ReferenceNode,
  collections: ReadonlyMap<string, Collection>,
  source: Source,
): Collection {
  const found = over.steps.length === 0 ? collections.get(over.name) : undefined;
  if (found) return found;
  const suggestion = suggestName(over.name, collections.keys());
  throw source.error(
    `${source.quote(over)} is nothing to loop over${suggestion ? '' : `; use ${listNames(collections.keys())}`}`,
    over,
    suggestion,
  );
}

function listNames(names: Iterable<string>, prefix = ''): string {
  const quoted = [...names].map((name) => `\`${prefix}${name}\``);
  return quoted.length < 2
    ? quoted.join('')
    : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}
