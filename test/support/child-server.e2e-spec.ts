import { startChildServer } from './child-server.js';
import { createTestDatabase } from './database.js';

describe('a server process', () => {
  it('starts, responds and stops on SIGTERM', async () => {
    const database = await createTestDatabase();
    const child = await startChildServer({ env: { SPANDREL_DATABASE_URL: database.url } });
    expect(await (await fetch(`${child.url}/healthz`)).text()).toBe('OK');
    expect(await child.kill('SIGTERM')).toBe(0);
    await database.drop();
  });
});
