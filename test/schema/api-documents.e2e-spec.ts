import { readFile } from 'node:fs/promises';
import { renderApiDocuments } from '../../scripts/api-documents.mjs';

function readCommitted(name: string): Promise<string> {
  return readFile(new URL(`../../${name}`, import.meta.url), 'utf8');
}

interface Parameter {
  description?: string;
  name: string;
  in: string;
  schema: { type?: string; minimum?: number; maximum?: number };
}

/** Sends all runs, piece by piece, unless a size is given. */
const ALL_RUNS = 'GET /v1/experiments/{experiment_id}/runs';

interface Operation {
  parameters?: Parameter[];
  requestBody?: object;
  responses: Record<string, { content?: Record<string, object> }>;
}

describe('the committed API documents (`npm run schema` writes them)', () => {
  let rendered: Awaited<ReturnType<typeof renderApiDocuments>>;

  beforeAll(async () => {
    rendered = await renderApiDocuments();
  });

  it('contain schema.graphql as the code defines it', async () => {
    expect(rendered['schema.graphql']).toBe(await readCommitted('schema.graphql'));
  });

  // Compared as values: Nest swaps the keys of some objects when it renders a second time.
  it('contain openapi.json as the code defines it', async () => {
    const committed: unknown = JSON.parse(await readCommitted('openapi.json'));
    expect(JSON.parse(rendered['openapi.json'])).toEqual(committed);
  });
});

describe('openapi.json', () => {
  const operations: [name: string, operation: Operation][] = [];
  let schemas: [name: string, schema: { properties?: object }][];

  beforeAll(async () => {
    const { paths, components } = JSON.parse(await readCommitted('openapi.json')) as {
      paths: Record<string, Record<string, Operation>>;
      components: { schemas: Record<string, { properties?: object }> };
    };
    schemas = Object.entries(components.schemas);
    for (const [path, item] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(item)) {
        operations.push([`${method.toUpperCase()} ${path}`, operation]);
      }
    }
  });

  /** Lists the operations that pass a filter but not the expectation. */
  const failing = (
    runsHere: (operation: Operation, name: string) => boolean,
    isAsExpected: (operation: Operation) => boolean,
  ) =>
    operations
      .filter(([name, operation]) => runsHere(operation, name) && !isAsExpected(operation))
      .map(([name]) => name);

  const mediaTypes = ({ responses }: Operation, status: string) =>
    Object.keys(responses[status]?.content ?? {});

  it('says what is in every object', () => {
    const empty = schemas.filter(
      ([, { properties }]) => Object.keys(properties ?? {}).length === 0,
    );
    expect(schemas.length).toBeGreaterThanOrEqual(100);
    // Nest reads the properties of classes in `*.dto.ts` only.
    expect(empty.map(([name]) => name)).toEqual([]);
  });

  it('bounds every page size', () => {
    const limits = operations.flatMap(([name, { parameters = [] }]) =>
      parameters
        .filter(({ name: parameter }) => parameter === 'limit')
        .map((p) => [name, p] as const),
    );
    expect(limits.length).toBeGreaterThanOrEqual(20);
    for (const [name, { schema, description }] of limits) {
      expect([name, schema]).toMatchObject([name, { type: 'integer', minimum: 1 }]);
      // A size above the bound is refused, or counts as the bound.
      const says = /Values above [\d,]+ count as [\d,]+\./.test(description ?? '');
      const isBounded = schema?.maximum !== undefined || says || name === ALL_RUNS;
      expect([name, isBounded]).toEqual([name, true]);
    }
  });

  it('describes how each operation under /v1 refuses callers', () => {
    const isUnderV1 = (_: Operation, name: string) => name.includes(' /v1/');
    expect(
      operations.filter(([name, operation]) => isUnderV1(operation, name)).length,
    ).toBeGreaterThan(60);
    for (const status of ['401', '403']) {
      const isText = (operation: Operation) =>
        mediaTypes(operation, status).join() === 'text/plain';
      expect(failing(isUnderV1, isText)).toEqual([]);
    }
  });

  it('describes how each operation with input refuses it', () => {
    const hasInput = ({ requestBody, parameters = [] }: Operation) =>
      requestBody !== undefined || parameters.some((parameter) => parameter.in === 'query');
    const listsViolations = (operation: Operation) =>
      mediaTypes(operation, '422').includes('application/json');
    expect(failing(hasInput, listsViolations)).toEqual([]);
    const hasCursor = ({ parameters = [] }: Operation) =>
      parameters.some(({ name }) => name === 'cursor');
    const hasText = (operation: Operation) => mediaTypes(operation, '422').includes('text/plain');
    expect(failing(hasCursor, hasText)).toEqual([]);
  });
});
