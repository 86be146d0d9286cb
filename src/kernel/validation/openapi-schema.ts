import type { OpenAPIObject, SwaggerDocumentOptions } from '@nestjs/swagger';
import { z } from 'zod';

/** Converts the input side of a schema for the OpenAPI document. */
export function openApiSchema(schema: z.ZodType): object {
  return z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'input', unrepresentable: 'any' });
}

/**
 * How `@nestjs/swagger` documents a body or query that a controller reads with `{ schema }`. A schema
 * with an id, `.meta({ id: 'CreateProjectRequest' })`, becomes a component of that name.
 */
export const toOpenApi: NonNullable<SwaggerDocumentOptions['standardSchemaConverter']> = (
  schema,
) => {
  if (!(schema instanceof z.ZodType)) return undefined;
  const { definitions = {}, ...document } = openApiSchema(schema) as {
    definitions?: Record<string, object>;
  };
  return { schema: document, components: definitions };
};

/**
 * Moves from the schemas of parameters to the parameters that they are deprecated. Removes the descriptions
 * there, which `@nestjs/swagger` has copied.
 */
export function describeParameters(document: OpenAPIObject): OpenAPIObject {
  for (const { get, put, post, patch, delete: remove } of Object.values(document.paths)) {
    const operations = [get, put, post, patch, remove].filter((found) => found !== undefined);
    for (const parameter of operations.flatMap(({ parameters }) => parameters ?? [])) {
      if (!('schema' in parameter) || !parameter.schema || '$ref' in parameter.schema) continue;
      const { description: _, deprecated, ...schema } = parameter.schema;
      parameter.schema = schema;
      if (deprecated === true) parameter.deprecated = true;
    }
  }
  return document;
}
