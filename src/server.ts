import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { AnnotationConfigsService } from './annotations/configs/annotation-configs.service.js';
import { AppModule } from './app.module.js';
import { configure } from './bootstrap.js';
import { ListenError } from './kernel/http/listen-error.js';
import { Connections } from './kernel/http/connections.js';
import { NestLogger } from './kernel/logging/nest-logger.js';
import type { Env } from './config/env.js';
import { BackgroundLoops } from './database/background-loops.js';
import { prepareDatabase } from './database/migrate.js';
import { NewerDatabaseError } from './database/migration-error.js';
import { EvaluatorsService } from './evaluators/evaluators.service.js';
import { HealthService } from './health/health.service.js';
import { HttpAdapter } from './http/http-adapter.js';
import { OtlpGrpcServer } from './ingest/receive/otlp-grpc.js';
import { JobQueueService } from './job-queue/job-queue.service.js';
import { BuiltInModelsService } from './models/built-in-models.service.js';
import { RetentionPoliciesService } from './retention/retention-policies.service.js';
import { SealRotationService } from './sealing/seal-rotation.service.js';
import { BuiltInUsersService } from './users/built-in-users.service.js';

/** How often idle connections are closed while the server stops. */
const IDLE_CHECK_MS = 50;

/** How long the parts of a server may take to stop. Connections and work in the background take less. */
const STOP_MS = 26_000;

export interface RunningServer {
  app: NestExpressApplication;
  /** Port that HTTP listens on. */
  port: number;
  /** Port that OTLP over gRPC listens on. */
  grpcPort: number;
  /**
   * Announces the stop at `/readyz` for as long as configured. Then stops accepting requests, stores
   * those already accepted, and closes the database connections. Takes less than 30 seconds from then
   * on, whatever clients, providers and the database do.
   */
  stop(): Promise<void>;
}

/** Creates the application without touching the database or a port. */
export function createApp(
  env: Env & { databaseUrl: string },
  log: Logger,
): Promise<NestExpressApplication> {
  return NestFactory.create<NestExpressApplication>(
    AppModule.forRoot(env),
    new HttpAdapter(env.tls.http),
    {
      logger: new NestLogger(log),
      bodyParser: false,
      abortOnError: false,
      // Lets the web UI handle every GET that no other route matches, whatever the module order.
      routeResolutionStrategy: 'specificity',
      routeConflictPolicy: { duplicate: 'error' },
    },
  );
}

/**
 * Starts a server on a database: first runs migrations, then starts every listener.
 * @param showFirstPassword gets the default administrator's password if this start generated it.
 * @param signal interrupts migrations, which the next start goes on with.
 * @throws if the database cannot be reached, and ListenError if a port is taken. Nothing is left
 *   running then.
 */
export async function startServer(
  env: Env & { databaseUrl: string },
  log: Logger,
  showFirstPassword: (password: string) => void = () => undefined,
  signal: AbortSignal = new AbortController().signal,
): Promise<RunningServer> {
  const app = await createApp(env, log);
  configure(app, env);
  const connections = new Connections(app.getHttpServer(), 'request');
  const close = async (): Promise<void> => {
    connections.end();
    app.get(OtlpGrpcServer).endConnections();
    const giveUp = new AbortController();
    const patience = sleep(STOP_MS, 'late', giveUp).catch(() => 'in time');
    const closed = app.close().finally(() => giveUp.abort());
    if ((await Promise.race([closed, patience])) !== 'late') return closed;
    closed.catch(() => undefined);
    log.warn(`Something has not stopped within ${STOP_MS / 1000} seconds: ending without it`);
  };
  let newer: string | null = null;
  try {
    newer = await prepareDatabase(app, env, log, signal);
    const firstPassword = await app.get(BuiltInUsersService).ensure();
    // Show it before anything else can fail, because it is not stored anywhere.
    if (firstPassword !== null) showFirstPassword(firstPassword);
    await app.get(AnnotationConfigsService).createBuiltIn();
    await app.get(EvaluatorsService).createBuiltIn();
    await app.get(BuiltInModelsService).synchronize();
    await app.get(RetentionPoliciesService).applySettings();
    await app.get(SealRotationService).rotate();
    await app.get(JobQueueService).start();
    await listen(app, env);
    app.get(BackgroundLoops).start();
  } catch (error) {
    await close();
    if (newer === null || error instanceof ListenError) throw error;
    throw new NewerDatabaseError(newer, error as Error);
  }
  const address = app.getHttpServer().address() as { port: number };
  return {
    app,
    port: address.port,
    grpcPort: app.get(OtlpGrpcServer).port,
    stop: async () => {
      app.get(HealthService, { strict: false }).announceStop();
      const closeIdle = endKeepAlive(app.getHttpServer());
      if (env.shutdownDelayMs > 0) await sleep(env.shutdownDelayMs);
      closeIdle();
      await close();
    },
  };
}

async function listen(app: NestExpressApplication, { host, port }: Env): Promise<void> {
  // Starts the other listeners, which name their own ports.
  await app.init();
  const server = app.getHttpServer();
  try {
    // Unlike `app.listen`, does not also log a failure.
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const listener = { what: 'The server', host, port, portVariable: 'SPANDREL_PORT' } as const;
    throw new ListenError(listener, error as Error);
  }
}

/**
 * Ends each connection after its current response. Otherwise, a busy sender could keep its connection,
 * and the server, alive forever.
 * @returns a function that also closes idle connections from then on. Their clients may be about to
 * send a request, so this comes last.
 */
function endKeepAlive(server: Server): () => void {
  server.prependListener('request', (_request, response) => {
    response.setHeader('Connection', 'close');
  });
  return () => {
    const timer = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS).unref();
    server.once('close', () => clearInterval(timer));
  };
}
