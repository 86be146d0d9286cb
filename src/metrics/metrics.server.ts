import { createServer, type Server } from 'node:http';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { collectDefaultMetrics, register, Registry } from 'prom-client';
import { ListenError } from '../kernel/http/listen-error.js';
import { ENV } from '../kernel/environment.js';
import type { Env } from '../config/env.js';

const LISTENER = { what: 'The metrics', portVariable: 'SPANDREL_PROMETHEUS_PORT' } as const;

/**
 * Serves `GET /metrics` in the Prometheus text format. Uses a separate port on the same address as
 * the API, because it has no authentication.
 */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(MetricsServer.name);
  private server: Server | undefined;

  constructor(@Inject(ENV) private readonly env: Env) {}

  async onApplicationBootstrap(): Promise<void> {
    const { prometheusPort, host } = this.env;
    if (prometheusPort === undefined) return;
    const processMetrics = new Registry();
    collectDefaultMetrics({ register: processMetrics });
    const metrics = Registry.merge([register, processMetrics]);
    const server = createServer((request, response) => {
      if (request.method !== 'GET' || request.url !== '/metrics') {
        response.writeHead(404).end();
        return;
      }
      void metrics.metrics().then((text) => {
        response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text);
      });
    });
    await new Promise<void>((resolve, reject) => {
      const listener = { ...LISTENER, host, port: prometheusPort };
      server.once('error', (error) => reject(new ListenError(listener, error)));
      server.listen(prometheusPort, host, resolve);
    });
    this.server = server;
    this.logger.log(`Metrics at http://${host}:${prometheusPort}/metrics`);
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }
}
