import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { Writable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { BadRequestError, UnavailableError } from '../kernel/errors/errors.js';
import { formatMicros, parseTime, type TimeRange } from '../kernel/time/time.js';
import { ProjectsService } from '../projects/projects.service.js';
import {
  type QueriedSpan,
  SpanQueriesService,
} from '../tracing/span-queries/span-queries.service.js';
import type { ExportFormat } from './export-formats.contract.js';
import { toOtlpLine } from './otlp-lines.js';
import { WorkerThread } from '../kernel/threads/worker-thread.js';
import type { ParquetAnswer, ParquetQuestion } from './parquet.worker.js';
import { toRow } from './parquet-columns.js';

const WORKER = new URL('./parquet.worker.js', import.meta.url);

/** Enough for a row group and what it is compressed to. */
const LIMITS = { heapMib: 512, answerMs: 120_000 };

/**
 * Writes spans as a Parquet file with one row for each, in another thread, because compressing a row group
 * takes almost a second.
 */
class ParquetFile {
  private readonly thread = new WorkerThread<ParquetQuestion, ParquetAnswer>(WORKER, LIMITS);

  /** Adds spans. Returns the next bytes of the file, if a row group is complete. */
  add(spans: readonly QueriedSpan[]): Promise<Uint8Array> {
    return this.thread.ask(spans.map(toRow));
  }

  /** Returns the last bytes of the file. */
  end(): Promise<Uint8Array> {
    return this.thread.ask(null);
  }

  close(): Promise<void> {
    return this.thread.stop();
  }
}

const PROGRESS_MS = 2_000;
/** Downloads at the same time. One of Parquet holds a row group, which can have tens of megabytes. */
const MAX_DOWNLOADS = 4;

/** Begins a file of each format with spans of a project. */
const FILES: Record<ExportFormat, (projectName: string) => Format> = {
  otlp: (projectName) => ({
    add: (spans) => toOtlpLine(projectName, spans),
    end: () => Promise.resolve(''),
    close: () => Promise.resolve(),
  }),
  parquet: () => new ParquetFile(),
};

/** The rows to export, and their format. */
export interface ExportRequest {
  /** Name or global ID. */
  project: string;
  format: ExportFormat;
  /** Path of a file; `-` for standard output. */
  out: string;
  /** Spans that began at or after this time. */
  from: string | undefined;
  /** Spans that began before this time. */
  to: string | undefined;
}

type Chunk = string | Uint8Array;

/** A way to write spans. Both functions return what can be written so far. */
interface Format {
  add(spans: readonly QueriedSpan[]): Promise<Chunk>;
  end(): Promise<Chunk>;
  /** Must be called at last, also after a failure. */
  close(): Promise<void>;
}

/** Writes the spans of projects to files that other products can read. */
@Injectable()
export class ExportsService {
  private downloads = 0;

  constructor(
    private readonly projects: ProjectsService,
    private readonly spans: SpanQueriesService,
  ) {}

  /**
   * Writes spans from the newest start. A file has its name only once it is complete.
   * @param output.say gets lines about the progress.
   * @param output.stdout gets the spans if they are exported to `-`.
   * @returns how many spans it wrote.
   * @throws NotFoundError for an unknown project, BadRequestError for an invalid time or a file that
   * cannot be written.
   */
  async run(
    request: ExportRequest,
    { say, stdout }: { say: (line: string) => void; stdout: Writable },
  ): Promise<number> {
    const project = await this.projects.resolve(request.project);
    const range = { start: readTime(request.from), end: readTime(request.to) };
    const out = new Output(request.out, stdout);
    try {
      let count = 0;
      let saidAt = performance.now();
      for await (const { chunk, spans } of this.write(project, request.format, range)) {
        await out.write(chunk);
        count += spans;
        if (performance.now() - saidAt < PROGRESS_MS) continue;
        saidAt = performance.now();
        say(`${count.toLocaleString('en-US')} spans`);
      }
      await out.end();
      return count;
    } catch (error) {
      await out.discard();
      throw error;
    }
  }

  /**
   * Returns the file in pieces, of which some are empty. Reads spans only as fast as the pieces are taken.
   * @param identifier name or global ID of the project.
   * @throws NotFoundError for an unknown project, UnavailableError while too many are downloaded.
   */
  async download(
    identifier: string,
    format: ExportFormat,
    range: TimeRange,
  ): Promise<{ projectName: string; pieces: AsyncIterable<Chunk> }> {
    const project = await this.projects.resolve(identifier);
    if (this.downloads >= MAX_DOWNLOADS) {
      throw new UnavailableError('Too many exports are running. Try again in a minute.');
    }
    return { projectName: project.name, pieces: this.pieces(project, format, range) };
  }

  private async *pieces(...file: Parameters<ExportsService['write']>): AsyncGenerator<Chunk> {
    this.downloads++;
    try {
      for await (const { chunk } of this.write(...file)) yield chunk;
    } finally {
      this.downloads--;
    }
  }

  private async *write(
    project: { id: number; name: string },
    format: ExportFormat,
    range: TimeRange,
  ): AsyncGenerator<{ chunk: Chunk; spans: number }> {
    const file = FILES[format](project.name);
    try {
      for await (const batch of this.spans.readSpans(project.id, range)) {
        yield { chunk: await file.add(batch), spans: batch.length };
      }
      yield { chunk: await file.end(), spans: 0 };
    } finally {
      await file.close();
    }
  }
}

function readTime(text: string | undefined): string | null {
  if (text === undefined) return null;
  const time = parseTime(text);
  if (!time) throw new BadRequestError(`"${text}" is not a time such as 2026-03-01T10:00:00Z.`);
  return formatMicros(time.micros);
}

/** A file that gets its name at the end, or standard output. */
class Output {
  private readonly stream: Writable;
  private readonly partial: string;
  private failure: Error | undefined;

  constructor(
    private readonly path: string,
    stdout: Writable,
  ) {
    this.partial = `${path}.partial`;
    this.stream = path === '-' ? stdout : createWriteStream(this.partial);
    this.stream.on('error', (error) => (this.failure = error));
  }

  /** Resolves when more may follow, so that a slow reader does not fill memory. */
  async write(chunk: string | Uint8Array): Promise<void> {
    this.throwFailure();
    if (!this.stream.write(chunk)) await once(this.stream, 'drain').catch(() => undefined);
    this.throwFailure();
  }

  async end(): Promise<void> {
    if (this.path === '-') return;
    this.stream.end();
    await finished(this.stream).catch(() => undefined);
    this.throwFailure();
    await rename(this.partial, this.path);
  }

  async discard(): Promise<void> {
    if (this.path === '-') return;
    this.stream.destroy();
    await rm(this.partial, { force: true });
  }

  private throwFailure(): void {
    if (!this.failure) return;
    throw new BadRequestError(`${this.path} cannot be written: ${this.failure.message}.`);
  }
}
