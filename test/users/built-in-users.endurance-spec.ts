import { createTestDatabase } from '../support/database.js';
import { startTestServer } from '../support/server.js';
import { ADMINS, AUTH } from './named-admins.js';

describe('built-in users', () => {
  it('are created once if servers start together', async () => {
    const database = await createTestDatabase();
    const env = { SPANDREL_DATABASE_URL: database.url, ...AUTH, ...ADMINS };
    const servers = await Promise.all([1, 2, 3].map(() => startTestServer(env)));
    expect(await servers[0]!.sql('SELECT FROM users')).toHaveLength(4);
    for (const server of servers) await server.stop();
    await database.drop();
  });
});
