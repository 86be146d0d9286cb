import fc from 'fast-check';
import { DistributedWhere } from '../../../src/kernel/sql/distributed-where.js';
import {
  addSpanCondition,
  readSpanCondition,
} from '../../../src/tracing/conditions/span-condition.js';
import { aProject } from '../../support/factories/project.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const SPANS = 300;

/** Few different letters, so that many texts contain each other. */
const letters = fc.constantFrom(...'abik AZé7\\"\n\u0001'.split(''));
const texts = fc.string({ unit: letters, maxLength: 6 });
const values = fc.oneof(
  { weight: 6, arbitrary: texts },
  fc.array(texts, { maxLength: 2 }),
  fc.dictionary(texts, texts, { maxKeys: 2 }),
  fc.constantFrom<unknown>(true, false, 100_000, 1.5, null, { a: true, b: [7, 'b a'] }),
);
/** Applications may send any character as an escape, and PostgreSQL keeps it. */
const escape = (json: string): string =>
  json.replaceAll(/"(?:[^"\\]|\\.)*"/g, (text) =>
    text.replaceAll('a', String.raw`\u0061`).replaceAll('A', String.raw`\u0041`),
  );
const documents = fc
  .tuple(values, fc.boolean())
  .map(([value, isEscaped]) => (isEscaped ? escape(JSON.stringify(value)) : JSON.stringify(value)));

describe('a text in an attribute', () => {
  let server: TestServer;
  let projectId: number;

  beforeAll(async () => {
    server = await startTestServer();
    ({ id: projectId } = await aProject(server, { name: 'documents' }));
    await server.sql(
      `INSERT INTO spans (trace_id, span_id, project_id, name, kind, status_code, status_message,
         start_time, end_time, input_preview, attributes, payload)
       SELECT 'trace', 'span ' || n, $1, 'span ' || n, 'CHAIN', 'OK', '', now(), now(), '',
              CASE place WHEN 'hot' THEN jsonb_build_object('input.value', document::jsonb)
                         WHEN 'shared' THEN '{"input.value": {"same": "{other,0,text}"}}' ELSE '{}' END,
              CASE place WHEN 'hot' THEN NULL
                         WHEN 'shared' THEN ('{"other": [{"text": ' || document || '}]}')::json
                         ELSE ('{"input": {"value": ' || document || '}}')::json END
         FROM unnest($2::text[]) WITH ORDINALITY AS given (document, n)
        CROSS JOIN LATERAL (SELECT CASE
          WHEN n % 3 = 0 AND jsonb_typeof(document::jsonb) <> 'object' THEN 'hot'
          WHEN n % 3 = 1 AND jsonb_typeof(document::jsonb) = 'string' THEN 'shared' END AS place) p`,
      [projectId, fc.sample(documents, { numRuns: SPANS, seed: 5 })],
    );
  });
  afterAll(() => server.stop());

  async function select(condition: string): Promise<string[]> {
    const where = new DistributedWhere(server.reader.distribution).andEqual(
      's.project_id',
      projectId,
    );
    const joins = addSpanCondition(where, readSpanCondition(condition));
    const rows = await server.sql<{ name: string }>(
      `SELECT s.name FROM spans s ${joins} ${where.toString()} ORDER BY s.name`,
      where.parameters,
    );
    return rows.map(({ name }) => name);
  }

  /** The spans that have a text, and those that have another one. */
  async function expected(text: string): Promise<{ with: string[]; without: string[] }> {
    const rows = await server.sql<{ name: string; has: boolean | null }>(
      `SELECT name, CASE jsonb_typeof(value)
                WHEN 'string' THEN strpos(lower(value #>> '{}'), lower($2)) > 0
                WHEN 'null' THEN NULL ELSE strpos(lower(value::text), lower($3)) > 0 END AS has
         FROM (SELECT name, CASE jsonb_typeof(attributes -> 'input.value')
                      WHEN 'object' THEN (payload #> '{other,0,text}')::jsonb
                      ELSE coalesce(attributes -> 'input.value', (payload #> '{input,value}')::jsonb) END AS value
                 FROM spans WHERE project_id = $1) given ORDER BY name`,
      [projectId, text, JSON.stringify(text).slice(1, -1)],
    );
    const namesOf = (wanted: boolean) =>
      rows.filter(({ has }) => has === wanted).map(({ name }) => name);
    return { with: namesOf(true), without: namesOf(false) };
  }

  it('is found wherever it is stored, however it is escaped', async () => {
    const sought = fc.sample(fc.string({ unit: letters, minLength: 1, maxLength: 4 }), {
      numRuns: 150,
      seed: 6,
    });
    let found = 0;
    for (const text of [...sought, 'true', ' true', 'b a', '7, "b', '100000', 'e5']) {
      const literal = JSON.stringify(text);
      const names = await expected(text);
      expect([text, await select(`${literal} in input.value`)]).toEqual([text, names.with]);
      expect([text, await select(`${literal} not in input.value`)]).toEqual([text, names.without]);
      const twice = await select(`not (${literal} not in input.value)`);
      expect([text, twice]).toEqual([text, names.with]);
      const negated = await select(`not (${literal} in input.value or name == 'none')`);
      expect([text, negated]).toEqual([text, names.without]);
      found += names.with.length;
    }
    expect(found).toBeGreaterThan(1_000);
  });
});
