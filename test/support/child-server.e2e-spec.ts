import { startChildServer } from './child-server.js';
import { createTestDatabase } from './database.js';

describe('a server process', () => {
  it.each([
    ['as it ships', true],
    ['in a bundle', false],
  ])('starts, responds and stops on SIGTERM %s', async (_, asShipped) => {
    const database = await createTestDatabase();
    const env = { SPANDREL_DATABASE_URL: database.url };
    const child = await startChildServer({ env, asShipped });
    expect(await (await fetch(`${child.url}/healthz`)).text()).toBe('OK');
    expect(await child.kill('SIGTERM')).toBe(0);
    await database.drop();
  });
});
