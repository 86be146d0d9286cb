import Papa from 'papaparse';
import { TOO_LARGE } from './workbook-problems.js';

/** A cell of a sheet; null if it is empty. */
export type Cell = string | number | boolean | Date | null;

/** A sheet as a CSV file, or why it cannot become one. */
export type SheetText = { csv: string } | { problem: string };

/**
 * Writes a sheet as CSV with a line for each of its rows, so that line numbers stay row numbers as
 * long as no cell has several lines. The first row with a value names the columns.
 * @param maxCharacters how long the CSV may be, because many cells can share one long text.
 * @returns null if the sheet is empty.
 */
export function writeSheet(
  rows: readonly (readonly Cell[])[],
  maxCharacters: number,
): SheetText | null {
  const at = rows.findIndex((row) => row.some(isFilled));
  const header = rows[at];
  if (!header) return null;
  const content = rows.slice(at + 1);
  const filled = new Set<number>();
  for (const row of content)
    for (const [place, cell] of row.entries()) if (isFilled(cell)) filled.add(place);
  const nameless = [...filled].toSorted((a, b) => a - b).find((place) => !isFilled(header[place]));
  if (nameless !== undefined) {
    return {
      problem: `Column ${nameColumn(nameless)} has values, but row ${at + 1} gives it no name. Name the column, or empty it.`,
    };
  }
  const places = [...header.keys()].filter((place) => isFilled(header[place]));
  const lines = Array.from({ length: at }, (): string[] => []);
  let length = at;
  for (const row of rows.slice(at)) {
    const line = places.map((place) => writeCell(row[place] ?? null));
    // With what separates the cells.
    length += line.length;
    for (const cell of line) length += cell.length;
    if (length > maxCharacters) return { problem: TOO_LARGE };
    lines.push(line);
  }
  return { csv: Papa.unparse(lines, { newline: '\n' }) };
}

/** Returns the letters over a column, such as `AB`. */
export function nameColumn(place: number): string {
  const letter = String.fromCharCode(65 + (place % 26));
  return place < 26 ? letter : nameColumn(Math.floor(place / 26) - 1) + letter;
}

function isFilled(cell: Cell | undefined): boolean {
  return cell !== null && cell !== undefined && String(cell).trim() !== '';
}

/** Sheets know no time zones, so times have none either. */
function writeCell(cell: Cell): string {
  if (!(cell instanceof Date)) return cell === null ? '' : String(cell);
  if (Number.isNaN(cell.getTime())) return '';
  const [date = '', time = ''] = cell.toISOString().split('T');
  return time === '00:00:00.000Z' ? date : `${date}T${time.replace(/(\.000)?Z$/, '')}`;
}
