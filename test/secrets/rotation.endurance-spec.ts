import { SealRotationService, SecretsService } from '../support/built.js';
import { createTestDatabase } from '../support/database.js';
import { startTestServer, type TestServer } from '../support/server.js';

const FIRST = 'first-secret-0123456789-abcdefghijkl';
const SECOND = 'second-secret-0123456789-abcdefghijk';

describe('rotation of the sealing secret', () => {
  it('works on several servers at once, while secrets change', async () => {
    const database = await createTestDatabase();
    const start = (secret: string, previous = '') =>
      startTestServer({
        SPANDREL_DATABASE_URL: database.url,
        SPANDREL_SECRET: secret,
        SPANDREL_PREVIOUS_SECRETS: previous,
      });
    const put = (server: TestServer, secrets: { key: string; value: string | null }[]) =>
      server.request.put('/v1/secrets').send({ secrets }).expect(200);
    const read = (server: TestServer, key: string) => server.app.get(SecretsService).read(key);

    const before = await start(FIRST);
    const many = Array.from({ length: 300 }, (_, i) => ({ key: `K${i}`, value: `v${i}` }));
    await put(before, many);
    const after = await start(SECOND, FIRST);
    // The old server keeps sealing with the old secret.
    await put(before, many);
    const rotation = after.app.get(SealRotationService);
    const counts = await Promise.all([
      rotation.rotate(),
      rotation.rotate(),
      put(before, [{ key: 'K7', value: 'changed' }]).then(() => 0),
    ]);
    expect(counts[0] + counts[1]).toBeGreaterThanOrEqual(299);
    await rotation.rotate();
    expect(await after.sql('SELECT DISTINCT key_id FROM secrets')).toHaveLength(1);
    expect(await read(after, 'K7')).toBe('changed');
    expect(await read(after, 'K8')).toBe('v8');
    await before.stop();
    await after.stop();
    await database.drop();
  });
});
