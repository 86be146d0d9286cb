import {
  type Account,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { aProject } from '../support/factories/project.js';
import { globalId } from '../support/global-id.js';

interface View {
  id: string;
  name: string;
  list: string;
  query: string;
  isShared: boolean;
}

const FIELDS = 'savedView { id name list query isShared }';

describe('saved views', () => {
  let server: SecuredServer;
  let project: string;
  let other: Account;

  beforeAll(async () => {
    server = await startSecuredServer();
    other = await server.createAccount('MEMBER');
  });
  beforeEach(async () => {
    project = globalId('Project', (await aProject(server)).id);
  });
  afterAll(() => server.stop());

  async function send(account: Account, name: string, input: object, selection = FIELDS) {
    const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
    const { data, errors } = await server.gqlAs<Record<string, { savedView: View }>>(
      cookieOf(account),
      `mutation ($input: ${type}!) { done: ${name}(input: $input) { ${selection} } }`,
      { input },
    );
    const [error] = errors ?? [];
    return {
      view: data?.['done']?.savedView,
      code: error?.extensions.code,
      message: error?.message,
    };
  }
  const create = (account: Account, given: Partial<View> & object = {}) =>
    send(account, 'createSavedView', {
      projectId: project,
      list: 'TRACES',
      name: 'slow',
      query: 'filter=latency_ms%20%3E%205000&sort=-latencyMs',
      ...given,
    });

  async function list(account: Account, args = '', of = [project]) {
    const { data, errors } = await server.gqlAs<Record<string, { savedViews: View[] }>>(
      cookieOf(account),
      `{ ${of.map((id, at) => `p${at}: node(id: "${id}") { ... on Project { savedViews${args} { id name list query isShared } } }`).join(' ')} }`,
    );
    expect(errors).toBeUndefined();
    return of.map((_, at) => data![`p${at}`]!.savedViews.map(({ name }) => name));
  }

  it('are private at first, and listed by name', async () => {
    const { MEMBER } = server.accounts;
    const { view } = await create(MEMBER, { name: '  slow ' });
    expect(view).toEqual({
      id: expect.any(String),
      name: 'slow',
      list: 'TRACES',
      query: 'filter=latency_ms%20%3E%205000&sort=-latencyMs',
      isShared: false,
    });
    await create(MEMBER, { name: 'failed' });
    await create(MEMBER, { name: 'models', list: 'SPANS' });
    expect(await list(MEMBER)).toEqual([['failed', 'models', 'slow']]);
    expect(await list(MEMBER, '(list: SPANS)')).toEqual([['models']]);
    expect(await list(other)).toEqual([[]]);
    const found = await server.gqlAs(cookieOf(MEMBER), `{ node(id: "${view!.id}") { id } }`);
    expect(found.errors?.[0]?.message).toMatch(/not found|does not exist|Unknown/i);
  });

  it('can be shared with everyone who sees the project, and changed by other members', async () => {
    const { MEMBER, VIEWER } = server.accounts;
    const { view } = await create(MEMBER, { isShared: true });
    expect(await list(VIEWER)).toEqual([['slow']]);
    const changed = await send(other, 'patchSavedView', { id: view!.id, name: 'very slow' });
    expect(changed.view).toEqual({ ...view, name: 'very slow' });
    const same = await send(other, 'patchSavedView', { id: view!.id, name: null });
    expect(same.view?.name).toBe('very slow');
    await send(other, 'deleteSavedView', { id: view!.id }, 'deletedSavedViewId');
    expect(await list(MEMBER)).toEqual([[]]);
  });

  it('hides views of somebody else, and refuses to change or delete them', async () => {
    const { view } = await create(server.accounts.MEMBER);
    for (const account of [other, server.accounts.ADMIN]) {
      expect(await send(account, 'patchSavedView', { id: view!.id, name: 'mine' })).toMatchObject({
        code: 'NOT_FOUND',
        message: `View "${view!.id}" not found.`,
      });
      const deletion = { id: view!.id };
      expect(await send(account, 'deleteSavedView', deletion, 'deletedSavedViewId')).toMatchObject({
        code: 'NOT_FOUND',
      });
    }
    expect(await list(server.accounts.MEMBER)).toEqual([['slow']]);
  });

  it('let viewers keep private ones, but neither share nor change shared ones', async () => {
    const { MEMBER, VIEWER } = server.accounts;
    const { view: own } = await create(VIEWER);
    expect((await send(VIEWER, 'patchSavedView', { id: own!.id, query: 'a=1' })).view?.query).toBe(
      'a=1',
    );
    const { view: shared } = await create(MEMBER, { isShared: true, name: 'shared' });
    const forbidden = {
      code: 'FORBIDDEN',
      message: 'Viewers cannot share views or change shared ones.',
    };
    expect(await create(VIEWER, { isShared: true, name: 'mine' })).toMatchObject(forbidden);
    expect(await send(VIEWER, 'patchSavedView', { id: own!.id, isShared: true })).toMatchObject(
      forbidden,
    );
    expect(await send(VIEWER, 'patchSavedView', { id: shared!.id, name: 'x' })).toMatchObject(
      forbidden,
    );
    expect(
      await send(VIEWER, 'deleteSavedView', { id: shared!.id }, 'deletedSavedViewId'),
    ).toMatchObject(forbidden);
    expect(await list(VIEWER)).toEqual([['shared', 'slow']]);
  });

  it('have a name that is unique among the shared ones, or among those of a user', async () => {
    const { MEMBER } = server.accounts;
    await create(MEMBER);
    const taken = {
      code: 'CONFLICT',
      message: 'A view named "slow" already exists. Choose another name.',
    };
    expect(await create(MEMBER)).toMatchObject(taken);
    expect((await create(MEMBER, { list: 'SPANS' })).view).toBeDefined();
    expect((await create(other)).view).toBeDefined();
    expect((await create(MEMBER, { isShared: true })).view).toBeDefined();
    expect(await create(other, { isShared: true })).toMatchObject(taken);
    const { view } = await create(other, { name: 'another' });
    expect(await send(other, 'patchSavedView', { id: view!.id, name: 'slow' })).toMatchObject(
      taken,
    );
  });

  it.each([
    ['an empty name', { name: '  ' }],
    ['a name with NUL', { name: 'a\0' }],
    ['a long query', { query: 'x'.repeat(8_001) }],
    ['an unknown list', { list: 'DATASETS' }],
    ['a missing name', { name: null as unknown as string }],
  ])('refuse %s', async (_, given) => {
    const { view, code } = await create(server.accounts.MEMBER, given);
    expect([view, code]).toEqual([undefined, expect.stringMatching(/BAD_(USER_INPUT|REQUEST)/)]);
    expect(await list(server.accounts.MEMBER)).toEqual([[]]);
  });

  it('refuse unknown projects and the IDs of other things', async () => {
    const { MEMBER } = server.accounts;
    const unknown = { projectId: globalId('Project', 999_999) };
    expect(await create(MEMBER, unknown)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await send(MEMBER, 'patchSavedView', { id: project, name: 'x' })).toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    expect(
      await send(MEMBER, 'patchSavedView', { id: globalId('SavedView', 999_999), name: 'x' }),
    ).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are limited in number', async () => {
    const { MEMBER } = server.accounts;
    await server.sql(
      `INSERT INTO saved_views (project_id, list, name, query)
         SELECT $1, 'TRACES', 'view ' || n, '' FROM generate_series(1, 200) n`,
      [Number(atob(project).split(':')[1])],
    );
    expect(await create(MEMBER, { isShared: true })).toMatchObject({
      code: 'CONFLICT',
      message: 'This list has 200 views already. Delete one that you no longer need.',
    });
    expect((await create(MEMBER)).view).toBeDefined();
  });

  it('go with their project, and private ones with their user', async () => {
    const leaver = await server.createAccount('MEMBER');
    await create(leaver);
    await create(leaver, { isShared: true, name: 'shared' });
    await server.sql('DELETE FROM users WHERE username = $1', [leaver.username]);
    const count = async () => (await server.sql('SELECT FROM saved_views')).length;
    expect(await list(server.accounts.ADMIN)).toEqual([['shared']]);
    const before = await count();
    await server.sql('DELETE FROM projects WHERE id = $1', [Number(atob(project).split(':')[1])]);
    expect(await count()).toBe(before - 1);
  });

  it('reads the views of many projects together', async () => {
    const second = globalId('Project', (await aProject(server)).id);
    await create(server.accounts.MEMBER);
    expect(await list(server.accounts.MEMBER, '', [project, second])).toEqual([['slow'], []]);
  });
});
