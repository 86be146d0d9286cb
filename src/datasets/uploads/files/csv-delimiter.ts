/** The signs that separate cells. Spreadsheets use semicolons where numbers have decimal commas. */
export const DELIMITERS = [',', ';', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Names for error messages. */
export const DELIMITER_NAMES: Record<Delimiter, string> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
};

/** Headers whose first line is longer are taken to have commas. */
const MAX_HEADER_BYTES = 64 * 1024;

const [COMMA, SEMICOLON, TAB] = [0x2c, 0x3b, 0x09];
const [QUOTE, LINE_FEED, CARRIAGE_RETURN] = [0x22, 0x0a, 0x0d];

/**
 * Finds the delimiter of a CSV file: commas if its header has one outside quotes, otherwise the more
 * frequent of semicolons and tabs.
 * @returns the delimiter, and all bytes, of which those of the header have been read.
 */
export async function findDelimiter(
  bytes: AsyncGenerator<Buffer>,
): Promise<{ delimiter: Delimiter; all: AsyncGenerator<Buffer> }> {
  const read: Buffer[] = [];
  const header = new HeaderScan();
  let length = 0;
  while (!header.isOver && length < MAX_HEADER_BYTES) {
    const { done, value } = await bytes.next();
    if (done) break;
    read.push(value);
    length += value.length;
    header.add(value);
  }
  const all = async function* (): AsyncGenerator<Buffer> {
    try {
      yield* read.splice(0);
      yield* bytes;
    } finally {
      await bytes.return(undefined);
    }
  };
  return { delimiter: header.delimiter, all: all() };
}

/** Counts the signs of the first line that is not blank. */
class HeaderScan {
  isOver = false;
  private semicolons = 0;
  private tabs = 0;
  private isQuoted = false;
  private isBlank = true;
  private hasComma = false;

  get delimiter(): Delimiter {
    if (this.hasComma || this.semicolons + this.tabs === 0) return ',';
    return this.semicolons >= this.tabs ? ';' : '\t';
  }

  add(bytes: Buffer): void {
    for (const byte of bytes) {
      if (byte === QUOTE) this.isQuoted = !this.isQuoted;
      else if (!this.isQuoted) {
        const isEnd = byte === LINE_FEED || byte === CARRIAGE_RETURN;
        this.hasComma = byte === COMMA;
        this.isOver = this.hasComma || (isEnd && !this.isBlank);
        if (this.isOver) return;
        if (byte === SEMICOLON) this.semicolons += 1;
        if (byte === TAB) this.tabs += 1;
        if (isEnd) continue;
      }
      this.isBlank = false;
    }
  }
}
