import type { ServerResponse } from 'node:http';
import { ApolloDriver } from '@nestjs/apollo';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { GraphQLModule } from '@nestjs/graphql';
import type { IdentifiedRequest } from '../access/access.js';
import { graphqlContext } from './context.js';

/** The request that causes an operation. Its identity decides what the operation may do. */
export interface OperationCause {
  req: IdentifiedRequest;
  res: ServerResponse;
}

/** An operation that failed, with a message that its caller may read. */
export class FailedOperation extends Error {
  override readonly name = 'FailedOperation';

  constructor(
    message: string,
    readonly code: string,
    /** Finds the log line of an unexpected error. */
    readonly correlationId: string | undefined,
  ) {
    super(message);
  }
}

/**
 * Runs GraphQL operations for another transport, with the roles, limits and messages of
 * `/graphql`.
 */
@Injectable()
export class Operations {
  constructor(private readonly modules: ModuleRef) {}

  /**
   * @returns the data of an operation that succeeded as a whole.
   * @throws FailedOperation with the first error.
   */
  async run<T>(query: string, variables: Record<string, unknown>, cause: OperationCause) {
    const { graphQlAdapter } = this.modules.get<GraphQLModule<ApolloDriver>>(GraphQLModule, {
      strict: false,
    });
    const { body } = await graphQlAdapter.instance.executeOperation(
      { query, variables },
      { contextValue: graphqlContext(cause) },
    );
    // Only `@defer` and `@stream`, which the schema does not have, answer in parts.
    if (body.kind !== 'single') throw new Error('An operation was answered in parts.');
    const { data, errors } = body.singleResult;
    const [error] = errors ?? [];
    if (error) {
      const { code, correlationId } = error.extensions ?? {};
      throw new FailedOperation(
        error.message,
        String(code),
        typeof correlationId === 'string' ? correlationId : undefined,
      );
    }
    return data as T;
  }
}
