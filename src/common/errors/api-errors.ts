import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';

/** Documents errors that are answered as plain text, by status. */
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

/** Documents that a request of the wrong shape is answered with 422 and what is wrong where. */
export function ApiInvalidRequest(): MethodDecorator & ClassDecorator {
  return ApiResponse({
    status: 422,
    description: 'The request has the wrong shape.',
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
      description: 'Where: `query`, `path` or `body`, then the way to the field.',
      items: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
    },
    msg: { type: 'string' },
    input: {},
    ctx: { type: 'object' },
  },
};
