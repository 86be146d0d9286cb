import {
  type Account,
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../../support/accounts.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { aTarget, type StoredTarget, TARGETS } from '../targets.js';

interface Outcome {
  previous: Record<string, unknown>[];
  failures: { targetId: string; name: string; message: string }[];
}

const MUTATION = `mutation ($input: [OwnAnnotationInput!]!) { setOwnAnnotations(input: $input) {
  previous { targetId name annotatorKind label score explanation metadata }
  failures { targetId name message } query { projectCount } } }`;

const TYPES = { span: 'Span', trace: 'Trace', session: 'ProjectSession' };

describe.each(TARGETS)('setting your annotations of many $noun rows', ({ noun, key }) => {
  let server: SecuredServer;
  let targets: StoredTarget[];
  let author: Account;

  beforeAll(async () => {
    server = await startSecuredServer();
    author = server.accounts.MEMBER;
  });
  beforeEach(async () => {
    const first = await aTarget(server, { noun });
    targets = [first, await aTarget(server, { noun }, first)];
  });
  afterAll(() => server.stop());

  const idOf = (target: StoredTarget) => globalId(TYPES[noun], target.rowId);
  const send = (account: Account, ...input: unknown[]) =>
    server.gqlAs<{ setOwnAnnotations: Outcome }>(cookieOf(account), MUTATION, { input });
  const set = async (account: Account, ...input: unknown[]): Promise<Outcome> => {
    const { data, errors } = await send(account, ...input);
    expect(errors).toBeUndefined();
    return data!.setOwnAnnotations;
  };
  const item = (target: StoredTarget, given: object = {}) => ({
    targetId: idOf(target),
    name: 'quality',
    ...given,
  });
  const nothing = (target: StoredTarget, given: object = {}) => ({
    ...item(target),
    annotatorKind: 'HUMAN',
    label: null,
    score: null,
    explanation: null,
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
    label: null,
    score: null,
    explanation: null,
    source: 'APP',
    user_id: author.userId,
    ...given,
  });

  it('stores them, and returns what was there before', async () => {
    const [first, second] = targets as [StoredTarget, StoredTarget];
    const stored = await set(
      author,
      item(first, { label: 'good', score: 1, metadata: { a: 1 } }),
      item(first, { name: 'tone', explanation: 'polite' }),
      item(second, { label: 'bad' }),
    );
    expect(stored).toMatchObject({
      previous: [nothing(first), nothing(first, { name: 'tone' }), nothing(second)],
      failures: [],
    });
    expect(await rows(first)).toEqual([
      row({ label: 'good', score: 1 }),
      row({ name: 'tone', explanation: 'polite' }),
    ]);
    expect(await rows(second)).toEqual([row({ label: 'bad' })]);
    const again = await set(author, item(first, { label: 'bad' }));
    expect(again.previous).toEqual([
      nothing(first, { label: 'good', score: 1, metadata: { a: 1 } }),
    ]);
  });

  it('is undone by setting what was there before', async () => {
    const [first, second] = targets as [StoredTarget, StoredTarget];
    await set(author, item(first, { score: 0.5, explanation: 'half', metadata: { a: [1] } }));
    const before = await server.sql(`SELECT id, metadata FROM ${noun}_annotations`);
    const { previous } = await set(
      author,
      item(first, { label: 'new' }),
      item(second, { label: 'new' }),
    );
    expect(await set(author, ...previous)).toMatchObject({ failures: [] });
    expect(await rows(first)).toEqual([row({ score: 0.5, explanation: 'half' })]);
    expect(await rows(second)).toEqual([]);
    expect(await server.sql(`SELECT id, metadata FROM ${noun}_annotations`)).toEqual(before);
  });

  it('keeps the metadata of an annotation that it replaces, unless it has its own', async () => {
    const [first] = targets as [StoredTarget];
    const metadata = () =>
      server.sql(`SELECT metadata FROM ${noun}_annotations WHERE ${key} = $1`, [first.key]);
    await set(author, item(first, { score: 1, metadata: { a: 1 } }));
    await set(author, item(first, { score: 2, metadata: null }));
    expect(await metadata()).toEqual([{ metadata: { a: 1 } }]);
    await set(author, item(first, { score: 2, metadata: { b: 2 } }));
    expect(await metadata()).toEqual([{ metadata: { b: 2 } }]);
  });

  it('leaves those of others and of programs alone', async () => {
    const [first] = targets as [StoredTarget];
    await server.request
      .post(`/v1/${noun}_annotations`)
      .query({ sync: true })
      .set(bearer(author.key))
      .send({ data: [{ [key]: first.key, name: 'quality', annotator_kind: 'CODE' }] })
      .expect(200);
    await set(server.accounts.ADMIN, item(first, { label: 'of the admin' }));
    await set(author, item(first, { label: 'mine' }));
    expect((await rows(first)).map(({ label }) => label)).toEqual([null, 'of the admin', 'mine']);
    await set(author, item(first));
    expect((await rows(first)).map(({ label }) => label)).toEqual([null, 'of the admin']);
  });

  it('reports deleted rows, and stores the others', async () => {
    const [first, second] = targets as [StoredTarget, StoredTarget];
    const table = { span: 'spans', trace: 'traces', session: 'project_sessions' }[noun];
    await server.sql(`DELETE FROM ${table} WHERE id = $1`, [first.rowId]);
    const { previous, failures } = await set(
      author,
      item(first, { label: 'good' }),
      item(second, { label: 'good' }),
    );
    expect(previous).toEqual([nothing(second)]);
    expect(failures).toEqual([
      { targetId: idOf(first), name: 'quality', message: `This ${noun} has since been deleted.` },
    ]);
    expect(await rows(second)).toEqual([row({ label: 'good' })]);
  });

  it("refuses to replace or remove somebody else's annotation with the identifier of the caller", async () => {
    const [first] = targets as [StoredTarget];
    await set(author, item(first, { label: 'mine' }));
    await server.sql(`UPDATE ${noun}_annotations SET user_id = $1 WHERE ${key} = $2`, [
      server.accounts.VIEWER.userId,
      first.key,
    ]);
    const message =
      'The annotation "quality" belongs to another user. Only its author or an admin can change it.';
    for (const given of [{ label: 'other' }, {}]) {
      const { previous, failures } = await set(author, item(first, given));
      expect({ previous, failures }).toEqual({
        previous: [],
        failures: [{ targetId: idOf(first), name: 'quality', message }],
      });
    }
    expect(await rows(first)).toMatchObject([{ label: 'mine' }]);
  });

  it('uses the last one with the same target and name', async () => {
    const [first] = targets as [StoredTarget];
    const { previous } = await set(
      author,
      item(first, { label: 'a' }),
      item(first, { label: 'b' }),
    );
    expect(previous).toHaveLength(1);
    expect(await rows(first)).toEqual([row({ label: 'b' })]);
    await set(author, item(first, { label: 'c' }), item(first));
    expect(await rows(first)).toEqual([]);
  });

  it('is refused to viewers, and without signing in', async () => {
    const [first] = targets as [StoredTarget];
    const { errors } = await send(server.accounts.VIEWER, item(first, { label: 'a' }));
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    const answer = await server.gqlAs({}, MUTATION, { input: [item(first, { label: 'a' })] });
    expect(answer.errors?.[0]?.extensions.code ?? answer).not.toBeUndefined();
    expect(await rows(first)).toEqual([]);
  });

  it('stores nothing if a name is reserved', async () => {
    const [first] = targets as [StoredTarget];
    const { errors } = await send(
      author,
      item(first, { label: 'a' }),
      item(first, { name: 'note', explanation: 'b' }),
    );
    expect(errors?.[0]?.message).toContain('reserved for notes');
    expect(await rows(first)).toEqual([]);
  });
});

describe('setting your annotations', () => {
  let server: TestServer;
  let span: StoredTarget;

  beforeAll(async () => {
    server = await startTestServer();
    span = await aTarget(server, { noun: 'span' });
  });
  afterAll(() => server.stop());

  const send = (...input: unknown[]) =>
    server.gql<{ setOwnAnnotations: Outcome }>(MUTATION, { input });
  const item = (given: object = {}) => ({
    targetId: globalId('Span', span.rowId),
    name: 'quality',
    label: 'good',
    ...given,
  });
  const count = async () =>
    (await server.sql<{ count: number }>('SELECT count(*) FROM span_annotations'))[0]!.count;

  it('accepts spans, traces and sessions together', async () => {
    const others = [
      ['Trace', await aTarget(server, { noun: 'trace' })],
      ['ProjectSession', await aTarget(server, { noun: 'session' })],
    ] as const;
    const input = others.map(([type, { rowId }]) => item({ targetId: globalId(type, rowId) }));
    const { data, errors } = await send(...input, item());
    expect(errors).toBeUndefined();
    expect(data!.setOwnAnnotations.previous).toHaveLength(3);
  });

  it('leaves those of programs alone without authentication', async () => {
    const { key } = span;
    await server.request
      .post('/v1/span_annotations')
      .query({ sync: true })
      .send({ data: [{ span_id: key, name: 'shared', annotator_kind: 'LLM' }] })
      .expect(200);
    await send(item({ name: 'shared' }));
    const rows = await server.sql(
      `SELECT identifier, label FROM span_annotations WHERE name = 'shared' ORDER BY id`,
    );
    expect(rows).toEqual([
      { identifier: '', label: null },
      { identifier: 'app', label: 'good' },
    ]);
  });

  it('takes a fixed number of statements', async () => {
    const many: string[] = [];
    for (let index = 0; index < 20; index++) {
      const { rowId } = await aTarget(server, { noun: 'span' });
      many.push(globalId('Span', rowId));
    }
    const set = (ids: string[]) =>
      server.countQueries(() => send(...ids.map((targetId) => item({ targetId }))));
    const [few, all] = [await set(many.slice(0, 2)), await set(many)];
    expect(all.statements.length).toBe(few.statements.length);
  });

  it('accepts 1,000 but not 1,001', async () => {
    const names = Array.from({ length: 1001 }, (_, index) => item({ name: `name ${index}` }));
    const { errors } = await send(...names);
    expect(errors?.[0]).toMatchObject({
      message:
        'You can set at most 1000 annotations at once, but the request has 1001. Send them in several requests.',
      extensions: { code: 'BAD_USER_INPUT' },
    });
    const { data } = await send(...names.slice(1));
    expect(data!.setOwnAnnotations.previous).toHaveLength(1000);
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
    const { errors } = await send(item({ name: 'new' }), given && item(given));
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect(await count()).toBe(before);
  });

  it('does nothing for an empty list', async () => {
    const { data } = await send();
    expect(data!.setOwnAnnotations).toMatchObject({ previous: [], failures: [] });
  });

  it('cleans texts that PostgreSQL cannot store', async () => {
    const { errors } = await send(item({ name: 'dirty', explanation: 'a\0b\uD800', label: '\0' }));
    expect(errors).toBeUndefined();
  });
});
