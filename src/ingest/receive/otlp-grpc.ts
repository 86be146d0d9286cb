import type { Http2Server, IncomingHttpHeaders } from 'node:http2';
import {
  type handleUnaryCall,
  Metadata,
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  type ServerInterceptor,
  type ServerUnaryCall,
  type sendUnaryData,
  setLogger,
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
import {
  assertAccountIsReady,
  assertRole,
  assertScope,
  Authenticator,
  type Identity,
  type Role,
} from '../../kernel/access/access.js';
import { ProjectAccessReader, reachesSomewhere } from '../../kernel/access/project-access.js';
import { StorageLock } from '../../kernel/access/storage-lock.js';
import { readAddress } from '../../kernel/http/address.js';
import { Connections } from '../../kernel/http/connections.js';
import {
  BadRequestError,
  ForbiddenError,
  InsufficientStorageError,
  TooManyRequestsError,
  UnauthenticatedError,
  UnavailableError,
} from '../../kernel/errors/errors.js';
import {
  inRequest,
  type RequestContext,
  chooseRequestId,
} from '../../kernel/http/request-context.js';
import { toDomainError } from '../../kernel/errors/database-errors.js';
import { ListenError } from '../../kernel/http/listen-error.js';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import type { TlsMaterial } from '../../config/tls-env.js';
import { Admission } from '../../kernel/http/bodies/admission.js';
import { MalformedBodyError } from '../decode/errors.js';
import { encodeExportResponse } from '../export-response.js';
import { refusedRequests } from '../store/ingest.metrics.js';
import { chooseProject, readOnlyName } from '../ingestion.js';
import { LogSignal } from '../log-signal.js';
import { MetricSignal } from '../metric-signal.js';
import type { OtlpSignal } from '../otlp-signal.js';
import { retryLater } from './retry-info.js';
import { SpanSignal } from '../span-signal.js';

const PROJECT_NAME = 'x-project-name';

/** The method of each signal. */
const PATHS = {
  traces: '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
  logs: '/opentelemetry.proto.collector.logs.v1.LogsService/Export',
  metrics: '/opentelemetry.proto.collector.metrics.v1.MetricsService/Export',
} as const;

/** The role that each method requires. Methods that are not listed are closed to everyone. */
export const GRPC_ACCESS: Readonly<Record<string, Role>> = {
  [PATHS.traces]: 'MEMBER',
  [PATHS.logs]: 'MEMBER',
  [PATHS.metrics]: 'MEMBER',
};

/** Calls of one connection whose messages may be in memory at the same time. */
const MAX_CONCURRENT_CALLS = 32;

const LISTENER = { what: 'OTLP over gRPC', portVariable: 'SPANDREL_GRPC_PORT' } as const;

type Status = ReturnType<typeof retryLater>;

/** The caller, and the context for the log. */
interface Call {
  caller: Identity;
  context: RequestContext;
}

/** gRPC passes messages on as bytes, because the pipeline decodes them. */
const asIs = (bytes: Buffer): Buffer => bytes;
const SERIALIZATION = {
  requestStream: false,
  responseStream: false,
  requestSerialize: asIs,
  requestDeserialize: asIs,
  responseSerialize: asIs,
  responseDeserialize: asIs,
};

/** OTLP over gRPC: the same pipeline as OTLP over HTTP. Responds after the commit. */
@Injectable()
export class OtlpGrpcServer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('grpc');
  private readonly server: Server;
  /** By their metadata. */
  private readonly calls = new WeakMap<Metadata, Call>();
  private connections: Connections[] = [];
  /** The port that gRPC listens on; 0 before that. */
  port = 0;

  constructor(
    @Inject(ENV) private readonly env: Env,
    spans: SpanSignal,
    logs: LogSignal,
    metrics: MetricSignal,
    private readonly admission: Admission,
    private readonly authenticator: Authenticator,
    private readonly access: ProjectAccessReader,
    private readonly storage: StorageLock,
  ) {
    // The library would write to standard error, such as that no address is left if the port is taken.
    const note = (message: unknown): void => this.logger.debug(message);
    setLogger({ error: note, info: note, debug: note });
    this.server = new Server({
      'grpc.max_receive_message_length': env.ingest.maxInflatedBytes,
      'grpc.max_concurrent_streams': MAX_CONCURRENT_CALLS,
      interceptors: [this.admit],
    });
    this.addService(PATHS.traces, spans);
    this.addService(PATHS.logs, logs);
    this.addService(PATHS.metrics, metrics);
  }

  /** @throws ListenError, for example if the port is taken, which aborts startup. */
  async onApplicationBootstrap(): Promise<void> {
    const { host, grpcPort } = this.env;
    const address = `${host.includes(':') ? `[${host}]` : host}:${grpcPort}`;
    this.port = await new Promise<number>((resolve, reject) => {
      this.server.bindAsync(address, createCredentials(this.env.tls.grpc), (error, port) => {
        if (error) reject(new ListenError({ ...LISTENER, host, port: grpcPort }, error));
        else resolve(port);
      });
    });
    const bound = Reflect.get(this.server, 'http2Servers') as Map<Http2Server, unknown>;
    for (const http2Server of bound.keys()) {
      keepNamesApart(http2Server);
      this.connections.push(new Connections(http2Server, 'stream'));
    }
  }

  /** Ends connections whose peers do not leave when the server stops. */
  endConnections(): void {
    for (const connections of this.connections) connections.end();
  }

  /** Refuses new calls and waits for those that are being stored. */
  async beforeApplicationShutdown(): Promise<void> {
    this.endConnections();
    await new Promise<void>((resolve) => this.server.tryShutdown(() => resolve()));
  }

  /** Checks access and capacity when the headers arrive, before a message is read. */
  private readonly admit: ServerInterceptor = (method, call) =>
    new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, proceed) => {
            const context = readContext(metadata, call.getPeer());
            const admitted = (caller: Identity): void => {
              this.calls.set(metadata, { caller, context });
              proceed(metadata);
            };
            void inRequest(context, () =>
              this.identify(method.path, metadata).then(admitted, (error: unknown) =>
                call.sendStatus(this.toStatus(error)),
              ),
            );
          },
        }),
    });

  /**
   * Identifies the caller first, so that a stranger does not learn whether the server is at
   * capacity.
   */
  private async identify(path: string, metadata: Metadata): Promise<Identity> {
    const required = GRPC_ACCESS[path];
    if (!required) throw new ForbiddenError('No role may perform this operation.');
    const authorization = metadata.get('authorization')[0]?.toString();
    const caller = await this.authenticator.identify({ authorization });
    assertAccountIsReady(caller);
    if (!reachesSomewhere(await this.access.read(caller), required)) assertRole(caller, required);
    assertScope(caller, { acceptsIngestKeys: true, isWrite: true });
    this.storage.assertOpen();
    if (this.admission.isFull) throw new UnavailableError('The server is at capacity.');
    return caller;
  }

  private addService<Encoded>(path: string, signal: OtlpSignal<Encoded>): void {
    const handle: handleUnaryCall<Buffer, Buffer> = (call, callback) => {
      const admitted = this.calls.get(call.metadata);
      if (!admitted) return callback(this.toStatus(new UnauthenticatedError('Invalid token')));
      return void inRequest(admitted.context, () =>
        this.answer(signal, call, admitted.caller, callback),
      );
    };
    const implementation: UntypedServiceImplementation = { Export: handle };
    this.server.addService({ Export: { path, ...SERIALIZATION } }, implementation);
  }

  private async answer<Encoded>(
    signal: OtlpSignal<Encoded>,
    call: ServerUnaryCall<Buffer, Buffer>,
    caller: Identity,
    callback: sendUnaryData<Buffer>,
  ): Promise<void> {
    let response: Buffer;
    try {
      response = await this.export(signal, call.request, call.metadata, caller);
    } catch (error) {
      callback(this.toStatus(error));
      return;
    }
    callback(null, response);
  }

  private async export<Encoded>(
    signal: OtlpSignal<Encoded>,
    message: Buffer,
    metadata: Metadata,
    caller: Identity,
  ): Promise<Buffer> {
    const reservation = this.admission.admit(message.length);
    try {
      const named = readOnlyName(metadata.get(PROJECT_NAME).map(String));
      const project = chooseProject(caller, named);
      const encoded = signal.decode(message, 'protobuf', project);
      reservation.growTo(signal.heldBytesOf(encoded));
      const sender = { protocol: 'grpc', keyId: caller.key?.id ?? null } as const;
      return encodeExportResponse(await signal.store(encoded, caller, sender), 'protobuf');
    } finally {
      reservation.release();
    }
  }

  private toStatus(cause: unknown): Status {
    const error = toDomainError(cause);
    const message = error instanceof Error ? error.message : String(error);
    const answer = (code: status): Status => {
      refusedRequests.inc({ reason: status[code] });
      return { code, details: message, metadata: new Metadata() };
    };
    if (error instanceof UnavailableError || error instanceof TooManyRequestsError) {
      refusedRequests.inc({ reason: error.code });
      return retryLater(message, error.retryAfterSeconds);
    }
    if (error instanceof InsufficientStorageError) {
      refusedRequests.inc({ reason: error.code });
      return retryLater(message, error.retryAfterSeconds, status.UNAVAILABLE);
    }
    if (error instanceof MalformedBodyError || error instanceof BadRequestError) {
      return answer(status.INVALID_ARGUMENT);
    }
    if (error instanceof UnauthenticatedError) return answer(status.UNAUTHENTICATED);
    if (error instanceof ForbiddenError) return answer(status.PERMISSION_DENIED);
    this.logger.error({ err: error }, 'unexpected error');
    return { ...answer(status.INTERNAL), details: 'Internal Server Error' };
  }
}

