import { createTestDatabase } from '../../support/database.js';
import { startTestServer } from '../../support/server.js';
import { sendFrom } from './sent-spans.js';

describe('the exporters of two servers', () => {
  it('add up, and lose nothing when the servers stop', async () => {
    const database = await createTestDatabase();
    const env = { SPANDREL_DATABASE_URL: database.url };
    const servers = await Promise.all([startTestServer(env), startTestServer(env)]);
    for (const { url } of servers) {
      for (let request = 0; request < 5; request++) await sendFrom(url, 'app', 'shop', [{}, {}]);
    }
    await Promise.all(servers.map((server) => server.stop()));
    const reader = await startTestServer(env);
    try {
      const { body } = await reader.request.get('/v1/projects/app/exporters').expect(200);
      expect(body.data).toMatchObject([{ spans: 20, http_json_requests: 10 }]);
    } finally {
      await reader.stop();
      await database.drop();
    }
  }, 180_000);
});
