import { readFileSync } from 'node:fs';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import { sampleOperation } from '../access/sample-operation.js';
import { cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';
import { createKnownValues } from './known-values.js';
import { buildSamples, type Schema } from './sample-bodies.js';

interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  required?: boolean;
  schema: Schema;
}

const document = JSON.parse(
  readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'),
) as {
  paths: Record<string, Record<string, { parameters?: Parameter[] }>>;
  components: { schemas: Record<string, Schema> };
};

/** Every operation with parameters in its path or query. */
const OPERATIONS = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, { parameters = [] }]) => {
    const given = parameters.filter((parameter) => parameter.in !== 'header');
    return given.length === 0 ? [] : [[method.toUpperCase(), path, given] as const];
  }),
);

/** Texts as they stand in a URL. */
const HOSTILE = [
  '%00',
  'a%00b',
  // A lone surrogate, and a byte that is no UTF-8.
  '%ED%A0%80',
  '%FF',
  '%',
  "'%22%5C%3B--",
  '%25%5F',
  '%E2%80%AE%1B%5B31m',
  '9'.repeat(40),
  'x'.repeat(5000),
  '%F0%9F%98%80'.repeat(300),
];

/**
 * Readings that are refused even with valid values, with the reason. All others must succeed with the values that stand
 * beside a hostile one, because a route that refuses a neighbor never looks at the text.
 */
const REFUSED: Record<string, string> = {
  '/v1/projects/{project_identifier}/metric_series': 'the range has too many bins',
  '/v1/projects/{project_identifier}/ingestion_errors/{error_id}/content': 'no span was refused',
};

/** The parameters that a reading needs although no single one is required, because another one would do. */
const NEEDED: Record<string, string[]> = {
  '/v1/experiments/{experiment_id}/incomplete-evaluations': ['evaluation_name'],
  '/v1/projects/{project_identifier}/session_annotations': ['session_ids'],
  '/v1/projects/{project_identifier}/span_annotations': ['span_ids'],
  '/v1/projects/{project_identifier}/trace_annotations': ['trace_ids'],
};

/** Every parameter gets NUL, and a third of the others, so that neighboring parameters together get all of them. */
const hostileFor = (place: number) =>
  HOSTILE.filter((_, index) => index < 2 || (index + place) % 3 === 0);

describe('texts in paths and queries', () => {
  let server: SecuredServer;
  let known: Record<string, string>;

  beforeAll(async () => {
    server = await startSecuredServer();
    const traceId = newTraceId();
    await sendTraces(
      server.url,
      [{ project: 'default', traceId, attributes: { 'session.id': 'a session' } }],
      cookieOf(server.accounts.ADMIN),
    );
    const [span] = await server.sql<{ span_id: string }>('SELECT span_id FROM spans LIMIT 1');
    known = {
      ...(await createKnownValues(server)),
      config_identifier: 'sample',
      tag_name: 'sample',
      session_ids: 'a session',
      span_ids: span!.span_id,
      trace_ids: traceId,
      session_identifier: 'a session',
      span_identifier: span!.span_id,
      trace_identifier: traceId,
    };
    const create = (path: string, body: object) =>
      server.request.post(path).set(cookieOf(server.accounts.ADMIN)).send(body);
    await create('/v1/annotation_configs', { type: 'FREEFORM', name: 'sample' }).expect(200);
    const tags = `/v1/prompt_versions/${known['prompt_version_id']}/tags`;
    await create(tags, { name: 'sample' }).expect(204);
  });
  afterAll(() => server.stop());

  const send = async (method: string, url: string): Promise<[status: number, text: string]> => {
    const response = await fetch(server.url + url, {
      method,
      headers: { ...cookieOf(server.accounts.ADMIN), 'accept-encoding': 'identity' },
      redirect: 'manual',
    });
    return [response.status, await response.text()];
  };
  const sampleOf = ({ name, schema }: Parameter): string => {
    const [sample] = buildSamples(
      document.components.schemas,
      schema,
      (field) => known[field],
      name,
    );
    const value: unknown = Array.isArray(sample) ? sample[0] : sample;
    return encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value));
  };
  /** Writes a URL with valid required values, and one other value in the place of a parameter. */
  const urlOf = (
    path: string,
    given: readonly Parameter[],
    other?: [Parameter, string],
  ): string => {
    const valueOf = (parameter: Parameter) =>
      other?.[0] === parameter ? other[1] : sampleOf(parameter);
    const isSent = (parameter: Parameter) =>
      parameter.required === true ||
      other?.[0] === parameter ||
      NEEDED[path]?.includes(parameter.name);
    const query = given
      .filter((parameter) => parameter.in === 'query' && isSent(parameter))
      .map((parameter) => `${parameter.name}=${valueOf(parameter)}`);
    const filled = given
      .filter((parameter) => parameter.in === 'path')
      .reduce((url, one) => url.replace(`{${one.name}}`, valueOf(one)), path);
    return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
  };

  it.each(OPERATIONS.filter(([method]) => method === 'GET'))(
    'stand beside valid values: %s %s',
    async (method, path, given) => {
      const [status, text] = await send(method, urlOf(path, given));
      const isRefused = status >= 400;
      expect([isRefused, isRefused && text]).toEqual([
        path in REFUSED,
        path in REFUSED && expect.any(String),
      ]);
    },
  );

  it.each(OPERATIONS)('never fail with a server error: %s %s', async (method, path, given) => {
    const failures: string[] = [];
    for (const [place, parameter] of given.entries()) {
      for (const value of hostileFor(place + path.length)) {
        const url = urlOf(path, given, [parameter, value]);
        const [status, text] = await send(method, url);
        // 503 means that the server lacks something, such as a mail server.
        if (status >= 500 && status !== 503)
          failures.push(`${url.slice(0, 200)}: ${status} ${text}`);
      }
    }
    expect(failures).toEqual([]);
  });

  it.each(['Query', 'Mutation'])('never fail with a server error in a %s', async (type) => {
    const { schema } = server.app.get(GraphQLSchemaHost, { strict: false });
    const root = type === 'Query' ? schema.getQueryType()! : schema.getMutationType()!;
    const failures: string[] = [];
    for (const name of Object.keys(root.getFields())) {
      const literal = String.raw`"nul \u0000"`;
      const query = sampleOperation(schema, `${type}.${name}`, literal, 'String');
      const { errors } = await server.gqlAs(cookieOf(server.accounts.ADMIN), query);
      const codes = errors?.map(({ extensions }) => extensions.code) ?? [];
      expect([query, codes.includes('GRAPHQL_PARSE_FAILED')]).toEqual([query, false]);
      if (codes.includes('INTERNAL_SERVER_ERROR')) failures.push(query);
    }
    expect(failures).toEqual([]);
  });
});
