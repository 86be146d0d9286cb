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
  ForbiddenError,
  InsufficientStorageError,
  UnauthenticatedError,
  ValidationError,
} from '../errors/errors.js';
import { resourceOf } from './resource.js';
import { getPublicOrigin } from './public-origin.js';
import { currentRequest } from './request-context.js';
import type { KernelEnv } from '../environment.js';
import { isBusy, toDomainError } from '../errors/database-errors.js';
import { toOpenAiError } from '../errors/openai-error.js';

/** An entry of Express' router. Its published types lack `match` and `methods`. */
interface RouterLayer {
  route?: { path: string; methods: Record<string, boolean> };
  match(path: string): boolean;
}

/** The routes of the web UI and of SCIM that match every path. */
const CATCH_ALL = /^\/(scim\/v2\/)?\{?\*/;

/**
 * Renders every error over REST: domain errors as `text/plain`, schema violations as `{"detail":
 * […]}`. Unexpected errors are logged with a correlation ID, and the response contains nothing
 * else. GraphQL errors pass through to `formatGraphqlError`.
 */
@Catch()
export class DomainErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('errors');

  constructor(
    private readonly env: Pick<KernelEnv, 'auth' | 'publicUrl' | 'rootUrl' | 'rootPath'>,
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
    if (isScim(request)) return this.renderScim(error, request, response);
    if (isChat(request) && error instanceof DomainError && !isAboutAccess(error)) {
      setRetryAfter(error, response);
      response.status(error.status).json(toOpenAiError(error.message, error.status));
    } else if (error instanceof ValidationError) {
      response.status(error.status).json({ detail: error.detail });
    } else if (error instanceof DomainError) {
      if (error instanceof UnauthenticatedError) {
        response.setHeader('WWW-Authenticate', this.challenge(request));
      }
      setRetryAfter(error, response);
      sendText(response, statusOf(error, request), error.message);
    } else if (error instanceof NotFoundException) {
      sendText(response, ...describeNoRoute(request, response));
    } else if (error instanceof HttpException) {
      sendText(response, error.getStatus(), error.message);
    } else {
      this.noteUnexpected(error, response);
      sendText(response, 500, 'Internal Server Error');
    }
  }

  /** SCIM has its own form of errors, which clients read (RFC 7644, 3.12). */
  private renderScim(error: unknown, request: Request, response: Response): void {
    if (error instanceof ValidationError)
      return sendScim(response, 400, error.message, 'invalidValue');
    if (error instanceof DomainError) {
      if (error instanceof UnauthenticatedError) {
        response.setHeader('WWW-Authenticate', 'Bearer realm="Spandrel SCIM"');
      }
      setRetryAfter(error, response);
      const scimType = 'scimType' in error ? String(error.scimType) : undefined;
      return sendScim(response, error.status, error.message, scimType);
    }
    if (error instanceof NotFoundException) {
      return sendScim(response, ...describeNoRoute(request, response));
    }
    if (error instanceof HttpException) return sendScim(response, error.getStatus(), error.message);
    this.noteUnexpected(error, response);
    sendScim(response, 500, 'Internal Server Error');
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
function describeNoRoute(request: Request, response: Response): [status: number, message: string] {
  const methods = routeMethods(request);
  if (methods.length === 0) return [404, 'Not Found'];
  response.setHeader('Allow', methods.join(', '));
  return [405, 'Method Not Allowed'];
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

function sendText(response: Response, status: number, message: string): void {
  response.status(status).type('text/plain; charset=utf-8').send(message);
}

function setRetryAfter(error: DomainError, response: Response): void {
  if ('retryAfterSeconds' in error) {
    response.setHeader('Retry-After', String(error.retryAfterSeconds));
  }
}

/** Chats answer as OpenAI does, also to what is refused before their controller is asked. */
function isChat({ path }: Request): boolean {
  return /^\/v1\/chat\//i.test(path);
}

function isAboutAccess(error: DomainError): boolean {
  return error instanceof UnauthenticatedError || error instanceof ForbiddenError;
}

function isScim({ path }: Request): boolean {
  return /^\/scim\//i.test(path);
}

function sendScim(response: Response, status: number, detail: string, scimType?: string): void {
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:Error'];
  response
    .status(status)
    .type('application/scim+json')
    .json({ schemas, status: String(status), ...(scimType && { scimType }), detail });
}
