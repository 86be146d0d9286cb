import { createTestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { MASKED, PATCH, RULES, TEXT } from './mask-rules.js';

describe('masking what is sent', () => {
  it('reaches other servers of the same database within seconds', async () => {
    const database = await createTestDatabase();
    const [first, second] = await Promise.all(
      [1, 2].map(() => startTestServer({ SPANDREL_DATABASE_URL: database.url })),
    );
    try {
      const post = (to: TestServer) =>
        sendTraces(to.url, [{ project: 'two servers', name: TEXT, attributes: {} }]);
      await post(first!);
      const { data } = await first!.gql<{ getProjectByName: { id: string } }>(
        '{ getProjectByName(name: "two servers") { id } }',
      );
      const { errors } = await first!.gql(PATCH, {
        input: { projectId: data!.getProjectByName.id, rules: RULES },
      });
      expect(errors).toBeUndefined();
      await eventually('the other server to mask', async () => {
        await post(second!);
        const [newest] = await second!.sql<{ name: string }>(
          'SELECT name FROM spans ORDER BY id DESC LIMIT 1',
        );
        return newest!.name === MASKED;
      });
    } finally {
      await Promise.all([first!.stop(), second!.stop()]);
      await database.drop();
    }
  });
});