/**
 * Passes the names of projects on as a list if there are several. Node has joined them with a comma,
 * which is also valid in one name.
 */
function keepNamesApart(server: Http2Server): void {
  server.prependListener(
    'stream',
    (_stream: unknown, headers: IncomingHttpHeaders, _flags: unknown, raw: string[]) => {
      const names = raw.filter((_, at) => at % 2 === 1 && raw[at - 1] === PROJECT_NAME);
      if (names.length > 1) headers[PROJECT_NAME] = names;
    },
  );
}

function readContext(metadata: Metadata, peer: string): RequestContext {
  const text = (key: string): string | undefined => metadata.get(key)[0]?.toString();
  return {
    requestId: chooseRequestId(text('x-request-id')),
    address: readPeerAddress(peer),
    userAgent: text('user-agent') ?? null,
  };
}

/** Returns the peer's address without its port: `ipv4:127.0.0.1:40312` or `ipv6:[::1]:40312`. */
function readPeerAddress(peer: string): string | null {
  return readAddress(/^(?:ipv[46]:)?\[?([^\]]*?)\]?(?::\d+)?$/.exec(peer)?.[1]);
}

function createCredentials(tls: TlsMaterial | null): ServerCredentials {
  if (!tls) return ServerCredentials.createInsecure();
  const { cert, key, clientCa } = tls;
  return ServerCredentials.createSsl(
    clientCa === undefined ? null : Buffer.from(clientCa),
    [{ cert_chain: Buffer.from(cert), private_key: Buffer.from(key) }],
    clientCa !== undefined,
  );
}
