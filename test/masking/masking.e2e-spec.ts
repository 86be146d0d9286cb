import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { admin } from '../support/admin.js';
import { globalId } from '../support/global-id.js';
import { newTraceId } from '../support/send-traces.js';
import { MASKED, PATCH, type Rules, RULES, TEXT } from './mask-rules.js';

describe('masking what is sent', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  const asAdmin = () => cookieOf(server.accounts.ADMIN);
  const createProject = async (name: string): Promise<string> => {
    const { body } = await server.request
      .post('/v1/projects')
      .set(asAdmin())
      .send({ name })
      .expect(200);
    return (body as { data: { id: string } }).data.id;
  };
  const patch = (projectId: string, rules: Rules, cookie = asAdmin()) =>
    server.gqlAs<{ patchProjectMasking: { project: { masking: object } } }>(cookie, PATCH, {
      input: { projectId, rules },
    });
  const withRules = async (rules = RULES): Promise<{ name: string; id: string }> => {
    const name = `masked ${randomBytes(4).toString('hex')}`;
    const id = await createProject(name);
    expect((await patch(id, rules)).errors).toBeUndefined();
    return { name, id };
  };
  const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } });
  const send = async (project: string): Promise<string> => {
    const traceId = newTraceId();
    const span = {
      traceId,
      spanId: randomBytes(8).toString('hex'),
      name: `answer ${TEXT}`,
      startTimeUnixNano: '1764000000000000000',
      endTimeUnixNano: '1764000001000000000',
      status: { code: 2, message: TEXT },
      attributes: [
        attribute('input.value', TEXT),
        attribute('user.id', 'ada'),
        attribute('db.connection.password', 'secret'),
        attribute('metadata', JSON.stringify({ password: 'secret', note: TEXT })),
        attribute('llm.input_messages.0.message.content', `${'x'.repeat(5000)} ${TEXT}`),
        { key: 'count', value: { intValue: '7' } },
        attribute('contacts.bob@example.com', 'x'),
      ],
      events: [
        {
          name: 'exception',
          timeUnixNano: '1764000000500000000',
          attributes: [attribute('exception.message', TEXT)],
        },
      ],
    };
    const response = await fetch(`${server.url}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...asAdmin() },
      body: JSON.stringify({
        resourceSpans: [
          {
            resource: { attributes: [attribute('openinference.project.name', project)] },
            scopeSpans: [{ spans: [span] }],
          },
        ],
      }),
    });
    expect(response.status).toBe(200);
    return traceId;
  };
  const stored = async (traceId: string): Promise<string> => {
    const rows = await server.sql(
      `SELECT s.*, coalesce(s.payload::text, (
                SELECT spandrel_unpack(p.bytes, s.payload_start, s.payload_length)::text
                  FROM span_payloads p
                 WHERE p.trace_id = s.trace_id AND p.id = s.payload_id)) AS payload_text
         FROM spans s WHERE s.trace_id = $1`,
      [traceId],
    );
    expect(rows).toHaveLength(1);
    return JSON.stringify(rows);
  };

  it('replaces it in names, errors, attributes and their names, events and previews, and keeps the rest', async () => {
    const text = await stored(await send((await withRules()).name));
    expect(text).not.toMatch(/example\.com|4242|KD-1|secret|"ada"/);
    expect(text).toContain(`answer ${MASKED}`);
    expect(text).toContain('[masked]');
    expect(text).toContain('"count":7');
  });

  it('does not change spans of other projects', async () => {
    await withRules();
    expect(await stored(await send('another project'))).toContain(TEXT);
  });

  it('covers spans that are created over REST', async () => {
    const { name } = await withRules();
    const traceId = newTraceId();
    await server.request
      .post(`/v1/projects/${encodeURIComponent(name)}/spans`)
      .set(asAdmin())
      .send({
        data: [
          {
            name: TEXT,
            context: { trace_id: traceId, span_id: randomBytes(8).toString('hex') },
            span_kind: 'CHAIN',
            start_time: '2026-01-01T00:00:00Z',
            end_time: '2026-01-01T00:00:01Z',
            status_code: 'OK',
            attributes: { 'output.value': TEXT, 'ada@example.com': { 'KD-123456': 1 } },
          },
        ],
      })
      .expect(202);
    expect(await stored(traceId)).not.toMatch(/example\.com|4242|KD-1/);
  });

  it('covers spans that are imported', async () => {
    const { name } = await withRules();
    const directory = await mkdtemp(join(tmpdir(), 'spandrel-masking-'));
    const traceId = newTraceId();
    const span = { traceId, spanId: 'a'.repeat(16), name: TEXT, startTimeUnixNano: '1' };
    const request = { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] };
    await writeFile(join(directory, 'spans.json'), JSON.stringify(request));
    try {
      const { code } = await admin(['import', 'otlp', directory, '--project', name], {
        SPANDREL_DATABASE_URL: server.databaseUrl,
      });
      expect(code).toBe(0);
      expect(await stored(traceId)).not.toMatch(/example\.com|4242|KD-1/);
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  it('covers the names of spans that are rejected', async () => {
    const { name, id } = await withRules();
    await fetch(`${server.url}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-project-name': name, ...asAdmin() },
      body: JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [{ name: TEXT }] }] }] }),
    });
    const errors = await server.sql<{ span_name: string }>(
      `SELECT e.span_name FROM ingestion_errors e JOIN projects p ON p.id = e.project_id
        WHERE p.name = $1`,
      [name],
    );
    expect(id).not.toBe('');
    expect(errors).toEqual([{ span_name: MASKED }]);
  });

  it('is replaced as a whole, and ends with the rules', async () => {
    const { name, id } = await withRules();
    const { data } = await patch(id, { kinds: ['EMAIL', 'EMAIL'], keys: [' a.b ', 'a.b'] });
    expect(data!.patchProjectMasking.project.masking).toMatchObject({
      keys: ['a.b'],
      kinds: ['EMAIL'],
      patterns: [],
    });
    const text = await stored(await send(name));
    expect(text).toContain('[email] paid with 4242');
    await patch(id, {});
    expect(await stored(await send(name))).toContain(TEXT);
  });

  it('shows what rules would change in stored spans, without storing anything', async () => {
    const name = `plain ${randomBytes(4).toString('hex')}`;
    const id = await createProject(name);
    const traceId = await send(name);
    const { data, errors } = await server.gqlAs<{
      node: { maskingPreview: { parts: { path: string; before: string; after: string }[] }[] };
    }>(
      asAdmin(),
      `query ($id: ID!, $rules: MaskRulesInput!) { node(id: $id) { ... on Project {
         maskingPreview(rules: $rules) { span { name } partCount parts { path before after } } } } }`,
      { id, rules: RULES },
    );
    expect(errors).toBeUndefined();
    const [span, ...others] = data!.node.maskingPreview;
    expect(others).toEqual([]);
    expect(span).toMatchObject({ span: { name: `answer ${TEXT}` }, partCount: 10 });
    expect(span!.parts).toContainEqual({ path: 'input.value', before: TEXT, after: MASKED });
    expect(span!.parts).toContainEqual({
      path: 'contacts.bob@example.com',
      before: 'contacts.bob@example.com',
      after: '[email]',
    });
    expect(span!.parts.find(({ path }) => path.startsWith('llm.'))).toMatchObject({
      before: expect.stringMatching(/^…x+ ada@example/) as string,
      after: expect.stringMatching(/^…x+ \[email\]/) as string,
    });
    expect(await stored(traceId)).toContain(TEXT);
  });

  it.each<[string, Rules, string]>([
    ['a pattern that is not valid', { patterns: [{ name: 'a', pattern: '(' }] }, 'RE2 syntax'],
    ['a pattern that looks around', { patterns: [{ name: 'a', pattern: '(?=a)b' }] }, 'RE2 syntax'],
    [
      'a pattern that matches the empty text',
      { patterns: [{ name: 'a', pattern: 'a*' }] },
      'matches the empty text',
    ],
    ['a pattern without a name', { patterns: [{ name: ' ', pattern: 'a' }] }, 'name'],
    ['a long pattern', { patterns: [{ name: 'a', pattern: 'a'.repeat(501) }] }, '500'],
    ['a key with an empty part', { keys: ['a..b'] }, 'dotted name'],
    ['an empty key', { keys: [''] }, 'dotted name'],
    ['too many keys', { keys: Array.from({ length: 101 }, (_, i) => `k${i}`) }, '100'],
    ['an unknown kind', { kinds: ['PHONE'] }, 'rules.kinds[0]'],
  ])('refuses %s', async (_, rules, message) => {
    const id = await createProject(`refused ${randomBytes(4).toString('hex')}`);
    const { errors } = await patch(id, rules);
    expect(errors).toHaveLength(1);
    expect(JSON.stringify(errors)).toContain(message);
  });

  it('refuses unknown projects', async () => {
    const { errors } = await patch(globalId('Project', 999_999), RULES);
    expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });

  it('is changed by administrators only, and recorded', async () => {
    const { id } = await withRules();
    for (const role of ['MEMBER', 'VIEWER'] as const) {
      const cookie = cookieOf(await server.createAccount(role));
      const { errors } = await patch(id, {}, cookie);
      expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
      const preview = await server.gqlAs(
        cookie,
        `query ($id: ID!) { node(id: $id) { ... on Project {
           maskingPreview(rules: {}) { partCount } } } }`,
        { id },
      );
      expect(preview.errors?.[0]?.message).toBe('Only admin can perform this action.');
    }
    const [event] = await server.sql<{ details: Rules }>(
      `SELECT details FROM audit_events WHERE action = 'masking.changed' ORDER BY id DESC LIMIT 1`,
    );
    expect(event!.details).toEqual(RULES);
  });
});
