import * as grpc from '@grpc/grpc-js';
import {
  type Account,
  type AccountRole,
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../../support/accounts.js';
import { eventually } from '../../support/eventually.js';
import { aProject } from '../../support/factories/project.js';
import { aSpan, type SpanRow } from '../../support/factories/span.js';
import { aTrace } from '../../support/factories/trace.js';
import { globalId } from '../../support/global-id.js';
import { newTraceId, sendTraces } from '../../support/send-traces.js';

type Role = 'VIEWER' | 'MEMBER' | 'MANAGER';

const SET_ROLE = `mutation ($input: SetProjectRoleInput!) {
  setProjectRole(input: $input) { project { id viewerRole roleAssignments {
    id role user { username } userGroup { name } } } } }`;
const SET_PRIVACY = `mutation ($input: SetProjectPrivacyInput!) {
  setProjectPrivacy(input: $input) { project { isPrivate } } }`;
const REMOVE_ROLE = `mutation ($input: RemoveProjectRoleInput!) {
  removeProjectRole(input: $input) { project { id } } }`;
const CREATE_GROUP = `mutation ($input: CreateUserGroupInput!) {
  createUserGroup(input: $input) { userGroup { id name source memberCount members { username } } } }`;
const PATCH_GROUP = `mutation ($input: PatchUserGroupInput!) {
  patchUserGroup(input: $input) { userGroup { name memberCount } } }`;
const DELETE_GROUPS = `mutation ($input: DeleteUserGroupsInput!) {
  deleteUserGroups(input: $input) { userGroupIds } }`;
const NOTE = `mutation ($spanId: ID!, $name: String!) {
  createSpanAnnotations(input: [{ spanId: $spanId, name: $name, annotatorKind: HUMAN,
    label: "good", metadata: {}, source: APP }]) { spanAnnotations { name } } }`;

describe('roles per project', () => {
  let server: SecuredServer;
  let count = 0;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  const as = (account: Account, query: string, variables: object = {}) =>
    server.gqlAs<any>(cookieOf(account), query, variables as Record<string, unknown>);
  const admin = (query: string, variables: object = {}) =>
    as(server.accounts.ADMIN, query, variables);

  interface Place {
    id: string;
    rowId: number;
    name: string;
    span: SpanRow;
  }

  async function aPlace(isPrivate: boolean): Promise<Place> {
    const project = await aProject(server, { name: `place ${++count}` });
    const trace = await aTrace(server, { project_id: project.id });
    const span = await aSpan(server, { trace_id: trace.trace_id, project_id: project.id });
    const id = globalId('Project', project.id);
    if (isPrivate) await admin(SET_PRIVACY, { input: { projectId: id, isPrivate } });
    return { id, rowId: project.id, name: project.name, span };
  }
  async function anAccount(role: AccountRole, roles: [Place, Role][] = []): Promise<Account> {
    const account = await server.createAccount(role);
    for (const [{ id }, given] of roles) await give(id, account, given);
    return account;
  }
  async function give(projectId: string, { userId }: Account, role: Role): Promise<void> {
    const input = { projectId, userId: globalId('User', userId), role };
    const { errors } = await admin(SET_ROLE, { input });
    if (errors) throw new Error(errors[0]?.message);
  }

  /** What somebody can do in a project: read it, write in it, manage it. */
  async function rights(account: Account, { id, span }: Place): Promise<string> {
    const read = await server.request.get(`/v1/projects/${id}`).set(bearer(account.key));
    const name = `by ${account.username}`;
    const spanId = globalId('Span', span.id);
    const write = await as(account, NOTE, { spanId, name });
    const manage = await server.request
      .put(`/v1/projects/${id}`)
      .set(bearer(account.key))
      .send({ description: 'changed' });
    return [
      read.status === 200 ? 'reads' : read.status,
      write.errors ? 'no writing' : 'writes',
      manage.status === 200 ? 'manages' : 'no managing',
    ].join(', ');
  }

  it.each([
    // Global role, role in the project, private, and what follows.
    ['VIEWER', null, false, 'reads, no writing, no managing'],
    ['MEMBER', null, false, 'reads, writes, no managing'],
    ['ADMIN', null, false, 'reads, writes, manages'],
    ['VIEWER', null, true, '404, no writing, no managing'],
    ['MEMBER', null, true, '404, no writing, no managing'],
    ['ADMIN', null, true, 'reads, writes, manages'],
    ['VIEWER', 'VIEWER', true, 'reads, no writing, no managing'],
    ['VIEWER', 'MEMBER', true, 'reads, writes, no managing'],
    ['VIEWER', 'MANAGER', true, 'reads, writes, manages'],
    ['MEMBER', 'VIEWER', true, 'reads, no writing, no managing'],
    ['MEMBER', 'MEMBER', true, 'reads, writes, no managing'],
    ['MEMBER', 'MANAGER', true, 'reads, writes, manages'],
    ['VIEWER', 'MEMBER', false, 'reads, writes, no managing'],
    ['VIEWER', 'MANAGER', false, 'reads, writes, manages'],
    ['MEMBER', 'VIEWER', false, 'reads, writes, no managing'],
    ['MEMBER', 'MANAGER', false, 'reads, writes, manages'],
  ] as const)('a %s with the role %s (private: %s): %s', async (role, own, isPrivate, expected) => {
    const place = await aPlace(isPrivate);
    const other = await aPlace(isPrivate);
    const account = await anAccount(role, own ? [[place, own]] : []);
    expect(await rights(account, place)).toBe(expected);
    // A role in one project means nothing in another.
    const without = await anAccount(role);
    expect(await rights(account, other)).toBe(await rights(without, other));
  });

  it('a viewer of the server who is a member of one project changes nothing outside of it', async () => {
    const place = await aPlace(false);
    const account = await anAccount('VIEWER', [[place, 'MEMBER']]);
    const before = await server.sql('SELECT count(*) FROM datasets');
    const shared = await as(
      account,
      'mutation { createDataset(input: { name: "for everyone" }) { dataset { id } } }',
    );
    expect(shared.errors?.[0]?.message).toBe('You cannot change that project.');
    expect(await server.sql('SELECT count(*) FROM datasets')).toEqual(before);
    const own = await as(
      account,
      `mutation ($id: ID!) { createDataset(input: { name: "for us", projectId: $id }) {
         dataset { project { id } } } }`,
      { id: place.id },
    );
    expect(own.data).toEqual({ createDataset: { dataset: { project: { id: place.id } } } });
    const label = await as(
      account,
      'mutation { createDatasetLabel(input: { name: "x", color: "#00aa55" }) { datasetLabel { id } } }',
    );
    expect(label.errors?.[0]?.message).toBe('Viewers cannot perform this action.');
  });

  describe('managers', () => {
    it('give and take roles, by address and by group, and nobody else does', async () => {
      const place = await aPlace(true);
      const [manager, member, friend] = [
        await anAccount('MEMBER', [[place, 'MANAGER']]),
        await anAccount('MEMBER', [[place, 'MEMBER']]),
        await anAccount('VIEWER'),
      ];
      const { data } = await admin(CREATE_GROUP, {
        input: { name: 'reviewers', memberIds: [globalId('User', friend.userId)] },
      });
      const { userGroup } = data.createUserGroup;
      expect(userGroup).toMatchObject({
        name: 'reviewers',
        source: 'LOCAL',
        memberCount: 1,
        members: [{ username: friend.username }],
      });
      const input = { projectId: place.id, userGroupId: userGroup.id, role: 'VIEWER' };
      const refused = await as(member, SET_ROLE, { input });
      expect(refused.errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
      const given = await as(manager, SET_ROLE, { input });
      expect(given.data.setProjectRole.project).toMatchObject({ viewerRole: 'MANAGER' });
      expect(await rights(friend, place)).toBe('reads, no writing, no managing');

      await as(manager, SET_ROLE, {
        input: { projectId: place.id, email: friend.email.toUpperCase(), role: 'MEMBER' },
      });
      expect(await rights(friend, place)).toBe('reads, writes, no managing');
      const { data: after } = await as(
        manager,
        'query ($id: ID!) { node(id: $id) { ... on Project { roleAssignments { id role user { username } userGroup { name } } } } }',
        { id: place.id },
      );
      const { roleAssignments } = after.node;
      expect(
        roleAssignments.map((one: any) => [one.user?.username ?? one.userGroup.name, one.role]),
      ).toEqual([
        [manager.username, 'MANAGER'],
        [member.username, 'MEMBER'],
        ['reviewers', 'VIEWER'],
        [friend.username, 'MEMBER'],
      ]);
      for (const { id } of roleAssignments.slice(2)) {
        await as(manager, REMOVE_ROLE, { input: { projectId: place.id, roleAssignmentId: id } });
      }
      expect(await rights(friend, place)).toBe('404, no writing, no managing');
    });

    it('see who has a role; members do not', async () => {
      const place = await aPlace(true);
      const member = await anAccount('MEMBER', [[place, 'MEMBER']]);
      const { errors } = await as(
        member,
        'query ($id: ID!) { node(id: $id) { ... on Project { roleAssignments { id } } } }',
        { id: place.id },
      );
      expect(errors?.[0]?.message).toBe(
        'Only managers of the project can see who has a role in it.',
      );
    });

    it.each([
      ['no holder', {}, 'Give exactly one of userId, email and userGroupId.'],
      [
        'two holders',
        { email: 'a@b.example', userId: globalId('User', 1) },
        'Give exactly one of userId, email and userGroupId.',
      ],
      [
        'an unknown address',
        { email: 'nobody@example.com' },
        'User "nobody@example.com" not found.',
      ],
      [
        'the system user',
        { userId: globalId('User', 1) },
        `User "${globalId('User', 1)}" not found.`,
      ],
      [
        'an unknown group',
        { userGroupId: globalId('UserGroup', 999) },
        `Group "${globalId('UserGroup', 999)}" not found.`,
      ],
      ['the ID of something else', { userId: globalId('Span', 1) }, expect.any(String)],
      [
        'a hostile address',
        { email: "x'; DROP TABLE users; --" },
        `User "x'; DROP TABLE users; --" not found.`,
      ],
      ['a huge address', { email: 'x'.repeat(10_000) }, expect.any(String)],
    ])('get an error for %s', async (_what, holder, message) => {
      const place = await aPlace(false);
      const { errors } = await admin(SET_ROLE, {
        input: { projectId: place.id, role: 'VIEWER', ...holder },
      });
      expect(errors?.[0]?.message).toEqual(message);
    });

    it('cannot hide the default project, nor one that follows another', async () => {
      const [row] = await server.sql<{ id: number }>(
        "SELECT id FROM projects WHERE name = 'default'",
      );
      const hidden = await admin(SET_PRIVACY, {
        input: { projectId: globalId('Project', row!.id), isPrivate: true },
      });
      expect(hidden.errors?.[0]?.message).toMatch(/"default" cannot be private/);
      const place = await aPlace(true);
      const child = await aProject(server, { parent_id: place.rowId } as never);
      const follower = await admin(SET_PRIVACY, {
        input: { projectId: globalId('Project', child.id), isPrivate: true },
      });
      expect(follower.errors?.[0]?.message).toMatch(/as private as the project/);
      const outsider = await anAccount('MEMBER');
      const seen = await server.request
        .get(`/v1/projects/${globalId('Project', child.id)}`)
        .set(bearer(outsider.key));
      expect(seen.status).toBe(404);
    });

    it('cannot delete a project while datasets belong to it', async () => {
      const place = await aPlace(true);
      const manager = await anAccount('MEMBER', [[place, 'MANAGER']]);
      const { data } = await as(
        manager,
        'mutation ($input: CreateDatasetInput!) { createDataset(input: $input) { dataset { id } } }',
        { input: { name: `data of ${place.name}`, projectId: place.id } },
      );
      const remove = () =>
        server.request.delete(`/v1/projects/${place.id}`).set(bearer(manager.key));
      const refused = await remove();
      expect([refused.status, refused.text]).toEqual([
        409,
        `Datasets (1) or prompts (0) belong to the project "${place.name}". Delete them or move them to another project first.`,
      ]);
      await as(
        manager,
        'mutation ($id: ID!) { deleteDataset(input: { datasetId: $id }) { __typename } }',
        {
          id: data.createDataset.dataset.id,
        },
      );
      expect((await remove()).status).toBe(204);
    });
  });

  describe('groups', () => {
    it('are for administrators, and managers of projects see their names', async () => {
      const place = await aPlace(false);
      const manager = await anAccount('MEMBER', [[place, 'MANAGER']]);
      const member = server.accounts.MEMBER;
      await admin(CREATE_GROUP, { input: { name: 'visible to managers' } });
      const names = await as(manager, '{ userGroups { name memberCount } }');
      expect(names.data.userGroups).toContainEqual({ name: 'visible to managers', memberCount: 0 });
      expect((await as(manager, '{ userGroups { members { username } } }')).errors).toBeDefined();
      for (const query of [
        '{ userGroups { name } }',
        'mutation { createUserGroup(input: { name: "x" }) { userGroup { id } } }',
      ]) {
        expect((await as(member, query)).errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
      }
    });

    it('are renamed, filled and deleted; their roles end with them', async () => {
      const place = await aPlace(true);
      const account = await anAccount('MEMBER');
      const created = await admin(CREATE_GROUP, { input: { name: '  team one ' } });
      const { id, name } = created.data.createUserGroup.userGroup;
      expect(name).toBe('team one');
      await admin(SET_ROLE, { input: { projectId: place.id, userGroupId: id, role: 'MEMBER' } });
      const patched = await admin(PATCH_GROUP, {
        input: { userGroupId: id, name: 'team two', memberIds: [globalId('User', account.userId)] },
      });
      expect(patched.data.patchUserGroup.userGroup).toEqual({ name: 'team two', memberCount: 1 });
      expect(await rights(account, place)).toBe('reads, writes, no managing');
      await admin(DELETE_GROUPS, { input: { userGroupIds: [id] } });
      expect(await rights(account, place)).toBe('404, no writing, no managing');
    });

    it.each([
      [
        'a taken name',
        { name: 'taken' },
        'A group named "taken" already exists. Choose another name.',
      ],
      ['an empty name', { name: ' ' }, expect.stringMatching(/must not be empty/)],
      [
        'an unknown user',
        { name: 'new', memberIds: [globalId('User', 99_999)] },
        'One of the users does not exist.',
      ],
      ['a name with NUL', { name: 'a\0b' }, expect.any(String)],
    ])('refuse %s', async (_what, input, message) => {
      await admin(CREATE_GROUP, { input: { name: 'taken' } });
      const { errors } = await admin(CREATE_GROUP, { input });
      expect(errors?.[0]?.message).toEqual(message);
    });

    it('that come from elsewhere cannot be changed here', async () => {
      const [row] = await server.sql<{ id: number }>(
        `INSERT INTO user_groups (name, source, external_id) VALUES ('staff', 'OIDC', 'idp:staff') RETURNING id`,
      );
      const { errors } = await admin(PATCH_GROUP, {
        input: { userGroupId: globalId('UserGroup', row!.id), name: 'mine' },
      });
      expect(errors?.[0]?.message).toBe(
        'The group "staff" comes from its identity provider. Change its name and members there.',
      );
    });
  });

  describe('spans', () => {
    const send = (place: Place, headers: Record<string, string>, given: object = {}) =>
      sendTraces(server.url, [{ project: place.name, ...given }], headers);

    it('are stored for members of the project and system keys only', async () => {
      const place = await aPlace(true);
      const member = await anAccount('VIEWER', [[place, 'MEMBER']]);
      const viewer = await anAccount('MEMBER', [[place, 'VIEWER']]);
      await send(place, bearer(member.key));
      await send(place, bearer(server.systemKey));
      for (const account of [viewer, server.accounts.MEMBER]) {
        await expect(send(place, bearer(account.key))).rejects.toThrow(
          `You cannot send spans to the project`,
        );
      }
      const [stored] = await server.sql<{ count: number }>(
        'SELECT count(*) FROM traces WHERE project_id = $1',
        [place.rowId],
      );
      expect(stored!.count).toBe(3);
      const [errors] = await server.sql<{ count: number }>(
        'SELECT count(*) FROM ingestion_errors WHERE project_id = $1',
        [place.rowId],
      );
      expect(errors!.count).toBe(0);
    });

    it('cannot join a trace of a project that the sender cannot reach', async () => {
      const place = await aPlace(true);
      const open = await aPlace(false);
      await expect(
        send(open, bearer(server.accounts.MEMBER.key), { traceId: place.span.trace_id }),
      ).rejects.toThrow('belongs to a project that you cannot send spans to');
    });

    it('of a viewer with one project go nowhere else, and open no project', async () => {
      const place = await aPlace(false);
      const account = await anAccount('VIEWER', [[place, 'MEMBER']]);
      await send(place, bearer(account.key));
      await expect(
        sendTraces(server.url, [{ project: 'brand new' }], bearer(account.key)),
      ).rejects.toThrow('You cannot send spans to the project');
      expect(await server.sql("SELECT FROM projects WHERE name = 'brand new'")).toEqual([]);
    });

    it('over REST answer as if the project did not exist', async () => {
      const place = await aPlace(true);
      const body = { data: [] };
      const response = await server.request
        .post(`/v1/projects/${place.id}/spans`)
        .set(bearer(server.accounts.MEMBER.key))
        .send(body);
      expect([response.status, response.text]).toEqual([404, `Project "${place.id}" not found.`]);
    });

    it('over gRPC follow the same rules', async () => {
      const place = await aPlace(true);
      const viewer = await anAccount('VIEWER');
      const member = await anAccount('VIEWER', [[place, 'MEMBER']]);
      const client = new grpc.Client(server.grpcAddress, grpc.credentials.createInsecure());
      const call = (account: Account) =>
        new Promise<grpc.status>((resolve) => {
          const metadata = new grpc.Metadata();
          metadata.set('authorization', `Bearer ${account.key}`);
          const same = (bytes: Buffer): Buffer => bytes;
          const path = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
          client.makeUnaryRequest(path, same, same, Buffer.alloc(0), metadata, (error) =>
            resolve(error?.code ?? grpc.status.OK),
          );
        });
      expect(await call(viewer)).toBe(grpc.status.PERMISSION_DENIED);
      expect(await call(member)).toBe(grpc.status.OK);
      client.close();
    });
  });

  it('annotations that wait for a span are not attached in a project out of reach', async () => {
    const place = await aPlace(true);
    const traceId = newTraceId();
    const spanId = 'cd34cd34cd34cd34';
    const sent = await server.request
      .post('/v1/span_annotations')
      .set(bearer(server.accounts.MEMBER.key))
      .send({
        data: [
          { span_id: spanId, name: 'intruder', annotator_kind: 'HUMAN', result: { label: 'x' } },
        ],
      });
    expect(sent.status).toBe(200);
    await sendTraces(
      server.url,
      [{ project: place.name, traceId, spanId }],
      bearer(server.systemKey),
    );
    // One that may be attached shows that the queue has been looked at since.
    const open = await aPlace(false);
    const later = 'ef56ef56ef56ef56';
    await server.request
      .post('/v1/span_annotations')
      .set(bearer(server.accounts.MEMBER.key))
      .send({
        data: [{ span_id: later, name: 'guest', annotator_kind: 'HUMAN', result: { label: 'x' } }],
      });
    await sendTraces(server.url, [{ project: open.name, spanId: later }], bearer(server.systemKey));
    const names = await eventually('the second annotation', async () => {
      const rows = await server.sql<{ name: string }>(
        'SELECT name FROM span_annotations WHERE span_id = ANY ($1)',
        [[spanId, later]],
      );
      return rows.length > 0 && rows;
    });
    expect(names).toEqual([{ name: 'guest' }]);
  });

  describe('uploads', () => {
    const upload = (account: Account, name: string, sync: boolean, action = 'append') =>
      server.request
        .post(`/v1/datasets/upload?sync=${sync}`)
        .set(bearer(account.key))
        .send({ action, name, inputs: [{ a: 1 }], outputs: [{ b: 1 }] });

    it('reach no dataset of another team by its name', async () => {
      const place = await aPlace(true);
      const manager = await anAccount('MEMBER', [[place, 'MANAGER']]);
      const name = `shared name ${place.name}`;
      await as(
        manager,
        'mutation ($input: CreateDatasetInput!) { createDataset(input: $input) { dataset { id } } }',
        {
          input: { name, projectId: place.id },
        },
      );
      for (const action of ['append', 'create', 'update']) {
        const response = await upload(server.accounts.MEMBER, name, true, action);
        expect([action, response.status]).toEqual([action, 409]);
      }
      expect((await upload(manager, name, true)).status).toBe(200);
      await upload(server.accounts.MEMBER, name, false);
      const ended = await eventually('the end of the upload', async () => {
        const rows = await server.sql<{ status: string; error: string | null }>(
          'SELECT status, error FROM dataset_uploads WHERE name = $1 AND finished_at IS NOT NULL',
          [name],
        );
        return rows[0];
      });
      expect(ended).toEqual({ status: 'FAILED', error: `Dataset "${name}" already exists.` });
      const [examples] = await server.sql<{ count: number }>(
        'SELECT count(*) FROM dataset_examples e JOIN datasets d ON d.id = e.dataset_id WHERE d.name = $1',
        [name],
      );
      expect(examples!.count).toBe(1);
    });
  });

  it('a changed role counts on another server within a second', async () => {
    const place = await aPlace(true);
    const account = await anAccount('MEMBER');
    expect(await rights(account, place)).toBe('404, no writing, no managing');
    // As another server writes it.
    await server.sql(
      "INSERT INTO project_roles (project_id, user_id, role) VALUES ($1, $2, 'MEMBER')",
      [place.rowId, account.userId],
    );
    const changed = await eventually('the new role', async () => {
      const now = await rights(account, place);
      return now.startsWith('reads') && now;
    });
    expect(changed).toBe('reads, writes, no managing');
  });
});
