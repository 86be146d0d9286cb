import { randomBytes } from 'node:crypto';
import supertest from 'supertest';
import { startChildServer } from '../support/child-server.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { aSpan } from '../support/factories/span.js';
import { startTestServer } from '../support/server.js';

const KILLS = 3;
const BATCHES = 20;

describe('annotations that wait for their spans', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  it('are all stored, however often the server is killed', async () => {
    const env = { SPANDREL_DATABASE_URL: database.url };
    const acknowledged: string[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const child = await startChildServer({ env });
      const request = supertest(child.url);
      const send = async (): Promise<void> => {
        const ids = Array.from({ length: 10 }, () => randomBytes(8).toString('hex'));
        const data = ids.map((id) => ({ span_id: id, name: 'quality', annotator_kind: 'LLM' }));
        const response = await request.post('/v1/span_annotations').send({ data });
        if (response.status === 200) acknowledged.push(...ids);
      };
      const sent = Array.from({ length: BATCHES }, () => send().catch(() => undefined));
      // Kills the server in the middle of the requests.
      await Promise.race([
        Promise.all(sent),
        eventually('some requests', () => Promise.resolve(acknowledged.length > kill * 100 + 50)),
      ]);
      await child.kill('SIGKILL');
      await Promise.all(sent);
    }
    expect(acknowledged.length).toBeGreaterThan(KILLS * 10);
    const last = await startTestServer(env);
    for (const span_id of acknowledged)
      await aSpan(last, { span_id, trace_id: 'one', project_id: 1 });
    const stored = () => last.sql<{ span_id: string }>('SELECT span_id FROM span_annotations');
    await eventually('every annotation', async () => {
      const found = new Set((await stored()).map(({ span_id }) => span_id));
      return acknowledged.every((id) => found.has(id));
    });
    await last.stop();
  }, 180_000);
});
