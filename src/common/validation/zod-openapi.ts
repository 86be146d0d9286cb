import { z } from 'zod';

/** A schema for the OpenAPI document, as clients send what it reads. */
export function openApiSchema(schema: z.ZodType): object {
  return z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'input', unrepresentable: 'any' });
}
