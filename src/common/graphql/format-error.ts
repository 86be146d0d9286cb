import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { unwrapResolverError } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { DomainError } from '../errors.js';
import { currentRequest } from '../request-context.js';
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
      return { message: withoutValues(message), path, locations, extensions: { code } };
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

/** How GraphQL quotes a value that it cannot use, and what is left of it. */
const QUOTATIONS: readonly [RegExp, string][] = [
  [/ got invalid value .*( at "[\w.[\]]+"; )/s, ' got an invalid value$1'],
  [/ got invalid value .*; /s, ' got an invalid value; '],
  [/( value): .*$/s, '$1.'],
  [/, found .*$/s, '.'],
];

/** What was sent may be a password, or hold one: it is told what is wrong with it, not what it is. */
function withoutValues(message: string): string {
  return QUOTATIONS.reduce((text, [form, rest]) => text.replace(form, rest), message);
}
