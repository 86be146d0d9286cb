import { stringify } from 'csv-stringify/sync';
import { isJsonObject, type JsonValue } from '../../kernel/json/json.js';
import { cellText, type ColumnFacts, createFacts, noteValue } from './pandas-text.contract.js';
import { pythonJson } from '../../kernel/text/python-json.js';

/** One row of a table: its values by column name, in order. */
export type FlatRow = Map<string, JsonValue>;

/**
 * The columns of a table, as in a data frame of all its rows: ordered by first appearance, each
 * with one type. Add every row, then write the header and the lines. Keeps only the columns in
 * memory.
 */
export class DataFrame {
  private readonly columns = new Map<string, { facts: ColumnFacts; rowCount: number }>();
  private rowCount = 0;

  /** Number of columns. */
  get width(): number {
    return this.columns.size;
  }

  add(row: FlatRow): void {
    this.rowCount++;
    for (const [name, value] of row) {
      let column = this.columns.get(name);
      if (!column) {
        column = { facts: createFacts(), rowCount: 0 };
        this.columns.set(name, column);
      }
      column.rowCount++;
      noteValue(column.facts, value);
    }
  }

  /** Removes a column. */
  remove(name: string): void {
    this.columns.delete(name);
  }

  header(): string {
    for (const { facts, rowCount } of this.columns.values()) {
      if (rowCount < this.rowCount) facts.hasGaps = true;
    }
    return stringify([[...this.columns.keys()]]);
  }

  line(row: FlatRow): string {
    const cells: string[] = [];
    for (const [name, { facts }] of this.columns) cells.push(cellText(row.get(name), facts));
    return stringify([cells]);
  }
}

/**
 * Adds the leaves of an object under their dotted paths. Lists are leaves, written as JSON text.
 * Empty objects have no leaves.
 */
export function addFlattened(row: FlatRow, path: string, value: JsonValue): void {
  if (isJsonObject(value)) {
    for (const key of Object.keys(value)) addFlattened(row, `${path}.${key}`, value[key] ?? null);
  } else {
    row.set(path, Array.isArray(value) ? pythonJson(value, { isAscii: false }) : value);
  }
}
