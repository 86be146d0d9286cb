import {
  type Account,
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../../support/accounts.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer } from '../../support/server.js';
import { aTarget, type StoredTarget, TARGETS } from '../targets.js';

interface Outcome {
  previous: Record<string, unknown>[];
  failures: { targetId: string; name: string; message: string }[];
}

const MUTATION = `mutation ($input: [OwnAnnotationInput!]!) { setOwnAnnotations(input: $input) {
  previous { targetId name annotatorKind label score explanation metadata }
  failures { targetId name message } query { projectCount } } }`;

const EMPTY = { label: null, score: null, explanation: null };

const toInput = (target: StoredTarget, given: object = {}) => ({
  targetId: target.globalId,
  name: 'quality',
  ...given,
});

let server: SecuredServer;
let author: Account;

beforeAll(async () => {
  server = await startSecuredServer();
  author = server.accounts.MEMBER;
});
afterAll(() => server.stop());

const send = (account: Account, ...input: unknown[]) =>
  server.gqlAs<{ setOwnAnnotations: Outcome }>(cookieOf(account), MUTATION, { input });
const setAs = async (account: Account, ...input: unknown[]): Promise<Outcome> => {
  const { data, errors } = await send(account, ...input);
  expect(errors).toBeUndefined();
  return data!.setOwnAnnotations;
};
const set = (...input: unknown[]) => setAs(author, ...input);

describe.each(TARGETS)('setting your annotations of many $noun rows', ({ noun, key }) => {
  let first: StoredTarget;
  let second: StoredTarget;

  beforeEach(async () => {
    first = await aTarget(server, { noun });
    second = await aTarget(server, { noun }, first);
  });

  const stored = (target: StoredTarget, given: object = {}) => ({
    ...toInput(target),
    ...EMPTY,
    annotatorKind: 'HUMAN',
    metadata: {},
    ...given,
  });
  const rows = (target: StoredTarget) =>
    server.sql(
      `SELECT name, label, score, explanation, source, user_id FROM ${noun}_annotations
        WHERE ${key} = $1 ORDER BY name, id`,
      [target.key],
    );
  const row = (given: object = {}) => ({
    name: 'quality',
    ...EMPTY,
    source: 'APP',
    user_id: author.userId,
    ...given,
  });

  it('stores them, and returns what was there before', async () => {
    const outcome = await set(
      toInput(first, { label: 'good', score: 1, metadata: { a: 1 } }),
      toInput(first, { name: 'tone', explanation: 'polite' }),
      toInput(second, { label: 'bad' }),
    );
    expect(outcome).toMatchObject({
      previous: [stored(first), stored(first, { name: 'tone' }), stored(second)],
      failures: [],
    });
    expect(await rows(first)).toEqual([
      row({ label: 'good', score: 1 }),
      row({ name: 'tone', explanation: 'polite' }),
    ]);
    expect(await rows(second)).toEqual([row({ label: 'bad' })]);
    const again = await set(toInput(first, { label: 'bad' }));
    expect(again.previous).toEqual([
      stored(first, { label: 'good', score: 1, metadata: { a: 1 } }),
    ]);
  });

  it('is undone by setting what was there before', async () => {
    await set(toInput(first, { score: 0.5, explanation: 'half', metadata: { a: [1] } }));
    const before = await server.sql(`SELECT id, metadata FROM ${noun}_annotations ORDER BY id`);
    const { previous } = await set(
      toInput(first, { label: 'new' }),
      toInput(second, { label: 'new' }),
    );
    expect(await set(...previous)).toMatchObject({ failures: [] });
    expect(await rows(first)).toEqual([row({ score: 0.5, explanation: 'half' })]);
    expect(await rows(second)).toEqual([]);
    expect(await server.sql(`SELECT id, metadata FROM ${noun}_annotations ORDER BY id`)).toEqual(
      before,
    );
  });

  it('keeps the metadata of an annotation that it replaces, unless it has its own', async () => {
    const metadata = () =>
      server.sql(`SELECT metadata FROM ${noun}_annotations WHERE ${key} = $1`, [first.key]);
    await set(toInput(first, { score: 1, metadata: { a: 1 } }));
    await set(toInput(first, { score: 2, metadata: null }));
    expect(await metadata()).toEqual([{ metadata: { a: 1 } }]);
    await set(toInput(first, { score: 2, metadata: { b: 2 } }));
    expect(await metadata()).toEqual([{ metadata: { b: 2 } }]);
  });

  it('leaves those of others and of programs alone', async () => {
    await server.request
      .post(`/v1/${noun}_annotations`)
      .query({ sync: true })
      .set(bearer(author.key))
      .send({ data: [{ [key]: first.key, name: 'quality', annotator_kind: 'CODE' }] })
      .expect(200);
    await setAs(server.accounts.ADMIN, toInput(first, { label: 'of the admin' }));
    await set(toInput(first, { label: 'mine' }));
    expect((await rows(first)).map(({ label }) => label)).toEqual([null, 'of the admin', 'mine']);
    await set(toInput(first));
    expect((await rows(first)).map(({ label }) => label)).toEqual([null, 'of the admin']);
  });

  it('reports deleted rows, and stores the others', async () => {
    const table = { span: 'spans', trace: 'traces', session: 'project_sessions' }[noun];
    await server.sql(`DELETE FROM ${table} WHERE id = $1`, [first.rowId]);
    const { previous, failures } = await set(
      toInput(first, { label: 'good' }),
      toInput(second, { label: 'good' }),
    );
    expect(previous).toEqual([stored(second)]);
    const message = `This ${noun} has since been deleted.`;
    expect(failures).toEqual([{ ...toInput(first), message }]);
    expect(await rows(second)).toEqual([row({ label: 'good' })]);
  });

  it("refuses to replace or remove somebody else's annotation with the identifier of the caller", async () => {
    await set(toInput(first, { label: 'mine' }));
    await server.sql(`UPDATE ${noun}_annotations SET user_id = $1 WHERE ${key} = $2`, [
      server.accounts.VIEWER.userId,
      first.key,
    ]);
    const message =
      'The annotation "quality" belongs to another user. Only its author or an admin can change it.';
    for (const given of [{ label: 'other' }, {}]) {
      const { previous, failures } = await set(toInput(first, given));
      expect({ previous, failures }).toEqual({
        previous: [],
        failures: [{ ...toInput(first), message }],
      });
    }
    expect(await rows(first)).toMatchObject([{ label: 'mine' }]);
  });

  it('uses the last one with the same target and name', async () => {
    const { previous } = await set(toInput(first, { label: 'a' }), toInput(first, { label: 'b' }));
    expect(previous).toHaveLength(1);
    expect(await rows(first)).toEqual([row({ label: 'b' })]);
    await set(toInput(first, { label: 'c' }), toInput(first));
    expect(await rows(first)).toEqual([]);
  });

  it('is refused to viewers, and without signing in', async () => {
    const input = toInput(first, { label: 'a' });
    const { errors } = await send(server.accounts.VIEWER, input);
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    const operation = { query: MUTATION, variables: { input } };
    await server.request.post('/graphql').send(operation).expect(401);
    expect(await rows(first)).toEqual([]);
  });

  it('stores nothing if a name is reserved', async () => {
    const { errors } = await send(
      author,
      toInput(first, { label: 'a' }),
      toInput(first, { name: 'note', explanation: 'b' }),
    );
    expect(errors?.[0]?.message).toContain('reserved for notes');
    expect(await rows(first)).toEqual([]);
  });
});

