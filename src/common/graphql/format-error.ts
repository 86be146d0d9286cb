import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { unwrapResolverError } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { DomainError } from '../errors.js';
import { currentRequest } from '../request-context.js';
import { isSecretName } from '../secret-names.js';
import { withoutDatabase } from '../unreachable-database.js';

const logger = new Logger('graphql');

/**
 * Gives every GraphQL error an `extensions.code`. Domain errors and violations of the schema show
 * their message; anything else is logged under a correlation id and replaced by a generic text
 * unless masking is off.
 */
export function formatGraphqlError(mask: boolean) {
  return (formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError => {
    const original = withoutDatabase(unwrapResolverError(error));
    const { message, path, locations } = formatted;
    if (original instanceof DomainError) {
      return { message: original.message, path, locations, extensions: { code: original.code } };
    }
    const code = formatted.extensions?.['code'];
    if (original instanceof GraphQLError && code !== 'INTERNAL_SERVER_ERROR') {
      return { message: withoutSecret(message), path, locations, extensions: { code } };
    }
    const correlationId = currentRequest()?.requestId ?? randomUUID();
    logger.error({ err: original, correlationId, path }, 'unexpected error');
    return {
      message: mask ? 'an unexpected error occurred' : message,
      path,
      locations,
      extensions: { code: 'INTERNAL_SERVER_ERROR', correlationId },
    };
  };
}

/** GraphQL quotes variables of the wrong type; those that are secret by their name are not. */
function withoutSecret(message: string): string {
  const at = message.indexOf(' got invalid value ');
  const isNamed = message.split(/\W+/).some(isSecretName);
  return at < 0 || !isNamed ? message : `${message.slice(0, at)} got an invalid value.`;
}
