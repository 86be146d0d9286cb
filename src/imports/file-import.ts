import type { ImportReport, Place } from './import-report.js';
import { BrokenFileError, findFiles, readJsonFile } from './json-files.js';

/** The place at which an import of files continues. */
export interface FileCursor {
  /** Files that are done, and the one that follows. */
  files: number;
  path: string;
  size: number;
  /** Documents of it that are done. */
  documents: number;
}

/** A JSON document, and where to continue after it. */
export interface FileDocument {
  bytes: Buffer;
  place: Place;
  cursor: FileCursor;
}

/** The JSON documents of files. */
export class FileImport {
  private constructor(
    private readonly files: readonly { path: string; size: number }[],
    private readonly report: ImportReport,
    private readonly start: FileCursor | null,
  ) {}

  /**
   * @param cursor of an earlier import. It counts only if its files are the same.
   * @throws NotFoundError if the file or directory does not exist.
   */
  static async open(
    path: string,
    cursor: FileCursor | null,
    report: ImportReport,
  ): Promise<FileImport> {
    const { files, others } = await findFiles(path);
    if (others.length > 0) {
      report.note(
        `Left out ${others.length} files whose names do not end in .json, .jsonl, .ndjson or one of these and .gz, such as ${others[0]}.`,
      );
    }
    const at = cursor && files[cursor.files];
    const isSame = at?.path === cursor?.path && at?.size === cursor?.size;
    if (cursor && isSame)
      report.warn(`Continuing after line ${cursor.documents} of ${cursor.path}.`);
    return new FileImport(files, report, isSame ? cursor : null);
  }

  /**
   * Reads the documents that an earlier import did not finish. Reports files that are broken, and goes on
   * with the next.
   */
  async *read(): AsyncGenerator<FileDocument, void> {
    yield* this.readFrom(this.start, ({ message, line }, path) =>
      this.report.refuse('files', message, `${path}, line ${line}`),
    );
  }

  /** Reads all documents as far as possible, without a report. */
  async *readAll(): AsyncGenerator<FileDocument, void> {
    yield* this.readFrom(null, () => undefined);
  }

  private async *readFrom(
    start: FileCursor | null,
    refuse: (error: BrokenFileError, path: string) => void,
  ): AsyncGenerator<FileDocument, void> {
    for (const [index, { path, size }] of this.files.entries()) {
      if (start && index < start.files) continue;
      const skipped = start?.files === index ? start.documents : 0;
      let documents = 0;
      try {
        for await (const { line, bytes } of readJsonFile(path)) {
          documents += 1;
          if (documents <= skipped) continue;
          const cursor = { files: index, path, size, documents };
          yield { bytes, place: `${path}, line ${line}`, cursor };
        }
      } catch (error) {
        if (!(error instanceof BrokenFileError)) throw error;
        refuse(error, path);
      }
    }
  }
}
