import { cleanLine, cutLine, padLine, widthOf } from './clean-text.js';
import type { Style, Terminal } from './terminal.js';

const GAP = '  ';
/** Columns of a flexible cell if the output is not limited. */
const MAX_CELL_LENGTH = 200;
/** Columns of a flexible cell, where there is room, if wider texts may follow. */
const GROWING_CELL = 40;

/** One column of a table of `Row`s. */
export interface Column<Row> {
  title: string;
  value: (row: Row) => string;
  /** Lines to draw before the value, which keep their spaces. */
  prefix?: (row: Row) => string;
  align?: 'left' | 'right';
  style?: (row: Row) => Style | undefined;
  /** The smallest width, if the column can be narrower than its texts. */
  min?: number;
  /** Columns with the highest number are left out first if a terminal is too narrow. */
  optional?: number;
}

interface LaidOutColumn<Row> extends Column<Row> {
  width: number;
}

/** A table whose columns fit the terminal. The first rows determine their widths. */
export class Table<Row> {
  private layout: LaidOutColumn<Row>[] | undefined;

  /**
   * @param options.below returns a line to show below a row; empty if there is none.
   * @param options.grows whether rows follow that may be wider than the first ones.
   */
  constructor(
    private readonly terminal: Terminal,
    private readonly columns: readonly Column<Row>[],
    private readonly options: { below?: (row: Row) => string; grows?: boolean } = {},
  ) {}

  /** Prints rows, the first time with the titles. */
  print(rows: readonly Row[]): void {
    const isFirst = this.layout === undefined;
    const layout = (this.layout ??= layOut(this.columns, rows, this.terminal.width, this.options));
    if (isFirst) {
      const titles = layout.map(({ title, width, align }) =>
        padLine(title, width, align ?? 'left'),
      );
      this.terminal.writeLine(this.terminal.style('dim', titles.join(GAP).trimEnd()));
    }
    for (const row of rows) {
      this.terminal.writeLine(this.renderRow(layout, row));
      const below = cleanLine(this.options.below?.(row) ?? '');
      if (below) {
        const width = Math.min(this.terminal.width, MAX_CELL_LENGTH * 2) - GAP.length;
        this.terminal.writeLine(GAP + this.terminal.style('red', cutLine(below, width)));
      }
    }
  }

  private renderRow(layout: readonly LaidOutColumn<Row>[], row: Row): string {
    const cells = layout.map((column, at) => {
      const { width, align = 'left', style, min } = column;
      const line = toLine(column, row);
      const cut = min === undefined ? line : cutLine(line, width);
      const isLast = at === layout.length - 1;
      const padded = isLast && align === 'left' ? cut : padLine(cut, width, align);
      const chosen = style?.(row);
      return chosen ? this.terminal.style(chosen, padded) : padded;
    });
    return cells.join(GAP);
  }
}

/** Chooses the columns that fit, and their widths. */
function layOut<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width: number,
  { grows = false },
): LaidOutColumn<Row>[] {
  const natural = columns.map((column) => {
    const least = grows && column.min !== undefined ? GROWING_CELL : 0;
    return { ...column, width: Math.max(least, naturalWidth(column, rows)) };
  });
  let shown = natural;
  while (smallest(shown) > width) {
    const lowest = Math.max(...shown.map(({ optional = 0 }) => optional));
    if (lowest === 0) break;
    shown = shown.filter(({ optional = 0 }) => optional !== lowest);
  }
  let spare = width - smallest(shown);
  return shown.map((column) => {
    if (column.min === undefined) return column;
    const least = Math.min(column.min, column.width);
    const extra = Math.max(0, Math.min(spare, column.width - least));
    spare -= extra;
    return { ...column, width: least + extra };
  });
}

function toLine<Row>({ prefix, value }: Column<Row>, row: Row): string {
  return (prefix?.(row) ?? '') + cleanLine(value(row));
}

function naturalWidth<Row>(column: Column<Row>, rows: readonly Row[]): number {
  const widths = rows.map((row) => widthOf(cutLine(toLine(column, row), MAX_CELL_LENGTH)));
  return Math.max(column.title.length, ...widths);
}

function smallest<Row>(columns: readonly LaidOutColumn<Row>[]): number {
  const widths = columns.map(({ min, width }) =>
    min === undefined ? width : Math.min(min, width),
  );
  return widths.reduce((sum, width) => sum + width, 0) + GAP.length * (columns.length - 1);
}
