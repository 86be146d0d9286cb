import { readFileSync } from 'node:fs';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import { sampleOperation } from '../access/sample-operation.js';
import { cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { createKnownValues } from './known-values.js';
import {
  buildSamples,
  type Json,
  listPaths,
  replaceAt,
  type Schema,
  valueAt,
} from './sample-bodies.js';

interface Operation {
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const document = JSON.parse(
  readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'),
) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** Every operation with a JSON body, with the schema of the body. */
const OPERATIONS = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, { requestBody }]) => {
    const schema = requestBody?.content['application/json']?.schema;
    return schema ? [[method.toUpperCase(), path, schema] as const] : [];
  }),
);

/** Bodies of endpoints that are not in the document. */
const OTHERS: [path: string, body: Json][] = [
  ['/graphql', { query: '{ projectCount }', operationName: null, variables: {}, extensions: {} }],
  [
    '/v1/traces',
    {
      resourceSpans: [
        {
          resource: { attributes: [{ key: 'a', value: { stringValue: 'b' } }] },
          scopeSpans: [
            {
              scope: { name: 's', attributes: [] },
              spans: [
                {
                  traceId: '0af7651916cd43dd8448eb211c80319c',
                  spanId: 'b7ad6b7169203331',
                  name: 'hostile',
                  startTimeUnixNano: '1700000000000000000',
                  endTimeUnixNano: '1700000001000000000',
                  attributes: [
                    { key: 'a', value: { arrayValue: { values: [{ intValue: '1' }] } } },
                  ],
                  events: [{ name: 'e', timeUnixNano: '1700000000000000000', attributes: [] }],
                  links: [{ traceId: '0af7651916cd43dd8448eb211c80319c', attributes: [] }],
                  status: { code: 1, message: 'm' },
                },
              ],
            },
          ],
        },
      ],
    },
  ],
];

const REPLACEMENTS: readonly Json[] = [
  null,
  0,
  -1.5,
  1e300,
  '',
  'x',
  'nul \0',
  true,
  [],
  [null],
  [[]],
  {},
  { x: null },
];

/** The same in documents of GraphQL. */
const LITERALS = [
  'null',
  '0',
  '1.5',
  '"x"',
  '"nul \\u0000"',
  'true',
  '[]',
  '[null]',
  '{x: null}',
  '[[{}]]',
];

/**
 * Chooses what to send of several replacements.
 * @param place a number of the place where they belong.
 */
type Choose = <T>(replacements: readonly T[], place: number) => readonly T[];

/** Whether a sample has another value in a place than the first one, or is the first one. */
function differs(sample: Json, first: Json, path: string[]): boolean {
  if (sample === first) return true;
  const [ours, theirs] = [sample, first].map((value) => JSON.stringify(valueAt(value, path)));
  return ours !== theirs;
}

/**
 * Sends every body with values of another kind to a server, and expects no server errors. Call it inside
 * `describe`.
 * @returns the server, once it runs.
 */
export function attackBodies(choose: Choose): () => SecuredServer {
  let server: SecuredServer;
  /** The value of each path parameter and the text of some fields, by name. */
  let known: Record<string, string>;

  beforeAll(async () => {
    server = await startSecuredServer();
    known = await createKnownValues(server);
  });
  afterAll(() => server.stop());

  /** Sends a body with the replacements in each place. Returns the requests with a bad response. */
  const attack = async (method: string, path: string, bodies: Json[]): Promise<string[]> => {
    const url =
      server.url +
      path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(known[name] ?? 'x'));
    const headers = {
      ...cookieOf(server.accounts.ADMIN),
      'Content-Type': 'application/json',
      // Compressing thousands of answers would take a tenth of the time.
      'Accept-Encoding': 'identity',
    };
    let places = 0;
    const seen = new Set<string>();
    const failures: string[] = [];
    const send = async (text: string, what: string) => {
      if (seen.has(text)) return;
      seen.add(text);
      const response = await fetch(url, { method, headers, body: text });
      const answer = await response.text();
      const isExplained = response.ok || answer !== '';
      const isMasked = /INTERNAL_SERVER_ERROR|unexpected error/.test(answer);
      // 503 means that the server lacks something, such as a mail server.
      const isBroken = response.status >= 500 && response.status !== 503;
      if (isBroken || isMasked || !isExplained) {
        failures.push(`${what}: ${response.status} ${answer.slice(0, 200)}`);
      }
    };
    for (const body of bodies) {
      await send(JSON.stringify(body), 'the sample');
      for (const place of listPaths(body).filter((path) => differs(body, bodies[0]!, path))) {
        places += 1;
        for (const replacement of choose(REPLACEMENTS, places)) {
          const text = JSON.stringify(replaceAt(body, place, replacement));
          await send(text, `${place.join('.')} = ${JSON.stringify(replacement)}`);
        }
      }
    }
    expect(seen.size).toBeGreaterThan(places);
    return failures;
  };

  it.each(OPERATIONS)('never fail with a server error: %s %s', async (method, path, schema) => {
    const samples = buildSamples(document.components.schemas, schema, (field) => known[field]);
    expect(await attack(method, path, samples)).toEqual([]);
  });

  it.each(OTHERS)('never fail with a server error: POST %s', async (path, body) => {
    expect(await attack('POST', path, [body])).toEqual([]);
  });

  it('never fail with a server error in the JSON of mutations', async () => {
    const { schema } = server.app.get(GraphQLSchemaHost, { strict: false });
    const failures: string[] = [];
    const sent = new Set<string>();
    for (const name of Object.keys(schema.getMutationType()!.getFields())) {
      const plain = sampleOperation(schema, `Mutation.${name}`);
      for (const literal of choose(LITERALS, sent.size)) {
        const query = sampleOperation(schema, `Mutation.${name}`, literal);
        if (query === plain) continue;
        sent.add(name);
        const answer = await server.gqlAs(cookieOf(server.accounts.ADMIN), query);
        const codes = answer.errors?.map(({ extensions }) => extensions.code) ?? [];
        expect(codes).not.toContain('GRAPHQL_PARSE_FAILED');
        if (codes.includes('INTERNAL_SERVER_ERROR')) failures.push(query);
      }
    }
    expect(failures).toEqual([]);
    expect(sent.size).toBeGreaterThan(10);
  });

  return () => server;
}
