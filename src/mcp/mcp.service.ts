import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { z } from 'zod';
import type { IdentifiedRequest } from '../kernel/access/access.js';
import { BadRequestError, DomainError } from '../kernel/errors/errors.js';
import { FailedOperation, Operations } from '../kernel/graphql/operations.js';
import { type AddressedRequest, getPublicOrigin } from '../kernel/http/public-origin.js';
import { currentRequest } from '../kernel/http/request-context.js';
import { ENV } from '../kernel/environment.js';
import type { Env } from '../config/env.js';
import { Links } from './calls/links.js';
import { createMcpServer } from './mcp-server.js';
import type { Call } from './calls/tool.js';

/** A request whose sender is known and whose body was read. */
type McpRequest = IncomingMessage & IdentifiedRequest & AddressedRequest & { body?: unknown };

const WITH_PARAMS = z.looseObject({ params: z.looseObject({}) });

/** Answers messages of the Model Context Protocol as the caller who sent them. */
@Injectable()
export class McpService {
  private readonly logger = new Logger('mcp');

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly operations: Operations,
  ) {}

  /** @throws BadRequestError for several messages at once. */
  async answer(request: McpRequest, response: ServerResponse): Promise<void> {
    if (Array.isArray(request.body)) {
      throw new BadRequestError('Send one JSON-RPC message per request, not a batch.');
    }
    const server = createMcpServer(this.toCall(request, response), (error) => this.describe(error));
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.once('close', () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response, withoutNulls(request.body));
  }

  private toCall(request: McpRequest, response: ServerResponse): Call {
    return {
      graphql: (document, variables = {}) =>
        this.operations.run(document, variables, { req: request, res: response }),
      links: new Links(getPublicOrigin(this.env, request)),
      now: new Date(),
    };
  }

  /** Returns the message of an error, unless it is unexpected: then, only how to find it in the log. */
  private describe(error: unknown): string {
    if (error instanceof DomainError) return error.message;
    if (error instanceof z.ZodError) return z.prettifyError(error);
    if (error instanceof FailedOperation) {
      return error.correlationId === undefined
        ? error.message
        : toReport(error.message, error.correlationId);
    }
    const correlationId = currentRequest()?.requestId ?? randomUUID();
    this.logger.error({ err: error, correlationId }, 'unexpected error');
    return toReport('an unexpected error occurred', correlationId);
  }
}

/**
 * Returns a message without the parameters that are null. Models send null for what they leave out, such
 * as the cursor of a first page, and no tool takes null.
 */
function withoutNulls(message: unknown): unknown {
  const { success, data } = WITH_PARAMS.safeParse(message);
  if (!success) return message;
  const leaveOut = (_name: string, value: unknown): unknown => value ?? undefined;
  return { ...data, params: JSON.parse(JSON.stringify(data.params, leaveOut)) };
}

function toReport(message: string, correlationId: string): string {
  return `${message} (request ID ${correlationId})`;
}
