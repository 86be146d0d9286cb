import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { bearer, cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';

interface Answers {
  $ref?: string;
  content?: Record<string, { schema: object }>;
}

interface Operation {
  parameters?: { in: string; name: string }[];
  requestBody?: object;
  responses: Record<string, Answers>;
}

const document = JSON.parse(
  readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'),
) as {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Answers> };
};

/** They end the session that the other requests use. */
const ENDS_SESSIONS = new Set(['/auth/logout', '/auth/refresh']);

const OPERATIONS = Object.entries(document.paths)
  .filter(([path]) => !ENDS_SESSIONS.has(path))
  .flatMap(([path, operations]) =>
    Object.entries(operations).map(
      ([method, operation]) => [method.toUpperCase(), path, operation] as const,
    ),
  );

/** A request with a mistake. */
interface Mistake {
  headers?: Record<string, string>;
  query?: string;
  body?: string;
}

/** Checks the answers to bad requests against the document, without Schemathesis, which not every machine has. */
describe('errors of the REST API', () => {
  const validators = new Map<string, ValidateFunction>();
  let server: SecuredServer;
  let ajv: Ajv;

  beforeAll(async () => {
    server = await startSecuredServer();
    ajv = new Ajv({ strict: false, validateFormats: false });
    ajv.addSchema(document, 'api');
  });
  afterAll(() => server.stop());

  /** Returns what an answer lacks that the document promises; undefined if nothing. */
  const misfitOf = (
    { responses }: Operation,
    status: number,
    type: string,
    text: string,
  ): string | undefined => {
    const answers = responses[String(status)];
    if (!answers) return 'The status is not in the document.';
    const { content } = answers.$ref
      ? document.components.responses[answers.$ref.split('/').at(-1)!]!
      : answers;
    const schema = content?.[type]?.schema;
    if (!schema) return 'The type is not in the document.';
    if (type === 'text/plain') return text.trim() === '' ? 'It is empty.' : undefined;
    const key = JSON.stringify(schema);
    const validate =
      validators.get(key) ?? ajv.compile(JSON.parse(key.replaceAll('"#/', '"api#/')));
    validators.set(key, validate);
    return validate(JSON.parse(text)) ? undefined : ajv.errorsText(validate.errors);
  };

  it.each(OPERATIONS)(
    'have a form that the document describes: %s %s',
    async (...[method, path, operation]) => {
      const { ADMIN, VIEWER } = server.accounts;
      const admin = cookieOf(ADMIN);
      const names = operation.parameters?.filter((one) => one.in === 'query') ?? [];
      const json = { 'content-type': 'application/json' };
      const mistakes: Mistake[] = [
        {},
        { headers: bearer('unknown') },
        { headers: bearer(VIEWER.key) },
        { headers: admin, query: names.map(({ name }) => `${name}=%00`).join('&') },
        ...names.map(({ name }) => ({ headers: admin, query: `${name}=%ED%A0%80` })),
      ];
      if (operation.requestBody) {
        const bodies = ['', '{', '[]', '{}', 'null', '{"data":0}', '\ufeff"x"'];
        mistakes.push(...bodies.map((body) => ({ headers: { ...admin, ...json }, body })));
        mistakes.push({ headers: { ...admin, 'content-type': 'text/html' }, body: '<p>' });
      }
      const wrong: string[] = [];
      for (const { headers, query, body } of mistakes) {
        const url = `${path.replaceAll(/\{\w+\}/g, 'sample')}${query ? `?${query}` : ''}`;
        const response = await fetch(server.url + url, {
          method,
          redirect: 'manual',
          headers: { 'accept-encoding': 'identity', ...headers },
          ...(body !== undefined && { body }),
        });
        const text = await response.text();
        if (response.status < 400) continue;
        const type = response.headers.get('content-type')?.split(';')[0] ?? '';
        const misfit = misfitOf(operation, response.status, type, text);
        if (misfit) wrong.push(`${url} ${body}: ${response.status} ${type} ${text}: ${misfit}`);
      }
      expect(wrong).toEqual([]);
    },
  );
});
