import { resolve } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { ImportedAnnotationsService } from '../annotations/imported-annotations.service.js';
import { SpanImporter } from '../spans/span-importer.js';
import { ENV } from '../kernel/environment.js';
import type { Env } from '../config/env.js';
import { StorageMonitor } from '../storage/storage-monitor.service.js';
import { type FileCursor, FileImport } from './file-import.js';
import { ImportCursorsService } from './import-cursors.service.js';
import { importLangfuse } from './import-langfuse.js';
import { importOtlp } from './import-otlp.js';
import type { PhoenixCursor } from './import-phoenix.js';
import { ImportReport } from './import-report.js';
import { PhoenixImportService } from './phoenix-import.service.js';
import { SpanBatches } from './span-batches.js';

/** The source of an import, and its target project. */
export type ImportRequest =
  | { source: 'otlp' | 'langfuse'; path: string; project: string | undefined }
  | {
      source: 'phoenix';
      url: string;
      apiKey: string | undefined;
      /** The only project to import; undefined: everything. */
      project: string | undefined;
    };

/** The report of an import, as text. */
export interface ImportResult {
  text: string;
  /** Whether nothing was refused. */
  isComplete: boolean;
}

/** Imports the data of other products (docs/adr/0055-imports.md). */
@Injectable()
export class ImportsService {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly importer: SpanImporter,
    private readonly annotations: ImportedAnnotationsService,
    private readonly phoenix: PhoenixImportService,
    private readonly cursors: ImportCursorsService,
    private readonly storage: StorageMonitor,
  ) {}

  /**
   * Imports everything that a source has, and continues an import that was stopped.
   * @param say gets lines about the progress.
   * @throws DomainError if the source cannot be used at all, or the database is full or stays unavailable.
   */
  async run(request: ImportRequest, say: (line: string) => void): Promise<ImportResult> {
    // It looks again every minute, but the first time was before the database was open.
    await this.storage.look();
    const report = new ImportReport(say);
    const place = request.source === 'phoenix' ? request.url : resolve(request.path);
    const source = JSON.stringify([request.source, place, request.project ?? null]);
    const batches = new SpanBatches({
      importer: this.importer,
      report,
      lock: this.storage,
      writers: this.env.ingest.writers,
      save: (cursor) => this.cursors.save(source, cursor),
    });
    if (request.source === 'phoenix') {
      const cursor = await this.cursors.find<PhoenixCursor>(source);
      await this.phoenix.import(request, cursor, { importer: this.importer, batches, report });
    } else await this.importFiles({ ...request, path: place }, source, batches, report);
    await this.cursors.forget(source);
    return { text: report.format(place), isComplete: report.isComplete };
  }

  private async importFiles(
    request: Extract<ImportRequest, { path: string }>,
    source: string,
    batches: SpanBatches,
    report: ImportReport,
  ): Promise<void> {
    const { annotations, importer } = this;
    const cursor = await this.cursors.find<FileCursor>(source);
    const files = await FileImport.open(request.path, cursor, report);
    const { project } = request;
    if (request.source === 'otlp') {
      await importOtlp(files, project, { importer, batches, report });
    } else {
      const name = project ?? this.env.defaultProject;
      await importLangfuse(files, name, { importer, batches, annotations, report });
    }
  }
}
