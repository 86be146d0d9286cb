import type { ServerResponse } from 'node:http';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import {
  createSourceEventStream,
  type DocumentNode,
  execute,
  type ExecutionArgs,
  type ExecutionResult,
  getOperationAST,
  GraphQLError,
  type GraphQLFormattedError,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { ENV } from '../../environment.js';
import type { KernelEnv } from '../../environment.js';
import { Authenticator, type IdentifiedRequest } from '../../access/access.js';
import { identifyRequest } from '../../access/identify-request.js';
import { ProjectAccessReader } from '../../access/project-access.js';
import { isJsonObject } from '../../json/json.js';
import { inRequest, type RequestContext } from '../../http/request-context.js';
import { graphqlContext } from '../context.js';
import { DOCUMENT_RULES, MAX_TOKENS } from '../document-rules.js';
import { formatGraphqlError } from '../format-error.js';
import { assertFewSelections } from '../selections.js';
import { abortable } from './abortable.js';
import { toEventDocument } from './event-document.js';

/** An operation as clients send it, before any check. */
export interface SentOperation {
  query?: unknown;
  variables?: unknown;
  operationName?: unknown;
}

/** The request that opened a stream or socket. */
export interface Opener {
  request: IdentifiedRequest;
  response: ServerResponse;
  /** Where log lines and audit events of the subscription come from. */
  origin: RequestContext | undefined;
}

/** A subscription that passed every check. */
export interface Subscription extends ExecutionArgs, Opener {
  /** With which each event is executed. */
  eventDocument: DocumentNode;
}

/** A document that passed every check. */
type CheckedDocument = Pick<Subscription, 'document' | 'eventDocument'>;

/** Documents to remember, and their characters. Clients send the same few again and again. */
const MAX_DOCUMENTS = 100;
const MAX_REMEMBERED = 20_000;

/** The result of a subscription for one event. */
export interface EventResult {
  data?: ExecutionResult['data'];
  errors?: readonly GraphQLFormattedError[];
}

/** An operation that cannot be executed, with errors as clients see them. */
export class RefusedOperation extends Error {
  constructor(readonly errors: readonly GraphQLFormattedError[]) {
    super('The operation was refused.');
  }
}

/**
 * Executes subscriptions, for every transport. Their documents have the limits of all others, and
 * the work of each event is counted separately.
 */
@Injectable()
export class Subscriptions implements BeforeApplicationShutdown {
  private readonly format;
  /** The checks of a document take longer than most events, and their result never changes. */
  private readonly remembered = new LRUCache<string, CheckedDocument>({ max: MAX_DOCUMENTS });
  private readonly stopping = new AbortController();

  constructor(
    private readonly host: GraphQLSchemaHost,
    private readonly authenticator: Authenticator,
    private readonly projects: ProjectAccessReader,
    @Inject(ENV) env: KernelEnv,
  ) {
    this.format = formatGraphqlError(env.maskInternalErrors);
  }

  /**
   * Identifies the sender, again for each subscription of a socket, and checks the document.
   * @throws RefusedOperation
   */
  async prepare(
    sent: SentOperation,
    { request: opening, response, origin }: Opener,
  ): Promise<Subscription> {
    try {
      const { method = 'GET', headers } = opening;
      const request: IdentifiedRequest = { method, headers };
      const own = origin && { ...origin };
      const { authenticator, projects } = this;
      const identify = () => identifyRequest(request, { authenticator, projects });
      await (own ? inRequest(own, identify) : identify());
      const opener = { request, response, origin: own };
      return { schema: this.host.schema, ...opener, ...this.read(sent) };
    } catch (error) {
      throw new RefusedOperation([this.toFormatted(error)]);
    }
  }

  /** Yields a result for each event until the subscription ends, or the reader leaves or loses access. */
  stream(subscription: Subscription): AsyncGenerator<EventResult, void> {
    return abortable((signal) =>
      this.execute(subscription, AbortSignal.any([signal, this.stopping.signal])),
    );
  }

  /** Ends every stream, so that their connections can close. */
  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  private async *execute(
    subscription: Subscription,
    signal: AbortSignal,
  ): AsyncGenerator<EventResult, void> {
    const { request: req, response: res, origin, eventDocument, ...args } = subscription;
    const run = <T>(step: (args: ExecutionArgs) => T): T =>
      inOrigin(origin, () => step({ ...args, contextValue: graphqlContext({ req, res }) }));
    const source = await run(createSourceEventStream);
    if (!(Symbol.asyncIterator in source)) {
      yield this.toResult(source);
      return;
    }
    const events = source[Symbol.asyncIterator]() as AsyncGenerator<unknown, void>;
    const leave = () => void events.return();
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
    try {
      for await (const rootValue of events) {
        await req.assertAccess!();
        yield this.toResult(
          await run((each) => execute({ ...each, document: eventDocument, rootValue })),
        );
      }
    } catch (error) {
      yield { errors: [this.toFormatted(error)] };
    }
  }

  /** @throws RefusedOperation, GraphQLError */
  private read({ query, variables, operationName }: SentOperation) {
    if (typeof query !== 'string') throw badRequest('The request has no query.');
    if (operationName != null && typeof operationName !== 'string') {
      throw badRequest('operationName must be a string.');
    }
    if (variables != null && !isJsonObject(variables)) {
      throw badRequest('variables must be an object.');
    }
    const key = JSON.stringify([operationName, query]);
    const checked = this.remembered.get(key) ?? this.check(query, operationName);
    if (query.length <= MAX_REMEMBERED) this.remembered.set(key, checked);
    return { ...checked, operationName, variableValues: variables };
  }

  /** @throws RefusedOperation, GraphQLError */
  private check(query: string, operationName: string | null | undefined): CheckedDocument {
    const document = parse(query, { maxTokens: MAX_TOKENS });
    const [error] = validate(this.host.schema, document, [...specifiedRules, ...DOCUMENT_RULES]);
    if (error) throw error;
    const operation = getOperationAST(document, operationName);
    if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) {
      throw badRequest('Only subscriptions can be streamed. Send queries and mutations as JSON.');
    }
    assertFewSelections(document, operation.selectionSet);
    return { document, eventDocument: toEventDocument(document, operation) };
  }

  private toResult({ data, errors }: ExecutionResult): EventResult {
    return {
      ...(data !== undefined && { data }),
      ...(errors && { errors: errors.map((error) => this.format(error.toJSON(), error)) }),
    };
  }

  private toFormatted(error: unknown): GraphQLFormattedError {
    if (error instanceof GraphQLError) {
      const formatted = this.format(error.toJSON(), error);
      const code = error.extensions['code'] ?? 'GRAPHQL_VALIDATION_FAILED';
      return { ...formatted, extensions: { code } };
    }
    const message = error instanceof Error ? error.message : String(error);
    return this.format({ message }, error);
  }
}

function inOrigin<T>(origin: RequestContext | undefined, work: () => T): T {
  // A copy, because the work of an operation belongs to its own context.
  return origin ? inRequest({ ...origin }, work) : work();
}

function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } });
}
