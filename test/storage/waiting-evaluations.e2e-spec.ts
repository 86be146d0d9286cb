import { ruleOperations, said } from '../evaluation-rules/rule-operations.js';
import { runLoops } from '../support/background-loops.js';
import { StorageMonitor } from '../support/built.js';
import { eventually } from '../support/eventually.js';
import { aProject } from '../support/factories/project.js';
import { aSpan } from '../support/factories/span.js';
import { markUnindexed } from '../support/factories/unindexed.js';
import { startTestServer, type TestServer } from '../support/server.js';

describe('evaluation rules', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it('wait while nothing new is stored, and go on afterwards', async () => {
    const { aRule, whenDone } = ruleOperations(
      (query, variables) => server.gql(query, variables),
      () => server,
    );
    const { id: projectId } = await aProject(server);
    const rule = await aRule(projectId);
    const monitor = server.app.get(StorageMonitor, { strict: false });

    // A byte, instead of a database that is filled.
    server.change({ SPANDREL_DATABASE_ALLOCATED_STORAGE_CAPACITY_GIBIBYTES: '0.000000001' });
    await monitor.look();
    await aSpan(server, { project_id: projectId, attributes: said('Paris') });
    await markUnindexed(server);
    await eventually('the span in the queue', async () => {
      const rows = await server.sql('SELECT FROM evaluation_queue WHERE NOT is_finished');
      return rows.length === 1;
    });
    await runLoops(server, 'evaluations');
    expect(await server.sql('SELECT FROM evaluation_queue WHERE owner IS NOT NULL')).toEqual([]);
    expect(await server.sql('SELECT FROM span_annotations')).toEqual([]);

    server.change({});
    await monitor.look();
    await whenDone(rule.id, 1);
    expect(await server.sql('SELECT FROM span_annotations')).toHaveLength(1);
  });
});
