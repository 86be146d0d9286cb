import {
  type handleUnaryCall,
  Metadata,
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  type ServerInterceptor,
  type ServerUnaryCall,
  type sendUnaryData,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { ANONYMOUS, assertRole, type Role } from '../common/access.js';
import { ForbiddenError, UnauthenticatedError, UnavailableError } from '../common/errors.js';
import { ENV } from '../config/config.module.js';
import type { Env } from '../config/env.js';
import { Admission } from './admission.js';
import { MalformedBodyError } from './decode/errors.js';
import { exportResponse } from './export-response.js';
import { refusedRequests } from './ingest.metrics.js';
import { Ingestion } from './ingestion.js';
import { retryLater } from './retry-info.js';

const EXPORT_PATH = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';

/** The least role for each method; what is not named here is refused to everyone. */
export const GRPC_ACCESS: Readonly<Record<string, Role>> = { [EXPORT_PATH]: 'MEMBER' };

/** A call whose messages may be in memory at the same time, for each connection. */
const MAX_CONCURRENT_CALLS = 32;

/** How long calls that are being stored may keep the server from stopping. */
const STOP_MS = 30_000;

type Status = ReturnType<typeof retryLater>;

/** Messages stay bytes: the pipeline decodes them, not gRPC. */
const asIs = (bytes: Buffer): Buffer => bytes;
const SERVICE = {
  Export: {
    path: EXPORT_PATH,
    requestStream: false,
    responseStream: false,
    requestSerialize: asIs,
    requestDeserialize: asIs,
    responseSerialize: asIs,
    responseDeserialize: asIs,
  },
};

/** OTLP over gRPC: the same pipeline as OTLP over HTTP, answered after the commit. */
@Injectable()
export class OtlpGrpcServer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('grpc');
  private readonly server: Server;
  /** Port that gRPC listens on; 0 until it does. */
  port = 0;

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly ingestion: Ingestion,
    private readonly admission: Admission,
  ) {
    this.server = new Server({
      'grpc.max_receive_message_length': env.ingest.maxInflatedBytes,
      'grpc.max_concurrent_streams': MAX_CONCURRENT_CALLS,
      interceptors: [this.admit],
    });
    const implementation: UntypedServiceImplementation = { Export: this.export };
    this.server.addService(SERVICE, implementation);
  }

  /** @throws when the port is taken, which stops the start. */
  async onApplicationBootstrap(): Promise<void> {
    const { host, grpcPort } = this.env;
    const address = `${host.includes(':') ? `[${host}]` : host}:${grpcPort}`;
    this.port = await new Promise<number>((resolve, reject) => {
      this.server.bindAsync(address, ServerCredentials.createInsecure(), (error, port) => {
        if (error)
          reject(new Error(`OTLP over gRPC cannot listen on ${address}: ${error.message}`));
        else resolve(port);
      });
    });
  }

  /** Takes no more calls and waits for those being stored. */
  async beforeApplicationShutdown(): Promise<void> {
    const forced = setTimeout(() => this.server.forceShutdown(), STOP_MS).unref();
    await new Promise<void>((resolve) => this.server.tryShutdown(() => resolve()));
    clearTimeout(forced);
  }

  /** Access and room are checked on the headers, before a message is read. */
  private readonly admit: ServerInterceptor = (method, call) =>
    new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, proceed) => {
            try {
              const required = GRPC_ACCESS[method.path];
              if (!required) throw new ForbiddenError('This operation is open to nobody.');
              assertRole(ANONYMOUS, required);
              if (this.admission.isFull) throw new UnavailableError('The server is full.');
              proceed(metadata);
            } catch (error) {
              call.sendStatus(this.statusOf(error));
            }
          },
        }),
    });

  private readonly export: handleUnaryCall<Buffer, Buffer> = (call, callback) => {
    void this.answer(call, callback);
  };

  private async answer(
    call: ServerUnaryCall<Buffer, Buffer>,
    callback: sendUnaryData<Buffer>,
  ): Promise<void> {
    let response: Buffer;
    try {
      response = await this.exportSpans(call.request, call.metadata);
    } catch (error) {
      callback(this.statusOf(error));
      return;
    }
    callback(null, response);
  }

  private async exportSpans(message: Buffer, metadata: Metadata): Promise<Buffer> {
    const reservation = this.admission.admit(message.length);
    try {
      const project = metadata.get('x-project-name')[0]?.toString();
      const encoded = this.ingestion.decode(message, 'protobuf', project);
      return exportResponse(await this.ingestion.store(encoded), 'protobuf');
    } finally {
      reservation.release();
    }
  }

  private statusOf(error: unknown): Status {
    const message = error instanceof Error ? error.message : String(error);
    const answer = (code: status): Status => {
      refusedRequests.inc({ reason: status[code] });
      return { code, details: message, metadata: new Metadata() };
    };
    if (error instanceof UnavailableError) {
      refusedRequests.inc({ reason: 'UNAVAILABLE' });
      return retryLater(message, error.retryAfterSeconds);
    }
    if (error instanceof MalformedBodyError) return answer(status.INVALID_ARGUMENT);
    if (error instanceof UnauthenticatedError) return answer(status.UNAUTHENTICATED);
    if (error instanceof ForbiddenError) return answer(status.PERMISSION_DENIED);
    this.logger.error({ err: error }, 'unexpected error');
    return { ...answer(status.INTERNAL), details: 'Internal Server Error' };
  }
}
