import { randomUUID } from 'node:crypto';
import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Logger,
  NotFoundException,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  DomainError,
  InsufficientStorageError,
  UnauthenticatedError,
  ValidationError,
} from '../errors/errors.js';
import { resourceOf } from './resource.js';
import { getPublicOrigin } from './public-origin.js';
import { currentRequest } from './request-context.js';
import type { KernelEnv } from '../environment.js';
import { isBusy, toDomainError } from '../errors/database-errors.js';
import type { DescribedError, ErrorFormat } from './error-format.js';

/** An entry of Express' router. Its published types lack `match` and `methods`. */
interface RouterLayer {
  route?: { path: string; methods: Record<string, boolean> };
  match(path: string): boolean;
}

/** The end of a route that takes whatever no other handler has, such as that of the web UI. */
const CATCH_ALL = /\*path\}?$/;

/**
 * Renders every error over REST: domain errors as `text/plain`, schema violations as `{"detail":
 * […]}`, unless a format says otherwise for its paths. Unexpected errors are logged with a correlation ID, and the response contains nothing
 * else. GraphQL errors pass through to `formatGraphqlError`.
 */
@Catch()
export class DomainErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('errors');

  constructor(
    private readonly env: Pick<KernelEnv, 'auth' | 'publicUrl' | 'rootUrl' | 'rootPath'>,
    private readonly formats: readonly ErrorFormat[] = [],
  ) {}

  catch(error: unknown, host: ArgumentsHost): unknown {
    if (host.getType<string>() === 'graphql') return error;
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    if (response.headersSent) {
      response.destroy();
      return undefined;
    }
    if (isBusy(error))
      this.logger.warn({ err: error }, 'the database is busy; clients should retry');
    this.render(toDomainError(error), http.getRequest<Request>(), response);
    return undefined;
  }

  private render(error: unknown, request: Request, response: Response): void {
    const format = this.formats.find(({ paths }) => paths.test(request.path));
    if (error instanceof UnauthenticatedError) {
      response.setHeader('WWW-Authenticate', format?.challenge ?? this.challenge(request));
    }
    const described = this.describe(error, request, response);
    const written = format?.write(error, described);
    if (written) {
      response.status(written.status).type(written.contentType).json(written.body);
    } else if (error instanceof ValidationError) {
      response.status(described.status).json({ detail: error.detail });
    } else {
      sendText(response, described);
    }
  }

  /** Also sets the headers that say more. */
  private describe(error: unknown, request: Request, response: Response): DescribedError {
    if (error instanceof DomainError) {
      setRetryAfter(error, response);
      return { status: statusOf(error, request), message: error.message };
    }
    if (error instanceof NotFoundException) return describeNoRoute(request, response);
    if (error instanceof HttpException) {
      return { status: error.getStatus(), message: error.message };
    }
    this.noteUnexpected(error, response);
    return { status: 500, message: 'Internal Server Error' };
  }

  private noteUnexpected(error: unknown, response: Response): void {
    const correlationId = currentRequest()?.requestId ?? randomUUID();
    this.logger.error({ err: error, correlationId }, 'unexpected error');
    response.setHeader('X-Correlation-Id', correlationId);
  }

  /** Names the document that tells applications where to ask for access (RFC 9728, 5.1). */
  private challenge(request: Request): string {
    const challenge = 'Bearer realm="Spandrel"';
    if (!this.env.auth.isEnabled) return challenge;
    const origin = getPublicOrigin(this.env, request);
    const path = resourceOf(request.baseUrl + request.path) === 'mcp' ? '/mcp' : '';
    return `${challenge}, resource_metadata="${origin}/.well-known/oauth-protected-resource${path}"`;
  }
}

/**
 * Describes a request that no handler accepted: 405 if its path exists for other methods, otherwise
 * 404.
 */
function describeNoRoute(request: Request, response: Response): DescribedError {
  const methods = routeMethods(request);
  if (methods.length === 0) return { status: 404, message: 'Not Found' };
  response.setHeader('Allow', methods.join(', '));
  return { status: 405, message: 'Method Not Allowed' };
}

/** Lists the methods that have a handler at the path of a request, in alphabetical order. */
function routeMethods(request: Request): string[] {
  const methods = new Set<string>();
  for (const layer of request.app.router.stack as unknown as RouterLayer[]) {
    if (!layer.route || CATCH_ALL.test(layer.route.path) || !layer.match(request.path)) continue;
    for (const method of Object.keys(layer.route.methods)) methods.add(method.toUpperCase());
  }
  return [...methods].toSorted();
}

/** Exporters send spans again after 503, and drop them after 507 (OTLP, "Retryable Response Codes"). */
function statusOf(error: DomainError, { path }: Request): number {
  const isExport = /^\/v1\/traces\/?$/i.test(path);
  return isExport && error instanceof InsufficientStorageError ? 503 : error.status;
}

function sendText(response: Response, { status, message }: DescribedError): void {
  response.status(status).type('text/plain; charset=utf-8').send(message);
}

function setRetryAfter(error: DomainError, response: Response): void {
  if ('retryAfterSeconds' in error) {
    response.setHeader('Retry-After', String(error.retryAfterSeconds));
  }
}
