import { applyDecorators } from '@nestjs/common';
import { ApiResponse, type OpenAPIObject } from '@nestjs/swagger';

type PathItem = OpenAPIObject['paths'][string];
type Operation = NonNullable<PathItem['get']>;
type ApiContent = Partial<Record<string, { schema?: { $ref?: string } }>>;

/** Documents the plain-text errors of an endpoint by status. */
export function ApiTextErrors(errors: Record<number, string>): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ...Object.entries(errors).map(([status, description]) =>
      ApiResponse({
        status: Number(status),
        description,
        content: TEXT,
      }),
    ),
  );
}

/** Documents the 422 that lists every violation of a request's schema. */
export function ApiInvalidRequest(): MethodDecorator & ClassDecorator {
  return ApiResponse({ status: 422, description: MISMATCH, content: VIOLATIONS });
}

/**
 * Adds the errors that come from the kind of an operation: 401, 403 and 429 for all that need a
 * credential, 413 for those with a body, 507 for those that may store something, and both forms of 422 for those
 * that read input.
 */
export function describeCommonErrors(document: OpenAPIObject): OpenAPIObject {
  for (const [path, item] of Object.entries(document.paths)) {
    const { post, put, patch } = item;
    const writers = new Set([post, put, patch]);
    for (const operation of listOperations(item)) {
      const { responses } = operation;
      if (operation.requestBody) responses['413'] ??= refer('TooLarge');
      if (path.startsWith('/v1/')) {
        responses['401'] ??= {
          description: 'The credential is missing or invalid.',
          content: TEXT,
        };
        responses['403'] ??= {
          description: "The caller's role or API key does not permit this.",
          content: TEXT,
        };
        responses['429'] ??= refer('TooManyRequests');
        if (writers.has(operation)) responses['507'] ??= refer('StorageIsFull');
      }
      responses['503'] ??= refer('Unavailable');
      describeUnprocessable(operation);
    }
  }
  const schemas = { ...document.components?.schemas, InvalidRequest: INVALID_REQUEST };
  return { ...document, components: { ...document.components, schemas, responses: RESPONSES } };
}

function refer(response: keyof typeof RESPONSES) {
  return { $ref: `#/components/responses/${response}` };
}

function listOperations({ get, put, post, patch, delete: remove }: PathItem) {
  return [get, put, post, patch, remove].filter((operation) => operation !== undefined);
}

/** Schema violations are JSON; an ID, cursor or value that makes no sense is described as text. */
function describeUnprocessable({ responses, parameters = [], requestBody }: Operation): void {
  const names = parameters.flatMap((parameter) => ('name' in parameter ? [parameter] : []));
  const hasSchema =
    requestBody !== undefined || names.some((parameter) => parameter.in === 'query');
  const hasMeaning =
    hasSchema ||
    names.some((parameter) => parameter.in === 'path' && /^(?:id|.*_id)$/.test(parameter.name));
  const known = responses['422'] as { description?: string; content?: ApiContent } | undefined;
  // Chats answer as OpenAI does.
  if (hasFormOfItsOwn(known?.content)) return;
  if (!hasSchema && !hasMeaning && !known) return;
  responses['422'] = {
    description: known?.description ?? (hasSchema ? MISMATCH : 'A value is invalid.'),
    content: { ...known?.content, ...(hasSchema && VIOLATIONS), ...(hasMeaning && TEXT) },
  };
}

function hasFormOfItsOwn(content: ApiContent = {}): boolean {
  const { $ref } = content['application/json']?.schema ?? {};
  return $ref !== undefined && $ref !== VIOLATIONS['application/json'].schema.$ref;
}

const MISMATCH = 'The request does not match the schema.';
const TEXT = { 'text/plain': { schema: { type: 'string' } } };
const VIOLATIONS = {
  'application/json': { schema: { $ref: '#/components/schemas/InvalidRequest' } },
};

const RESPONSES = {
  TooLarge: { description: 'The body is too large.', content: TEXT },
  TooManyRequests: {
    description: 'Too many wrong credentials came from this address; see `Retry-After`.',
    content: TEXT,
  },
  Unavailable: {
    description:
      'The server is at capacity, or its database is busy or cannot be reached; see `Retry-After`.',
    content: TEXT,
  },
  StorageIsFull: {
    description: 'The database is nearly full, so nothing new is stored; see `Retry-After`.',
    content: TEXT,
  },
};

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

const INVALID_REQUEST = {
  type: 'object',
  required: ['detail'],
  properties: { detail: { type: 'array', items: VIOLATION } },
};
