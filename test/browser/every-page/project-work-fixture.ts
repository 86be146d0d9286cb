import { alertOperations, aRecentTrace } from '../../alerts/alert-operations.js';
import { ruleOperations } from '../../evaluation-rules/rule-operations.js';
import { bearer, cookieOf } from '../../support/accounts.js';
import { anAnnotationConfig } from '../../support/factories/annotation-config.js';
import { aTargetToAnnotate } from '../../support/factories/annotation.js';
import { aProject } from '../../support/factories/project.js';
import { globalId } from '../../support/global-id.js';
import { sendTraces } from '../../support/send-traces.js';
import { sendRefused } from '../../tracing/ingestion-errors/refused-spans.js';
import { projectId, send, type WalkedServer } from './walk.js';

export interface ShownProjects {
  server: WalkedServer;
  /** The global IDs of projects: one with everything, one with a trace, an empty one and a sampled one. */
  shop: string;
  quiet: string;
  empty: string;
  sampled: string;
  dashboard: string;
  rule: string;
  /** Review queues for traces and for sessions. */
  traceQueue: string;
  sessionQueue: string;
  /** The `Cookie` header of a member who may only read `sampled`. */
  reader: string;
}

const HOUR_MS = 3_600_000;
const TEXT = 'Ada, ada@example.com, customer KD-123456';

export async function projectsToShow(server: WalkedServer): Promise<ShownProjects> {
  const key = bearer(server.accounts.MEMBER.key);
  await sendTraces(
    server.url,
    [
      ...[1, 2, 3].map((hours) => ({
        project: 'bakery',
        name: 'order',
        kind: 'LLM',
        startedAt: new Date(Date.now() - hours * HOUR_MS),
        durationMs: 1_000 * hours,
        attributes: {
          'session.id': 'visit',
          'user.id': hours < 3 ? 'ada' : 'bob',
          'input.value': TEXT,
          'output.value': 'Paris, of course',
        },
        ...(hours === 3 ? { failure: 'no such order' } : {}),
      })),
      { project: 'quiet' },
      { project: 'sampled' },
    ],
    key,
  );
  const end = BigInt(Date.now() + 250_000) * 1_000_000n;
  const refused = { spanId: '', name: 'nameless' };
  await sendRefused(server, 'bakery', [{ start: end, end }, refused, refused], key);
  const { id: emptyId } = await aProject(server, { name: 'empty' });
  const [shop, quiet, sampled] = [
    await projectId(server, 'bakery'),
    await projectId(server, 'quiet'),
    await projectId(server, 'sampled'),
  ];
  await server.sql(
    `WITH g AS (INSERT INTO user_groups (name, source, external_id)
                VALUES ('support', 'OIDC', 'support') RETURNING id)
     INSERT INTO user_group_members (group_id, user_id) SELECT id, $1 FROM g`,
    [server.accounts.MEMBER.userId],
  );
  await addAlerts(server, shop);
  return {
    server,
    shop,
    quiet,
    sampled,
    empty: globalId('Project', emptyId),
    dashboard: await aDashboard(server, shop),
    rule: await addRules(server, shop),
    ...(await addQueues(server, shop)),
    reader: await keepSome(server, sampled),
  };
}

async function aDashboard(server: WalkedServer, project: string): Promise<string> {
  const chart = { entity: 'TRACES', kind: 'LINES', aggregation: 'COUNT' };
  const { createDashboard } = await send<{ createDashboard: { dashboard: { id: string } } }>(
    server,
    `mutation ($input: CreateDashboardInput!) { createDashboard(input: $input) { dashboard { id } } }`,
    {
      input: {
        projectId: project,
        name: 'use',
        isShared: true,
        charts: [
          { ...chart, title: 'Traces', kind: 'NUMBER' },
          { ...chart, title: 'Names', kind: 'STACKED_BARS', groupBy: 'NAME' },
          { ...chart, title: 'Users', kind: 'RANKING', groupBy: 'USER' },
          { ...chart, title: 'Failed', aggregation: 'FAILED_COUNT' },
        ],
      },
    },
  );
  return createDashboard.dashboard.id;
}

