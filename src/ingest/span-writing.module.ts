import { Global, Inject, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { OpenedDatabase } from '../database/opened-database.js';
import type pg from 'pg';
import { SpanImporter } from '../spans/span-importer.js';
import { SpanRecorder } from '../spans/span-recorder.js';
import { SpanResender } from '../spans/span-resender.js';
import { ENV } from '../kernel/environment.js';
import type { Env } from '../config/env.js';
import { DatabaseActivity } from '../database/database-activity.js';
import { MasksModule } from '../masking/masks.module.js';
import { ExporterHealth } from './admit/exporter-health.js';
import { ForeignSpans } from './admit/foreign-spans.js';
import { ImportedSpans } from './imported-spans.js';
import { createIngestPool, INGEST_POOL } from './store/ingest-pool.js';
import { IngestionErrors } from './admit/ingestion-errors.js';
import { Ingestion } from './ingestion.js';
import { EventJoiner } from './store/joining/event-joiner.service.js';
import { WaitingEvents } from './store/waiting-events.js';
import { LogSignal } from './log-signal.js';
import { LogWriter } from './store/logs/log-writer.js';
import { MetricSignal } from './metric-signal.js';
import { MetricWriter } from './store/metrics/metric-writer.js';
import { PayloadPacking } from './store/payload-packing.service.js';
import { PgSpanWriter } from './store/pg-span-writer.js';
import { RecordedSpans } from './recorded-spans.js';
import { ResentSpans } from './resent-spans.js';
import { BATCH_LIMITS, SpanBuffer } from './store/span-buffer.js';
import { SPAN_WRITER, type SpanWriter } from './store/span-writer.js';

/**
 * Decodes and writes spans, without listening for any. Other features inject `SpanRecorder` for spans of
 * their own work, and `SpanImporter` for those of other products.
 */
@Global()
@Module({
  imports: [MasksModule],
  providers: [
    {
      provide: INGEST_POOL,
      useFactory: createIngestPool,
      inject: [ENV, DatabaseActivity, OpenedDatabase],
    },
    { provide: SPAN_WRITER, useClass: PgSpanWriter },
    {
      provide: SpanBuffer,
      useFactory: (env: Env, writer: SpanWriter, errors: IngestionErrors) =>
        new SpanBuffer(writer, errors, { ...BATCH_LIMITS, writers: env.ingest.writers }),
      inject: [ENV, SPAN_WRITER, IngestionErrors],
    },
    ExporterHealth,
    ForeignSpans,
    PayloadPacking,
    Ingestion,
    IngestionErrors,
    LogSignal,
    LogWriter,
    MetricSignal,
    MetricWriter,
    EventJoiner,
    WaitingEvents,
    { provide: SpanRecorder, useClass: RecordedSpans },
    { provide: SpanImporter, useClass: ImportedSpans },
    { provide: SpanResender, useClass: ResentSpans },
  ],
  exports: [
    INGEST_POOL,
    Ingestion,
    LogSignal,
    MasksModule,
    MetricSignal,
    SpanImporter,
    SpanRecorder,
    SpanResender,
  ],
})
export class SpanWritingModule implements OnApplicationShutdown {
  constructor(
    private readonly buffer: SpanBuffer,
    private readonly logs: LogSignal,
    private readonly metrics: MetricSignal,
    private readonly exporters: ExporterHealth,
    @Inject(INGEST_POOL) private readonly pool: pg.Pool,
  ) {}

  /** Runs after every listener is closed, when nothing more can be added. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.buffer.drain(), this.logs.drain(), this.metrics.drain()]);
    await this.exporters.flush().catch((error: unknown) => {
      new Logger('ingest').warn({ err: error }, 'what exporters sent last cannot be counted');
    });
    await this.pool.end();
  }
}
