import { startChildServer } from '../support/child-server.js';
import { createTestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { aProject } from '../support/factories/project.js';
import { sendTraces } from '../support/send-traces.js';
import { startTestServer } from '../support/server.js';
import { ruleOperations } from './rule-operations.js';

const SPANS = 200;

describe('evaluations on two servers', () => {
  it('are completed by one if the other is killed, each stored once', async () => {
    const database = await createTestDatabase();
    const env = { SPANDREL_DATABASE_URL: database.url };
    const child = await startChildServer({ env });
    const server = await startTestServer(env);
    const { aRule, read } = ruleOperations((query, variables) => server.gql(query, variables));
    const { id: projectId, name: project } = await aProject(server);
    const rule = await aRule(projectId);
    const trace = { project, attributes: { 'output.value': 'Paris' } };
    await sendTraces(
      child.url,
      Array.from({ length: SPANS }, () => trace),
    );
    const count = async () => (await server.sql('SELECT FROM span_annotations')).length;
    await eventually('some evaluations', async () => (await count()) >= 20);
    await child.kill('SIGKILL');
    expect(await count()).toBeLessThan(SPANS);

    // As if the leases of the killed server had ended.
    const claims = await server.sql<{ owner: string }>(
      'SELECT DISTINCT owner FROM evaluation_queue WHERE owner IS NOT NULL',
    );
    await eventually('all evaluations', async () => {
      await server.sql(
        'UPDATE evaluation_queue SET due_at = now() WHERE owner = ANY($1) AND NOT is_finished',
        [claims.map(({ owner }) => owner)],
      );
      return (await read(rule.id))!.waitingCount === 0;
    });
    expect(await count()).toBe(SPANS);
    // A claim that was lost stores nothing, so nothing is counted twice.
    expect(await read(rule.id)).toMatchObject({ evaluatedToday: SPANS, failedToday: 0 });
    await server.stop();
    await database.drop();
  }, 90_000);

  it('are left to others by a server that stops', async () => {
    const database = await createTestDatabase();
    const env = { SPANDREL_DATABASE_URL: database.url };
    const first = await startTestServer(env);
    const { id: projectId, name: project } = await aProject(first);
    const rule = await ruleOperations((query, variables) => first.gql(query, variables)).aRule(
      projectId,
    );
    const trace = { project, attributes: { 'output.value': 'Paris' } };
    await sendTraces(
      first.url,
      Array.from({ length: SPANS }, () => trace),
    );
    await eventually(
      'a beginning',
      async () => (await first.sql('SELECT FROM span_annotations')).length > 0,
    );
    const second = await startTestServer(env);
    await first.stop();
    const { read } = ruleOperations((query, variables) => second.gql(query, variables));
    const done = await eventually('all evaluations', async () => {
      const found = (await read(rule.id))!;
      return found.waitingCount === 0 && found.evaluatedToday > 0 ? found : null;
    });
    expect(done).toMatchObject({ evaluatedToday: SPANS, failedToday: 0 });
    await second.stop();
    await database.drop();
  }, 60_000);
});
