import {
  type AccountRole,
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../../support/accounts.js';
import { eventually } from '../../support/eventually.js';
import { globalId } from '../../support/global-id.js';

interface FacetValue {
  value: string;
  count: number;
  condition: string;
}

interface Facets {
  rowCount: number;
  models: FacetValue[];
  users: FacetValue[];
  tags: FacetValue[];
  metadata: { key: string; values: FacetValue[] }[];
}

type Answer = { node: { facets?: Facets | null } };

const VALUES = '{ value count condition }';
const QUERY = `query ($id: ID!, $range: TimeRange, $spans: String, $traces: String, $search: String,
                      $rows: SearchedRows, $first: Int) {
  node(id: $id) { ... on Project { facets(timeRange: $range, filterCondition: $spans,
    traceFilterCondition: $traces, search: $search, searchedRows: $rows, first: $first) {
      rowCount models ${VALUES} users ${VALUES} tags ${VALUES} metadata { key values ${VALUES} } } } } }`;

/** Each is a value of every facet, and the name of a key. */
const HOSTILE = [
  "'; DROP TABLE spans; --",
  '<img src=x onerror=alert(1)>',
  '\\',
  `"quoted" and 'quoted'`,
  '__proto__',
  'constructor',
  'two\nlines\tand \u202e\u0007',
  "') or ('' == '",
  '%_$1{}[]',
  '𝕏\u200b 🏳️‍🌈',
];
const LONGEST = 'x'.repeat(256);

const DAY = Date.UTC(2026, 2, 10);

function spanOf(text: string, index: number) {
  const id = `hostile-${index}`;
  return {
    name: text,
    context: { trace_id: id, span_id: id },
    span_kind: 'LLM',
    status_code: 'OK',
    start_time: new Date(DAY + index).toISOString(),
    end_time: new Date(DAY + index + 5).toISOString(),
    attributes: {
      llm: { model_name: text },
      user: { id: text },
      tag: { tags: [text] },
      metadata: { text, [`key ${text}`]: true },
    },
  };
}

describe('the facets of a project', () => {
  let server: SecuredServer;
  let id: string;

  beforeAll(async () => {
    server = await startSecuredServer();
    const key = bearer(server.accounts.MEMBER.key);
    await server.request.post('/v1/projects').set(key).send({ name: 'shop' }).expect(200);
    const data = [...HOSTILE, LONGEST, `${LONGEST}x`].map(spanOf);
    await server.request.post('/v1/projects/shop/spans').set(key).send({ data }).expect(202);
    const { body } = await server.request.get('/v1/projects/shop').set(key);
    id = body.data.id;
  });
  afterAll(() => server.stop());

  const ask = (variables: Record<string, unknown> = {}, role: AccountRole = 'VIEWER') =>
    server.gqlAs<Answer>(cookieOf(server.accounts[role]), QUERY, { id, ...variables });

  /** A busy machine may need longer for a count than it may take. */
  const read = (variables: Record<string, unknown> = {}, role: AccountRole = 'VIEWER') =>
    eventually('the facets', async () => {
      const { data, errors } = await ask(variables, role);
      expect(errors).toBeUndefined();
      return data!.node.facets;
    });

  it('are visible to every role, and to nobody else', async () => {
    const facets = await read();
    expect(facets.rowCount).toBe(HOSTILE.length + 2);
    expect(await read({}, 'MEMBER')).toEqual(facets);
    expect(await read({}, 'ADMIN')).toEqual(facets);
    for (const headers of [{}, bearer('spandrel-unknown')]) {
      const response = await server.request
        .post('/graphql')
        .set(headers)
        .send({ query: QUERY, variables: { id } });
      expect(response.status).toBe(401);
      expect(response.text).not.toContain('rowCount');
    }
  });

  it.each([
    ['a missing project', globalId('Project', 999_999)],
    ['no ID at all', 'nonsense'],
    ['an ID beyond all numbers', btoa(`Project:${'9'.repeat(30)}`)],
  ])('refuse %s', async (_name, wanted) => {
    const { data, errors } = await ask({ id: wanted });
    expect(data?.node?.facets).toBeUndefined();
    expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });

  it('belong only to projects', async () => {
    const [trace] = await server.sql<{ id: number }>('SELECT id FROM traces LIMIT 1');
    const { data, errors } = await ask({ id: globalId('Trace', trace!.id) });
    expect(errors).toBeUndefined();
    expect(data!.node).toEqual({});
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['an unknown type of rows', { rows: 'EVENTS' }, 'BAD_USER_INPUT'],
    ['a number that is not whole', { first: 1.5 }, 'BAD_USER_INPUT'],
    ['a word for a number', { first: 'ten' }, 'BAD_USER_INPUT'],
    ['too many values', { first: 101 }, 'BAD_USER_INPUT'],
    ['a time that is none', { range: { start: 'yesterday' } }, 'BAD_USER_INPUT'],
    ['a search that is too long', { search: 'x'.repeat(10_001) }, 'BAD_USER_INPUT'],
    ['a condition that is too long', { spans: `name == '${'x'.repeat(200_000)}'` }, 'BAD_REQUEST'],
    ['a condition that is too deep', { spans: `${'('.repeat(5_000)}1 == 1` }, 'BAD_REQUEST'],
    ['SQL in a condition', { spans: "1 == 1; DROP TABLE spans; --'" }, 'BAD_REQUEST'],
  ])('refuse %s', async (_name, variables, code) => {
    const { data, errors } = await ask(variables);
    expect(data?.node?.facets ?? null).toBeNull();
    expect(errors?.[0]?.extensions.code).toBe(code);
  });

  it('are empty for a range that ends before it starts', async () => {
    const range = { start: '2026-03-11T00:00:00Z', end: '2026-03-10T00:00:00Z' };
    expect(await read({ range })).toMatchObject({ rowCount: 0, models: [], metadata: [] });
  });

  it.each(['SPANS', 'TRACES'])('keep hostile values apart: %s', async (rows) => {
    const name = rows === 'SPANS' ? 'spans' : 'traces';
    const facets = await read({ rows, first: 100 });
    const stored = [...HOSTILE, LONGEST].toSorted();
    expect(facets.users.map(({ value }) => value).toSorted()).toEqual(stored);
    const texts = facets.metadata.find(({ key }) => key === 'text')!.values;
    expect(texts.map(({ value }) => value).toSorted()).toEqual(stored);
    expect(facets.metadata.map(({ key }) => key)).toEqual(
      expect.arrayContaining(HOSTILE.map((text) => `key ${text}`)),
    );
    const values = [...facets.models, ...facets.users, ...texts];
    const counts = await Promise.all(
      values.map(async ({ condition }) => (await read({ rows, [name]: condition })).rowCount),
    );
    expect(values.map(({ condition }, at) => [condition, counts[at]])).toEqual(
      values.map(({ condition }) => [condition, 1]),
    );
  });
});
