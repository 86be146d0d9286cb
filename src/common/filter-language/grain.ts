import type { Source } from './source.js';
import type { Cast, ReferenceNode } from './syntax-tree.js';

/** Adds a parameter to the query and answers its placeholder. */
export type Bind = (value: unknown) => string;

/** Types of values. A `json` value is read as whatever it is compared with. */
export type ValueType = 'text' | 'number' | 'datetime' | 'boolean' | 'json';

/** Rows that a value is read from, besides the row that is filtered. */
export interface RowSource {
  /** SQL alias. The same alias in two values means the same row. */
  alias: string;
  /** `FROM` items, joined to the rows so far; rows without a partner stay (`LEFT JOIN … ON …`). */
  join(bind: Bind): string;
  /**
   * What one row has to satisfy: all parts of the condition that mention it, or each comparison by
   * itself, which then holds when it does for any of the rows.
   */
  scope: 'condition' | 'comparison';
}

interface Bound {
  /** Every source that the SQL mentions, in the order in which they are joined. */
  sources: readonly RowSource[];
  sql(bind: Bind): string;
}

/** A value that a condition can name. */
export interface Field extends Bound {
  kind: 'field';
  type: Exclude<ValueType, 'json'>;
  /** The form in which texts are stored: those that it is compared with are brought into it. */
  storedForm?(text: string): string;
}

/** A part of a document, of any JSON type, or absent. */
export interface JsonField extends Bound {
  kind: 'field';
  type: 'json';
  /** Of the SQL. */
  sqlType: 'json' | 'jsonb';
}

/** Something that is there or not: the SQL is a condition that is never unknown. */
export interface Relation extends Bound {
  kind: 'relation';
  /** Whether its name alone is a condition; `is None` can be asked in any case. */
  standsAlone: boolean;
}

/** What one kind of row (spans, experiment runs…) makes of the language. */
export interface Grain {
  /** Constructs that its conditions may use. */
  allows: {
    chains: boolean;
    arithmetic: boolean;
    lists: boolean;
    casts: readonly Cast[];
  };
  /**
   * Finds what a name and its steps mean. Called once for each place where they stand.
   * @throws FilterSyntaxError (`source.error`) when they mean nothing.
   */
  bind(reference: ReferenceNode, source: Source): Field | JsonField | Relation;
}

/** SQL of a part of a `json` or `jsonb` value: texts name members, numbers count elements. */
export function jsonPath(sql: string, path: readonly (string | number)[], bind: Bind): string {
  const steps = path.map(
    (step) => ` -> ${bind(step)}::${typeof step === 'number' ? 'integer' : 'text'}`,
  );
  return steps.length === 0 ? sql : `(${sql}${steps.join('')})`;
}
