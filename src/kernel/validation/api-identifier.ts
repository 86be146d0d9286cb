import { ApiParam } from '@nestjs/swagger';
import { IDENTIFIER, MAX_IDENTIFIER } from './identifier.js';

/** Documents a parameter of the path that is an identifier. */
export function ApiIdentifier(name: string): MethodDecorator & ClassDecorator {
  const schema = { type: 'string', pattern: IDENTIFIER.source, maxLength: MAX_IDENTIFIER };
  return ApiParam({ name, schema });
}

/**
 * Documents a parameter of the path that is an identifier or the global ID of a row.
 * @param type the type in the ID.
 */
export function ApiIdOrIdentifier(name: string, type: string): MethodDecorator & ClassDecorator {
  const id = `${startOfIds(type)}[A-Za-z0-9+/]+={0,2}`;
  const pattern = `${IDENTIFIER.source}|^${id}$`;
  const schema = { type: 'string', pattern, maxLength: MAX_IDENTIFIER };
  return ApiParam({ name, description: 'Global ID or name.', schema });
}

/** Returns the base64 text that begins all global IDs of a type. */
function startOfIds(type: string): string {
  const start = `${type}:`;
  const wholeDigits = Math.floor((start.length * 8) / 6);
  return Buffer.from(start).toString('base64').slice(0, wholeDigits);
}
