import {
  type Account,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { aProject } from '../support/factories/project.js';
import { globalId } from '../support/global-id.js';

interface Dashboard {
  id: string;
  name: string;
  description: string | null;
  isShared: boolean;
  canChange: boolean;
  updatedAt: string;
  charts: object[];
}

const CHART_FIELDS =
  'title width entity kind aggregation measure annotation groupBy attribute groupLimit condition';
const FIELDS = `id name description isShared canChange updatedAt charts { ${CHART_FIELDS} }`;
const PAYLOAD = `dashboard { ${FIELDS} }`;
const DELETED = 'deletedDashboardId';

const CHART = { title: ' Cost ', entity: 'TRACES', kind: 'STACKED_BARS', aggregation: 'COUNT' };
const STORED = {
  ...CHART,
  title: 'Cost',
  width: 'HALF',
  measure: null,
  annotation: null,
  groupBy: null,
  attribute: null,
  groupLimit: 10,
  condition: null,
};

const rowId = (id: string) => Number(atob(id).split(':')[1]);

describe('dashboards', () => {
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

  async function send(account: Account, name: string, input: object, selection = PAYLOAD) {
    const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
    const { data, errors } = await server.gqlAs<Record<string, { dashboard: Dashboard }>>(
      cookieOf(account),
      `mutation ($input: ${type}!) { done: ${name}(input: $input) { ${selection} } }`,
      { input },
    );
    const [error] = errors ?? [];
    return {
      dashboard: data?.['done']?.dashboard,
      code: error?.extensions.code,
      message: error?.message,
    };
  }
  const create = (account: Account, given: object = {}) =>
    send(account, 'createDashboard', {
      projectId: project,
      name: 'use',
      charts: [CHART],
      ...given,
    });
  const patch = (account: Account, input: object) => send(account, 'patchDashboard', input);
  const remove = (account: Account, id: string) =>
    send(account, 'deleteDashboard', { id }, DELETED);

  async function list(account: Account, of = [project]) {
    const { data, errors } = await server.gqlAs<Record<string, { dashboards: Dashboard[] }>>(
      cookieOf(account),
      `{ ${of.map((id, at) => `p${at}: node(id: "${id}") { ... on Project { dashboards { name } } }`).join(' ')} }`,
    );
    expect(errors).toBeUndefined();
    return of.map((_, at) => data![`p${at}`]!.dashboards.map(({ name }) => name));
  }

  async function find(account: Account, id: string): Promise<Dashboard | null> {
    const { data } = await server.gqlAs<{ node: Dashboard }>(
      cookieOf(account),
      `{ node(id: "${id}") { ... on Dashboard { ${FIELDS} } } }`,
    );
    return data?.node ?? null;
  }

  it('are private at first, and can be read by their ID', async () => {
    const { MEMBER, ADMIN } = server.accounts;
    const { dashboard } = await create(MEMBER, { name: '  use ', description: 'Who uses it' });
    expect(dashboard).toEqual({
      id: expect.any(String),
      name: 'use',
      description: 'Who uses it',
      isShared: false,
      canChange: true,
      updatedAt: expect.any(String),
      charts: [STORED],
    });
    await create(MEMBER, { name: 'errors', charts: [] });
    expect(await list(MEMBER)).toEqual([['errors', 'use']]);
    expect(await list(other)).toEqual([[]]);
    expect(await find(MEMBER, dashboard!.id)).toEqual(dashboard);
    for (const account of [other, ADMIN]) expect(await find(account, dashboard!.id)).toBeNull();
  });

  it('can be shared with everyone who sees the project, and changed by other members', async () => {
    const { MEMBER, VIEWER } = server.accounts;
    const { dashboard } = await create(MEMBER, { isShared: true });
    const { id } = dashboard!;
    expect(await find(VIEWER, id)).toEqual({ ...dashboard, canChange: false });
    const wide = { ...CHART, title: 'Wide', width: 'FULL', groupBy: 'USER' };
    const changed = await patch(other, { id, name: 'used', charts: [wide, CHART] });
    expect(changed.dashboard).toMatchObject({
      name: 'used',
      charts: [{ ...STORED, ...wide }, STORED],
    });
    const same = await patch(other, { id, name: null, description: null, charts: null });
    expect(same.dashboard).toEqual({ ...changed.dashboard, updatedAt: expect.any(String) });
    expect((await patch(other, { id, description: 'x' })).dashboard?.description).toBe('x');
    expect((await patch(other, { id, description: '' })).dashboard?.description).toBeNull();
    expect((await patch(other, { id, isShared: false })).dashboard?.isShared).toBe(false);
    expect(await list(MEMBER)).toEqual([[]]);
    await remove(other, id);
    expect(await find(other, id)).toBeNull();
  });

  it('do not lose what somebody else has changed', async () => {
    const { MEMBER } = server.accounts;
    const { dashboard } = await create(MEMBER, { isShared: true });
    const { id, updatedAt: basedOn } = dashboard!;
    const first = await patch(other, { id, basedOn, charts: [] });
    expect(first.dashboard?.charts).toEqual([]);
    expect(await patch(MEMBER, { id, basedOn, charts: [CHART] })).toMatchObject({
      code: 'CONFLICT',
      message: 'This dashboard has since been changed. Reload the page.',
    });
    const { updatedAt } = first.dashboard!;
    const again = await patch(MEMBER, { id, basedOn: updatedAt, charts: [CHART] });
    expect(again.dashboard?.charts).toEqual([STORED]);
  });

  it('hides dashboards of somebody else, and refuses to change or delete them', async () => {
    const { dashboard } = await create(server.accounts.MEMBER);
    const { id } = dashboard!;
    const missing = { code: 'NOT_FOUND', message: `Dashboard "${id}" not found.` };
    for (const account of [other, server.accounts.ADMIN]) {
      expect(await patch(account, { id, name: 'mine' })).toMatchObject(missing);
      expect(await remove(account, id)).toMatchObject(missing);
    }
    expect(await list(server.accounts.MEMBER)).toEqual([['use']]);
  });

  it('let viewers keep private ones, but neither share nor change shared ones', async () => {
    const { MEMBER, VIEWER } = server.accounts;
    const { dashboard: own } = await create(VIEWER);
    expect((await patch(VIEWER, { id: own!.id, charts: [] })).dashboard?.charts).toEqual([]);
    const { dashboard: shared } = await create(MEMBER, { isShared: true, name: 'shared' });
    const forbidden = {
      code: 'FORBIDDEN',
      message: 'Viewers cannot share dashboards or change shared ones.',
    };
    expect(await create(VIEWER, { isShared: true, name: 'mine' })).toMatchObject(forbidden);
    expect(await patch(VIEWER, { id: own!.id, isShared: true })).toMatchObject(forbidden);
    expect(await patch(VIEWER, { id: shared!.id, charts: [] })).toMatchObject(forbidden);
    expect(await remove(VIEWER, shared!.id)).toMatchObject(forbidden);
    expect(await list(VIEWER)).toEqual([['shared', 'use']]);
  });

  it('have a name that is unique among the shared ones, or among those of a user', async () => {
    const { MEMBER } = server.accounts;
    await create(MEMBER);
    const taken = {
      code: 'CONFLICT',
      message: 'A dashboard named "use" already exists. Choose another name.',
    };
    expect(await create(MEMBER)).toMatchObject(taken);
    expect((await create(other)).dashboard).toBeDefined();
    expect((await create(MEMBER, { isShared: true })).dashboard).toBeDefined();
    expect(await create(other, { isShared: true })).toMatchObject(taken);
    const { dashboard } = await create(other, { name: 'another' });
    expect(await patch(other, { id: dashboard!.id, name: 'use' })).toMatchObject(taken);
  });

  it('name the chart that is invalid, and the fault in its condition', async () => {
    const faulty = { ...CHART, title: 'Slow', condition: 'latency_ms >' };
    const refused = {
      code: 'BAD_REQUEST',
      message: expect.stringMatching(/^Chart "Slow": .*at character 1\d\)\.$/),
    };
    expect(await create(server.accounts.MEMBER, { charts: [CHART, faulty] })).toMatchObject(
      refused,
    );
    const { dashboard } = await create(server.accounts.MEMBER);
    const { id } = dashboard!;
    expect(await patch(server.accounts.MEMBER, { id, charts: [faulty] })).toMatchObject(refused);
    const incomplete = { ...CHART, kind: 'LINES', aggregation: 'MEAN' };
    expect(await patch(server.accounts.MEMBER, { id, charts: [incomplete] })).toMatchObject({
      message: 'Chart "Cost": measure is required for the aggregation MEAN.',
    });
    expect((await find(server.accounts.MEMBER, id))?.charts).toEqual([STORED]);
  });

  it('keep hostile texts as they are', async () => {
    const { MEMBER } = server.accounts;
    const title = '9007199254740993 "__proto__" <script>\u2028 {"a":1}';
    const chart = { ...CHART, title, groupBy: 'ATTRIBUTE', attribute: "x'; DROP TABLE spans --" };
    const { dashboard } = await create(MEMBER, { charts: [chart] });
    expect(dashboard?.charts).toEqual([{ ...STORED, ...chart }]);
  });

  it.each([
    ['an empty name', { name: '  ' }],
    ['a name with NUL', { name: 'a\0' }],
    ['a missing name', { name: null }],
    ['a long description', { description: 'x'.repeat(2_001) }],
    ['too many charts', { charts: Array.from({ length: 31 }, () => CHART) }],
    ['a chart without a title', { charts: [{ ...CHART, title: ' ' }] }],
    ['a long title', { charts: [{ ...CHART, title: 'x'.repeat(201) }] }],
    ['a title with NUL', { charts: [{ ...CHART, title: 'a\0' }] }],
    ['a long condition', { charts: [{ ...CHART, condition: 'x'.repeat(8_001) }] }],
    ['an unknown width', { charts: [{ ...CHART, width: 'THIRD' }] }],
    ['charts that are not a list of charts', { charts: [5] }],
  ])('refuse %s', async (_, given) => {
    const { dashboard, code } = await create(server.accounts.MEMBER, given);
    expect([dashboard, code]).toEqual([
      undefined,
      expect.stringMatching(/BAD_(USER_INPUT|REQUEST)/),
    ]);
    expect(await list(server.accounts.MEMBER)).toEqual([[]]);
  });

  it('refuse unknown projects and the IDs of other things', async () => {
    const { MEMBER } = server.accounts;
    const unknown = globalId('Dashboard', 999_999);
    expect(await create(MEMBER, { projectId: globalId('Project', 999_999) })).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await patch(MEMBER, { id: project, name: 'x' })).toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    expect(await patch(MEMBER, { id: unknown, name: 'x' })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await remove(MEMBER, unknown)).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are limited in number', async () => {
    const { MEMBER } = server.accounts;
    await server.sql(
      `INSERT INTO dashboards (project_id, name, charts_version, charts)
         SELECT $1, 'dashboard ' || n, 1, '[]' FROM generate_series(1, 200) n`,
      [rowId(project)],
    );
    expect(await create(MEMBER, { isShared: true })).toMatchObject({
      code: 'CONFLICT',
      message: 'This project has 200 dashboards already. Delete one that you no longer need.',
    });
    expect((await create(MEMBER)).dashboard).toBeDefined();
  });

  it('go with their project, and private ones with their user', async () => {
    const leaver = await server.createAccount('MEMBER');
    await create(leaver);
    await create(leaver, { isShared: true, name: 'shared' });
    await server.sql('DELETE FROM users WHERE username = $1', [leaver.username]);
    const count = async () =>
      (await server.sql('SELECT FROM dashboards WHERE project_id = $1', [rowId(project)])).length;
    expect(await count()).toBe(1);
    await server.sql('DELETE FROM projects WHERE id = $1', [rowId(project)]);
    expect(await count()).toBe(0);
  });

  it('reads the dashboards of many projects with one query', async () => {
    const { MEMBER } = server.accounts;
    const second = globalId('Project', (await aProject(server)).id);
    await create(MEMBER);
    const one = await server.countQueries(() => list(MEMBER));
    const two = await server.countQueries(() => list(MEMBER, [project, second]));
    expect(two.result).toEqual([['use'], []]);
    expect(two.statements).toHaveLength(one.statements.length);
  });
});
