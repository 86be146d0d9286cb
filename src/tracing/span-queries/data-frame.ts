import {
  isRawNumber,
  type JsonObject,
  type JsonValue,
  numberSource,
  numberValue,
  stringifyJson,
} from '../../kernel/json/json.js';

/** A time in a column, as wire text. */
export class FrameTime {
  constructor(readonly wire: string) {}
}

/** The value of a cell; undefined if the row has none. */
export type Cell = JsonValue | FrameTime | undefined;

/** Further columns of the same frame are collected in one. */
const MAX_COLUMNS = 2000;

const MAX_INT64 = 2n ** 63n - 1n;
/** The times that pandas can represent, in nanoseconds. */
const FIRST_YEAR = '1678';
const LAST_YEAR = '2261';

/** May also match inside a string, which only makes writing slower. */
const HUGE_NUMBER = /\d{19}/;

interface Column {
  /** Number and name, as JSON text. */
  key: string;
  name: string;
  values: number;
  integers: number;
  floats: number;
  booleans: number;
  times: number;
}

/**
 * Writes a data frame as pandas' table schema in JSON, row by row. The columns and their types are
 * only known at the end, so the schema follows the rows. JSON has no order of members, and readers
 * look them up by name.
 */
export class DataFrameWriter {
  private readonly columns: Column[] = [];
  /** Positions of the columns that rows add. */
  private readonly added = new Map<string, number>();
  private rows = 0;

  /**
   * @param names names of the columns that every row has, the levels of the index first.
   * @param collector the column of what a row has too many columns for.
   */
  constructor(
    names: readonly string[],
    private readonly indexLevels: number,
    private readonly collector: string,
  ) {
    for (const name of names) this.addColumn(name);
  }

  begin(): string {
    return '{"data":[';
  }

  /**
   * Writes a row.
   * @param cells values of the columns that every row has.
   * @param others values of other columns by name.
   */
  row(cells: readonly Cell[], others: JsonObject = {}): string {
    const members = cells.map((cell, index) => this.member(this.columns[index]!, cell));
    let collected: JsonObject | undefined;
    for (const name of Object.keys(others)) {
      const position = this.added.get(name) ?? this.findRoom(name);
      if (position === null) {
        collected ??= Object.create(null) as JsonObject;
        collected[name] = others[name] ?? null;
      } else members.push(this.member(this.columns[position]!, others[name]));
    }
    if (collected) {
      const position = this.added.get(this.collector) ?? this.add(this.collector);
      members.push(this.member(this.columns[position]!, collected));
    }
    return `${this.rows++ === 0 ? '' : ',\n'}{${members.join(',')}}`;
  }

  end(): string {
    const fields = this.columns.map((column) => ({
      name: column.name,
      ...typeOf(column, this.rows),
    }));
    const primaryKey = this.columns.slice(0, this.indexLevels).map(({ name }) => name);
    return `],"schema":${JSON.stringify({ fields, primaryKey, pandas_version: '1.4.0' })}}`;
  }

  private findRoom(name: string): number | null {
    return this.columns.length < MAX_COLUMNS ? this.add(name) : null;
  }

  private add(name: string): number {
    const position = this.addColumn(name);
    this.added.set(name, position);
    return position;
  }

  /** Clients remove the number, which makes names unique. */
  private addColumn(written: string): number {
    const name = `${this.columns.length}_${written}`;
    const counts = { values: 0, integers: 0, floats: 0, booleans: 0, times: 0 };
    return this.columns.push({ key: JSON.stringify(name), name, ...counts }) - 1;
  }

  private member(column: Column, cell: Cell): string {
    if (cell === undefined || cell === null) return `${column.key}:null`;
    column.values++;
    if (cell instanceof FrameTime) {
      if (isInPandasRange(cell.wire)) column.times++;
      return `${column.key}:"${toNanoseconds(cell.wire)}"`;
    }
    if (typeof cell === 'boolean') column.booleans++;
    if (typeof cell === 'number' || isRawNumber(cell)) {
      if (isInt64(numberSource(cell))) column.integers++;
      else column.floats++;
    }
    return `${column.key}:${frameJson(cell)}`;
  }
}

/** A column with gaps has no integers or Booleans in pandas, but floats or objects. */
function typeOf(column: Column, rows: number): { type: string; tz?: string } {
  const { values, integers, floats, booleans, times } = column;
  const hasGaps = values < rows;
  if (values === 0) return { type: 'string' };
  if (times === values) return { type: 'datetime', tz: 'UTC' };
  if (booleans === values && !hasGaps) return { type: 'boolean' };
  if (integers === values && !hasGaps) return { type: 'integer' };
  return { type: integers + floats === values ? 'number' : 'string' };
}

/**
 * Writes a value. pandas refuses numbers with more digits than an integer of 64 bits, even `….0`, so
 * they get an exponent.
 */
function frameJson(value: JsonValue): string {
  const json = stringifyJson(value);
  if (!HUGE_NUMBER.test(json)) return json;
  return JSON.stringify(value, (_key, inner: unknown) =>
    isRawNumber(inner) && isHuge(inner.rawJSON)
      ? JSON.rawJSON(numberValue(inner).toExponential())
      : inner,
  );
}

/** Returns whether a number without an exponent has a whole part beyond 64 bits. */
function isHuge(source: string): boolean {
  const [, whole] = /^(-?\d+)(?:\.\d+)?$/.exec(source) ?? [];
  return whole !== undefined && !isInt64(whole);
}

function isInt64(source: string): boolean {
  if (!/^-?\d+$/.test(source)) return false;
  if (source.length < 19) return true;
  const value = BigInt(source);
  return value <= MAX_INT64 && value >= -MAX_INT64;
}

function isInPandasRange(wire: string): boolean {
  const year = wire.slice(0, 4);
  return year >= FIRST_YEAR && year <= LAST_YEAR;
}

/** `2024-03-01T10:00:00.120000+00:00` becomes `2024-03-01T10:00:00.120000000Z`. */
function toNanoseconds(wire: string): string {
  const [time = '', fraction = ''] = wire.replace('+00:00', '').split('.');
  return `${time}.${fraction.padEnd(9, '0')}Z`;
}
