import { startTestServer } from '../../support/server.js';

describe('the config user_feedback', () => {
  it('is created only once by several servers', async () => {
    const server = await startTestServer({}, { isShared: false });
    await server.sql('DELETE FROM annotation_configs');
    const others = await Promise.all(
      Array.from({ length: 3 }, () =>
        startTestServer({ SPANDREL_DATABASE_URL: server.databaseUrl }),
      ),
    );
    await Promise.all(others.map((other) => other.stop()));
    expect(await server.sql('SELECT name FROM annotation_configs')).toEqual([
      { name: 'user_feedback' },
    ]);
    await server.stop();
  });
});
