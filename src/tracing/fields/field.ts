import type { ElementField, Field } from '../../filter-language/grain.js';
import type { Statement } from '../../kernel/sql/distributed-where.js';
import type { SortColumn } from '../../kernel/pagination/keyset-sort.js';
import type { SpanFigure } from './span-figures.js';

/** The order of a list by a field. */
export interface FieldSort extends Omit<SortColumn, 'sql'> {
  /** The name of the order in GraphQL. */
  name: string;
  /** Spelled as in its index. By default, the SQL of the field for rows with the usual alias. */
  sql?: string;
  /** Whether REST offers the order, too, by the name of the field. */
  isInRest?: true;
  /** The description of the order in GraphQL. */
  description?: string;
  /** Condition of its index, which leaves out other rows. */
  where?: string;
  /**
   * Not in the row of the span: `SpansBySubtreeQueries` lists spans by it. Unless it is `ownCost`, `sql`
   * is the total of the trace, joined as `t`, which lists root spans, because their subtree is the whole
   * trace.
   */
  figure?: SpanFigure;
  /** A total over the traces of the session that began in the range, joined as `in_range`. */
  isSum?: true;
}

/** A figure that alert rules watch: an aggregation of a measure. */
export interface AlertFigure {
  /** In GraphQL. */
  name: string;
  aggregation: 'SUM' | 'P50' | 'P95' | 'P99';
  /** In texts, after "the". */
  label: string;
  /** The description in GraphQL. */
  description: string;
}

/** A number of rows that charts and alerts can aggregate. */
export interface FieldMeasure {
  /** The name of the measure in GraphQL. */
  name: string;
  /** By default, the SQL of the field for rows with the usual alias. Rows for which it is null do not count. */
  sql?: string;
  /**
   * The join that the expression needs: the `span_costs` `c` of a span, or the sums `turns` over the traces of
   * a session.
   */
  join?: 'costs' | 'turns';
  /** SQL of its sum over the rows of a period, from the sums `r` that rollups keep. */
  rolledSum?: string;
  /** Rollups know its quantiles. */
  hasRolledQuantiles?: true;
  /**
   * The figures of it that alert rules can watch. Only spans list these, because they have every measure of
   * traces.
   */
  alerts?: readonly AlertFigure[];
  /** Only calls of models have it. */
  isOfCalls?: true;
}

/**
 * All that is known of a value of spans, traces or sessions: conditions, the orders of lists, charts,
 * alerts and their texts are read from it.
 */
export type FieldDefinition = ElementField &
  Pick<Field, 'isOnlySearched' | 'indexed'> & {
    kind?: 'field';
    /** The unit of the number; milliseconds, tokens and US dollars are formatted as such. */
    unit?: 'milliseconds' | 'tokens' | 'US dollars' | 'spans' | 'traces';
    /** Absent: no list is sorted by it. */
    sort?: FieldSort;
    /** Absent: no chart shows it. */
    measure?: FieldMeasure;
    /** False if conditions cannot name the field. */
    isFilterable?: false;
  };

/** The fields of spans, of traces or of sessions by the names that conditions and REST have for them. */
export type FieldTable = Readonly<Record<string, FieldDefinition>>;

/** Checks the fields of a table, and keeps the names of their orders and measures as types. */
export function defineFields<const T extends FieldTable>(fields: T): T {
  return fields;
}

type NameOf<T, Use extends 'sort' | 'measure'> = {
  [K in keyof T]: T[K] extends Readonly<Record<Use, { readonly name: infer N extends string }>>
    ? N
    : never;
}[keyof T];

/** The names of the orders in GraphQL. */
export type SortName<T> = NameOf<T, 'sort'>;
/** The names of the measures in GraphQL. */
export type MeasureName<T> = NameOf<T, 'measure'>;
/** The names of the figures that alert rules watch. */
export type AlertName<T> = {
  [K in keyof T]: T[K] extends {
    readonly measure: { readonly alerts: readonly { readonly name: infer N extends string }[] };
  }
    ? N
    : never;
}[keyof T];
/** The fields by which REST sorts. */
export type RestSortName<T> = {
  [K in keyof T]: T[K] extends { readonly sort: { readonly isInRest: true } } ? K : never;
}[keyof T] &
  string;

/** Returns the orders of a list by their names in GraphQL. @param row the usual alias of its rows. */
export function listSorts<T extends FieldTable>(
  fields: T,
  row: string,
): Record<SortName<T>, FieldSort & SortColumn> {
  const sorts = Object.values(fields).flatMap((field) =>
    field.sort
      ? [[field.sort.name, { ...field.sort, sql: field.sort.sql ?? sqlOf(field, row) }] as const]
      : [],
  );
  return Object.fromEntries(sorts) as Record<SortName<T>, FieldSort & SortColumn>;
}

/** Returns the orders that REST offers, each with its name in GraphQL. */
export function listRestSorts<T extends FieldTable>(
  fields: T,
): Record<RestSortName<T>, SortName<T>> {
  const sorts = Object.entries(fields).flatMap(([name, { sort }]) =>
    sort?.isInRest ? [[name, sort.name] as const] : [],
  );
  return Object.fromEntries(sorts) as Record<RestSortName<T>, SortName<T>>;
}

/** A measure with its SQL and the unit of its field. */
export type RowMeasure = FieldMeasure & { sql: string } & Pick<FieldDefinition, 'unit'>;

/** Returns the measures of rows by their names in GraphQL. @param row the usual alias of the rows. */
export function listMeasures<T extends FieldTable>(
  fields: T,
  row: string,
): Record<MeasureName<T>, RowMeasure> {
  const measures = Object.values(fields).flatMap((field) =>
    field.measure
      ? [
          [
            field.measure.name,
            { ...field.measure, sql: field.measure.sql ?? sqlOf(field, row), unit: field.unit },
          ] as const,
        ]
      : [],
  );
  return Object.fromEntries(measures) as Record<MeasureName<T>, RowMeasure>;
}

/** Returns the descriptions of orders for `registerEnumType`. */
export function describeSorts<Name extends string>(sorts: Readonly<Record<Name, FieldSort>>) {
  const described = Object.values<FieldSort>(sorts).filter(({ description }) => description);
  return Object.fromEntries(
    described.map(({ name, description }) => [name, { description }]),
  ) as Partial<Record<Name, { description: string }>>;
}

/** Returns the fields that conditions know. */
export function listConditionFields(fields: FieldTable): Map<string, FieldDefinition> {
  return new Map(Object.entries(fields).filter(([, { isFilterable }]) => isFilterable !== false));
}

/** For SQL that is the same in every statement. */
const STATIC: Statement = {
  get distribution(): never {
    throw new Error('A field that depends on the distribution has no order and no measure.');
  },
  bind: () => {
    throw new Error('A field with parameters has no order and no measure.');
  },
};

function sqlOf(field: FieldDefinition, row: string): string {
  return field.sql(row, STATIC);
}

export function text(column: string, description: string) {
  return { type: 'text', sql: (row: string) => `${row}.${column}`, description } as const;
}

export function time(column: string, description: string) {
  return { type: 'datetime', sql: (row: string) => `${row}.${column}`, description } as const;
}

export function number(sql: (row: string) => string, description: string) {
  return { type: 'number', sql, description } as const;
}
