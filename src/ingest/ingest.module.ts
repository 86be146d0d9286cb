import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type pg from 'pg';
import { SpanRecorder } from '../common/spans/span-recorder.js';
import { ENV } from '../config/config.module.js';
import type { Env } from '../config/env.js';
import { DatabaseActivity } from '../database/database-activity.js';
import { Admission } from './admission.js';
import { CreateSpansService } from './create-spans.service.js';
import { ForeignSpans } from './foreign-spans.js';
import { createIngestPool, INGEST_POOL } from './ingest-pool.js';
import { IngestionErrors } from './ingestion-errors.js';
import { Ingestion } from './ingestion.js';
import { OtlpController } from './otlp.controller.js';
import { OtlpGrpcServer } from './otlp-grpc.js';
import { PgSpanWriter } from './pg-span-writer.js';
import { RecordedSpans } from './recorded-spans.js';
import { RequestBodies } from './request-bodies.js';
import { CreateSpansController } from './rest/create-spans.controller.js';
import { BATCH_LIMITS, SpanBuffer } from './span-buffer.js';
import { SPAN_WRITER, type SpanWriter } from './span-writer.js';

/**
 * The writing side of OTLP: admits requests, reads and decodes bodies, joins batches, writes, and
 * responds. It has its own connections and no ORM. No other feature imports it; those that record spans of their own work
 * inject `SpanRecorder`.
 */
@Global()
@Module({
  controllers: [OtlpController, CreateSpansController],
  providers: [
    { provide: INGEST_POOL, useFactory: createIngestPool, inject: [ENV, DatabaseActivity] },
    { provide: SPAN_WRITER, useClass: PgSpanWriter },
    {
      provide: Admission,
      useFactory: (env: Env) => new Admission(env.ingest.maxInFlightBytes),
      inject: [ENV],
    },
    {
      provide: SpanBuffer,
      useFactory: (env: Env, writer: SpanWriter, errors: IngestionErrors) =>
        new SpanBuffer(writer, errors, { ...BATCH_LIMITS, writers: env.ingest.writers }),
      inject: [ENV, SPAN_WRITER, IngestionErrors],
    },
    CreateSpansService,
    ForeignSpans,
    Ingestion,
    IngestionErrors,
    OtlpGrpcServer,
    RecordedSpans,
    { provide: SpanRecorder, useExisting: RecordedSpans },
    RequestBodies,
  ],
  exports: [SpanRecorder],
})
export class IngestModule implements OnApplicationShutdown {
  constructor(
    private readonly buffer: SpanBuffer,
    @Inject(INGEST_POOL) private readonly pool: pg.Pool,
  ) {}

  /** Runs after every listener is closed, when nothing more can be added. */
  async onApplicationShutdown(): Promise<void> {
    await this.buffer.drain();
    await this.pool.end();
  }
}
