import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { listCitusNodes } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';

/** How long the work in the background usually takes, and more. */
const USUALLY_MS = 8_000;

/** The tables with work that is left for the index, the costs and the figures of projects. */
const LEFT = ['unindexed_spans', 'unpriced_spans', 'quarter_rollups WHERE changed_at IS NOT NULL'];

const CALL = {
  project: 'unsettled',
  kind: 'LLM',
  startedAt: new Date('2026-01-05T10:00:00Z'),
  attributes: { 'llm.model_name': 'gpt-4o-mini', 'llm.token_count.prompt': 10 },
};

describe('a worker with a transaction that it has prepared and not committed', () => {
  let server: TestServer;
  let worker: pg.Client;

  beforeAll(async () => {
    server = await startTestServer({}, { isShared: false });
    const { pathname } = new URL(server.databaseUrl);
    const url = Object.assign(new URL(listCitusNodes()[1]!), { pathname });
    worker = new pg.Client({ connectionString: url.toString() });
    await worker.connect();
  }, 60_000);
  afterAll(async () => {
    await worker.end();
    await server.stop();
  });

  const countLeft = async (): Promise<number[]> => {
    const counts = await Promise.all(
      LEFT.map((rows) => server.sql<{ n: number }>(`SELECT count(*) AS n FROM ${rows}`)),
    );
    return counts.map(([row]) => row!.n);
  };

  it('lets the index, costs and figures wait for it', async () => {
    // Citus would end one of its own coordinator, because that knows nothing of it.
    const name = `citus_99_${process.pid}_1_1`;
    await worker.query('BEGIN');
    await worker.query(`PREPARE TRANSACTION '${name}'`);
    try {
      await sendTraces(server.url, [CALL]);
      await sleep(USUALLY_MS);
      expect(await countLeft()).toEqual([1, 1, 1]);
    } finally {
      await worker.query(`ROLLBACK PREPARED '${name}'`);
    }
    await eventually(
      'the work in the background',
      async () => (await countLeft()).every((left) => left === 0),
      { withinMs: 30_000 },
    );
  }, 90_000);
});
