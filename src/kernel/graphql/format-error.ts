import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { unwrapResolverError } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { DomainError } from '../errors/errors.js';
import { currentRequest } from '../http/request-context.js';
import { toDomainError } from '../errors/database-errors.js';

const logger = new Logger('graphql');

/**
 * Adds to every GraphQL error an `extensions.code`. Domain errors and schema violations keep their message.
 * Anything else is logged with a correlation ID and, unless masking is off, replaced by a generic message.
 */
export function formatGraphqlError(mask: boolean) {
  return (formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError => {
    const original = toDomainError(unwrapResolverError(error));
    const { message, path, locations } = formatted;
    if (original instanceof DomainError) {
      const extensions = { ...original.details, code: original.code };
      return { message: original.message, path, locations, extensions };
    }
    const code = formatted.extensions?.['code'];
    if (original instanceof GraphQLError && code !== 'INTERNAL_SERVER_ERROR') {
      return { message: removeValues(message), path, locations, extensions: { code } };
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

/** Parts of such messages that describe only the schema, so they are safe to show. */
const IN_WORDS_OF_SCHEMA =
  /; (Field "\w+" (?:is not defined by|of required) type [^;]*|Expected [\w -]*type "[\w![\]]+" [\w -]+\.)$/;
const MAX_REASON_LENGTH = 500;

/**
 * GraphQL quotes values it cannot use, and a value may be or contain a password. This message says
 * where and what is wrong, but not what was sent.
 */
function removeValues(message: string): string {
  const at = message.indexOf(' got invalid value ');
  if (at < 0) return message.replace(/( value): .*$/s, '$1.').replace(/, found .*$/s, '.');
  const quotation = message.slice(at);
  const path = / at "[\w.[\]]+"(?=; )/.exec(quotation)?.[0] ?? '';
  const reason = IN_WORDS_OF_SCHEMA.exec(quotation.slice(-MAX_REASON_LENGTH))?.[0] ?? '.';
  return `${message.slice(0, at)} got an invalid value${path}${reason}`;
}
