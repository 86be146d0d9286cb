import {
  type Account,
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { globalId } from '../support/global-id.js';
import { aTarget, type StoredTarget, TARGETS } from './targets.js';

const GRAPHQL = {
  span: {
    patch: 'patchSpanAnnotations',
    remove: 'deleteSpanAnnotations',
    list: 'spanAnnotations',
    create: 'createSpanAnnotations(input: [$input])',
    input: 'CreateSpanAnnotationInput!',
    id: 'spanId',
  },
  trace: {
    patch: 'patchTraceAnnotations',
    remove: 'deleteTraceAnnotations',
    list: 'traceAnnotations',
    create: 'createTraceAnnotations(input: [$input])',
    input: 'CreateTraceAnnotationInput!',
    id: 'traceId',
  },
  session: {
    patch: 'updateProjectSessionAnnotations',
    remove: 'deleteProjectSessionAnnotation',
    list: 'projectSessionAnnotation',
    create: 'createProjectSessionAnnotations(input: $input)',
    input: 'CreateProjectSessionAnnotationInput!',
    id: 'projectSessionId',
  },
};

let server: SecuredServer;

beforeAll(async () => {
  server = await startSecuredServer();
});
afterAll(() => server.stop());

describe.each(TARGETS)('with authentication, annotations of a $noun', ({ noun, key }) => {
  const names = GRAPHQL[noun];
  let target: StoredTarget;
  let author: Account;
  let other: Account;
  let admin: Account;

  beforeAll(async () => {
    author = server.accounts.MEMBER;
    other = await server.createAccount('MEMBER');
    admin = server.accounts.ADMIN;
  });
  beforeEach(async () => {
    target = await aTarget(server, { noun });
  });

  const post = (account: Account, given: object = {}, sync = true) =>
    server.request
      .post(`/v1/${noun}_annotations`)
      .query({ sync })
      .set(bearer(account.key))
      .send({ data: [{ [key]: target.key, name: 'quality', annotator_kind: 'HUMAN', ...given }] });
  const judge = async (account: Account, given: object = {}) => {
    const { data, errors } = await server.gqlAs<
      Record<string, Record<string, { id: string } | { id: string }[]>>
    >(
      cookieOf(account),
      `mutation ($input: ${names.input}) { result: ${names.create} { ${names.list} { id identifier user { username } } } }`,
      {
        input: {
          [names.id]: target.globalId,
          name: 'quality',
          annotatorKind: 'HUMAN',
          source: 'APP',
          ...given,
        },
      },
    );
    expect(errors).toBeUndefined();
    return [data!['result']![names.list]!].flat()[0]!;
  };
  const patch = (account: Account, id: string) =>
    noun === 'session'
      ? server.gqlAs(
          cookieOf(account),
          `mutation ($id: ID!) { ${names.patch}(input: { id: $id, name: "quality", label: "new" }) { __typename } }`,
          { id },
        )
      : server.gqlAs(
          cookieOf(account),
          `mutation ($id: ID!) { ${names.patch}(input: [{ annotationId: $id, label: "new" }]) { __typename } }`,
          { id },
        );
  const remove = (account: Account, id: string) =>
    server.gqlAs(
      cookieOf(account),
      noun === 'session'
        ? `mutation ($id: ID!) { ${names.remove}(id: $id) { __typename } }`
        : `mutation ($id: ID!) { ${names.remove}(input: { annotationIds: [$id] }) { __typename } }`,
      { id },
    );
  const rows = () =>
    server.sql(
      `SELECT label, user_id, identifier FROM ${noun}_annotations WHERE ${key} = $1 ORDER BY id`,
      [target.key],
    );

  it('name their author, over REST and GraphQL', async () => {
    await post(author);
    const { body } = await server.request
      .get(`/v1/projects/${target.project}/${noun}_annotations`)
      .query({ [`${noun}_ids`]: target.key })
      .set(bearer(server.accounts.VIEWER.key));
    expect(body.data).toEqual([
      expect.objectContaining({ user_id: globalId('User', author.userId) }),
    ]);
    const judged = await judge(other);
    expect(judged).toMatchObject({ user: { username: other.username } });
  });

  it('lets two people use the same name', async () => {
    const [first, second] = [await judge(author), await judge(other)];
    expect(first.id).not.toBe(second.id);
    expect(await rows()).toEqual([
      { label: null, user_id: author.userId, identifier: `app:${globalId('User', author.userId)}` },
      { label: null, user_id: other.userId, identifier: `app:${globalId('User', other.userId)}` },
    ]);
  });

  it('are changed and deleted only by their author and admins', async () => {
    const { id } = await judge(author);
    for (const refused of [await patch(other, id), await remove(other, id)]) {
      expect(refused.errors?.[0]).toMatchObject({
        message: expect.stringMatching(
          /belongs to another user\. Only its author or an admin can change it\.$/,
        ),
        extensions: { code: 'FORBIDDEN' },
      });
    }
    for (const refused of [
      await patch(server.accounts.VIEWER, id),
      await remove(server.accounts.VIEWER, id),
    ]) {
      expect(refused.errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    }
    expect(await rows()).toMatchObject([{ label: null }]);
    expect((await patch(author, id)).errors).toBeUndefined();
    expect((await patch(admin, id)).errors).toBeUndefined();
    expect(await rows()).toMatchObject([{ label: 'new', user_id: author.userId }]);
    expect((await remove(admin, id)).errors).toBeUndefined();
    const again = await judge(author);
    expect((await remove(author, again.id)).errors).toBeUndefined();
    expect(await rows()).toEqual([]);
  });

  it('can be changed only by admins if they have no author', async () => {
    await server.request
      .post(`/v1/${noun}_annotations`)
      .query({ sync: true })
      .set(bearer(author.key))
      .send({ data: [{ [key]: target.key, name: 'old', annotator_kind: 'CODE' }] });
    const [{ id }] = await server
      .sql<{ id: number }>(
        `UPDATE ${noun}_annotations SET user_id = NULL WHERE ${key} = $1 RETURNING id`,
        [target.key],
      )
      .then(([updated]) => updated as unknown as [{ id: number }]);
    const annotation = globalId(TARGETS.find((found) => found.noun === noun)!.type, id);
    expect((await patch(author, annotation)).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    expect((await patch(admin, annotation)).errors).toBeUndefined();
  });

  it('are replaced over REST only by their author and admins', async () => {
    await post(author, { result: { label: 'a' } });
    const refused = await post(other, { result: { label: 'b' } });
    expect([refused.status, refused.type]).toEqual([403, 'text/plain']);
    const queued = await post(other, { result: { label: 'b' } }, false);
    expect([queued.status, queued.body]).toEqual([200, { data: [] }]);
    expect(await rows()).toEqual([{ label: 'a', user_id: author.userId, identifier: '' }]);
    const { body } = await server.request
      .get(`/v1/projects/${target.project}/ingestion_errors`)
      .set(bearer(other.key));
    expect(body.data).toEqual([
      expect.objectContaining({
        reason: 'annotation_not_own',
        message: refused.text,
        span_id: noun === 'span' ? target.key : null,
        trace_id: noun === 'trace' ? target.key : noun === 'span' ? expect.any(String) : null,
      }),
    ]);
    await post(author, { result: { label: 'c' } }, false);
    expect(await rows()).toMatchObject([{ label: 'c', user_id: author.userId }]);
    expect((await post(admin, { result: { label: 'd' } })).status).toBe(200);
    expect(await rows()).toMatchObject([{ label: 'd', user_id: admin.userId }]);
    const waiting = { name: 'second', identifier: 'b', result: { label: 'e' } };
    expect((await post(other, waiting)).status).toBe(200);
    expect(await rows()).toHaveLength(2);
  });

  it('are not stored in the place of what another user judges in the app', async () => {
    const identifier = `app:${globalId('User', author.userId)}`;
    expect((await post(other, { identifier })).status).toBe(403);
    expect((await post(other, { identifier }, false)).status).toBe(403);
    const note = await server.request
      .post(`/v1/${noun}_notes`)
      .set(bearer(other.key))
      .send({ data: { [key]: target.key, note: 'Mine', identifier } });
    expect([note.status, note.type]).toEqual([403, 'text/plain']);
    const { errors } = await server.gqlAs(
      cookieOf(other),
      `mutation ($input: ${names.input}) { result: ${names.create} { __typename } }`,
      {
        input: {
          [names.id]: target.globalId,
          name: 'quality',
          annotatorKind: 'HUMAN',
          source: 'APP',
          metadata: {},
          identifier,
        },
      },
    );
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    expect(await rows()).toEqual([]);
    await judge(author, { label: 'mine' });
    expect(await rows()).toMatchObject([{ label: 'mine', identifier }]);
  });

  it('are deleted in bulk by members only as far as they are theirs', async () => {
    await post(author, { name: 'a' });
    await post(other, { name: 'b' });
    const path = `/v1/projects/${target.project}/${noun}_annotations`;
    const clear = (account: Account) =>
      server.request.delete(path).query({ delete_all: true }).set(bearer(account.key));
    expect((await clear(server.accounts.VIEWER)).status).toBe(403);
    expect((await clear(author)).status).toBe(204);
    expect(await rows()).toMatchObject([{ user_id: other.userId }]);
    expect((await clear(admin)).status).toBe(204);
    expect(await rows()).toEqual([]);
  });

  it('are kept without an author when the user is deleted', async () => {
    const leaver = await server.createAccount('MEMBER');
    await judge(leaver, { label: 'kept' });
    const { errors } = await server.gqlAs(
      cookieOf(admin),
      'mutation ($ids: [ID!]!) { deleteUsers(input: { userIds: $ids }) { __typename } }',
      { ids: [globalId('User', leaver.userId)] },
    );
    expect(errors).toBeUndefined();
    expect(await rows()).toMatchObject([{ label: 'kept', user_id: null }]);
  });
});
