import { Module } from '@nestjs/common';
import { MetricsServer } from './metrics.server.js';

/** Prometheus metrics on a port of their own, when they are asked for. */
@Module({ providers: [MetricsServer] })
export class MetricsModule {}
