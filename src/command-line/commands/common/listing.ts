import type { Page } from '../../connection/rest-client.js';
import { printJson } from '../../output/json-output.js';
import { type Column, Table } from '../../output/table.js';
import type { Terminal } from '../../output/terminal.js';
import { formatPlural } from '../../output/values.js';

interface Listing<Row> {
  /** The singular word for a row, such as `trace`. */
  noun: string;
  columns: readonly Column<Row>[];
  below?: (row: Row) => string;
}

/** Prints a page as a table, or as JSON. How to read on is not a result, so it goes to standard error. */
export function printPage<Row>(
  terminal: Terminal,
  page: Page<Row>,
  { noun, columns, below }: Listing<Row>,
  isJson: boolean | undefined,
): void {
  if (isJson) return printJson(terminal, page);
  const { data, next_cursor } = page;
  if (data.length === 0) {
    terminal.note(`No ${noun}s found.`);
    return;
  }
  new Table(terminal, columns, below && { below }).print(data);
  if (next_cursor === null) return;
  terminal.note(
    `${formatPlural(data.length, noun)}, and there are more: add --cursor ${next_cursor}`,
  );
}
