import { get as httpGet } from 'node:http';
import {
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../../support/accounts.js';
import { eventually } from '../../support/eventually.js';
import { globalId } from '../../support/global-id.js';

describe('the audit log over REST', () => {
  let server: SecuredServer;
  let admin: Record<string, string>;

  beforeAll(async () => {
    server = await startSecuredServer();
    admin = cookieOf(server.accounts.ADMIN);
  });
  afterAll(() => server.stop());

  const get = (path: string, query: object = {}, headers: Record<string, string> = admin) =>
    server.request.get(`/v1/audit_events${path}`).query(query).set(headers);
  const insert = (action: string, details: object = {}, name: string | null = null) =>
    server.sql(
      `INSERT INTO audit_events (action, outcome, actor_name, details)
       VALUES ($1, 'success', $2, $3)`,
      [action, name, details],
    );

  it('is listed newest first, page by page', async () => {
    for (let i = 0; i < 5; i++) await insert(`list.${i}`, { i });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { body }: { body: { data: { action: string }[]; next_cursor: string | null } } =
        await get('', { limit: 2, action: 'list', ...(cursor ? { cursor } : {}) });
      seen.push(...body.data.map(({ action }) => action));
      cursor = body.next_cursor;
    } while (cursor);
    expect(seen).toEqual(['list.4', 'list.3', 'list.2', 'list.1', 'list.0']);
  });

  it('shows everything about an event', async () => {
    const { MEMBER } = server.accounts;
    await server.sql(
      `INSERT INTO audit_events (occurred_at, action, outcome, actor_id, actor_name, credential,
         subject_type, subject_id, subject_name, address, user_agent, request_id, details)
       VALUES ('2024-03-01T10:00:00.12Z', 'whole', 'failure', $1, 'm', 'session', 'User', '7', 's',
         '::1', 'agent', 'r-1', '{"a": [1]}')`,
      [MEMBER.userId],
    );
    const { body } = await get('', { action: 'whole' });
    expect(body).toEqual({
      data: [
        {
          id: expect.any(String),
          occurred_at: '2024-03-01T10:00:00.120000+00:00',
          action: 'whole',
          outcome: 'failure',
          actor_id: globalId('User', MEMBER.userId),
          actor_name: 'm',
          credential: 'session',
          subject_type: 'User',
          subject_id: '7',
          subject_name: 's',
          address: '::1',
          user_agent: 'agent',
          request_id: 'r-1',
          details: { a: [1] },
        },
      ],
      next_cursor: null,
    });
    const same = { actor_id: globalId('User', MEMBER.userId), outcome: 'failure', search: 'M' };
    expect((await get('', same)).body.data).toEqual(body.data);
    const time = { start: '2024-03-01T10:00:00', end: '2024-03-01T10:00:01+00:00' };
    expect((await get('', time)).body.data).toEqual(body.data);
  });

  it.each([
    ['', { limit: 0 }],
    ['', { limit: 1001 }],
    ['', { limit: 'x' }],
    ['', { cursor: 'x' }],
    ['', { outcome: 'maybe' }],
    ['', { start: 'yesterday' }],
    ['', { actor_id: 'x' }],
    ['', { search: 'x'.repeat(201) }],
    ['/export', {}],
    ['/export', { format: 'xml' }],
    ['/export', { format: ['csv', 'jsonl'] }],
    ['/export', { format: 'csv', actor_id: 'x' }],
    ['/export', { format: 'csv', end: 'x' }],
  ])('refuses %s with %j', async (path, query) => {
    expect((await get(path, query)).status).toBe(422);
  });

  it('is only for administrators, whatever their credential', async () => {
    const { ADMIN, MEMBER, VIEWER } = server.accounts;
    for (const path of ['', '/export']) {
      for (const headers of [admin, bearer(ADMIN.key), bearer(server.adminSecret)]) {
        const query = { format: 'csv', action: 'none' };
        expect((await get(path, query, headers)).status).toBe(200);
      }
      for (const headers of [
        cookieOf(MEMBER),
        bearer(MEMBER.key),
        cookieOf(VIEWER),
        bearer(server.systemKey),
      ]) {
        expect((await get(path, {}, headers)).status).toBe(403);
      }
      expect((await get(path, {}, {})).status).toBe(401);
    }
  });

  it('is exported as CSV without formulas', async () => {
    await insert('csv.a', { note: 'say "so", twice' }, '=HYPERLINK("http://evil.example","x")');
    await insert('csv.b', {}, '@SUM(A1)');
    await insert('csv.c', {}, 'two\r\nlines');
    const { status, headers, text } = await get('/export', { format: 'csv', action: 'csv.' });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="audit-events-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const [head, ...lines] = text.split(/\r\n(?=id,|[A-Za-z0-9+/]+=*,\d{4}-|$)/);
    expect(head).toBe(
      'id,occurred_at,action,outcome,actor_id,actor_name,credential,subject_type,subject_id,' +
        'subject_name,address,user_agent,request_id,details',
    );
    expect(lines).toHaveLength(4);
    expect(lines[0]).toContain(',"two\r\nlines",');
    expect(lines[1]).toContain(",'@SUM(A1),");
    expect(lines[2]).toContain(`,"'=HYPERLINK(""http://evil.example"",""x"")",`);
    expect(lines[2]).toContain(`"{""note"":""say \\""so\\"", twice""}"`);
    expect(text).not.toMatch(/(^|,)"?[=+\-@\t]/m);
  });

  it('is exported as JSON lines', async () => {
    await insert('jsonl.a', { i: 1 }, 'a\nb');
    await insert('jsonl.b', { i: 2 });
    const { headers, text } = await get('/export', { format: 'jsonl', action: 'jsonl' })
      .buffer(true)
      .parse((response, done) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (piece: string) => (body += piece));
        response.on('end', () => {
          (response as unknown as { text: string }).text = body;
          done(null, body);
        });
      });
    expect(headers['content-disposition']).toContain('.jsonl"');
    const lines = text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ action: 'jsonl.b', details: { i: 2 }, actor_name: null }),
      expect.objectContaining({ action: 'jsonl.a', details: { i: 1 }, actor_name: 'a\nb' }),
    ]);
  });

  it('records its own export', async () => {
    await get('/export', { format: 'csv', action: 'none', search: 'somebody' });
    const [event] = await server.sql(
      `SELECT actor_name, details FROM audit_events WHERE action = 'audit.exported'
       ORDER BY id DESC LIMIT 1`,
    );
    expect(event).toEqual({
      actor_name: server.accounts.ADMIN.username,
      details: { format: 'csv', filter: { action: 'none', search: 'somebody' } },
    });
  });

  describe('if it is long', () => {
    beforeAll(() =>
      server.sql(
        `INSERT INTO audit_events (action, outcome, details)
         SELECT 'long.' || i % 27, 'success', jsonb_build_object('text', repeat('x', 1000))
         FROM generate_series(1, 30000) i`,
      ),
    );

    it('is exported completely', async () => {
      const { text } = await get('/export', { format: 'csv', action: 'long.25' });
      expect(text.trimEnd().split('\r\n')).toHaveLength(1 + 1111);
    });

    it('is read only as fast as the client reads it', async () => {
      const work = () =>
        new Promise<void>((resolve, reject) => {
          const url = `${server.url}/v1/audit_events/export?format=jsonl&action=long`;
          const request = httpGet(url, { headers: admin }, (response) => {
            // Reads nothing for a while, then disconnects.
            response.once('readable', () => {
              setTimeout(() => {
                request.destroy();
                resolve();
              }, 300);
            });
            response.on('error', () => undefined);
          });
          request.on('error', reject);
        });
      const { statements } = await server.countQueries(work);
      const pieces = statements.filter((text) => text.includes('ORDER BY id DESC LIMIT 1001'));
      expect(pieces.length).toBeLessThan(15);
      await eventually('the server to respond', async () => {
        const { status } = await get('', { limit: 1 });
        return status === 200;
      });
    });
  });
});
