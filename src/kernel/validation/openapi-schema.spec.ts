import type { OpenAPIObject } from '@nestjs/swagger';
import { describeParameters } from './openapi-schema.js';

describe('parameters in the OpenAPI document', () => {
  const described = (parameter: object) => {
    const operation = { parameters: [parameter], responses: {} };
    const document = { paths: { '/x': { get: operation } } } as unknown as OpenAPIObject;
    return describeParameters(document).paths['/x']?.get?.parameters?.[0];
  };

  it('are deprecated themselves, not only their schema', () => {
    const given = { name: 'error', in: 'query', schema: { type: 'boolean', deprecated: true } };
    expect(described(given)).toEqual({
      name: 'error',
      in: 'query',
      deprecated: true,
      schema: { type: 'boolean' },
    });
  });

  it('have one description', () => {
    const given = { name: 'a', description: 'x', schema: { type: 'string', description: 'x' } };
    expect(described(given)).toEqual({ name: 'a', description: 'x', schema: { type: 'string' } });
  });
});
