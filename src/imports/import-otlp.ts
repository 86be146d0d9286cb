import { DomainError } from '../kernel/errors/errors.js';
import type { SpanImporter } from '../spans/span-importer.js';
import type { FileImport } from './file-import.js';
import type { ImportReport } from './import-report.js';
import type { SpanBatches } from './span-batches.js';

/**
 * Imports ExportTraceServiceRequests in JSON, such as an exporter or a collector writes them to files.
 * @param projectName overrides the project that resources name.
 */
export async function importOtlp(
  files: FileImport,
  projectName: string | undefined,
  {
    importer,
    batches,
    report,
  }: { importer: SpanImporter; batches: SpanBatches; report: ImportReport },
): Promise<void> {
  for await (const { bytes, place, cursor } of files.read()) {
    try {
      const ready = importer.readOtlpJson(bytes, projectName);
      const isEmpty = ready.spans.length + ready.rejected.length === 0;
      if (isEmpty && !bytes.includes('"resourceSpans"')) {
        report.refuse('documents', 'The document has no resourceSpans.', place);
      }
      await batches.add(ready, place, cursor);
    } catch (error) {
      if (!(error instanceof DomainError) || error.status !== 422) throw error;
      report.refuse('documents', error.message, place);
    }
  }
  await batches.flush();
}
