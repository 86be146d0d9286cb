import { stringify } from 'csv-stringify/sync';

/**
 * Spreadsheets run a cell that begins with one of these as a formula (OWASP, CSV injection), some
 * also with the wide forms of East Asian keyboards.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Returns one CSV line (RFC 4180). A `'` in front turns what would be a formula into text. */
export function formatCsvLine(cells: readonly (string | number | null)[]): string {
  return stringify([cells], {
    record_delimiter: '\r\n',
    quote_record_delimiter: true,
    cast: { string: (text) => (FORMULA.test(text) ? `'${text}` : text) },
  });
}
