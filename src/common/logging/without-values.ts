import { pino } from 'pino';

/**
 * Where errors of PostgreSQL and TypeORM repeat what was to be stored: parameters, the row that broke
 * a rule, the line of a COPY. It may be what people wrote, or the hash of a password.
 */
const VALUES = ['parameters', 'detail', 'where'];

/** An error as it is logged: message, stack and what the database calls it, but nobody's data. */
export function withoutValues(error: unknown): unknown {
  return strip(pino.stdSerializers.err(error as Error));
}

function strip(serialized: unknown): unknown {
  if (typeof serialized !== 'object' || serialized === null) return serialized;
  for (const [name, value] of Object.entries(serialized)) {
    if (VALUES.includes(name)) Reflect.deleteProperty(serialized, name);
    else if (name === 'driverError' || name === 'aggregateErrors') strip(value);
    else if (Array.isArray(serialized)) strip(value);
  }
  return serialized;
}
