import pg from 'pg';
import { eventuallyAfter } from '../support/background-loops.js';
import { eventually } from '../support/eventually.js';
import { globalId } from '../support/global-id.js';
import { emptyDatabase } from '../support/reset.js';
import { sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { samplingOperations, type SampledProject } from './sampling-operations.js';

const SPANS = 1_000;

describe('a trace with more spans than a transaction deletes', () => {
  let server: TestServer;
  let blocker: pg.Client;

  const operations = samplingOperations(() => server);
  const { aSampledProject, ask, age, reasons, counts } = operations;
  const { whenHandedOver, whenDecided, whenNothingIsDue } = operations;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(async () => {
    blocker = new pg.Client({ connectionString: server.databaseUrl });
    await blocker.connect();
  });
  afterEach(async () => {
    await blocker.end();
    await emptyDatabase(server);
  });
  afterAll(() => server.stop());

  const whenWaiting = (what: string, query: string) =>
    eventually(what, async () => {
      const waiting = await server.sql(
        `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE $1
            AND datname = current_database()`,
        [query],
      );
      return waiting.length > 0;
    });
  /** Stops the deletion in its first step, which has deleted nothing yet, but locked the trace. */
  const stop = async () => {
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE dropped_models IN EXCLUSIVE MODE');
    await whenHandedOver();
    await age(3_700);
    await whenWaiting('the deletion', '%dropped_models%');
  };
  const goOn = () => blocker.query('COMMIT');
  const send = (project: SampledProject) =>
    operations.send(project, { children: Array.from({ length: SPANS - 1 }, () => ({})) });

  it('goes as a whole, even if somebody would judge or move it while it goes', async () => {
    const project = await aSampledProject({ share: 0 });
    const traceId = await send(project);
    const [trace] = await server.sql<{ id: number }>('SELECT id FROM traces');
    await stop();
    const [span] = await server.sql<{ span_id: string }>('SELECT span_id FROM spans LIMIT 1');
    const judgment = { name: 'quality', annotator_kind: 'HUMAN' };
    const annotate = (kind: string, id: object, sync: boolean) =>
      server.request
        .post(`/v1/${kind}_annotations?sync=${sync}`)
        .send({ data: [{ ...id, ...judgment }] });
    expect((await annotate('trace', { trace_id: traceId }, true)).status).toBe(404);
    expect((await annotate('span', span!, true)).status).toBe(404);
    // It waits for a trace with this ID.
    expect((await annotate('trace', { trace_id: traceId }, false)).status).toBe(200);
    expect(await server.sql('SELECT name FROM waiting_annotations')).toEqual([{ name: 'quality' }]);
    const moved = server.gql(
      `mutation ($traces: [ID!]!, $project: ID!) {
         transferTracesToProject(projectId: $project, traceIds: $traces) { __typename } }`,
      {
        traces: [globalId('Trace', trace!.id)],
        project: (await aSampledProject({ share: 1 })).globalId,
      },
    );
    await whenWaiting('the move', '%FOR UPDATE OF t%');
    await goOn();
    expect((await moved).errors?.[0]?.message).toBe('One of the traces does not exist.');
    await whenNothingIsDue();
    expect(await reasons(traceId)).toEqual([null]);
    expect(await server.sql('SELECT FROM spans')).toEqual([]);
    expect(await server.sql('SELECT FROM trace_annotations')).toEqual([]);
    expect(await counts(project)).toEqual({ DROPPED: 1 });
    expect(await ask(project, 'traceCount')).toBe(1);
  }, 120_000);

  it('does not exist for those who waited for the decision', async () => {
    const project = await aSampledProject({ share: 1 });
    const traceId = await operations.send(project);
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM traces FOR UPDATE');
    await blocker.query(`UPDATE traces SET kept_because = 'DROPPED'`);
    const post = (sync: boolean) =>
      server.request
        .post(`/v1/trace_annotations?sync=${sync}`)
        .send({ data: [{ trace_id: traceId, name: 'quality', annotator_kind: 'HUMAN' }] })
        .then(({ status }) => status);
    const now = post(true);
    await whenWaiting('the annotation', '%FOR KEY SHARE OF o%');
    const later = post(false);
    await whenWaiting('the second annotation', '%FROM traces o %FOR KEY SHARE');
    await goOn();
    expect([await now, await later]).toEqual([404, 200]);
    expect(await server.sql('SELECT FROM trace_annotations')).toEqual([]);
  });

  it('is followed by one of the spans that arrive while it goes', async () => {
    const project = await aSampledProject({ share: 0 });
    const traceId = await send(project);
    await stop();
    const late = sendTraces(server.url, [{ project: project.name, traceId, name: 'late' }]);
    await whenWaiting('the late span', '%INSERT INTO traces%');
    await goOn();
    await late;
    await eventuallyAfter(server, ['sampling'], 'the end of the deletion', async () => {
      const begun = await server.sql('SELECT FROM dropped_traces');
      return begun.length === 0;
    });
    expect(await reasons(traceId)).toEqual(['UNDECIDED']);
    expect(await server.sql('SELECT name FROM spans')).toEqual([{ name: 'late' }]);
    expect(
      await server.sql(
        `SELECT t.span_count, t.error_count, t.start_time = s.start_time AS "isLate"
           FROM traces t JOIN spans s USING (trace_id)`,
      ),
    ).toEqual([{ span_count: 1, error_count: 0, isLate: true }]);
    expect(await ask(project, 'traceCount')).toBe(2);
    await whenDecided();
    expect(await reasons(traceId)).toEqual([null]);
    expect(await counts(project)).toEqual({ DROPPED: 2 });
    expect(await ask(project, 'traceCount')).toBe(2);
  }, 120_000);

  // The last one, because its loop pauses after the error.
  it('does not hold up others if it cannot be deleted', async () => {
    const project = await aSampledProject({ share: 0 });
    const [stuck] = [await send(project), await send(project)].toSorted();
    await server.sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RAISE 'This span stays.'; END $$`);
    try {
      await server.sql(`CREATE TRIGGER refuse BEFORE DELETE ON spans FOR EACH ROW
        WHEN (OLD.trace_id = '${stuck}') EXECUTE FUNCTION refuse()`);
      await whenHandedOver();
      await age(3_700);
      const isOneLeft = async () => {
        // One of them may not be handed over yet.
        const left = await server.sql('SELECT DISTINCT trace_id FROM spans');
        return left.length === 1;
      };
      const expected = { failure: 'This span stays.' };
      await eventuallyAfter(server, ['sampling'], 'the end of the other', isOneLeft, expected);
      expect(await server.sql('SELECT trace_id FROM dropped_traces')).toEqual([
        { trace_id: stuck },
      ]);
    } finally {
      await server.sql('DROP FUNCTION refuse() CASCADE');
    }
    await whenNothingIsDue();
    expect(await server.sql('SELECT FROM spans')).toEqual([]);
  }, 120_000);
});
