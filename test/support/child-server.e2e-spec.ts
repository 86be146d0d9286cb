import { startChildServer } from './child-server.js';
import { createTestDatabase } from './database.js';

describe('a server process', () => {
  // Other tests of its output and its signals start it from a bundle.
  it('starts, responds and stops on SIGTERM as it ships', async () => {
    const database = await createTestDatabase();
    const env = { SPANDREL_DATABASE_URL: database.url };
    const child = await startChildServer({ env, asShipped: true });
    expect(await (await fetch(`${child.url}/healthz`)).text()).toBe('OK');
    expect(await child.kill('SIGTERM')).toBe(0);
    const told = child.output().trim().split('\n');
    const lines = told.map((line) => line.replace(/^\[[\d:.]+\] INFO: /, ''));
    const ready = lines.indexOf(`Spandrel is ready at ${child.url}`);
    expect(lines.slice(ready + 1)).toEqual([
      'Its data is in the database in SPANDREL_DATABASE_URL',
      'Ctrl-C or SIGTERM stops it',
      'SIGTERM: storing accepted requests, then stopping',
      'Stopped',
    ]);
    await database.drop();
  });
});
