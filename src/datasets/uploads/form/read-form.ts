import { once } from 'node:events';
import { Dicer } from '@fastify/busboy';
import { BadRequestError, UnprocessableError } from '../../../kernel/errors/errors.js';
import { Spool } from '../body/spool.js';
import type { UploadSpace } from '../body/upload-space.js';
import {
  MAX_ALL_FIELDS_BYTES,
  MAX_FIELD_BYTES,
  MAX_FIELDS,
  MAX_PART_HEADER_BYTES,
  MAX_PART_HEADERS,
} from '../contents/limits.js';
import { readHeader, type PartHeaders, readDisposition } from './part-headers.js';

/** The part with the file, as sent. */
export interface SentFile {
  name: string;
  contentType: string;
  contentEncoding: string;
  bytes: Spool;
}

/** The text fields of a form, and its file named `file`. */
export interface SentForm {
  fields: Map<string, string[]>;
  file: SentFile | null;
  close(): Promise<void>;
}

type PartStream = NodeJS.ReadableStream & {
  on(event: 'header', listener: (headers: PartHeaders) => void): void;
};

/**
 * Reads a form. Fields may precede or follow the file, so the file is spooled until everything has
 * arrived.
 * @throws BadRequestError if it is malformed, or has too many fields or fields that are too large.
 */
export async function readForm(
  body: AsyncIterable<Buffer>,
  contentType: string,
  space: UploadSpace,
): Promise<SentForm> {
  const reader = new FormReader(readBoundary(contentType), space);
  try {
    return await reader.read(body);
  } catch (error) {
    await reader.close();
    throw error;
  }
}

class FormReader {
  private readonly fields = new Map<string, string[]>();
  private file: SentFile | null = null;
  private fieldCount = 0;
  private fieldBytes = 0;
  private readonly parser: Dicer;
  /** Number of parts that have not ended. The parser counts only some of them. */
  private open = 0;
  private isParsed = false;
  private failure: Error | undefined;
  /** Settled when the last part has been read, or at the first error. */
  private readonly outcome = Promise.withResolvers<void>();

  constructor(
    boundary: string,
    private readonly space: UploadSpace,
  ) {
    const config = {
      boundary,
      maxHeaderPairs: MAX_PART_HEADERS,
      maxHeaderSize: MAX_PART_HEADER_BYTES,
    };
    this.parser = new Dicer(config);
    this.parser.on('part', (part) => this.take(part as PartStream));
    this.parser.on('finish', () => {
      this.isParsed = true;
      this.finishIfRead();
    });
    this.parser.on('error', (error: Error) => this.failMalformed(error.message));
    // Prevents an unhandled rejection. The loop that feeds the parser throws this error first.
    this.outcome.promise.catch(() => undefined);
  }

  async read(body: AsyncIterable<Buffer>): Promise<SentForm> {
    for await (const chunk of body) {
      if (this.failure) throw this.failure;
      if (!this.parser.write(chunk)) {
        await Promise.race([once(this.parser, 'drain'), this.outcome.promise]);
      }
    }
    this.parser.end();
    await this.outcome.promise;
    if (this.failure) throw this.failure;
    return { fields: this.fields, file: this.file, close: () => this.close() };
  }

  async close(): Promise<void> {
    await this.file?.bytes.close();
  }

  private take(part: PartStream): void {
    part.on('error', (error: Error) => this.failMalformed(error.message));
    part.on('header', (headers) => {
      this.open += 1;
      part.on('end', () => {
        this.open -= 1;
        this.finishIfRead();
      });
      const disposition = readDisposition(headers);
      if (!disposition) {
        this.failMalformed('a part has no Content-Disposition with a name');
        part.resume();
      } else if (disposition.fileName === undefined) {
        this.takeField(disposition.name, part);
      } else if (disposition.name === 'file') {
        this.takeFile(disposition.fileName, headers, part);
      } else {
        // Ignored, like any unknown key.
        part.resume();
      }
    });
  }

  private takeField(name: string, part: PartStream): void {
    this.fieldCount += 1;
    if (this.fieldCount > MAX_FIELDS) {
      this.fail(new BadRequestError(`Too many fields. Maximum number of fields is ${MAX_FIELDS}.`));
    }
    const chunks: Buffer[] = [];
    let bytes = 0;
    part.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      this.fieldBytes += chunk.length;
      if (bytes > MAX_FIELD_BYTES || this.fieldBytes > MAX_ALL_FIELDS_BYTES) {
        this.fail(
          new BadRequestError(`A field exceeds the maximum size of ${MAX_FIELD_BYTES} bytes.`),
        );
      } else {
        chunks.push(chunk);
      }
    });
    part.on('end', () => this.addField(name, Buffer.concat(chunks)));
  }

  private addField(name: string, bytes: Buffer): void {
    try {
      const text = UTF8.decode(bytes);
      const values = this.fields.get(name);
      if (values) values.push(text);
      else this.fields.set(name, [text]);
    } catch {
      this.fail(new UnprocessableError(`${name}: the text is not UTF-8`));
    }
  }

  private takeFile(fileName: string, headers: PartHeaders, part: PartStream): void {
    if (this.file) {
      this.fail(new UnprocessableError('The form must contain exactly one file.'));
      part.resume();
      return;
    }
    const bytes = new Spool(this.space);
    this.file = {
      name: fileName,
      contentType: (readHeader(headers, 'content-type') ?? '').toLowerCase(),
      contentEncoding: (readHeader(headers, 'content-encoding') ?? '').toLowerCase(),
      bytes,
    };
    part.on('data', (chunk: Buffer) => {
      bytes.append(chunk);
      if (!bytes.isFull) return;
      part.pause();
      bytes.flush().then(
        () => part.resume(),
        (error: Error) => this.fail(error),
      );
    });
  }

  private failMalformed(reason: string): void {
    this.fail(new BadRequestError(`The form cannot be read: ${reason}.`));
  }

  private fail(error: Error): void {
    this.failure ??= error;
    this.outcome.reject(error);
  }

  private finishIfRead(): void {
    if (this.isParsed && this.open === 0) this.outcome.resolve();
  }
}

function readBoundary(contentType: string): string {
  const found = /;\s*boundary\s*=\s*(?:"([^"]{1,70})"|([^\s;"]{1,70})(?=\s*(?:;|$)))/i.exec(
    contentType,
  );
  const boundary = found?.[1] ?? found?.[2];
  if (boundary === undefined) throw new BadRequestError('Missing boundary in multipart.');
  return boundary;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
