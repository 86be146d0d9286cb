import {
  type Account,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { globalId } from '../support/global-id.js';
import { placesOn } from '../projects/access/projects-with-roles.js';
import {
  chosenId,
  PATCH,
  QUIET,
  type Count,
  type Rules,
  samplingOperations,
} from './sampling-operations.js';

const RULES = 'share sharesSessions keepsFailed minLatencyMs minCost minTokens';
const SAMPLING = `sampling { isEnabled enabledAt updatedAt lastError rules {
  ${RULES} scores { name below labels } condition quietSeconds longestWaitSeconds } }`;

describe('the sampling policy of a project', () => {
  let server: SecuredServer;
  const asAdmin = () => cookieOf(server.accounts.ADMIN);
  const { aSampledProject, patch, ask } = samplingOperations(() => ({
    sql: (text, parameters) => server.sql(text, parameters),
    url: server.url,
    gql: (query, variables) => server.gqlAs(asAdmin(), query, variables),
  }));

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  const send = async (name: string, spans: object[]) => {
    await server.request
      .post(`/v1/projects/${name}/spans`)
      .set(asAdmin())
      .send({
        data: spans.map((span, at) => ({
          name: 'step',
          span_kind: 'CHAIN',
          start_time: '2026-01-01T00:00:00Z',
          end_time: '2026-01-01T00:00:01Z',
          status_code: 'OK',
          context: { trace_id: chosenId(), span_id: `${chosenId()} ${at}` },
          ...span,
        })),
      })
      .expect(202);
  };

  it('is off at first', async () => {
    const project = await aSampledProject({ share: 1 }, false);
    await server.sql('DELETE FROM sampling_policies WHERE project_id = $1', [project.id]);
    expect(await ask(project, SAMPLING)).toEqual({
      isEnabled: false,
      enabledAt: null,
      updatedAt: null,
      lastError: null,
      rules: {
        share: 1,
        sharesSessions: false,
        keepsFailed: true,
        minLatencyMs: null,
        minCost: null,
        minTokens: null,
        scores: [],
        condition: '',
        quietSeconds: 120,
        longestWaitSeconds: 3600,
      },
    });
    expect(await ask(project, 'samplingCounts { traceCount }')).toEqual([]);
  });

  it('is replaced as a whole, and recorded', async () => {
    const rules = {
      share: 0.25,
      sharesSessions: true,
      keepsFailed: false,
      minLatencyMs: 1.5,
      minCost: 0.01,
      minTokens: 1000,
      scores: [{ name: 'correct', below: 0.5, labels: ['wrong'] }],
      condition: 'num_spans > 10',
      quietSeconds: 60,
      longestWaitSeconds: 600,
    };
    const project = await aSampledProject(rules);
    expect(await ask(project, SAMPLING)).toMatchObject({ isEnabled: true, rules });
    const [event] = await server.sql<{ details: object }>(
      `SELECT details FROM audit_events WHERE action = 'sampling.changed' ORDER BY id DESC LIMIT 1`,
    );
    expect(event!.details).toEqual({ isEnabled: true, ...rules });
    await patch(project.globalId, { share: 1 }, false);
    expect(await ask(project, SAMPLING)).toMatchObject({
      isEnabled: false,
      rules: { share: 1, scores: [], minCost: null, keepsFailed: true },
    });
  });

  it('goes with its project, and so does what it counted', async () => {
    const project = await aSampledProject({ share: 0 });
    await server.sql(
      `INSERT INTO sampling_quarters (project_id, quarter, outcome, trace_count, span_count)
       VALUES ($1, 1, 'SHARE', 1, 1)`,
      [project.id],
    );
    await server.request.delete(`/v1/projects/${project.name}`).set(asAdmin()).expect(204);
    for (const table of ['sampling_policies', 'sampling_quarters']) {
      expect(await server.sql(`SELECT FROM ${table} WHERE project_id = $1`, [project.id])).toEqual(
        [],
      );
    }
  });

  it('can be tried on the newest traces, without changing anything', async () => {
    const project = await aSampledProject({ share: 1 }, false);
    await send(project.name, [
      ...Array.from({ length: 3 }, () => ({ status_code: 'ERROR' })),
      ...Array.from({ length: 2 }, () => ({ end_time: '2026-01-01T00:01:00Z' })),
      ...Array.from({ length: 4 }, () => ({})),
      ...Array.from({ length: 5 }, (_, at) => ({
        context: { trace_id: `${'0'.repeat(31)}${at}`, span_id: `dropped ${at}` },
      })),
    ]);
    const counts = await ask<Count[]>(
      project,
      `samplingPreview(rules: { share: 0.5, minLatencyMs: 30000 }) { outcome traceCount spanCount }`,
    );
    expect(counts.toSorted((a, b) => b.traceCount - a.traceCount)).toEqual([
      { outcome: 'DROPPED', traceCount: 5, spanCount: 5 },
      { outcome: 'SHARE', traceCount: 4, spanCount: 4 },
      { outcome: 'FAILED', traceCount: 3, spanCount: 3 },
      { outcome: 'SLOW', traceCount: 2, spanCount: 2 },
    ]);
    expect(await ask(project, 'traceCount')).toBe(14);
  });

  it.each<[string, Rules, string]>([
    ['a share above 1', { share: 1.1 }, 'rules.share'],
    ['a negative share', { share: -0.1 }, 'rules.share'],
    ['a negative latency', { share: 1, minLatencyMs: -1 }, 'minLatencyMs'],
    ['a negative cost', { share: 1, minCost: -1 }, 'minCost'],
    ['a short quiet time', { share: 1, quietSeconds: 4 }, 'quietSeconds'],
    ['a long quiet time', { share: 1, quietSeconds: 3_601 }, 'quietSeconds'],
    ['a long wait', { share: 1, longestWaitSeconds: 86_401 }, 'longestWaitSeconds'],
    [
      'a wait that is shorter than the quiet time',
      { share: 1, quietSeconds: 60, longestWaitSeconds: 59 },
      'The longest wait must not be shorter than the quiet time.',
    ],
    ['an annotation without a name', { share: 1, scores: [{ name: ' ', below: 1 }] }, 'name'],
    [
      'an annotation without a score and labels',
      { share: 1, scores: [{ name: 'correct' }] },
      'Say below which score, or with which labels.',
    ],
    [
      'too many annotations',
      { share: 1, scores: Array.from({ length: 21 }, () => ({ name: 'a', below: 1 })) },
      '20',
    ],
    ['a mistake in the condition', { share: 1, condition: 'num_span > 1' }, 'num_spans'],
    ['code in the condition', { share: 1, condition: '1; DELETE FROM traces' }, 'character'],
    ['a long condition', { share: 1, condition: ' '.repeat(10_001) }, '10000'],
    ['a character that cannot be stored', { share: 1, condition: '\0' }, 'NUL'],
  ])('refuses %s', async (_, rules, message) => {
    const project = await aSampledProject({ share: 1 }, false);
    const { errors } = await patch(project.globalId, rules);
    expect(errors).toHaveLength(1);
    expect(JSON.stringify(errors)).toContain(message);
    expect(await ask(project, SAMPLING)).toMatchObject({ isEnabled: false });
  });

  it('takes quotes in names and labels for what they are', async () => {
    const name = `'; DROP TABLE traces; --`;
    const scores = [{ name, below: 1, labels: [`"}'`, '$1'] }];
    const project = await aSampledProject({ share: 0, scores });
    await send(project.name, [{}]);
    expect(await ask(project, SAMPLING)).toMatchObject({ rules: { scores } });
    const { data } = await server.gqlAs<{ node: { samplingPreview: Count[] } }>(
      asAdmin(),
      `query ($id: ID!, $rules: SamplingRulesInput!) { node(id: $id) { ... on Project {
         samplingPreview(rules: $rules) { outcome } } } }`,
      { id: project.globalId, rules: { share: 0, scores } },
    );
    expect(data!.node.samplingPreview).toEqual([{ outcome: 'DROPPED' }]);
  });

  it('refuses unknown projects', async () => {
    const { errors } = await patch(globalId('Project', 999_999), { share: 1 });
    expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });

  it('is changed and tried by administrators only, and shown to all', async () => {
    const project = await aSampledProject({ share: 0.5 });
    for (const role of ['MEMBER', 'VIEWER'] as const) {
      const cookie = cookieOf(server.accounts[role]);
      const input = { projectId: project.globalId, isEnabled: true, rules: { ...QUIET, share: 0 } };
      const changed = await server.gqlAs(cookie, PATCH, { input });
      expect(changed.errors?.[0]?.extensions.code).toBe('FORBIDDEN');
      const tried = await server.gqlAs(
        cookie,
        `query ($id: ID!) { node(id: $id) { ... on Project {
           samplingPreview(rules: { share: 0 }) { traceCount } } } }`,
        { id: project.globalId },
      );
      expect(tried.errors?.[0]?.message).toBe('Only admin can perform this action.');
      const shown = await server.gqlAs<{ node: object }>(
        cookie,
        `query ($id: ID!) { node(id: $id) { ... on Project { ${SAMPLING} } } }`,
        { id: project.globalId },
      );
      expect(shown.data!.node).toMatchObject({ sampling: { rules: { share: 0.5 } } });
    }
  });

  it('lets managers change the policy of a private project, and hides it from others', async () => {
    const { aPlace, anAccount, as } = placesOn(() => server);
    const place = await aPlace(true);
    const manager = await anAccount('VIEWER', [[place, 'MANAGER']]);
    const member = await anAccount('MEMBER', [[place, 'MEMBER']]);
    const other = await anAccount('MEMBER', [[await aPlace(true), 'MANAGER']]);
    const input = { projectId: place.id, isEnabled: true, rules: { ...QUIET, share: 0.5 } };
    const codeFor = async (account: Account) =>
      (await as(account, PATCH, { input })).errors?.[0]?.extensions.code;
    expect(await codeFor(other)).toBe('NOT_FOUND');
    expect(await codeFor(member)).toBe('FORBIDDEN');
    expect(
      await server.sql('SELECT FROM sampling_policies WHERE project_id = $1', [place.rowId]),
    ).toEqual([]);
    expect(await codeFor(manager)).toBeUndefined();
    const preview = `query ($id: ID!) { node(id: $id) { ... on Project {
      samplingPreview(rules: { share: 0 }) { traceCount } } } }`;
    expect((await as(manager, preview, { id: place.id })).data).toEqual({
      node: { samplingPreview: [{ traceCount: 1 }] },
    });
    expect((await as(member, preview, { id: place.id })).errors).toHaveLength(1);
    const read = `query ($id: ID!) { node(id: $id) { ... on Project { ${SAMPLING} } } }`;
    const shown = await as<{ node: object }>(member, read, { id: place.id });
    expect(shown.data!.node).toMatchObject({ sampling: { isEnabled: true } });
    expect((await as(other, read, { id: place.id })).errors).toHaveLength(1);
  });
});
