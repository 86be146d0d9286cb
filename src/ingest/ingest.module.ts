import { Module } from '@nestjs/common';
import { Admission } from '../kernel/http/bodies/admission.js';
import { ENV } from '../kernel/environment.js';
import type { Env } from '../config/env.js';
import { CreateSpansService } from './create-spans.service.js';
import { inFlightBytes } from './store/ingest.metrics.js';
import { OtlpController } from './receive/otlp.controller.js';
import { OtlpGrpcServer } from './receive/otlp-grpc.js';
import { RequestBodies } from './receive/request-bodies.js';
import { CreateSpansController } from './receive/rest/create-spans.controller.js';
import { SpanSignal } from './span-signal.js';
import { SpanWritingModule } from './span-writing.module.js';

/**
 * The writing side of OTLP: admits requests, reads and decodes bodies, joins batches, writes, and
 * responds. It has its own connections and no ORM. No other feature imports it.
 */
@Module({
  imports: [SpanWritingModule],
  controllers: [OtlpController, CreateSpansController],
  providers: [
    {
      provide: Admission,
      useFactory: (env: Env) => new Admission(env.ingest.maxInFlightBytes, inFlightBytes),
      inject: [ENV],
    },
    CreateSpansService,
    OtlpGrpcServer,
    RequestBodies,
    SpanSignal,
  ],
})
export class IngestModule {}
