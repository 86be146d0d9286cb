import { aProject } from '../support/factories/project.js';
import { aSpan, copySpan } from '../support/factories/span.js';
import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { aPolicy, runNow } from './retention-operations.js';

const TEN_DAYS_AGO = new Date(Date.now() - 10 * 86_400_000).toISOString();

describe('a large trace that expires', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it('is deleted in parts, each of which leaves right totals', async () => {
    const { id: projectId } = await aProject(server);
    const times = { start_time: TEN_DAYS_AGO, end_time: TEN_DAYS_AGO };
    await copySpan(server, await aSpan(server, { project_id: projectId, ...times }), 449);
    // The parts, and the totals after each.
    await server.sql('CREATE TABLE parts (spans bigint, counted bigint)');
    await server.sql(
      `CREATE FUNCTION note_part() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         INSERT INTO parts SELECT NEW.span_count, count(*) FROM spans WHERE trace_id = NEW.trace_id;
         RETURN NULL; END $$`,
    );
    await server.sql(
      `CREATE TRIGGER note_part AFTER UPDATE OF span_count ON traces FOR EACH ROW
       EXECUTE FUNCTION note_part()`,
    );
    try {
      const { lastRun } = await runNow(
        server,
        await aPolicy(server, { addProjects: [globalId('Project', projectId)] }),
      );
      expect(lastRun).toMatchObject({ deletedTraceCount: 1, deletedSpanCount: 450, error: null });
      expect(await server.sql('SELECT * FROM parts ORDER BY spans')).toEqual([
        { spans: 50, counted: 50 },
        { spans: 250, counted: 250 },
      ]);
      expect(await server.sql('SELECT FROM traces')).toEqual([]);
    } finally {
      await server.sql('DROP TRIGGER note_part ON traces');
      await server.sql('DROP FUNCTION note_part');
      await server.sql('DROP TABLE parts');
    }
  });
});
