import {
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
  TEST_SECRET,
} from '../../support/accounts.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer } from '../../support/server.js';

const EVENTS = `query ($first: Int, $after: String, $filter: AuditEventFilter) {
  auditEvents(first: $first, after: $after, filter: $filter) {
    edges { cursor node { id action outcome actorName actor { username } subjectName address } }
    pageInfo { hasNextPage endCursor }
  }
}`;

interface Events {
  auditEvents: {
    edges: { node: { id: string; action: string; [field: string]: unknown } }[];
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
}

describe('the audit log', () => {
  let server: SecuredServer;
  let admin: Record<string, string>;

  beforeAll(async () => {
    server = await startSecuredServer();
    admin = cookieOf(server.accounts.ADMIN);
  });
  afterAll(() => server.stop());

  /** Inserts events directly into the log: `[action, columns]`, oldest first. */
  const insert = async (events: [string, Record<string, unknown>?][]) => {
    for (const [action, columns = {}] of events) {
      const row: Record<string, unknown> = { action, outcome: 'success', ...columns };
      const names = Object.keys(row);
      await server.sql(
        `INSERT INTO audit_events (${names.join()})
         VALUES (${names.map((_, i) => `$${i + 1}`).join()})`,
        Object.values(row),
      );
    }
  };
  const read = async (variables: Record<string, unknown> = {}, headers = admin) => {
    const { data, errors } = await server.gqlAs<Events>(headers, EVENTS, variables);
    if (!data) throw new Error(JSON.stringify(errors));
    return data.auditEvents;
  };
  const actions = async (filter: object) =>
    (await read({ filter })).edges.map(({ node }) => node.action);
  const code = async (variables: Record<string, unknown>) =>
    (await server.gqlAs(admin, EVENTS, variables)).errors?.[0]?.extensions.code;

  describe('in the database', () => {
    it.each([
      "UPDATE audit_events SET action = 'x'",
      "UPDATE audit_events SET action = 'x' WHERE false",
      'DELETE FROM audit_events',
      'DELETE FROM audit_events WHERE false',
      'TRUNCATE audit_events',
      "INSERT INTO audit_events (id, action, outcome) VALUES (1, 'x', 'success')\
       ON CONFLICT (id) DO UPDATE SET action = 'y'",
    ])('refuses %s', async (statement) => {
      await insert([['a']]);
      await expect(server.sql(statement)).rejects.toThrow('audit_events is append-only');
    });

    it('refuses an unknown outcome', async () => {
      await expect(insert([['a', { outcome: 'maybe' }]])).rejects.toThrow('outcome_check');
    });
  });

  describe('over GraphQL', () => {
    it('says who did what to whom, newest first', async () => {
      const { ADMIN } = server.accounts;
      await insert([
        ['test.first', { actor_id: ADMIN.userId, actor_name: 'then', address: '203.0.113.1' }],
        ['test.second', { outcome: 'failure', actor_name: 'typed', subject_name: 'thing' }],
        ['test.third', { actor_id: 999_999, actor_name: 'gone' }],
      ]);
      const { edges } = await read({ first: 3 });
      expect(edges.map(({ node }) => node)).toEqual([
        expect.objectContaining({ action: 'test.third', actorName: 'gone', actor: null }),
        expect.objectContaining({
          action: 'test.second',
          outcome: 'failure',
          actorName: 'typed',
          subjectName: 'thing',
        }),
        expect.objectContaining({
          action: 'test.first',
          actorName: 'then',
          actor: { username: ADMIN.username },
          address: '203.0.113.1',
        }),
      ]);
    });

    it('comes in consecutive pages', async () => {
      await insert(Array.from({ length: 7 }, (_, i) => [`page.n${i}`]));
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const page: Events['auditEvents'] = await read({
          first: 3,
          after,
          filter: { action: 'page.' },
        });
        seen.push(...page.edges.map(({ node }) => node.action));
        after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
      } while (after !== null);
      expect(seen).toEqual(Array.from({ length: 7 }, (_, i) => `page.n${6 - i}`));
    });

    it('is filtered by action, actor, outcome, time and names', async () => {
      const { userId } = server.accounts.MEMBER;
      await insert([
        ['find.a', { actor_id: userId, outcome: 'failure', occurred_at: '2020-01-01T00:00:00Z' }],
        ['find.b', { actor_id: userId, occurred_at: '2020-01-02T00:00:00Z' }],
        ['find.b.c', { actor_name: 'Ünsal', occurred_at: '2020-01-03T00:00:00Z' }],
        ['findings', { subject_name: '100%_sure', occurred_at: '2020-01-04T00:00:00Z' }],
        ['find.d', { address: '2001:db8::7', occurred_at: '2020-01-05T00:00:00Z' }],
      ]);
      expect(await actions({ action: 'find.b' })).toEqual(['find.b.c', 'find.b']);
      expect(await actions({ action: 'find.' })).toHaveLength(4);
      expect(await actions({ action: 'find' })).toHaveLength(5);
      expect(await actions({ action: 'nothing' })).toEqual([]);
      expect(await actions({ action: 'find%' })).toEqual([]);
      const actorId = globalId('User', userId);
      expect(await actions({ actorId, action: 'find' })).toEqual(['find.b', 'find.a']);
      expect(await actions({ actorId, outcome: 'failure' })).toEqual(['find.a']);
      expect(await actions({ start: '2020-01-02T00:00:00Z', end: '2020-01-04T00:00:00Z' })).toEqual(
        ['find.b.c', 'find.b'],
      );
      expect(await actions({ search: 'ÜNSAL' })).toEqual(['find.b.c']);
      expect(await actions({ search: '%_s' })).toEqual(['findings']);
      expect(await actions({ search: '2001:DB8' })).toEqual(['find.d']);
      expect(await actions({ search: 'nobody at all' })).toEqual([]);
      expect(await actions({ search: "' OR 1=1 --" })).toEqual([]);
      expect(await actions({ search: 'a\0' })).toEqual([]);
      expect(await actions({ action: '\ud800' })).toEqual([]);
      expect(await actions({ search: '', action: '', actorId: null })).not.toEqual([]);
    });

    it('searches part of the log for a name, and reports where it stopped', async () => {
      await insert([['needle', { subject_name: 'deeply hidden' }]]);
      await server.sql(
        `INSERT INTO audit_events (action, outcome)
         SELECT 'hay', 'success' FROM generate_series(1, 20000)`,
      );
      const filter = { search: 'deeply hidden' };
      const first = await read({ filter });
      expect(first).toMatchObject({ edges: [], pageInfo: { hasNextPage: true } });
      const second = await read({ filter, after: first.pageInfo.endCursor });
      expect(second.edges.map(({ node }) => node.action)).toEqual(['needle']);
      expect(second.pageInfo.hasNextPage).toBe(false);
    });

    it.each([
      [{ first: 0 }],
      [{ first: 1001 }],
      [{ after: 'x' }],
      [{ filter: { actorId: 'x' } }],
      [{ filter: { actorId: globalId('Project', 1) } }],
      [{ filter: { outcome: 'maybe' } }],
      [{ filter: { start: 'yesterday' } }],
      [{ filter: { search: 'x'.repeat(201) } }],
      [{ filter: { action: 'x'.repeat(201) } }],
    ])('refuses %j', async (variables) => {
      expect(await code(variables)).toBe('BAD_USER_INPUT');
    });

    it('needs the same number of queries for a page of any length', async () => {
      const { ADMIN, MEMBER } = server.accounts;
      await insert([
        ['count', { actor_id: ADMIN.userId }],
        ['count', { actor_id: MEMBER.userId }],
      ]);
      const count = async (first: number) =>
        (await server.countQueries(() => read({ first, filter: { action: 'count' } }))).statements
          .length;
      expect(await count(2)).toBe(await count(1));
    });

    it('is for administrators only', async () => {
      const { ADMIN, MEMBER, VIEWER } = server.accounts;
      for (const headers of [bearer(ADMIN.key), bearer(server.adminSecret)]) {
        expect((await read({ first: 1 }, headers)).edges).toHaveLength(1);
      }
      for (const headers of [
        cookieOf(MEMBER),
        bearer(MEMBER.key),
        cookieOf(VIEWER),
        bearer(server.systemKey),
      ]) {
        const { data, errors } = await server.gqlAs(headers, EVENTS);
        expect([data, errors?.[0]?.extensions.code]).toEqual([null, 'FORBIDDEN']);
      }
    });
  });

  describe('for the admin secret', () => {
    it('records its use once per minute and address', async () => {
      const as = bearer(server.adminSecret);
      for (let i = 0; i < 5; i++) await server.request.get('/v1/projects').set(as).expect(200);
      await server.request
        .get('/v1/projects')
        .set({ ...as, 'X-Forwarded-For': '203.0.113.77' })
        .expect(200);
      const events = await server.sql(
        "SELECT address, actor_name, credential FROM audit_events WHERE action = 'admin_secret.used'",
      );
      const event = { actor_name: 'system', credential: 'admin-secret' };
      expect(events).toHaveLength(2);
      expect(events).toEqual(
        expect.arrayContaining([
          { ...event, address: '127.0.0.1' },
          { ...event, address: '203.0.113.77' },
        ]),
      );
    });
  });
});

describe('the audit log without authentication', () => {
  it('records actions without an actor', async () => {
    const server = await startTestServer({ SPANDREL_SECRET: TEST_SECRET });
    try {
      const secrets = [{ key: 'A', value: 'x' }];
      await server.request.put('/v1/secrets').send({ secrets }).expect(200);
      const { data } = await server.gql<Events>(EVENTS);
      expect(data?.auditEvents.edges[0]?.node).toMatchObject({
        action: 'secret.changed',
        actorName: null,
        actor: null,
        subjectName: 'A',
      });
    } finally {
      await server.stop();
    }
  });
});
