/**
 * Spreadsheets run a cell that begins with one of these as a formula (OWASP, CSV injection), some
 * also with the wide forms of East Asian keyboards.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** A line of comma-separated values (RFC 4180). What would be a formula is made text by a `'`. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: string | number | null): string {
  const text = String(cell ?? '');
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
