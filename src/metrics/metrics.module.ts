import { Module } from '@nestjs/common';
import { MetricsServer } from './metrics.server.js';

/** Prometheus metrics on a separate port, if one is configured. */
@Module({ providers: [MetricsServer] })
export class MetricsModule {}
