import { CustomScalar, Scalar } from '@nestjs/graphql';
import { GraphQLError, GraphQLFloat, GraphQLScalarType, Kind, type ValueNode } from 'graphql';
import { isRawNumber, numberValue } from '../json/json.js';
import { DomainError } from '../errors/errors.js';
import { IDENTIFIER, isIdentifier } from '../validation/identifier.js';
import { formatMicros, parseTime } from '../time/time.js';
import { readJsonLiteral } from './json-literal.js';

/** ISO 8601, returned in UTC with up to microseconds; inputs without an offset are UTC. */
@Scalar('DateTime')
export class DateTimeScalar implements CustomScalar<string, string> {
  readonly description =
    'ISO 8601 date and time. Returned in UTC with up to six fractional digits. Inputs without an offset are UTC.';

  parseValue(value: unknown): string {
    const parsed = typeof value === 'string' ? parseTime(value) : null;
    if (!parsed)
      throw new DomainError('BAD_USER_INPUT', `"${String(value)}" is not a valid date and time.`);
    return formatMicros(parsed.micros);
  }

  parseLiteral(node: ValueNode): string {
    return this.parseValue(node.kind === Kind.STRING ? node.value : undefined);
  }

  serialize(value: unknown): string {
    return value instanceof Date ? formatMicros(BigInt(value.getTime()) * 1000n) : String(value);
  }
}

const parseFloatValue = GraphQLFloat.parseValue;

/** Lets `Float` accept integers beyond 2^53 in variables, which are parsed as `RawNumber`s. */
GraphQLFloat.parseValue = (value) =>
  parseFloatValue(isRawNumber(value) ? numberValue(value) : value);

/** A scalar for any JSON value. */
export const JsonScalar = new GraphQLScalarType({
  name: 'JSON',
  description: 'Any JSON value.',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: readJsonLiteral,
});

/** A name that can be used in URLs and code. */
export const IdentifierScalar = new GraphQLScalarType({
  name: 'Identifier',
  description: `A name of the form \`${IDENTIFIER.source}\`.`,
  serialize: (value) => value,
  parseValue: readIdentifier,
  parseLiteral: (node) => readIdentifier(node.kind === Kind.STRING ? node.value : undefined),
});

function readIdentifier(value: unknown): string {
  if (typeof value === 'string' && isIdentifier(value)) return value;
  // `formatGraphqlError` passes exactly this text.
  throw new GraphQLError('Expected value of type "Identifier" such as my-name_2.');
}
