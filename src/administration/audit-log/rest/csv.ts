import { stringify } from 'csv-stringify/sync';

/**
 * Spreadsheets treat a cell that begins with one of these as a formula (OWASP, CSV injection). Some
 * also accept the full-width forms.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Returns one CSV line (RFC 4180). Prefixes cells that would be formulas with `'`. */
export function formatCsvLine(cells: readonly (string | number | null)[]): string {
  return stringify([cells], {
    record_delimiter: '\r\n',
    quote_record_delimiter: true,
    cast: { string: (text) => (FORMULA.test(text) ? `'${text}` : text) },
  });
}
