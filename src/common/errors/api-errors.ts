import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';

/** Documents the plain-text errors of an endpoint by status. */
export function ApiTextErrors(errors: Record<number, string>): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ...Object.entries(errors).map(([status, description]) =>
      ApiResponse({
        status: Number(status),
        description,
        content: { 'text/plain': { schema: { type: 'string' } } },
      }),
    ),
  );
}

/** Documents the 422 that lists every violation of a request's schema. */
export function ApiInvalidRequest(): MethodDecorator & ClassDecorator {
  return ApiResponse({
    status: 422,
    description: 'The request does not match the schema.',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['detail'],
          properties: { detail: { type: 'array', items: VIOLATION } },
        },
      },
    },
  });
}

const VIOLATION = {
  type: 'object',
  required: ['type', 'loc', 'msg'],
  properties: {
    type: { type: 'string' },
    loc: {
      type: 'array',
      description: '`query`, `path` or `body`, then the path to the field.',
      items: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
    },
    msg: { type: 'string' },
    input: {},
    ctx: { type: 'object' },
  },
};