describe('setting your annotations', () => {
  let span: StoredTarget;

  beforeAll(async () => {
    span = await aTarget(server, { noun: 'span' });
  });

  const item = (given: object = {}) => toInput(span, { label: 'good', ...given });
  const count = async () =>
    (await server.sql<{ count: number }>('SELECT count(*) FROM span_annotations'))[0]!.count;

  it('accepts spans, traces and sessions together', async () => {
    const trace = await aTarget(server, { noun: 'trace' });
    const session = await aTarget(server, { noun: 'session' });
    const targets = [span, trace, session];
    const { previous } = await set(...targets.map((target) => toInput(target, { score: 1 })));
    expect(previous).toHaveLength(3);
  });

  it('takes a fixed number of statements', async () => {
    const many: StoredTarget[] = [];
    while (many.length < 20) many.push(await aTarget(server, { noun: 'span' }));
    const setAll = (targets: StoredTarget[]) =>
      server.countQueries(() => set(...targets.map((target) => toInput(target, { score: 1 }))));
    const [few, all] = [await setAll(many.slice(0, 2)), await setAll(many)];
    expect(all.statements.length).toBe(few.statements.length);
  });

  it('accepts 1,000 but not 1,001', async () => {
    const names = Array.from({ length: 1001 }, (_, index) => item({ name: `name ${index}` }));
    const { errors } = await send(author, ...names);
    expect(errors?.[0]).toMatchObject({
      message:
        'You can set at most 1000 annotations at once, but the request has 1001. Send them in several requests.',
      extensions: { code: 'BAD_USER_INPUT' },
    });
    const { previous } = await set(...names.slice(1));
    expect(previous).toHaveLength(1000);
  });

  it.each([
    ['a dataset', { targetId: globalId('Dataset', 1) }],
    ['an annotation', { targetId: globalId('SpanAnnotation', 1) }],
    ['no ID', { targetId: 'span 1' }],
    ['an empty ID', { targetId: '' }],
    ['no target', { targetId: null }],
    ['no name', { name: null }],
    ['a NUL in the name', { name: 'a\0b' }],
    ['a lone surrogate in the name', { name: '\uD800' }],
    ['a long name', { name: 'x'.repeat(10_000) }],
    ['a long label', { label: 'x'.repeat(10_000) }],
    ['a score that is text', { score: 'high' }],
    ['metadata that is a list', { metadata: [] }],
    ['an unknown kind', { annotatorKind: 'ROBOT' }],
    ['an unknown field', { identifier: 'a' }],
    ['null in place of an annotation', null],
  ])('is refused with %s', async (_, given) => {
    const before = await count();
    const { errors } = await send(author, item({ name: 'new' }), given && item(given));
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect(await count()).toBe(before);
  });

  it('does nothing for an empty list', async () => {
    expect(await set()).toMatchObject({ previous: [], failures: [] });
  });

  it('cleans texts that PostgreSQL cannot store', async () => {
    await set(item({ name: 'dirty', explanation: 'a\0b\uD800', label: '\0' }));
    const rows = await server.sql(
      `SELECT explanation, label FROM span_annotations WHERE name = 'dirty'`,
    );
    expect(rows).toEqual([{ explanation: 'a\uFFFDb\uFFFD', label: '\uFFFD' }]);
  });
});

it('leaves the annotations of programs alone without authentication', async () => {
  const open = await startTestServer();
  try {
    const span = await aTarget(open, { noun: 'span' });
    await open.request
      .post('/v1/span_annotations')
      .query({ sync: true })
      .send({ data: [{ span_id: span.key, name: 'quality', annotator_kind: 'LLM' }] })
      .expect(200);
    await open.gql(MUTATION, { input: [toInput(span, { label: 'good' })] });
    expect(await open.sql('SELECT identifier, label FROM span_annotations ORDER BY id')).toEqual([
      { identifier: '', label: null },
      { identifier: 'app', label: 'good' },
    ]);
  } finally {
    await open.stop();
  }
});
