import pg from 'pg';
import { eventually } from '../support/eventually.js';
import { anExperiment } from '../support/factories/experiment.js';
import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { aDatasetToCompareOn, askToCompare, experimentId } from './comparing.js';

describe('a refused comparison of experiments', () => {
  let server: TestServer;
  let on: Awaited<ReturnType<typeof aDatasetToCompareOn>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    on = await aDatasetToCompareOn(server);
  });

  it.each([
    ['the base among the others', (b: string, o: string) => [b, [o, b]], 'BAD_REQUEST', 'itself'],
    ['one twice', (b: string, o: string) => [b, [o, o]], 'BAD_REQUEST', 'distinct'],
    [
      'too many',
      (b: string) => [b, Array.from({ length: 50 }, (_, at) => experimentId(90_000 + at))],
      'BAD_REQUEST',
      'At most 50',
    ],
    [
      'an unknown base',
      (_: string, o: string) => [experimentId(99_999), [o]],
      'NOT_FOUND',
      'exist',
    ],
    ['an unknown other', (b: string) => [b, [experimentId(99_999)]], 'NOT_FOUND', 'exist'],
    [
      'the id of another type',
      (b: string) => [b, [globalId('Dataset', 1)]],
      'BAD_USER_INPUT',
      'is not',
    ],
    [
      'a text that is not an ID',
      (b: string) => [b, ['nonsense']],
      'BAD_USER_INPUT',
      'is not the ID',
    ],
    [
      'an id without number',
      (_: string, o: string) => [globalId('Experiment', 'x'), [o]],
      'BAD_USER_INPUT',
      'is not',
    ],
    [
      'an absurd number',
      (b: string) => [b, [globalId('Experiment', '9'.repeat(40))]],
      'NOT_FOUND',
      'exist',
    ],
  ] as const)('has %s', async (_name, ids, code, message) => {
    const { id: base } = await on.experiment();
    const { id: other } = await on.experiment();
    const [first, others] = ids(experimentId(base), experimentId(other)) as [string, string[]];
    const counts = (field: string) =>
      server.gql(
        `query ($base: ID!, $others: [ID!]!) {
             ${field}(baseExperimentId: $base, compareExperimentIds: $others) { __typename } }`,
        { base: first, others },
      );
    for (const answer of [
      await askToCompare(server, first, others),
      await counts('experimentRunMetricComparisons'),
      await counts('experimentAnnotationComparisons'),
    ]) {
      expect(answer.errors).toEqual([
        expect.objectContaining({
          message: expect.stringContaining(message),
          extensions: { code },
        }),
      ]);
    }
  });

  it('has experiments of another dataset', async () => {
    const { id: base } = await on.experiment();
    const { id: other } = await anExperiment(server);
    const { errors } = await askToCompare(server, experimentId(base), [experimentId(other)]);
    expect(errors?.[0]).toMatchObject({
      message: 'The experiments must belong to the same dataset.',
      extensions: { code: 'BAD_REQUEST' },
    });
  });

  it.each([
    [{ first: 0 }, '`first` must be a positive integer'],
    [{ first: -1 }, '`first` must be a positive integer'],
    [{ first: 1001 }, '`first` must be less than or equal to 1000'],
    [{ after: 'nonsense' }, 'Invalid cursor: nonsense'],
    [{ after: globalId('1', 'STRING:x') }, 'Invalid cursor'],
  ])('has pages %j', async (variables, message) => {
    const { id: base } = await on.experiment();
    const { errors } = await askToCompare(server, experimentId(base), [], variables);
    expect(errors?.[0]?.message).toContain(message);
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });

  it('has a condition that takes too long', async () => {
    const { id: base } = await on.experiment();
    const client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query('LOCK TABLE dataset_example_revisions');
      const asked = askToCompare(server, experimentId(base), [], { condition: "input['a'] == 1" });
      // Cancels the statement as the time limit would, without waiting for it.
      const pid = await eventually('waiting query', async () => {
        const [waiting] = await server.sql<{ pid: number }>(
          `SELECT pid FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'
              AND query LIKE '%experiment_examples s%'`,
        );
        return waiting?.pid;
      });
      await server.sql('SELECT pg_cancel_backend($1::integer)', [pid]);
      expect((await asked).errors).toEqual([
        expect.objectContaining({
          message: expect.stringContaining('takes longer than 30 seconds'),
          extensions: { code: 'BAD_REQUEST' },
        }),
      ]);
    } finally {
      await client.end();
    }
  });
});
