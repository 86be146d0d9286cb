import { type FilePreview, MAX_FILE_BYTES, readFilePreview } from './file-preview.js';
import { isWorkbook, openWorkbook } from './workbook/open-workbook.js';
import type { Sheet } from './workbook/read-workbook.js';

/** A file that has been read. */
export interface ChosenFile {
  /** The chosen file. */
  file: File;
  /** The file to send: the same, or the sheet of a workbook as CSV. */
  content: File;
  /** The sheets of a workbook that have rows. */
  sheets: readonly Sheet[];
  /** The name of the sheet that is sent. */
  sheet: string | null;
  preview: FilePreview | undefined;
  problem: string | undefined;
}

/** Reads how a file begins, or the first sheet of a workbook. */
export async function readChosenFile(file: File): Promise<ChosenFile> {
  if (!isWorkbook(file)) return preview({ file, content: file, sheets: [], sheet: null });
  const reading =
    file.size > MAX_FILE_BYTES
      ? { problem: 'The file is larger than 100 MB. Save the sheet as CSV, and split it.' }
      : await openWorkbook(file);
  const sheets = 'sheets' in reading ? reading.sheets : [];
  const problem = 'problem' in reading ? reading.problem : undefined;
  const [first] = sheets;
  if (first) return readSheet({ file, sheets }, first);
  return preview({ file, content: file, sheets: [], sheet: null }, problem);
}

/** Reads another sheet of the same workbook. */
export function readSheet(
  { file, sheets }: Pick<ChosenFile, 'file' | 'sheets'>,
  { name, text }: Sheet,
): Promise<ChosenFile> {
  const content = 'csv' in text ? toCsvFile(file.name, text.csv) : file;
  const problem = 'problem' in text ? text.problem : undefined;
  return preview({ file, content, sheets, sheet: name }, problem);
}

/** Returns the name of a file without what tells its type. */
export function removeExtension(fileName: string): string {
  return fileName.replace(/\.[a-z0-9]{1,6}$/i, '');
}

async function preview(
  chosen: Omit<ChosenFile, 'preview' | 'problem'>,
  problem?: string,
): Promise<ChosenFile> {
  if (problem !== undefined) return { ...chosen, preview: undefined, problem };
  return {
    ...chosen,
    preview: undefined,
    problem: undefined,
    ...(await readFilePreview(chosen.content)),
  };
}

function toCsvFile(name: string, csv: string): File {
  return new File([csv], `${removeExtension(name)}.csv`, { type: 'text/csv' });
}
