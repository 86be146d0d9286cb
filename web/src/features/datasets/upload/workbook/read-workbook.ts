import { unzipSync, zipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/universal';
import { MAX_FILE_BYTES } from '../file-preview.js';
import { type Cell, type SheetText, writeSheet } from './sheet-csv.js';

/** A sheet that has rows. */
export interface Sheet {
  name: string;
  text: SheetText;
}

/** The sheets of a workbook, or why it cannot be read. */
export type WorkbookReading = { sheets: Sheet[] } | { problem: string };

/** The maximum size of the unpacked parts of a workbook together. */
export const MAX_UNPACKED_BYTES = 128 * 1024 * 1024;

const UNREADABLE =
  'The file is not an XLSX workbook, is damaged, or is protected with a password. Save it as an XLSX workbook without a password, or as CSV.';

/** Reads the sheets of a file that may have been changed or removed since it was chosen. */
export async function readWorkbookFile(file: Pick<Blob, 'arrayBuffer'>): Promise<WorkbookReading> {
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return { problem: 'The file could not be read. Choose it again.' };
  }
  return readWorkbook(bytes);
}

/**
 * Reads the sheets of an XLSX workbook: the values that it shows, not its formulas. Merged cells have
 * their value in the first one, and errors are empty. Takes seconds for 100,000 rows, so it runs in
 * a worker.
 */
export async function readWorkbook(
  bytes: Uint8Array,
  maxBytes = MAX_UNPACKED_BYTES,
  maxCsvCharacters = MAX_FILE_BYTES,
): Promise<WorkbookReading> {
  let parts: Record<string, Uint8Array> | undefined;
  try {
    parts = unpack(bytes, maxBytes);
  } catch {
    return { problem: UNREADABLE };
  }
  if (!parts) {
    return {
      problem: `The workbook has more than ${maxBytes / 1024 / 1024} MB of content. Save the sheet as CSV.`,
    };
  }
  try {
    // Without compression, because the reader unpacks in workers that our content policy forbids.
    const stored = zipSync(parts, { level: 0 });
    const found = await readXlsxFile(stored.buffer, { trim: false });
    let rest = maxCsvCharacters;
    const sheets = found.flatMap(({ sheet, data }) => {
      const text = writeSheet(data as unknown as Cell[][], rest);
      if (text && 'csv' in text) rest -= text.csv.length;
      return text ? { name: sheet, text } : [];
    });
    return sheets.length > 0 ? { sheets } : { problem: 'The workbook has no rows.' };
  } catch {
    return { problem: UNREADABLE };
  }
}

/**
 * Unpacks the parts of a workbook that can have cells. No part gets more memory than its size says,
 * and nothing is unpacked once these sizes are too large together.
 * @returns undefined if they are.
 */
function unpack(bytes: Uint8Array, maxBytes: number): Record<string, Uint8Array> | undefined {
  let size = 0;
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\.xml(\.rels)?$/.test(name)) return false;
      size += originalSize;
      return size <= maxBytes;
    },
  });
  return size <= maxBytes ? parts : undefined;
}