/** Adds a rule that is far behind and has failed, and one with results. @returns the ID of the latter. */
async function addRules(server: WalkedServer, project: string): Promise<string> {
  const { aRule } = ruleOperations((query, variables) =>
    server.gqlAs(cookieOf(server.accounts.MEMBER), query, variables),
  );
  const id = rowId(project);
  await aRule(id);
  await server.sql(
    `INSERT INTO evaluation_backfills (rule_id, end_time, next_time, next_id, selected)
     SELECT id, now(), '2000-01-01', 0, 4 FROM evaluation_rules`,
  );
  await server.sql(
    `INSERT INTO evaluation_queue (rule_id, trace_id, span_id, session_id, due_at, is_backfill)
     SELECT id, 't', 's', '', now() + interval '1 day', true FROM evaluation_rules`,
  );
  await server.sql(
    `UPDATE evaluation_rules SET last_error = 'The path "a" of "text" leads to nothing.',
            last_error_at = now()`,
  );
  const rule = await aRule(id, { name: 'names a city' });
  for (const day of [1, 3, 4]) {
    const time = new Date(Date.now() - day * 24 * HOUR_MS).toISOString();
    const target = await aTargetToAnnotate(server, 'span', {
      project_id: id,
      start_time: time,
      end_time: time,
    });
    await target.annotate({
      name: 'names a city',
      identifier: `rule:${rowId(rule.id)}`,
      label: 'true',
      score: 1,
      explanation: 'The text contains "Paris".',
      created_at: time,
    });
  }
  const [row] = await server.sql<{ project: string }>(
    'SELECT traces_project_name AS project FROM evaluation_rules WHERE id = $1',
    [rowId(rule.id)],
  );
  const output = { label: 'true', score: 1, explanation: 'The text contains "Paris".' };
  await sendTraces(
    server.url,
    [
      {
        project: row!.project,
        name: 'names a city',
        kind: 'EVALUATOR',
        attributes: { 'output.value': JSON.stringify(output) },
      },
    ],
    bearer(server.adminSecret),
  );
  return rule.id;
}

async function addQueues(server: WalkedServer, project: string) {
  const config = await anAnnotationConfig(server, {
    name: 'correctness',
    projects: [{ id: rowId(project) }],
  });
  const ids = async (path: string) => {
    const { body } = await server.request
      .get(`/v1/projects/bakery/${path}`)
      .set(bearer(server.accounts.ADMIN.key))
      .expect(200);
    return (body as { data: { id: string }[] }).data.map(({ id }) => id);
  };
  const aQueue = async (name: string, target: string, targetIds: string[]) => {
    const { created } = await send<{ created: { annotationQueue: { id: string } } }>(
      server,
      `mutation ($input: CreateAnnotationQueueInput!) {
         created: createAnnotationQueue(input: $input) { annotationQueue { id } } }`,
      {
        input: {
          projectId: project,
          name,
          description: 'Judge the last answer only.',
          target,
          annotationConfigIds: [globalId('CategoricalAnnotationConfig', config.id)],
          source: { targetIds },
        },
      },
    );
    return created.annotationQueue.id;
  };
  return {
    traceQueue: await aQueue('Last answers', 'TRACE', await ids('traces')),
    sessionQueue: await aQueue('Conversations', 'SESSION', await ids('sessions')),
  };
}

/** Keeps some traces of a private project. @returns the `Cookie` header of a member who may read it. */
async function keepSome(server: WalkedServer, project: string): Promise<string> {
  await send(
    server,
    `mutation ($input: PatchProjectSamplingInput!) {
       patchProjectSampling(input: $input) { project { id } } }`,
    { input: { projectId: project, isEnabled: true, rules: { share: 0.1 } } },
  );
  await server.sql(
    `INSERT INTO sampling_quarters (project_id, quarter, outcome, trace_count, span_count)
     SELECT $1, floor(extract(epoch FROM now()) / 900), c.*
       FROM (VALUES ('FAILED', 340, 1), ('SHARE', 12000, 1), ('DROPPED', 105660, 1)) c`,
    [rowId(project)],
  );
  const reader = await server.createAccount('MEMBER');
  await send(
    server,
    `mutation ($role: SetProjectRoleInput!, $privacy: SetProjectPrivacyInput!) {
       setProjectRole(input: $role) { project { id } }
       setProjectPrivacy(input: $privacy) { project { id } } }`,
    {
      role: { projectId: project, email: reader.email, role: 'VIEWER' },
      privacy: { projectId: project, isPrivate: true },
    },
  );
  return reader.cookie;
}

/** Adds a rule that fires. */
async function addAlerts(server: WalkedServer, project: string): Promise<void> {
  for (const ago of [1, 2, 3]) {
    await aRecentTrace(server, rowId(project), ago, { error_count: ago % 2 });
  }
  const { aRule } = alertOperations(() => ({
    ...server,
    gql: (query, variables) => server.gqlAs(cookieOf(server.accounts.ADMIN), query, variables),
  }));
  const { id } = await aRule(rowId(project), { name: 'Many errors' });
  await server.sql(
    `UPDATE alert_rules SET state = 'FIRING', last_value = 50, evaluated_at = now(),
            next_evaluation_at = now() + interval '1 day' WHERE id = $1`,
    [rowId(id)],
  );
  // The server may have evaluated the new rule before.
  await server.sql('DELETE FROM alert_events WHERE rule_id = $1', [rowId(id)]);
  await server.sql(
    `INSERT INTO alert_events (project_id, rule_id, state, value, summary)
     VALUES ($1, $2, 'FIRING', 50, 'Alert "Many errors"')`,
    [rowId(project), rowId(id)],
  );
}

function rowId(id: string): number {
  return Number(Buffer.from(id, 'base64').toString().split(':')[1]);
}
