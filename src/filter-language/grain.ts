import type { Statement } from '../kernel/sql/distributed-where.js';
import { SingleDistribution } from '../kernel/sql/single-distribution.js';
import type { Source } from './source.js';
import type { Cast, ReferenceNode } from './syntax-tree.js';

/** Types of values. A `json` value takes the type of whatever it is compared with. */
export type ValueType = 'text' | 'number' | 'datetime' | 'boolean' | 'json';

/** Rows from which a value is read, in addition to the filtered row. */
export interface RowSource {
  /** SQL alias. Two values with the same alias refer to the same row. */
  alias: string;
  /** `FROM` items, joined to the rows so far. Rows without a match stay (`LEFT JOIN … ON …`). */
  join(statement: Statement): string;
  /**
   * `condition`: one row must satisfy all parts of the condition that mention it. `comparison`:
   * each comparison is true on its own if any of the rows satisfies it.
   */
  scope: 'condition' | 'comparison';
  /** The same rows where there must be one: `FROM` items, and SQL of which of them belong. */
  required?: { from: string; on(statement: Statement): string };
  /**
   * Whether the rows are computed from many others, so that a loop that needs them looks only at the
   * elements of one filtered row at a time.
   */
  isComputed?: true;
}

interface Bound {
  /** The annotation to which it belongs, by what is annotated and its name. */
  annotation?: { of: string; name: string };
  /** Every source in the SQL, in the order in which they are joined. */
  sources: readonly RowSource[];
  sql(statement: Statement): string;
}

/** A value that a condition can name. */
export interface Field extends Bound {
  kind: 'field';
  type: Exclude<ValueType, 'json'>;
  /** Whether it can only be searched with `in`: it stands for several strings. */
  isOnlySearched?: boolean;
  /** Converts a string to the form in which this field is stored, for comparisons. */
  storedForm?(text: string): string;
  /** The value, or the values above a bound, that only a row with something that failed can have. */
  failure?: { equals: string } | { above: number };
  /** Dotted name, if it is the text of an attribute of a root span. */
  attribute?: string;
  /** SQL that an index has. Equal to the value unless that is missing. */
  indexed?: string;
}

/** A part of a JSON document, which may have any type or be absent. */
export interface JsonField extends Bound {
  kind: 'field';
  type: 'json';
  /** Type of the SQL expression. */
  sqlType: 'json' | 'jsonb';
  /**
   * SQL that is cheaper, and enough to compare the value with a scalar: null for objects, lists and
   * strings that are longer than `maxStringLength`.
   */
  scalar?: { sql(statement: Statement): string; maxStringLength: number };
  /** Dotted name, if it is an attribute of the filtered row or of its root span. */
  attribute?: string;
  /** Cheaper SQL of whether the value is absent or null. Never unknown. */
  absentSql?(statement: Statement): string;
}

/** Something that may or may not exist. The SQL is a condition that is never unknown. */
export interface Relation extends Bound {
  kind: 'relation';
  /** Whether its name alone is a condition. `is None` is always allowed. */
  standsAlone: boolean;
}

/** A value of the elements of a collection. */
export type ElementField = {
  /** @param row SQL alias of the element. */
  sql(row: string, statement: Statement): string;
  /** Additional rows, as for `Field`. */
  sources?(row: string): readonly RowSource[];
  description: string;
} & (
  | ({ kind?: 'field' } & Pick<Field, 'type' | 'storedForm' | 'failure' | 'attribute'>)
  /** `is None` is the only test. */
  | {
      kind: 'relation';
      type?: undefined;
      storedForm?: undefined;
      failure?: undefined;
      attribute?: undefined;
    }
);

/** Rows that belong to another row, such as the spans of a trace. */
export interface Collection {
  /**
   * `FROM` items.
   * @param row SQL alias of an element.
   */
  from(row: string): string;
  /** SQL of whether an element belongs to the other row. */
  belongs(row: string): string;
  /** Whether the elements are spans. */
  areSpans?: true;
  /** Values of an element by their dotted names. */
  fields: ReadonlyMap<string, ElementField>;
  /**
   * Rows that belong to an element, by name.
   * @param row SQL alias of the element.
   */
  collections?: ReadonlyMap<string, (row: string) => Collection>;
  description: string;
}

/** The rules for conditions that loop over rows that belong to the filtered row. */
export interface LoopRules {
  collections: ReadonlyMap<string, Collection>;
  /** Whether an inner loop can use the variables of the loops around it. */
  seesOuterVariables: boolean;
  /** Whether `min` and `max` accept times. */
  comparesTimes: boolean;
}

/** The filter language for one kind of row, such as spans or experiment runs. */
export interface Grain {
  /** Constructs that its conditions may contain. */
  allows: {
    chains: boolean;
    arithmetic: boolean;
    lists: boolean;
    casts: readonly Cast[];
    /**
     * Whether strings have an order and can be concatenated, `is` accepts True and False, any string
     * can be searched for, and numbers can be cast.
     */
    looseTypes: boolean;
  };
  /** Absent if its conditions cannot contain loops. */
  loops?: LoopRules;
  /**
   * Resolves a name and its steps. Called once for each occurrence.
   * @throws FilterSyntaxError (`source.error`) if they do not refer to anything.
   */
  bind(reference: ReferenceNode, source: Source): Field | JsonField | Relation;
}

/** For SQL that is only compared, and never run. */
export const COMPARED: Statement = { distribution: new SingleDistribution(), bind: () => '' };

/** SQL of a part of a `json` or `jsonb` value: texts name members, numbers count elements. */
export function jsonPath(
  sql: string,
  path: readonly (string | number)[],
  statement: Pick<Statement, 'bind'>,
): string {
  const steps = path.map(
    (step) => ` -> ${statement.bind(step)}::${typeof step === 'number' ? 'integer' : 'text'}`,
  );
  return steps.length === 0 ? sql : `(${sql}${steps.join('')})`;
}
